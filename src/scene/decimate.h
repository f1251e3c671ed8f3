/* SPDX-License-Identifier: BSD-3-Clause */
/** Oversampled sound down to the output rate; the only user of libsamplerate. */
#ifndef ROSIN_DECIMATE_H
#define ROSIN_DECIMATE_H

typedef struct rosin_decimator rosin_decimator;

/** For calls of exactly `block` frames in; NULL without memory. */
rosin_decimator *rosin_decimator_new(int channels, int factor, int block);
void rosin_decimator_free(rosin_decimator *decimator);
/** Forget the past. */
void rosin_decimator_reset(rosin_decimator *decimator);
/** Push one block of frames; writes at most block / factor + 1 frames to `out` and
 *  returns how many. The output is aligned with the input; the first frames come
 *  once the filter has seen what it needs. Real-time safe. */
int rosin_decimator_push(rosin_decimator *decimator, const float *in, float *out);

#endif
