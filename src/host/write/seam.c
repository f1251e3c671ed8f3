/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/seam.h"
#include "error.h"
#include "maths/maths.h"
#include "pi.h"

#include <stdlib.h>
#include <string.h>

struct rosin_seam {
  long long length, done; /* frames of the loop, that have come in since it began */
  int seam, channels;
  float *kept; /* the first frames */
  rosin_seam_sink *sink;
  void *to;
};

int rosin_seam_frames(long long length, int rate) {
  return (int)(length / 4 < rate / 2 ? length / 4 : rate / 2);
}

rosin_seam *rosin_seam_new(long long lead, long long length, int rate, int channels,
                           rosin_seam_sink *sink, void *to, rosin_error *error) {
  rosin_seam *s = calloc(1, sizeof *s);
  const int seam = rosin_seam_frames(length, rate);
  float *kept = calloc((size_t)(seam + 1) * (size_t)channels, sizeof *kept);
  if (!s || !kept) {
    free(s);
    free(kept);
    rosin_fail(error, "out of memory for the loop");
    return NULL;
  }
  *s = (rosin_seam){.length = length,
                    .done = -lead,
                    .seam = seam,
                    .channels = channels,
                    .kept = kept,
                    .sink = sink,
                    .to = to};
  return s;
}

void rosin_seam_free(rosin_seam *s) {
  if (s)
    free(s->kept);
  free(s);
}

/* One frame of the end, going over into what was kept: equal power. */
static void mix(const rosin_seam *s, long long index, const float *in, float *out) {
  const double angle = 0.5 * pi * ((double)index + 0.5) / s->seam;
  const float *first = s->kept + (size_t)index * (size_t)s->channels;
  for (int c = 0; c < s->channels; c++)
    out[c] = (float)(rosin_cos(angle) * (double)in[c] + rosin_sin(angle) * (double)first[c]);
}

int rosin_seam_write(void *seam, const float *frames, int count, rosin_error *error) {
  rosin_seam *s = seam;
  float mixed[64 * 64];
  for (int at = 0; at < count;) {
    const float *in = frames + (size_t)at * (size_t)s->channels;
    const long long ends[] = {0, s->seam, s->length, s->length + s->seam};
    const int part = s->done < 0 ? 0 : s->done < ends[1] ? 1 : s->done < ends[2] ? 2 : 3;
    long long n = ends[part] - s->done;
    n = n < count - at ? n : count - at;
    n = part == 3 && n > 64 ? 64 : n;
    if (n < 1)
      return 0; /* past its end */
    if (part == 1)
      memcpy(s->kept + (size_t)s->done * (size_t)s->channels, in,
             (size_t)n * (size_t)s->channels * sizeof *in);
    for (int i = 0; part == 3 && i < n; i++)
      mix(s, s->done - s->length + i, in + i * s->channels, mixed + i * s->channels);
    if (part > 1 && s->sink(s->to, part == 2 ? in : mixed, (int)n, error))
      return -1;
    s->done += n;
    at += (int)n;
  }
  return 0;
}
