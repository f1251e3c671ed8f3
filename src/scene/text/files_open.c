/* SPDX-License-Identifier: BSD-3-Clause */
/* Below a scene's folder each step is opened by itself and may be no link (O_NOFOLLOW): what
 * is checked is what is read, whoever changes the folder meanwhile. */
#include "error.h"
#include "scene/text/files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP = 256 };

/* Whether `name` could lead out of its folder. */
static int leads_out(const char *name) {
  if (*name == '/')
    return 1;
  for (const char *at = name; *at;) {
    const size_t length = strcspn(at, "/");
    if (length == 2 && at[0] == '.' && at[1] == '.')
      return 1;
    at += length + strspn(at + length, "/");
  }
  return 0;
}

/* Step by step from `folder` to `name`: a descriptor, or -1 with errno. */
static int walk(const char *folder, const char *name) {
  int at = open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (at >= 0 && *name) {
    char step[STEP];
    const size_t length = strcspn(name, "/");
    if (length >= sizeof step) {
      close(at);
      errno = ENAMETOOLONG;
      return -1;
    }
    memcpy(step, name, length);
    step[length] = 0;
    name += length + strspn(name + length, "/");
    const int flags = *name ? O_DIRECTORY : O_NONBLOCK;
    const int next = openat(at, step, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags);
    const int kept = errno;
    close(at);
    errno = kept;
    at = next;
  }
  return at;
}

static int refuse(const char *path, const char *why, rosin_error *error) {
  return rosin_fail(error, "%.300s: %s", path, why);
}

int rosin_files_open_path(const char *folder, const char *name, const char *path, rosin_files rule,
                          rosin_error *error) {
  struct stat found;
  if (rule != ROSIN_FILES_ANY && leads_out(name))
    return refuse(path,
                  rule == ROSIN_FILES_SOUND
                      ? "lies outside the sound file's folder; a scene inside one never reads it"
                      : "lies outside the scene's folder; --allow-files lets a scene read it",
                  error);
  const int file =
      rule == ROSIN_FILES_ANY ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : walk(folder, name);
  if (file < 0)
    return refuse(path,
                  errno != ELOOP || rule == ROSIN_FILES_ANY ? strerror(errno)
                  : rule == ROSIN_FILES_SOUND
                      ? "is a link; a scene inside a sound file never follows one"
                      : "is a link; --allow-files lets a scene follow it",
                  error);
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode))
    return file;
  close(file);
  return refuse(path, "is no plain file", error);
}
