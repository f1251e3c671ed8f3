/* SPDX-License-Identifier: BSD-3-Clause */
/** Kinds of characters and their cases in ASCII, whatever the locale of the process: <ctype.h>
 * takes an a with dots for a letter in some, and the small I of a Turk has no dot. */
#ifndef ROSIN_LETTERS_H
#define ROSIN_LETTERS_H

#include <stddef.h>

static inline int rosin_is_digit(char c) {
  return c >= '0' && c <= '9';
}

static inline char rosin_lower(char c) {
  return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static inline int rosin_is_letter(char c) {
  return rosin_lower(c) >= 'a' && rosin_lower(c) <= 'z';
}

static inline int rosin_is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/** What the hexadecimal digit `c` stands for; -1: it is none. */
static inline int rosin_hex_digit(char c) {
  const char l = rosin_lower(c);
  return rosin_is_digit(c) ? c - '0' : l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

static inline int rosin_is_letter_or_digit(char c) {
  return rosin_is_letter(c) || rosin_is_digit(c);
}

/** Are the first `length` characters of `a` and `b` the same but for their cases? */
static inline int rosin_alike_to(const char *a, const char *b, size_t length) {
  for (; length && *a && rosin_lower(*a) == rosin_lower(*b); length--)
    a++, b++;
  return !length || rosin_lower(*a) == rosin_lower(*b);
}

/** Are `a` and `b`? */
static inline int rosin_alike(const char *a, const char *b) {
  return rosin_alike_to(a, b, (size_t)-1);
}

/** Is `part` in `text`, whatever their cases? */
static inline int rosin_contains(const char *text, const char *part) {
  size_t length = 0;
  while (part[length])
    length++;
  for (; *text; text++)
    if (rosin_alike_to(text, part, length))
      return 1;
  return 0;
}

#endif
