/* SPDX-License-Identifier: BSD-3-Clause */
/* Induction friction that lags (Martinez 2025, eq. 25, there stepped by Euler):
 *   tau dm/dt = F(v)/N - m,  f = m N,
 * held exactly over half a sample, m[n-1/2] = e m[n-1] + (1 - e) F(v)/N with
 * e = exp(-T/(2 tau)), then over the other half: second order, and static as tau -> 0.
 *
 * Not passive, whatever its parameters: f remembers the speed, so going slowly one way
 * and back fast draws energy from it, cycle by cycle. */
#include "friction/induction/induction.h"
#include "friction/scalar.h"
#include "maths/maths.h"

enum { TAU = INDUCTION_ROWS };
enum { LAST = ROSIN_LAST, SHARE, STATES };

static const rosin_parameter table[] = {
    ROSIN_INDUCTION_TABLE,
    {"tau", "s", 0, 10, 1e-3, "time constant of the lag; 0: none", ROSIN_ROW(TAU)},
    ROSIN_ROW_END,
};

/* What remains of the share after half a sample. */
static double kept(const rosin_law *law, const rosin_load *load) {
  const double tau = law->value[TAU];
  return tau > 0 ? rosin_exp(-0.5 * load->period / tau) : 0;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  const double e = kept(law, load);
  const double steady = rosin_induction_curve(law->value, load, *v, slope);
  *f = e * state[SHARE] * load->normal + (1 - e) * steady;
  *slope *= 1 - e;
  return 1;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double e = kept(law, load);
  double slope;
  const double steady = rosin_induction_curve(law->value, load, *v, &slope) / load->normal;
  solution->power = *f * *v;
  solution->passive = 0;
  solution->iterations++;
  state[LAST] = *v;
  state[SHARE] = e * e * state[SHARE] + (1 - e * e) * steady;
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[INDUCTION_MU] * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  double slope;
  return rosin_induction_curve(law->value, load, v, &slope);
}

const rosin_law_ops rosin_law_induction_lagged = {
    .name = "induction-lagged",
    .summary = "induction behind a lag: hysteresis, not passive (Martinez 2025, eq. 25)",
    .parameters = table,
    .axes = 1,
    .states = STATES,
    .force = law_force,
    .commit = law_commit,
    .fall = rosin_scalar_fall,
    .scale = law_scale,
    .steady = law_steady,
};
