/* SPDX-License-Identifier: BSD-3-Clause */
/** A stream of random numbers (splitmix64), the same on every machine. */
#ifndef VERIFY_RANDOM_H
#define VERIFY_RANDOM_H

#include <math.h>
#include <stdint.h>

static inline double uniform(uint64_t *seed, double low, double high) {
  uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return low + (high - low) * ((double)((z ^ (z >> 31)) >> 11) * 0x1p-53);
}

static inline double log_uniform(uint64_t *seed, double low, double high) {
  return low * pow(high / low, uniform(seed, 0, 1));
}

#endif
