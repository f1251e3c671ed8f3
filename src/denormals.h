/* SPDX-License-Identifier: BSD-3-Clause */
/** Denormal numbers are 0 while what sounds is worked out: a tail costs no more than a tone, and
 *  there are the same samples wherever a scene is played. */
#ifndef ROSIN_DENORMALS_H
#define ROSIN_DENORMALS_H

#if defined(__SSE2__)
#include <xmmintrin.h>
enum { ROSIN_FLUSH = 0x8040 }; /* flush to zero, denormals are zero */
#endif

/** From here on in this thread; how it was before, to be given back to a thread that is not ours.
 *  Real-time safe. */
static inline unsigned long rosin_no_denormals(void) {
#if defined(__SSE2__)
  const unsigned before = _mm_getcsr();
  if ((before & ROSIN_FLUSH) != ROSIN_FLUSH) /* a host's audio thread often does so itself */
    _mm_setcsr(before | ROSIN_FLUSH);
  return before;
#elif defined(__aarch64__)
  unsigned long long before; /* a register, where long may be half of one */
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" ::"r"(before | (1ull << 24)));
  return (unsigned long)before;
#else
  return 0;
#endif
}

static inline void rosin_restore_denormals(unsigned long before) {
#if defined(__SSE2__)
  if ((before & ROSIN_FLUSH) != ROSIN_FLUSH)
    _mm_setcsr((unsigned)before);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"((unsigned long long)before));
#else
  (void)before;
#endif
}

#endif
