/* SPDX-License-Identifier: BSD-3-Clause */
/* Instruments side by side that play a tune: each a scene with a player, or a core that is sent
 * MIDI. One comes in a little after the other, as people do. */
#include "bench/played.h"
#include "bench/tunes.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double later = 0.037; /* s, from one instrument to the next */

typedef struct {
  const bench_instrument *on;
  rosin_scene *scene;
  rosin_player *player;
  bench_through *through; /* a core, in place of the player */
  rosin_player_score_t event[BENCH_EVENTS];
  int events;
  double late;
  bench_string string[BENCH_STRINGS]; /* of worlds that are judged */
} part;

struct bench_played {
  const bench_workload *workload;
  int call, judged, parts;
  part part[BENCH_COPIES];
  float *out;
};

static const char *scene_of(const bench_workload *w, int copy) {
  int others = 0;
  while (others < BENCH_OTHERS && w->others[others])
    others++;
  const int turn = copy % (others + 1);
  return turn ? w->others[turn - 1] : w->scene;
}

static void tap(void *context, const rosin_network *network, long long first, int frames) {
  part *p = context;
  (void)first;
  for (int k = 0; k < BENCH_STRINGS; k++) {
    bench_string *s = &p->string[k];
    const double *v = rosin_network_read(network, rosin_scene_probe_signal(p->scene, 2 * k));
    const double *n = rosin_network_read(network, rosin_scene_probe_signal(p->scene, 2 * k + 1));
    for (int i = 0; i < frames && s->count < s->room; i++, s->count++) {
      s->velocity[s->count] = (float)v[i];
      s->pressed[s->count] = n[i] > 0;
    }
  }
}

/* Before prepare. */
static int probe(part *p) {
  char text[2 * BENCH_STRINGS][80];
  const char *name[2 * BENCH_STRINGS];
  for (int k = 0; k < 2 * BENCH_STRINGS; k++) {
    snprintf(text[k], sizeof *text, "%s.%s", p->on->bow[k / 2], k % 2 ? "normal" : "velocity");
    name[k] = text[k];
  }
  return rosin_scene_probe(p->scene, 2 * BENCH_STRINGS, name);
}

/* After prepare. */
static int follow(part *p, double seconds) {
  const double rate = rosin_scene_engine_rate(p->scene);
  for (int k = 0; k < BENCH_STRINGS; k++) {
    bench_string *s = &p->string[k];
    s->rate = rate;
    s->room = (int)(rate * seconds) + 8192;
    s->velocity = malloc((size_t)s->room * sizeof *s->velocity);
    s->pressed = malloc((size_t)s->room);
    if (!s->velocity || !s->pressed)
      return -1;
  }
  rosin_scene_set_tap(p->scene, tap, p);
  return 0;
}

static int load(part *p, const bench_workload *w, const char *scene, rosin_error *error) {
  char *errors = NULL;
  int overrides = 0;
  while (overrides < BENCH_SETTINGS && w->set[overrides])
    overrides++;
  p->on = bench_instrument_of(scene);
  p->scene = p->on ? rosin_scene_load(scene, overrides, w->set, &errors) : NULL;
  if (!p->scene)
    snprintf(error->text, sizeof error->text, "%.100s: %.400s", scene,
             !p->on   ? "no instrument that the bench knows"
             : errors ? errors
                      : "out of memory");
  free(errors);
  return p->scene ? 0 : -1;
}

/* A player knows no beginning but its own, in older engines: each time there is a new one. */
static int sit_down(part *p, const bench_tune *tune, rosin_error *error) {
  rosin_player_free(p->player);
  p->player = rosin_player_new(p->scene, 1, error);
  if (!p->player || rosin_player_set(p->player, "articulation", tune->articulation, error))
    return -1;
  rosin_player_score(p->player, p->event, p->events);
  return 0;
}

static int open_part(bench_played *b, int i, rosin_error *error) {
  const bench_workload *w = b->workload;
  part *p = &b->part[i];
  const double seconds = bench_warm(w) + bench_seconds(w);
  if (load(p, w, scene_of(w, i), error) || (b->judged && probe(p)))
    return -1;
  p->late = later * i;
  p->events = bench_events(w->tune, p->on, p->late, seconds, p->event);
  if (w->midi) {
    p->through = bench_through_new(p->scene, w, error);
    if (!p->through)
      return -1;
  } else if (rosin_scene_prepare(p->scene, (int)w->rate, b->call, error) ||
             sit_down(p, w->tune, error)) {
    return -1;
  }
  return b->judged && rosin_scene_network(p->scene) ? follow(p, seconds) : 0;
}

bench_played *bench_played_new(const bench_workload *w, int call, int judged, rosin_error *error) {
  bench_played *b = calloc(1, sizeof *b);
  int failed = !b, channels = 1;
  snprintf(error->text, sizeof error->text, "out of memory");
  if (b)
    *b = (bench_played){.workload = w, .call = call, .judged = judged, .parts = bench_voices(w)};
  for (int i = 0; !failed && i < b->parts; i++) {
    failed = open_part(b, i, error);
    if (!failed && rosin_scene_channels(b->part[i].scene) > channels)
      channels = rosin_scene_channels(b->part[i].scene);
  }
  if (!failed)
    b->out = malloc((size_t)call * (size_t)channels * sizeof *b->out);
  if (failed || !b->out) {
    bench_played_free(b);
    return NULL;
  }
  return b;
}

void bench_played_free(bench_played *b) {
  for (int i = 0; b && i < b->parts; i++) {
    part *p = &b->part[i];
    rosin_player_free(p->player);
    bench_through_free(p->through);
    rosin_scene_free(p->scene);
    for (int k = 0; k < BENCH_STRINGS; k++) {
      free(p->string[k].velocity);
      free(p->string[k].pressed);
    }
  }
  if (b)
    free(b->out);
  free(b);
}

size_t bench_played_own(const bench_played *b) {
  const size_t frames = (size_t)b->call * (size_t)rosin_scene_channels(b->part[0].scene);
  size_t own = sizeof *b + frames * sizeof *b->out;
  for (int i = 0; i < b->parts; i++)
    own += b->part[i].through ? bench_through_own() : 0;
  return own;
}

void bench_played_restart(bench_played *b) {
  for (int i = 0; i < b->parts; i++) {
    part *p = &b->part[i];
    for (int k = 0; k < BENCH_STRINGS; k++)
      p->string[k].count = 0;
    if (p->through) {
      bench_through_restart(p->through);
    } else {
      rosin_scene_rewind(p->scene);
      sit_down(p, b->workload->tune, NULL);
    }
  }
}

void bench_played_call(bench_played *b) {
  for (int i = 0; i < b->parts; i++)
    if (b->part[i].through)
      bench_through_call(b->part[i].through, b->part[i].events, b->part[i].event, b->call);
    else
      rosin_scene_process(b->part[i].scene, b->call, b->out);
}

rosin_network *bench_played_network(bench_played *b, int copy) {
  return copy < b->parts ? rosin_scene_network(b->part[copy].scene) : NULL;
}

int bench_played_notes(const bench_played *b, const bench_tune *tune, double from, double to,
                       int *heard) {
  int notes = 0;
  *heard = 0;
  for (int i = 0; i < b->parts; i++) {
    const part *p = &b->part[i];
    if (!p->string[0].velocity)
      return -1;
    const bench_hearing h = bench_hear(tune, p->on, p->late, from, to, p->string);
    notes += h.notes;
    *heard += h.heard;
  }
  return notes;
}
