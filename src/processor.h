/* SPDX-License-Identifier: BSD-3-Clause */
/** What the processor has beyond what every one of its kind has, asked of itself: compilers' own
 *  __builtin_cpu_supports() needs a part of their libraries that not every one of them has. */
#ifndef ROSIN_PROCESSOR_H
#define ROSIN_PROCESSOR_H

typedef enum { ROSIN_HAS_AVX2 = 1, ROSIN_HAS_AVX512F = 2 } rosin_processor_part;

/** Whether it has that, and the system keeps its registers. Real-time safe. */
int rosin_processor_has(rosin_processor_part part);

#endif
