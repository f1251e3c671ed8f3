/* SPDX-License-Identifier: BSD-3-Clause */
/* See relax.h. Series where the closed forms would cancel. */
#include "friction/relax.h"
#include "maths/maths.h"

/* Below 0.1: rise = sum (-x)^i / (i + 2)! and its slope by Horner, to 3e-17; the others
 * follow from mean = 1 - x rise. */
static rosin_decay small(double x) {
  static const double rise[] = {1.0 / 2,    1.0 / 6,     1.0 / 24,     1.0 / 120,    1.0 / 720,
                                1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800};
  static const double slope[] = {1.0 / 6,      2.0 / 24,      3.0 / 120,
                                 4.0 / 720,    5.0 / 5040,    6.0 / 40320,
                                 7.0 / 362880, 8.0 / 3628800, 9.0 / 39916800};
  double r = rise[8], s = slope[8];
  for (int i = 7; i >= 0; i--) {
    r = rise[i] - x * r;
    s = slope[i] - x * s;
  }
  return (rosin_decay){1 - x * r, r, x * s - r, -s};
}

rosin_decay rosin_decay_at(double x) {
  if (x < 0.1)
    return small(x);
  const double e = rosin_exp(-x), per = 1 / x, mean = (1 - e) * per, rise = (1 - mean) * per;
  const double mean_slope = (e - mean) * per;
  return (rosin_decay){mean, rise, mean_slope, (-mean_slope - rise) * per};
}
