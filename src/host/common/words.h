/* SPDX-License-Identifier: BSD-3-Clause */
/** What is said of a sound in its file, for libraries of sounds: `--tag KEY=VALUE`, and keys of the
 *  same names in lists of `rosin batch`. */
#ifndef ROSIN_WORDS_H
#define ROSIN_WORDS_H

#include "scene/model/about.h"
#include "sound/sound_notes.h"

#include <stdio.h>

typedef enum {
  ROSIN_WORD_TITLE,
  ROSIN_WORD_DESCRIPTION,
  ROSIN_WORD_CATEGORY,
  ROSIN_WORD_CREATOR,
  ROSIN_WORD_SOURCE,
  ROSIN_WORD_TAKE,
  ROSIN_WORD_DATE,
  ROSIN_WORDS
} rosin_word;

/** Those that were given; others are NULL. */
typedef struct {
  const char *given[ROSIN_WORDS]; /* borrowed */
} rosin_words;

/** The key, or NULL from ROSIN_WORDS on. */
const char *rosin_word_name(int word);
/** Give one, "KEY=VALUE", which stays the caller's: 0, or -1 and an error. */
int rosin_words_put(rosin_words *words, const char *text, rosin_error *error);
/** 0 if `value` may be given for that word, or -1 and an error without the key. */
int rosin_word_check(rosin_word word, const char *value, rosin_error *error);
/** Those of `over` that are given, else those of `words`. */
rosin_words rosin_words_over(const rosin_words *words, const rosin_words *over);
/** For the notes of a file: what is given, or what is usual for a scene of that name and title that
 *  says this of itself. Words and title are borrowed. */
rosin_sound_words rosin_words_said(const rosin_words *words, const char *scene, const char *title,
                                   const rosin_about *about);

#define ROSIN_WORDS_HELP                                                                           \
  "say it in the file: title, description, category, creator, source, take, date (repeatable)"

#endif
