/* SPDX-License-Identifier: BSD-3-Clause */
/** A run under way, for the files that do it. */
#ifndef ROSIN_BATCH_RUN_H
#define ROSIN_BATCH_RUN_H

#include "host/batch/hand.h"

#include <pthread.h>
#include <stdio.h>

typedef struct rosin_batch_block rosin_batch_block;

/** The list where it is read, and what has become of it; under the lock. */
typedef struct {
  const rosin_batch *batch;
  const rosin_batch_plan *plan;
  rosin_batch_rows *rows;
  pthread_mutex_t lock;
  rosin_jobs *jobs;
  rosin_jobs_row row;
  long long first_job, first_unit, next, units; /* of the row */
  long long made, there, failed, again, clipped, limited;
  FILE *failures;
  rosin_batch_block *blocks; /* under way, that whoever has nothing else to do may help with */
  pthread_cond_t changed;    /* nobody helps with one of them any more */
} rosin_batch_work;

/** A unit. */
typedef struct {
  long long job, n; /* the first */
  int count;
} rosin_batch_unit;

/** Name of the `i`th job of a unit. 0, or -1 and an error. */
int rosin_batch_unit_name(const rosin_batch_hand *own, const rosin_batch_unit *unit, int i,
                          char *name, rosin_error *error);
/** Do a unit whose row is read: 0; -1 and an error; 1 and an error if nothing more can be listed.
 *  `*done`: so many of its jobs, the first, are there. */
int rosin_batch_unit_do(rosin_batch_work *work, rosin_batch_hand *own,
                        const rosin_batch_order *order, const rosin_batch_unit *unit, int *done,
                        rosin_error *error);
/** There are no units left: help whoever is at work on many variations, until all are done. */
void rosin_batch_help(rosin_batch_work *work);

#endif
