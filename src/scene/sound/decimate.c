/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/sound/decimate.h"
#include "memory.h"
#include "scene/sound/halfband.h"
#include "scene/sound/lowpass.h"

/* Of the two stages of factor 4, the first has room from 20 to 68 kHz (at 44.1 kHz), the
 * last, and that of factor 2, from 20 to 24.1 kHz. */
enum { STAGES = 2, FIRST = 8, LAST = ROSIN_HALFBAND_TAPS };
static const double depth[STAGES] = {120, 108};         /* dB, what the taps allow there */
static const double GAP = 0.5 - 20 / 44.1, DEPTH = 108; /* of other factors */

struct rosin_decimator {
  int channels, factor, block, stages;
  rosin_lowpass *lowpass; /* [channels], or with stages: */
  rosin_halfband *filter; /* [channels * stages] */
  float *between;         /* [block / 2 + 1] */
};

static int make_stages(rosin_decimator *d) {
  d->stages = d->factor / 2;
  d->filter = rosin_calloc((size_t)d->channels * (size_t)d->stages, sizeof *d->filter);
  d->between = rosin_calloc((size_t)d->block / 2 + 1, sizeof *d->between);
  int failed = !d->filter || !d->between;
  for (int i = 0; !failed && i < d->channels * d->stages; i++) {
    const int last = i % d->stages == d->stages - 1;
    failed = rosin_halfband_init(&d->filter[i], last ? LAST : FIRST, depth[last], d->block);
  }
  return failed ? -1 : 0;
}

static int make_lowpass(rosin_decimator *d) {
  int failed = !(d->lowpass = rosin_calloc((size_t)d->channels, sizeof *d->lowpass));
  for (int i = 0; !failed && i < d->channels; i++)
    failed = rosin_lowpass_init(&d->lowpass[i], d->factor, GAP, DEPTH, d->block);
  return failed ? -1 : 0;
}

rosin_decimator *rosin_decimator_new(int channels, int factor, int block) {
  rosin_decimator *d = rosin_calloc(1, sizeof *d);
  if (!d)
    return NULL;
  *d = (rosin_decimator){.channels = channels, .factor = factor, .block = block};
  if ((factor == 2 || factor == 4 ? make_stages(d) : make_lowpass(d)) == 0)
    return d;
  rosin_decimator_free(d);
  return NULL;
}

void rosin_decimator_free(rosin_decimator *d) {
  if (!d)
    return;
  for (int i = 0; d->filter && i < d->channels * d->stages; i++)
    rosin_halfband_free(&d->filter[i]);
  rosin_free(d->filter);
  rosin_free(d->between);
  for (int i = 0; d->lowpass && i < d->channels; i++)
    rosin_lowpass_free(&d->lowpass[i]);
  rosin_free(d->lowpass);
  rosin_free(d);
}

void rosin_decimator_pieces(rosin_decimator *d, rosin_kept *kept) {
  const int filters = d->filter ? d->channels * d->stages : 0;
  rosin_kept_add(kept, d->filter, (size_t)filters * sizeof *d->filter);
  for (int i = 0; i < filters; i++)
    rosin_halfband_pieces(&d->filter[i], d->block, kept);
  for (int i = 0; d->lowpass && i < d->channels; i++) {
    rosin_kept_add(kept, &d->lowpass[i], sizeof *d->lowpass);
    rosin_lowpass_pieces(&d->lowpass[i], d->block, kept);
  }
}

void rosin_decimator_reset(rosin_decimator *d) {
  for (int i = 0; i < d->channels * d->stages; i++)
    rosin_halfband_reset(&d->filter[i]);
  for (int i = 0; d->lowpass && i < d->channels; i++)
    rosin_lowpass_reset(&d->lowpass[i]);
}

static int halve(rosin_decimator *d, const float *in, float *out) {
  int frames = 0;
  for (int c = 0; c < d->channels; c++) {
    rosin_halfband *h = &d->filter[c * d->stages];
    if (d->stages == 1) {
      frames = rosin_halfband_push(h, in + c, d->block, d->channels, out + c, d->channels);
      continue;
    }
    const int count = rosin_halfband_push(h, in + c, d->block, d->channels, d->between, 1);
    frames = rosin_halfband_push(h + 1, d->between, count, 1, out + c, d->channels);
  }
  return frames;
}

int rosin_decimator_push(rosin_decimator *d, const float *in, float *out) {
  if (d->stages)
    return halve(d, in, out);
  int frames = 0;
  for (int c = 0; c < d->channels; c++)
    frames = rosin_lowpass_push(&d->lowpass[c], in + c, d->block, d->channels, out + c);
  return frames;
}

double rosin_decimator_latency(const rosin_decimator *d) {
  const double last = LAST - 0.5;
  return d->stages == 1   ? last
         : d->stages == 2 ? last + (2 * FIRST - 1) / 4.0
                          : (double)d->lowpass->reach / d->factor;
}
