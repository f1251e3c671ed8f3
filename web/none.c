/* SPDX-License-Identifier: BSD-3-Clause */
/* What a page has not: sound files. */
#include "error.h"
#include "scene/sound/sound_file.h"

#include <unistd.h>

int rosin_gesture_sound(rosin_gesture *gesture, int file, const char *path, int channel,
                        rosin_error *error) {
  (void)gesture, (void)channel;
  close(file);
  return rosin_fail(error, "%.200s: a page reads no sound files", path);
}
