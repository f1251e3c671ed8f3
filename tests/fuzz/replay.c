/* SPDX-License-Identifier: BSD-3-Clause */
/* A recorded gesture, or a table of one, played again: the same samples however time is cut. */
#include "live/record/replay.h"
#include "fuzz.h"

#include <string.h>

enum { FRAMES = 512 };

/* Play it on the scene in calls of up to `most` frames; 0 if it cannot be. */
static int play(const char *path, int most, float *out) {
  rosin_error error = {""};
  rosin_replay *replay = rosin_replay_read(path, &error);
  if (!replay) {
    fuzz_want_line(&error);
    return 0;
  }
  const rosin_gesture_file *file = rosin_replay_file(replay);
  fuzz_want(file->rate >= 8000 && file->rate <= 768000, "a record has a rate: %d", file->rate);
  fuzz_want(rosin_replay_duration(replay) >= 0, "a record lasts: %g s",
            rosin_replay_duration(replay));
  rosin_core *core = rosin_core_over(fuzz_scene(), file->rest, 0, &error);
  fuzz_want(core && rosin_core_prepare(core, FUZZ_RATE, &error) == 0, "%s", error.text);
  const int ready = rosin_replay_begin(replay, core, &error) == 0;
  if (!ready)
    fuzz_want_line(&error);
  for (int at = 0; ready && at < FRAMES; at += most)
    rosin_replay_run(replay, FRAMES - at < most ? FRAMES - at : most, out + 2 * (size_t)at);
  rosin_replay_free(replay);
  rosin_core_free(core);
  return ready;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static float out[2][2 * FRAMES];
  const char *path = fuzz_file(size && data[0] == 'r' ? "input" : "input.csv", data, size);
  if (!play(path, FRAMES, out[0]))
    return 0;
  fuzz_want_sound(out[0], 2 * FRAMES, 1e6);
  fuzz_want(play(path, 50, out[1]), "what was played can be played again");
  fuzz_want(memcmp(out[0], out[1], sizeof out[0]) == 0, "blocks change nothing");
  return 0;
}
