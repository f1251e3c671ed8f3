/* SPDX-License-Identifier: BSD-3-Clause */
/** Which of a list's sounds are how near to which, for the columns distance and nearest. Of lists
 *  of more than ROSIN_MARKS_MOST sounds that is not kept: both stay empty. */
#ifndef ROSIN_MARKS_H
#define ROSIN_MARKS_H

#include "batch/manifest.h"

enum { ROSIN_MARKS_MOST = 32768 };

typedef struct rosin_marks rosin_marks;

rosin_marks *rosin_marks_new(void); /**< NULL without memory */
/** A row as it is packed; of several of one job the last counts. 0, or -1 without memory. */
int rosin_marks_add(rosin_marks *marks, char *packed);
int rosin_marks_end(rosin_marks *marks); /**< all are there: 0, or -1 without memory */
/** Fill in both columns of a row of borrowed fields, with what is the marks' until the next. */
void rosin_marks_put(rosin_marks *marks, rosin_manifest_row *row);
/** How many variations have another that is hard to tell from them, if there are some. */
void rosin_marks_tell(const rosin_marks *marks, const char *folder);
void rosin_marks_free(rosin_marks *marks); /**< NULL is allowed */

#endif
