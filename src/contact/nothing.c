/* SPDX-License-Identifier: BSD-3-Clause */
#include "contact/nothing.h"

#include <math.h>

static int force(const rosin_law *law, const double *state, const rosin_load *load, const double *v,
                 double *f, double *slope) {
  (void)law, (void)state, (void)load, (void)v;
  *f = *slope = 0;
  return 0;
}

static void solve(const rosin_law *law, const double *state, const rosin_load *load, double v_free,
                  double mobility, rosin_solution *out) {
  (void)law, (void)state, (void)load, (void)mobility;
  *out = (rosin_solution){.v = v_free, .converged = 1, .passive = 1, .exact = 1};
}

static int tangent(rosin_law *law, const double *state, const rosin_load *load, double v, double w,
                   int whole, rosin_tangent *t) {
  (void)law, (void)state, (void)load, (void)v, (void)w, (void)whole;
  *t =
      (rosin_tangent){.low = -(double)INFINITY, .high = (double)INFINITY, .most = (double)INFINITY};
  return 0;
}

static int bend(rosin_law *law, const double *state, const rosin_load *load, rosin_bend *out) {
  (void)law, (void)state, (void)load;
  *out = (rosin_bend){.low = -(double)INFINITY, .high = (double)INFINITY, .linear = 1};
  return 2;
}

static double scale(const rosin_law *law, const rosin_load *load) {
  (void)law, (void)load;
  return 1;
}

const rosin_law_ops rosin_law_nothing = {
    .name = "nothing",
    .axes = 1,
    .force = force,
    .solve = solve,
    .tangent = tangent,
    .bend = bend,
    .scale = scale,
};
