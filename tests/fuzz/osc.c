/* SPDX-License-Identifier: BSD-3-Clause */
/* OSC packets: a byte of four-byte words, then so many of them. */
#include "live/devices/osc.h"
#include "fuzz.h"

enum { MOST_PACKETS = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_bytes bytes = {data, size};
  const unsigned how = fuzz_byte(&bytes);
  float out[2 * ROSIN_SEQUENCER_GRID];
  rosin_error error = {""};
  rosin_sources sources;
  rosin_core *core = rosin_core_over(fuzz_scene(), (how & 1) == 0, 0, &error);
  fuzz_want(core && rosin_core_prepare(core, FUZZ_RATE, &error) == 0, "%s", error.text);
  rosin_sources_open(&sources, core, FUZZ_RATE);
  rosin_osc *osc = rosin_osc_open(&sources, "127.0.0.1", 0, &error);
  fuzz_want(osc != NULL, "%s", error.text);
  for (int i = 0; i < MOST_PACKETS && bytes.left; i++) {
    size_t piece = fuzz_byte(&bytes); /* rarely a length that OSC does not have */
    piece = piece < 250 ? 4 * piece : piece;
    piece = piece < bytes.left ? piece : bytes.left;
    rosin_osc_packet(osc, bytes.data, (int)piece);
    bytes.data += piece;
    bytes.left -= piece;
    rosin_sources_gather(&sources, 1e12); /* bundles for later, too, are to happen at once */
    rosin_core_process_frames(core, out, ROSIN_SEQUENCER_GRID);
    fuzz_want_sound(out, 2 * ROSIN_SEQUENCER_GRID, 1e6);
  }
  rosin_osc_close(osc);
  rosin_sources_close(&sources);
  rosin_core_free(core);
  return 0;
}
