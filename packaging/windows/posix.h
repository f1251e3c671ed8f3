/* SPDX-License-Identifier: BSD-3-Clause */
/* What the engine takes from POSIX and C11 and Windows has not; before every file. */
#ifndef ROSIN_WINDOWS_POSIX_H
#define ROSIN_WINDOWS_POSIX_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

/* What Windows aligns free() cannot take. The 64 bytes are for speed: vectors are read and
 * written without alignment, or have the 16 bytes that malloc gives. */
#define aligned_alloc(alignment, size) malloc(size)

/* The older run-time library, msvcrt, has none: in microseconds. */
#ifndef TIME_UTC
#define TIME_UTC 1
static inline int timespec_get(struct timespec *now, int base) {
  struct timeval t = {0, 0};
  gettimeofday(&t, NULL);
  now->tv_sec = t.tv_sec;
  now->tv_nsec = 1000 * t.tv_usec;
  return base;
}
#endif

/* Pd's objects have files (files.c): paths are UTF-8, as Pd has them. */
#ifdef ROSIN_WINDOWS_FILES
FILE *rosin_windows_fopen(const char *path, const char *mode);
#define fopen rosin_windows_fopen
#endif

#endif
