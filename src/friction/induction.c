/* SPDX-License-Identifier: BSD-3-Clause */
/* Induction friction (Martinez 2025): static, after a Steinmetz circuit,
 *   F(v) = 2 F_max v_m v / (v^2 + v_m^2),  v_m = v_0 + zeta |v| / 2,  F_max = mu N.
 * F rises from 0, peaks at F_max and falls to zeta / (1 + zeta^2/4) F_max: it
 * creeps where others stick. v + B F(v) = v_free has its roots between 0 and
 * v_free; with several, the one continuous with the last velocity is taken. */
#include "friction/bristle_table.h"
#include "friction/law.h"

#include <math.h>

enum { MU, V0, ZETA };
enum { LAST, STATES }; /* the last velocity, where the search starts */

static const rosin_parameter table[] = {
    {"mu", "", 0, 100, 0.4, "peak friction coefficient, F_max = mu force", ROSIN_ROW(MU)},
    {"v0", "m/s", 1e-6, 1000, 0.01, "speed scale of the peak, which is at v0 / (1 - zeta/2)",
     ROSIN_ROW(V0)},
    {"zeta", "", 0, 1.99, 0.5, "high-speed share: F -> zeta / (1 + zeta^2/4) F_max",
     ROSIN_ROW(ZETA)},
    ROSIN_ROW_END,
};

static double curve(const rosin_law *law, double normal, double v, double *slope) {
  const double peak = 2 * law->value[MU] * normal, half_zeta = 0.5 * law->value[ZETA];
  const double vm = law->value[V0] + half_zeta * fabs(v);
  const double dvm = v < 0 ? -half_zeta : half_zeta;
  const double sum = v * v + vm * vm;
  *slope = peak * (dvm * v + vm) / sum - peak * vm * v * (2 * v + 2 * vm * dvm) / (sum * sum);
  return peak * vm * v / sum;
}

static void law_force(const rosin_law *law, const double *state, const rosin_load *load,
                      const double *v, double *f, double *slope) {
  (void)state;
  *f = curve(law, load->normal, *v, slope);
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  double low = fmin(0, v_free), high = fmax(0, v_free), width = high - low;
  double v = fmin(fmax(state[LAST], low), high);
  const double tolerance = 1e-9 * law->value[MU] * load->normal;
  out->converged = 0;
  for (out->iterations = 1; out->iterations < 200; out->iterations++) {
    double slope;
    const double f = curve(law, load->normal, v, &slope);
    const double g = v_free - v - mobility * f;
    out->f = f;
    /* the second bound keeps the sign of f v while it creeps */
    out->converged = (fabs(g) <= mobility * tolerance && fabs(g) <= 1e-3 * fabs(v)) ||
                     high - low <= 4e-16 * fabs(v_free);
    if (out->converged)
      break;
    if (g > 0)
      low = v;
    else
      high = v;
    const double total = 1 + mobility * slope, newton = v + g / total;
    const int shrinks = out->iterations % 4 != 0 || high - low <= 0.25 * width;
    if (out->iterations % 4 == 0)
      width = high - low;
    v = total > 0 && newton >= low && newton <= high && shrinks ? newton : 0.5 * (low + high);
  }
  out->v = mobility > 0 ? v_free - mobility * out->f : v; /* as the bodies will move */
}

/* B max(-dF/dv) < 1; the steepest fall is found on a grid of v / v_peak. */
static int law_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  const double steepest = 0.25 * law->value[MU] * load->normal / law->value[V0];
  if (mobility * steepest < 1) /* -dF/dv never exceeds F_max / (4 v_0): zeta = 0, v = sqrt(3) v_0 */
    return 1;
  double fall = 0;
  for (int i = 0; i < 16; i++) {
    double slope;
    curve(law, load->normal, law->value[V0] * (1 + 0.4 * i), &slope);
    fall = fmax(fall, -slope);
  }
  return mobility * fall < 1;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  (void)law;
  (void)load;
  state[LAST] = *v;
  solution->power = *f * *v;
  solution->passive = 1;
}

static void law_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                     double mobility, rosin_solution *solution) {
  law_solve(law, state, load, v_free, mobility, solution);
  law_commit(law, state, load, &solution->v, &solution->f, solution);
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[MU] * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  double slope;
  return curve(law, load->normal, v, &slope);
}

static double law_zero(const rosin_law *law, const double *state) {
  (void)law;
  (void)state;
  return 0;
}

static void law_release(const rosin_law *law, double *state) {
  (void)law;
  state[LAST] = 0;
}

const rosin_law_ops rosin_law_induction = {
    .name = "induction",
    .summary = "static curve from an electrical machine; creeps (Martinez 2025)",
    .parameters = table,
    .axes = 1,
    .states = STATES,
    .force = law_force,
    .commit = law_commit,
    .solve = law_solve,
    .step = law_step,
    .unique = law_unique,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_zero,
    .energy = law_zero,
    .release = law_release,
};
