/* SPDX-License-Identifier: BSD-3-Clause */
/* atan y/x: within an eighth of a table's slope c, atan c + atan((y - c x)/(x + c y)). */
#include "maths/scalar.h"

/* t + t^3 P(t^2), |t| <= 1/4: what is to be added to t */
static double beyond(double t) {
  const double *c = rosin_atan_poly;
  const double x = t * t, x2 = x * x, x4 = x2 * x2;
  const double p = ((c[0] + x * c[1]) + x2 * (c[2] + x * c[3])) +
                   x4 * (((c[4] + x * c[5]) + x2 * (c[6] + x * c[7])) + x4 * c[8]);
  return (t * x) * p;
}

/* The arc of 0 <= y <= x, in two parts. */
static double first_octant(double y, double x, double *rest) {
  const double slope = y / x;
  if (slope <= 0.25) {
    double xq_rest;
    const double back = product_1(slope, x, &xq_rest), left = ((y - back) - xq_rest) / x;
    return sum_of(slope, beyond(slope) + left, rest);
  }
  const int row = (int)fmin((slope - 0.25) * 16, 11);
  const double c = (2 * row + 9) * 0.03125; /* 5 bits: times half of x's it is exact */
  double high, low;
  split_1(x, &high, &low);
  const double t = ((y - c * high) - c * low) / (x + c * y);
  return sum_of(rosin_atan_table[row][0], t + (beyond(t) + rosin_atan_table[row][1]), rest);
}

/* The arc of y, x >= 0, not both 0, of magnitudes that may be split. */
static double first_quadrant(double y, double x, double *rest) {
  if (y <= x)
    return first_octant(y, x, rest);
  double left;
  const double arc = first_octant(x, y, &left), whole = sum_of(rosin_right_angle, -arc, rest);
  return sum_of(whole, *rest + (rosin_right_angle_rest - left), rest);
}

double rosin_atan(double x) {
  double rest;
  const double size = fabs(x);
  if (x != x || size < 0x1p-27)
    return x;
  if (size > 0x1p54)
    return copysign(rosin_right_angle, x);
  return copysign(first_quadrant(size, 1, &rest), x);
}

/* Infinities and zeros: C17 F.10.1.4. */
static double along_axes(double y, double x) {
  const double turn = signbit(x) ? 2 * rosin_right_angle : 0;
  if (isinf(y))
    return copysign(isinf(x) ? (signbit(x) ? 1.5 : 0.5) * rosin_right_angle : rosin_right_angle, y);
  return copysign(isinf(x) || y == 0 ? turn : rosin_right_angle, y);
}

double rosin_atan2(double y, double x) {
  double rest;
  if (x != x || y != y)
    return x + y;
  if (isinf(x) || isinf(y) || x == 0 || y == 0)
    return along_axes(y, x);
  double a = fabs(y), b = fabs(x); /* by the larger's power of 2, which changes no arc */
  const int up = (int)(bits_of_1(fmax(a, b)) >> 52) - 1023, half = up / 2;
  a = a * power_of_two(-half) * power_of_two(half - up);
  b = b * power_of_two(-half) * power_of_two(half - up);
  if (x > 0 && a < b * 0x1p-900) /* what may be subnormal, once */
    return y / x;
  const double arc = first_quadrant(a, b, &rest);
  if (x > 0)
    return copysign(arc, y);
  double left; /* pi less that */
  const double whole = sum_of(2 * rosin_right_angle, -arc, &left);
  return copysign(whole + (left + (2 * rosin_right_angle_rest - rest)), y);
}
