/* SPDX-License-Identifier: BSD-3-Clause */
/** A body stepped by hand, as a network would, through its one port; and noise for it. */
#ifndef TEST_STEPPED_H
#define TEST_STEPPED_H

#include "resonator.h"

#include <stdint.h>

/* From -1 to 1. */
static inline double noise(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(int32_t)*seed / 2147483648.0;
}

/* One sample with a force at the port; returns its velocity. */
static inline double step(rosin_body *body, double force) {
  double v, b;
  body->ops->mobility(body, &b);
  body->ops->predict(body, &v);
  body->ops->commit(body, &force);
  return v + b * force;
}

#endif
