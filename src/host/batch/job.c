/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/job.h"
#include "batch/sha256.h"
#include "error.h"
#include "format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY = 33 };

int rosin_batch_job_key(const rosin_batch_job *j, int attempt, char *key, rosin_error *error) {
  char(*text)[ROSIN_VARY_TEXT] = malloc((ROSIN_VARY_MOST + 1) * sizeof *text);
  char digest[ROSIN_SHA256_TEXT], distinct[40], take[ROSIN_MAKE_TAKE];
  rosin_list set;
  rosin_sha256 hash;
  char *recipe = NULL;
  int status = text ? rosin_make_settings(j->make, j->draw, attempt, text, &set, error)
                    : rosin_fail(error, "out of memory");
  if (status == 0) {
    const rosin_recipe noted = rosin_make_noted(j->make, j->draw, &set, take);
    recipe = rosin_recipe_write(&noted);
    status = recipe ? 0 : rosin_fail(error, "out of memory");
  }
  if (status == 0 && recipe) {
    rosin_format(distinct, sizeof distinct, "%.17g", j->row->distinct);
    rosin_sha256_begin(&hash);
    rosin_sha256_add(&hash, j->name, strlen(j->name) + 1);
    rosin_sha256_add(&hash, distinct, strlen(distinct) + 1);
    rosin_sha256_add(&hash, recipe, strlen(recipe));
    rosin_sha256_end(&hash, digest);
    snprintf(key, KEY, "%.32s", digest);
  }
  free(recipe);
  free(text);
  return status;
}

int rosin_batch_job_done(const rosin_batch_job *j, rosin_features *features, int *attempt) {
  rosin_manifest_row row;
  rosin_error error;
  struct stat found;
  char key[KEY];
  *attempt = 0;
  if (!rosin_batch_rows_find(j->rows, j->job, &row))
    return 0;
  char *path = rosin_batch_path(j->batch->folder, j->name);
  const int drawn = atoi(rosin_manifest_text(&row, ROSIN_COLUMN_ATTEMPT));
  const int same = path && rosin_batch_job_key(j, drawn, key, &error) == 0 &&
                   strcmp(key, rosin_manifest_text(&row, ROSIN_COLUMN_KEY)) == 0;
  const int done = same && lstat(path, &found) == 0 && S_ISREG(found.st_mode) &&
                   found.st_size == atoll(rosin_manifest_text(&row, ROSIN_COLUMN_BYTES));
  *attempt = same ? drawn : 0;
  if (done)
    rosin_manifest_features(&row, features);
  free(path);
  rosin_manifest_free(&row);
  return done;
}

char *rosin_batch_job_place(const rosin_batch_job *j) {
  char place[64];
  snprintf(place, sizeof place, "/%lld.%s", j->job + 1, j->row->container);
  return rosin_batch_own(j->batch, "work", place);
}

static int hand_in(const rosin_batch_job *j, const char *made, rosin_manifest_row *row,
                   rosin_error *error) {
  char digest[ROSIN_SHA256_TEXT];
  long long bytes;
  if (rosin_sha256_file(made, digest, &bytes))
    return rosin_fail(error, "%.300s: %s", made, strerror(errno));
  if (rosin_manifest_set(row, ROSIN_COLUMN_SHA256, "%s", digest) ||
      rosin_manifest_set(row, ROSIN_COLUMN_BYTES, "%lld", bytes))
    return rosin_fail(error, "out of memory");
  if (j->again) /* killed in between, there is no file, and it is made again as its row says */
    return rosin_batch_folder_clear(j->batch, j->name, error) ||
                   rosin_batch_rows_add(j->rows, row, error) ||
                   rosin_batch_folder_take(j->batch, made, j->name, error)
               ? -1
               : 0;
  if (rosin_batch_folder_take(j->batch, made, j->name, error))
    return -1;
  return rosin_batch_rows_add(j->rows, row, error) ? 1 : 0;
}

int rosin_batch_job_take(const rosin_batch_job *j, rosin_made *made, rosin_error *error) {
  char key[KEY], *path = rosin_batch_job_place(j);
  rosin_manifest_row row = {0};
  int status = path ? 0 : rosin_fail(error, "out of memory");
  if (status == 0)
    status = rosin_make_keep(made, error) || rosin_batch_job_key(j, made->attempt, key, error) ||
                     rosin_batch_row_fill(&row, j->row, j->job, j->draw ? j->draw->number : 0,
                                          j->name, made, error) ||
                     rosin_manifest_set(&row, ROSIN_COLUMN_KEY, "%s", key)
                 ? -1
                 : hand_in(j, path, &row, error);
  if (status && path)
    unlink(path);
  rosin_manifest_free(&row);
  free(path);
  return status;
}
