/* SPDX-License-Identifier: BSD-3-Clause */
/* A MIDI file: its events are in order and in range, and a player plays them. */
#include "player/file/midi_file.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_notes(rosin_midi_file_read, data, size);
  return 0;
}
