/* SPDX-License-Identifier: BSD-3-Clause */
/** Four doubles side by side, for functions of processors with AVX2. */
#ifndef ROSIN_FOUR_H
#define ROSIN_FOUR_H

#include "contact/abreast/abreast.h"

#ifdef ROSIN_HAS_FOUR
#include <immintrin.h>
#include <stdint.h>

#define FOUR __attribute__((target("avx2")))
#define FOUR_ALIGNED __attribute__((aligned(32)))
#define FOUR_INLINE static inline __attribute__((target("avx2"), always_inline))

#define ROSIN_WIDTH 4
#define ROSIN_WIDTH_INLINE FOUR_INLINE
#include "maths/lanes.h"

typedef double four __attribute__((vector_size(4 * sizeof(double))));
typedef int64_t four_mask __attribute__((vector_size(4 * sizeof(double)))); /* all bits, or none */

FOUR_INLINE four four_at(const double *from) {
  return (four)_mm256_loadu_pd(from);
}
FOUR_INLINE four_mask four_mask_at(const int64_t *from) {
  return (four_mask)_mm256_loadu_si256((const __m256i *)(const void *)from);
}
FOUR_INLINE void four_put(double *to, four x) {
  _mm256_storeu_pd(to, (__m256d)x);
}
FOUR_INLINE four four_all(double x) {
  return (four)_mm256_set1_pd(x);
}
/** One of its lanes, in all. */
#define four_spread(x, lane) ((four)_mm256_permute4x64_pd((__m256d)(x), 0x55 * (lane)))
/** Neighbours exchanged, the first two and the last two. */
FOUR_INLINE four four_swap(four x) {
  return (four)_mm256_permute_pd((__m256d)x, 5);
}
/** Neighbours: the first of a, of b, of a, of b, where each has one number in all lanes. */
FOUR_INLINE four four_pair(four a, four b) {
  return (four)_mm256_unpacklo_pd((__m256d)a, (__m256d)b);
}
/** b in the lanes of these bits, else a. */
#define four_blend(a, b, bits) ((four)_mm256_blend_pd((__m256d)(a), (__m256d)(b), bits))
FOUR_INLINE four four_pick(four_mask mask, four yes, four no) {
  return (four)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)mask);
}
/** A bit a lane. */
FOUR_INLINE int four_bits(four_mask mask) {
  return _mm256_movemask_pd((__m256d)mask);
}
FOUR_INLINE four four_root(four x) {
  return (four)_mm256_sqrt_pd((__m256d)x);
}
FOUR_INLINE four four_size(four x) {
  return (four)((four_mask)x & INT64_MAX);
}
/* as rosin_lesser and rosin_greater: b where they do not compare */
FOUR_INLINE four four_lesser(four a, four b) {
  return (four)_mm256_min_pd((__m256d)a, (__m256d)b);
}
FOUR_INLINE four four_greater(four a, four b) {
  return (four)_mm256_max_pd((__m256d)a, (__m256d)b);
}
/** `length` with the sign of `sign`. */
FOUR_INLINE four four_signed(double length, four sign) {
  return (four)(((four_mask)sign & INT64_MIN) | (four_mask)four_all(length));
}
/** (N/N_ref)^power, power the same for all. */
FOUR_INLINE four four_growth(double power, four ratio) {
  if (power == 0.5)
    return four_root(ratio);
  return power == 1 ? ratio : rosin_pow_4(ratio, four_all(power));
}

#endif
#endif
