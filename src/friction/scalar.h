/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The one scalar solve of the laws that have no quicker one of their own, and
 * what else such laws have in common: v + B f(v) = v_free by Newton from the last
 * sample's velocity, inside a bracket that grows until it holds a root and is
 * halved where Newton would leave it or stalls. A jump of f, where the bracket
 * closes on it, is a root: f then takes the value between. It always ends, and a
 * force that is finite at finite v gives finite results.
 *
 * A law that uses it keeps its last velocity first in its state (ROSIN_LAST) and
 * provides `force` and `commit`. Real-time safe.
 */
#ifndef ROSIN_SCALAR_H
#define ROSIN_SCALAR_H

#include "friction/law.h"

enum { ROSIN_LAST }; /* the first state: the last mean velocity, m/s */

/* rosin_law_ops of a law that has none of its own */
void rosin_scalar_solve(const rosin_law *law, const double *state, const rosin_load *load,
                        double v_free, double mobility, rosin_solution *out);
void rosin_scalar_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                       double mobility, rosin_solution *solution);
void rosin_scalar_release(const rosin_law *law, double *state);
/** Of a static curve of one axis: remembers v; passive where f opposes it. */
void rosin_scalar_commit(const rosin_law *law, double *state, const rosin_load *load,
                         const double *v, const double *f, rosin_solution *solution);
/** For commit, which looks at the law once more there: the velocity near v at which the law
 *  gives f. After the scalar solve that is v (solution->exact); a group's f is better known
 *  than its v where the law is stiff. Both kinds of looks are counted. */
double rosin_scalar_agree(const rosin_law *law, const double *state, const rosin_load *load,
                          double v, double f, rosin_solution *solution);
/** 1 if B max(-df/dv) < 1 at all the velocities fall() looks at. */
int rosin_scalar_unique(const rosin_law *law, const rosin_load *load, double mobility);
/** rosin_law_ops.fall, the law at rest. */
double rosin_scalar_fall(const rosin_law *law, const rosin_load *load, int index, int *evaluations);
/** The same with the state given. */
double rosin_scalar_fall_from(const rosin_law *law, const double *state, const rosin_load *load,
                              int index, int *evaluations);

/* ---- a law's operations, or what most laws do where it has none --------------------------------
 */

static inline void rosin_law_solve(const rosin_law *law, const double *state,
                                   const rosin_load *load, double v_free, double mobility,
                                   rosin_solution *out) {
  (law->ops->solve ? law->ops->solve : rosin_scalar_solve)(law, state, load, v_free, mobility, out);
}

static inline void rosin_law_step(rosin_law *law, double *state, const rosin_load *load,
                                  double v_free, double mobility, rosin_solution *out) {
  (law->ops->step ? law->ops->step : rosin_scalar_step)(law, state, load, v_free, mobility, out);
}

static inline void rosin_law_commit(const rosin_law *law, double *state, const rosin_load *load,
                                    const double *v, const double *f, rosin_solution *out) {
  (law->ops->commit ? law->ops->commit : rosin_scalar_commit)(law, state, load, v, f, out);
}

static inline int rosin_law_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  return (law->ops->unique ? law->ops->unique : rosin_scalar_unique)(law, load, mobility);
}

static inline double rosin_law_bristle(const rosin_law *law, const double *state) {
  return law->ops->bristle ? law->ops->bristle(law, state) : 0;
}

static inline double rosin_law_energy(const rosin_law *law, const double *state) {
  return law->ops->energy ? law->ops->energy(law, state) : 0;
}

static inline void rosin_law_release(const rosin_law *law, double *state) {
  (law->ops->release ? law->ops->release : rosin_scalar_release)(law, state);
}

#endif
