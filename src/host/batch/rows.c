/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows are kept as lines of CSV that are written in one call each, and found again by job number:
 * 16 bytes of memory a row. */
#include "error.h"
#include "host/batch/batch.h"
#include "host/batch/places.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct rosin_batch_rows {
  int to;       /* appended to */
  FILE *from;   /* read from */
  off_t length; /* of what is whole */
  rosin_record *record;
  rosin_places places;
  pthread_mutex_t lock;
};

/* All rows that are whole; what is not ends the file. 0, or -1 and an error. */
static int read_all(rosin_batch_rows *r, const char *path, rosin_error *error) {
  rosin_error why = {""};
  rosin_record_begin(r->record, r->from, path);
  r->record->separator = ',';
  while (rosin_record_read(r->record, &why) > 0 && r->record->whole) {
    rosin_manifest_row row = {0};
    const int taken = rosin_manifest_take(&row, r->record, &why);
    const long long job = taken == 0 ? atoll(rosin_manifest_text(&row, ROSIN_COLUMN_JOB)) - 1 : 0;
    rosin_manifest_free(&row);
    if (taken < 0)
      break;
    if (taken == 0 && rosin_places_add(&r->places, job, r->record->offset))
      return rosin_fail(error, "out of memory");
    r->length = (off_t)r->record->end;
  }
  rosin_places_sort(&r->places);
  if (ftruncate(r->to, r->length))
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  return 0;
}

static int write_names(rosin_batch_rows *r) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return -1;
  rosin_manifest_put_names(to);
  const int status = fclose(to) || write(r->to, text, size) != (ssize_t)size ? -1 : 0;
  r->length = (off_t)size;
  free(text);
  return status;
}

rosin_batch_rows *rosin_batch_rows_open(const rosin_batch *b) {
  rosin_error error = {"out of memory"};
  rosin_batch_rows *r = calloc(1, sizeof *r);
  char *path = rosin_batch_own(b, "rows", ".csv");
  int status = -1;
  if (r && path && (r->record = malloc(sizeof *r->record))) {
    pthread_mutex_init(&r->lock, NULL);
    r->to = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    r->from = r->to < 0 ? NULL : fopen(path, "rb");
    rosin_fail(&error, "%.300s: %s", path, strerror(errno));
    if (r->from)
      status = read_all(r, path, &error);
    if (status == 0 && r->length == 0 && (status = write_names(r)))
      rosin_fail(&error, "%.300s: %s", path, strerror(errno));
  }
  free(path);
  if (status == 0)
    return r;
  rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_batch_rows_close(r);
  return NULL;
}

long long rosin_batch_rows_count(const rosin_batch_rows *r) {
  return (long long)r->places.count;
}

int rosin_batch_rows_find(rosin_batch_rows *r, long long job, rosin_manifest_row *row) {
  const long long at = rosin_places_find(&r->places, job);
  rosin_error error;
  int found = 0;
  *row = (rosin_manifest_row){0};
  if (at < 0)
    return 0;
  pthread_mutex_lock(&r->lock);
  if (fseeko(r->from, (off_t)at, SEEK_SET) == 0 && rosin_record_read(r->record, &error) > 0)
    found = rosin_manifest_take(row, r->record, &error) == 0;
  pthread_mutex_unlock(&r->lock);
  return found;
}

int rosin_batch_rows_add(rosin_batch_rows *r, const rosin_manifest_row *row, rosin_error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return rosin_fail(error, "out of memory");
  rosin_manifest_put(to, row);
  if (fclose(to)) {
    free(text);
    return rosin_fail(error, "out of memory");
  }
  pthread_mutex_lock(&r->lock);
  errno = ENOSPC; /* of a line that is written in part */
  int status = write(r->to, text, size) == (ssize_t)size ? 0 : -1;
  if (status == 0)
    r->length += (off_t)size;
  else if (rosin_fail(error, "the list of what is made cannot be written: %s", strerror(errno)) &&
           ftruncate(r->to, r->length)) /* nothing may stand behind half a line */
    rosin_fail(error, "the list of what is made is damaged at its end: %s", strerror(errno));
  pthread_mutex_unlock(&r->lock);
  free(text);
  return status;
}

void rosin_batch_rows_close(rosin_batch_rows *r) {
  if (!r)
    return;
  if (r->record)
    pthread_mutex_destroy(&r->lock);
  if (r->from)
    fclose(r->from);
  if (r->to > 0)
    close(r->to);
  rosin_places_free(&r->places);
  free(r->record);
  free(r);
}
