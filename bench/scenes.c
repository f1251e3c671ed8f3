/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of an embedded scene side by side, each run as `rosin render` runs it. */
#include "bench/world.h"
#include "scene/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int velocity, normal; /* probes */
  int hand;             /* control */
} judged_contact;

struct bench_scenes {
  const bench_workload *workload;
  int call, copies, traces;
  rosin_scene *scene[BENCH_COPIES];
  float *out;
  bench_trace trace[BENCH_JUDGED];
  judged_contact contact[BENCH_JUDGED];
};

static void tap(void *context, const rosin_network *network, long long first, int frames) {
  bench_scenes *s = context;
  (void)first;
  for (int k = 0; k < s->traces; k++) {
    const judged_contact *c = &s->contact[k];
    bench_trace_add(&s->trace[k], frames,
                    rosin_network_read(network, rosin_scene_probe_signal(s->scene[0], c->velocity)),
                    rosin_network_read(network, rosin_scene_probe_signal(s->scene[0], c->normal)),
                    rosin_network_value(network, c->hand));
  }
}

static int contacts(const bench_workload *w) {
  int n = 0;
  while (n < BENCH_JUDGED && *w->judged[n])
    n++;
  return n;
}

/* Before prepare. */
static int probe(bench_scenes *s) {
  char text[2 * BENCH_JUDGED][80];
  const char *name[2 * BENCH_JUDGED];
  for (int k = 0; k < s->traces; k++) {
    snprintf(text[2 * k], sizeof *text, "%s.velocity", s->workload->judged[k]);
    snprintf(text[2 * k + 1], sizeof *text, "%s.normal", s->workload->judged[k]);
    s->contact[k] = (judged_contact){.velocity = 2 * k, .normal = 2 * k + 1};
  }
  for (int i = 0; i < 2 * s->traces; i++)
    name[i] = text[i];
  return s->traces ? rosin_scene_probe(s->scene[0], 2 * s->traces, name) : 0;
}

/* After prepare. */
static int follow(bench_scenes *s) {
  const bench_workload *w = s->workload;
  const rosin_network *n = rosin_scene_network(s->scene[0]);
  char control[80];
  for (int k = 0; k < s->traces; k++) {
    snprintf(control, sizeof control, "%s.velocity", w->judged[k]);
    s->contact[k].hand = rosin_network_control(n, control);
    snprintf(control, sizeof control, "%s.position", w->judged[k]);
    s->trace[k].frequency = w->frequency;
    s->trace[k].share = rosin_network_held(n, rosin_network_control(n, control));
    if (bench_trace_open(&s->trace[k], rosin_scene_engine_rate(s->scene[0]),
                         bench_seconds(w) + bench_warm(w)))
      return -1;
  }
  rosin_scene_set_tap(s->scene[0], tap, s);
  return 0;
}

static int load(bench_scenes *s, int copy, rosin_error *error) {
  const bench_workload *w = s->workload;
  char *errors = NULL;
  int overrides = 0;
  while (overrides < BENCH_SETTINGS && w->set[overrides])
    overrides++;
  s->scene[copy] = rosin_scene_load(w->scene, overrides, w->set, &errors);
  if (!s->scene[copy])
    snprintf(error->text, sizeof error->text, "%.400s", errors ? errors : "out of memory");
  free(errors);
  if (!s->scene[copy] || (copy == 0 && probe(s)))
    return -1;
  return rosin_scene_prepare(s->scene[copy], (int)w->rate, s->call, error);
}

bench_scenes *bench_scenes_new(const bench_workload *w, int call, int judged, rosin_error *error) {
  bench_scenes *s = calloc(1, sizeof *s);
  snprintf(error->text, sizeof error->text, "out of memory");
  if (!s)
    return NULL;
  *s = (bench_scenes){
      .workload = w, .call = call, .copies = bench_voices(w), .traces = judged ? contacts(w) : 0};
  int failed = 0;
  for (int i = 0; i < s->copies && !failed; i++)
    failed = load(s, i, error);
  if (!failed)
    s->out = malloc((size_t)call * (size_t)rosin_scene_channels(s->scene[0]) * sizeof *s->out);
  if (failed || !s->out || follow(s)) {
    bench_scenes_free(s);
    return NULL;
  }
  return s;
}

void bench_scenes_free(bench_scenes *s) {
  if (!s)
    return;
  for (int i = 0; i < s->copies; i++)
    rosin_scene_free(s->scene[i]);
  for (int k = 0; k < s->traces; k++)
    bench_trace_close(&s->trace[k]);
  free(s->out);
  free(s);
}

size_t bench_scenes_own(void) {
  return sizeof(bench_scenes);
}

void bench_scenes_restart(bench_scenes *s) {
  for (int i = 0; i < s->copies; i++)
    rosin_scene_rewind(s->scene[i]);
}

void bench_scenes_call(bench_scenes *s) {
  for (int i = 0; i < s->copies; i++)
    rosin_scene_process(s->scene[i], s->call, s->out);
}

rosin_network *bench_scenes_network(bench_scenes *s, int copy) {
  return copy < s->copies ? rosin_scene_network(s->scene[copy]) : NULL;
}

double bench_scenes_rate(const bench_scenes *s) {
  return s->workload->rate > 0 ? s->workload->rate : rosin_scene_rate(s->scene[0]);
}

bench_trace *bench_scenes_traces(bench_scenes *s, int *count) {
  *count = s->traces;
  return s->trace;
}
