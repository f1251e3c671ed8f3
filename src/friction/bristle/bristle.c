/* SPDX-License-Identifier: BSD-3-Clause */
/* The bristle's rate, its force at a given velocity, and its bookkeeping. The
 * solve of one is in bristle_solve.c, its part in that of a group in
 * bristle_tangent.c. */
#include "friction/bristle/bristle_rate.h"
#include "maths/maths.h"

#include <math.h>

double rosin_bristle_growth(double stiffening, double ratio) {
  return stiffening == 1 ? ratio : stiffening == 0.5 ? sqrt(ratio) : rosin_pow(ratio, stiffening);
}

/* What the way from one stiffness to another takes off sigma0 z^2/2, z at the first: a rise
 * leaves z from/to. */
static double let_go(double from, double to, double z) {
  const double moved = to - from;
  return 0.5 * z * z * (moved > 0 ? moved * (from / to) : -moved);
}

double rosin_bristle_follow(double *state, double mean, double end, double before, double period) {
  const double z = state[ROSIN_BRISTLE_Z];
  const double lost = let_go(state[ROSIN_BRISTLE_STIFFNESS], mean, before) + let_go(mean, end, z);
  state[ROSIN_BRISTLE_STIFFNESS] = end;
  state[ROSIN_BRISTLE_Z] = end > mean ? z * (mean / end) : z;
  return lost / period;
}

double rosin_bristle_stiffness(const rosin_bristle *b, double normal) {
  return b->reference_sigma0 * rosin_bristle_growth(b->stiffening, normal * b->per_reference);
}

static void stiffen(rosin_bristle *b, double normal) {
  const double growth = rosin_bristle_growth(b->stiffening, normal * b->per_reference);
  b->sigma0 = b->reference_sigma0 * growth;
  b->sigma1 = b->reference_sigma1 * growth;
  b->per_sigma0 = 1 / b->sigma0;
  b->per_sigma1 = b->sigma1 > 0 ? 1 / b->sigma1 : 0;
}

void rosin_bristle_reload(rosin_bristle *b, const rosin_load *load) {
  if (b->stiffens)
    stiffen(b, load->normal);
  b->coulomb = b->unit_coulomb * load->normal;
  b->stiction = b->unit_stiction * load->normal;
  b->z_ba = b->plastic ? 0 : b->breakaway * rosin_lesser(b->coulomb, b->stiction) * b->per_sigma0;
  b->z_max = rosin_greater(b->coulomb, b->stiction) * b->per_sigma0;
  b->damped = rosin_lesser(b->coulomb, 4 * b->stiction); /* passive while sigma1 |v| <= 4 g */
  b->corner = b->damped * b->per_sigma1;
  b->per_corner = b->limited && b->damped > 0 ? b->sigma1 / b->damped : 0;
  b->unheld = load->unheld | b->relaxes;
  b->per_bend = 1 / (b->sigma0 * b->half + b->sigma1);
  b->mobility = -1; /* the shares are to be taken anew */
}

void rosin_bristle_derive(rosin_bristle *b, const rosin_load *load) {
  b->per_sigma0 = 1 / b->sigma0;
  b->per_sigma1 = b->sigma1 > 0 ? 1 / b->sigma1 : 0;
  b->stiffens = b->stiffening > 0;
  b->reference_sigma0 = b->sigma0;
  b->reference_sigma1 = b->sigma1;
  b->per_velocity = 1 / b->stribeck_velocity;
  b->half = 0.5 * load->period;
  b->per_half = 1 / b->half;
  rosin_bristle_reload(b, load);
}

double rosin_bristle_rate(const rosin_bristle *b, double v, double z, double *dv, double *dz) {
  return bristle_rate(b, v, z, dv, dz);
}

/* The last Newton step, in shares of the width of the transition, less where damping counts
 * for more than stiffness; the error is its square. */
static const double step_share = 1e-7;

/* Transition: the only root of h(Z) = z0 + K2 V (1 - alpha Z / z_ss) - Z between
 * z_ba and z_ss; h falls throughout. */
static double transition(const rosin_bristle *b, double z0, double speed, double z_ss, double from,
                         int rounds, int *count) {
  double low = b->z_ba, high = z_ss;
  double z = fmin(fmax(from, low), high);
  const double bends = b->sigma0 * b->half,
               small = step_share * (high - low) * bends / (bends + b->sigma1);
  for (int i = 0; i < rounds; i++, ++*count) {
    double dz, unused;
    const double alpha = adhesion(b, z, z_ss, &dz, &unused);
    const double h = z0 + b->half * speed * (1 - alpha * z / z_ss) - z;
    const double slope = -b->half * speed * (dz * z + alpha) / z_ss - 1;
    if (h > 0)
      low = z;
    else
      high = z;
    double next = z - h / slope;
    const int inside = next >= low && next <= high;
    if (!inside)
      next = 0.5 * (low + high);
    const double step = fabs(next - z);
    z = next;
    if (step <= (inside ? small : 1e-15 * z_ss))
      break;
  }
  return z;
}

double rosin_bristle_deflection(const rosin_bristle *b, double z0, double speed, double from,
                                int rounds, double *slope, double *rate, int *count) {
  const double elastic = z0 + b->half * speed;
  *slope = b->half;
  *rate = speed;
  if (!b->plastic && elastic <= b->z_ba)
    return elastic;
  double ss_slope, alpha_z, alpha_ss;
  const double z_ss = steady_deflection(b, speed, &ss_slope);
  if (z_ss <= 0) {
    *slope = *rate = 0;
    return 0;
  }
  const double z = b->plastic || z0 >= z_ss ? elastic / (1 + b->half * speed / z_ss)
                                            : transition(b, z0, speed, z_ss, from, rounds, count);
  const double alpha = adhesion(b, z, z_ss, &alpha_z, &alpha_ss);
  const double ratio = z / z_ss;
  const double by_z = 1 + b->half * speed * (alpha_z * z + alpha) / z_ss;
  const double by_v =
      b->half * (1 - alpha * ratio - speed * ss_slope * (alpha_ss - alpha / z_ss) * ratio);
  *slope = by_v / by_z;
  *rate = by_z < 2 ? speed * (1 - alpha * ratio) : (z - z0) / b->half;
  return z;
}

/* Force with the bristle held at z (the load has fallen below what it carries). */
static void held_force(const rosin_bristle *b, double v, double z, double *f, double *slope) {
  double dv, dz, damping_slope;
  const double y = rosin_bristle_rate(b, v, z, &dv, &dz);
  const double s1 = bristle_damping(b, v, &damping_slope);
  *f = b->sigma0 * z + s1 * y + b->sigma2 * v;
  *slope = s1 * dv + damping_slope * y + b->sigma2;
}

int rosin_bristle_force(const rosin_bristle *b, const double *state, double v, int rounds,
                        double *f, double *slope) {
  double from = (v < 0 ? -1 : 1) * bristle_start(b, state);
  return rosin_bristle_force_from(b, state, v, &from, rounds, f, slope);
}

int rosin_bristle_force_from(const rosin_bristle *b, const double *state, double v, double *from,
                             int rounds, double *f, double *slope) {
  const double sign = v < 0 ? -1 : 1, z0 = sign * bristle_start(b, state);
  double z_slope, damping_slope, rate;
  int count = 1;
  const double z = rosin_bristle_deflection(b, z0, fabs(v), *from, rounds, &z_slope, &rate, &count);
  *from = z;
  if (fabs(z) > b->z_max && !b->unheld) {
    held_force(b, v, sign * copysign(b->z_max, z), f, slope);
    return count;
  }
  const double s1 = bristle_damping(b, v, &damping_slope);
  const double y = sign * rate;
  *f = b->sigma0 * sign * z + s1 * y + b->sigma2 * v;
  *slope = b->sigma0 * z_slope + s1 * z_slope / b->half + damping_slope * y + b->sigma2;
  return count;
}

/* Was the bristle held at its limit when force f arose at velocity v? One that moves back from
 * within it is not, however near it still is. */
static int was_held(const rosin_bristle *b, double v, double f, double z0, double z, int *count) {
  if (fabs(z) <= b->z_max * (1 - 1e-9) || b->relaxes || (v * z0 < 0 && fabs(z0) <= b->z_max))
    return 0;
  double held, slope;
  ++*count;
  held_force(b, v, copysign(b->z_max, z), &held, &slope);
  return fabs(held - f) <= 1e-7 * (b->coulomb + b->stiction);
}

/* z_max at the sample's end. */
static double last_limit(const rosin_bristle *b, const rosin_load *load) {
  if (load->normal == load->normal_end)
    return b->z_max;
  const double fallen = b->z_max * load->normal_end / load->normal;
  return b->stiffens && load->normal_end > 0
             ? fallen * (b->sigma0 / rosin_bristle_stiffness(b, load->normal_end))
             : fallen;
}

double rosin_bristle_commit(const rosin_bristle *b, double *state, const rosin_load *load, double v,
                            double f, int *count) {
  const double z0 = bristle_start(b, state);
  double slope;
  const double s1 = bristle_damping(b, v, &slope);
  const double rest = f - b->sigma0 * z0 - b->sigma2 * v;
  const double y = b->limited ? rest / (b->sigma0 * b->half + s1) : rest * b->per_bend;
  const double z = z0 + b->half * y;
  const double reach = fabs(z) > fabs(z0) ? z : z0;
  state[ROSIN_BRISTLE_V] = v;
  state[ROSIN_BRISTLE_RATE] = y;
  if (!was_held(b, v, f, z0, reach, count)) {
    state[ROSIN_BRISTLE_MEAN] = z;
    state[ROSIN_BRISTLE_Z] = z0 + load->period * y;
    return b->sigma0 * z * (v - y) + s1 * y * v + b->sigma2 * v * v;
  }
  const double mean = copysign(b->z_max, reach);
  const double limit = last_limit(b, load);
  const double end = fmin(fmax(2 * mean - z0, -limit), limit);
  state[ROSIN_BRISTLE_RATE] = (end - z0) / load->period;
  state[ROSIN_BRISTLE_MEAN] = mean;
  state[ROSIN_BRISTLE_Z] = end;
  return f * v - 0.5 * b->sigma0 * (end - z0) * (end + z0) / load->period;
}

double rosin_bristle_steady(const rosin_bristle *b, double v) {
  double slope;
  if (v == 0)
    return 0;
  return copysign(b->sigma0 * steady_deflection(b, fabs(v), &slope), v) + b->sigma2 * v;
}

/* sigma1 |v| <= min over 1 < r <= r_max of g r^2/(r - 1), r_max = f_s,max/g; or as far as the
 * bristle was bent beyond that, where the load has fallen and nothing held it. */
int rosin_bristle_passive(const rosin_bristle *b, double v, double z) {
  const double power = b->sigma1 * fabs(v);
  if (b->limited || power <= 4 * rosin_lesser(b->coulomb, b->stiction))
    return 1;
  double slope;
  const double g = b->sigma0 * steady_deflection(b, fabs(v), &slope);
  const double most = rosin_greater(b->z_max, fabs(z));
  const double r = b->relaxes ? 2 : b->sigma0 * most / g; /* relaxing, any */
  return r <= 1 || power <= (r >= 2 ? 4 * g : g * r * r / (r - 1));
}

/* One root if |K1| M < 1; M, the steepest fall of y with v, tabled over f_s/f_c
 * for c <= 0.7 and c = 0.95 (design notes, section 1). */
int rosin_bristle_unique(const rosin_bristle *b, double mobility) {
  static const double ratio[] = {1, 1.25, 1.5, 2, 3, 5};
  static const double soft[] = {0, 0.37, 0.77, 1.6, 3.4, 7.5};
  static const double hard[] = {0, 1.3, 1.9, 2.7, 3.6, 7.5};
  const double k1 = mobility * (b->sigma0 * b->half + b->sigma1);
  if (k1 * hard[5] < 1 && b->stiction <= 5 * b->coulomb)
    return 1;
  const double r = b->coulomb > 0 ? b->stiction / b->coulomb : 1e9;
  if (r <= 1)
    return 1;
  int i = 0;
  while (i < 4 && r > ratio[i + 1])
    i++;
  const double u = (r - ratio[i]) / (ratio[i + 1] - ratio[i]);
  const double share = b->plastic ? 0 : fmin(fmax((b->breakaway - 0.7) / 0.25, 0), 1);
  const double m = (1 - share) * (soft[i] + u * (soft[i + 1] - soft[i])) +
                   share * (hard[i] + u * (hard[i + 1] - hard[i]));
  return k1 * m < 1 + b->sigma2 * mobility;
}
