/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows are kept as lines of CSV, each with its hash, that are written in one call each, and found
 * again by job number: 16 bytes of memory a row. What is damaged is told when the file is opened,
 * and the file written anew without it; so is one that 0.2 wrote. A closing row stands at the end
 * of a shard that has come to its end, until it is gone on with. */
#include "batch/sealed.h"
#include "error.h"
#include "host/batch/batch.h"
#include "host/batch/damage.h"
#include "host/batch/places.h"
#include "sound/temporary.h"

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
  long long rows;
  rosin_sha256 hash; /* of what is whole */
  rosin_record *record;
  rosin_places places;
  pthread_mutex_t lock;
};

static int out_of_memory(rosin_error *error) {
  return rosin_fail(error, "out of memory");
}

/* A row of 0.2, or one before or after what is damaged, as it stands in the new file. */
static int copy_row(rosin_sealed *s, FILE *to, rosin_error *error) {
  rosin_manifest_row row = {0};
  size_t size;
  char *line = NULL;
  int status = rosin_manifest_take(&row, &s->record, s->row_columns, error);
  if (status == 0 && !(line = rosin_manifest_line(&row, &size)))
    status = out_of_memory(error);
  if (status == 0)
    fwrite(line, 1, size, to);
  free(line);
  rosin_manifest_free(&row);
  return status;
}

/* The file anew, of all rows that are good: 0, or -1 and an error. */
static int write_anew(FILE *from, const char *path, rosin_error *error) {
  rosin_sealed *s = malloc(sizeof *s);
  char *name;
  FILE *to = s ? rosin_temporary_stream(path, &name) : NULL;
  rosin_sealed_found found = ROSIN_SEALED_FAILED;
  int status = -1;
  rewind(from);
  if (!to) {
    rosin_fail(error, "%.300s: %s", path, strerror(errno));
    free(s);
    return -1;
  }
  rosin_manifest_put_names(to, ROSIN_COLUMNS);
  if (rosin_sealed_begin(s, from, path) == 0)
    while ((found = rosin_sealed_next(s, error)) > ROSIN_SEALED_END)
      if (found == ROSIN_SEALED_ROW && copy_row(s, to, error)) {
        found = ROSIN_SEALED_FAILED;
        break;
      }
  rosin_sealed_end(s);
  free(s);
  if (found == ROSIN_SEALED_END) {
    status = rosin_temporary_close(to, name, path)
                 ? rosin_fail(error, "%.300s: %s", path, strerror(errno))
                 : 0;
  } else {
    fclose(to);
    rosin_temporary_drop(name);
    free(name);
  }
  return status;
}

static int add_place(rosin_batch_rows *r, const rosin_sealed *s) {
  const long long job = strtoll(s->record.field[ROSIN_COLUMN_JOB], NULL, 10);
  return rosin_places_add(&r->places, job - 1, s->offset);
}

/* Where the rows are that are whole; what is damaged is told. 1: it must be written anew; -1 and an
 * error. */
static int read_all(rosin_batch_rows *r, const char *path, rosin_error *error) {
  rosin_damage damage = {.after = "; what it was about is made again"};
  rosin_sealed *s = malloc(sizeof *s);
  rosin_sealed_found found = ROSIN_SEALED_FAILED;
  int anew = 0;
  out_of_memory(error);
  if (s && rosin_sealed_begin(s, r->from, path) == 0) {
    while ((found = rosin_sealed_next(s, error)) > ROSIN_SEALED_END) {
      if (found == ROSIN_SEALED_DAMAGE) {
        rosin_damage_tell(&damage, error->text);
      } else if (add_place(r, s)) {
        out_of_memory(error);
        found = ROSIN_SEALED_FAILED;
        break;
      }
    }
    anew = s->damaged > 0 || s->columns == ROSIN_COLUMNS_0_2;
    if (found == ROSIN_SEALED_END && s->columns == ROSIN_COLUMNS_0_2)
      rosin_tell("%s: is of rosin 0.2 and its rows carried no hashes; they do from now on", path);
    r->length = (off_t)s->good;
    r->rows = s->rows;
    r->hash = s->hash;
  }
  rosin_damage_end(&damage, path);
  if (s)
    rosin_sealed_end(s);
  free(s);
  return found == ROSIN_SEALED_FAILED ? -1 : anew;
}

static int open_both(rosin_batch_rows *r, const char *path, rosin_error *error) {
  r->to = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
  r->from = r->to < 0 ? NULL : fopen(path, "rb");
  return r->from ? 0 : rosin_fail(error, "%.300s: %s", path, strerror(errno));
}

static void close_both(rosin_batch_rows *r) {
  if (r->from)
    fclose(r->from);
  if (r->to >= 0)
    close(r->to);
  r->from = NULL;
  r->to = -1;
}

/* What stands behind the rows is cut off: the closing row, or what a kill has left. */
static int open_rows(rosin_batch_rows *r, const char *path, rosin_error *error) {
  if (open_both(r, path, error))
    return -1;
  int status = read_all(r, path, error);
  if (status > 0) {
    status = write_anew(r->from, path, error);
    close_both(r);
    rosin_places_free(&r->places);
    if (status || open_both(r, path, error) || read_all(r, path, error))
      return -1;
  }
  rosin_places_sort(&r->places);
  if (status == 0 && ftruncate(r->to, r->length))
    status = rosin_fail(error, "%.300s: %s", path, strerror(errno));
  return status;
}

/* Write it at the end, whole or not at all. */
static int append(rosin_batch_rows *r, const char *text, size_t size, rosin_error *error) {
  errno = ENOSPC; /* of a line that is written in part */
  if (write(r->to, text, size) == (ssize_t)size) {
    r->length += (off_t)size;
    rosin_sha256_add(&r->hash, text, size);
    return 0;
  }
  rosin_fail(error, "the list of what is made cannot be written: %s", strerror(errno));
  if (ftruncate(r->to, r->length)) /* nothing may stand behind half a line */
    rosin_fail(error, "the list of what is made is damaged at its end: %s", strerror(errno));
  return -1;
}

static int write_names(rosin_batch_rows *r, rosin_error *error) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  int status = -1;
  if (to) {
    rosin_manifest_put_names(to, ROSIN_COLUMNS);
    rosin_sha256_begin(&r->hash);
    status = fclose(to) ? out_of_memory(error) : append(r, text, size, error);
  }
  free(text);
  return status;
}

rosin_batch_rows *rosin_batch_rows_open(const rosin_batch *b) {
  rosin_error error = {"out of memory"};
  rosin_batch_rows *r = calloc(1, sizeof *r);
  char *path = rosin_batch_own(b, "rows", ".csv");
  int status = -1;
  if (r)
    r->to = -1;
  if (r && path && (r->record = malloc(sizeof *r->record))) {
    pthread_mutex_init(&r->lock, NULL);
    status = open_rows(r, path, &error);
    if (status == 0 && r->length == 0)
      status = write_names(r, &error);
  }
  if (status == 0) {
    rosin_record_begin(r->record, r->from, path);
    r->record->separator = ',';
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
    found = rosin_manifest_take(row, r->record, ROSIN_COLUMNS, &error) == 0;
  pthread_mutex_unlock(&r->lock);
  return found;
}

int rosin_batch_rows_add(rosin_batch_rows *r, rosin_manifest_row *row, rosin_error *error) {
  size_t size = 0;
  char *text = rosin_manifest_line(row, &size);
  if (!text)
    return out_of_memory(error);
  pthread_mutex_lock(&r->lock);
  const int status = append(r, text, size, error);
  r->rows += status == 0;
  pthread_mutex_unlock(&r->lock);
  free(text);
  return status;
}

int rosin_batch_rows_end(rosin_batch_rows *r, rosin_shard shard, rosin_error *error) {
  char of[ROSIN_SEALED_OF];
  size_t size = 0;
  snprintf(of, sizeof of, "shard %d/%d", shard.k, shard.n);
  char *text = rosin_sealed_close(r->hash, r->rows, of, &size);
  const int status = text ? append(r, text, size, error) : out_of_memory(error);
  free(text);
  return status;
}

void rosin_batch_rows_close(rosin_batch_rows *r) {
  if (!r)
    return;
  if (r->record)
    pthread_mutex_destroy(&r->lock);
  close_both(r);
  rosin_places_free(&r->places);
  free(r->record);
  free(r);
}
