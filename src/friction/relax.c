/* SPDX-License-Identifier: BSD-3-Clause */
/* See relax.h. Series where the closed forms would cancel. */
#include "friction/relax.h"

#include <math.h>

rosin_decay rosin_decay_at(double x) {
  rosin_decay k = {0, 0, 0, 0};
  if (x < 0.1) {
    double term = 1; /* (-x)^i / (i + 1)! */
    for (int i = 0; i < 9; i++) {
      k.mean += term;
      k.rise += term / (i + 2);
      k.mean_slope -= term * (i + 1.0) / (i + 2);
      k.rise_slope -= term * (i + 1.0) / ((i + 2) * (i + 3.0));
      term *= -x / (i + 2);
    }
    return k;
  }
  const double e = exp(-x), per = 1 / x;
  k.mean = (1 - e) * per;
  k.rise = (1 - k.mean) * per;
  k.mean_slope = (e - k.mean) * per;
  k.rise_slope = (-k.mean_slope - k.rise) * per;
  return k;
}
