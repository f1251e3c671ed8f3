/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/record/gesture_table.h"
#include "error.h"
#include "format.h"
#include "letters.h"
#include "scene/read/csv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 256, LINE = 16384, USUAL_RATE = 44100 };

static const double pause = 0.03, before = 0.01; /* s, after which what stays is said again; when */

int rosin_gesture_table_is(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && strcmp(dot, ".csv") == 0;
}

/* ---- reading ----------------------------------------------------------------------- */

typedef struct {
  rosin_gesture_file *file;
  int columns; /* 0: the line of names is still to come */
  char *name[COLUMNS];
  double value[COLUMNS];
  int known[COLUMNS];
  long long last; /* frame of the last row */
} table;

/* A comment that is a line of a gesture, or only a comment. */
static const char *take_comment(table *t, const char *text) {
  text += strspn(text, " \t");
  const int said = strncmp(text, "set ", 4) == 0 || strncmp(text, "rate ", 5) == 0 ||
                   strncmp(text, "rest ", 5) == 0 || rosin_is_digit(*text);
  return said ? rosin_gesture_file_line(t->file, text) : NULL;
}

static const char *take_names(table *t, char **field, int count) {
  if (strcmp(field[0], "time") != 0)
    return "must name its columns: time, then what moves";
  for (int i = 1; i < count; i++)
    if (!(t->name[i] = strdup(field[i])))
      return "out of memory";
  t->columns = count;
  if (t->file->rate == 0)
    t->file->rate = USUAL_RATE;
  return NULL;
}

static const char *take_row(table *t, char **field, int count) {
  char line[LINE];
  double time, value;
  if (count != t->columns)
    return "has another number of columns than the names";
  if (!rosin_csv_is_number(field[0], &time) || !(time >= 0 && time < 1e9))
    return "its time is no number of seconds";
  t->last = llround(time * t->file->rate);
  for (int i = 1; i < count; i++) {
    if (!*field[i])
      continue;
    if (!rosin_csv_is_number(field[i], &value) || !isfinite(value))
      return "holds what is no finite number";
    if (t->known[i] && t->value[i] == value)
      continue;
    t->known[i] = 1;
    t->value[i] = value;
    rosin_format(line, sizeof line, "%lld move %.200s %.17g", t->last, t->name[i], value);
    const char *wrong = rosin_gesture_file_line(t->file, line);
    if (wrong)
      return wrong;
  }
  return NULL;
}

static const char *take_line(table *t, char *line) {
  char *field[COLUMNS], *text = rosin_csv_trim(line);
  if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) /* spreadsheets put a byte order mark first */
    text += 3;
  if (*text == '#')
    return take_comment(t, text + 1);
  const int count = *text ? rosin_csv_split(text, field, COLUMNS) : 0;
  return count == 0 ? NULL : t->columns ? take_row(t, field, count) : take_names(t, field, count);
}

static int read_lines(rosin_gesture_file *f, FILE *in, const char *path, rosin_error *error) {
  char line[LINE];
  table t = {.file = f};
  const char *wrong = NULL;
  int number = 0;
  while (!wrong && fgets(line, sizeof line, in)) {
    number++;
    wrong = !strchr(line, '\n') && !feof(in) ? "too long" : take_line(&t, line);
  }
  if (!wrong && !t.columns)
    wrong = "has no line of names: time, then what moves";
  for (int i = 1; i < COLUMNS; i++)
    free(t.name[i]);
  if (f->frames < 0)
    f->frames = t.last;
  return wrong ? rosin_fail(error, "%.400s:%d: %s", path, number, wrong) : 0;
}

int rosin_gesture_read(rosin_gesture_file *f, const char *path, rosin_error *error) {
  return rosin_gesture_table_is(path) ? rosin_gesture_file_open(f, path, read_lines, error)
                                      : rosin_gesture_file_read(f, path, error);
}

/* ---- writing ----------------------------------------------------------------------- */

static void write_row(FILE *out, const rosin_gesture_file *f, double time, const double *value) {
  rosin_print(out, "%.9g", time);
  for (int i = 0; i < f->names; i++)
    if (isnan(value[i]))
      fputs(",", out);
    else
      rosin_print(out, ",%.17g", value[i]);
  fputc('\n', out);
}

/* All that happens at the frame of event `i`: returns the next. */
static int write_frame(FILE *out, const rosin_gesture_file *f, int i, double *value, double *said) {
  const long long frame = f->frame[i];
  const double time = (double)frame / f->rate;
  int moves = 0, k = i;
  for (; k < f->events && f->frame[k] == frame; k++)
    moves += f->event[k].target >= 0;
  if (moves && time - *said > pause)
    write_row(out, f, time - before, value);
  for (k = i; k < f->events && f->frame[k] == frame; k++) {
    if (f->event[k].target >= 0) {
      value[f->event[k].target] = f->event[k].value;
    } else {
      fputs("# ", out);
      rosin_gesture_file_event(out, NULL, frame, &f->event[k]);
    }
  }
  if (moves) {
    write_row(out, f, time, value);
    *said = time;
  }
  return k;
}

int rosin_gesture_table_write(FILE *out, const rosin_gesture_file *f) {
  double *value = malloc(((size_t)f->names + 1) * sizeof *value), said = HUGE_VAL;
  if (!value)
    return -1;
  for (int i = 0; i < f->names; i++)
    value[i] = NAN;
  fprintf(out, "# rosin-gesture 1\n# rate %d\n# rest %d\n", f->rate, f->rest);
  for (int i = 0; i < f->sets; i++)
    fprintf(out, "# set %s\n", f->set[i]);
  fputs("time", out);
  for (int i = 0; i < f->names; i++)
    fprintf(out, ",%s", f->name[i]);
  fputc('\n', out);
  for (int i = 0; i < f->events;)
    i = write_frame(out, f, i, value, &said);
  if (f->frames >= 0)
    fprintf(out, "# %lld end\n", f->frames);
  free(value);
  return 0;
}
