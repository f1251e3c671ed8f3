/* SPDX-License-Identifier: BSD-3-Clause */
/** The level of a sound that is written: measured on its way, or brought to what was asked for.
 *  Then it waits in a file without a name until all of it is known. */
#ifndef ROSIN_LEVEL_H
#define ROSIN_LEVEL_H

#include "features/loudness.h"
#include "scene/sound/sound_file.h"

typedef struct {
  double loudness; /* LUFS wanted, or 0: as it comes */
  int normalize;   /* 1: true peak at ROSIN_LEVEL_PEAK */
  int as_before;   /* 1, and neither of those: as loud as what rosin_level_before() is given, or as
                      full scale, or that one's peak, lets it be */
} rosin_level_wish;

#define ROSIN_LEVEL_PEAK -1.0 /* dBTP */

typedef struct rosin_level rosin_level;

/** For a file of that rate and those channels; NULL and an error. */
rosin_level *rosin_level_new(rosin_sound_file *file, int rate, int channels,
                             const rosin_level_wish *wish, rosin_error *error);
/** The next frames: 0, or -1 and an error. `level` is a rosin_level. */
int rosin_level_write(void *level, const float *frames, int count, rosin_error *error);
/** The next frames of what it is to be as loud as, if anybody wishes that: 0, or -1 and an error.
 */
int rosin_level_before(rosin_level *level, const float *frames, int count, rosin_error *error);
/** All frames are there: write what waited, with `*gain`, and note what it measures in the
 *  file, clipped where that clips (NaN where nobody asks for it). 0, or -1 and an error. */
int rosin_level_end(rosin_level *level, double *gain, rosin_loudness *measured, rosin_error *error);
/** Note in a file what was measured of it. */
void rosin_level_note(rosin_sound_file *file, const rosin_loudness *measured);
void rosin_level_free(rosin_level *level); /**< NULL is allowed */

#endif
