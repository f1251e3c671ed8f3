/* SPDX-License-Identifier: BSD-3-Clause */
/* MIDI bytes as from a keyboard, whatever they are; the first one chooses whether the
 * player's instrument is played or the scene's controls, MPE, and a target that learns. */
#include "fuzz.h"
#include "live/devices/midi.h"

enum { PIECE = 12, MOST_PIECES = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_bytes bytes = {data, size};
  const unsigned how = fuzz_byte(&bytes);
  float out[2 * ROSIN_LIVE_GRID];
  rosin_error error = {""};
  rosin_live *live = rosin_live_new(fuzz_scene(), FUZZ_RATE, (how & 1) == 0, &error);
  rosin_live_midi *midi = rosin_live_midi_open(
      live, &(rosin_live_midi_setup){.mpe = (how & 2) ? (int)(how >> 4) : 0}, &error);
  fuzz_want(live && midi, "%s", error.text);
  if (how & 4)
    rosin_live_midi_learn(midi, (int)(how >> 3) % rosin_live_targets(live)->count);
  for (int i = 0; i < MOST_PIECES && bytes.left; i++) {
    const size_t piece = bytes.left < PIECE ? bytes.left : PIECE;
    rosin_live_midi_bytes(midi, bytes.data, (int)piece);
    bytes.data += piece;
    bytes.left -= piece;
    rosin_live_gather(live, 1e12); /* what came is to happen at once */
    rosin_live_run(live, ROSIN_LIVE_GRID, out);
    fuzz_want_sound(out, 2 * ROSIN_LIVE_GRID, 1e6);
  }
  rosin_live_midi_close(midi);
  rosin_live_free(live);
  return 0;
}
