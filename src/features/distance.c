/* SPDX-License-Identifier: BSD-3-Clause */
#include "features/features.h"

#include <math.h>

/* Between two frequencies or times, in steps of which an octave has so many. */
static double octaves(double a, double b, int steps) {
  const int has_a = a > 0, has_b = b > 0; /* NaN: no */
  if (has_a && has_b)
    return log2(a / b) / (1.0 / steps);
  return has_a == has_b ? 0 : ROSIN_FEATURES_NONE;
}

double rosin_features_distance(const rosin_features *a, const rosin_features *b) {
  const double d[] = {a->loudness - b->loudness,
                      octaves(a->centroid, b->centroid, ROSIN_FEATURES_CENTROID_STEPS),
                      octaves(a->pitch, b->pitch, ROSIN_FEATURES_PITCH_STEPS),
                      octaves(a->decay, b->decay, ROSIN_FEATURES_DECAY_STEPS)};
  double sum = 0, shape = 0;
  for (int i = 0; i < 4; i++)
    sum += d[i] * d[i];
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++) {
    const double step = (a->shape[k] - b->shape[k]) / ROSIN_FEATURES_SHAPE_STEP;
    shape += step * step / ROSIN_FEATURES_SHAPE;
  }
  return sqrt((sum + shape) / 5);
}
