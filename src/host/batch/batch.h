/* SPDX-License-Identifier: BSD-3-Clause */
/** `rosin batch`: what its parts share. A job is a scene with settings and a variation number that
 *  becomes one file; a unit is what one core does in one go (a job, or the variations that are kept
 *  apart from each other); a shard is every Nth unit. What a run remembers lies in FOLDER/.rosin:
 *  a file of rows for each shard, a lock, and a folder where files are made. */
#ifndef ROSIN_BATCH_H
#define ROSIN_BATCH_H

#include "batch/jobs.h"
#include "batch/manifest.h"
#include "host/make/make.h"

enum { ROSIN_BATCH_RATE = 48000 };

/** What was asked for. */
typedef struct {
  const char *list, *folder, *name; /* name: a template for all, or NULL */
  rosin_shard shard;
  int threads, any_files, only_estimate;
  double hours; /* it may take at most; 0: any time */
  double rows;  /* sounds to a page */
  double rate;  /* Hz of rows that say none; 0: the scene's */
} rosin_batch;

/** A row of the list, with what the command line says of all. As rosin_jobs_next. */
int rosin_batch_next(const rosin_batch *batch, rosin_jobs *jobs, rosin_jobs_row *row,
                     rosin_error *error);
/** What a job of a row is made with; points into both. 0, or -1 and an error. */
typedef struct {
  const char *setting[ROSIN_JOBS_SETS + 2];
  char text[2][40];
  rosin_make make;
} rosin_batch_order;
int rosin_batch_order_of(const rosin_jobs_row *row, const rosin_recipe *recipe,
                         rosin_batch_order *order, rosin_error *error);

/** What varies in the scene of a row, made as `make` says. 0, or -1 and an error. */
int rosin_batch_vary_read(rosin_vary *vary, const rosin_jobs_row *row, const rosin_make *make,
                          rosin_error *error);

/** All of a manifest's row but hash, size and key. 0, or -1 and an error. */
int rosin_batch_row_fill(rosin_manifest_row *manifest, const rosin_jobs_row *row, long long job,
                         long long n, const char *name, const rosin_made *made, rosin_error *error);

/* ---- plan.c: the list once through, before anything is made ----------------------- */

/** What a list comes to. */
typedef struct {
  long long jobs, units; /* of all shards */
  long long own_jobs, own_units;
  double bytes, seconds; /* of the shard: of its files at most, of one core */
  int apart;             /* some are kept apart, over the whole list */
} rosin_batch_plan;

/** Check the list (every row's words, every name, that no two are the same) and estimate. -1 to go
 *  on, or an exit status after an error. */
int rosin_batch_plan_read(const rosin_batch *batch, rosin_batch_plan *plan);
/** Whether what is left, `done` being there already, fits disk and time, in words on standard
 *  error. -1 to go on, or an exit status. */
int rosin_batch_plan_fits(const rosin_batch *batch, const rosin_batch_plan *plan, long long done);

/* ---- folder.c: where files are ---------------------------------------------------- */

/** FOLDER/NAME (malloc'ed), or NULL without memory. */
char *rosin_batch_path(const char *folder, const char *name);
/** Name of one of the run's own files: FOLDER/.rosin/WHAT-K-of-N END. */
char *rosin_batch_own(const rosin_batch *batch, const char *what, const char *end);
/** Below a folder whose files are yet to be kept apart (again.h) there is this one. */
extern const char rosin_batch_waits[];
int rosin_batch_folder_waits(const char *folder);
/** Hz of rows that say none: ROSIN_BATCH_RATE, or 0, the scene's, in a folder that 0.2 began. */
double rosin_batch_folder_rate(const char *folder);
/** Make the folder and what is in it, take the shard's lock, empty its workshop. A descriptor to
 *  be kept, or -1 after an error was said. */
int rosin_batch_folder_open(const rosin_batch *batch);
/** Move a file that is whole to NAME in the folder, making folders on the way, following no link.
 *  0, or -1 and an error. */
int rosin_batch_folder_take(const rosin_batch *batch, const char *made, const char *name,
                            rosin_error *error);
/** Take away the file NAME, if there is one. 0, or -1 and an error. */
int rosin_batch_folder_clear(const rosin_batch *batch, const char *name, rosin_error *error);
/** Bytes that are free for the folder; < 0 if that is not known. */
double rosin_batch_free(const char *folder);

/* ---- rows.c: what is made, on disk as it is made ---------------------------------- */

typedef struct rosin_batch_rows rosin_batch_rows;

/** The shard's rows; what a kill has cut off of them is left out, what is damaged is told and left
 *  out. NULL after an error was said. */
rosin_batch_rows *rosin_batch_rows_open(const rosin_batch *batch);
long long rosin_batch_rows_count(const rosin_batch_rows *rows); /**< found at opening */
/** The row of a job (from 0) as it was found at opening: 1, or 0 if there is none. From any
 *  thread. */
int rosin_batch_rows_find(rosin_batch_rows *rows, long long job, rosin_manifest_row *row);
/** Add a row, at once and whole: 0, or -1 and an error. From any thread. */
int rosin_batch_rows_add(rosin_batch_rows *rows, rosin_manifest_row *row, rosin_error *error);
/** All of the shard is there: its closing row. 0, or -1 and an error. */
int rosin_batch_rows_end(rosin_batch_rows *rows, rosin_shard shard, rosin_error *error);
void rosin_batch_rows_close(rosin_batch_rows *rows); /**< NULL is allowed */

/* ---- the rest ---------------------------------------------------------------------- */

/** run.c: do the shard's jobs. An exit status. */
int rosin_batch_run(const rosin_batch *batch, const rosin_batch_plan *plan);
/** ../manifest/merge.c: rows of all shards to manifest.csv, manifest.jsonl, SHA256SUMS. An exit
 * status. */
int rosin_batch_merge(const char *folder);
/** ../manifest/verify.c: every file of the manifest there, whole, its hash right. An exit status.
 */
int rosin_batch_verify(const char *folder, int threads);
/** ../manifest/wwise.c: the manifest as FOLDER/wwise.txt, a table that Wwise imports. An exit
 *  status. */
int rosin_batch_wwise(const char *folder);
/** ../catalogue/: the manifest as pages of so many sounds at most. An exit status. */
int rosin_batch_page(const char *folder, int most, int threads);

#endif
