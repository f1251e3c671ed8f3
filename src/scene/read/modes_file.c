/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/read/modes_file.h"
#include "error.h"
#include "memory.h"
#include "scene/read/csv.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 128 };

/* What the columns hold. */
typedef struct {
  rosin_csv csv;
  int columns;
  int mode[3], q; /* columns of frequency, t60 or q, mass; -1: not there */
  int first;      /* column of the first point */
} layout;

static int fail(const layout *k, const char *what, const char *detail) {
  rosin_csv_fail(&k->csv, what, detail);
  return -1;
}

static int is_mode_column(const char *name, layout *k, int column) {
  static const char *const names[] = {"frequency", "t60", "mass"};
  for (int i = 0; i < 3; i++)
    if (strcmp(name, names[i]) == 0) {
      k->mode[i] = column;
      return 1;
    }
  if (strcmp(name, "q"))
    return 0;
  k->mode[1] = column;
  k->q = 1;
  return 1;
}

/* The line of names, or its absence. */
static int take_head(layout *k, rosin_model_body *b, char **field, int count, int named) {
  k->columns = count;
  k->mode[0] = k->mode[1] = k->mode[2] = -1;
  k->first = 0;
  if (named)
    while (k->first < count && is_mode_column(field[k->first], k, k->first))
      k->first++;
  else
    for (k->first = 0; k->first < 3 && k->first < count; k->first++)
      k->mode[k->first] = k->first;
  if (k->mode[0] < 0)
    return fail(k, "there is no column ", "frequency");
  if (count - k->first > ROSIN_MODEL_FORM_POINTS)
    return fail(k, "more than 64 points", "");
  b->points = count > k->first ? count - k->first : 1;
  b->point_name = rosin_calloc((size_t)b->points, sizeof *b->point_name);
  b->point = rosin_calloc((size_t)b->points, sizeof *b->point);
  b->mode = rosin_calloc(ROSIN_MODEL_BODY_MODES, sizeof *b->mode);
  b->weight = rosin_calloc((size_t)ROSIN_MODEL_BODY_MODES * (size_t)b->points, sizeof *b->weight);
  if (!b->point_name || !b->point || !b->mode || !b->weight)
    return fail(k, "out of memory", "");
  for (int i = 0; i < b->points; i++) {
    b->point[i] = i;
    if (count == k->first)
      snprintf(b->point_name[i], sizeof *b->point_name, "all");
    else if (named)
      snprintf(b->point_name[i], sizeof *b->point_name, "%.63s", field[k->first + i]);
    else
      snprintf(b->point_name[i], sizeof *b->point_name, "%d", i + 1);
  }
  return 0;
}

static int take_number(const layout *k, const char *text, double *value) {
  if (rosin_csv_is_number(text, value) && isfinite(*value))
    return 0;
  return fail(k, "not a finite number: ", text);
}

/* Weights are gathered mode by mode, and turned round at the end. */
static int take_mode(const layout *k, rosin_model_body *b, char **field) {
  rosin_mode *m = &b->mode[b->modes];
  double *const target[] = {&m->frequency, k->q ? &m->q : &m->t60, &m->mass};
  const rosin_parameter *row = rosin_mode_parameters();
  rosin_parameters_default(row, m);
  for (int i = 0; i < 3; i++)
    if (k->mode[i] >= 0 && take_number(k, field[k->mode[i]], target[i]))
      return -1;
  for (; row->name; row++) {
    rosin_error inner;
    double value;
    memcpy(&value, (const char *)m + row->offset, sizeof value);
    if (rosin_parameter_check(row, NULL, value, &inner))
      return fail(k, "", inner.text);
  }
  double *weight = b->weight + (size_t)b->modes * (size_t)b->points;
  for (int i = 0; i < b->points; i++) {
    weight[i] = 1;
    if (k->columns > k->first && take_number(k, field[k->first + i], &weight[i]))
      return -1;
  }
  b->modes++;
  return 0;
}

/* From [mode][point] to [point][mode]. */
static int turn(const layout *k, rosin_model_body *b) {
  double *turned = rosin_calloc((size_t)b->modes * (size_t)b->points, sizeof *turned);
  if (!turned)
    return fail(k, "out of memory", "");
  for (int l = 0; l < b->modes; l++)
    for (int i = 0; i < b->points; i++)
      turned[i * b->modes + l] = b->weight[l * b->points + i];
  rosin_free(b->weight);
  b->weight = turned;
  return 0;
}

static int read_lines(layout *k, rosin_model_body *b) {
  char *field[FIELDS];
  int count;
  while ((count = rosin_csv_next(&k->csv, field, FIELDS)) > 0) {
    double first;
    if (!k->columns) {
      const int named = !rosin_csv_is_number(field[0], &first);
      if (take_head(k, b, field, count, named))
        return -1;
      if (named)
        continue;
    }
    if (count != k->columns)
      return fail(k, "another number of columns than above", "");
    if (b->modes == ROSIN_MODEL_BODY_MODES)
      return fail(k, "more than 4096 modes", "");
    if (take_mode(k, b, field))
      return -1;
  }
  if (count)
    return -1;
  return b->modes ? turn(k, b) : fail(k, "there are no modes", "");
}

int rosin_modes_file_read(rosin_model_body *b, FILE *file, const char *path, rosin_error *error) {
  layout k = {.csv = {.file = file, .path = path, .error = error, .longest = sizeof k.csv.text}};
  return read_lines(&k, b);
}
