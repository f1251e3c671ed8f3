/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A state that relaxes at rates set by the velocity, dz/dt = a(v) - b(v) z, b >= 0,
 * over a sample in which v is its mean: exactly so, thus second order for any v(t), and
 * bounded and dissipative however stiff. Laws whose z is friction per unit load have
 * this form; what they store grows with the load, so a changing load does work on them
 * and they are passive only under a steady one.
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

/** Means of decays: mean = (1 - e^-x)/x of e^-xu over 0..1, rise = (1 - mean)/x of what
 *  u has brought; x >= 0; with slopes. */
typedef struct {
  double mean, rise, mean_slope, rise_slope;
} rosin_decay;

rosin_decay rosin_decay_at(double x);

/** From z0, over a sample of `period` seconds; k = rosin_decay_at(b period). */
static inline rosin_relaxed rosin_relax_by(const rosin_relax *r, rosin_decay k, double z0,
                                           double period) {
  const double pull = r->a - r->b * z0, pull_slope = r->a_slope - r->b_slope * z0;
  const double bend = pull * period * r->b_slope;
  return (rosin_relaxed){z0 + period * pull * k.rise, pull * k.mean,
                         period * (pull_slope * k.rise + bend * k.rise_slope),
                         pull_slope * k.mean + bend * k.mean_slope};
}

static inline rosin_relaxed rosin_relax_step(const rosin_relax *r, double z0, double period) {
  return rosin_relax_by(r, rosin_decay_at(r->b * period), z0, period);
}

/** z at the sample's end; never outside +-limit, should parameters have changed. */
static inline double rosin_relax_end(const rosin_relaxed *r, double z0, double period,
                                     double limit) {
  const double z = z0 + period * r->rate;
  return z > limit ? limit : z < -limit ? -limit : z;
}

/** Growth of load z^2 / 2 from (load0, z0) to (load1, z1), without cancellation. */
static inline double rosin_relax_growth(double load0, double z0, double load1, double z1) {
  return 0.5 * load0 * (z1 - z0) * (z1 + z0) + 0.5 * (load1 - load0) * z1 * z1;
}

#endif
