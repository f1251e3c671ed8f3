/* SPDX-License-Identifier: BSD-3-Clause */
#include "error.h"
#include "host/batch/batch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 40 /* of 50 ms, to lock a folder */ };

char *rosin_batch_path(const char *folder, const char *name) {
  const size_t size = strlen(folder) + strlen(name) + 2;
  char *path = malloc(size);
  if (path)
    snprintf(path, size, "%s/%s", folder, name);
  return path;
}

char *rosin_batch_own(const rosin_batch *b, const char *what, const char *end) {
  char name[96];
  snprintf(name, sizeof name, ".rosin/%s-%d-of-%d%s", what, b->shard.k, b->shard.n, end);
  return rosin_batch_path(b->folder, name);
}

const char rosin_batch_waits[] = ".rosin/apart";

/* Whether a folder has a file of that name below it. */
static int has(const char *folder, const char *name) {
  char *path = rosin_batch_path(folder, name);
  const int there = path && access(path, F_OK) == 0;
  free(path);
  return there;
}

int rosin_batch_folder_waits(const char *folder) {
  return has(folder, rosin_batch_waits);
}

/* A folder that is there, or is made now: 0, or -1 with errno. `plain`: it may be no link. */
static int need_folder(const char *path, int plain) {
  struct stat found;
  if (mkdir(path, 0777) == 0)
    return 0;
  if (errno != EEXIST || (plain ? lstat(path, &found) : stat(path, &found)))
    return -1;
  if (S_ISDIR(found.st_mode))
    return 0;
  errno = S_ISLNK(found.st_mode) ? ELOOP : ENOTDIR;
  return -1;
}

/* Rows of a shard of another division: their N, or 0. */
static int other_division(const char *folder, int n) {
  int k, of, other = 0;
  char *path = rosin_batch_path(folder, ".rosin");
  DIR *at = path ? opendir(path) : NULL;
  for (struct dirent *e; at && !other && (e = readdir(at));)
    if (sscanf(e->d_name, "rows-%d-of-%d.csv", &k, &of) == 2 && of != n)
      other = of;
  if (at)
    closedir(at);
  free(path);
  return other;
}

/* What a folder has that was begun with ROSIN_BATCH_RATE for rows that say no rate. */
static const char usual_rate[] = ".rosin/rate-48000";

double rosin_batch_folder_rate(const char *folder) {
  return has(folder, usual_rate) || !other_division(folder, 0) ? ROSIN_BATCH_RATE : 0;
}

/* Before any rows are there. 0, or -1 with errno. */
static int note_rate(const rosin_batch *b) {
  char *path = b->rate > 0 ? rosin_batch_path(b->folder, usual_rate) : NULL;
  const int file = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666) : -1;
  free(path);
  if (file >= 0)
    close(file);
  return b->rate > 0 && file < 0 ? -1 : 0;
}

/* What a killed run has left in its workshop. */
static int empty(const char *path) {
  DIR *at = opendir(path);
  if (!at)
    return -1;
  for (struct dirent *e; (e = readdir(at));)
    if (e->d_name[0] != '.')
      unlinkat(dirfd(at), e->d_name, 0);
  closedir(at);
  return 0;
}

/* A run that was killed a moment ago may not have ended yet: it is waited for. */
static int take_lock(const char *path) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  const struct timespec pause = {.tv_nsec = 50 * 1000000};
  const int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  for (int tries = 0; lock >= 0 && tries < TRIES; tries++) {
    if (fcntl(lock, F_SETLK, &whole) == 0)
      return lock;
    if (errno != EAGAIN && errno != EACCES)
      break;
    nanosleep(&pause, NULL);
    errno = EAGAIN;
  }
  if (lock >= 0)
    close(lock);
  return -1;
}

int rosin_batch_folder_open(const rosin_batch *b) {
  char *own = rosin_batch_path(b->folder, ".rosin"), *work = rosin_batch_own(b, "work", "");
  char *locked = rosin_batch_own(b, "lock", "");
  int lock = -1;
  errno = ENOMEM;
  if (own && work && locked && !need_folder(b->folder, 0) && !need_folder(own, 1)) {
    const int other = other_division(b->folder, b->shard.n);
    if (other)
      rosin_complain(ROSIN_FAILURE,
                     "%s: was begun in %d shard%s; go on with --shard K/%d, or take another folder",
                     b->folder, other, other == 1 ? "" : "s", other);
    else if ((lock = take_lock(locked)) < 0 && (errno == EAGAIN || errno == EACCES))
      rosin_complain(ROSIN_FAILURE, "%s: another run is at work on shard %d/%d of this folder",
                     b->folder, b->shard.k, b->shard.n);
    else if (lock < 0 || need_folder(work, 1) || empty(work) || note_rate(b))
      rosin_complain(ROSIN_FAILURE, "%s: %s", b->folder, strerror(errno));
    else
      goto done;
    if (lock >= 0)
      close(lock);
    lock = -1;
  } else {
    rosin_complain(ROSIN_FAILURE, "%s: cannot be written to: %s", b->folder, strerror(errno));
  }
done:
  free(own);
  free(work);
  free(locked);
  return lock;
}

/* All folders of `path` below the first `length` bytes. */
static int need_folders(char *path, size_t length) {
  for (char *slash = path + length; (slash = strchr(slash + 1, '/'));) {
    *slash = 0;
    const int status = need_folder(path, 1);
    *slash = '/';
    if (status)
      return -1;
  }
  return 0;
}

int rosin_batch_folder_take(const rosin_batch *b, const char *made, const char *name,
                            rosin_error *error) {
  char *path = rosin_batch_path(b->folder, name);
  int status = -1;
  errno = ENOMEM;
  if (path && !need_folders(path, strlen(b->folder)) && !rename(made, path))
    status = 0;
  else
    rosin_fail(error, "%.300s: %s", path ? path : name, strerror(errno));
  free(path);
  return status;
}

int rosin_batch_folder_clear(const rosin_batch *b, const char *name, rosin_error *error) {
  char *path = rosin_batch_path(b->folder, name);
  errno = ENOMEM;
  const int failed = !path || (unlink(path) && errno != ENOENT);
  if (failed)
    rosin_fail(error, "%.300s: %s", path ? path : name, strerror(errno));
  free(path);
  return failed ? -1 : 0;
}

/* The folder that a path lies in. */
static void go_up(char *path) {
  char *end = path + strlen(path);
  while (end > path && end[-1] == '/')
    *--end = 0;
  while (end > path && end[-1] != '/')
    *--end = 0;
  if (end == path)
    memcpy(path, ".", 2);
}

/* What is yet to be made has the room of the folder that it is made in. */
double rosin_batch_free(const char *folder) {
  struct statvfs found;
  const size_t size = strlen(folder) + 2;
  char *path = malloc(size);
  int status = -1;
  if (path) {
    snprintf(path, size, "%s", folder);
    while ((status = statvfs(path, &found)) && errno == ENOENT && strcmp(path, ".") != 0)
      go_up(path);
  }
  free(path);
  return status ? -1 : (double)found.f_bavail * (double)found.f_frsize;
}
