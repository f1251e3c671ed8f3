/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of src/maths beside a reference with more bits (long double, where it has them) and
 * the ranges on which they are judged, for the unit test and `make verify`. */
#ifndef TESTS_MATHS_FUNCTIONS_H
#define TESTS_MATHS_FUNCTIONS_H

#include "maths/maths.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

typedef struct {
  const char *name;
  double (*ours)(double), (*system)(double);
  long double (*reference)(long double);
  double low, high; /* half of the arguments evenly, half evenly by their logarithms, */
  double least;     /* from this size on */
  int negative;     /* of both signs */
  double bound;     /* ulp */
} function;

static const function functions[] = {
    {"exp", rosin_exp, exp, expl, -708, 708, 1e-20, 1, 0.53},
    {"exp_near", rosin_exp, exp, expl, -30, 30, 1e-20, 1, 0.53},
    {"exp2", rosin_exp2, exp2, exp2l, -1021, 1021, 1e-20, 1, 0.53},
    {"expm1", rosin_expm1, expm1, expm1l, -30, 700, 1e-300, 1, 0.8},
    {"log", rosin_log, log, logl, 0, 4, 1e-307, 0, 0.53},
    {"log_near", rosin_log, log, logl, 0.99, 1.01, 0.99, 0, 0.53},
    {"log2", rosin_log2, log2, log2l, 0, 4, 1e-307, 0, 0.6},
    {"sin", rosin_sin, sin, sinl, -1e6, 1e6, 1e-300, 1, 0.8},
    {"sin_far", rosin_sin, sin, sinl, -1e300, 1e300, 1, 1, 0.8},
    {"cos", rosin_cos, cos, cosl, -1e6, 1e6, 1e-300, 1, 0.8},
    {"tan", rosin_tan, tan, tanl, -1e6, 1e6, 1e-300, 1, 1.1},
    {"atan", rosin_atan, atan, atanl, -8, 8, 1e-300, 1, 0.9},
    {"sinh", rosin_sinh, sinh, sinhl, -709, 709, 1e-300, 1, 1},
    {"cosh", rosin_cosh, cosh, coshl, -709, 709, 1e-10, 1, 1},
    {"tanh", rosin_tanh, tanh, tanhl, -20, 20, 1e-300, 1, 0.9},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

typedef struct {
  const char *name;
  double (*ours)(double, double), (*system)(double, double);
  long double (*reference)(long double, long double);
  double low[2], high[2];
  double bound;
} function_of_two;

static const function_of_two functions_of_two[] = {
    {"pow", rosin_pow, pow, powl, {1e-300, -2}, {10, 2}, 0.6},
    {"pow_steep", rosin_pow, pow, powl, {0.5, -500}, {2, 500}, 0.6},
    {"atan2", rosin_atan2, atan2, atan2l, {-10, -10}, {10, 10}, 0.9},
    {"hypot", rosin_hypot, hypot, hypotl, {-10, -10}, {10, 10}, 0.6},
};
enum { FUNCTIONS_OF_TWO = sizeof functions_of_two / sizeof *functions_of_two };

/* splitmix64 */
static inline uint64_t drawn(uint64_t *seed) {
  uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
static inline double share(uint64_t *seed) {
  return (double)(drawn(seed) >> 11) * 0x1p-53;
}

static inline double argument(const function *f, uint64_t *seed) {
  const uint64_t how = drawn(seed);
  if (how & 1)
    return f->low + (f->high - f->low) * share(seed);
  const double size = f->least * pow(f->high / f->least, share(seed));
  return f->negative && how & 2 && -size >= f->low ? -size : size;
}

/* Units of the last place of `right` between the two. */
static inline double ulps(double found, long double right) {
  const double near = fabs((double)right);
  if (isnan(found) || isinf(near) || isinf(found))
    return (isnan(found) && isnan(near)) || found == (double)right ? 0 : INFINITY;
  const double unit = near < DBL_MIN ? 0x1p-1074 : ldexp(1, ilogb(near) - 52);
  return (double)(fabsl((long double)found - right) / (long double)unit);
}

#endif
