/* SPDX-License-Identifier: BSD-3-Clause */
/* libconfig reads 3000000000 as -1294967296 and says nothing. Whole numbers that do
 * not fit are looked for in the text. */
#include "scene/reading.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* End of a comment or of quoted text that begins at `s`; `s` if neither does. */
static const char *skip_text(const char *s) {
  if (*s == '#' || (s[0] == '/' && s[1] == '/'))
    return s + strcspn(s, "\n");
  if (s[0] == '/' && s[1] == '*') {
    const char *end = strstr(s + 2, "*/");
    return end ? end + 2 : s + strlen(s);
  }
  if (*s != '"')
    return s;
  for (s++; *s && *s != '"'; s++)
    if (*s == '\\' && s[1])
      s++;
  return *s ? s + 1 : s;
}

/* End of the name or number that begins at `s`. */
static const char *skip_word(const char *s) {
  while (isalnum((unsigned char)*s) || (*s && strchr("_-+*.", *s)))
    s++;
  return s;
}

static int too_large(const char *word, const char *end) {
  char *stop;
  const double value = strtod(word, &stop);
  const size_t digits = strspn(word + (*word == '-' || *word == '+'), "0123456789");
  return stop == end && word + (*word == '-' || *word == '+') + digits == end &&
         (value > 2147483647.0 || value < -2147483648.0);
}

void rosin_reading_integers(rosin_reading *r, const char *text) {
  int line = 1;
  const char *counted = text;
  for (const char *s = text; *s;) {
    const char *after = skip_text(s);
    if (after == s && (after = skip_word(s)) == s)
      after = s + 1;
    else if (*s != '"' && too_large(s, after)) {
      for (; counted < s; counted++)
        line += *counted == '\n';
      rosin_reading_error_line(r, line, "%.*s: too large for a whole number; write %.*s.0",
                               (int)(after - s), s, (int)(after - s), s);
    }
    s = after;
  }
}
