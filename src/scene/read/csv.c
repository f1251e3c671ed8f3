/* SPDX-License-Identifier: BSD-3-Clause */
/* A gesture from a CSV file: comma-separated numbers, an optional first line of
 * names, '#' for comments. Strict: whatever is not a number is an error with its
 * line. */
#include "scene/read/csv.h"
#include "error.h"
#include "letters.h"
#include "memory.h"
#include "number.h"
#include "scene/model/gesture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 256, MOST_ROWS = 10000000 };

int rosin_csv_fail(const rosin_csv *c, const char *what, const char *detail) {
  rosin_fail(c->error, "%.300s:%d: %s%.120s", c->path, c->line, what, detail);
  return -1;
}

char *rosin_csv_trim(char *s) {
  while (rosin_is_space(*s))
    s++;
  char *end = s + strlen(s);
  while (end > s && rosin_is_space(end[-1]))
    *--end = 0;
  return s;
}

int rosin_csv_split(char *line, char **field, int room) {
  int count = 0;
  for (char *s = line; s && count < room; count++) {
    char *comma = strchr(s, ',');
    if (comma)
      *comma++ = 0;
    field[count] = rosin_csv_trim(s);
    s = comma;
  }
  return count;
}

int rosin_csv_next(rosin_csv *c, char **field, int room) {
  while (fgets(c->text, c->longest, c->file)) {
    c->line++;
    if (!strchr(c->text, '\n') && !feof(c->file))
      return rosin_csv_fail(c, "line too long", "");
    const int marked = c->line == 1 && strncmp(c->text, "\xEF\xBB\xBF", 3) == 0;
    char *text = rosin_csv_trim(c->text + (marked ? 3 : 0));
    if (*text && *text != '#')
      return rosin_csv_split(text, field, room);
  }
  return ferror(c->file) ? rosin_csv_fail(c, "cannot read: ", strerror(errno)) : 0;
}

int rosin_csv_is_number(const char *s, double *value) {
  char *end;
  *value = rosin_number_read(s, &end);
  return *s && !*end;
}

/* Index of a column given as a number or a name; -1 if there is none. */
static int find_column(const char *column, char **name, int count) {
  double number;
  if (rosin_csv_is_number(column, &number))
    return number >= 1 && number <= FIELDS && number == floor(number) ? (int)number - 1 : -1;
  for (int i = 0; i < count; i++)
    if (strcmp(name[i], column) == 0)
      return i;
  return -1;
}

static int append(rosin_gesture *g, double time, double value) {
  if ((g->count & (g->count + 1)) == 0 || !g->time) {
    const size_t room = 2 * (size_t)g->count + 2;
    double *t = rosin_realloc(g->time, room * sizeof *t);
    if (t)
      g->time = t;
    double *v = rosin_realloc(g->value, room * sizeof *v);
    if (v)
      g->value = v;
    if (!t || !v)
      return -1;
  }
  g->time[g->count] = time;
  g->value[g->count++] = value;
  return 0;
}

/* One line of numbers. */
static int take_line(rosin_gesture *g, const rosin_csv *p, char **field, int count, int time,
                     int value) {
  double t, v;
  if (time >= count || value >= count)
    return rosin_csv_fail(p, "too few columns", "");
  if (!rosin_csv_is_number(field[time], &t) || !isfinite(t))
    return rosin_csv_fail(p, "not a finite number: ", field[time]);
  if (!*field[value])
    return 0; /* other columns have more rows */
  if (!rosin_csv_is_number(field[value], &v) || !isfinite(v))
    return rosin_csv_fail(p, "not a finite number: ", field[value]);
  if (g->count && t <= g->time[g->count - 1])
    return rosin_csv_fail(p, "time does not rise: ", field[time]);
  if (g->count == MOST_ROWS)
    return rosin_csv_fail(p, "more rows than 1e7", "");
  return append(g, t, v) ? rosin_csv_fail(p, "out of memory", "") : 0;
}

/* What stands where in a line; count 0: nothing is known yet. */
typedef struct {
  int count, time, value;
} columns;

/* Of the first line: 1 if it holds names, 0 numbers, -1 if a column is not there. */
static int find_columns(columns *c, const rosin_csv *p, char **field, int count, const char *time,
                        const char *value) {
  double first;
  const int named = !rosin_csv_is_number(field[0], &first), names = named ? count : 0;
  *c = (columns){count, find_column(time, field, names), find_column(value, field, names)};
  if (c->time < 0)
    return rosin_csv_fail(p, "there is no column ", time);
  if (c->value < 0)
    return rosin_csv_fail(p, "there is no column ", value);
  return named;
}

static int read_lines(rosin_gesture *g, rosin_csv *p, const char *column, const char *time) {
  char *field[FIELDS];
  columns c = {0};
  int count;
  while ((count = rosin_csv_next(p, field, FIELDS)) > 0) {
    const int named = c.count ? 0 : find_columns(&c, p, field, count, time, column);
    if (named < 0)
      return -1;
    if (named)
      continue;
    if (count != c.count)
      return rosin_csv_fail(p, "another number of columns than above", "");
    if (take_line(g, p, field, count, c.time, c.value))
      return -1;
  }
  return count || g->count ? count : rosin_csv_fail(p, "there is no data", "");
}

int rosin_gesture_csv(rosin_gesture *g, FILE *file, const char *path, const char *column,
                      const char *time, rosin_error *error) {
  rosin_csv p = {.file = file, .path = path, .error = error, .longest = sizeof p.text};
  *g = (rosin_gesture){.kind = ROSIN_GESTURE_POINTS};
  const int status = read_lines(g, &p, column, time);
  if (status)
    rosin_gesture_free(g);
  return status;
}
