/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *rosin_temporary_name(const char *path) {
  struct stat there;
  if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
    return strdup(path);
  const size_t length = strlen(path) + 32;
  char *name = malloc(length);
  if (name)
    snprintf(name, length, "%s.part-%ld", path, (long)getpid());
  return name;
}

int rosin_temporary_keep(const char *temporary, const char *path) {
  return strcmp(temporary, path) ? rename(temporary, path) : 0;
}

void rosin_temporary_drop(const char *temporary, const char *path) {
  const int kept = errno;
  if (strcmp(temporary, path))
    unlink(temporary);
  errno = kept;
}
