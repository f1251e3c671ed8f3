/* SPDX-License-Identifier: BSD-3-Clause */
/** One job: what it is made from, whether it is done, and how a file that is made is handed in. */
#ifndef ROSIN_BATCH_JOB_H
#define ROSIN_BATCH_JOB_H

#include "host/batch/batch.h"

/** A job's place in the list, and what it makes. */
typedef struct {
  const rosin_batch *batch;
  rosin_batch_rows *rows;
  const rosin_jobs_row *row;
  const rosin_make *make;      /* its path apart */
  const rosin_make_draw *draw; /* NULL: the scene as it is */
  long long job;               /* from 0 */
  const char *name;
} rosin_batch_job;

/** Whether its row says that it is done, and its file is as long as that says; then what it sounds
 *  like. From any thread. */
int rosin_batch_job_done(const rosin_batch_job *job, rosin_features *features);
/** Where it is made (malloc'ed), or NULL without memory. */
char *rosin_batch_job_place(const rosin_batch_job *job);
/** Hash, name and list a file that is made: 0; -1 and an error; 1 and an error if nothing more can
 *  be listed. */
int rosin_batch_job_take(const rosin_batch_job *job, rosin_made *made, rosin_error *error);

#endif
