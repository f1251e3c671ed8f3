/* SPDX-License-Identifier: BSD-3-Clause */
/** A gesture that somebody has drawn over the scene's own: how fast what moves goes, or how hard it
 *  is pushed. Another one wants a new engine, as a macro that builds bodies does. Kept in the
 * state; presets leave it. */
#ifndef ROSIN_CORE_DRAWN_H
#define ROSIN_CORE_DRAWN_H

#include "rosin/core.h"

enum { ROSIN_DRAWN = 64 };

typedef struct {
  _Atomic unsigned turn; /* another number for each */
  _Atomic int is;
  _Atomic float height[ROSIN_DRAWN]; /* -1 to 1 of the scene's largest, at even places */
} rosin_drawn;

/** height[ROSIN_DRAWN] at even places of the gesture's time, -1 to 1 of its largest; NULL: the
 * scene has its own again. What is no number is 0. One thread at a time; not where nothing moves it
 *  (rosin_core_curve). */
void rosin_core_draw(rosin_core *core, const double *height);
/** Whether it is drawn, and then how. Any thread. */
int rosin_core_is_drawn(const rosin_core *core, double *height);
unsigned rosin_core_drawn_turn(const rosin_core *core);

#endif
