/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/sequencer/denormals.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

unsigned long rosin_no_denormals(void) {
#if defined(__SSE2__)
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040); /* flush to zero, denormals are zero */
  return before;
#elif defined(__aarch64__)
  unsigned long before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" ::"r"(before | (1ul << 24)));
  return before;
#else
  return 0;
#endif
}

void rosin_restore_denormals(unsigned long before) {
#if defined(__SSE2__)
  _mm_setcsr((unsigned)before);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"(before));
#else
  (void)before;
#endif
}
