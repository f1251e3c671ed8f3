/* SPDX-License-Identifier: BSD-3-Clause */
/** How a sound file was made: what stands in its notes, and makes it again. As text:
 *
 *    rosin VERSION
 *    scene NAME
 *    set KEY=VALUE          (any number)
 *    duration SECONDS       (if it is not the scene's)
 *    format F               (if it is not the container's)
 *    loudness LUFS          (if it was brought to that)
 *    loudness_of L          (momentary or auto; without a line integrated)
 *    ceiling DBTP           (that it had to stay below; without a line none)
 *    normalize peak         (or its peak to that, or to -1 dBTP)
 *    loop seamless          (if its end leads to its beginning)
 *    part PART              (start, loop or end, if it is one of these)
 *    room ROOM              (if it was put into one; FILE: a response)
 *    midi FILE              (if it was played from notes; score FILE: from a score)
 *    scale FILE             (and in an intonation of its own)
 *    controls TABLE         (and by a table of controllers)
 *    gesture FILE           (if it was played from what a hand did)
 *    input FILE             (if a sound drove it)
 *    tag KEY=VALUE          (what else is said of it)
 *    files any              (if its scene could read files anywhere)
 *    played ADDED           (if hands played it on the page: what was added to its core; last)
 *    skip FRAMES            (of it, from where it was at rest; without a line none)
 *    state LINE             (of what it was set to then)
 *    at FRAME EVENT         (as rosin_core_happen reads it)
 *    (an empty line)
 *    the scene's text
 */
#ifndef ROSIN_RECIPE_H
#define ROSIN_RECIPE_H

#include "host/common/options.h"
#include "host/common/words.h"
#include "host/write/level.h"
#include "host/write/parts.h"
#include "scene/text/files.h"
#include "sound/sound_file.h"

typedef struct {
  char *version, *scene, *text; /* scene: name of an embedded scene or a file */
  const char *midi, *scale, *controls, *gesture, *room, *input;
  int score;          /* midi is a score */
  int files_anywhere; /* that a sound file was made with --allow-files */
  rosin_part part;
  double duration; /* s; 0: the scene's */
  rosin_level_wish level;
  rosin_sample_format format;
  rosin_list set;     /* "KEY=VALUE" */
  rosin_words words;  /* what is said of it */
  const char *played; /* what was added, or NULL; behind it so many lines, each with its end: */
  int acts;
  rosin_files files; /* what its scene may read */
  char *from;        /* the sound file it was read from, or NULL */
  char *storage;     /* what the texts above point into */
} rosin_recipe;

/** Of a scene by name or path, or of a sound file that rosin made. 0, or -1 and an error. */
int rosin_recipe_open(rosin_recipe *recipe, const char *name, rosin_error *error);
/** Whether another version made it, so that this one may make other samples. */
int rosin_recipe_foreign(const rosin_recipe *recipe);
/** As text (malloc'ed), or NULL without memory. */
char *rosin_recipe_write(const rosin_recipe *recipe);
/** The command that makes the file, as one line for a shell (malloc'ed), or NULL without
 *  memory. */
char *rosin_recipe_command(const rosin_recipe *recipe);
/** The command that makes it again from the sound file that it was read from, up to the name of
 *  the output, as above. */
char *rosin_recipe_renewal(const rosin_recipe *recipe);
void rosin_recipe_free(rosin_recipe *recipe);

#endif
