/* SPDX-License-Identifier: BSD-3-Clause */
/** A sound that loops: its first frames are kept back and faded in under its last ones, so that
 *  the end leads to the beginning as the sound itself did. */
#ifndef ROSIN_SEAM_H
#define ROSIN_SEAM_H

#include "rosin.h"

/** Where frames go: 0, or -1 and an error. */
typedef int rosin_seam_sink(void *to, const float *frames, int count, rosin_error *error);

typedef struct rosin_seam rosin_seam;

/** Of `length` frames, which are to be written to `sink`; the sound itself has `lead` frames before
 *  them, which are left out, and so many more as rosin_seam_frames() says. NULL and an error. */
rosin_seam *rosin_seam_new(long long lead, long long length, int rate, int channels,
                           rosin_seam_sink *sink, void *to, rosin_error *error);
/** Frames that a loop of `length` takes at its seam: half a second, or a quarter of it. */
int rosin_seam_frames(long long length, int rate);
/** The next frames; `seam` is a rosin_seam. */
int rosin_seam_write(void *seam, const float *frames, int count, rosin_error *error);
void rosin_seam_free(rosin_seam *seam); /**< NULL is allowed */

#endif
