/* SPDX-License-Identifier: BSD-3-Clause */
#include "sound/sound_notes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* Hundredths, or what stands for "not used" (EBU 3285 supplement 3). */
static int16_t hundredths(double value) {
  return value >= -99.99 && value <= 99.99 ? (int16_t)lround(100 * value) : INT16_MAX;
}

/* libsndfile takes no new bext once there are samples: the five numbers at 412 in the chunk (EBU
 * 3285) are put there behind its back. */
void rosin_sound_notes_levels(int file, const rosin_sound_levels *l) {
  enum { HEAD = 4096, LEVELS = 8 + 412, NUMBERS = 5 };
  const double level[NUMBERS] = {l->integrated, l->range, l->true_peak, l->momentary,
                                 l->short_term};
  char head[HEAD];
  unsigned char now[2 * NUMBERS];
  const ssize_t size = pread(file, head, sizeof head, 0);
  for (int i = 0; i < NUMBERS; i++) {
    const uint16_t word = (uint16_t)hundredths(level[i]);
    now[2 * i] = (unsigned char)(word & 255);
    now[2 * i + 1] = (unsigned char)(word >> 8);
  }
  for (ssize_t at = 12; at + LEVELS + (ssize_t)sizeof now < size; at++)
    if (memcmp(head + at, "bext", 4) == 0) {
      const ssize_t put = pwrite(file, now, sizeof now, at + LEVELS);
      (void)put; /* then it says "not used", which is true as well */
      return;
    }
}
