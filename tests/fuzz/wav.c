/* SPDX-License-Identifier: BSD-3-Clause */
/* A sound file that a scene names, read without a library: its channels as gestures, and what
 * follows how loud and how high they are. */
#include "fuzz.h"
#include "scene/sound/follow.h"
#include "scene/sound/sounds.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>

enum { LONGEST = 20000 }; /* of what is followed: a pitch takes its time */

static void look(const rosin_gesture *g) {
  fuzz_want(g->kind == ROSIN_GESTURE_SERIES && g->count > 0, "a sound has samples");
  fuzz_want(isfinite(g->rate) && g->rate > 0, "a sound has a rate: %g Hz", g->rate);
  for (int i = 0; i < g->count; i++)
    fuzz_want(isfinite(g->value[i]), "sample %d is a number: %g", i, g->value[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *path = fuzz_file("input.wav", data, size);
  for (int channel = 1; channel <= 3; channel++) {
    rosin_gesture g = {0};
    rosin_error error = {""};
    const int file = open(path, O_RDONLY);
    fuzz_want(file >= 0, "there is a file");
    if (rosin_gesture_sound(&g, file, path, channel, &error)) {
      fuzz_want(!g.value, "what is refused leaves nothing");
      fuzz_want_line(&error);
      continue;
    }
    look(&g);
    const int follows = g.count < LONGEST && g.rate >= 100 && g.rate < 1e5;
    if (follows && !rosin_follow_sound(&g, channel == 2 ? ROSIN_FOLLOW_PITCH : ROSIN_FOLLOW_LEVEL))
      look(&g);
    rosin_gesture_free(&g);
  }
  return 0;
}
