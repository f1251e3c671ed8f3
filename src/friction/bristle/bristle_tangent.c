/* SPDX-License-Identifier: BSD-3-Clause */
/* What a group's solve asks of a bristle: its force linearised in velocity and rate
 * together, the rate eliminated, and where it only bends. */
#include "friction/bristle/bristle_rate.h"

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

/* The load has fallen and holds no more than z_max: force at the held deflection z, while
 * the rate is still that of the bristle let go, to say whether it is held. */
static void hold(const rosin_bristle *b, double v, double z, rosin_tangent *t) {
  double dv, dz, s1_slope;
  const double held = copysign(b->z_max, z), y = bristle_rate(b, v, held, &dv, &dz);
  const double s1 = bristle_damping(b, v, &s1_slope);
  t->f = b->sigma0 * held + s1 * y + b->sigma2 * v;
  t->slope = s1 * dv + s1_slope * y + b->sigma2;
}

/* At velocity v the deflection is known at once where the bristle bends or slips wholly.
 * Between, Newton in w as long as it stays there, else a solve at this v. */
int rosin_bristle_tangent(const rosin_bristle *b, const double *state, double v, double w,
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
    hold(b, v, next, t);
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
