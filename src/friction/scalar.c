/* SPDX-License-Identifier: BSD-3-Clause */
/* See scalar.h. */
#include "friction/scalar.h"
#include "maths/maths.h"

#include <math.h>

enum { FEW_STATES = 16 };

static const double force_tolerance = 1e-13; /* of the law's scale, while it is to be had */
static const double late_tolerance = 1e-9;   /* when the budget ends */

typedef struct {
  double low, high, v; /* ends may be infinite at first */
  double stride;       /* of the last step in search of an end */
  double last;         /* residual of the look before, once there are both ends */
} bracket;

static void shrink(bracket *k, double g) {
  if (g > 0)
    k->low = k->v;
  else
    k->high = k->v;
}

/* The next velocity: Newton's if it may be trusted. */
static void advance(bracket *k, double g, double total) {
  const double newton = k->v + g / total;
  if (!(k->high - k->low < (double)INFINITY)) { /* an end is missing, on the side g points to */
    const double far = fmax(4 * fabs(g), 2 * k->stride);
    k->stride = total > 0 ? fmin(fabs(newton - k->v), far) : far;
    k->v += copysign(k->stride, g);
    return;
  }
  /* Newton's step while it pays: from one side it leaves the other end where it is */
  const int pays = total > 0 && fabs(g) <= 0.5 * k->last;
  k->last = fabs(g);
  k->v = pays && newton >= k->low && newton <= k->high ? newton : rosin_middle(k->low, k->high);
}

void rosin_scalar_solve(const rosin_law *law, const double *state, const rosin_load *load,
                        double v_free, double mobility, rosin_solution *out) {
  bracket k = {-(double)INFINITY, (double)INFINITY, mobility > 0 ? state[ROSIN_LAST] : v_free, 0,
               (double)INFINITY};
  const double scale = mobility * law->ops->scale(law, load);
  const int budget = rosin_load_budget(load);
  *out = (rosin_solution){.v = k.v, .exact = 1};
  for (;;) {
    double slope;
    out->iterations += law->ops->force(law, state, load, &k.v, &out->f, &slope);
    const double g = v_free - k.v - mobility * out->f;
    const double ulps = 4e-16 * (fabs(v_free) + fabs(k.v));
    const double rounding = ulps + mobility * fabs(slope) * 2e-16 * fabs(k.v);
    const int last = out->iterations >= budget;
    out->converged = fabs(g) <= (last ? late_tolerance : force_tolerance) * scale + rounding;
    if (out->converged)
      break;
    shrink(&k, g);
    if (k.high - k.low <= 2 * ulps) { /* on a jump */
      out->f = (v_free - k.v) / mobility;
      out->converged = 1;
      out->exact = 0;
      break;
    }
    if (last)
      break;
    advance(&k, g, 1 + mobility * slope);
  }
  out->v = k.v; /* at which the law gives f, to the last bit */
}

double rosin_scalar_agree(const rosin_law *law, const double *state, const rosin_load *load,
                          double v, double f, rosin_solution *solution) {
  solution->iterations++; /* of commit itself */
  for (int i = 0; i < 2 && !solution->exact; i++) {
    double own, slope;
    solution->iterations += law->ops->force(law, state, load, &v, &own, &slope);
    if (own == f)
      break;
    const double chord = (fabs(own) + fabs(f)) / (fabs(v) + 1e-12); /* flat below this */
    v += slope > 0 ? (f - own) * slope / (slope * slope + chord * chord) : 0;
  }
  return v;
}

void rosin_scalar_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                       double mobility, rosin_solution *solution) {
  rosin_law_solve(law, state, load, v_free, mobility, solution);
  if (solution->converged)
    rosin_law_commit(law, state, load, &solution->v, &solution->f, solution);
  else
    rosin_solution_close(solution, v_free, mobility);
}

void rosin_scalar_release(const rosin_law *law, double *state) {
  for (int i = 0; i < law->ops->states; i++)
    state[i] = 0;
}

void rosin_scalar_commit(const rosin_law *law, double *state, const rosin_load *load,
                         const double *v, const double *f, rosin_solution *solution) {
  (void)law;
  (void)load;
  state[ROSIN_LAST] = *v;
  solution->power = *f * *v;
  solution->passive = solution->power >= 0;
}

/* 1e-6 to 1e3 m/s, four to a decade, of either sign. */
static double look_at(int index) {
  const double speed = 1e-6 * rosin_pow(10, 0.25 * (index / 2));
  return index & 1 ? speed : -speed;
}

double rosin_scalar_fall_from(const rosin_law *law, const double *state, const rosin_load *load,
                              int index, int *evaluations) {
  const double v = look_at(index);
  double f, slope;
  *evaluations += law->ops->force(law, state, load, &v, &f, &slope);
  return -slope;
}

double rosin_scalar_fall(const rosin_law *law, const rosin_load *load, int index,
                         int *evaluations) {
  const double rest[FEW_STATES] = {0};
  if (law->ops->states > FEW_STATES) /* nobody can say: such a law has a fall() of its own */
    return (double)INFINITY;
  return rosin_scalar_fall_from(law, rest, load, index, evaluations);
}

int rosin_scalar_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  double fall = 0;
  int evaluations = 0;
  for (int i = 0; i < ROSIN_SCAN; i++)
    fall = fmax(fall, law->ops->fall ? law->ops->fall(law, load, i, &evaluations)
                                     : rosin_scalar_fall(law, load, i, &evaluations));
  return mobility * fall < 1;
}
