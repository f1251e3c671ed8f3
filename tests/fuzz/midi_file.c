/* SPDX-License-Identifier: BSD-3-Clause */
/* A MIDI file: its events are in order and in range, and a player plays them. */
#include "player/midi_file.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  rosin_error error = {""};
  int count = 0;
  rosin_player_score_t *score =
      rosin_midi_file_read(fuzz_file("input", data, size), &count, NULL, &error);
  if (!score) {
    fuzz_want_line(&error);
    return 0;
  }
  fuzz_score(score, count);
  free(score);
  return 0;
}
