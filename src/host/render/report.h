/* SPDX-License-Identifier: BSD-3-Clause */
/** A rendering and what is said of it. */
#ifndef ROSIN_RENDER_REPORT_H
#define ROSIN_RENDER_REPORT_H

#include "host/load.h"
#include "player/midi/left_out.h"

/** What happened. */
typedef struct {
  long long samples, engine_samples;
  int sample_rate, channels;
  double silent_from;   /* s, to the end */
  double loudness;      /* LUFS, or NaN */
  double gain, limited; /* factor that it was brought to its level by; dB that it gave way */
  double seconds_wall, peak, squares, sum; /* of all channels */
  rosin_statistics solver;
  double energy; /* J, stored at the end */
} rosin_result;

/** Write the report as JSON, with what notes were left out (or NULL), under a temporary name, then
 *  rename. 0, or -1 and an
 *  error. */
int rosin_report_write(const char *path, const char *scene, const rosin_left_out *left,
                       const rosin_result *result, rosin_error *error);

#endif
