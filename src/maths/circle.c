/* SPDX-License-Identifier: BSD-3-Clause */
/* Sine, cosine, tangent. */
#include "maths/scalar.h"

/* |x| in right angles, and what is left. */
static double reduced(double a, double *rest, int64_t *quadrant) {
  const double r = circle_reduce_1(a, rest, quadrant);
  if (UNLIKELY(!(a <= 0x1p20 && (a < 0.75 || fabs(r) >= 0x1p-12))))
    return rosin_circle_far(a, rest, quadrant);
  return r;
}

double rosin_sin(double x) {
  double rest;
  int64_t quadrant;
  const double r = reduced(fabs(x), &rest, &quadrant);
  return real_of_1(bits_of_1(circle_kernel_1(r, rest, quadrant)) ^ (bits_of_1(x) & INT64_MIN));
}

double rosin_cos(double x) {
  double rest;
  int64_t quadrant;
  const double r = reduced(fabs(x), &rest, &quadrant);
  return circle_kernel_1(r, rest, quadrant + 1);
}

/* The sine's parts over the cosine's, in two doubles each. */
double rosin_tan(double x) {
  double rest, s_rest, c_rest, left;
  int64_t quadrant;
  const double r = reduced(fabs(x), &rest, &quadrant);
  const double r2 = r * r, r4 = r2 * r2, half = 0.5 * r2;
  const double *c = rosin_sin_poly, *d = rosin_cos_poly;
  const double p = (c[0] + r2 * c[1]) + r4 * ((c[2] + r2 * c[3]) + r4 * (c[4] + r2 * c[5]));
  const double q = (d[0] + r2 * d[1]) + r4 * ((d[2] + r2 * d[3]) + r4 * (d[4] + r2 * d[5]));
  double s = sum_of(r, (r * r2) * p + rest * (1 - half), &s_rest);
  double k = sum_of(1, -half, &c_rest);
  k = sum_of(k, c_rest + (r4 * q - r * rest), &c_rest);
  if (quadrant & 1) { /* -cos/sin */
    const double t = s, t_rest = s_rest;
    s = -k, s_rest = -c_rest;
    k = t, c_rest = t_rest;
  }
  const double ratio = s / k, back = product_1(ratio, k, &left);
  const double value = k == 0 || !(fabs(ratio) < 0x1p900)
                           ? ratio
                           : ratio + (((s - back) - left) + (s_rest - ratio * c_rest)) / k;
  return signbit(x) ? -value : value;
}
