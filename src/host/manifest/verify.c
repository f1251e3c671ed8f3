/* SPDX-License-Identifier: BSD-3-Clause */
/* Every file of a manifest: there, whole, its hash right. On all cores, the manifest as it is read.
 * Its rows are held to their own hashes and its closing row; what was written beside it is made
 * again from its rows and compared. */
#include "batch/name.h"
#include "batch/sealed.h"
#include "batch/sha256.h"
#include "error.h"
#include "host/batch/batch.h"
#include "host/batch/damage.h"
#include "host/common/crew.h"
#include "host/common/stop.h"
#include "host/manifest/beside.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  const char *folder;
  rosin_sealed *rows;
  rosin_beside beside;
  rosin_damage damage;
  pthread_mutex_t lock;
  long long good, bad;
} checking;

/* What is wrong with a file, or NULL; `room` for the words. */
static const char *look(const char *folder, const rosin_manifest_row *row, rosin_error *room) {
  const char *name = rosin_manifest_text(row, ROSIN_COLUMN_NAME);
  char digest[ROSIN_SHA256_TEXT];
  long long bytes = 0;
  struct stat found;
  if (rosin_name_check(name, room))
    return room->text;
  char *path = rosin_batch_path(folder, name);
  const char *wrong = NULL;
  if (!path || lstat(path, &found))
    wrong = errno == ENOENT ? "is not there" : strerror(errno);
  else if (!S_ISREG(found.st_mode))
    wrong = "is no plain file";
  else if (rosin_sha256_file(path, digest, &bytes))
    wrong = strerror(errno);
  else if (bytes != atoll(rosin_manifest_text(row, ROSIN_COLUMN_BYTES)))
    wrong = "is not whole";
  else if (strcmp(digest, rosin_manifest_text(row, ROSIN_COLUMN_SHA256)) != 0)
    wrong = "has another hash";
  free(path);
  return wrong;
}

/* The next row, and what is damaged before it told: 1, 0 at the end, -1 and an error. */
static int next_row(checking *c, rosin_manifest_row *row, rosin_error *error) {
  rosin_sealed *s = c->rows;
  const int found = rosin_damage_row(&c->damage, s, error);
  if (found <= 0)
    return found;
  if (rosin_manifest_take(row, &s->record, s->row_columns, error))
    return -1;
  if (!s->damaged && rosin_beside_row(&c->beside, row, s->row_columns))
    return rosin_fail(error, "out of memory");
  return 1;
}

static int one(void *context, void *own, int index, rosin_error *error) {
  checking *c = context;
  rosin_manifest_row row = {0};
  rosin_error room;
  (void)own, (void)index;
  pthread_mutex_lock(&c->lock);
  const int any = next_row(c, &row, error);
  pthread_mutex_unlock(&c->lock);
  const char *wrong = any > 0 ? look(c->folder, &row, &room) : NULL;
  pthread_mutex_lock(&c->lock);
  if (wrong)
    rosin_complain(ROSIN_FAILURE, "%s: %s", rosin_manifest_text(&row, ROSIN_COLUMN_NAME), wrong);
  c->good += any > 0 && !wrong;
  c->bad += any > 0 && wrong;
  pthread_mutex_unlock(&c->lock);
  rosin_manifest_free(&row);
  return any < 0 ? -1 : 0;
}

static void leave(void *own) {
  (void)own;
}

/* Lines of the file, at most what a crew can be given: no fewer than rows. */
static int count_lines(FILE *file) {
  long long lines = 1;
  for (int c; (c = getc(file)) != EOF;)
    lines += c == '\n';
  rewind(file);
  return lines > INT_MAX ? INT_MAX : (int)lines;
}

/* Once all rows are read: whether those were all. */
static void look_at_end(checking *c) {
  const rosin_sealed *s = c->rows;
  rosin_error what = {""};
  rosin_damage_close(&c->damage, s);
  if (s->columns == ROSIN_COLUMNS_0_2 && !s->cut && s->rows == 0)
    rosin_fail(&what, "%.300s: lists no files", s->path);
  else if (s->closed && strcmp(s->of, "complete") != 0)
    rosin_fail(&what, "%.300s: is of a batch that was %.30s when it was merged", s->path, s->of);
  if (*what.text)
    rosin_damage_tell(&c->damage, what.text);
  rosin_beside_end(&c->beside, s->damaged ? NULL : &c->damage, s->columns == ROSIN_COLUMNS);
  rosin_damage_end(&c->damage, c->folder);
}

static int report(const checking *c) {
  if (c->rows->columns == ROSIN_COLUMNS_0_2)
    rosin_tell("%s: is of rosin 0.2, whose rows carry no hashes", c->rows->path);
  rosin_tell("%s: %lld file%s there and whole%s%s", c->folder, c->good,
             c->good == 1 ? " is" : "s are", c->bad ? ", the others are not" : "",
             c->damage.told ? "; the list of them is not" : "");
  return c->bad || c->damage.told ? ROSIN_FAILURE : ROSIN_DONE;
}

static int check_rows(checking *c, FILE *file, const char *path, int threads, rosin_error *error) {
  rosin_fail(error, "out of memory");
  c->rows = malloc(sizeof *c->rows);
  if (!c->rows || rosin_sealed_begin(c->rows, file, path) ||
      rosin_beside_begin(&c->beside, c->folder))
    return -1;
  c->rows->rising = 1;
  const rosin_crew crew = {
      .tasks = count_lines(file), .context = c, .own = 1, .one = one, .leave = leave};
  if (rosin_crew_run(&crew, threads, error))
    return -1;
  look_at_end(c);
  return 0;
}

int rosin_batch_verify(const char *folder, int threads) {
  checking c = {.folder = folder, .lock = PTHREAD_MUTEX_INITIALIZER};
  rosin_error error = {"out of memory"};
  char *path = rosin_batch_path(folder, "manifest.csv");
  FILE *file = path ? fopen(path, "rb") : NULL;
  int status = -1;
  if (!file)
    rosin_fail(&error, "%.300s: %s", path ? path : folder, strerror(errno));
  else
    status = check_rows(&c, file, path, threads, &error);
  status =
      status ? rosin_complain(ROSIN_FAILURE, "%s", rosin_stopped(NULL) ? "interrupted" : error.text)
             : report(&c);
  if (c.rows)
    rosin_sealed_end(c.rows);
  rosin_beside_end(&c.beside, NULL, 0);
  free(c.rows);
  if (file)
    fclose(file);
  free(path);
  return status;
}
