/* SPDX-License-Identifier: BSD-3-Clause */
/* Every file of a manifest: there, whole, its hash right. On all cores, the manifest as it is read.
 */
#include "batch/name.h"
#include "batch/sha256.h"
#include "error.h"
#include "host/batch/batch.h"
#include "host/crew.h"
#include "host/stop.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  const char *folder;
  FILE *file;
  rosin_record *record;
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

static int one(void *context, void *own, int index, rosin_error *error) {
  checking *c = context;
  rosin_manifest_row row = {0};
  rosin_error room;
  (void)own, (void)index;
  pthread_mutex_lock(&c->lock);
  int status;
  do
    status = rosin_record_read(c->record, error);
  while (status > 0 && (status = rosin_manifest_take(&row, c->record, error)) == 1);
  const int any = status == 0 && row.field[0];
  pthread_mutex_unlock(&c->lock);
  const char *wrong = any ? look(c->folder, &row, &room) : NULL;
  pthread_mutex_lock(&c->lock);
  if (wrong)
    rosin_complain(ROSIN_FAILURE, "%s: %s", rosin_manifest_text(&row, ROSIN_COLUMN_NAME), wrong);
  c->good += any && !wrong;
  c->bad += any && wrong;
  pthread_mutex_unlock(&c->lock);
  rosin_manifest_free(&row);
  return status < 0 ? -1 : 0;
}

static void leave(void *own) {
  (void)own;
}

/* Lines of the file but its first, at most what a crew can be given. */
static int count_lines(FILE *file) {
  long long lines = 0;
  for (int c; (c = getc(file)) != EOF;)
    lines += c == '\n';
  rewind(file);
  return lines > INT_MAX ? INT_MAX : lines > 0 ? (int)lines - 1 : 0;
}

int rosin_batch_verify(const char *folder, int threads) {
  checking c = {.folder = folder, .lock = PTHREAD_MUTEX_INITIALIZER};
  rosin_error error = {"out of memory"};
  char *path = rosin_batch_path(folder, "manifest.csv");
  c.file = path ? fopen(path, "rb") : NULL;
  c.record = malloc(sizeof *c.record);
  int status = -1;
  if (!c.file) {
    rosin_fail(&error, "%.300s: %s", path ? path : folder, strerror(errno));
  } else if (c.record) {
    const rosin_crew crew = {
        .tasks = count_lines(c.file), .context = &c, .own = 1, .one = one, .leave = leave};
    rosin_record_begin(c.record, c.file, path);
    c.record->separator = ',';
    status = crew.tasks ? rosin_crew_run(&crew, threads, &error) : 0;
  }
  if (c.file)
    fclose(c.file);
  free(c.record);
  free(path);
  if (status)
    return rosin_complain(ROSIN_FAILURE, "%s", rosin_stopped(NULL) ? "interrupted" : error.text);
  rosin_tell("%s: %lld file%s there and whole%s", folder, c.good, c.good == 1 ? " is" : "s are",
             c.bad ? ", the others are not" : "");
  return c.bad ? ROSIN_FAILURE : ROSIN_DONE;
}
