/* SPDX-License-Identifier: BSD-3-Clause */
/* What the engine takes from POSIX and C11 and Windows has not; before every file. */
#ifndef ROSIN_WINDOWS_POSIX_H
#define ROSIN_WINDOWS_POSIX_H

#include <stdio.h>
#include <stdlib.h>

/* What Windows aligns free() cannot take. The 64 bytes are for speed: vectors are read and
 * written without alignment, or have the 16 bytes that malloc gives. */
#define aligned_alloc(alignment, size) malloc(size)

/* Pd's objects have files (files.c): paths are UTF-8, as Pd has them. */
#ifdef ROSIN_WINDOWS_FILES
FILE *rosin_windows_fopen(const char *path, const char *mode);
#define fopen rosin_windows_fopen
#endif

#endif
