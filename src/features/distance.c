/* SPDX-License-Identifier: BSD-3-Clause */
#include "features/features.h"

#include <math.h>

static const double of_none = 4; /* what one has and the other has not */

/* Octaves between two frequencies or times, over `step`. */
static double octaves(double a, double b, double step) {
  const int has_a = a > 0, has_b = b > 0; /* NaN: no */
  if (has_a && has_b)
    return log2(a / b) / step;
  return has_a == has_b ? 0 : of_none;
}

double rosin_features_distance(const rosin_features *a, const rosin_features *b) {
  const double d[] = {a->loudness - b->loudness, octaves(a->centroid, b->centroid, 0.1),
                      octaves(a->pitch, b->pitch, 1.0 / 24), octaves(a->decay, b->decay, 1.0 / 3)};
  double sum = 0, shape = 0;
  for (int i = 0; i < 4; i++)
    sum += d[i] * d[i];
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++) {
    const double step = (a->shape[k] - b->shape[k]) / 3;
    shape += step * step / ROSIN_FEATURES_SHAPE;
  }
  return sqrt((sum + shape) / 5);
}
