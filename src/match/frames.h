/* SPDX-License-Identifier: BSD-3-Clause */
/** Power spectra of a sound, frame by frame. */
#ifndef ROSIN_MATCH_FRAMES_H
#define ROSIN_MATCH_FRAMES_H

#include <stddef.h>

typedef struct {
  int size, hop, frames, bins; /* bins: size / 2 + 1 */
  double width;                /* Hz a bin */
  float *power;                /* [frames * bins] */
  double *energy;              /* [frames] sums of these */
} rosin_frames;

/** Of x[n], n > 0: frames (Hann) of the power of 2 nearest `seconds`, `overlap` of them in the time
 *  of one; of what is shorter, one with silence after. 0, or -1 without memory. */
int rosin_frames_make(const double *x, int n, double rate, double seconds, int overlap,
                      rosin_frames *frames);
/** Autocorrelation of a frame above `low` Hz, 1 at lag 0, the window's taken out: to
 *  around[size / 2]. 0, or -1 without memory. */
int rosin_frames_correlate(const rosin_frames *frames, int frame, double low, float *around);
void rosin_frames_free(rosin_frames *frames);

#endif
