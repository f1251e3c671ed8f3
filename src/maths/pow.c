/* SPDX-License-Identifier: BSD-3-Clause */
/* x^y: e^(y ln x), the exponent in two doubles. */
#include "maths/scalar.h"

/* 0: y is no whole number; 1: odd; 2: even. */
static int parity(double y) {
  const double size = fabs(y);
  if (size >= 0x1p53)
    return 2;
  if (floor(size) != size)
    return 0;
  return floor(0.5 * size) != 0.5 * size ? 1 : 2;
}

/* Of x > 0 finite and y finite, neither 0: what is subnormal, overflows, or is nearly 1. */
static double positive(double x, double y) {
  double rest;
  const int normal = x >= 0x1p-1022;
  if (x == 1 || fabs(y) < 0x1p-100)
    return 1;
  const double bounded = fabs(y) > 0x1p64 ? copysign(0x1p64, y) : y; /* that is beyond all */
  const double e = pow_exponent_1(normal ? x : x * 0x1p52, bounded, normal ? 0 : 52, &rest);
  return rosin_exp_far(e, rest);
}

/* Zeros, infinities, NaN, negative numbers: C17 F.10.4.4. */
static __attribute__((noinline)) double pow_far(double x, double y) {
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return x + y;
  const double size = fabs(x);
  if (isinf(y)) /* towards 0, or beyond all, by which side of 1 */
    return size == 1 ? 1 : (size > 1) == (y > 0) ? HUGE_VAL : 0;
  const int kind = parity(y);
  const double sign = signbit(x) && kind == 1 ? -1 : 1;
  if (size == 0 || isinf(x))
    return sign * ((size == 0) == (y > 0) ? 0.0 : HUGE_VAL);
  return x < 0 && !kind ? (double)NAN : sign * positive(size, y);
}

double rosin_pow(double x, double y) {
  const double size = fabs(y);
  if (UNLIKELY(!(x >= 0x1p-1022 && x < HUGE_VAL && size >= 0x1p-100 && size <= 0x1p64)))
    return pow_far(x, y);
  double rest;
  const double e = pow_exponent_1(x, y, 0, &rest);
  return UNLIKELY(!(fabs(e) <= 650)) ? pow_far(x, y) : pow_kernel_1(e, rest);
}
