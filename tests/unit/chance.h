/* SPDX-License-Identifier: BSD-3-Clause */
/** What chance gives a test, from `seed` on, the same everywhere: files of numbers hold it still.
 */
#ifndef TEST_CHANCE_H
#define TEST_CHANCE_H

static unsigned seed;

static inline double between(double low, double high) {
  seed = seed * 1664525u + 1013904223u;
  return low + (high - low) * (double)(seed >> 8) / 16777216.0;
}

/* From 0 on. */
static inline int one_of(int count) {
  return (int)between(0, count);
}

#endif
