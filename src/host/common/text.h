/* SPDX-License-Identifier: BSD-3-Clause */
/** Text of others on a terminal: nothing in it may move the cursor, end a line or mean
 *  something to a shell. */
#ifndef ROSIN_TEXT_H
#define ROSIN_TEXT_H

#include <stdio.h>

/** Write `text` with its control characters (C0, DEL, C1) and what is no UTF-8 as \xNN.
 *  `lines`: line feeds and tabs stay, and a carriage return before a line feed is left out. */
void rosin_text_put(FILE *to, const char *text, int lines);
/** Write `word` so that a shell reads it as one word, control characters as above. */
void rosin_text_put_word(FILE *to, const char *word);
/** 1 if `text` has control characters. */
int rosin_text_controls(const char *text);
/** What a noun has behind it after a number: "s", or nothing after 1. */
const char *rosin_text_plural(long long count);

#endif
