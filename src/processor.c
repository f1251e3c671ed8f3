/* SPDX-License-Identifier: BSD-3-Clause */
#include "processor.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <stdatomic.h>

enum { KNOWN = 4, KEEPS_YMM = 0x6, KEEPS_ZMM = 0xe6 };

/* Which registers the system keeps for a thread (XCR0), if it says so. */
static unsigned kept(void) {
  unsigned a, b, c, d, high;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
    return 0;
  __asm__ volatile("xgetbv" : "=a"(a), "=d"(high) : "c"(0));
  return a;
}

static int look(void) {
  unsigned a, b, c, d;
  const unsigned keeps = kept();
  int found = KNOWN;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
    if ((keeps & KEEPS_YMM) == KEEPS_YMM && b & bit_AVX2)
      found |= ROSIN_HAS_AVX2;
    if ((keeps & KEEPS_ZMM) == KEEPS_ZMM && b & bit_AVX512F)
      found |= ROSIN_HAS_AVX512F;
  }
  return found;
}

int rosin_processor_has(rosin_processor_part part) {
  static atomic_int known;
  int found = atomic_load_explicit(&known, memory_order_relaxed);
  if (!found) {
    found = look();
    atomic_store_explicit(&known, found, memory_order_relaxed);
  }
  return (found & (int)part) != 0;
}
#else
int rosin_processor_has(rosin_processor_part part) {
  (void)part;
  return 0;
}
#endif
