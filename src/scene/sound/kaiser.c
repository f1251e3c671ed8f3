/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/sound/kaiser.h"

#include <math.h>

/* Modified Bessel function of the first kind, order 0, by its power series. */
static double bessel(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > 1e-17 * sum; k++) {
    term *= 0.25 * x * x / ((double)k * k);
    sum += term;
  }
  return sum;
}

double rosin_kaiser(double share, double decibel) {
  return bessel(0.1102 * (decibel - 8.7) * sqrt(1 - share * share));
}
