/* SPDX-License-Identifier: BSD-3-Clause */
/* What the page and plugins for other machines have not: sound files. */
#include "error.h"
#include "scene/sound/sound_file.h"

#include <unistd.h>

int rosin_gesture_sound(rosin_gesture *gesture, int file, const char *path, int channel,
                        rosin_error *error) {
  (void)gesture, (void)channel;
  close(file);
  return rosin_fail(error, "%.200s: sound files are not read here", path);
}
