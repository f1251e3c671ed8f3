/* SPDX-License-Identifier: BSD-3-Clause */
/* See recordings.h. */
#include "host/map/recordings.h"

#include "error.h"
#include "host/common/table.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COLUMNS = 4, MOST_STROKES = 1000000 };
enum { FORCE, VELOCITY, BRIDGE };

static const double step = 1e-3;             /* s, of the curves: robots and hands are slower */
static const double longest = 600;           /* s */
static const long long largest = 256L << 20; /* bytes of a file */

/* ---- names ------------------------------------------------------------------------------ */

static char *path_of(const char *folder, const char *kind, int number) {
  const size_t size = strlen(folder) + strlen(kind) + 32;
  char *path = malloc(size);
  if (path && number >= 0)
    snprintf(path, size, "%s/%s_%d.csv", folder, kind, number);
  else if (path)
    snprintf(path, size, "%s/%s", folder, kind);
  return path;
}

char *rosin_recordings_path(const rosin_recordings *r, int stroke, const char *kind) {
  return path_of(r->set[r->stroke[stroke].set], kind, r->stroke[stroke].number);
}

/* N of "whole_N.csv", or -1. */
static int number_of(const char *name) {
  char again[64];
  int number;
  if (sscanf(name, "whole_%9d.csv", &number) != 1 || number < 0)
    return -1;
  snprintf(again, sizeof again, "whole_%d.csv", number);
  return strcmp(again, name) == 0 ? number : -1;
}

static int is_folder(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* ---- small files ------------------------------------------------------------------------ */

/* What is no file, or too large for one of these, is not even opened. */
static int read_table(rosin_table *t, const char *path, rosin_error *error) {
  struct stat found;
  if (stat(path, &found))
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  if (!S_ISREG(found.st_mode))
    return rosin_fail(error, "%.300s: is not a file", path);
  if (found.st_size > largest)
    return rosin_fail(error, "%.300s: %lld MB; a stroke has at most %lld MB", path,
                      (long long)found.st_size >> 20, largest >> 20);
  return rosin_table_read(t, path, error);
}

/* Where its numbers begin. */
static int first_line(const rosin_table *t) {
  return t->line ? t->line[0] : 0;
}

/* All numbers of a file that has `count` of them, in one line or in several. */
static int read_numbers(const char *path, double *value, int count, rosin_error *error) {
  rosin_table t = {0};
  const int went = read_table(&t, path, error);
  if (went)
    return went;
  const int found = t.rows * t.columns;
  const int status = found == count
                         ? 0
                         : rosin_fail(error, "%.300s:%d: must have %d number%s, has %d", path,
                                      first_line(&t), count, count > 1 ? "s" : "", found);
  for (int row = 0, i = 0; status == 0 && row < t.rows; row++)
    for (int k = 0; k < t.columns; k++)
      value[i++] = rosin_table_at(&t, row, k);
  rosin_table_free(&t);
  return status;
}

static int read_place(const char *path, rosin_recording_files *s, rosin_error *error) {
  const int went = read_numbers(path, &s->place, 1, error);
  if (went)
    return went;
  return s->place > 0 && s->place < 1
             ? 0
             : rosin_fail(error, "%.300s: place of the bow %g is out of range 0 to 1", path,
                          s->place);
}

static int read_window(const char *path, double rate, rosin_recording_files *s,
                       rosin_error *error) {
  double at[2] = {0};
  const int went = read_numbers(path, at, 2, error);
  if (went)
    return went;
  for (int i = 0; i < 2; i++)
    if (!(at[i] >= 0 && at[i] <= longest * rate && at[i] == floor(at[i])))
      return rosin_fail(error, "%.300s: %g must be a whole number of samples, 0 to %g", path, at[i],
                        longest * rate);
  if (!(at[1] > at[0]))
    return rosin_fail(error, "%.300s: the steady part ends at sample %g, before it begins at %g",
                      path, at[1], at[0]);
  s->first = (int)at[0];
  s->last = (int)at[1];
  return 0;
}

/* ---- which strokes there are ------------------------------------------------------------- */

static int add_stroke(rosin_recordings *r, int set, int number, rosin_error *error) {
  if (r->strokes == MOST_STROKES)
    return rosin_fail(error, "%.300s: more strokes than %d", r->set[set], MOST_STROKES);
  if (!(r->strokes & (r->strokes - 1))) { /* room doubles at powers of two, and from nothing */
    const size_t room = r->strokes ? 2 * (size_t)r->strokes : 1;
    rosin_recording_files *grown = realloc(r->stroke, room * sizeof *grown);
    if (!grown)
      return rosin_fail(error, "out of memory");
    r->stroke = grown;
  }
  r->stroke[r->strokes++] = (rosin_recording_files){.set = set, .number = number};
  return 0;
}

static int by_number(const void *a, const void *b) {
  const rosin_recording_files *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

/* The strokes of one folder; `found` says how many. */
static int list_strokes(rosin_recordings *r, int set, int *found, rosin_error *error) {
  const int before = r->strokes;
  DIR *at = opendir(r->set[set]);
  int status = at ? 0 : rosin_fail(error, "%.300s: %s", r->set[set], strerror(errno));
  for (struct dirent *e; status == 0 && at && (e = readdir(at));)
    if (number_of(e->d_name) >= 0)
      status = add_stroke(r, set, number_of(e->d_name), error);
  if (at)
    closedir(at);
  *found = r->strokes - before;
  if (*found == 0)
    return status;
  qsort(r->stroke + before, (size_t)*found, sizeof *r->stroke, by_number);
  const int first = r->stroke[before].number < 1 ? r->stroke[before].number : 1;
  r->missing[set] = r->stroke[r->strokes - 1].number - first + 1 - *found;
  return status;
}

static int add_set(rosin_recordings *r, char *folder, rosin_error *error) {
  char **set = realloc(r->set, (size_t)(r->sets + 1) * sizeof *set);
  if (set)
    r->set = set;
  int *missing = realloc(r->missing, (size_t)(r->sets + 1) * sizeof *missing);
  if (missing)
    r->missing = missing;
  if (!folder || !set || !missing) {
    free(folder);
    return rosin_fail(error, "out of memory");
  }
  r->missing[r->sets] = 0;
  r->set[r->sets++] = folder;
  return 0;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The folders in a folder, in the order of their names; those without strokes go again. */
static int list_sets(rosin_recordings *r, const char *folder, rosin_error *error) {
  DIR *at = opendir(folder);
  int status = at ? 0 : rosin_fail(error, "%.300s: %s", folder, strerror(errno));
  for (struct dirent *e; status == 0 && at && (e = readdir(at));) {
    if (*e->d_name == '.')
      continue;
    char *path = path_of(folder, e->d_name, -1);
    if (!path)
      status = rosin_fail(error, "out of memory");
    else if (is_folder(path))
      status = add_set(r, path, error);
    else
      free(path);
  }
  if (at)
    closedir(at);
  if (status == 0 && r->sets)
    qsort(r->set, (size_t)r->sets, sizeof *r->set, by_name);
  for (int set = 0, found; status == 0 && set<r->sets; set += found> 0) {
    status = list_strokes(r, set, &found, error);
    if (status == 0 && !found) {
      free(r->set[set]);
      memmove(r->set + set, r->set + set + 1, (size_t)(--r->sets - set) * sizeof *r->set);
    }
  }
  return status;
}

static int find_all(rosin_recordings *r, const char *folder, rosin_error *error) {
  int found = 0;
  if (add_set(r, strdup(folder), error) || list_strokes(r, 0, &found, error))
    return -1;
  if (found)
    return 0;
  free(r->set[--r->sets]);
  if (list_sets(r, folder, error))
    return -1;
  return r->strokes ? 0
                    : rosin_fail(error,
                                 "%.300s: there are no recordings (whole_1.csv, whole_2.csv, ...) "
                                 "in it, or in a folder of it",
                                 folder);
}

/* Where a stroke was played, and from when to when; or its fault. */
static int take_stroke(rosin_recordings *r, int i) {
  rosin_recording_files *s = &r->stroke[i];
  rosin_error error;
  char *beta = rosin_recordings_path(r, i, "beta");
  char *timestamp = rosin_recordings_path(r, i, "timestamp");
  int status = beta && timestamp ? read_place(beta, s, &error) : -2;
  if (status == 0)
    status = read_window(timestamp, r->rate, s, &error);
  if (status == -1)
    status = (s->fault = strdup(error.text)) ? 0 : -2;
  free(beta);
  free(timestamp);
  return status;
}

int rosin_recordings_open(rosin_recordings *r, const char *folder, double rate,
                          rosin_error *error) {
  *r = (rosin_recordings){.rate = rate};
  int status = find_all(r, folder, error);
  for (int i = 0; status == 0 && i < r->strokes; i++)
    if (take_stroke(r, i))
      status = rosin_fail(error, "out of memory");
  if (status)
    rosin_recordings_free(r);
  return status;
}

void rosin_recordings_free(rosin_recordings *r) {
  for (int i = 0; i < r->strokes; i++)
    free(r->stroke[i].fault);
  for (int i = 0; i < r->sets; i++)
    free(r->set[i]);
  free(r->set);
  free(r->missing);
  free(r->stroke);
  *r = (rosin_recordings){0};
}

/* ---- one stroke -------------------------------------------------------------------------- */

static double mean(const rosin_table *t, int column, int first, int end) {
  double sum = 0;
  for (int i = first; i < end; i++)
    sum += rosin_table_at(t, i, column);
  return sum / (end - first);
}

static int check(const rosin_table *t, const char *path, const rosin_recording_files *s,
                 double rate, double least, rosin_error *error) {
  if (t->columns != COLUMNS)
    return rosin_fail(error,
                      "%.300s:%d: must have 4 columns (force and velocity of the bow, force on "
                      "the bridge, on the nut), has %d",
                      path, first_line(t), t->columns);
  if (s->last >= t->rows)
    return rosin_fail(error, "%.300s:%d: ends after %d samples, before the steady part does, at %d",
                      path, t->line[t->rows - 1], t->rows, s->last);
  if ((s->last - s->first + 1) / rate < least)
    return rosin_fail(error,
                      "%.300s: the steady part, samples %d to %d, lasts %.3g s; must be %.3g "
                      "s or more, ten periods of the string",
                      path, s->first, s->last, (s->last - s->first + 1) / rate, least);
  return 0;
}

/* A bow in a steady part moves one way, and presses as a hand or a robot can. */
static int check_bow(const rosin_recording *s, const rosin_table *t, const char *path,
                     const rosin_recording_files *files, rosin_error *error) {
  if (!(fabs(s->mean_velocity) >= 1e-3 && fabs(s->mean_velocity) <= 10))
    return rosin_fail(error,
                      "%.300s: mean velocity of the bow (column 2) %g over the steady part is out "
                      "of range 0.001 to 10 m/s",
                      path, s->mean_velocity);
  for (int i = files->first; i <= files->last; i++)
    if (rosin_table_at(t, i, VELOCITY) * s->mean_velocity < 0)
      return rosin_fail(error,
                        "%.300s:%d: velocity of the bow (column 2) %g turns round in the steady "
                        "part, whose mean is %g m/s",
                        path, t->line[i], rosin_table_at(t, i, VELOCITY), s->mean_velocity);
  if (!(s->mean_force >= -1 && s->mean_force <= 100))
    return rosin_fail(error,
                      "%.300s: mean force of the bow (column 1) %g over the steady part is out of "
                      "range -1 to 100 N",
                      path, s->mean_force);
  return 0;
}

static int take_samples(rosin_recording *s, const rosin_table *t,
                        const rosin_recording_files *files, double rate) {
  const int end = files->last + 1, rounded = (int)lround(step * rate),
            each = rounded > 1 ? rounded : 1;
  s->step = each / rate;
  s->steps = (end + each - 1) / each;
  s->count = end - files->first;
  s->force = malloc((size_t)s->steps * sizeof *s->force);
  s->velocity = malloc((size_t)s->steps * sizeof *s->velocity);
  s->bridge = malloc((size_t)s->count * sizeof *s->bridge);
  if (!s->force || !s->velocity || !s->bridge)
    return -1;
  for (int i = 0; i < s->steps; i++) {
    const int from = i * each, to = from + each < end ? from + each : end;
    s->force[i] = mean(t, FORCE, from, to);
    s->velocity[i] = mean(t, VELOCITY, from, to);
  }
  for (int i = 0; i < s->count; i++)
    s->bridge[i] = rosin_table_at(t, files->first + i, BRIDGE);
  s->mean_force = mean(t, FORCE, files->first, end);
  s->mean_velocity = mean(t, VELOCITY, files->first, end);
  return 0;
}

static int starved(rosin_error *error) {
  rosin_fail(error, "out of memory");
  return -2;
}

int rosin_recording_read(rosin_recording *s, const rosin_recordings *r, int index, double least,
                         rosin_error *error) {
  const rosin_recording_files *files = &r->stroke[index];
  rosin_table t = {0};
  *s = (rosin_recording){0};
  char *path = rosin_recordings_path(r, index, "whole");
  if (!path)
    return starved(error);
  int status = read_table(&t, path, error);
  if (status == 0) {
    status = check(&t, path, files, r->rate, least, error);
    if (status == 0 && take_samples(s, &t, files, r->rate))
      status = starved(error);
    if (status == 0)
      status = check_bow(s, &t, path, files, error);
    rosin_table_free(&t);
  }
  free(path);
  if (status)
    rosin_recording_free(s);
  return status;
}

void rosin_recording_free(rosin_recording *s) {
  free(s->force);
  free(s->velocity);
  free(s->bridge);
  *s = (rosin_recording){0};
}

double rosin_recording_at(const rosin_recording *s, const double *curve, double time) {
  const double at = fmin(fmax(time / s->step - 0.5, 0), s->steps - 1);
  const int i = (int)at, next = i + 1 < s->steps ? i + 1 : i;
  return curve[i] + (at - i) * (curve[next] - curve[i]);
}
