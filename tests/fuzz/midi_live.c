/* SPDX-License-Identifier: BSD-3-Clause */
/* MIDI bytes as from a keyboard, whatever they are; the first one chooses whether the
 * player's instrument is played or the scene's controls, MPE, and a target that learns. */
#include "fuzz.h"
#include "live/devices/midi.h"

enum { PIECE = 12, MOST_PIECES = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_bytes bytes = {data, size};
  const unsigned how = fuzz_byte(&bytes);
  float out[2 * ROSIN_SEQUENCER_GRID];
  rosin_error error = {""};
  rosin_sources sources;
  rosin_core *core = rosin_core_over(fuzz_scene(), (how & 1) == 0, 0, &error);
  fuzz_want(core && rosin_core_prepare(core, FUZZ_RATE, &error) == 0, "%s", error.text);
  rosin_sources_open(&sources, core, FUZZ_RATE);
  rosin_live_midi *midi = rosin_live_midi_open(
      &sources, &(rosin_live_midi_setup){.mpe = (how & 2) ? (int)(how >> 4) : 0}, &error);
  fuzz_want(midi != NULL, "%s", error.text);
  if (how & 4)
    rosin_live_midi_learn(midi, (int)(how >> 3) % rosin_core_targets(core)->count);
  for (int i = 0; i < MOST_PIECES && bytes.left; i++) {
    const size_t piece = bytes.left < PIECE ? bytes.left : PIECE;
    rosin_live_midi_bytes(midi, bytes.data, (int)piece);
    bytes.data += piece;
    bytes.left -= piece;
    rosin_sources_gather(&sources, 1e12); /* what came is to happen at once */
    rosin_core_process_frames(core, out, ROSIN_SEQUENCER_GRID);
    fuzz_want_sound(out, 2 * ROSIN_SEQUENCER_GRID, 1e6);
  }
  rosin_live_midi_close(midi);
  rosin_sources_close(&sources);
  rosin_core_free(core);
  return 0;
}
