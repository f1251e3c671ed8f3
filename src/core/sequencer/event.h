/* SPDX-License-Identifier: BSD-3-Clause */
/** What happens to a scene that is played: a control moves, or a player's event. */
#ifndef ROSIN_EVENT_H
#define ROSIN_EVENT_H

#include "rosin/player.h"

/* As a target: see `player`; the scene's gestures begin again; a player's bow is moved by hand, at
 * a speed of `value`, pressed by `player.value`, on the string if `player.controller` is 1 (the
 * last two are not kept in a recorded gesture); the gestures stay as soon as they have come to
 * `value` s, see rosin_scene_stay; the gestures end, see rosin_scene_end, unless they begin again
 * by themselves and `value` is 0; what chance does is of the seed `value` (not kept either), with a
 * player at once, else as gestures begin again; all bodies are higher by the factor `value` (not
 * kept either), see rosin_scene_transpose. */
enum {
  ROSIN_EVENT_PLAYER = -1,
  ROSIN_EVENT_AGAIN = -2,
  ROSIN_EVENT_BOW = -3,
  ROSIN_EVENT_STAY = -4,
  ROSIN_EVENT_END = -5,
  ROSIN_EVENT_SEED = -6,
  ROSIN_EVENT_TRANSPOSE = -7
};

typedef struct {
  double time; /* s on rosin_now's clock, when it is meant to happen */
  int target;  /* of the sequencer, see target.h */
  double value;
  rosin_player_event_t player;
} rosin_event;

#endif
