/* SPDX-License-Identifier: BSD-3-Clause */
/** A bristle's force linearised, inlined where it is iterated; see rosin_tangent. */
#ifndef ROSIN_BRISTLE_TANGENT_H
#define ROSIN_BRISTLE_TANGENT_H

#include "friction/bristle/bristle_rate.h"

/* The load has fallen and holds no more than z_max: force at the held deflection z, while
 * the rate is still that of the bristle let go, to say whether it is held. */
static inline void bristle_hold(const rosin_bristle *b, double v, double z, rosin_tangent *t) {
  double dv, dz, s1_slope;
  const double held = copysign(b->z_max, z), y = bristle_rate(b, v, held, &dv, &dz);
  const double s1 = bristle_damping(b, v, &s1_slope);
  t->f = b->sigma0 * held + s1 * y + b->sigma2 * v;
  t->slope = s1 * dv + s1_slope * y + b->sigma2;
}

/* At velocity v the deflection is known at once where the bristle bends or slips wholly.
 * Between, Newton in w as long as it stays there, else a solve at this v. */
static inline int bristle_tangent(const rosin_bristle *b, const double *state, double v, double w,
                                  int whole, int rounds, rosin_tangent *t) {
  const double z0 = bristle_start(b, state), sign = v < 0 ? -1 : 1, speed = fabs(v);
  const double elastic = sign * z0 + b->half * speed;
  const int bends = !b->plastic && elastic <= b->z_ba;
  const double z = z0 + b->half * w;
  double s1_slope;
  int count = 1, within = 0; /* a transition under way */
  const double s1 = bristle_damping(b, v, &s1_slope), by_rate = b->sigma0 * b->half + s1;
  if (!whole && !b->plastic && !bends && sign * z > b->z_ba && sign * z < elastic) {
    double dv, dz;
    const double y = bristle_rate(b, v, z, &dv, &dz), per = 1 / (1 - b->half * dz);
    t->step = (y - w) * per;
    t->turn = dv * per;
    const double ahead = sign * (z + b->half * t->step);
    within = ahead > b->z_ba && ahead < elastic;
  }
  if (!within) {
    double slope, rate;
    rosin_bristle_deflection(b, sign * z0, speed, sign * z, rounds, &slope, &rate, &count);
    t->step = sign * rate - w;
    t->turn = slope * b->per_half;
  }
  const double next = z + b->half * t->step;
  t->f = b->sigma0 * next + s1 * (w + t->step) + b->sigma2 * v;
  t->slope = s1_slope * (w + t->step) + b->sigma2 + by_rate * t->turn;
  const double near =
      b->limited ? bristle_step_share * rosin_greater(b->corner, speed) : (double)INFINITY;
  const int held = fabs(next) > b->z_max * (1 + 1e-12) && !b->unheld;
  t->held = held;
  if (held)
    bristle_hold(b, v, next, t);
  t->most = (double)INFINITY;
  if (bends && !held) {
    rosin_bristle_bending(b, z0, &t->low, &t->high);
    t->low = rosin_greater(t->low, v - near);
    t->high = rosin_lesser(t->high, v + near);
    return count;
  }
  const double most = bristle_force_step(b) / by_rate;
  double reach = rosin_lesser(bristle_step_share * b->stribeck_velocity, near);
  if (within)
    t->most = most;
  else /* w follows v by its turn */
    reach = rosin_lesser(reach, most / (fabs(t->turn) + 1e-3));
  t->low = v > 0 ? rosin_greater(v - reach, 0) : v - reach;
  t->high = v < 0 ? rosin_lesser(v + reach, 0) : v + reach;
  return count;
}

#endif
