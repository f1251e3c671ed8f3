/* SPDX-License-Identifier: BSD-3-Clause */
/* sqrt(x^2 + y^2), the squares in two doubles each. */
#include "maths/scalar.h"

double rosin_hypot(double x, double y) {
  const double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
  double up = 1, down = 1, a_rest, b_rest, rest;
  if (isinf(x) || isinf(y))
    return HUGE_VAL;
  if (x != x || y != y)
    return x + y;
  if (!(b > a * 0x1p-54))
    return a + b;
  if (a > 0x1p500) /* squares, and what is left of them, within range */
    up = 0x1p-600, down = 0x1p600;
  else if (b < 0x1p-400)
    up = 0x1p600, down = 0x1p-600;
  const double aa = product_1(a * up, a * up, &a_rest), bb = product_1(b * up, b * up, &b_rest);
  const double sum = sum_of(aa, bb, &rest), root = sqrt(sum);
  double back_rest; /* a Newton step on what the root's square leaves */
  const double back = product_1(root, root, &back_rest);
  const double left = ((sum - back) - back_rest) + (rest + (a_rest + b_rest));
  return (root + 0.5 * left / root) * down;
}
