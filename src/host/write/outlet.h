/* SPDX-License-Identifier: BSD-3-Clause */
/** What stands between a scene and its file: a room, the seam of a loop, or parts (parts.h), and
 * the moments that the file tells of. */
#ifndef ROSIN_OUTLET_H
#define ROSIN_OUTLET_H

#include "host/write/level.h"
#include "host/write/parts.h"
#include "host/write/seam.h"
#include "scene/scene.h"

typedef struct {
  const char *place; /* a room, or NULL */
  rosin_part part;
  int plain;          /* the file tells nothing */
  int whole;          /* it lasts as long as it sounds, in its room too: no length was asked for */
  int rate, channels; /* the scene's, prepared */
  rosin_level *level; /* hears what goes into the room, and the other parts; or NULL */
  rosin_seam_sink *sink; /* where frames of the file go */
  void *to;
} rosin_outlet_wish;

typedef struct rosin_outlet rosin_outlet;

/** For a scene that is prepared (rosin_scene_watch() before, for its file to tell of moments),
 * whose gestures come round from now on if it is a loop, and which lasts longer by what its room
 * takes. NULL and an error. */
rosin_outlet *rosin_outlet_new(rosin_scene *scene, const rosin_outlet_wish *wish,
                               rosin_error *error);
/** How many frames the scene is to make next, `most` at most; 0: all are made; -1 and an error. */
int rosin_outlet_ahead(rosin_outlet *outlet, int most, rosin_error *error);
/** All that it is to make, at most, and those of the file, once all are there. */
long long rosin_outlet_total(const rosin_outlet *outlet);
long long rosin_outlet_length(const rosin_outlet *outlet);
/** The next frames of the scene, which are changed. `outlet` is a rosin_outlet. */
int rosin_outlet_write(void *outlet, float *frames, int count, rosin_error *error);
/** All are made: write what waited for that. 0, or -1 and an error. */
int rosin_outlet_finish(rosin_outlet *outlet, rosin_error *error);
/** Put moments, and the loop, into the file's notes. 0, or -1 and an error. */
int rosin_outlet_end(rosin_outlet *outlet, rosin_sound_file *file, rosin_error *error);
void rosin_outlet_free(rosin_outlet *outlet); /**< NULL is allowed */

#endif
