/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene played live in a test, with the events that take effect. After cmocka.h. */
#ifndef ROSIN_TEST_LIVE_WORLD_H
#define ROSIN_TEST_LIVE_WORLD_H

#include "core/inside.h"
#include "live/clock.h"
#include "live/sources.h"

#include <math.h>
#include <string.h>

enum { LIVE_RATE = 44100, LIVE_MOST = 64 };

typedef struct {
  rosin_scene *scene;
  rosin_core *core;
  rosin_sequencer *live; /* of the core */
  rosin_sources sources;
  int seen;
  rosin_event event[LIVE_MOST];
} live_world;

static inline void live_witness(void *context, long long frame, const rosin_event *event) {
  live_world *w = context;
  (void)frame;
  if (w->seen < LIVE_MOST)
    w->event[w->seen++] = *event;
}

static inline void live_begin(live_world *w, const char *name) {
  rosin_error error = {""};
  memset(w, 0, sizeof *w);
  assert_non_null(w->scene = rosin_scene_load(name, 0, NULL, NULL));
  assert_non_null(w->core = rosin_core_over(w->scene, 1, 0, &error));
  assert_int_equal(rosin_core_prepare(w->core, LIVE_RATE, &error), 0);
  w->live = w->core->engine->sequencer;
  rosin_core_set_witness(w->core, live_witness, w);
  rosin_sources_open(&w->sources, w->core, LIVE_RATE);
}

static inline void live_end(live_world *w) {
  rosin_sources_close(&w->sources);
  rosin_core_free(w->core);
  rosin_scene_free(w->scene);
}

/** Takes what the sources have and plays a little: how many events took effect. */
static inline int live_run(live_world *w) {
  static float out[64 * 16];
  w->seen = 0;
  rosin_sources_gather(&w->sources, rosin_now() + 1);
  for (int i = 0; i < 4; i++)
    rosin_core_process_frames(w->core, out, 64);
  return w->seen;
}

static inline const rosin_target *live_target(const live_world *w, const char *name) {
  const rosin_targets *t = rosin_core_targets(w->core);
  const int i = rosin_targets_find(t, name);
  if (i < 0)
    fail_msg("there is no %s", name);
  return &t->target[i];
}

static inline void live_is_move(const live_world *w, int index, const char *name, double value) {
  assert_true(index < w->seen);
  const rosin_event *e = &w->event[index];
  if (&rosin_core_targets(w->core)->target[e->target] != live_target(w, name) ||
      !(fabs(e->value - value) <= 1e-6 * (1 + fabs(value))))
    fail_msg("%s to %g: target %d to %g", name, value, e->target, e->value);
}

static inline void live_is_played(const live_world *w, int index, rosin_player_kind kind,
                                  double key, double value) {
  assert_true(index < w->seen);
  const rosin_event *e = &w->event[index];
  if (e->target != ROSIN_EVENT_PLAYER || e->player.kind != kind ||
      !(fabs(e->player.key - key) <= 1e-6 * (1 + key)) || !(fabs(e->player.value - value) <= 1e-6))
    fail_msg("event %d: target %d, kind %d, key %g, value %g", index, e->target,
             (int)e->player.kind, e->player.key, e->player.value);
}

#endif
