/* SPDX-License-Identifier: BSD-3-Clause */
/* An instrument through a core, sent MIDI bytes at their frames, as a plugin's host does. Engines
 * whose cores take no scene that is loaded (BENCH_CORE_BY_NAME) open it by its name; where there is
 * none (BENCH_NO_CORE) these workloads cannot be had. */
#include "bench/played.h"
#include "bench/tunes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(BENCH_NO_CORE)
struct bench_through {
  int none;
};

bench_through *bench_through_new(rosin_scene *scene, const bench_workload *w, rosin_error *error) {
  (void)scene, (void)w;
  snprintf(error->text, sizeof error->text, "this engine has no core");
  return NULL;
}

void bench_through_free(bench_through *t) {
  (void)t;
}

size_t bench_through_own(void) {
  return sizeof(bench_through);
}

void bench_through_restart(bench_through *t) {
  (void)t;
}

void bench_through_call(bench_through *t, int count, const rosin_player_score_t *event,
                        int frames) {
  (void)t, (void)count, (void)event, (void)frames;
}
#else
#include "rosin/core.h"

enum { CHANNELS = 8, FRAMES = 4096, NOTE_ON = 0x90, NOTE_OFF = 0x80 };

struct bench_through {
  rosin_core *core;
  double rate, articulation;
  long long frame; /* that comes next */
  int next;        /* event */
  float sound[CHANNELS][FRAMES];
};

bench_through *bench_through_new(rosin_scene *scene, const bench_workload *w, rosin_error *error) {
#if defined(BENCH_CORE_BY_NAME)
  const rosin_core_source from = {.scene = w->scene};
  (void)scene;
#else
  const rosin_core_source from = {.given = scene, .scene = w->scene, .by_hand = 1};
#endif
  char *errors = NULL;
  bench_through *t = calloc(1, sizeof *t);
  if (t) {
    *t = (bench_through){.rate = w->rate, .articulation = w->tune->articulation};
    t->core = rosin_core_open(&from, &errors);
  }
  if (!t || !t->core) {
    snprintf(error->text, sizeof error->text, "%.400s", errors ? errors : "out of memory");
  } else if (rosin_core_channels(t->core) <= CHANNELS &&
             rosin_core_prepare(t->core, w->rate, error) == 0) {
    free(errors);
    return t;
  }
  free(errors);
  bench_through_free(t);
  return NULL;
}

void bench_through_free(bench_through *t) {
  if (t)
    rosin_core_free(t->core);
  free(t);
}

size_t bench_through_own(void) {
  return sizeof(bench_through);
}

void bench_through_restart(bench_through *t) {
  rosin_core_reset(t->core);
  rosin_core_set(t->core, 0, rosin_core_find(t->core, "articulation"), t->articulation);
  t->frame = t->next = 0;
}

static void send(bench_through *t, const rosin_player_score_t *s, int frame) {
  const int on = s->event.kind == ROSIN_PLAYER_NOTE_ON;
  const unsigned char message[] = {on ? NOTE_ON : NOTE_OFF, (unsigned char)s->event.key,
                                   on ? (unsigned char)(127 * s->event.value) : 0};
  rosin_core_midi(t->core, frame, message, sizeof message);
}

void bench_through_call(bench_through *t, int count, const rosin_player_score_t *event,
                        int frames) {
  float *out[CHANNELS];
  for (int c = 0; c < CHANNELS; c++)
    out[c] = t->sound[c];
  for (; t->next < count; t->next++) {
    const double at = event[t->next].time * t->rate - (double)t->frame;
    if (at >= frames)
      break;
    send(t, &event[t->next], at > 0 ? (int)at : 0);
  }
  rosin_core_process(t->core, out, frames);
  t->frame += frames;
}
#endif
