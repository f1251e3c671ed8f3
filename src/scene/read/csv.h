/* SPDX-License-Identifier: BSD-3-Clause */
/** Lines of comma-separated numbers. */
#ifndef ROSIN_CSV_H
#define ROSIN_CSV_H

#include "rosin.h"

#include <stdio.h>

/** A file of such lines that is being read. */
typedef struct {
  FILE *file;
  const char *path; /* in errors */
  rosin_error *error;
  int longest;     /* bytes of a line with its ends, at most as many as `text` has */
  int line;        /* that was read last, from 1 */
  char text[8192]; /* of that line */
} rosin_csv;

/** Fields of the next line (after the byte order mark of spreadsheets) that is neither empty nor a
 * comment ('#'), trimmed, at most `room`: how many, 0 at the end, -1 and an error. */
int rosin_csv_next(rosin_csv *csv, char **field, int room);
/** -1, and the error "PATH:LINE: WHAT DETAIL". */
int rosin_csv_fail(const rosin_csv *csv, const char *what, const char *detail);

/** Cut the white space off both ends, in place. */
char *rosin_csv_trim(char *text);
/** Cut `line` at its commas, in place; trimmed fields, at most `room`. Returns how many. */
int rosin_csv_split(char *line, char **field, int room);
/** 1 if all of `text` is a number. */
int rosin_csv_is_number(const char *text, double *value);

#endif
