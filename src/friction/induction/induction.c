/* SPDX-License-Identifier: BSD-3-Clause */
/* Induction friction (Martinez 2025; the formula is in induction.h), static, over
 * velocity or (eq. 31-32) over slip. F rises from 0, peaks at F_max and falls to
 * zeta / (1 + zeta^2/4) F_max: it creeps where others stick. Since f v >= 0 it is
 * passive; v + B F(v) = v_free has its roots between 0 and v_free; with several, the
 * one continuous with the last velocity is taken. */
#include "friction/induction/induction.h"
#include "friction/scalar.h"

enum { LAST = ROSIN_LAST, STATES }; /* the last velocity, where the search starts */

static const rosin_parameter table[] = {
    ROSIN_INDUCTION_TABLE,
    ROSIN_ROW_END,
};

double rosin_induction_curve(const double *p, const rosin_load *load, double velocity,
                             double *slope) {
  const int back = velocity < 0;
  double du = 1, v = velocity, dvm;
  if (p[INDUCTION_SLIP] >= 0.5)
    v = rosin_slip(load, velocity, p[INDUCTION_LOW_SPEED], &du);
  const double peak = 2 * p[INDUCTION_MU] * load->normal * (back ? p[INDUCTION_MU_BACK] : 1);
  const double half_zeta = 0.5 * p[INDUCTION_ZETA] * (back ? p[INDUCTION_ZETA_BACK] : 1);
  const double v0 = p[INDUCTION_V0] * (back ? p[INDUCTION_V0_BACK] : 1);
  const double vm = rosin_induction_peak(v0, half_zeta, 0.5 * p[INDUCTION_ZETA2], fabs(v), &dvm);
  const double sum = v * v + vm * vm;
  if (back)
    dvm = -dvm;
  *slope = peak * (dvm * v + vm) / sum - peak * vm * v * (2 * v + 2 * vm * dvm) / (sum * sum);
  *slope *= du;
  return peak * vm * v / sum;
}

static double curve(const rosin_law *law, const rosin_load *load, double v, double *slope) {
  return rosin_induction_curve(law->value, load, v, slope);
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  (void)state;
  *f = curve(law, load, *v, slope);
  return 1;
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  double low = fmin(0, v_free), high = fmax(0, v_free), before = HUGE_VAL;
  double v = fmin(fmax(state[LAST], low), high);
  const double tolerance = 1e-9 * law->value[INDUCTION_MU] * load->normal;
  const int budget = rosin_load_budget(load);
  *out = (rosin_solution){.exact = 0};
  for (out->iterations = 1;; out->iterations++) {
    const int last = out->iterations >= budget;
    double slope;
    const double f = curve(law, load, v, &slope);
    const double g = v_free - v - mobility * f;
    out->f = f;
    /* the second bound keeps the sign of f v while it creeps */
    out->converged = (fabs(g) <= mobility * tolerance + 2e-16 * fabs(v_free) &&
                      (last || fabs(g) <= 1e-3 * fabs(v))) ||
                     high - low <= 4e-16 * fabs(v_free);
    if (out->converged || last)
      break;
    if (g > 0)
      low = v;
    else
      high = v;
    /* Newton's step stays on its branch, from one side for many rounds where that is about to
     * end; the middle may be on another */
    const double total = 1 + mobility * slope, newton = v + g / total;
    const int pays = total > 0 && fabs(g) <= 0.6 * before;
    before = fabs(g);
    v = pays && newton >= low && newton <= high ? newton : rosin_middle(low, high);
  }
  /* as the bodies will move, or where f arose */
  out->v = mobility > 0 && out->converged ? v_free - mobility * out->f : v;
}

/* Of one curve, the same both ways: then the fall is looked for over v / v_peak. */
static int plain(const double *p) {
  return p[INDUCTION_SLIP] < 0.5 && p[INDUCTION_ZETA2] == 0 && p[INDUCTION_MU_BACK] == 1 &&
         p[INDUCTION_V0_BACK] == 1 && p[INDUCTION_ZETA_BACK] == 1;
}

static double law_fall(const rosin_law *law, const rosin_load *load, int index, int *evaluations) {
  double slope;
  if (!plain(law->value))
    return rosin_scalar_fall(law, load, index, evaluations);
  if (index >= 16)
    return 0;
  ++*evaluations;
  curve(law, load, law->value[INDUCTION_V0] * (1 + 0.4 * index), &slope);
  return -slope;
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
  return law->value[INDUCTION_MU] * load->normal;
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
    .fall = law_fall,
    .smooth = 1,
    .scale = law_scale,
    .steady = law_steady,
};
