/* SPDX-License-Identifier: BSD-3-Clause */
/* One text of the loops, compiled for each vector width. Each width has a type of its
 * own: a type that the compiler must split (64 bytes, for AVX2) goes through memory with
 * gcc 12 and is slower than scalars. A chosen function pointer rather than target_clones:
 * ifuncs crash under thread sanitizer and do not exist on Windows. */
#include "modal/kernel.h"
#include "processor.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#ifdef _WIN32 /* there memory is aligned to 16 bytes, whatever is asked for (packaging/windows) */
#define WIDTH(count) __attribute__((vector_size((count) * sizeof(double)), may_alias, aligned(16)))
#else
#define WIDTH(count) __attribute__((vector_size((count) * sizeof(double)), may_alias))
#endif
typedef double two WIDTH(2);

/* Scalars that stay scalars. */
#define VECTOR double
#define NAME(x) x##_none
#if defined(__GNUC__) && !defined(__clang__)
#define TARGET __attribute__((optimize("no-tree-vectorize")))
#else
#define TARGET
#endif
#include "modal/kernel_loops.h"

#define VECTOR two
#define NAME(x) x##_two
#define TARGET
#include "modal/kernel_loops.h"

#if defined(__x86_64__) && defined(__GNUC__)
typedef double four WIDTH(4);
typedef double eight WIDTH(8);

#define VECTOR four
#define NAME(x) x##_four
#define TARGET __attribute__((target("avx2")))
#include "modal/kernel_loops.h"

#define VECTOR eight
#define NAME(x) x##_eight
#define TARGET __attribute__((target("avx512f")))
#include "modal/kernel_loops.h"

static const rosin_modal_kernel *wide(rosin_vector level) {
  if (level == ROSIN_VECTOR_AVX512 && rosin_processor_has(ROSIN_HAS_AVX512F))
    return &kernel_eight;
  return level == ROSIN_VECTOR_AVX2 && rosin_processor_has(ROSIN_HAS_AVX2) ? &kernel_four : NULL;
}
#else
static const rosin_modal_kernel *wide(rosin_vector level) {
  (void)level;
  return NULL;
}
#endif

/* What rosin_modal_vector asked for: the one thing that is the process's, not a bank's. */
static atomic_int asked = ROSIN_VECTOR_WIDEST;

const rosin_modal_kernel *rosin_modal_kernel_of(rosin_vector level) {
  if (level == ROSIN_VECTOR_NONE)
    return &kernel_none;
  if (level == ROSIN_VECTOR_SSE2)
    return &kernel_two;
  if (level != ROSIN_VECTOR_WIDEST)
    return wide(level);
  const rosin_modal_kernel *kernel = wide(ROSIN_VECTOR_AVX512);
  if (!kernel)
    kernel = wide(ROSIN_VECTOR_AVX2);
  return kernel ? kernel : &kernel_two;
}

int rosin_modal_vector(rosin_vector level) {
  if (!rosin_modal_kernel_of(level))
    return -1;
  atomic_store(&asked, (int)level);
  return 0;
}

const rosin_modal_kernel *rosin_modal_kernel_choose(void) {
  return rosin_modal_kernel_of((rosin_vector)atomic_load(&asked));
}
