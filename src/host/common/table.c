/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/common/table.h"

#include "error.h"
#include "scene/read/csv.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, MOST_ROWS = 10000000 };

static int take_names(rosin_table *t, const rosin_csv *p, char **field, int count) {
  for (int i = 0; i < count; i++) {
    if (strlen(field[i]) >= sizeof t->name[i])
      return rosin_csv_fail(p, "name too long: ", field[i]);
    if (*field[i] && rosin_table_column(t, field[i]) >= 0)
      return rosin_csv_fail(p, "two columns are named ", field[i]);
    snprintf(t->name[i], sizeof t->name[i], "%s", field[i]);
  }
  t->named = 1;
  return 0;
}

static int grow(rosin_table *t) {
  if ((t->rows & (t->rows - 1)) != 0) /* room doubles at powers of two */
    return 0;
  const size_t room = t->rows ? 2 * (size_t)t->rows : 1;
  double *value = realloc(t->value, room * (size_t)t->columns * sizeof *value);
  if (value)
    t->value = value;
  int *line = realloc(t->line, room * sizeof *line);
  if (line)
    t->line = line;
  return value && line ? 0 : -1;
}

static int take_numbers(rosin_table *t, const rosin_csv *p, char **field) {
  if (t->rows == MOST_ROWS)
    return rosin_csv_fail(p, "more rows than 1e7", "");
  if (grow(t)) {
    rosin_csv_fail(p, "out of memory", "");
    return -2;
  }
  double *row = t->value + (size_t)t->rows * (size_t)t->columns;
  for (int i = 0; i < t->columns; i++)
    if (!rosin_csv_is_number(field[i], &row[i]) || !isfinite(row[i]))
      return rosin_csv_fail(p, "not a finite number: ", *field[i] ? field[i] : "(empty)");
  t->line[t->rows++] = p->line;
  return 0;
}

static int read_lines(rosin_table *t, rosin_csv *p) {
  char *field[ROSIN_COLUMNS + 1] = {0};
  int count;
  while ((count = rosin_csv_next(p, field, ROSIN_COLUMNS + 1)) > 0) {
    double first;
    if (count > ROSIN_COLUMNS)
      return rosin_csv_fail(p, "too many columns", "");
    const int is_first = !t->columns;
    if (is_first)
      t->columns = count;
    if (count != t->columns)
      return rosin_csv_fail(p, "another number of columns than above", "");
    const int status = is_first && !rosin_csv_is_number(field[0], &first)
                           ? take_names(t, p, field, count)
                           : take_numbers(t, p, field);
    if (status)
      return status;
  }
  return count || t->rows ? count : rosin_fail(p->error, "%.300s: there is no data", p->path);
}

int rosin_table_read(rosin_table *t, const char *path, rosin_error *error) {
  rosin_csv p = {.file = fopen(path, "r"), .path = path, .error = error, .longest = LINE};
  *t = (rosin_table){0};
  if (!p.file)
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  const int status = read_lines(t, &p);
  fclose(p.file);
  if (status)
    rosin_table_free(t);
  return status;
}

void rosin_table_free(rosin_table *t) {
  free(t->value);
  free(t->line);
  *t = (rosin_table){0};
}

int rosin_table_column(const rosin_table *t, const char *name) {
  for (int i = 0; i < t->columns; i++)
    if (strcmp(t->name[i], name) == 0)
      return i;
  return -1;
}

double rosin_table_at(const rosin_table *t, int row, int column) {
  return t->value[(size_t)row * (size_t)t->columns + (size_t)column];
}
