/* SPDX-License-Identifier: BSD-3-Clause */
/** Numbers in order, and what stands where in them. */
#ifndef ROSIN_ORDER_H
#define ROSIN_ORDER_H

#include <math.h>
#include <stdlib.h>

/** For qsort: doubles from the least on. */
static inline int rosin_rising(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/** As qsort, but what is equal stays as it stood, and what it needs beside is taken from where all
 *  else is (memory.h); a C library's takes it from the heap. */
void rosin_sort(void *list, size_t count, size_t size,
                int (*compare)(const void *a, const void *b));

/** The middle one, of an even number the upper; the list is sorted. NAN: there is none. */
static inline double rosin_median(double *list, int count) {
  if (count < 1)
    return (double)NAN;
  qsort(list, (size_t)count, sizeof *list, rosin_rising);
  return list[count / 2];
}

/** The one nearest to where so large a share of them, 0 to 1, lies below; the list is sorted. NAN:
 *  there is none. */
static inline double rosin_quantile(double *list, int count, double share) {
  if (count < 1)
    return (double)NAN;
  qsort(list, (size_t)count, sizeof *list, rosin_rising);
  return list[(int)floor(share * (count - 1) + 0.5)];
}

#endif
