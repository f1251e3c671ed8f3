/* SPDX-License-Identifier: BSD-3-Clause */
/* The modal bank's vectors made narrower. Engines of one width are built with
 * BENCH_ONE_WIDTH. */
#include "bench/bench.h"

#include <stddef.h>
#include <string.h>

#if defined(BENCH_ONE_WIDTH)
int bench_vector(const char *name) {
  (void)name;
  return -1;
}
#else
#include "modal/kernel.h"

int bench_vector(const char *name) {
  static const struct {
    const char *name;
    rosin_vector level;
  } table[] = {{"none", ROSIN_VECTOR_NONE},
               {"sse2", ROSIN_VECTOR_SSE2},
               {"avx2", ROSIN_VECTOR_AVX2},
               {"avx512", ROSIN_VECTOR_AVX512}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(name, table[i].name) == 0)
      return rosin_modal_vector(table[i].level);
  return -1;
}
#endif
