/* SPDX-License-Identifier: BSD-3-Clause */
/* Induction friction (Martinez 2025, eq. 8, 11, 38): static, after a Steinmetz circuit,
 *   F(v) = 2 F_max v_m v / (v^2 + v_m^2),  v_m = v_0 + zeta |v| / 2 + zeta2 v^2 / 2,
 *   F_max = mu N,
 * over velocity or (eq. 31-32) over slip. F rises from 0, peaks at F_max and falls to
 * zeta / (1 + zeta^2/4) F_max: it creeps where others stick. Since f v >= 0 it is
 * passive; v + B F(v) = v_free has its roots between 0 and v_free; with several, the
 * one continuous with the last velocity is taken. */
#include "friction/bristle_table.h"
#include "friction/scalar.h"
#include "friction/slip.h"

enum { MU, V0, ZETA, ZETA2, SLIP, LOW_SPEED, MU_BACK, V0_BACK, ZETA_BACK };
enum { LAST = ROSIN_LAST, STATES }; /* the last velocity, where the search starts */

static const rosin_parameter table[] = {
    {"mu", "", 0, 100, 0.4, "peak friction coefficient, F_max = mu force", ROSIN_ROW(MU)},
    {"v0", "m/s", 1e-6, 1000, 0.01, "speed scale of the peak, which is at v0 / (1 - zeta/2)",
     ROSIN_ROW(V0)},
    {"zeta", "", 0, 1.99, 0.5, "high-speed share: F -> zeta / (1 + zeta^2/4) F_max",
     ROSIN_ROW(ZETA)},
    {"zeta2", "s/m", -1e3, 1e3, 0, "second order of v_m", ROSIN_ROW(ZETA2)},
    {"slip", "", 0, 1, 0, "1: a law of slip; v0 is a share and zeta2 has no unit", ROSIN_ROW(SLIP)},
    ROSIN_ROW_LOW_SPEED(LOW_SPEED),
    {"mu_back", "", 0, 100, 1, "mu at v < 0, in shares of mu", ROSIN_ROW(MU_BACK)},
    {"v0_back", "", 1e-3, 1000, 1, "v0 at v < 0, in shares of v0", ROSIN_ROW(V0_BACK)},
    {"zeta_back", "", 0, 100, 1, "zeta at v < 0, in shares of zeta", ROSIN_ROW(ZETA_BACK)},
    ROSIN_ROW_END,
};

static double curve(const rosin_law *law, const rosin_load *load, double velocity, double *slope) {
  const double *p = law->value;
  const int back = velocity < 0;
  double du = 1, v = velocity;
  if (p[SLIP] >= 0.5)
    v = rosin_slip(load, velocity, p[LOW_SPEED], &du);
  const double peak = 2 * p[MU] * load->normal * (back ? p[MU_BACK] : 1);
  const double half_zeta = 0.5 * p[ZETA] * (back ? p[ZETA_BACK] : 1), half2 = 0.5 * p[ZETA2];
  const double v0 = p[V0] * (back ? p[V0_BACK] : 1), bend = 2 * half2 * fabs(v);
  double vm = v0 + half_zeta * fabs(v) + half2 * v * v;
  double dvm = back ? -half_zeta - bend : half_zeta + bend;
  if (vm < 1e-3 * v0) { /* zeta2 < 0 far out, where eq. 38 would change sign */
    vm = 1e-3 * v0;
    dvm = 0;
  }
  const double sum = v * v + vm * vm;
  *slope = peak * (dvm * v + vm) / sum - peak * vm * v * (2 * v + 2 * vm * dvm) / (sum * sum);
  *slope *= du;
  return peak * vm * v / sum;
}

static void law_force(const rosin_law *law, const double *state, const rosin_load *load,
                      const double *v, double *f, double *slope) {
  (void)state;
  *f = curve(law, load, *v, slope);
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  double low = fmin(0, v_free), high = fmax(0, v_free), width = high - low;
  double v = fmin(fmax(state[LAST], low), high);
  const double tolerance = 1e-9 * law->value[MU] * load->normal;
  out->converged = 0;
  for (out->iterations = 1; out->iterations < 200; out->iterations++) {
    double slope;
    const double f = curve(law, load, v, &slope);
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
  const double *p = law->value;
  if (p[SLIP] >= 0.5 || p[ZETA2] != 0 || p[MU_BACK] != 1 || p[V0_BACK] != 1 || p[ZETA_BACK] != 1)
    return rosin_scalar_unique(law, load, mobility);
  const double steepest = 0.25 * law->value[MU] * load->normal / law->value[V0];
  if (mobility * steepest < 1) /* -dF/dv never exceeds F_max / (4 v_0): zeta = 0, v = sqrt(3) v_0 */
    return 1;
  double fall = 0;
  for (int i = 0; i < 16; i++) {
    double slope;
    curve(law, load, law->value[V0] * (1 + 0.4 * i), &slope);
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

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[MU] * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  double slope;
  return curve(law, load, v, &slope);
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
    .step = rosin_scalar_step,
    .unique = law_unique,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = rosin_scalar_zero,
    .energy = rosin_scalar_zero,
    .release = rosin_scalar_release,
};
