/* SPDX-License-Identifier: BSD-3-Clause */
/** Words and signs of a score that nobody plays: each by its name, and how often it is written. */
#ifndef ROSIN_UNREAD_H
#define ROSIN_UNREAD_H

#include <stddef.h>
#include <stdio.h>

enum { ROSIN_UNREAD = 32, ROSIN_UNREAD_NAME = 40 };

typedef struct {
  char name[ROSIN_UNREAD_NAME]; /* as it is written, or an element's; cut to fit, in UTF-8 */
  int is_word, times;
} rosin_unread_thing;

typedef struct {
  rosin_unread_thing thing[ROSIN_UNREAD];
  int things, others; /* others: times of what there was no room for */
} rosin_unread;

/** One more time. */
void rosin_unread_add(rosin_unread *unread, const char *name, int is_word);
/** How often, all told. */
int rosin_unread_count(const rosin_unread *unread);
/** "3 words or signs that are written are not played: 'dolce' (2), turn", as much as there is room
 *  for; "" without any. */
void rosin_unread_say(const rosin_unread *unread, char *text, size_t size);
/** As a JSON object: names and times. */
void rosin_unread_print(const rosin_unread *unread, FILE *file);

#endif
