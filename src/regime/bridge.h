/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Helmholtz motion told from the force on the bridge alone, as it was told of a cello's
 * string that a robot bowed (Lampis, Chatziioannou and Scavone, Proc. Mtgs. Acoust. 58,
 * 035013, 2025, and their recordings' notes): a saw-tooth that repeats, with one flyback a
 * period. A flyback is a change of the force within a fiftieth of the period, in the
 * saw-tooth's own sense, by more than 0.4 of the median over all periods of the largest.
 *
 * The contact's own judge (regime.h) knows more and asks for more; this one is for
 * comparing with what was judged like this.
 */
#ifndef ROSIN_REGIME_BRIDGE_H
#define ROSIN_REGIME_BRIDGE_H

/** A stretch of the force on a bridge, sampled from outside. */
typedef struct {
  double rate;         /* Hz */
  double period;       /* s, of the free string */
  int count;           /* samples; ten periods are few */
  const double *force; /* [count] N, either sign */
} rosin_bridge_motion;

enum { ROSIN_BRIDGE_PERIODS = 4096 }; /* a longer stretch is judged by so many of its periods */

typedef struct {
  int helmholtz;      /* correlation >= 0.9, 0.75 to 1.5 flybacks a period, fall >= 0.25 */
  double correlation; /* best of the force with itself, 0.9 to 1.1 periods later */
  double flybacks;    /* per period */
  double fall;        /* median of the largest change a period, over the range of the force */
  double cents;       /* of the lag of that best correlation against the period */
} rosin_bridge_verdict;

/** Judge a stretch. One too short for two periods, or with a number that is not finite,
 *  or silent, is not Helmholtz motion (all figures 0, cents NaN). Allocates nothing. */
void rosin_bridge_judge(const rosin_bridge_motion *motion, rosin_bridge_verdict *verdict);

#endif
