/* SPDX-License-Identifier: BSD-3-Clause */
/* One number for what all functions of src/maths give. */
#ifndef TESTS_MATHS_HASH_H
#define TESTS_MATHS_HASH_H

#include "tests/maths/functions.h"

#include <string.h>

/* On every system, by every compiler; who changes a formula writes another. */
#define MATHS_HASH 0x34a8c946878e0934u

/* FNV-1a over the bits of what a function gives. */
static inline uint64_t hashed(uint64_t hash, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = isnan(x) ? 1 : bits;
  for (int i = 0; i < 64; i += 8)
    hash = (hash ^ (bits >> i & 0xff)) * 0x100000001b3u;
  return hash;
}

/* What they give anywhere: not what they should give, which is above. It changes with the formulas
 * alone, not with compiler, processor or system. */
static inline uint64_t all_hashed(void) {
  uint64_t hash = 0xcbf29ce484222325u, seed = 3;
  for (int i = 0; i < FUNCTIONS; i++)
    for (int j = 0; j < 20000; j++) {
      const double wide = functions[i].high - functions[i].low;
      hash = hashed(hash, functions[i].ours(functions[i].low + wide * share(&seed)));
      hash = hashed(hash, functions[i].ours(8 * share(&seed) - (functions[i].low < 0 ? 4 : 0)));
    }
  for (int i = 0; i < FUNCTIONS_OF_TWO; i++)
    for (int j = 0; j < 20000; j++) {
      const double a = 10 * share(&seed), b = 10 * share(&seed) - 5;
      hash = hashed(hash, functions_of_two[i].ours(a, b));
    }
  for (int n = 0; n < 40; n++)
    for (int j = 0; j < 40; j++)
      hash = hashed(hash, rosin_bessel(n, 60 * share(&seed)));
  return hash;
}

#endif
