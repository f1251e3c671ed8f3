/* SPDX-License-Identifier: BSD-3-Clause */
/** A sound in three parts, for who plays it for as long as a game wants: a start, a loop of what it
 *  holds, and an end. Its gestures stay where they do the most (rosin_scene_fullest); the loop
 *  leads from its last frame to its first, and so does it, and the start, to the end: each
 *  goes on where the sound was at the loop's first frame, sample for sample. */
#ifndef ROSIN_PARTS_H
#define ROSIN_PARTS_H

#include "scene/scene.h"

/** What of a sound a file has. */
typedef enum {
  ROSIN_PART_WHOLE,
  ROSIN_PART_ROUND, /* all of it, as a loop: its gestures come round (seam.h) */
  ROSIN_PART_START, /* three, in the order of rosin_asset_part */
  ROSIN_PART_HELD,  /* "loop" */
  ROSIN_PART_END,
  ROSIN_PARTS
} rosin_part;

#define ROSIN_PART_WORDS "start, loop or end"
#define ROSIN_PARTS_LAYERS "a scene with layers has no parts; take those of each"
#define ROSIN_PARTS_LONGEST 600.0 /* s, of a loop */

/** One of these words: 0, or -1. */
int rosin_part_named(const char *name, rosin_part *part);
/** The word, or "" of what is no part of three. */
const char *rosin_part_name(rosin_part part);
static inline int rosin_part_of_three(rosin_part part) {
  return part >= ROSIN_PART_START;
}
static inline int rosin_part_loops(rosin_part part) {
  return part == ROSIN_PART_ROUND || part == ROSIN_PART_HELD;
}

/** 0 if a loop may be so long, or -1 and an error. */
int rosin_parts_check(double seconds, rosin_error *error);

typedef struct rosin_parts rosin_parts;

/** For a scene that is prepared, without layers, a loop of about `seconds`, and what rings for
 *  `rings` seconds more than the scene does. NULL and an error. */
rosin_parts *rosin_parts_new(rosin_scene *scene, double seconds, double rings, int channels,
                             rosin_error *error);
/** How many frames of the scene are to be made next, `most` at most; 0: all are there. At its
 *  turn, where `*again` is 1, the scene begins again, to be let go: so does what is around it. */
int rosin_parts_ahead(rosin_parts *parts, int most, int *again);
/** Those frames, after what is around it. */
void rosin_parts_take(rosin_parts *parts, const float *frames, int count);
/** All frames that are to be made, about: the most. */
long long rosin_parts_total(const rosin_parts *parts);
/** All are there: join them. 0; -1 and an error if nothing sounds where it is held. */
int rosin_parts_join(rosin_parts *parts, rosin_error *error);
/** Then: the frames of a part of three, and how many. */
const float *rosin_parts_frames(const rosin_parts *parts, rosin_part part, long long *count);
void rosin_parts_free(rosin_parts *parts); /**< NULL is allowed */

#endif
