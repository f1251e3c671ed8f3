/* SPDX-License-Identifier: BSD-3-Clause */
/* See wav.h. */
#include "wav.h"

#include <string.h>

enum { HEAD = 58, AT_ONCE = 256 };

static unsigned char *put(unsigned char *to, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++)
    *to++ = (unsigned char)(value >> 8 * i);
  return to;
}

/* RIFF, fmt of 18 bytes (3: float), fact, data. */
int wav_begin(FILE *file, uint32_t rate, uint32_t channels, uint32_t frames) {
  unsigned char head[HEAD], *to = head;
  const uint32_t bytes = 4 * channels * frames;
  memcpy(to, "RIFF", 4), to = put(to + 4, HEAD - 8 + bytes, 4);
  memcpy(to, "WAVEfmt ", 8), to = put(to + 8, 18, 4);
  to = put(put(put(to, 3, 2), channels, 2), rate, 4);
  to = put(put(put(put(to, 4 * rate * channels, 4), 4 * channels, 2), 32, 2), 0, 2);
  memcpy(to, "fact", 4), to = put(put(to + 4, 4, 4), frames, 4);
  memcpy(to, "data", 4), put(to + 4, bytes, 4);
  return fwrite(head, HEAD, 1, file) == 1 ? 0 : -1;
}

int wav_write(FILE *file, const float *sound, int count) {
  unsigned char bytes[4 * AT_ONCE], *to = bytes;
  for (int i = 0; i < count; i++) {
    uint32_t bits;
    memcpy(&bits, &sound[i], 4);
    to = put(to, bits, 4);
    if (to == bytes + sizeof bytes || i + 1 == count) {
      if (fwrite(bytes, (size_t)(to - bytes), 1, file) != 1)
        return -1;
      to = bytes;
    }
  }
  return 0;
}

int wav_is_too_long(double frames, int channels) {
  return 4.0 * channels * frames > UINT32_MAX - HEAD;
}
