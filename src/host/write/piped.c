/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/piped.h"
#include "error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char pattern[] = "/rosin-XXXXXX";

int rosin_piped(const char *path) {
  return strcmp(path, "-") == 0 || (strncmp(path, "-.", 2) == 0 && !strchr(path, '/'));
}

char *rosin_piped_begin(const char *path, rosin_error *error) {
  const char *own = getenv("TMPDIR"), *where = own && *own ? own : "/tmp";
  const char *extension = path[1] ? path + 1 : ".wav";
  const size_t size = strlen(where) + sizeof pattern + sizeof "/sound" + strlen(extension);
  char *file = malloc(size);
  if (!file) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  snprintf(file, size, "%s%s", where, pattern);
  if (!mkdtemp(file)) {
    rosin_fail(error, "%.400s: no folder can be made there: %s", where, strerror(errno));
    free(file);
    return NULL;
  }
  const size_t length = strlen(file);
  snprintf(file + length, size - length, "/sound%s", extension);
  return file;
}

int rosin_piped_copy(const char *file, rosin_error *error) {
  char part[65536];
  size_t got;
  FILE *from = fopen(file, "rb");
  int status = from ? 0 : rosin_fail(error, "%.400s: %s", file, strerror(errno));
  while (!status && (got = fread(part, 1, sizeof part, from)) > 0)
    if (fwrite(part, 1, got, stdout) != got)
      status = rosin_fail(error, "standard output cannot be written: %s", strerror(errno));
  if (from)
    fclose(from);
  if (!status && fflush(stdout))
    status = rosin_fail(error, "standard output cannot be written: %s", strerror(errno));
  return status;
}

void rosin_piped_end(const char *file) {
  char *folder = strdup(file);
  unlink(file);
  if (folder) {
    *strrchr(folder, '/') = 0;
    rmdir(folder);
  }
  free(folder);
}
