/* SPDX-License-Identifier: BSD-3-Clause */
/** Named signals, one value an engine sample, to .csv or .wav. */
#ifndef ROSIN_PROBE_FILE_H
#define ROSIN_PROBE_FILE_H

#include "scene/scene.h"

typedef struct rosin_probe_file rosin_probe_file;

/** Split "A,B,..." (in place) into names; how many, or -1 if more than `most`. */
int rosin_probe_names(char *list, const char **name, int most);
/** After prepare; the scene's tap then writes. */
rosin_probe_file *rosin_probe_file_create(const char *path, rosin_scene *scene, int count,
                                          const char *const *names, rosin_error *error);
/** Whether a write has failed; close then says why. */
int rosin_probe_file_failed(const rosin_probe_file *file);
int rosin_probe_file_close(rosin_probe_file *file, rosin_error *error);
void rosin_probe_file_discard(rosin_probe_file *file);

#endif
