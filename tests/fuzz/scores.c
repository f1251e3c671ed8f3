/* SPDX-License-Identifier: BSD-3-Clause */
/* A score in MusicXML, plain or in an archive: as a MIDI file. */
#include "fuzz.h"
#include "score/score.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_notes(rosin_score_read, data, size);
  return 0;
}
