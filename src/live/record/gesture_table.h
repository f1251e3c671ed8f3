/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A recorded gesture as a table that spreadsheets edit: a column for each thing that moved, a row
 * where one did, and what else there is to say in comments:
 *
 *   # rosin-gesture 1
 *   # rate 48000
 *   # rest 0
 *   # set size=1.2
 *   time,push,hinge.force
 *   0.25,12,
 *   # 24000 note-on 0 0 50 0.7
 *   1.5,14.5,80
 *   # 96000 end
 *
 * A cell is empty until its thing first moves; what stays is repeated, also just before a change
 * after a pause, so that straight lines between the rows are what was played.
 */
#ifndef ROSIN_GESTURE_TABLE_H
#define ROSIN_GESTURE_TABLE_H

#include "live/record/gesture_file.h"

/** Whether a file of that name is a table (.csv). */
int rosin_gesture_table_is(const char *path);
/** Read a gesture, be it a table or not: 0, or -1 and one line that names file and line; empty
 *  then. In a table a cell that is empty or as above moves nothing; without a rate it is 44100 Hz,
 *  without an end the last row is it. */
int rosin_gesture_read(rosin_gesture_file *file, const char *path, rosin_error *error);
/** Write one that was read, before it is bound: 0, or -1 without memory. */
int rosin_gesture_table_write(FILE *out, const rosin_gesture_file *file);

#endif
