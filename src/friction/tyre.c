/* SPDX-License-Identifier: BSD-3-Clause */
/* See tyre.h. Series where the closed forms would cancel. */
#include "friction/tyre.h"

/* n(x) = (1 - e^-x)/x and d(x) = (x - 1 + e^-x)/x^2, entry = n/d. */
double rosin_tyre_entry(double x, double *slope) {
  double n = 0, d = 0, n_slope = 0, d_slope = 0;
  if (x < 0.1) {
    double term = 1; /* (-x)^i / (i + 1)! */
    for (int i = 0; i < 9; i++) {
      n += term;
      d += term / (i + 2);
      n_slope -= term * (i + 1.0) / (i + 2);
      d_slope -= term * (i + 1.0) / ((i + 2) * (i + 3.0));
      term *= -x / (i + 2);
    }
    *slope = (n_slope * d - n * d_slope) / (d * d);
    return n / d;
  }
  const double e = exp(-x), gone = 1 - e, rest = x - gone;
  *slope = (gone + x * e) / rest - x * gone * gone / (rest * rest);
  return x * gone / rest;
}

double rosin_tyre_passage(double x, double *slope) {
  if (x > 500) {
    *slope = 0;
    return 0;
  }
  if (x < 0.01) {
    *slope = -0.5 + x / 6 - x * x * x / 180;
    return 1 - x / 2 + x * x / 12 - x * x * x * x / 720;
  }
  const double grown = expm1(x);
  *slope = (grown - x * (grown + 1)) / (grown * grown);
  return x / grown;
}
