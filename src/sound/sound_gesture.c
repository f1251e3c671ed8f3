/* SPDX-License-Identifier: BSD-3-Clause */
#include "sound/sound_gesture.h"
#include "error.h"
#include "sound/within.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FRAMES = 1 << 29 }; /* three hours at 48 kHz */

/* 0, the number of a sample that is not finite, -1 if there is nothing to read, -2 without
 * memory. How long it is is not asked: the file of a take that was cut off need not know. */
static int read_channel(rosin_gesture *g, SNDFILE *file, const SF_INFO *info, int channel) {
  double *frame = malloc((size_t)info->channels * sizeof *frame);
  int bad = frame ? 0 : -2;
  while (bad == 0 && g->count < MOST_FRAMES &&
         ROSIN_SOUND_CALL(sf_readf_double(file, frame, 1)) == 1) {
    bad = rosin_gesture_add(g, frame[channel - 1]) ? -2
          : isfinite(frame[channel - 1])           ? 0
                                                   : g->count;
  }
  free(frame);
  return bad == 0 && !g->count ? -1 : bad;
}

/* Closes `file`. */
static int take_channel(rosin_gesture *g, SNDFILE *file, const SF_INFO *info, const char *path,
                        int channel, rosin_error *error) {
  if (channel < 1 || channel > info->channels) {
    (void)ROSIN_SOUND_CALL(sf_close(file));
    return rosin_fail(error, "%.300s: channel %d is out of range: 1 to %d", path, channel,
                      info->channels);
  }
  *g = (rosin_gesture){.kind = ROSIN_GESTURE_SERIES, .rate = info->samplerate};
  const int bad = read_channel(g, file, info, channel);
  (void)ROSIN_SOUND_CALL(sf_close(file));
  if (bad == 0)
    return 0;
  rosin_gesture_free(g);
  if (bad > 0)
    return rosin_fail(error, "%.300s: sample %d is not a finite number", path, bad);
  return rosin_fail(error, "%.300s: %s", path,
                    bad == -2 ? "out of memory" : "there is no sound in it");
}

/* A file that it cannot read libsndfile closes, whoever is to close it: it gets one of its own. */
int rosin_sound_gesture(rosin_gesture *g, int descriptor, const char *path, int channel,
                        rosin_error *error) {
  SF_INFO info = {0};
  const int own = dup(descriptor);
  if (own < 0)
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  SNDFILE *file = ROSIN_SOUND_CALL(sf_open_fd(own, SFM_READ, &info, SF_TRUE));
  if (!file)
    return rosin_fail(error, "%.300s: %s", path, sf_strerror(NULL));
  return take_channel(g, file, &info, path, channel, error);
}
