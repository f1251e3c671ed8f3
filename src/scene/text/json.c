/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/text/json.h"
#include "format.h"

#include <math.h>
#include <string.h>

/* Bytes of the character that begins there; 0: it is none. */
static int character(const unsigned char *c) {
  const int length = *c < 0x80                 ? 1
                     : *c >= 0xc2 && *c < 0xe0 ? 2
                     : *c >= 0xe0 && *c < 0xf0 ? 3
                     : *c >= 0xf0 && *c < 0xf5 ? 4
                                               : 0;
  for (int i = 1; i < length; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  return length;
}

const char *rosin_json_character(const char *text, char to[ROSIN_JSON_CHARACTER]) {
  const unsigned char c = (unsigned char)*text;
  const int length = character((const unsigned char *)text);
  if (c == '"' || c == '\\')
    rosin_format(to, ROSIN_JSON_CHARACTER, "\\%c", c);
  else if (c < ' ' || c == 127 || c == '<') /* '<': it may stand in a page */
    rosin_format(to, ROSIN_JSON_CHARACTER, "\\u%04x", c);
  else if (length) { /* nearly all: of a description there are thousands */
    memcpy(to, text, (size_t)length);
    to[length] = 0;
  } else
    rosin_format(to, ROSIN_JSON_CHARACTER, "\\ufffd");
  return text + (length ? length : 1);
}

void rosin_json_text(FILE *to, const char *text) {
  char said[ROSIN_JSON_CHARACTER];
  fputc('"', to);
  while (*text) {
    text = rosin_json_character(text, said);
    fputs(said, to);
  }
  fputc('"', to);
}

static void name(FILE *to, int first, const char *key) {
  fputs(first ? "" : ", ", to);
  rosin_json_text(to, key);
  fputs(": ", to);
}

void rosin_json_member(FILE *to, int first, const char *key, const char *text) {
  name(to, first, key);
  rosin_json_text(to, text);
}

void rosin_json_number(FILE *to, int first, const char *key, double value) {
  name(to, first, key);
  if (isfinite(value))
    rosin_print(to, "%.9g", value);
  else
    fputs("null", to);
}

void rosin_json_parameter(FILE *to, const rosin_parameter *row) {
  rosin_json_member(to, 1, "name", row->name);
  rosin_json_member(to, 0, "unit", row->unit);
  rosin_json_number(to, 0, "low", row->low);
  rosin_json_number(to, 0, "high", row->high);
  rosin_json_number(to, 0, "default", row->initial);
  rosin_json_member(to, 0, "meaning", row->meaning);
}

void rosin_json_parameters(FILE *to, const rosin_parameter *table) {
  fputc('[', to);
  for (const rosin_parameter *row = table; row->name; row++) {
    fputs(row == table ? "{" : ", {", to);
    rosin_json_parameter(to, row);
    fputc('}', to);
  }
  fputc(']', to);
}
