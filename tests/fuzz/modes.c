/* SPDX-License-Identifier: BSD-3-Clause */
/* A recording for `rosin modes`: what it writes is a scene that plays. */
#include "fuzz.h"
#include "host/common/commands.h"

#include <stdio.h>
#include <stdlib.h>

/* 0 unless the scene reads, and plays finite sound. */
static void play(const char *path) {
  char *errors = NULL;
  float out[FUZZ_BLOCK];
  rosin_error error = {""};
  rosin_scene *scene = rosin_scene_load(path, 0, NULL, &errors);
  fuzz_want(scene != NULL, "what was written is a scene: %s", errors);
  fuzz_want(rosin_scene_channels(scene) == 1, "it has one channel");
  fuzz_want(rosin_scene_prepare(scene, 0, FUZZ_BLOCK, &error) == 0, "%s", error.text);
  for (int i = 0; i < 4; i++) {
    rosin_scene_process(scene, FUZZ_BLOCK, out);
    fuzz_want_sound(out, FUZZ_BLOCK, 100);
  }
  rosin_scene_free(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char in[256], out[256], option[] = "-o", most[] = "--modes", four[] = "4";
  char *words[] = {in, option, out, most, four};
  snprintf(out, sizeof out, "%s", fuzz_output("output.cfg"));
  snprintf(in, sizeof in, "%s", fuzz_file("input.wav", data, size));
  const int status = rosin_command_modes.run(5, words);
  fuzz_want(status == ROSIN_DONE || status == ROSIN_FAILURE, "it is done or not: %d", status);
  if (status == ROSIN_DONE)
    play(out);
  return 0;
}
