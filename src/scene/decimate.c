/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/decimate.h"

#include <samplerate.h>
#include <stdlib.h>

struct rosin_decimator {
  SRC_STATE *state;
  int factor, block;
};

rosin_decimator *rosin_decimator_new(int channels, int factor, int block) {
  rosin_decimator *d = calloc(1, sizeof *d);
  int error;
  if (!d)
    return NULL;
  d->factor = factor;
  d->block = block;
  d->state = src_new(SRC_SINC_MEDIUM_QUALITY, channels, &error);
  if (d->state)
    return d;
  free(d);
  return NULL;
}

void rosin_decimator_free(rosin_decimator *d) {
  if (!d)
    return;
  src_delete(d->state);
  free(d);
}

void rosin_decimator_reset(rosin_decimator *d) {
  src_reset(d->state);
}

int rosin_decimator_push(rosin_decimator *d, const float *in, float *out) {
  SRC_DATA data = {.data_in = in,
                   .data_out = out,
                   .input_frames = d->block,
                   .output_frames = d->block / d->factor + 1,
                   .src_ratio = 1.0 / d->factor};
  return src_process(d->state, &data) ? 0 : (int)data.output_frames_gen;
}
