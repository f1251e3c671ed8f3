/* SPDX-License-Identifier: BSD-3-Clause */
/** WAV files of plain numbers, read without a library: integers of 8, 16, 24 and 32 bits, floats of
 *  32 and 64, also where the format is WAVE_FORMAT_EXTENSIBLE. */
#ifndef ROSIN_WAV_H
#define ROSIN_WAV_H

#include "scene/model/gesture.h"

#include <stdio.h>

enum { ROSIN_SOUND_CHANNELS = 1024 }; /* that one may have, at most */

/** A channel (1-based) of the file `in`, which `path` names in errors, as a gesture; integers
 *  become -1 to 1. As much as there is, of a file that was cut off. 0; -1 and an error: it is such
 * a file, and cannot be used; 1 and an error: it is none, or nothing can be made of how it begins.
 */
int rosin_wav_read(rosin_gesture *gesture, FILE *in, const char *path, int channel,
                   rosin_error *error);
/** How many channels the file `in` has, read from where it stands as far as its first sample; -1
 * and an error: it is none that is read here. */
int rosin_wav_channels(FILE *in, const char *path, rosin_error *error);

#endif
