/* SPDX-License-Identifier: BSD-3-Clause */
/** A table of numbers from a CSV file: an optional first line of names, '#' for
 *  comments, every other line as many finite numbers as the first. */
#ifndef ROSIN_TABLE_H
#define ROSIN_TABLE_H

#include "rosin.h"

enum { ROSIN_COLUMNS = 16 };

typedef struct {
  int named, columns, rows;
  char name[ROSIN_COLUMNS][32]; /* empty if the file has no names */
  double *value;                /* [rows * columns], owned */
  int *line;                    /* [rows], where each row stood, owned */
} rosin_table;

/** 0, or -1 and one line that names file and line, or -2 and the same if memory is short; `table`
 *  is empty then. */
int rosin_table_read(rosin_table *table, const char *path, rosin_error *error);
void rosin_table_free(rosin_table *table);
/** Index of a named column, -1 if there is none. */
int rosin_table_column(const rosin_table *table, const char *name);
double rosin_table_at(const rosin_table *table, int row, int column);

#endif
