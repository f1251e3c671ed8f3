/* SPDX-License-Identifier: BSD-3-Clause */
/** A sound file for standard output ("-", "-.flac", "-.raw"): made beside other temporary files,
 *  since most containers say at their beginning how long they are, and copied when it is whole. */
#ifndef ROSIN_PIPED_H
#define ROSIN_PIPED_H

#include "rosin.h"

/** 1 if `path` means standard output: "-", or "-." and an extension. */
int rosin_piped(const char *path);
/** The file to make in its place (malloc'ed), in a folder of its own; NULL and an error. */
char *rosin_piped_begin(const char *path, rosin_error *error);
/** Copy it to standard output: 0, or -1 and an error. */
int rosin_piped_copy(const char *file, rosin_error *error);
/** Remove the file and its folder. */
void rosin_piped_end(const char *file);

#endif
