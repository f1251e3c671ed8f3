/* SPDX-License-Identifier: BSD-3-Clause */
/** A rendering and what is said of it. */
#ifndef ROSIN_RENDER_REPORT_H
#define ROSIN_RENDER_REPORT_H

#include "host/ask/choices.h"
#include "player/midi/left_out.h"
#include "scene/scene.h"

/** What happened. */
typedef struct {
  long long samples, engine_samples;
  int sample_rate, channels;
  double silent_from;   /* s, to the end */
  double whole;         /* s, of the scene, or to its last note; 0: no -d, or not known */
  double loudness;      /* LUFS, or NaN */
  double gain, limited; /* factor that it was brought to its level by; dB that it gave way */
  double seconds_wall, peak, squares, sum; /* of all channels */
  rosin_statistics solver;
  double energy; /* J, stored at the end */
  int clips;     /* its format cuts off what is beyond full scale */
} rosin_result;

/** Write the report as JSON, with what notes were left out (or NULL), under a temporary name, then
 *  rename. 0, or -1 and an error. */
int rosin_report_write(const char *path, const char *scene, const rosin_left_out *left,
                       const rosin_result *result, rosin_error *error);
/** Say on standard error what became of it, and what to do about that; `left`: NULL if no notes
 *  were played. */
void rosin_report_tell(rosin_scene *scene, const rosin_render_choices *choices,
                       const rosin_left_out *left, const rosin_result *result);

#endif
