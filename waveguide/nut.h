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

static inline rosin_two rosin_nut_both(double x) {
  return (rosin_two){x, x};
}

/** `count` samples through the allpasses as they are, in place. */
static inline void rosin_nut_disperse(const rosin_loop *l, rosin_section_state *state, double *x,
                                      int count) {
  const rosin_rotations *t = &l->turn;
  for (int i = 0; i < l->sections.count; i++) {
    rosin_section_state s = state[i];
    int j = 0;
    for (; j + 1 < count; j += 2)
      rosin_two_put(x + j, rosin_section_pair(rosin_nut_both(t->k1[i]), rosin_nut_both(t->c1[i]),
                                              rosin_nut_both(t->k2[i]), rosin_nut_both(t->c2[i]),
                                              &s, rosin_two_at(x + j)));
    if (j < count)
      x[j] = rosin_section(t->k1[i], t->c1[i], t->k2[i], t->c2[i], &s, x[j]);
    state[i] = s;
  }
}

/** What a rotation is on its way from one pitch to the next, and what it leaves. */
static inline rosin_two rosin_nut_between(double to, double from, rosin_two left) {
  return to + left * (from - to);
}

static inline rosin_two rosin_nut_across(rosin_two k) {
  const rosin_two square = 1 - k * k;
  return (rosin_two){sqrt(square[0]), sqrt(square[1])};
}

/** The same while they are on their way; the first sample goes to line[at]. */
static inline void rosin_nut_turn(const rosin_loop *l, rosin_section_state *state, double *x,
                                  int at, int count) {
  const rosin_rotations *to = &l->turn, *from = &l->turned;
  for (int j = 0; j < count; j += 2) {
    const rosin_two left = {fmax(rosin_nut_left(l, at - j), 0),
                            fmax(rosin_nut_left(l, at - j - 1), 0)};
    rosin_two pair = {x[j], j + 1 < count ? x[j + 1] : 0};
    for (int i = 0; i < l->sections.count; i++) {
      const rosin_two k1 = rosin_nut_between(to->k1[i], from->k1[i], left);
      const rosin_two k2 = rosin_nut_between(to->k2[i], from->k2[i], left);
      const rosin_two c1 = rosin_nut_across(k1), c2 = rosin_nut_across(k2);
      if (j + 1 < count)
        pair = rosin_section_pair(k1, c1, k2, c2, &state[i], pair);
      else
        pair[0] = rosin_section(k1[0], c1[0], k2[0], c2[0], &state[i], pair[0]);
    }
    x[j] = pair[0];
    if (j + 1 < count)
      x[j + 1] = pair[1];
  }
}

/** Squares that leave a window, whole and part, `later` samples from now, less those that
 *  come back, x^2. */
static inline double rosin_nut_leaves(const rosin_loop *l, int window, double part, int later,
                                      double x) {
  const double *gone = l->raw + l->tail + l->frontier + later - window;
  return (1 - part) * gone[0] * gone[0] + part * gone[-1] * gone[-1] - x * x;
}

#endif
