/* SPDX-License-Identifier: BSD-3-Clause */
/** Oversampled sound down to the output rate: by half-band filters for factors 2 and 4, by one
 *  low-pass filter for others. What could alias below 20/44.1 of the output rate (20 kHz at 44.1
 * kHz, 21.8 at 48) is at least 106 dB down; up to there the gain is 1 within 0.001 dB. */
#ifndef ROSIN_DECIMATE_H
#define ROSIN_DECIMATE_H

#include "keep.h"

typedef struct rosin_decimator rosin_decimator;

/** For calls of exactly `block` frames in; NULL without memory. */
rosin_decimator *rosin_decimator_new(int channels, int factor, int block);
void rosin_decimator_free(rosin_decimator *decimator);
/** List what it writes to (keep.h). */
void rosin_decimator_pieces(rosin_decimator *decimator, rosin_kept *kept);
/** Forget the past. */
void rosin_decimator_reset(rosin_decimator *decimator);
/** Push one block of frames; writes at most block / factor + 1 frames to `out` and
 *  returns how many. The output is aligned with the input; the first frames come
 *  once the filter has seen what it needs. Real-time safe. */
int rosin_decimator_push(rosin_decimator *decimator, const float *in, float *out);
/** Output frames that the filter looks ahead, so that a frame comes as much later: 37.5 for
 *  factor 2, 41.25 for 4, some 37 for others. Real-time safe. */
double rosin_decimator_latency(const rosin_decimator *decimator);

#endif
