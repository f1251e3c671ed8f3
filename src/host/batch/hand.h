/* SPDX-License-Identifier: BSD-3-Clause */
/** What a thread of a batch has of its own: the row that it works on, read for it. */
#ifndef ROSIN_BATCH_HAND_H
#define ROSIN_BATCH_HAND_H

#include "host/batch/batch.h"

enum { ROSIN_BATCH_NAME = 1024 }; /* of a file, below its folder */

typedef struct {
  rosin_jobs_row row;
  rosin_recipe recipe;
  char scene[ROSIN_JOBS_NAME]; /* of the recipe; "": none */
  rosin_vary vary;
  long long vary_row; /* 0: none */
} rosin_batch_hand;

/** Scene, order and what varies for the row that a hand holds. 0, or -1 and an error. */
int rosin_batch_hand_ready(const rosin_batch *batch, rosin_batch_hand *own,
                           rosin_batch_order *order, rosin_error *error);
void rosin_batch_hand_leave(rosin_batch_hand *own);

#endif
