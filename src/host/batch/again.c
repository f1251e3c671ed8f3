/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/again.h"
#include "error.h"
#include "host/batch/redraw.h"
#include "host/batch/tried.h"
#include "host/common/stop.h"
#include "host/common/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SAID = 10 };
static const char locked[] = ".rosin/lock-apart";

static int lock(int file, short kind) {
  struct flock whole = {.l_type = kind, .l_whence = SEEK_SET};
  return fcntl(file, F_SETLK, &whole);
}

int rosin_again_enter(const rosin_batch *b) {
  char *path = rosin_batch_path(b->folder, locked),
       *marked = rosin_batch_path(b->folder, rosin_batch_waits);
  int file = -1, made = -1;
  errno = ENOMEM;
  if (path && marked)
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file >= 0 && lock(file, F_RDLCK)) {
    rosin_complain(ROSIN_FAILURE,
                   errno == EAGAIN || errno == EACCES ? "%s: another run is keeping its files apart"
                                                      : "%s: .rosin cannot be locked",
                   b->folder);
    close(file);
    file = -1;
  } else if (file < 0 ||
             (made = open(marked, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) < 0) {
    rosin_complain(ROSIN_FAILURE, "%s: cannot be written to: %s", b->folder, strerror(errno));
    if (file >= 0)
      close(file);
    file = -1;
  }
  if (made >= 0)
    close(made);
  free(path);
  free(marked);
  return file;
}

/* All that was drawn, of shards that have all come to their end: 1; 0 if one has not; -1 and an
 * error. */
static int read_all(rosin_tried *t, const rosin_batch *b, rosin_error *error) {
  int status = rosin_tried_list(t, b, error) ? -1 : 1;
  for (int k = 1; k <= b->shard.n && status > 0; k++)
    status = rosin_tried_read(t, b, k, error);
  if (status > 0)
    status = rosin_redraw_check(t, b, error) ? -1 : 1;
  return status;
}

/* A file for each shard is open while it is written to, two for each. */
static void let_open(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
}

static void report(const rosin_tried *t, const rosin_batch *b, long long drawn) {
  long long all = 0, said = 0;
  for (size_t i = 0; i < t->rows; i++)
    all += t->row[i].count;
  if (drawn)
    rosin_tell("%s: %lld draw%s more to keep %lld variation%s apart", b->folder, drawn,
               rosin_text_plural(drawn), all, rosin_text_plural(all));
  for (size_t i = 0; i < t->rows; i++) {
    const rosin_tried_row *r = &t->row[i];
    if (r->apart < r->count && ++said <= SAID)
      rosin_tell("rosin: warning: %s:%d: %s: %lld of %lld files are %g apart; for the others no "
                 "draw of %d was: it has no more to give at these spreads",
                 b->list, r->line, r->scene, r->apart, r->count, r->distinct, ROSIN_MAKE_ATTEMPTS);
  }
  if (said > SAID)
    rosin_tell("rosin: warning: %lld rows more have no more to give", said - SAID);
}

static int settle(rosin_tried *t, const rosin_batch *b, rosin_error *error) {
  rosin_redraw *redraw = rosin_redraw_new(t, b);
  long long drawn = 0;
  int status = redraw ? 1 : rosin_fail(error, "out of memory");
  let_open();
  while (status > 0) {
    size_t count;
    rosin_tried_wish *wish = rosin_tried_settle(t, &count);
    status = !wish                                          ? rosin_fail(error, "out of memory")
             : !count                                       ? 0
             : rosin_redraw_run(redraw, wish, count, error) ? -1
                                                            : 1;
    drawn += (long long)count;
    free(wish);
  }
  if (redraw && rosin_redraw_end(redraw, status == 0, error))
    status = -1;
  if (status == 0)
    report(t, b, drawn);
  return status;
}

int rosin_again_run(const rosin_batch *b, int entered) {
  rosin_tried t = {0};
  rosin_error error = {"out of memory"};
  int status = 0;
  if (lock(entered, F_UNLCK) || lock(entered, F_WRLCK))
    return ROSIN_DONE; /* others are at work: the last of them does it */
  const int all = read_all(&t, b, &error);
  if (all < 0 || (all > 0 && (status = settle(&t, b, &error))))
    status = rosin_stopped(NULL)
                 ? rosin_complain(ROSIN_FAILURE, "interrupted; run it again to go on")
                 : rosin_complain(ROSIN_FAILURE, "%s", error.text);
  if (all > 0 && status == 0) {
    char *path = rosin_batch_path(b->folder, rosin_batch_waits);
    if (!path || (unlink(path) && errno != ENOENT))
      status = rosin_complain(ROSIN_FAILURE,
                              "%s: its files are kept apart, but that cannot be noted: %s",
                              b->folder, strerror(path ? errno : ENOMEM));
    free(path);
  }
  rosin_tried_free(&t);
  return status ? ROSIN_FAILURE : ROSIN_DONE;
}
