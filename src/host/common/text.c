/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/common/text.h"

#include <string.h>

/* Bytes of the UTF-8 character at `s` that may be printed as it is; 0: none. */
static int printable(const unsigned char *s) {
  if (*s < 0x80)
    return *s >= ' ' && *s != 127;
  const int more = *s >= 0xf0 && *s < 0xf5   ? 3
                   : *s >= 0xe0 && *s < 0xf0 ? 2
                   : *s >= 0xc2 && *s < 0xe0 ? 1
                                             : 0;
  for (int i = 1; i <= more; i++)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  const int c1 = s[0] == 0xc2 && s[1] < 0xa0;
  return more && !c1 ? more + 1 : 0;
}

void rosin_text_put(FILE *to, const char *text, int lines) {
  for (const unsigned char *s = (const unsigned char *)text; *s;) {
    const int bytes = printable(s);
    if (bytes || (lines && (*s == '\n' || *s == '\t')))
      fwrite(s, 1, bytes ? (size_t)bytes : 1, to);
    else if (!(lines && s[0] == '\r' && s[1] == '\n'))
      fprintf(to, "\\x%02x", *s);
    s += bytes ? bytes : 1;
  }
}

void rosin_text_put_word(FILE *to, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+=.,:/@%";
  if (*word && !word[strspn(word, plain)]) {
    fputs(word, to);
    return;
  }
  fputc('\'', to);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", to);
    else if ((unsigned char)*word < ' ' || *word == 127)
      fprintf(to, "\\x%02x", *word);
    else
      fputc(*word, to);
  fputc('\'', to);
}

int rosin_text_controls(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 127)
      return 1;
  return 0;
}

const char *rosin_text_plural(long long count) {
  return count == 1 ? "" : "s";
}
