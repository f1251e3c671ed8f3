/* SPDX-License-Identifier: BSD-3-Clause */
/** What a moving bow or finger adds to the highest octave of a ringing string. */
#ifndef ROSIN_TEST_MOVING_H
#define ROSIN_TEST_MOVING_H

#include "resonator.h"

#include <math.h>

/* Level of what is above some 0.3 of the rate: sixth differences. */
static inline double splash(const double *v, int from, int to) {
  static const double c[] = {1, -6, 15, -20, 15, -6, 1};
  double sum = 0;
  for (int n = from; n < to; n++) {
    double d = 0;
    for (int i = 0; i < 7; i++)
      d += c[i] * v[n - i];
    sum += d * d;
  }
  return sqrt(sum / (to - from));
}

/* A low string is set ringing gently, then the port or the finger moves for 0.2 s.
 * Moving may not raise the highest octave: -100 dB of the velocity's own level is the
 * floor at which nothing is heard; steps of a sample would give -30 dB. */
static inline double moving_splash(int finger, int moving) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  rosin_body *body = rosin_string_new(&s, 44100, NULL);
  body->ops->bind(body, 1);
  body->ops->place(body, 0, 0.13);
  double v[30000], level = 0;
  for (int n = 0; n < 30000; n++) {
    const double t = (n - 12000) / 8820.0; /* smooth start and end */
    const double way = t < 0 ? 0 : t > 1 ? 1 : t * t * t * (10 - 15 * t + 6 * t * t);
    if (moving && finger)
      body->ops->set_control(body, 0, 147 * pow(2, way * 7 / 12));
    else if (moving)
      body->ops->place(body, 0, 0.13 + 0.05 * way);
    const double force = n < 600 ? 1 - cos(2 * 3.14159265358979323846 * n / 600) : 0;
    double b;
    body->ops->mobility(body, &b);
    body->ops->predict(body, &v[n]);
    body->ops->commit(body, &force);
    v[n] += b * force;
    level = fmax(level, n > 12000 ? fabs(v[n]) : 0);
  }
  const double up = splash(v, 11990, 21000) / level;
  rosin_body_free(body);
  return up;
}

#endif
