/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of a scene; after a 0, pairs of bytes turn its macros as it plays. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 512, MOST_BLOCKS = 8 };

static void turn(rosin_scene *scene, fuzz_bytes *bytes) {
  const int macros = rosin_scene_macros(scene);
  if (!macros || !bytes->left)
    return;
  const rosin_parameter *row = rosin_scene_macro(scene, (int)fuzz_byte(bytes) % macros);
  rosin_error error = {""};
  const double value = fuzz_between(bytes, row->low, row->high);
  if (rosin_scene_control(scene, row->name, value, &error))
    fuzz_want_line(&error);
}

static void play(rosin_scene *scene, fuzz_bytes *bytes) {
  const int channels = rosin_scene_channels(scene),
            blocks = SAMPLES / FUZZ_BLOCK / (int)rosin_scene_model(scene)->oversample;
  float out[FUZZ_BLOCK * ROSIN_MODEL_CHANNELS];
  for (int i = 0; i <= blocks && i < MOST_BLOCKS; i++) {
    fuzz_want(rosin_scene_process(scene, FUZZ_BLOCK, out) == 0, "a prepared scene plays");
    fuzz_want_sound(out, FUZZ_BLOCK * channels, 1e30); /* gains are its own */
    turn(scene, bytes);
  }
  const rosin_network *network = rosin_scene_network(scene);
  const rosin_statistics s = rosin_network_statistics(network);
  fuzz_want(isfinite(rosin_network_energy(network)) && isfinite(s.supplied) &&
                isfinite(s.dissipated) && isfinite(s.handled),
            "energies are finite: %g J, %g supplied", rosin_network_energy(network), s.supplied);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = calloc(size + 1, 1), *errors = NULL;
  fuzz_want(text != NULL, "there is memory");
  if (size)
    memcpy(text, data, size);
  const size_t length = strlen(text);
  fuzz_bytes bytes = {data + length, size - length};
  fuzz_byte(&bytes);
  rosin_error error = {""};
  rosin_scene *scene = rosin_scene_read(text, fuzz_output("scene.cfg"), NULL, 0, NULL, &errors);
  fuzz_want(scene || (errors && *errors), "a scene that is refused says why");
  if (scene && rosin_scene_prepare(scene, 0, FUZZ_BLOCK, &error) == 0)
    play(scene, &bytes);
  else if (scene)
    fuzz_want_line(&error);
  rosin_scene_free(scene);
  free(errors);
  free(text);
  return 0;
}
