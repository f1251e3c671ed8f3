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
  int again; /* in place of the file that there is */
} rosin_batch_job;

/** What a job is made from, in a few digits: its name, and what its notes will say. 0, or -1 and an
 *  error. */
int rosin_batch_job_key(const rosin_batch_job *job, int attempt, char *key, rosin_error *error);
/** Whether its row says that it is done, and its file is as long as that says; then what it sounds
 *  like. `*attempt`: which draw that is, or was, if the file is lost. From any thread. */
int rosin_batch_job_done(const rosin_batch_job *job, rosin_features *features, int *attempt);
/** Where it is made (malloc'ed), or NULL without memory. */
char *rosin_batch_job_place(const rosin_batch_job *job);
/** Hash, name and list a file that is made: 0; -1 and an error; 1 and an error if nothing more can
 *  be listed. */
int rosin_batch_job_take(const rosin_batch_job *job, rosin_made *made, rosin_error *error);

#endif
