/* SPDX-License-Identifier: BSD-3-Clause */
/** What a sound file says of itself in its own chunks. In WAV: a bext chunk (EBU 3285), the text
 * and a library's fields in an iXML chunk, and after the sound LIST INFO for whoever reads no
 * other, `cue ` points with their labels and the loop of a sampler (`smpl`). In AIFF and CAF: the
 * iXML chunk, title, author and comment. In FLAC and Ogg: comments. */
#ifndef ROSIN_SOUND_NOTES_H
#define ROSIN_SOUND_NOTES_H

#include "sound/sound_file.h"

/** What a library of sounds asks; NULL or "": nothing is said of it. */
typedef struct {
  const char *title, *description, *command; /* one line each */
  char category[64], group[64], kind[64];    /* CatID, category and subcategory of the Universal
                                                Category System */
  const char *creator, *source;
  char scene[256];
  const char *date; /* rosin_sound_date_check() */
  const char *take; /* a number */
  int loops, channels;
} rosin_sound_words;

typedef struct {
  const char *title;  /* one line: bext description, 256 bytes of it */
  const char *tracks; /* names of the channels, separated by commas; may be empty */
  const char *text;   /* any text, whole */
  rosin_sound_words words;
} rosin_sound_notes;

/** A moment in a file. */
typedef struct {
  const char *label;
  long long frame;
} rosin_sound_cue;

/** A file that can be repeated, from its first frame to its last. */
typedef struct {
  long long frames;
  int rate;
  double pitch; /* Hz; NaN: none */
} rosin_sound_loop;

/** What it is called: its title, or else the scene's name. */
static inline const char *rosin_sound_title(const rosin_sound_words *words) {
  return words->title && *words->title ? words->title : words->scene;
}
/** 1 if the container of `path` can hold notes. */
int rosin_sound_notes_fit(const char *path);
/** Put notes into a file, before its first frame. 0; 1 if the text is too long for it (96 kB)
 *  and was left out; -1 and an error. A container that holds none is left as it is. */
int rosin_sound_notes_write(rosin_sound_file *file, const rosin_sound_notes *notes,
                            rosin_error *error);
/** Put moments and a loop (NULL: none) into a file, before it is closed; WAV alone holds them. 0,
 * or -1 and an error. */
int rosin_sound_notes_mark(rosin_sound_file *file, const rosin_sound_cue *cue, int cues,
                           const rosin_sound_loop *loop, rosin_error *error);
/** Put the levels into the bext chunk of a whole WAV file that has one, by its descriptor. */
void rosin_sound_notes_levels(int file, const rosin_sound_levels *levels);
/** The text of a file's notes (malloc'ed), or NULL and an error that says why. */
char *rosin_sound_notes_read(const char *path, rosin_error *error);
/** 0 if `text` is a date as notes hold it, YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS; else -1. */
int rosin_sound_date_check(const char *text);
/** 1 if `path` has the extension of a sound file. */
int rosin_sound_file_named(const char *path);

#endif
