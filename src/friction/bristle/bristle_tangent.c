/* SPDX-License-Identifier: BSD-3-Clause */
/* What a group's solve asks of a bristle: its force linearised in velocity and rate
 * together, the rate eliminated, and where it only bends. */
#include "friction/bristle/bristle_tangent.h"

#include <math.h>

void rosin_bristle_bending(const rosin_bristle *b, double z0, double *low, double *high) {
  const double top = rosin_lesser(b->z_ba, b->z_max);
  *high = rosin_greater((top - z0) * b->per_half, 0);
  *low = rosin_lesser((-top - z0) * b->per_half, 0);
  if (fabs(z0) <= b->z_max || b->unheld)
    return;
  /* held until it has come back to z_max */
  *high = z0 > 0 ? rosin_lesser(*high, (b->z_max - z0) * b->per_half) : *high;
  *low = z0 < 0 ? rosin_greater(*low, (-b->z_max - z0) * b->per_half) : *low;
}

int rosin_bristle_bend(const rosin_bristle *b, const double *state, rosin_bend *e) {
  const double z0 = bristle_start(b, state);
  double s1, unused;
  const int linear = !b->limited || b->sigma1 <= 0;
  if (b->plastic || !e)
    return b->plastic ? 0 : 1 + linear;
  rosin_bristle_bending(b, z0, &e->low, &e->high);
  e->linear = linear;
  e->f0 = b->sigma0 * z0;
  e->slope = b->sigma0 * b->half + b->sigma2;
  s1 = bristle_damping(b, e->low, &unused);
  e->f_low = e->f0 + (e->slope + s1) * e->low;
  if (!e->linear)
    s1 = bristle_damping(b, e->high, &unused);
  e->f_high = e->f0 + (e->slope + s1) * e->high;
  e->slope += e->linear ? b->sigma1 : 0;
  return 1 + linear;
}

int rosin_bristle_tangent(const rosin_bristle *b, const double *state, double v, double w,
                          int whole, int rounds, rosin_tangent *t) {
  return bristle_tangent(b, state, v, w, whole, rounds, t);
}
