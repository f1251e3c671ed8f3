/* SPDX-License-Identifier: BSD-3-Clause */
/** The bristle's rate, inlined where it is iterated. */
#ifndef ROSIN_BRISTLE_RATE_H
#define ROSIN_BRISTLE_RATE_H

#include "friction/bristle/bristle.h"
#include "maths/maths.h"
#include "pi.h"

#include <math.h>

/* A group's last Newton step, in shares of the scales on which y bends; the error is its
 * square. */
static const double bristle_step_share = 1e-5;

/* The same as force, at a given rate, N. */
static inline double bristle_force_step(const rosin_bristle *b) {
  return bristle_step_share * rosin_greater(1 - b->breakaway, 1e-3) * b->coulomb;
}

/* Deflection at the sample's begin, under its mean load. */
static inline double bristle_start(const rosin_bristle *b, const double *state) {
  const double z = state[ROSIN_BRISTLE_Z];
  if (!b->stiffens)
    return z;
  const double before = state[ROSIN_BRISTLE_STIFFNESS];
  return before < b->sigma0 ? z * (before * b->per_sigma0) : z;
}

/* exp(-u^n), and the slope of u^n. */
static inline double bristle_fade(double exponent, double u, double *bend) {
  double power;
  if (exponent == 2) {
    power = u * u;
    *bend = 2 * u;
  } else if (exponent == 1) {
    power = u;
    *bend = 1;
  } else if (exponent == 0.5) {
    power = sqrt(u);
    *bend = u > 0 ? 0.5 / power : 0;
  } else {
    power = rosin_pow(u, exponent);
    *bend = u > 0 ? exponent * power / u : 0;
  }
  return rosin_exp(-power);
}

/* z_ss (m, positive) at |v|, and its slope. */
static inline double steady_deflection(const rosin_bristle *b, double speed, double *slope) {
  double bend;
  const double excess =
      (b->stiction - b->coulomb) * bristle_fade(b->exponent, speed * b->per_velocity, &bend);
  *slope = -excess * bend * b->per_velocity * b->per_sigma0;
  return (b->coulomb + excess) * b->per_sigma0;
}

/* sin and cos of t for |t| <= pi/4, to 1e-16: Taylor to t^16. The transition of
 * alpha needs both at each evaluation, and this costs a third of libm's pair. */
static inline void sine_cosine(double t, double *sine, double *cosine) {
  const double x = t * t, x2 = x * x, x4 = x2 * x2;
  const double s0 = 1 - x * (1.0 / 6), s1 = 1.0 / 120 - x * (1.0 / 5040);
  const double s2 = 1.0 / 362880 - x * (1.0 / 39916800),
               s3 = 1.0 / 6227020800 - x * (1.0 / 1307674368000);
  const double c0 = 1 - x * (1.0 / 2), c1 = 1.0 / 24 - x * (1.0 / 720);
  const double c2 = 1.0 / 40320 - x * (1.0 / 3628800),
               c3 = 1.0 / 479001600 - x * (1.0 / 87178291200);
  *sine = t * (s0 + x2 * s1 + x4 * (s2 + x2 * s3));
  *cosine = c0 + x2 * c1 + x4 * (c2 + x2 * (c3 + x2 * (1.0 / 20922789888000)));
}

/* alpha and its partial derivatives at deflection z > 0 along the motion. */
static inline double adhesion(const rosin_bristle *b, double z, double z_ss, double *dz,
                              double *dz_ss) {
  *dz = *dz_ss = 0;
  if (b->plastic || z >= z_ss)
    return 1;
  if (z <= b->z_ba)
    return 0;
  const double width = 1 / (z_ss - b->z_ba);
  const double u = (z - 0.5 * (z_ss + b->z_ba)) * width;
  double s, c; /* alpha = (1 + sin(pi u))/2 = (sin + cos)^2/2 of pi u/2 */
  sine_cosine(0.5 * pi * u, &s, &c);
  const double slope = 0.5 * pi * (c - s) * (c + s) * width;
  *dz = slope;
  *dz_ss = -slope * (0.5 + u);
  return 0.5 * (s + c) * (s + c);
}

/* y and its partial derivatives; see rosin_bristle_rate. */
static inline double bristle_rate(const rosin_bristle *b, double v, double z, double *dv,
                                  double *dz) {
  const double sign = v < 0 ? -1 : 1, along = sign * z;
  *dv = 1;
  *dz = 0;
  if (!b->plastic && along <= b->z_ba)
    return v;
  const double speed = fabs(v);
  double slope, alpha_z, alpha_ss;
  const double z_ss = steady_deflection(b, speed, &slope);
  if (z_ss <= 0) /* no load: nothing holds the bristle */
    return 0;
  const double alpha = adhesion(b, along, z_ss, &alpha_z, &alpha_ss);
  const double per_ss = 1 / z_ss, ratio = along * per_ss;
  *dz = -speed * (alpha_z * along + alpha) * per_ss;
  *dv = 1 - alpha * ratio - speed * slope * (alpha_ss - alpha * per_ss) * ratio;
  return v * (1 - alpha * ratio);
}

/* sigma1, or sigma1(v) = f_c / sqrt(v^2 + (f_c/sigma1)^2), always passive
 * (Matusiak, Chatziioannou and van Walstijn 2025); with 4 f_s for f_c where that is less, since
 * sigma1(v) |v| <= 4 g needs it (they have f_s >= f_c). */
static inline double bristle_damping(const rosin_bristle *b, double v, double *slope) {
  *slope = 0;
  if (!b->limited || b->sigma1 <= 0)
    return b->sigma1;
  if (b->damped <= 0)
    return 0;
  const double u = v * b->per_corner;
  if (u * u < 1e-8) { /* the same, rounded */
    const double share = 1 - 0.5 * u * u;
    *slope = -b->sigma1 * b->per_corner * u;
    return b->sigma1 * share;
  }
  const double per = 1 / sqrt(v * v + b->corner * b->corner);
  *slope = -b->damped * v * per * per * per;
  return b->damped * per;
}

/* Solve and commit of a sample in which the bristle bends and no more: no iteration, and
 * nothing waits for a division. Returns 0, with nothing done, where it may slip or be held. */
static inline int bristle_bends(rosin_bristle *b, double *state, const rosin_load *load,
                                double v_free, double mobility, rosin_solution *out) {
  const double z0 = state[ROSIN_BRISTLE_Z], room = b->z_max * (1 - 1e-9);
  rosin_bristle_at_mobility(b, mobility);
  const double left = v_free - mobility * b->sigma0 * z0, y = left * b->elastic_share;
  const double z = z0 + b->half * y;
  if (b->limited || b->plastic || b->stiffens || (y < 0 ? -z : z) > b->z_ba || fabs(z) > room ||
      fabs(z0) > room)
    return 0;
  const double stiff = mobility * (b->sigma0 * b->half + b->sigma1);
  const double v = left * b->share - stiff * b->share * y;
  state[ROSIN_BRISTLE_Z] = z0 + load->period * y;
  state[ROSIN_BRISTLE_RATE] = y;
  state[ROSIN_BRISTLE_MEAN] = z;
  state[ROSIN_BRISTLE_V] = v;
  out->f = b->sigma0 * z + b->sigma1 * y + b->sigma2 * v;
  out->v = v;
  out->own = y;
  out->power = b->sigma0 * z * (v - y) + b->sigma1 * y * v + b->sigma2 * v * v;
  out->iterations = out->exact = 0;
  out->converged = 1;
  out->passive = b->sigma1 * fabs(v) <= 4 * rosin_lesser(b->coulomb, b->stiction) ||
                 rosin_bristle_passive(b, v, z);
  return 1;
}

#endif
