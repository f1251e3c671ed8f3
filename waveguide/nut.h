/* SPDX-License-Identifier: BSD-3-Clause */
/** What a wave goes through at the nut: read, dispersed, and counted as it leaves the window. While
 *  the pitch is on its way from one move to the next, so are reading and dispersion, evenly along
 *  the wave; then no step is heard, although moves are rare. */
#ifndef ROSIN_NUT_H
#define ROSIN_NUT_H

#include "waveguide/loop.h"
#include "waveguide/section.h"

#include <math.h>

/** How much of what was before the last move of the pitch is still in the sample at
 *  line[at], 0...1; 0 or less: nothing. */
static inline double rosin_nut_left(const rosin_loop *l, int at) {
  const double share = (at - l->ramp_end) * l->ramp_share;
  return share < 1 ? share : 1;
}

/** What is read `later` samples from now. smooth[i] has delay frontier + tail - i. */
static inline double rosin_nut_read(const rosin_loop *l, int later) {
  const double *s = l->smooth + l->tail + l->frontier + later - (ROSIN_TAPS - 1);
  const double x = rosin_eight(l->nut.weight, s - l->nut.first);
  const double left = rosin_nut_left(l, l->head - later);
  return left > 0 ? x + left * (rosin_eight(l->was.weight, s - l->was.first) - x) : x;
}

/** `count` samples through the allpasses as they are, in place. */
static inline void rosin_nut_disperse(const rosin_loop *l, double *state, double *x, int count) {
  const rosin_rotations *t = &l->turn;
  for (int i = 0; i < l->sections.count; i++) {
    double s[2] = {state[2 * i], state[2 * i + 1]};
    for (int j = 0; j < count; j++)
      x[j] = rosin_section(t->k1[i], t->c1[i], t->k2, t->c2, s, x[j]);
    state[2 * i] = s[0];
    state[2 * i + 1] = s[1];
  }
}

/** The same while they are on their way; the first sample goes to line[at]. */
static inline void rosin_nut_turn(const rosin_loop *l, double *state, double *x, int at,
                                  int count) {
  const rosin_rotations *to = &l->turn, *from = &l->turned;
  for (int j = 0; j < count; j++) {
    const double left = fmax(rosin_nut_left(l, at - j), 0);
    const double k2 = to->k2 + left * (from->k2 - to->k2), c2 = sqrt(1 - k2 * k2);
    for (int i = 0; i < l->sections.count; i++) {
      const double k1 = to->k1[i] + left * (from->k1[i] - to->k1[i]);
      x[j] = rosin_section(k1, sqrt(1 - k1 * k1), k2, c2, state + 2 * i, x[j]);
    }
  }
}

/** `count` samples from line[at] on, as they are there. */
static inline void rosin_nut_pass(const rosin_loop *l, double *state, double *x, int at,
                                  int count) {
  if (at > l->ramp_end)
    rosin_nut_turn(l, state, x, at, count);
  else
    rosin_nut_disperse(l, state, x, count);
}

/** Squares that leave a window, whole and part, `later` samples from now, less those that
 *  come back, x^2. */
static inline double rosin_nut_leaves(const rosin_loop *l, int window, double part, int later,
                                      double x) {
  const double *gone = l->raw + l->tail + l->frontier + later - window;
  return (1 - part) * gone[0] * gone[0] + part * gone[-1] * gone[-1] - x * x;
}

#endif
