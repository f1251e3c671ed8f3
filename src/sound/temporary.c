/* SPDX-License-Identifier: BSD-3-Clause */
#include "sound/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 100, SUFFIX = 40, LONGEST = 200 };

/* Whether `path` is there and must not be replaced: a pipe, a device, or a link to one; and
 * links in /dev, such as /dev/stdout, whatever they lead to. */
static int in_place(const char *path) {
  struct stat at, behind;
  if (stat(path, &behind) || lstat(path, &at))
    return 0;
  return !S_ISREG(behind.st_mode) ||
         (S_ISLNK(at.st_mode) && (!strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6)));
}

/* The system refuses names of more than 255 bytes: of long ones the suffix takes the end. */
char *rosin_temporary_name(const char *path, int attempt) {
  const size_t length = strlen(path);
  const char *slash = strrchr(path, '/');
  const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
  size_t base = length - folder;
  base = base > LONGEST ? LONGEST : base;
  char *name = malloc(folder + base + SUFFIX);
  if (name)
    snprintf(name, folder + base + SUFFIX, "%.*s.part-%ld-%d", (int)(folder + base), path,
             (long)getpid(), attempt);
  return name;
}

int rosin_temporary_open(const char *path, char **name) {
  *name = NULL;
  if (in_place(path))
    return open(path, O_WRONLY | O_CLOEXEC);
  for (int attempt = 0; attempt < TRIES; attempt++) {
    if (!(*name = rosin_temporary_name(path, attempt))) {
      errno = ENOMEM;
      return -1;
    }
    const int file = open(*name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0)
      return file;
    free(*name);
    *name = NULL;
    if (errno != EEXIST)
      return -1;
  }
  return -1;
}

FILE *rosin_temporary_stream(const char *path, char **name) {
  const int descriptor = rosin_temporary_open(path, name);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (descriptor >= 0 && !file) {
    close(descriptor);
    rosin_temporary_drop(*name);
    free(*name);
    *name = NULL;
    errno = ENOMEM;
  }
  return file;
}

int rosin_temporary_keep(const char *name, const char *path) {
  return name ? rename(name, path) : 0;
}

void rosin_temporary_drop(const char *name) {
  const int kept = errno;
  if (name)
    unlink(name);
  errno = kept;
}

int rosin_temporary_close(FILE *file, char *name, const char *path) {
  errno = 0;
  const int bad = fflush(file) || ferror(file);
  const int first = errno;
  int status = fclose(file) || bad ? -1 : rosin_temporary_keep(name, path);
  if (status) {
    errno = first ? first : errno ? errno : EIO;
    rosin_temporary_drop(name);
  }
  free(name);
  return status;
}
