/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene played live in a test, with the events that take effect. After cmocka.h. */
#ifndef ROSIN_TEST_LIVE_WORLD_H
#define ROSIN_TEST_LIVE_WORLD_H

#include "live/clock.h"
#include "live/live.h"

#include <math.h>
#include <string.h>

enum { LIVE_RATE = 44100, LIVE_MOST = 64 };

typedef struct {
  rosin_scene *scene;
  rosin_live *live;
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
  assert_int_equal(rosin_scene_prepare(w->scene, LIVE_RATE, 64, &error), 0);
  assert_non_null(w->live = rosin_live_new(w->scene, LIVE_RATE, 1, &error));
  rosin_live_set_witness(w->live, live_witness, w);
}

static inline void live_end(live_world *w) {
  rosin_live_free(w->live);
  rosin_scene_free(w->scene);
}

/** Takes what the sources have and plays a little: how many events took effect. */
static inline int live_run(live_world *w) {
  static float out[64 * 16];
  w->seen = 0;
  rosin_live_gather(w->live, rosin_now() + 1);
  for (int i = 0; i < 4; i++)
    rosin_live_run(w->live, 64, out);
  return w->seen;
}

static inline const rosin_target *live_target(const live_world *w, const char *name) {
  const rosin_targets *t = rosin_live_targets(w->live);
  const int i = rosin_targets_find(t, name);
  if (i < 0)
    fail_msg("there is no %s", name);
  return &t->target[i];
}

static inline void live_is_move(const live_world *w, int index, const char *name, double value) {
  assert_true(index < w->seen);
  const rosin_event *e = &w->event[index];
  if (&rosin_live_targets(w->live)->target[e->target] != live_target(w, name) ||
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
