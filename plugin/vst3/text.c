/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/vst3/text.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 16 };

void rosin_vst3_widen(int16_t *to, int size, const char *from) {
  int at = 0;
  for (; at < size - 1 && from[at]; at++)
    to[at] = (unsigned char)from[at];
  to[at] = 0;
}

void rosin_vst3_narrow(char *to, int size, const int16_t *from) {
  int at = 0;
  for (; at < size - 1 && from[at]; at++)
    to[at] = from[at] > 0 && from[at] < 128 ? (char)from[at] : '?';
  to[at] = 0;
}

char *rosin_vst3_read(struct v3_bstream **stream) {
  int32_t at = 0, now = 0;
  char *text = stream ? malloc(LARGEST + 1) : NULL;
  while (text && at < LARGEST && (*stream)->read(stream, text + at, LARGEST - at, &now) == V3_OK &&
         now > 0)
    at += now;
  if (text)
    text[at] = 0;
  return text;
}

int rosin_vst3_write(struct v3_bstream **stream, const char *text) {
  const int32_t size = (int32_t)strlen(text);
  int32_t at = 0, now = 0;
  while (at < size && (*stream)->write(stream, (char *)text + at, size - at, &now) == V3_OK &&
         now > 0)
    at += now;
  return at == size ? 0 : -1;
}
