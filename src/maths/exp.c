/* SPDX-License-Identifier: BSD-3-Clause */
/* e^x, 2^x, e^x - 1: beyond what kernels.h takes, too. */
#include "maths/scalar.h"

/* In two factors, since it may be subnormal. */
double rosin_exp_far(double x, double rest) {
  int64_t steps;
  double tail;
  if (x != x)
    return x + x;
  if (x > 709.79)
    return HUGE_VAL;
  if (x < -745.2)
    return 0;
  const double r = exp_reduce_1(x, &steps) + rest, scale = exp_scale_1(steps & 127, &tail);
  const int whole = (int)((steps - bits_of_1(rosin_whole_maker)) >> 7), half = whole / 2;
  const double value = scale + exp_more_1(r, tail, scale);
  return value * power_of_two(half) * power_of_two(whole - half);
}

double rosin_exp(double x) {
  return UNLIKELY(!(fabs(x) <= 650)) ? rosin_exp_far(x, 0) : exp_kernel_1(x);
}

static __attribute__((noinline)) double exp2_far(double x) {
  if (x != x)
    return x + x;
  if (x >= 1024)
    return HUGE_VAL;
  if (x < -1080)
    return 0;
  const double whole = floor(x); /* 2^x from 1 to 2, and twice half of its exponent */
  const int first = (int)(whole / 2);
  return exp2_kernel_1(x - whole) * power_of_two(first) * power_of_two((int)whole - first);
}

double rosin_exp2(double x) {
  return UNLIKELY(!(fabs(x) <= 950)) ? exp2_far(x) : exp2_kernel_1(x);
}

/* x + x^2/2 + x^3 P(x), |x| <= 0.35 */
static double expm1_near(double x) {
  const double *c = rosin_expm1_poly;
  const double x2 = x * x, x4 = x2 * x2;
  const double p = ((c[0] + x * c[1]) + x2 * (c[2] + x * c[3])) +
                   x4 * (((c[4] + x * c[5]) + x2 * (c[6] + x * c[7])) + x4 * (c[8] + x * c[9]));
  return x + (0.5 * x2 + (x * x2) * p);
}

double rosin_expm1(double x) {
  int64_t steps;
  double tail, rest;
  if (fabs(x) <= 0.35)
    return fabs(x) < 0x1p-60 ? x : expm1_near(x);
  if (x < -40)
    return -1;
  if (!(x <= 650))
    return rosin_exp(x); /* less one, which is nothing there */
  const double r = exp_reduce_1(x, &steps), scale = exp_scale_1(steps, &tail);
  const double whole = scale >= 1 ? sum_of(scale, -1, &rest) : -sum_of(1, -scale, &rest);
  rest = scale >= 1 ? rest : -rest;
  return whole + (rest + exp_more_1(r, tail, scale));
}
