/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Pitch and decay of one partial of a free string, far finer than a bin: the phase
 * and the level of two windowed transforms at the expected frequency, a quarter
 * of a window apart. Blackman-Harris windows 40 periods long keep the other
 * partials 92 dB down.
 */
#ifndef ROSIN_TEST_MEASURE_H
#define ROSIN_TEST_MEASURE_H

#include "resonator.h"

#include <complex.h>
#include <math.h>

typedef struct {
  double frequency; /* Hz */
  double decay;     /* 1/s, amplitude */
} measured_partial;

/* Strike port 0 of a body bound to one port; watch it there. `skip` seconds pass
 * before the first window, which lasts `length` seconds. */
static inline measured_partial measure_partial(rosin_body *body, double expected, double skip,
                                               double length) {
  const double pi = 3.14159265358979323846;
  const double w = 2 * pi * expected / body->rate;
  const int window = (int)(length * body->rate), hop = window / 4;
  const int first = (int)(skip * body->rate);
  double complex bin[2] = {0, 0};
  body->ops->reset(body);
  for (int n = 0; n < first + hop + window; n++) {
    const double force = n == 0;
    double v;
    body->ops->predict(body, &v);
    body->ops->commit(body, &force);
    for (int i = 0; i < 2; i++) {
      const int t = n - first - i * hop;
      if (t < 0 || t >= window)
        continue;
      const double x = 2 * pi * (t + 0.5) / window;
      const double shape = 0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2 * x) - 0.01168 * cos(3 * x);
      bin[i] += shape * v * cexp(-I * w * (n - first));
    }
  }
  const double complex turn = bin[1] / bin[0];
  const double t = hop / body->rate;
  return (measured_partial){expected + carg(turn) / (2 * pi * t), -log(cabs(turn)) / t};
}

#endif
