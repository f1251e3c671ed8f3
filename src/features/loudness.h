/* SPDX-License-Identifier: BSD-3-Clause */
/** Loudness of sound as it is made, after EBU R 128 (ITU-R BS.1770), by libebur128. */
#ifndef ROSIN_LOUDNESS_H
#define ROSIN_LOUDNESS_H

#include "rosin.h"

/** What was measured; NaN: there is nothing to measure. */
typedef struct {
  double integrated;            /* LUFS, gated; what is shorter than 0.4 s as if silence followed */
  double range;                 /* LU */
  double momentary, short_term; /* LUFS, the highest of 0.4 s and of 3 s, with silence after */
  double true_peak;             /* dBTP */
} rosin_loudness;

typedef struct rosin_loudness_meter rosin_loudness_meter;

/** For sound of `rate` Hz and `channels`; NULL and an error. */
rosin_loudness_meter *rosin_loudness_new(int rate, int channels, rosin_error *error);
/** The next frames, channels interleaved: 0, or -1 without memory. */
int rosin_loudness_add(rosin_loudness_meter *meter, const float *frames, int count);
/** What was measured, once all is in. 0, or -1 without memory. */
int rosin_loudness_end(rosin_loudness_meter *meter, rosin_loudness *loudness);
void rosin_loudness_free(rosin_loudness_meter *meter); /**< NULL is allowed */

#endif
