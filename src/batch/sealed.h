/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Files of a manifest's rows, each with a hash of its own, and a closing row at their end: how many
 * rows, whose, and the hash of all that stands before it. A line is taken for what its hash says it
 * is, so that a damaged one is told and left out, and what follows it is kept. Files of 0.2 have
 * neither; their rows are taken if they have the right columns.
 *
 *     job,name, ... ,key,check
 *     1,a.wav, ... ,0b0011b9bdd2,9f86d081884c7d65
 *     #end,1,complete,60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
 */
#ifndef ROSIN_SEALED_H
#define ROSIN_SEALED_H

#include "batch/manifest.h"
#include "batch/sha256.h"

enum { ROSIN_SEALED_OF = 40 };

/** What rosin_sealed_next() has found. */
typedef enum {
  ROSIN_SEALED_FAILED = -1, /* the file cannot be read, or there is no memory */
  ROSIN_SEALED_END,
  ROSIN_SEALED_ROW,
  ROSIN_SEALED_DAMAGE /* told in the error; it goes on after it */
} rosin_sealed_found;

typedef struct {
  FILE *file; /* borrowed */
  const char *path;
  int columns;     /* ROSIN_COLUMNS; ROSIN_COLUMNS_0_2: of 0.2; 0: its first line is damaged */
  int row_columns; /* of the row that was found last */
  int rising;      /* its rows must be in order of jobs, each once (set it after begin) */
  long long rows, damaged;  /* found so far */
  int ended;                /* a closing row is there, */
  int closed;               /* and right */
  int cut;                  /* its last line has no end */
  char of[ROSIN_SEALED_OF]; /* what the closing row says it is */
  long long offset;         /* of the row in the file */
  long long good;           /* bytes before the closing row or a line that is cut */
  rosin_sha256 hash;        /* of those */
  rosin_record record;      /* the row; past the record's first reader it is the caller's */
  /* its own: */
  char *line;
  size_t size, room;
  long long end, last, gap;
  int number, next, returns, over;
} rosin_sealed;

/** Begin with a file that is open. 0, or -1 without memory; end it in either case. */
int rosin_sealed_begin(rosin_sealed *sealed, FILE *file, const char *path);
/** The next row, in `record`, which rosin_manifest_take() and _pack() read with `row_columns`. */
rosin_sealed_found rosin_sealed_next(rosin_sealed *sealed, rosin_error *error);
void rosin_sealed_end(rosin_sealed *sealed);

/** The closing row of `rows` rows, with its end: malloc'ed, or NULL. `hash` is of all before it;
 *  `of`: "complete", "incomplete", or "shard K/N". */
char *rosin_sealed_close(rosin_sha256 hash, long long rows, const char *of, size_t *size);

#endif
