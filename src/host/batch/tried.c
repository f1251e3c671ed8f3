/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/tried.h"
#include "batch/sealed.h"
#include "error.h"
#include "host/batch/damage.h"
#include "host/common/stop.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One more of `size` bytes in an array: where, or NULL. */
static void *grow(void **array, size_t count, size_t *room, size_t size) {
  if (count == *room) {
    const size_t more = *room ? 2 * *room : 64;
    void *grown = realloc(*array, more * size);
    if (!grown)
      return NULL;
    *array = grown;
    *room = more;
  }
  return (char *)*array + count * size;
}

/* ---- the list ------------------------------------------------------------------------- */

static int add_row(rosin_tried *t, const rosin_jobs_row *row, long long job) {
  void *array = t->row;
  rosin_tried_row *r = grow(&array, t->rows, &t->row_room, sizeof *r);
  t->row = array;
  if (!r)
    return -1;
  *r = (rosin_tried_row){
      .job = job, .count = rosin_jobs_count(row), .line = row->line, .distinct = row->distinct};
  snprintf(r->scene, sizeof r->scene, "%.63s", row->scene);
  t->rows++;
  return 0;
}

int rosin_tried_list(rosin_tried *t, const rosin_batch *batch, rosin_error *error) {
  rosin_jobs_row *row = malloc(sizeof *row);
  rosin_jobs *jobs = row ? rosin_jobs_open(batch->list, error) : NULL;
  long long job = 0;
  int status = row ? -1 : rosin_fail(error, "out of memory");
  while (jobs && (status = rosin_batch_next(batch, jobs, row, error)) > 0) {
    if (rosin_jobs_apart(row) && add_row(t, row, job)) {
      status = rosin_fail(error, "out of memory");
      break;
    }
    job += rosin_jobs_count(row);
  }
  rosin_jobs_close(jobs);
  free(row);
  return status;
}

/* Whether a job is one of those that are kept apart. */
static int is_kept(const rosin_tried *t, long long job) {
  size_t low = 0, high = t->rows;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (t->row[middle].job + t->row[middle].count <= job)
      low = middle + 1;
    else
      high = middle;
  }
  return low < t->rows && t->row[low].job <= job;
}

/* ---- draws ---------------------------------------------------------------------------- */

int rosin_tried_add(rosin_tried *t, const rosin_tried_draw *draw) {
  void *array = t->draw;
  rosin_tried_draw *d = grow(&array, t->draws, &t->room, sizeof *d);
  t->draw = array;
  if (!d)
    return -1;
  *d = *draw;
  d->order = draw->order < 0 ? -1 : ++t->came;
  t->draws++;
  return 0;
}

static int take(rosin_tried *t, rosin_sealed *s, int shard, rosin_error *error) {
  rosin_manifest_row row = {0};
  rosin_features features;
  rosin_tried_draw draw = {.shard = shard};
  if (rosin_manifest_take(&row, &s->record, s->row_columns, error)) {
    rosin_manifest_free(&row);
    return -1;
  }
  draw.job = strtoll(rosin_manifest_text(&row, ROSIN_COLUMN_JOB), NULL, 10) - 1;
  draw.attempt = atoi(rosin_manifest_text(&row, ROSIN_COLUMN_ATTEMPT));
  snprintf(draw.key, sizeof draw.key, "%.32s", rosin_manifest_text(&row, ROSIN_COLUMN_KEY));
  rosin_manifest_features(&row, &features);
  rosin_nearest_place_of(&draw.place, &features);
  rosin_manifest_free(&row);
  return is_kept(t, draw.job) && rosin_tried_add(t, &draw) ? rosin_fail(error, "out of memory") : 0;
}

/* What ends a shard stands in its last bytes: files that have none need not be read. */
static int seems_closed(FILE *file) {
  char tail[200] = "";
  if (fseek(file, -(long)sizeof tail + 1, SEEK_END))
    rewind(file);
  const size_t size = fread(tail, 1, sizeof tail - 1, file);
  tail[size] = 0;
  rewind(file);
  return strstr(tail, "#end,") != NULL;
}

/* As 0.2 marked a shard that had come to its end. */
static int is_marked(const rosin_batch *shard) {
  char *path = rosin_batch_own(shard, "done", "");
  const int marked = path && access(path, F_OK) == 0;
  free(path);
  return marked;
}

/* All draws of a shard's rows: 1 if these have come to their end, 0; -1 and an error. */
static int take_all(rosin_tried *t, rosin_sealed *s, int shard, rosin_error *error) {
  rosin_sealed_found found;
  while ((found = rosin_sealed_next(s, error)) > ROSIN_SEALED_END)
    if (rosin_stopped(NULL) || (found == ROSIN_SEALED_ROW && take(t, s, shard, error)))
      return -1;
  const int is_end = s->closed || (s->columns == ROSIN_COLUMNS_0_2 && !s->cut);
  return found == ROSIN_SEALED_FAILED ? -1 : is_end && !s->damaged;
}

/* The same of a file of rows; its error is there if they cannot be begun. */
static int read_rows(rosin_tried *t, const rosin_batch *shard, FILE *file, const char *path,
                     rosin_error *error) {
  rosin_sealed *s = malloc(sizeof *s);
  int status = -1;
  if (!s)
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  if (rosin_sealed_begin(s, file, path) == 0) {
    status = take_all(t, s, shard->shard.k, error);
    rosin_sealed_end(s);
  }
  free(s);
  return status;
}

int rosin_tried_read(rosin_tried *t, const rosin_batch *batch, int k, rosin_error *error) {
  const rosin_batch shard = {.folder = batch->folder, .shard = {k, batch->shard.n}};
  char *path = rosin_batch_own(&shard, "rows", ".csv");
  FILE *file = path ? fopen(path, "rb") : NULL;
  const int is_none = path && !file && errno == ENOENT;
  int status = is_none ? 0 : -1;
  rosin_fail(error, "%.300s: %s", path ? path : batch->folder, strerror(errno));
  if (file) {
    const int may_end = seems_closed(file) || is_marked(&shard);
    status = may_end ? read_rows(t, &shard, file, path, error) : 0;
    fclose(file);
  }
  free(path);
  return status;
}

static int compare(const void *a, const void *b) {
  const rosin_tried_draw *x = a, *y = b;
  if (x->job != y->job)
    return x->job < y->job ? -1 : 1;
  if (x->attempt != y->attempt)
    return x->attempt - y->attempt;
  return (x->order > y->order) - (x->order < y->order);
}

void rosin_tried_sort(rosin_tried *t) {
  size_t kept = 0;
  if (t->draws)
    qsort(t->draw, t->draws, sizeof *t->draw, compare);
  for (size_t i = 0; i < t->draws; i++) { /* of one attempt the last */
    const rosin_tried_draw *next = i + 1 < t->draws ? &t->draw[i + 1] : NULL;
    if (!next || next->job != t->draw[i].job || next->attempt != t->draw[i].attempt)
      t->draw[kept++] = t->draw[i];
  }
  t->draws = kept;
}

size_t rosin_tried_find(const rosin_tried *t, long long job, int *count) {
  size_t low = 0, high = t->draws;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (t->draw[middle].job < job)
      low = middle + 1;
    else
      high = middle;
  }
  *count = 0;
  while (low + (size_t)*count < t->draws && t->draw[low + (size_t)*count].job == job)
    ++*count;
  return low;
}

void rosin_tried_free(rosin_tried *t) {
  free(t->draw);
  free(t->row);
  *t = (rosin_tried){0};
}
