/* SPDX-License-Identifier: BSD-3-Clause */
/** Two doubles side by side, as every processor has them (SSE2, NEON). */
#ifndef ROSIN_VECTOR_H
#define ROSIN_VECTOR_H

#include <string.h>

typedef double rosin_two __attribute__((vector_size(2 * sizeof(double))));

static inline rosin_two rosin_load(const double *from) {
  rosin_two v;
  memcpy(&v, from, sizeof v);
  return v;
}

/** Eight products in a fixed order. */
static inline double rosin_eight(const double *w, const double *u) {
  const rosin_two sum =
      (rosin_load(w) * rosin_load(u) + rosin_load(w + 4) * rosin_load(u + 4)) +
      (rosin_load(w + 2) * rosin_load(u + 2) + rosin_load(w + 6) * rosin_load(u + 6));
  return sum[0] + sum[1];
}

#endif
