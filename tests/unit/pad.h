/* SPDX-License-Identifier: BSD-3-Clause */
/** A hand on a pad, as window, page and Pd have it: what it presses and what is heard. */
#ifndef ROSIN_TEST_PAD_H
#define ROSIN_TEST_PAD_H

#include "core/core.h"
#include "core/inside.h"
#include "player/bow/wedge.h"
#include "player/course/course.h"
#include "plugin/list.h"

#include <math.h>
#include <string.h>

enum { PAD_RATE = 44100, PAD_BLOCK = 64 };

typedef struct {
  double most;         /* N, at any time */
  double under, above; /* once the bow has its speed: least over F, F over greatest of the wedge */
  double peak, level;  /* of full scale; RMS of the second half */
} pad_heard;

static inline const rosin_player *pad_player(const rosin_core *core) {
  return rosin_sequencer_player(core->engine->sequencer);
}

static inline double pad_force(const rosin_core *core, int string) {
  const rosin_model *m = rosin_scene_model(core->engine->scene);
  const rosin_targets *all = rosin_sequencer_targets(core->engine->sequencer);
  const int i = rosin_targets_of(all, m->instrument.course[string].bow, "force");
  return rosin_network_value(rosin_scene_network(core->engine->scene), all->target[i].control);
}

/** A finger so many semitones up that string; the bow is in the hand. */
static inline void pad_finger(rosin_core *core, int string, int stop) {
  const int strings = rosin_core_strings(core);
  const double open = pad_player(core)->course[string].open;
  rosin_core_bow(core, 0, 0, 0);
  rosin_core_play(core, 0,
                  &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON,
                                          .controller = (strings - string) * ROSIN_MARK_STRING,
                                          .key = round(69 + 12 * log2(open / 440)) + stop,
                                          .value = 0.7});
}

/** How far the force is outside of what was measured to play: 1 or less is inside. */
static inline void pad_beside(const rosin_core *core, int string, pad_heard *h) {
  const rosin_course *c = &pad_player(core)->course[string];
  const double ratio = fmax(c->wanted / c->open, 1), force = pad_force(core, string);
  const double usual = pad_player(core)->instrument->bow_position * pow(ratio, -0.6);
  double low, high;
  if (c->settled < 0.1 ||
      !rosin_wedge_at(c->wedge, 12 * log2(ratio), c->placed / usual, fabs(c->speed), &low, &high))
    return;
  h->under = fmax(h->under, low / force);
  h->above = fmax(h->above, force / high);
}

/** So many seconds, the hand moving from one point of the pad to another. */
static inline pad_heard pad_draw(rosin_core *core, int string, double seconds, const double from[2],
                                 const double to[2]) {
  static float room[2][PAD_BLOCK];
  float *const out[2] = {room[0], room[1]};
  const int blocks = (int)(seconds * PAD_RATE / PAD_BLOCK);
  pad_heard h = {0};
  double sum = 0;
  for (int i = 0; i < blocks; i++) {
    const double share = (double)i / blocks;
    rosin_core_pad(core, 1, from[0] + share * (to[0] - from[0]),
                   from[1] + share * (to[1] - from[1]));
    rosin_core_process(core, out, PAD_BLOCK);
    h.most = fmax(h.most, pad_force(core, string));
    pad_beside(core, string, &h);
    for (int k = 0; k < 2; k++)
      for (int n = 0; n < PAD_BLOCK; n++) {
        h.peak = fmax(h.peak, fabs((double)room[k][n]));
        sum += i < blocks / 2 ? 0 : pow(room[k][n], 2) / (PAD_BLOCK * (blocks - blocks / 2));
      }
  }
  h.level = sqrt(sum / 2);
  return h;
}

/** The same from rest, and at one point. */
static inline pad_heard pad_hold(rosin_core *core, int string, int stop, double across, double up) {
  static float room[2][PAD_BLOCK];
  float *const out[2] = {room[0], room[1]};
  const double at[2] = {across, up};
  rosin_core_reset(core);
  pad_finger(core, string, stop);
  rosin_core_process(core, out, PAD_BLOCK);
  return pad_draw(core, string, 0.6, at, at);
}

#endif
