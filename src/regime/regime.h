/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What a rubbed body does: it rests on its bow, is released once a period (Helmholtz
 * motion), more often, more seldom, or without order. Told from the relative velocity
 * at the contact, against the velocity of the bow.
 *
 * A slip begins where the relative velocity rises above 0.25 V/b, and is over below 0.4
 * of that; V is the velocity of the bow at that moment, b the bow's share of the string,
 * so that V/b is the relative velocity of an ideal Helmholtz slip. Where there is no such
 * share (a glass, a hinge), the largest velocity of the stretch stands for V/b. Onsets
 * closer than 2% of a period are one. A stretch may open anywhere, also in a slip: that one
 * is not counted, since nobody knows when it began.
 */
#ifndef ROSIN_REGIME_H
#define ROSIN_REGIME_H

#include "rosin.h"

typedef enum {
  ROSIN_REGIME_SILENT,      /* it slides, or hangs, and does not swing */
  ROSIN_REGIME_STICKING,    /* it follows the bow */
  ROSIN_REGIME_HELMHOLTZ,   /* one slip a period, within 5%; jitter of the onsets below 2%,
                               autocorrelation at the period above 0.95, slip share below 2.2 b */
  ROSIN_REGIME_SEVERAL,     /* more than 1.5 slips a period, periodic (correlation above 0.9) */
  ROSIN_REGIME_SUBHARMONIC, /* periodic, but in more than 1.3 periods: anomalous low pitch */
  ROSIN_REGIME_DECAYING,    /* Helmholtz motion that is not kept up: evenly smaller from
                               period to period, at a quarter of the free loss or more */
  ROSIN_REGIME_RAUCOUS      /* anything else */
} rosin_regime_kind;

enum { ROSIN_REGIMES = ROSIN_REGIME_RAUCOUS + 1 };

/** "silent", "sticking", "Helmholtz", "several", "subharmonic",
 *  "decaying", "raucous"; NULL else. */
const char *rosin_regime_name(rosin_regime_kind kind);

/** A stretch of motion. `bow` may be NULL; then `share` is not used. */
typedef struct {
  double rate;            /* Hz */
  double period;          /* s, of the free string */
  double share;           /* where it is bowed, 0...1 from the bridge; 0 = unknown */
  double loss;            /* of the free body, ln a period: pi / Q; 0 = unknown, 0.004 then */
  int count;              /* samples */
  const double *velocity; /* [count] m/s, relative: bow less surface */
  const double *bow;      /* [count] m/s, of the bow alone */
} rosin_motion;

typedef struct {
  rosin_regime_kind kind;
  double slips;       /* per period */
  double cents;       /* of the slips against 1/period; NaN without slips */
  double jitter;      /* standard deviation of the time between slips, periods */
  double correlation; /* of the velocity with itself one slip later */
  double share;       /* of time spent slipping */
  double trend;       /* growth of the swing, ln a period; below 0 it decays */
} rosin_regime;

/** Classify a stretch; twenty periods do. Allocates nothing. */
void rosin_regime_find(const rosin_motion *motion, rosin_regime *regime);

/** How a motion began: when its first slip was, s after the first sample (-1: none); how
 *  long after it `run` slips one period (within 10%) apart begin, s (-1: they never do);
 *  and what came between, as gaps that were too long (creaky) and too short (slipping). */
typedef struct {
  double first, time;
  int late, early;
} rosin_attack;

void rosin_regime_attack(const rosin_motion *motion, int run, rosin_attack *attack);

/* ---- what theory says ------------------------------------------------------------ */

/** A bowed string as Schelleng saw it. */
typedef struct {
  double impedance; /* kg/s */
  double q;         /* of its first partial, on rigid ends */
  double share, speed;
  double grip; /* static less kinetic friction coefficient */
} rosin_schelleng;

/** Limits of the normal force (N) for Helmholtz motion (Schelleng 1973):
 *  2 Z v / (b grip) above, Z^2 v / (2 R b^2 grip) below, R = 2 Z q / pi. */
void rosin_schelleng_limits(const rosin_schelleng *s, double *low, double *high);

#endif
