/* SPDX-License-Identifier: BSD-3-Clause */
/** Four bristles on their way through a solve, a lane each. To be read beside bristle_tangent.c and
 *  bristle_rate.h: nothing may be reordered. For solve.c and apart.c alone. */
#ifndef ROSIN_QUAD_H
#define ROSIN_QUAD_H

#include "contact/abreast/four.h"
#include "friction/bristle/bristle_rate.h"

#include <math.h>

/* All in lanes. */
typedef struct {
  rosin_abreast *a;
  int at;                        /* the first of them */
  four_mask real;                /* lanes in use */
  four v, w;                     /* velocities and rates */
  four f, slope, step, turn;     /* tangents, */
  four from, to, most;           /* and where they hold: low, high, most */
  four moved;                    /* w since they were taken */
  four low, high, f_low, f_high; /* where bristles bend, and the forces there, */
  four f0, rises;                /* f0 + rises v between */
  four_mask open, sent;          /* tangents that do not hold; back to bending already */
  four half, sigma0, sigma1, z_ba, z0, limit; /* the bristles; infinite where none is held */
} quad;

/* rosin_bristle_reload, bristle_start */
FOUR_INLINE void quad_load(quad *s) {
  const rosin_abreast *a = s->a;
  const rosin_abreast_numbers *n = &a->numbers;
  rosin_abreast_bristles *b = &s->a->bristles;
  double *const *state = a->state + s->at;
  const four normal = four_at(a->normal + s->at);
  const four before = {state[0][ROSIN_BRISTLE_STIFFNESS], state[1][ROSIN_BRISTLE_STIFFNESS],
                       state[2][ROSIN_BRISTLE_STIFFNESS], state[3][ROSIN_BRISTLE_STIFFNESS]};
  s->half = four_at(n->half + s->at);
  s->z0 = (four){state[0][ROSIN_BRISTLE_Z], state[1][ROSIN_BRISTLE_Z], state[2][ROSIN_BRISTLE_Z],
                 state[3][ROSIN_BRISTLE_Z]};
  s->w = (four){state[0][ROSIN_BRISTLE_RATE], state[1][ROSIN_BRISTLE_RATE],
                state[2][ROSIN_BRISTLE_RATE], state[3][ROSIN_BRISTLE_RATE]};
  s->sigma0 = four_at(n->sigma0 + s->at);
  s->sigma1 = four_at(n->sigma1 + s->at);
  if (n->stiffens) {
    const four ratio = normal * four_at(n->per_reference + s->at);
    const four growth = four_growth(n->power, four_pick(s->real, ratio, four_all(1)));
    s->sigma0 = s->sigma0 * growth;
    s->sigma1 = s->sigma1 * growth;
  }
  const four per_sigma0 = 1 / s->sigma0;
  if (n->stiffens)
    s->z0 = four_pick(before < s->sigma0, s->z0 * (before * per_sigma0), s->z0);
  const four coulomb = four_at(n->unit_coulomb + s->at) * normal;
  const four stiction = four_at(n->unit_stiction + s->at) * normal;
  s->z_ba = four_at(n->breakaway + s->at) * four_lesser(coulomb, stiction) * per_sigma0;
  const four z_max = four_greater(coulomb, stiction) * per_sigma0;
  const four relaxes = four_at(n->relaxes + s->at);
  s->limit = four_pick((four_mask)relaxes, four_all((double)INFINITY), z_max * (1 + 1e-12));
  four_put(b->sigma0 + s->at, s->sigma0);
  four_put(b->sigma1 + s->at, s->sigma1);
  four_put(b->coulomb + s->at, coulomb);
  four_put(b->stiction + s->at, stiction);
  four_put(b->z_ba + s->at, s->z_ba);
  four_put(b->z_max + s->at, z_max);
  four_put(b->per_sigma0 + s->at, per_sigma0);
  four_put(b->per_bend + s->at, 1 / (s->sigma0 * s->half + s->sigma1));
  four_put(b->z0 + s->at, s->z0);
}

/* rosin_bristle_bend */
FOUR_INLINE void quad_bends(quad *s) {
  const rosin_abreast_numbers *n = &s->a->numbers;
  const four zero = {0}, per_half = four_at(n->per_half + s->at), z0 = s->z0;
  const four z_max = four_at(s->a->bristles.z_max + s->at), top = four_lesser(s->z_ba, z_max);
  const four_mask free = (four_size(z0) <= z_max) | (four_mask)four_at(n->relaxes + s->at);
  s->high = four_greater((top - z0) * per_half, zero);
  s->low = four_lesser((-top - z0) * per_half, zero);
  s->high = four_pick((z0 > 0) & ~free, four_lesser(s->high, (z_max - z0) * per_half), s->high);
  s->low = four_pick((z0 < 0) & ~free, four_greater(s->low, (-z_max - z0) * per_half), s->low);
  const four slope = s->sigma0 * s->half + four_at(n->sigma2 + s->at);
  s->f0 = s->sigma0 * z0;
  s->f_low = s->f0 + (slope + s->sigma1) * s->low;
  s->f_high = s->f0 + (slope + s->sigma1) * s->high;
  s->rises = slope + s->sigma1;
}

/* bristle_fade of exponents that differ, one by one. */
FOUR_INLINE four fade_each(const quad *s, four u, four *bow) {
  double faded[ROSIN_FOUR] = {0}, bows[ROSIN_FOUR] = {0};
  for (int i = 0; i < ROSIN_FOUR && s->at + i < s->a->count; i++)
    faded[i] = bristle_fade(s->a->numbers.exponent[s->at + i], u[i], &bows[i]);
  *bow = four_at(bows);
  return four_at(faded);
}

/* bristle_fade; also of those that do not slip, since a branch guessed wrongly takes longer. */
FOUR_INLINE four fade(const quad *s, four u, four *bow) {
  const double shape = s->a->numbers.shape;
  const four zero = {0};
  four power;
  if (shape == 0.5) {
    power = four_root(u);
    *bow = four_pick(u > 0, 0.5 / power, zero);
  } else if (shape == 2) {
    power = u * u;
    *bow = 2 * u;
  } else if (shape == 1) {
    power = u;
    *bow = four_all(1);
  } else if (shape == shape) {
    power = rosin_pow_4(four_pick(s->real, u, four_all(1)), four_all(shape));
    *bow = four_pick(u > 0, shape * power / u, zero);
  } else
    return fade_each(s, u, bow);
  return rosin_exp_4(-four_pick(s->real, power, zero));
}

FOUR_INLINE four sines(four t, four *cosine) {
  const four x = t * t, x2 = x * x, x4 = x2 * x2;
  const four s0 = 1 - x * (1.0 / 6), s1 = 1.0 / 120 - x * (1.0 / 5040);
  const four s2 = 1.0 / 362880 - x * (1.0 / 39916800),
             s3 = 1.0 / 6227020800 - x * (1.0 / 1307674368000);
  const four c0 = 1 - x * (1.0 / 2), c1 = 1.0 / 24 - x * (1.0 / 720);
  const four c2 = 1.0 / 40320 - x * (1.0 / 3628800), c3 = 1.0 / 479001600 - x * (1.0 / 87178291200);
  *cosine = c0 + x2 * c1 + x4 * (c2 + x2 * (c3 + x2 * (1.0 / 20922789888000)));
  return t * (s0 + x2 * s1 + x4 * (s2 + x2 * s3));
}

/* steady_deflection of bristles that slip, and its slope over the speed */
FOUR_INLINE four deflect(const quad *s, four speed, four *slope) {
  const rosin_abreast_bristles *b = &s->a->bristles;
  const four per_velocity = four_at(s->a->numbers.per_velocity + s->at);
  const four per_sigma0 = four_at(b->per_sigma0 + s->at), coulomb = four_at(b->coulomb + s->at);
  four bow;
  const four excess =
      (four_at(b->stiction + s->at) - coulomb) * fade(s, speed * per_velocity, &bow);
  *slope = -excess * bow * per_velocity * per_sigma0;
  return (coulomb + excess) * per_sigma0;
}

/* adhesion, and its slopes over the deflection and the steady one */
FOUR_INLINE four adhere(four along, four z_ba, four z_ss, four *by_z, four *by_ss) {
  const four zero = {0}, one = {1, 1, 1, 1};
  const four_mask full = along >= z_ss;
  const four width = 1 / (z_ss - z_ba), place = (along - 0.5 * (z_ss + z_ba)) * width;
  four c;
  const four sine = sines(0.5 * pi * place, &c);
  const four rise = 0.5 * pi * (c - sine) * (c + sine) * width;
  *by_z = four_pick(full, zero, rise);
  *by_ss = four_pick(full, zero, -rise * (0.5 + place));
  return four_pick(full, one, 0.5 * (sine + c) * (sine + c));
}

/* bristle_rate of bristles that slip at v, deflected by `along` the motion, and its partial
 * derivatives */
FOUR_INLINE four quad_rate(const quad *s, four v, four along, four *dv, four *dz) {
  const four zero = {0}, one = {1, 1, 1, 1}, speed = four_size(v);
  four slope, alpha_z, alpha_ss;
  const four z_ss = deflect(s, speed, &slope);
  const four alpha = adhere(along, s->z_ba, z_ss, &alpha_z, &alpha_ss);
  const four_mask flat = z_ss <= 0;
  const four per_ss = 1 / z_ss, ratio = along * per_ss;
  *dz = four_pick(flat, zero, -speed * (alpha_z * along + alpha) * per_ss);
  *dv =
      four_pick(flat, one, 1 - alpha * ratio - speed * slope * (alpha_ss - alpha * per_ss) * ratio);
  return four_pick(flat, zero, v * (1 - alpha * ratio));
}

/* Lanes in use of the four from `at` on. */
FOUR_INLINE four_mask quad_used(const rosin_abreast *a, int at) {
  static const int64_t used[] = {-1, -1, -1, -1, 0, 0, 0};
  const int left = a->count - at;
  return four_mask_at(used + ROSIN_FOUR - (left < ROSIN_FOUR ? left : ROSIN_FOUR));
}

#endif
