/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/midi/unread.h"
#include "scene/text/json.h"

#include <string.h>

/* As much of a name as fits, without a part of a character. */
static void copy_name(char *to, const char *name) {
  size_t length = strlen(name);
  if (length >= ROSIN_UNREAD_NAME)
    for (length = ROSIN_UNREAD_NAME - 1; length && ((unsigned char)name[length] & 0xc0) == 0x80;)
      length--;
  memcpy(to, name, length);
  to[length] = 0;
}

void rosin_unread_add(rosin_unread *u, const char *name, int is_word) {
  char text[ROSIN_UNREAD_NAME];
  int i = 0;
  copy_name(text, name);
  while (i < u->things && (u->thing[i].is_word != is_word || strcmp(u->thing[i].name, text) != 0))
    i++;
  if (i == ROSIN_UNREAD) {
    u->others++;
    return;
  }
  if (i == u->things) {
    memcpy(u->thing[i].name, text, sizeof text);
    u->thing[i].is_word = is_word;
    u->thing[i].times = 0;
    u->things++;
  }
  u->thing[i].times++;
}

int rosin_unread_count(const rosin_unread *u) {
  int count = u->others;
  for (int i = 0; i < u->things; i++)
    count += u->thing[i].times;
  return count;
}

/* One of them, as it is said. */
static int name_of(const rosin_unread_thing *t, char *text, size_t size) {
  char times[24] = "";
  if (t->times > 1)
    snprintf(times, sizeof times, " (%d)", t->times);
  return snprintf(text, size, t->is_word ? "'%s'%s" : "%s%s", t->name, times);
}

void rosin_unread_say(const rosin_unread *u, char *text, size_t size) {
  enum { MORE = 24 }; /* bytes for "and 1000000 others" */
  const int count = rosin_unread_count(u);
  int left = count;
  *text = 0;
  if (!count)
    return;
  size_t at = (size_t)snprintf(text, size, "%d word%s or sign%s written and not played: ", count,
                               count == 1 ? "" : "s", count == 1 ? " is" : "s are");
  for (int i = 0; i < u->things; i++) {
    char one[ROSIN_UNREAD_NAME + 32];
    const size_t length = (size_t)name_of(&u->thing[i], one, sizeof one);
    if (at + length + 2 + MORE >= size)
      break;
    at += (size_t)snprintf(text + at, size - at, "%s%s", i ? ", " : "", one);
    left -= u->thing[i].times;
  }
  if (left)
    snprintf(text + at, size - at, ", and %d others", left);
}

void rosin_unread_print(const rosin_unread *u, FILE *file) {
  fputc('{', file);
  for (int i = 0; i < u->things; i++) {
    if (i)
      fputs(", ", file);
    rosin_json_text(file, u->thing[i].name);
    fprintf(file, ": %d", u->thing[i].times);
  }
  if (u->others)
    fprintf(file, "%s\"(others)\": %d", u->things ? ", " : "", u->others);
  fputc('}', file);
}
