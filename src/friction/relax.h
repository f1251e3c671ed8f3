/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A state that relaxes at rates set by the velocity, dz/dt = a(v) - b(v) z, b >= 0,
 * over one sample by the midpoint rule: second order, and at given v explicit.
 * Laws whose z is friction per unit load have this form; what they store grows
 * with the load, so a changing load does work on them and they are passive only
 * under a steady one.
 */
#ifndef ROSIN_RELAX_H
#define ROSIN_RELAX_H

typedef struct {
  double a, b;             /* unit/s, 1/s */
  double a_slope, b_slope; /* by v */
} rosin_relax;

typedef struct {
  double mean, rate;             /* of z over the sample */
  double mean_slope, rate_slope; /* by v */
} rosin_relaxed;

/** From z0, over a sample of twice `half` seconds. */
static inline rosin_relaxed rosin_relax_step(const rosin_relax *r, double z0, double half) {
  rosin_relaxed out;
  const double per = 1 / (1 + half * r->b);
  out.rate = (r->a - r->b * z0) * per;
  out.rate_slope = (r->a_slope - r->b_slope * (z0 + half * out.rate)) * per;
  out.mean = z0 + half * out.rate;
  out.mean_slope = half * out.rate_slope;
  return out;
}

/** z at the sample's end; a stiff midpoint overshoots, the state itself never
 *  leaves +-limit. */
static inline double rosin_relax_end(const rosin_relaxed *r, double z0, double limit) {
  const double z = 2 * r->mean - z0;
  return z > limit ? limit : z < -limit ? -limit : z;
}

/** Growth of load z^2 / 2 from (load0, z0) to (load1, z1), without cancellation. */
static inline double rosin_relax_growth(double load0, double z0, double load1, double z1) {
  return 0.5 * load0 * (z1 - z0) * (z1 + z0) + 0.5 * (load1 - load0) * z1 * z1;
}

#endif
