/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Lists of jobs, read row by row, so that one of a million rows needs no more memory than one of
 * ten. A row is a scene with settings, and how many variations of it are to be made: none (0) is
 * one job, the scene as it is.
 */
#ifndef ROSIN_JOBS_H
#define ROSIN_JOBS_H

#include "rosin.h"

enum {
  ROSIN_JOBS_SETS = 64, /* settings of a row, and spreads */
  ROSIN_JOBS_TEXT = 4096,
  ROSIN_JOBS_NAME = 512,
  ROSIN_JOBS_BLOCK = 64,    /* variations that one shard makes, where they are kept apart */
  ROSIN_JOBS_NO_CEILING = 1 /* dBTP: the row says none */
};

/** Where in a list something stands. */
typedef struct {
  int line, column; /* from 1; column 0: a table's, which its name says */
} rosin_jobs_at;

/** A row of a list. A plain struct that can be copied; its texts lie in `text`. */
typedef struct {
  long long row;    /* from 1, of the rows that a list becomes */
  long long listed; /* from 1, of those before parts and steps make several of one */
  int line;
  char scene[ROSIN_JOBS_NAME], name[ROSIN_JOBS_NAME]; /* name: a template */
  char origin[ROSIN_JOBS_NAME]; /* the scene that `scene` was made of, if that is a sound file */
  char category[32], title[64], creator[32], source[32], description[256], date[32];
  char room[256];
  char part[32], steps[128]; /* as listed: parts, steps; then one part, and the steps it is of */
  int step;                  /* which of them, from 1; 0: none */
  char format[16], container[16], loudness_of[16];
  int usual_rate;   /* nobody said the rate: a sound file that is made again keeps its own */
  char verdict[16]; /* of who listened, as the page has it: but for "keep" and "" it is not made */
  double variations, seed, duration, rate, oversample, distinct;
  double stars;
  double loudness, normalize, ceiling; /* LUFS; 0 and 0: as it comes; dBTP */
  double loop;
  rosin_jobs_at at; /* of what is put next */
  rosin_jobs_at scene_at, set_at[ROSIN_JOBS_SETS];
  int sets, spreads, used;
  int set[ROSIN_JOBS_SETS], spread[ROSIN_JOBS_SETS]; /* where they begin in `text` */
  char text[ROSIN_JOBS_TEXT];
} rosin_jobs_row;

/** A row with all at its default. */
void rosin_jobs_plain(rosin_jobs_row *row);
/** Put a value where `key` says; what is no key of a row is a setting. 0, or -1 and what is wrong
 *  with it. */
int rosin_jobs_put(rosin_jobs_row *row, const char *key, const char *value, rosin_error *error);
/** One more "KEY=VALUE" of the settings, or of the spreads. 0, or -1 and an error. */
int rosin_jobs_add(rosin_jobs_row *row, int spread, const char *text, rosin_error *error);
/** The key of a row that may be meant by `key` (which is none), if it is nearer to that than
 *  `other` is (or NULL); else NULL. */
const char *rosin_jobs_meant(const char *key, const char *other);
/** Write "FILE:LINE: " or "FILE:LINE:COLUMN: " before `what` into an error; returns -1. */
int rosin_jobs_fail(const char *path, rosin_jobs_at at, const char *what, rosin_error *error);
/** Once all of a row is put: 0, or -1 and what of it does not go together. */
int rosin_jobs_check(const rosin_jobs_row *row, rosin_error *error);
/** Jobs in a row: its variations, or 1. */
long long rosin_jobs_count(const rosin_jobs_row *row);
/** Whether its variations are kept apart, over the whole list. */
int rosin_jobs_apart(const rosin_jobs_row *row);
/** Jobs of a row that are done together, one after the other: where variations are kept apart,
 *  ROSIN_JOBS_BLOCK, else 1. */
int rosin_jobs_together(const rosin_jobs_row *row);

/** A list that is open: .csv, or in the form of scenes. */
typedef struct rosin_jobs rosin_jobs;

rosin_jobs *rosin_jobs_open(const char *path, rosin_error *error); /**< NULL and an error */
/** The next row: 1; 0 at the end; -1 and an error that names file and line. */
int rosin_jobs_next(rosin_jobs *jobs, rosin_jobs_row *row, rosin_error *error);
void rosin_jobs_close(rosin_jobs *jobs); /**< NULL is allowed */

/** A shard: every Nth of what is done together, beginning with the Kth; 0/0 is all. */
typedef struct {
  int k, n;
} rosin_shard;

/** "K/N"; 0, or -1. */
int rosin_shard_parse(const char *text, rosin_shard *shard);
/** Whether the unit numbered `unit` (from 0, over the whole list) is the shard's. */
int rosin_shard_has(rosin_shard shard, long long unit);

#endif
