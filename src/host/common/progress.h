/* SPDX-License-Identifier: BSD-3-Clause */
/** A progress bar with time left, on standard error if that is a terminal. */
#ifndef ROSIN_PROGRESS_H
#define ROSIN_PROGRESS_H

#include "live/clock.h"

typedef struct {
  double start, drawn;
  int terminal, shown;
} rosin_progress;

void rosin_progress_start(rosin_progress *progress);
/** `share` 0..1 is done; draws at most ten times a second, and nothing before the
 *  work has lasted half a second. */
void rosin_progress_draw(rosin_progress *progress, double share);
/** Wipe the line. */
void rosin_progress_end(rosin_progress *progress);

#endif
