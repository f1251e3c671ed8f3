/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/file/bytes.h"
#include "memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LARGEST = 1 << 26 };

unsigned char *rosin_bytes_read(const char *path, long *size, rosin_error *error) {
  FILE *file = fopen(path, "rb");
  int why = file ? 0 : errno; /* the system's own */
  unsigned char *bytes = NULL;
  const char *wrong = file ? NULL : "cannot be read: ";
  for (size_t room = 1 << 14, got = 0; !wrong; room *= 2) {
    unsigned char *grown = rosin_realloc(bytes, room);
    bytes = grown ? grown : bytes;
    got += grown ? fread(bytes + got, 1, room - got, file) : 0;
    *size = (long)got;
    why = grown && ferror(file) ? errno : 0;
    wrong = !grown           ? "out of memory"
            : ferror(file)   ? "cannot be read: "
            : got == LARGEST ? "is larger than 64 MB"
                             : NULL;
    if (!wrong && got < room)
      break;
  }
  if (wrong) {
    snprintf(error->text, sizeof error->text, "%.300s: %s%.100s", path, wrong,
             why ? strerror(why) : "");
    rosin_free(bytes);
    bytes = NULL;
  }
  if (file)
    fclose(file);
  return bytes;
}
