/* SPDX-License-Identifier: BSD-3-Clause */
/* One body of code, compiled for each vector width by the target attribute; the
 * compiler splits the eight lanes as the target needs. A chosen function pointer
 * rather than target_clones: ifuncs crash under thread sanitizer and do not
 * exist on Windows. */
#include "modal/kernel.h"

#include <stddef.h>

typedef double lanes __attribute__((vector_size(ROSIN_LANES * sizeof(double)), may_alias));

#define INLINE static inline __attribute__((always_inline))

INLINE double total(const lanes *s) {
  return (((*s)[0] + (*s)[4]) + ((*s)[2] + (*s)[6])) + (((*s)[1] + (*s)[5]) + ((*s)[3] + (*s)[7]));
}

#define AT(array) (*(lanes *)((array) + i))
#define CAT(array) (*(const lanes *)((array) + i))

INLINE double predict_body(rosin_modes *m, const double *shape) {
  const double *keep = m->keep, *pull = m->pull, *x = m->x, *v = m->v;
  double *mean = m->mean;
  const int size = m->size;
  lanes sum = {0};
  for (int i = 0; i < size; i += ROSIN_LANES) {
    const lanes w = CAT(keep) * CAT(v) - CAT(pull) * CAT(x);
    AT(mean) = w;
    sum += CAT(shape) * w;
  }
  return total(&sum);
}

INLINE double dot_body(const double *a, const double *b, int size) {
  lanes sum = {0};
  for (int i = 0; i < size; i += ROSIN_LANES)
    sum += CAT(a) * CAT(b);
  return total(&sum);
}

INLINE void push_body(rosin_modes *m, const double *gain, double force) {
  double *mean = m->mean;
  const int size = m->size;
  for (int i = 0; i < size; i += ROSIN_LANES)
    AT(mean) += CAT(gain) * force;
}

INLINE void advance_body(rosin_modes *m, const double *gain, double force) {
  double *x = m->x, *v = m->v, *mean = m->mean;
  const double t = m->period;
  const int size = m->size;
  for (int i = 0; i < size; i += ROSIN_LANES) {
    const lanes w = CAT(mean) + CAT(gain) * force;
    AT(x) += t * w;
    AT(v) = w + w - CAT(v);
  }
}

#define KERNEL(suffix, attribute)                                                                  \
  attribute static double predict_##suffix(rosin_modes *m, const double *shape) {                  \
    return predict_body(m, shape);                                                                 \
  }                                                                                                \
  attribute static double dot_##suffix(const double *a, const double *b, int size) {               \
    return dot_body(a, b, size);                                                                   \
  }                                                                                                \
  attribute static void push_##suffix(rosin_modes *m, const double *gain, double force) {          \
    push_body(m, gain, force);                                                                     \
  }                                                                                                \
  attribute static void advance_##suffix(rosin_modes *m, const double *gain, double force) {       \
    advance_body(m, gain, force);                                                                  \
  }                                                                                                \
  static const rosin_modal_kernel kernel_##suffix = {predict_##suffix, dot_##suffix,               \
                                                     push_##suffix, advance_##suffix};

KERNEL(plain, )
#if defined(__x86_64__) && defined(__GNUC__)
KERNEL(avx2, __attribute__((target("avx2,fma"))))
KERNEL(avx512, __attribute__((target("avx512f"))))
#endif

const rosin_modal_kernel *rosin_modal_kernel_choose(void) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx512f"))
    return &kernel_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return &kernel_avx2;
#endif
  return &kernel_plain;
}
