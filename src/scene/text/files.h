/* SPDX-License-Identifier: BSD-3-Clause */
/** Files that a scene names: gestures, modes, includes. A scene may come from anywhere, so
 *  it reads nothing but what lies beside it, unless its user says so. */
#ifndef ROSIN_FILES_H
#define ROSIN_FILES_H

#include "rosin.h"

#include <stdio.h>

typedef enum {
  ROSIN_FILES_BESIDE, /* in the scene's own folder or below, reached through no link */
  ROSIN_FILES_ANY,    /* any path; relative ones start at the scene's folder */
  ROSIN_FILES_SOUND   /* as beside, of a scene inside a sound file: nothing lifts that */
} rosin_files;

/** `name` as seen from `folder` (malloc'ed), or NULL without memory. */
char *rosin_files_path(const char *folder, const char *name);
/** What a system has of its own: open `path`, which is `name` as seen from `folder`, by that rule;
 *  else as rosin_files_open. */
int rosin_files_open_path(const char *folder, const char *name, const char *path, rosin_files rule,
                          rosin_error *error);
/** Open plain file `name` for reading: a descriptor, or -1 and an error that names it.
 *  Never blocks: pipes and devices are refused. */
int rosin_files_open(const char *folder, const char *name, rosin_files rule, rosin_error *error);
/** The same as a stream, or NULL. */
FILE *rosin_files_stream(const char *folder, const char *name, rosin_files rule,
                         rosin_error *error);
/** All of a stream as text (malloc'ed): NULL and why if it is longer than `most` bytes, holds a
 *  byte 0, or cannot be read. `size` gets its length. */
char *rosin_files_text(FILE *file, size_t most, size_t *size, const char **why);

#endif
