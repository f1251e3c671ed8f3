/* SPDX-License-Identifier: BSD-3-Clause */
/** What chance gives a test, from `seed` on, in 53 bits and the same on every system: counts and
 *  files of numbers that must not move hang on it. Older files draw by chance.h. */
#ifndef TEST_DRAW_H
#define TEST_DRAW_H

#include "maths/maths.h"
#include "tests/verify/random.h"

static uint64_t seed = 1;

static inline double between(double low, double high) {
  return uniform(&seed, low, high);
}

/* Evenly over orders of magnitude. */
static inline double log_between(double low, double high) {
  return low * rosin_pow(high / low, between(0, 1));
}

/* From 0 on. */
static inline int one_of(int count) {
  return (int)between(0, count);
}

#endif
