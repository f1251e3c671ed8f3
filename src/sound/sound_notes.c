/* SPDX-License-Identifier: BSD-3-Clause */
/* The text stands in iXML, since libsndfile cuts a coding history at 16 KB and skips a
 * comment of RIFF of more than 2 KB; all chunks together it holds to 100 KB. Date and time
 * are those that are given, or none: the same scene must give the same bytes. */
#include "sound/sound_notes.h"
#include "error.h"
#include "letters.h"
#include "sound/sound_chunks.h"
#include "sound/sound_handle.h"
#include "sound/sound_ixml.h"
#include "sound/within.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 96000 };

static int write_chunk(SNDFILE *handle, const rosin_sound_notes *n) {
  size_t size = 0;
  char *text = rosin_sound_ixml(n, &size);
  SF_CHUNK_INFO chunk = {.id = "iXML", .id_size = 4, .datalen = (unsigned)size, .data = text};
  const int fits = size <= LARGEST;
  const int status = text ? fits && ROSIN_SOUND_CALL(sf_set_chunk(handle, &chunk)) : -1;
  free(text);
  return status ? -1 : !fits;
}

static int write_bext(SNDFILE *handle, const rosin_sound_notes *n) {
  SF_BROADCAST_INFO bext = {.version = 2};
  /* not used (EBU 3285 supplement 3), unless sound_levels.c says them */
  bext.loudness_value = bext.loudness_range = bext.max_true_peak_level = INT16_MAX;
  bext.max_momentary_loudness = bext.max_shortterm_loudness = INT16_MAX;
  snprintf(bext.description, sizeof bext.description, "%s", n->title);
  snprintf(bext.originator, sizeof bext.originator, "rosin %s", rosin_version());
  const char *date = n->words.date;
  if (date && *date) { /* fields that need no 0 at their end */
    memcpy(bext.origination_date, date, 10);
    memcpy(bext.origination_time, strlen(date) > 11 ? date + 11 : "00:00:00", 8);
  }
  return ROSIN_SOUND_CALL(sf_command(handle, SFC_SET_BROADCAST_INFO, &bext, sizeof bext)) == SF_TRUE
             ? 0
             : -1;
}

/* A comment that the container may know; 0, or -1. */
static int write_string(SNDFILE *handle, int what, const char *text) {
  return text && *text && ROSIN_SOUND_CALL(sf_set_string(handle, what, text)) ? -1 : 0;
}

/* Title, author and comment, where there is iXML besides: the comment is the command. */
static int write_strings(SNDFILE *handle, const rosin_sound_words *w, const char *comment) {
  return write_string(handle, SF_STR_TITLE, rosin_sound_title(w)) ||
                 write_string(handle, SF_STR_ARTIST, w->creator) ||
                 write_string(handle, SF_STR_COMMENT, comment)
             ? -1
             : 0;
}

/* Of comments that anybody may name libsndfile knows these. */
static int write_comments(SNDFILE *handle, const rosin_sound_notes *n) {
  const rosin_sound_words *w = &n->words;
  return write_string(handle, SF_STR_TITLE, rosin_sound_title(w)) ||
                 write_string(handle, SF_STR_ARTIST, w->creator) ||
                 write_string(handle, SF_STR_DATE, w->date) ||
                 write_string(handle, SF_STR_ALBUM, w->source) ||
                 write_string(handle, SF_STR_GENRE, w->category) ||
                 write_string(handle, SF_STR_TRACKNUMBER, w->take) ||
                 write_string(handle, SF_STR_COMMENT, n->text)
             ? -1
             : 0;
}

int rosin_sound_notes_write(rosin_sound_file *file, const rosin_sound_notes *n,
                            rosin_error *error) {
  SNDFILE *handle = rosin_sound_file_handle(file);
  int status = 0;
  switch (rosin_sound_file_container(file)) {
  case SF_FORMAT_WAV:
    status = write_bext(handle, n) ? -1 : write_chunk(handle, n);
    if (rosin_sound_chunks_info(rosin_sound_file_chunks(file), &n->words))
      return rosin_fail(error, "out of memory for its notes");
    break;
  case SF_FORMAT_AIFF:
  case SF_FORMAT_CAF:
    status = write_strings(handle, &n->words, n->words.command) ? -1 : write_chunk(handle, n);
    break;
  case SF_FORMAT_FLAC:
  case SF_FORMAT_OGG:
    status = write_comments(handle, n);
    rosin_sound_file_noted(file); /* libsndfile may leave them out and say nothing */
    break;
  default:
    break;
  }
  if (status < 0)
    rosin_fail(error, "its notes cannot be written: %s", sf_strerror(handle));
  return status;
}

/* INFO goes last: sox takes the LIST that it meets first for all there is, and loses its way in one
 * with a name of the software. ffmpeg wants labels behind their points. */
int rosin_sound_notes_mark(rosin_sound_file *file, const rosin_sound_cue *cue, int cues,
                           const rosin_sound_loop *loop, rosin_error *error) {
  rosin_sound_chunks *info = rosin_sound_file_chunks(file), marks = {NULL, 0};
  if (rosin_sound_file_container(file) != SF_FORMAT_WAV)
    return 0;
  if (rosin_sound_chunks_cues(&marks, cue, cues) ||
      (loop && rosin_sound_chunks_loop(&marks, loop)) || rosin_sound_chunks_join(&marks, info)) {
    rosin_sound_chunks_free(&marks);
    return rosin_fail(error, "out of memory for its notes");
  }
  rosin_sound_chunks_free(info);
  *info = marks;
  return 0;
}

/* A number of `digits` from `low` to `high`. */
static int is_number(const char *text, int digits, int low, int high) {
  int value = 0;
  for (int i = 0; i < digits; i++) {
    if (!rosin_is_digit(text[i]))
      return 0;
    value = 10 * value + text[i] - '0';
  }
  return value >= low && value <= high;
}

int rosin_sound_date_check(const char *t) {
  const size_t length = strlen(t);
  if ((length != 10 && length != 19) || !is_number(t, 4, 1, 9999) || t[4] != '-' ||
      !is_number(t + 5, 2, 1, 12) || t[7] != '-' || !is_number(t + 8, 2, 1, 31))
    return -1;
  return length == 10 ||
                 (t[10] == 'T' && is_number(t + 11, 2, 0, 23) && t[13] == ':' &&
                  is_number(t + 14, 2, 0, 59) && t[16] == ':' && is_number(t + 17, 2, 0, 59))
             ? 0
             : -1;
}
