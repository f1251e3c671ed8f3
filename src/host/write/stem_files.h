/* SPDX-License-Identifier: BSD-3-Clause */
/** Sound files of float samples that are made side by side, and get their names together. */
#ifndef ROSIN_STEM_FILES_H
#define ROSIN_STEM_FILES_H

#include "scene/model/model.h"
#include "sound/sound_file.h"

typedef struct {
  int count; /* 0 at first */
  rosin_sound_file *file[ROSIN_MODEL_CHANNELS];
} rosin_stem_files;

/** A folder for them, unless it is there. 0, or -1 and an error. */
int rosin_stem_files_folder(const char *folder, rosin_error *error);
/** One more, at most ROSIN_MODEL_CHANNELS; NULL and an error. */
rosin_sound_file *rosin_stem_files_add(rosin_stem_files *files, const char *path, int rate,
                                       int channels, rosin_error *error);
/** They get their names; after the first that fails the others do not. 0, or -1 and an error. */
int rosin_stem_files_close(rosin_stem_files *files, rosin_error *error);
void rosin_stem_files_discard(rosin_stem_files *files);

#endif
