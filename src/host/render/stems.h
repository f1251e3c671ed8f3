/* SPDX-License-Identifier: BSD-3-Clause */
/** Stems: each pickup and each contact's signals for themselves. */
#ifndef ROSIN_STEMS_H
#define ROSIN_STEMS_H

#include "host/load/recipe.h"
#include "scene/scene.h"
#include "sound/sound_notes.h"

/** Where stems go: one file with a channel each, or, if `path` ends in '/', a folder (made
 *  if it is missing) with a file each, "1-rim.velocity@mic.wav", .... The samples are float. */
typedef struct rosin_stems rosin_stems;

/** The scene must be prepared after rosin_scene_stems; the tracks of the notes are found here. NULL
 * and an error. */
rosin_stems *rosin_stems_create(const char *path, const rosin_scene *scene, int rate,
                                const rosin_sound_notes *notes, rosin_error *error);
int rosin_stems_write(rosin_stems *stems, const float *frames, int count, rosin_error *error);
/** Finish; on failure nothing is left of the file that failed. */
int rosin_stems_close(rosin_stems *stems, rosin_error *error);
void rosin_stems_discard(rosin_stems *stems); /**< NULL is allowed */

#endif
