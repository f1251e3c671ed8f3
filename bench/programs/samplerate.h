/* SPDX-License-Identifier: BSD-3-Clause */
/* What rosin 0.2 names of libsamplerate, so that it can be built and timed where that is not
 * installed: it makes nothing. 0.2 took it for rates that it divided by another number than 2 or 4,
 * and no workload does. */
#ifndef SAMPLERATE_H
#define SAMPLERATE_H

#include <stddef.h>

typedef void SRC_STATE;

typedef struct {
  const float *data_in;
  float *data_out;
  long input_frames, output_frames, input_frames_used, output_frames_gen;
  int end_of_input;
  double src_ratio;
} SRC_DATA;

enum { SRC_SINC_MEDIUM_QUALITY = 1 };

static inline SRC_STATE *src_new(int converter, int channels, int *error) {
  (void)converter, (void)channels;
  *error = 1;
  return NULL;
}

static inline SRC_STATE *src_delete(SRC_STATE *state) {
  (void)state;
  return NULL;
}

static inline int src_reset(SRC_STATE *state) {
  (void)state;
  return 1;
}

static inline int src_process(SRC_STATE *state, SRC_DATA *data) {
  (void)state, (void)data;
  return 1;
}

#endif
