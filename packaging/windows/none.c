/* SPDX-License-Identifier: BSD-3-Clause */
/* What the plugins have not on Windows: files that a scene names. Theirs are built in. */
#include "error.h"
#include "scene/text/files.h"

int rosin_files_open(const char *folder, const char *name, rosin_files rule, rosin_error *error) {
  (void)folder, (void)rule;
  return rosin_fail(error, "%.300s: scenes read no other files on Windows", name);
}

FILE *rosin_files_stream(const char *folder, const char *name, rosin_files rule,
                         rosin_error *error) {
  rosin_files_open(folder, name, rule, error);
  return NULL;
}
