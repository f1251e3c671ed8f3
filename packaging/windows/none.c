/* SPDX-License-Identifier: BSD-3-Clause */
/* What the plugins have not on Windows: files that a scene names. Theirs are built in. */
#include "error.h"
#include "scene/text/files.h"

int rosin_files_open_path(const char *folder, const char *name, const char *path, rosin_files rule,
                          rosin_error *error) {
  (void)folder, (void)path, (void)rule;
  return rosin_fail(error, "%.300s: scenes read no other files on Windows", name);
}
