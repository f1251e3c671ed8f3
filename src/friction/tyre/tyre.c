/* SPDX-License-Identifier: BSD-3-Clause */
/* See tyre.h. Series where the closed forms would cancel. */
#include "friction/tyre/tyre.h"
#include "friction/relax.h"
#include "maths/maths.h"

double rosin_tyre_entry(double x, double *slope) {
  const rosin_decay k = rosin_decay_at(x);
  *slope = (k.mean_slope - k.mean / k.rise * k.rise_slope) / k.rise;
  return k.mean / k.rise;
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
  const double grown = rosin_expm1(x);
  *slope = (grown - x * (grown + 1)) / (grown * grown);
  return x / grown;
}
