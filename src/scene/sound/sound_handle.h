/* SPDX-License-Identifier: BSD-3-Clause */
/** libsndfile's side of a sound file that is being written; for sound_notes.c alone. */
#ifndef ROSIN_SOUND_HANDLE_H
#define ROSIN_SOUND_HANDLE_H

#include "scene/sound/sound_file.h"

#include <sndfile.h>

SNDFILE *rosin_sound_file_handle(rosin_sound_file *file);
/** It was given notes: they must be found in it before it gets its name. */
void rosin_sound_file_noted(rosin_sound_file *file);
/** SF_FORMAT_WAV, ... */
int rosin_sound_file_container(const rosin_sound_file *file);

#endif
