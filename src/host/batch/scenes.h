/* SPDX-License-Identifier: BSD-3-Clause */
/** The scenes of a list, each read as it is met: what they are, what they cost, and whether rows'
 *  settings and spreads are right. Memory is bounded: of the scenes the last are kept, and of
 *  settings only that they were found right. */
#ifndef ROSIN_BATCH_SCENES_H
#define ROSIN_BATCH_SCENES_H

#include "host/batch/batch.h"

typedef struct rosin_batch_scenes rosin_batch_scenes;

/** What a sound of a scene comes to. */
typedef struct {
  double duration, rate, channels;
  double start, tail;    /* s, until it is held, and that it rings once it is let go */
  double once, a_second; /* s that it takes: so much, and so much a second of sound */
  rosin_part part;       /* as its row says, or as it was kept */
} rosin_batch_cost;

rosin_batch_scenes *rosin_batch_scenes_new(const rosin_batch *batch); /**< NULL without memory */
/** Check a row, and say what its scene costs. Combinations of settings that are no macros are
 *  tried, up to some thousands of them; macros by their ranges. 0, or -1 and an error that names
 *  the list, line and column. */
int rosin_batch_scenes_check(rosin_batch_scenes *scenes, const rosin_jobs_row *row,
                             rosin_batch_cost *cost, rosin_error *error);
void rosin_batch_scenes_free(rosin_batch_scenes *scenes); /**< NULL is allowed */

#endif
