/* SPDX-License-Identifier: BSD-3-Clause */
/* No guard: once for each width. What kernels.h is written in: doubles side by side, ROSIN_WIDTH
 * of them (1, 2, 4, 8), and integers of as many bits. ROSIN_WIDTH_INLINE is what goes before a
 * function: `static inline`, and a target where a width wants one. */
#include "maths/tables.h"

#include <stdint.h>
#include <string.h>
#if ROSIN_WIDTH > 1 && defined(__x86_64__)
#include <immintrin.h>
#endif

#ifndef ROSIN_OF_WIDTH
#define ROSIN_PASTE_(a, b) a##_##b
#define ROSIN_PASTE(a, b) ROSIN_PASTE_(a, b)
#define ROSIN_OF_WIDTH(name) ROSIN_PASTE(name, ROSIN_WIDTH)
#define ROSIN_REAL ROSIN_OF_WIDTH(rosin_real)
#define ROSIN_BITS ROSIN_OF_WIDTH(rosin_bits)
#define ROSIN_PLAIN ROSIN_OF_WIDTH(rosin_plain)
#endif

#if ROSIN_WIDTH == 1
typedef double ROSIN_REAL;
typedef int64_t ROSIN_BITS;
#else
typedef double ROSIN_REAL __attribute__((vector_size(ROSIN_WIDTH * sizeof(double))));
typedef int64_t ROSIN_BITS __attribute__((vector_size(ROSIN_WIDTH * sizeof(double))));
#endif

ROSIN_WIDTH_INLINE ROSIN_BITS ROSIN_OF_WIDTH(bits_of)(ROSIN_REAL x) {
  ROSIN_BITS bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

ROSIN_WIDTH_INLINE ROSIN_REAL ROSIN_OF_WIDTH(real_of)(ROSIN_BITS bits) {
  ROSIN_REAL x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#if ROSIN_WIDTH == 1
typedef uint64_t ROSIN_PLAIN;
#else
typedef uint64_t ROSIN_PLAIN __attribute__((vector_size(ROSIN_WIDTH * sizeof(double))));
#endif

/* Shifts that know no sign. */
ROSIN_WIDTH_INLINE ROSIN_BITS ROSIN_OF_WIDTH(shifted_down)(ROSIN_BITS bits, int places) {
  return (ROSIN_BITS)((ROSIN_PLAIN)bits >> places);
}
ROSIN_WIDTH_INLINE ROSIN_BITS ROSIN_OF_WIDTH(shifted_up)(ROSIN_BITS bits, int places) {
  return (ROSIN_BITS)((ROSIN_PLAIN)bits << places);
}

/* table[place * columns], a lane each */
ROSIN_WIDTH_INLINE ROSIN_REAL ROSIN_OF_WIDTH(look)(const double *table, ROSIN_BITS place,
                                                   int columns) {
#if ROSIN_WIDTH == 1
  return table[place * columns];
#elif ROSIN_WIDTH == 2
  return (ROSIN_REAL){table[place[0] * columns], table[place[1] * columns]};
#elif ROSIN_WIDTH == 4
  return (ROSIN_REAL){table[place[0] * columns], table[place[1] * columns],
                      table[place[2] * columns], table[place[3] * columns]};
#else
  return (ROSIN_REAL){table[place[0] * columns], table[place[1] * columns],
                      table[place[2] * columns], table[place[3] * columns],
                      table[place[4] * columns], table[place[5] * columns],
                      table[place[6] * columns], table[place[7] * columns]};
#endif
}

/* Where bits of `mask` are set, `yes`, else `no`. */
ROSIN_WIDTH_INLINE ROSIN_REAL ROSIN_OF_WIDTH(either)(ROSIN_BITS mask, ROSIN_REAL yes,
                                                     ROSIN_REAL no) {
  return ROSIN_OF_WIDTH(real_of)((mask & ROSIN_OF_WIDTH(bits_of)(yes)) |
                                 (~mask & ROSIN_OF_WIDTH(bits_of)(no)));
}

ROSIN_WIDTH_INLINE ROSIN_REAL ROSIN_OF_WIDTH(size_of)(ROSIN_REAL x) {
  return ROSIN_OF_WIDTH(real_of)(ROSIN_OF_WIDTH(bits_of)(x) & INT64_MAX);
}

/* Whether what a comparison gave holds in all lanes. */
ROSIN_WIDTH_INLINE int ROSIN_OF_WIDTH(all_of)(ROSIN_BITS mask) {
#if ROSIN_WIDTH == 1
  return mask != 0;
#elif ROSIN_WIDTH == 2 && defined(__x86_64__)
  return _mm_movemask_pd((__m128d)mask) == 3;
#elif ROSIN_WIDTH == 4 && defined(__x86_64__)
  return _mm256_movemask_pd((__m256d)mask) == 15;
#elif ROSIN_WIDTH == 8 && defined(__x86_64__)
  return _mm512_test_epi64_mask((__m512i)mask, (__m512i)mask) == 255;
#else
  int64_t all = -1;
  for (int i = 0; i < ROSIN_WIDTH; i++)
    all &= mask[i];
  return all != 0;
#endif
}
