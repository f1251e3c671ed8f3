/* SPDX-License-Identifier: BSD-3-Clause */
/** What a sound file says of itself in its own chunks: in WAV a bext chunk (EBU 3285) and
 *  the text in an iXML chunk, in AIFF and CAF the iXML chunk, in FLAC and Ogg a comment. */
#ifndef ROSIN_SOUND_NOTES_H
#define ROSIN_SOUND_NOTES_H

#include "scene/sound/sound_file.h"

typedef struct {
  const char *title;  /* one line: bext description, 256 bytes of it */
  const char *tracks; /* names of the channels, separated by commas; may be empty */
  const char *text;   /* any text, whole */
} rosin_sound_notes;

/** 1 if the container of `path` can hold notes. */
int rosin_sound_notes_fit(const char *path);
/** Put notes into a file, before its first frame. 0; 1 if the text is too long for it (96 kB)
 *  and was left out; -1 and an error. A container that holds none is left as it is. */
int rosin_sound_notes_write(rosin_sound_file *file, const rosin_sound_notes *notes,
                            rosin_error *error);
/** Put the levels into the bext chunk of a whole WAV file that has one, by its descriptor. */
void rosin_sound_notes_levels(int file, const rosin_sound_levels *levels);
/** The text of a file's notes (malloc'ed), or NULL and an error that says why. */
char *rosin_sound_notes_read(const char *path, rosin_error *error);
/** 1 if `path` has the extension of a sound file. */
int rosin_sound_file_named(const char *path);

#endif
