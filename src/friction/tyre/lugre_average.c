/* SPDX-License-Identifier: BSD-3-Clause */
/* LuGre of a rolling patch, lumped to its mean deflection (Canudas-de-Wit and others
 * 2003, eq. 53-54):
 *   dz/dt = v - sigma0 |v| z / g(v) - kappa |omega r| z,
 *   f = (sigma0 z + sigma1 dz/dt + sigma2 v) N,
 * kappa L by `form`: 0 constant `kappa` (1 to 2, eq. 66); 1 parabolic load, linear
 * bristles: 2 (59); 2 the same with bristles as a root: 7/6 (60); 3 adhesion up to the
 * share b (61, with phi = b sat(zeta/(b L))); 4 exponential load: lambda (63);
 * 5 uniform load, exact in steady state (67). At rest it is LuGre per unit load.
 *
 * Passive under a steady load while sigma1 (sigma0 |v|/g + kappa |omega r|) <= 4 sigma0. */
#include "friction/relax.h"
#include "friction/scalar.h"
#include "friction/tyre/tyre.h"

enum { FORM = TYRE_ROWS, KAPPA, SHARE, LAMBDA };
enum { LAST = ROSIN_LAST, Z, MEAN, LOAD, STATES };

static const rosin_parameter table[] = {
    ROSIN_TYRE_TABLE,
    {"form", "", 0, 5, 5, "kappa L: 0 kappa, 1 eq. 59, 2 eq. 60, 3 eq. 61, 4 eq. 63, 5 eq. 67",
     ROSIN_ROW(FORM)},
    {"kappa", "", 0, 100, 1.2, "kappa L of form 0", ROSIN_ROW(KAPPA)},
    {"adhesion", "", 0.01, 1, 0.5, "b of form 3, share of the patch that adheres",
     ROSIN_ROW(SHARE)},
    {"lambda", "", 0, 100, 3, "decay of the load along the patch, form 4", ROSIN_ROW(LAMBDA)},
    ROSIN_ROW_END,
};

/* kappa L of the forms that do not depend on v. */
static double constant(const double *p, int form) {
  const double b = p[SHARE];
  switch (form) {
  case 1:
    return 2;
  case 2:
    return 7.0 / 6;
  case 3:
    return 2 * b * (3 - 2 * b) / (b * b * b - 2 * b * b + 2);
  case 4:
    return p[LAMBDA];
  default:
    return p[KAPPA];
  }
}

static rosin_relax rates(const double *p, const rosin_load *load, double v) {
  rosin_relax r = {.a = v, .a_slope = 1};
  const int form = (int)(p[FORM] + 0.5);
  const double turns = fabs(load->rolling) / p[TYRE_LENGTH]; /* patches a second */
  r.b = rosin_tyre_wear(p, load, v, &r.b_slope);
  if (form == 5 && turns > ROSIN_TYRE_STILL) {
    double slope;
    r.b += turns * rosin_tyre_entry(r.b / turns, &slope);
    r.b_slope *= 1 + slope;
  } else {
    r.b += turns * constant(p, form);
  }
  return r;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  const double *p = law->value, n = load->normal;
  const rosin_relax r = rates(p, load, *v);
  const rosin_relaxed z = rosin_relax_step(&r, state[Z], load->period);
  *f = n * (p[TYRE_SIGMA0] * z.mean + p[TYRE_SIGMA1] * z.rate + p[TYRE_SIGMA2] * *v);
  *slope = n * (p[TYRE_SIGMA0] * z.mean_slope + p[TYRE_SIGMA1] * z.rate_slope + p[TYRE_SIGMA2]);
  return 1;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double u = rosin_scalar_agree(law, state, load, *v, *f, solution);
  const double *p = law->value;
  const rosin_relax r = rates(p, load, u);
  const rosin_relaxed z = rosin_relax_step(&r, state[Z], load->period);
  const double end = rosin_relax_end(&z, state[Z], load->period, rosin_tyre_limit(p, load));
  const double own =
      load->normal * (p[TYRE_SIGMA0] * z.mean + p[TYRE_SIGMA1] * z.rate + p[TYRE_SIGMA2] * u);
  solution->power = own * u - p[TYRE_SIGMA0] / load->period *
                                  rosin_relax_growth(state[LOAD], state[Z], load->normal_end, end);
  solution->passive =
      rosin_load_steady(load, state[LOAD], state[Z]) && p[TYRE_SIGMA1] * r.b <= 4 * p[TYRE_SIGMA0];
  state[LAST] = u;
  state[Z] = end;
  state[MEAN] = z.mean;
  state[LOAD] = load->normal_end;
}

/* The steepest fall is met by a bristle bent as far as it goes. */
static double law_fall(const rosin_law *law, const rosin_load *load, int index, int *evaluations) {
  double state[STATES] = {0};
  const double rest = rosin_scalar_fall_from(law, state, load, index, evaluations);
  state[Z] = rosin_tyre_limit(law->value, load);
  return fmax(rest, rosin_scalar_fall_from(law, state, load, index, evaluations));
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[TYRE_MU_K] * rosin_load_road(load) * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  const double *p = law->value;
  const rosin_relax r = rates(p, load, v);
  return load->normal * ((r.b > 0 ? p[TYRE_SIGMA0] * v / r.b : 0) + p[TYRE_SIGMA2] * v);
}

static double law_bristle(const rosin_law *law, const double *state) {
  (void)law;
  return state[MEAN];
}

static double law_energy(const rosin_law *law, const double *state) {
  return 0.5 * law->value[TYRE_SIGMA0] * state[LOAD] * state[Z] * state[Z];
}

const rosin_law_ops rosin_law_lugre_average = {
    .name = "lugre-average",
    .summary = "LuGre of a rolling tyre, lumped (Canudas-de-Wit 2003, eq. 53-67)",
    .parameters = table,
    .axes = 1,
    .states = STATES,
    .force = law_force,
    .commit = law_commit,
    .fall = law_fall,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
};
