/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of src/maths/lanes.h over arrays, at each width that this processor has. */
#ifndef TESTS_MATHS_ABREAST_H
#define TESTS_MATHS_ABREAST_H

#include "maths/maths.h"

#include <string.h>

#define ABREAST(name, width, where)                                                                \
  where static                                                                                     \
      __attribute__((noinline)) void name##_over_##width(const double *x, double *y, int count) {  \
    for (int i = 0; i < count; i += width) {                                                       \
      rosin_real_##width v;                                                                        \
      memcpy(&v, x + i, sizeof v);                                                                 \
      v = rosin_##name##_##width(v);                                                               \
      memcpy(y + i, &v, sizeof v);                                                                 \
    }                                                                                              \
  }
#define ABREAST_POW(width, where)                                                                  \
  where static __attribute__((noinline)) void pow_over_##width(const double *x, const double *p,   \
                                                               double *y, int count) {             \
    for (int i = 0; i < count; i += width) {                                                       \
      rosin_real_##width v, w;                                                                     \
      memcpy(&v, x + i, sizeof v);                                                                 \
      memcpy(&w, p + i, sizeof w);                                                                 \
      v = rosin_pow_##width(v, w);                                                                 \
      memcpy(y + i, &v, sizeof v);                                                                 \
    }                                                                                              \
  }
#define ALL_ABREAST(width, where)                                                                  \
  ABREAST(exp, width, where)                                                                       \
  ABREAST(exp2, width, where)                                                                      \
  ABREAST(log, width, where)                                                                       \
  ABREAST(sin, width, where) ABREAST(cos, width, where) ABREAST_POW(width, where)

#define ROSIN_WIDTH 2
#define ROSIN_WIDTH_INLINE static inline __attribute__((always_inline))
#include "maths/lanes.h"
ALL_ABREAST(2, )

#if defined(__x86_64__)
#define ROSIN_WIDTH 4
#define ROSIN_WIDTH_INLINE static inline __attribute__((always_inline, target("avx2")))
#include "maths/lanes.h"
ALL_ABREAST(4, __attribute__((target("avx2"))))

#define ROSIN_WIDTH 8
#define ROSIN_WIDTH_INLINE static inline __attribute__((always_inline, target("avx512f")))
#include "maths/lanes.h"
ALL_ABREAST(8, __attribute__((target("avx512f"))))
#define HAS_WIDTH(width)                                                                           \
  ((width) == 2 || ((width) == 4 && __builtin_cpu_supports("avx2")) ||                             \
   ((width) == 8 && __builtin_cpu_supports("avx512f")))
#else /* without a processor's own vectors the compiler splits them */
#define ROSIN_WIDTH 4
#define ROSIN_WIDTH_INLINE static inline __attribute__((always_inline))
#include "maths/lanes.h"
ALL_ABREAST(4, )
#define ROSIN_WIDTH 8
#define ROSIN_WIDTH_INLINE static inline __attribute__((always_inline))
#include "maths/lanes.h"
ALL_ABREAST(8, )
#define HAS_WIDTH(width) 1
#endif

typedef struct {
  const char *name;
  double (*scalar)(double);
  void (*over[3])(const double *x, double *y, int count); /* of 2, 4, 8 */
} abreast;

static const abreast all_abreast[] = {
    {"exp", rosin_exp, {exp_over_2, exp_over_4, exp_over_8}},
    {"exp2", rosin_exp2, {exp2_over_2, exp2_over_4, exp2_over_8}},
    {"log", rosin_log, {log_over_2, log_over_4, log_over_8}},
    {"sin", rosin_sin, {sin_over_2, sin_over_4, sin_over_8}},
    {"cos", rosin_cos, {cos_over_2, cos_over_4, cos_over_8}},
};
enum { KINDS_ABREAST = sizeof all_abreast / sizeof *all_abreast };

#endif
