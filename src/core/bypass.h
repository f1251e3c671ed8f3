/* SPDX-License-Identifier: BSD-3-Clause */
/** Bypass, with one meaning in every format: what sounds glides to silence, or to what comes in
 *  where that drives the scene, as late as the plugin is told to be; then nothing is made. Back,
 *  all begins as after a reset, with parameters as they are: what was played meanwhile is not
 *  heard. Who is back within a moment (ROSIN_BYPASS_GRACE) is only heard again, and goes on as if
 *  nothing had been. How time is cut into calls of that length or less changes no bit. */
#ifndef ROSIN_CORE_BYPASS_H
#define ROSIN_CORE_BYPASS_H

#include "core/level.h"

struct rosin_core;

enum { ROSIN_BYPASS_PAST = 1024, ROSIN_BYPASS_SIDES = 2, ROSIN_BYPASS_GRACE = 4096 };

/** Audio thread. */
typedef struct {
  int row;              /* -1: there is none */
  rosin_level wet, dry; /* how much of what sounds, and of what comes in: 0 to 1 */
  int drives;           /* something may come in */
  int out;              /* nothing is made */
  int later;            /* frames of the call to come before the engine goes on */
  int at, delay;        /* of the past, in frames */
  float past[ROSIN_BYPASS_PAST][ROSIN_BYPASS_SIDES];
} rosin_bypass;

/** As all begins. */
void rosin_bypass_start(struct rosin_core *core);
/** What is heard glides, from a frame of the call to come on, as late as a plugin tells. */
void rosin_bypass_set(struct rosin_core *core, int frame, int bypassed);
/** Whether nothing has been heard for longer than that, `frames` frames from now. */
int rosin_bypass_is_over(const struct rosin_core *core, int frames);
/** What comes in is kept, if it may be heard; before what sounds is made. */
void rosin_bypass_hear(struct rosin_core *core, int frames);
/** What was made becomes what is heard. 1: all of it has gone, and nothing need be made. */
int rosin_bypass_mix(struct rosin_core *core, int frames);

#endif
