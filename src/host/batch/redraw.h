/* SPDX-License-Identifier: BSD-3-Clause */
/** Draws of variations, here and there in the list, on all cores, each in place of the file that
 *  there is. */
#ifndef ROSIN_REDRAW_H
#define ROSIN_REDRAW_H

#include "host/batch/tried.h"

/** Leave out draws that the list would make otherwise by now. 0, or -1 and an error. */
int rosin_redraw_check(rosin_tried *tried, const rosin_batch *batch, rosin_error *error);

typedef struct rosin_redraw rosin_redraw;

/** What is drawn goes into `tried`. NULL without memory. */
rosin_redraw *rosin_redraw_new(rosin_tried *tried, const rosin_batch *batch);
/** Make some, in order of jobs. 0, or -1 and an error. */
int rosin_redraw_run(rosin_redraw *redraw, const rosin_tried_wish *wish, size_t count,
                     rosin_error *error);
/** Close the shards' rows, `whole`: each as one that has come to its end. 0, or -1 and an error. */
int rosin_redraw_end(rosin_redraw *redraw, int whole, rosin_error *error);

#endif
