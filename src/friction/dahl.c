/* SPDX-License-Identifier: BSD-3-Clause */
/* Dahl (1968; Canudas-de-Wit 2003, eq. 15): with s = sgn(v),
 *   dF/dx = sigma0 |1 - s F/F_c|^beta sgn(1 - s F/F_c),
 * rate-independent. beta = 1 is LuGre with f_s = f_c and no damping, and takes the
 * bristles' way. Others take the shared solve, the mean deflection found from v by a
 * bracketed Newton; where the load has fallen z is held at F_c/sigma0, as bristles are.
 * Passive for every beta: the loss is F v (1 - |1 - s F/F_c|^beta sgn(...)). */
#include "friction/bristle.h"
#include "friction/bristle_table.h"
#include "friction/relax.h"
#include "friction/scalar.h"

#include <math.h>

enum { SIGMA0, MU_K, BETA };

static const rosin_parameter table[] = {
    ROSIN_ROW_SIGMA0(SIGMA0),
    ROSIN_ROW_MU_KINETIC(MU_K),
    {"beta", "", 0.1, 10, 1, "shape of the loop: below 1 yields late, above 1 early",
     ROSIN_ROW(BETA)},
    ROSIN_ROW_END,
};

static void numbers(const rosin_law *law, double normal, rosin_bristle *b) {
  const double *p = law->value;
  *b = (rosin_bristle){.sigma0 = p[SIGMA0],
                       .coulomb = p[MU_K] * normal,
                       .stiction = p[MU_K] * normal,
                       .stribeck_velocity = 1,
                       .exponent = 2,
                       .plastic = 1};
}

#define ROSIN_BRISTLE_LAW rosin_law_dahl_linear
#define ROSIN_BRISTLE_NAME "dahl"
#define ROSIN_BRISTLE_SUMMARY "hysteresis without dependence on speed (Dahl 1968)"
#include "friction/bristle_ops.h"

/* The bristle's states. The shared solve starts from the first, z: as good as 0. */
enum { Z = ROSIN_BRISTLE_Z, RATE = ROSIN_BRISTLE_RATE, MEAN = ROSIN_BRISTLE_MEAN };

/* |w|^beta sgn w and its slope. */
static double power_of(double w, double beta, double *slope) {
  const double size = fabs(w), power = pow(size, beta);
  *slope = size > 0 ? beta * power / size : 0;
  return copysign(power, w);
}

/* Mean deflection along the motion, in shares of F_c/sigma0: the root of
 * r = r0 + d |1 - r|^beta sgn(1 - r), between r0 and 1; d is half a sample's way. */
static double share(double r0, double d, double beta, double *by_d) {
  double low = fmin(r0, 1), high = fmax(r0, 1), r = fmin(fmax(r0 + d * (1 - r0), low), high);
  double slope = 0, flow = 0;
  for (int i = 0; i < 200; i++) {
    flow = power_of(1 - r, beta, &slope);
    const double h = r0 + d * flow - r, newton = r + h / (1 + d * slope);
    if (fabs(newton - r) <= 2e-16 * fabs(r) || high - low <= 2e-16 * (fabs(low) + fabs(high)))
      break;
    if (h > 0)
      low = r;
    else
      high = r;
    r = newton > low && newton < high && i % 8 != 7 ? newton : 0.5 * (low + high);
  }
  *by_d = flow / (1 + d * slope);
  return r;
}

static double mean(const rosin_law *law, const double *state, const rosin_load *load, double v,
                   double *slope) {
  const double top = law->value[MU_K] * load->normal / law->value[SIGMA0];
  const double sign = v < 0 ? -1 : 1, half = 0.5 * load->period;
  const double r = share(sign * state[Z] / top, half * fabs(v) / top, law->value[BETA], slope);
  *slope *= half;
  if (fabs(r) <= 1)
    return sign * r * top;
  *slope = 0;
  return sign * copysign(top, r);
}

static void curved_force(const rosin_law *law, const double *state, const rosin_load *load,
                         const double *v, double *f, double *slope) {
  *f = law->value[SIGMA0] * mean(law, state, load, *v, slope);
  *slope *= law->value[SIGMA0];
}

static void curved_commit(const rosin_law *law, double *state, const rosin_load *load,
                          const double *v, const double *f, rosin_solution *solution) {
  const double u = rosin_scalar_agree(law, state, load, *v, *f);
  const double top = law->value[MU_K] * load->normal_end / law->value[SIGMA0];
  double slope;
  const double z = mean(law, state, load, u, &slope), z0 = state[Z];
  state[Z] = fmax(fmin(2 * z - z0, top), -top);
  state[MEAN] = z;
  state[RATE] = (state[Z] - z0) / load->period;
  solution->power =
      law->value[SIGMA0] * (z * u - 0.5 * (state[Z] - z0) * (state[Z] + z0) / load->period);
  solution->passive = 1;
}

static int is_linear(const rosin_law *law) {
  return law->value[BETA] == 1;
}

static void any_force(const rosin_law *law, const double *state, const rosin_load *load,
                      const double *v, double *f, double *slope) {
  (is_linear(law) ? law_force : curved_force)(law, state, load, v, f, slope);
}

static void any_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  (is_linear(law) ? law_commit : curved_commit)(law, state, load, v, f, solution);
}

static void any_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  (is_linear(law) ? law_solve : rosin_scalar_solve)(law, state, load, v_free, mobility, out);
}

static void any_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                     double mobility, rosin_solution *solution) {
  (is_linear(law) ? law_step : rosin_scalar_step)(law, state, load, v_free, mobility, solution);
}

/* f rises with v for every beta. */
static int any_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  return is_linear(law) ? law_unique(law, load, mobility) : 1;
}

const rosin_law_ops rosin_law_dahl = {
    .name = ROSIN_BRISTLE_NAME,
    .summary = ROSIN_BRISTLE_SUMMARY,
    .parameters = table,
    .axes = 1,
    .states = ROSIN_BRISTLE_STATES,
    .force = any_force,
    .commit = any_commit,
    .solve = any_solve,
    .step = any_step,
    .unique = any_unique,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
    .release = law_release,
};
