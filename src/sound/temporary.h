/* SPDX-License-Identifier: BSD-3-Clause */
/** Files that get their name once they are whole. Until then they are called
 *  NAME.part-PROCESS-N, beside it; such a file is left only where the process was killed
 *  without a chance to remove it. What is there and no plain file (a pipe, a device) is
 *  written in place. */
#ifndef ROSIN_TEMPORARY_H
#define ROSIN_TEMPORARY_H

#include <stdio.h>

/** Its temporary name (malloc'ed) at the Nth attempt, from 0; NULL without memory. */
char *rosin_temporary_name(const char *path, int attempt);
/** Begin `path`: a descriptor to write to, or -1 with errno.
 *  `name` (malloc'ed, the caller's) gets its temporary name, NULL where it is written in
 *  place. No link is followed, and no other process's file is touched. */
int rosin_temporary_open(const char *path, char **name);
/** The same as a stream, or NULL with errno. */
FILE *rosin_temporary_stream(const char *path, char **name);
/** Give the file its name: 0, or -1 with errno. `name` may be NULL. */
int rosin_temporary_keep(const char *name, const char *path);
/** Remove it; errno stays. `name` may be NULL. */
void rosin_temporary_drop(const char *name);
/** Close the stream and keep the file, or, if anything of it could not be written, drop it:
 *  0, or -1 with errno. Frees `name`. */
int rosin_temporary_close(FILE *file, char *name, const char *path);

#endif
