/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/place.h"
#include "error.h"
#include "sound/sound_file.h"
#include "sound/sound_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 30 }; /* s of a response */

static int is_none(const char *name) {
  return !name || strcmp(name, "none") == 0;
}

int rosin_place_is_file(const char *name) {
  return !is_none(name) && !rosin_room_find(name);
}

int rosin_place_check(const char *name, rosin_error *error) {
  char list[256] = "none";
  if (!rosin_place_is_file(name) || rosin_sound_file_named(name))
    return 0;
  for (const rosin_room_kind *k = rosin_room_kinds(); k->name; k++)
    snprintf(list + strlen(list), sizeof list - strlen(list), ", %s", k->name);
  return rosin_fail(error, "--room %.200s: must be one of %s, or a sound file with a response",
                    name, list);
}

/* All of it: interleaved (malloc'ed), or NULL and an error. */
static float *read_all(rosin_sound_source *source, const rosin_sound_info *info,
                       rosin_error *error) {
  enum { PART = 1024 };
  const size_t of = (size_t)info->channels, values = (size_t)info->frames * of;
  float *all = calloc(values + 1, sizeof *all);
  double *part = calloc(PART * of, sizeof *part);
  size_t at = 0;
  for (int got = 1; all && part && got > 0 && at < values;) {
    got = rosin_sound_read(source, part, PART);
    for (size_t i = 0; got > 0 && i < (size_t)got * of && at < values; i++)
      all[at++] = (float)part[i];
  }
  if (!all || !part) {
    rosin_fail(error, "out of memory for the room");
    free(all);
    all = NULL;
  }
  free(part);
  return all;
}

static rosin_room *from_file(const char *path, int rate, int channels, rosin_error *error) {
  rosin_error why;
  rosin_sound_info info;
  rosin_sound_source *source = rosin_sound_open(path, &info, error);
  float *all = NULL;
  rosin_room *room = NULL;
  if (!source)
    return NULL;
  if (info.rate != rate)
    rosin_fail(error, "--room %.200s: is at %d Hz, the sound at %d Hz: give -r %d", path, info.rate,
               rate, info.rate);
  else if (info.frames > (long long)LONGEST * rate)
    rosin_fail(error, "--room %.200s: is longer than %d s", path, LONGEST);
  else if ((all = read_all(source, &info, error)) &&
           !(room = rosin_room_response(all, info.frames, info.channels, channels, &why)))
    rosin_fail(error, "--room %.200s: %s", path, why.text);
  rosin_sound_close(source);
  free(all);
  return room;
}

int rosin_place_new(const char *name, int rate, int channels, rosin_room **room,
                    rosin_error *error) {
  *room = NULL;
  if (is_none(name))
    return 0;
  const rosin_room_kind *kind = rosin_room_find(name);
  *room =
      kind ? rosin_room_new(kind, rate, channels, error) : from_file(name, rate, channels, error);
  return *room ? 0 : -1;
}
