/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels for one double, within this room. */
#ifndef ROSIN_MATHS_SCALAR_H
#define ROSIN_MATHS_SCALAR_H

#include "maths/maths.h"

#define ROSIN_WIDTH 1
#define ROSIN_WIDTH_INLINE static inline
#include "maths/kernels.h"

#undef ROSIN_WIDTH
#undef ROSIN_WIDTH_INLINE

#include <math.h> /* fabs, sqrt, floor, copysign: exact */

#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/** e^(x + rest) of any x. */
double rosin_exp_far(double x, double rest);
/** a >= 0 in right angles of any size: what is left of them in two parts, and how many, by 4. */
double rosin_circle_far(double a, double *rest, int64_t *quadrant);

/** 2^n, n from -1022 to 1023. */
static inline double power_of_two(int n) {
  return real_of_1((int64_t)(n + 1023) << 52);
}

/** The fast two-sum: a + b of |a| >= |b|, and what that leaves. */
static inline double sum_of(double a, double b, double *rest) {
  const double s = a + b;
  *rest = (a - s) + b;
  return s;
}

#endif
