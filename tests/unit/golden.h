/* SPDX-License-Identifier: BSD-3-Clause */
/** Rows that hold still, for what no formula gives. Each has a key, and is compared with the row of
 *  that key in a text file, wherever it stands there: numbers within a tolerance, words to the
 *  letter. What differs is told: the file, the key, what was and is, and at the end how the file is
 *  renewed, which wants a reason. What is new adds rows and changes none, if each row is named
 * after what it is of, not after where it stands among others.
 *
 *  A line of the file is a row: the key, then its numbers as they come, or each behind the name of
 *  its column (`low=1`) and found by it; or words. A name that comes several times is counted:
 *  `heard`, `heard#2`. With ROSIN_UPDATE set the file is written anew, in the order of the run. Run
 *  in the root of the tree. */
#ifndef ROSIN_TEST_GOLDEN_H
#define ROSIN_TEST_GOLDEN_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOLDEN_KEY = 160, GOLDEN_TOLD = 20 /* differences that are printed, of any number */ };

typedef struct {
  char key[GOLDEN_KEY];
  char *values; /* what stands behind it in the file; NULL: it is not in the file */
  int given;    /* how many rows of the run had this name */
} golden_entry;

typedef struct {
  const char *path, *test;
  FILE *anew, *to; /* the file, if it is written; where differences are told */
  char *text, in[GOLDEN_KEY];
  golden_entry *entry;
  int entries, room, rows, differences;
} golden;

/** Of a test whose source is `test`; it tells to `to`. */
golden golden_open_of(const char *path, const char *test, FILE *to);
#define golden_open(path) golden_open_of(path, __FILE__, stderr)

/** What the names of the rows from here on begin with, before a colon; until golden_out(). */
void golden_in(golden *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void golden_out(golden *g);

/** A row: its name (no blanks) and numbers, each within `tolerance` times (its size plus `floor`)
 *  of the file's. */
void golden_row(golden *g, const char *name, const double *value, int count, double tolerance,
                double floor);

/** The same, with a name for each number: "low high rest". One more changes none of the others. */
void golden_columns(golden *g, const char *name, const char *columns, const double *value,
                    double tolerance, double floor);

/** The same of words, on one line. */
void golden_words(golden *g, const char *name, const char *words);

/** How many rows differ, are new, or are in the file alone; closes it, and says how it is renewed.
 */
int golden_close(golden *g);

#endif
