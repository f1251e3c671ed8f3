/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/text/files.h"
#include "error.h"
#include "memory.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 4096 };

char *rosin_files_path(const char *folder, const char *name) {
  const int alone = *name == '/' || !*folder;
  const size_t size = strlen(folder) + strlen(name) + 2;
  char *path = rosin_malloc(size);
  if (path)
    snprintf(path, size, "%s%s%s", alone ? "" : folder, alone ? "" : "/", name);
  return path;
}

int rosin_files_open(const char *folder, const char *name, rosin_files rule, rosin_error *error) {
  char *path = rosin_files_path(folder, name);
  if (!path)
    return rosin_fail(error, "out of memory");
  const int file = rosin_files_open_path(folder, name, path, rule, error);
  rosin_free(path);
  return file;
}

FILE *rosin_files_stream(const char *folder, const char *name, rosin_files rule,
                         rosin_error *error) {
  const int descriptor = rosin_files_open(folder, name, rule, error);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
  if (descriptor >= 0 && !file) {
    close(descriptor);
    rosin_fail(error, "out of memory");
  }
  return file;
}

char *rosin_files_text(FILE *file, size_t most, size_t *size, const char **why) {
  char *text = NULL;
  size_t used = 0, room = 0, got;
  do {
    if (used + CHUNK >= room) {
      char *grown = rosin_realloc(text, room = 2 * room + 2 * CHUNK);
      if (!grown) {
        *why = "out of memory";
        rosin_free(text);
        return NULL;
      }
      text = grown;
    }
    got = fread(text + used, 1, CHUNK, file);
    used += got;
  } while (got && used <= most);
  text[used] = 0;
  *why = ferror(file)          ? strerror(errno)
         : used > most         ? "is too large for a scene (4 MB)"
         : strlen(text) < used ? "is no text: it holds a byte 0"
                               : NULL;
  if (*why) {
    rosin_free(text);
    return NULL;
  }
  *size = used;
  return text;
}
