/* SPDX-License-Identifier: BSD-3-Clause */
/* How loud an instrument is at each of its dynamics: a note of each, from the softest on. */
#include "error.h"
#include "host/follow/follow.h"

#include <math.h>
#include <stdlib.h>

static const double tone = 0.7, pause = 0.3; /* s */

static int tell_note(rosin_follow_score *s, double at, int key, double dynamics) {
  return rosin_follow_tell(s, at, 0xb0, 11, (int)floor(127 * dynamics + 0.5)) ||
         rosin_follow_tell(s, at + 0.002, 0x90, key, 76) ||
         rosin_follow_tell(s, at + tone, 0x80, key, 0);
}

/* dB of the loudest half of what sounds of a note. */
static double level_of(const rosin_pitch_track *t, double from, double to) {
  double sum = 0;
  int count = 0;
  for (int i = (int)(from * ROSIN_PITCH_HOPS); i < (int)(to * ROSIN_PITCH_HOPS) && i < t->frames;
       i++) {
    sum += pow(10, (double)t->frame[i].tone / 10);
    count++;
  }
  return 10 * log10(fmax(sum / (count > 0 ? count : 1), 1e-12));
}

int rosin_follow_measure(rosin_follow_instrument *in, int key, rosin_error *error) {
  rosin_follow_score score = {.count = 0};
  int status = 0;
  for (int i = 0; i < ROSIN_FOLLOW_LEVELS && !status; i++)
    status = tell_note(&score, i * (tone + pause), key, i / (ROSIN_FOLLOW_LEVELS - 1.0));
  const long long frames = (long long)(ROSIN_FOLLOW_LEVELS * (tone + pause) * in->rate);
  float *out = malloc((size_t)frames * (size_t)(in->channels + 1) * sizeof *out);
  rosin_pitch_track track = {.frame = NULL};
  if (status || !out)
    status = rosin_fail(error, "out of memory");
  float *mono = out ? out + frames * in->channels : NULL;
  status = status || rosin_follow_play(in, &score, frames, out, NULL, error);
  if (!status) {
    rosin_follow_mono(in, out, frames, mono);
    status = rosin_pitch_find(&track, mono, frames, in->rate, error);
  }
  for (int i = 0; i < ROSIN_FOLLOW_LEVELS && !status; i++) {
    const double at = i * (tone + pause);
    in->heard[i] = level_of(&track, at + 0.4, at + tone - 0.02);
    if (i && in->heard[i] < in->heard[i - 1] + 0.1)
      in->heard[i] = in->heard[i - 1] + 0.1;
  }
  rosin_pitch_free(&track);
  free(score.message);
  free(out);
  return status ? -1 : 0;
}
