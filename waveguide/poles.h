/* SPDX-License-Identifier: BSD-3-Clause */
/** Least squares for the poles of a string's allpasses, at one pitch after the other. */
#ifndef ROSIN_POLES_H
#define ROSIN_POLES_H

#include "waveguide/loop.h"

enum { ROSIN_NODES = 2 * ROSIN_SECTIONS + 6 };

/** What is wanted at a pitch: a first partial of `period` samples, inharmonicity b, partials right
 *  up to `last`, 2 or more, whole or not; `less`: than there would be if there were room. */
typedef struct {
  double period, b, last;
  int less;
} rosin_wanted;

/** Poles of `count` sections: logarithms of all widths (1 - radius), then of all angles. */
typedef struct {
  int count;
  double x[2 * ROSIN_SECTIONS];
} rosin_spread;

/** Angle of partial n, radians a sample. */
double rosin_wanted_angle(const rosin_wanted *w, double n);
/** Group delay of the string there, samples. */
double rosin_wanted_delay(const rosin_wanted *w, double n);
/** The worst error of a partial, cents; `graver`: more than that of those that are shifted by few.
 */
double rosin_spread_worst(const rosin_spread *s, const rosin_wanted *w, int graver);
/** Samples that slow waves are delayed by. */
double rosin_spread_delay(const rosin_spread *s);
/** As they are between two pitches, halfway. */
void rosin_spread_halfway(const rosin_spread *a, double period_a, const rosin_spread *b,
                          double period_b, double period, rosin_spread *s);
/** Spread them so that the string is followed at `here`, and `between` if that is not NULL, where
 *  poles lie halfway to those `before` of another period; those that matter to neither stay where
 *  they are, the more so the larger `hold` (cents). */
void rosin_spread_solve(rosin_spread *s, const rosin_wanted *here, double hold, int rounds,
                        const rosin_wanted *between, const rosin_spread *before,
                        double before_period);

#endif
