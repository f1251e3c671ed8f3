/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What was ever drawn of the variations that are kept apart, out of the rows of all shards, and
 * which draws count. Of each in order of the list the first counts that is as far as its row of
 * the list asks from all that count before it; where none of ROSIN_MAKE_ATTEMPTS is, the farthest.
 * So what counts follows from the list alone, whoever drew what and when. 100 bytes a draw.
 */
#ifndef ROSIN_TRIED_H
#define ROSIN_TRIED_H

#include "features/nearest.h"
#include "host/batch/batch.h"

enum { ROSIN_TRIED_KEY = 33 };

/** A draw. */
typedef struct {
  long long job; /* from 0 */
  int attempt, shard;
  long long order; /* when it came: of a job the last is what its file is; -1: it cannot be built */
  char key[ROSIN_TRIED_KEY];
  rosin_nearest_place place;
} rosin_tried_draw;

/** A row of the list whose variations are kept apart. */
typedef struct {
  long long job, count; /* its first */
  int line;
  double distinct;
  char scene[64];
  long long apart; /* of them, once it is settled */
} rosin_tried_row;

typedef struct {
  rosin_tried_draw *draw; /* in order of jobs and attempts once it is sorted */
  size_t draws, room;
  rosin_tried_row *row;
  size_t rows, row_room;
  long long came;
} rosin_tried;

/** A draw that is to be made. */
typedef struct {
  long long job;
  int attempt, shard;
} rosin_tried_wish;

/** The rows of the list that are kept apart. 0, or -1 and an error. */
int rosin_tried_list(rosin_tried *tried, const rosin_batch *batch, rosin_error *error);
/** The draws of shard k of the batch's: 1; 0 if it has not come to its end; -1 and an error. */
int rosin_tried_read(rosin_tried *tried, const rosin_batch *batch, int k, rosin_error *error);
/** One more, the last that came, or one that cannot be built (order -1). -1 without memory. */
int rosin_tried_add(rosin_tried *tried, const rosin_tried_draw *draw);
/** Bring them in order; of one job and attempt the last that was added stays. */
void rosin_tried_sort(rosin_tried *tried);
/** Where the draws of a job begin, and how many there are. */
size_t rosin_tried_find(const rosin_tried *tried, long long job, int *count);
/** Draws that are wanted to know more, in order of jobs: malloc'ed, `*count` of them. None: it is
 *  settled, and those are wanted whose files are not what counts. NULL without memory. */
rosin_tried_wish *rosin_tried_settle(rosin_tried *tried, size_t *count);
void rosin_tried_free(rosin_tried *tried);

#endif
