/* SPDX-License-Identifier: BSD-3-Clause */
/** Sounds of all formats that libsndfile knows, as gestures of scenes. */
#ifndef ROSIN_SOUND_GESTURE_H
#define ROSIN_SOUND_GESTURE_H

#include "scene/sound/sounds.h"

/** A rosin_sound_reader. */
int rosin_sound_gesture(rosin_gesture *gesture, int file, const char *path, int channel,
                        rosin_error *error);

#endif
