/* SPDX-License-Identifier: BSD-3-Clause */
/** Sound files that a scene names: WAV files of plain numbers (wav.h), and what a program reads
 *  besides. */
#ifndef ROSIN_SOUNDS_H
#define ROSIN_SOUNDS_H

#include "scene/model/gesture.h"

/** A channel (1-based) of a sound file as a gesture. `file` is its descriptor, which is closed;
 *  `path` names it in errors. 0, or -1 and an error. */
int rosin_gesture_sound(rosin_gesture *gesture, int file, const char *path, int channel,
                        rosin_error *error);

/** Reads other sounds: as rosin_gesture_sound, but `file`, at its begin, stays open. */
typedef int rosin_sound_reader(rosin_gesture *gesture, int file, const char *path, int channel,
                               rosin_error *error);
/** From now on what is no WAV file of plain numbers is read by `reader`; NULL, as at first: it is
 *  refused. A program's choice, made once, before it reads scenes. */
void rosin_sounds_also_by(rosin_sound_reader *reader);

#endif
