/* SPDX-License-Identifier: BSD-3-Clause */
/* A score in MusicXML, plain or in an archive: as a MIDI file. */
#include "fuzz.h"
#include "score/score.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  rosin_error error = {""};
  int count = 0;
  rosin_player_score_t *score =
      rosin_score_read(fuzz_file("input", data, size), &count, NULL, &error);
  if (!score) {
    fuzz_want_line(&error);
    return 0;
  }
  fuzz_score(score, count);
  free(score);
  return 0;
}
