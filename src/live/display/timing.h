/* SPDX-License-Identifier: BSD-3-Clause */
/** How long the audio callback took, as shares of the period: counted in bins, so that
 *  the audio thread neither allocates nor forgets. */
#ifndef ROSIN_TIMING_H
#define ROSIN_TIMING_H

#include <stdatomic.h>

enum { ROSIN_TIMING_BINS = 4000 }; /* of a thousandth of the period each */

typedef struct {
  atomic_uint bin[ROSIN_TIMING_BINS + 1]; /* the last: all beyond */
  atomic_llong calls, over;               /* over: longer than the period */
  _Atomic double worst;
} rosin_timing;

/** Count a call. Real-time safe; one thread at a time. */
void rosin_timing_add(rosin_timing *timing, double share);
/** The share that `part` (0 ... 1) of the calls did not exceed. */
double rosin_timing_quantile(const rosin_timing *timing, double part);

#endif
