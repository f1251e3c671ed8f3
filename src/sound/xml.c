/* SPDX-License-Identifier: BSD-3-Clause */
#include "sound/xml.h"

#include <string.h>

static const struct {
  char character;
  const char *entity;
} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}};

void rosin_xml_put(FILE *to, const char *text, size_t length) {
  for (; length; text++, length--) {
    size_t i = 0;
    while (i < 3 && entities[i].character != *text)
      i++;
    if (i < 3)
      fputs(entities[i].entity, to);
    else
      fputc(*text, to);
  }
}

void rosin_xml_unescape(char *text) {
  char *to = text;
  while (*text) {
    size_t i = 0;
    while (i < 3 && strncmp(text, entities[i].entity, strlen(entities[i].entity)))
      i++;
    *to++ = i < 3 ? entities[i].character : *text;
    text += i < 3 ? strlen(entities[i].entity) : 1;
  }
  *to = 0;
}
