/* SPDX-License-Identifier: BSD-3-Clause */
/** libsndfile's side of sound files, for the files of this room. */
#ifndef ROSIN_SOUND_HANDLE_H
#define ROSIN_SOUND_HANDLE_H

#include "sound/sound_chunks.h"

#include <sndfile.h>

SNDFILE *rosin_sound_file_handle(rosin_sound_file *file);
/** It was given notes: they must be found in it before it gets its name. */
void rosin_sound_file_noted(rosin_sound_file *file);
/** What is put behind its sound as it is closed, if it is a WAV file. */
rosin_sound_chunks *rosin_sound_file_chunks(rosin_sound_file *file);
/** SF_FORMAT_WAV, ... */
int rosin_sound_file_container(const rosin_sound_file *file);
/** A file to be read; NULL and an error, in the system's words where it is the system that
 *  refuses. */
SNDFILE *rosin_sound_handle_open(const char *path, SF_INFO *info, rosin_error *error);

#endif
