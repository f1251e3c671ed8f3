/* SPDX-License-Identifier: BSD-3-Clause */
/* sinh, cosh, tanh: of e^x and its inverse, in two doubles each; near 0 by polynomials. */
#include "maths/scalar.h"

/* e^(x + more), 0 <= x <= 650, in two parts. */
static double exp_fine(double x, double more, double *rest) {
  int64_t steps;
  double tail;
  const double r = exp_reduce_1(x, &steps) + more, scale = exp_scale_1(steps, &tail);
  return sum_of(scale, exp_more_1(r, tail, scale), rest);
}

/* n/(d + d_rest), in two parts. */
static double over(double n, double d, double d_rest, double *rest) {
  double left;
  const double q = n / d, back = product_1(q, d, &left);
  return sum_of(q, (((n - back) - left) - q * d_rest) / d, rest);
}

/* x + x^3 P(x^2) */
static double odd(double x, const double *c, int count) {
  const double x2 = x * x;
  double p = 0;
  for (int i = count - 1; i >= 0; i--)
    p = c[i] + x2 * p;
  return x + (x * x2) * p;
}

double rosin_tanh(double x) {
  const double size = fabs(x);
  double e_rest, d_rest, q_rest, rest;
  if (!(size >= 0.3))
    return size < 0x1p-27 ? x : odd(x, rosin_tanh_poly, 8);
  if (size > 20)
    return copysign(1, x);
  const double e = exp_fine(2 * size, 0, &e_rest); /* 1 - 2/(e^2x + 1) */
  const double d = sum_of(e, 1, &d_rest), q = over(2, d, d_rest + e_rest, &q_rest);
  const double whole = sum_of(1, -q, &rest);
  return copysign(whole + (rest - q_rest), x);
}

/* (e^x + sign/e^x)/2 of x > 0 */
static double half_of(double x, double sign) {
  double e_rest, q_rest, rest;
  if (!(x <= 712))
    return x != x ? x : HUGE_VAL;
  if (x > 100) /* the half before it overflows */
    return exp_fine(x - 128 * rosin_ln2, -128 * rosin_ln2_rest, &e_rest) * 0x1p127;
  const double e = exp_fine(x, 0, &e_rest);
  const double q = over(sign, e, e_rest, &q_rest), whole = sum_of(e, q, &rest);
  return 0.5 * (whole + (rest + (e_rest + q_rest)));
}

double rosin_sinh(double x) {
  const double size = fabs(x);
  if (!(size >= 0.3))
    return size < 0x1p-27 ? x : odd(x, rosin_sinh_poly, 5);
  return copysign(half_of(size, -1), x);
}

double rosin_cosh(double x) {
  return half_of(fabs(x), 1);
}
