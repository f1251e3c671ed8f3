/* SPDX-License-Identifier: BSD-3-Clause */
/** In place of libsamplerate, where there is none: what decimate.c calls for factors other than 1,
 *  2 and 4, which then fail as without memory. */
#ifndef ROSIN_WEB_SAMPLERATE_H
#define ROSIN_WEB_SAMPLERATE_H

#include <stddef.h>

typedef struct rosin_no_resampler SRC_STATE;
typedef struct {
  const float *data_in;
  float *data_out;
  long input_frames, output_frames, output_frames_gen;
  double src_ratio;
} SRC_DATA;
enum { SRC_SINC_MEDIUM_QUALITY };

static inline SRC_STATE *src_new(int kind, int channels, int *error) {
  (void)kind, (void)channels;
  *error = 1;
  return NULL;
}
static inline void src_delete(SRC_STATE *state) {
  (void)state;
}
static inline void src_reset(SRC_STATE *state) {
  (void)state;
}
static inline int src_process(SRC_STATE *state, SRC_DATA *data) {
  (void)state;
  data->output_frames_gen = 0;
  return 1;
}

#endif
