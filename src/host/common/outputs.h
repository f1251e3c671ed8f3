/* SPDX-License-Identifier: BSD-3-Clause */
/** What a command reads and what it is to write: asked before anything is written, so that no
 *  output takes the place of an input or of another output. Files are compared, not names. */
#ifndef ROSIN_OUTPUTS_H
#define ROSIN_OUTPUTS_H

#include <stdio.h>

/** The command reads `path`; as the `opened` of rosin_terms too. Of no account if it is NULL or
 *  there is no such file. */
void rosin_outputs_reads(const char *path);
/** Whether a path is a folder's: it ends in '/'. */
int rosin_outputs_is_folder(const char *path);
/** The command is to write these; NULL and "-" are none, a path that ends in '/' is a folder of
 *  stems. -1 to go on, or an exit status after an error. */
int rosin_outputs_check(const char *const *path, int count);
/** Write what `put` writes of `what` to a file that gets its name when it is whole; NULL and "-":
 *  to standard output. -1 to go on, or an exit status after an error. */
int rosin_outputs_write(const char *path, void (*put)(FILE *out, const void *what),
                        const void *what);

#endif
