/* SPDX-License-Identifier: BSD-3-Clause */
/** Two doubles or four floats side by side, as every processor has them (SSE2, NEON). */
#ifndef ROSIN_VECTOR_H
#define ROSIN_VECTOR_H

#include "processor.h"

#include <string.h>

typedef double rosin_two __attribute__((vector_size(2 * sizeof(double))));

static inline rosin_two rosin_two_at(const double *from) {
  rosin_two v;
  memcpy(&v, from, sizeof v);
  return v;
}

static inline void rosin_two_put(double *to, rosin_two v) {
  memcpy(to, &v, sizeof v);
}

/* Vectors of four doubles, in functions of processors with AVX2, which have them whole: GCC 12 does
 * worse with those that it must split. It keeps them on stacks that Windows aligns to 16 bytes. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(_WIN32)
#define ROSIN_HAS_FOUR
#endif

/** Whether this processor has them. */
static inline int rosin_has_four(void) {
#ifdef ROSIN_HAS_FOUR
  return rosin_processor_has(ROSIN_HAS_AVX2);
#else
  return 0;
#endif
}

typedef float rosin_floats __attribute__((vector_size(4 * sizeof(float))));

static inline rosin_floats rosin_floats_at(const float *from) {
  rosin_floats v;
  memcpy(&v, from, sizeof v);
  return v;
}

/** Eight products in a fixed order. */
static inline double rosin_eight(const double *w, const double *u) {
  const rosin_two sum =
      (rosin_two_at(w) * rosin_two_at(u) + rosin_two_at(w + 4) * rosin_two_at(u + 4)) +
      (rosin_two_at(w + 2) * rosin_two_at(u + 2) + rosin_two_at(w + 6) * rosin_two_at(u + 6));
  return sum[0] + sum[1];
}

/** to[i] += factor * w[i], eight of them. */
static inline void rosin_eight_add(double *to, double factor, const double *w) {
  for (int i = 0; i < 8; i += 2)
    rosin_two_put(to + i, rosin_two_at(to + i) + factor * rosin_two_at(w + i));
}

#endif
