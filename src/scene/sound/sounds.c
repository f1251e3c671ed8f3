/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/sound/sounds.h"
#include "error.h"
#include "scene/sound/wav.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* What a program is linked with is the program's, not a scene's. Set-up of several classes of Pd
 * may write the same again while scenes are read. */
static _Atomic(rosin_sound_reader *) other;

void rosin_sounds_also_by(rosin_sound_reader *reader) {
  other = reader;
}

int rosin_gesture_sound(rosin_gesture *g, int file, const char *path, int channel,
                        rosin_error *error) {
  FILE *in = fdopen(file, "rb");
  if (!in) {
    rosin_fail(error, "%.300s: %s", path, strerror(errno));
    close(file);
    return -1;
  }
  int status = rosin_wav_read(g, in, path, channel, error);
  rosin_sound_reader *reader = other; /* atomic */
  if (status > 0 && reader && (lseek)(fileno(in), 0, SEEK_SET) == 0)
    status = reader(g, fileno(in), path, channel, error);
  fclose(in);
  return status ? -1 : 0;
}
