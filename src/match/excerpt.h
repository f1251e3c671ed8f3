/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The part of a recording that is matched: its loudest sound, from one silence to the next, and of
 * that at most so many seconds, the loudest stretch. The file is read in pieces, so that an hour
 * takes no memory; the parts of the loudest channel alone are kept where channels would cancel.
 */
#ifndef ROSIN_EXCERPT_H
#define ROSIN_EXCERPT_H

#include "rosin.h"

typedef struct {
  double *x; /* owned; one channel */
  int n, rate, channels;
  double at, length; /* s in the file, of what is kept; of the whole file */
  int sounds;        /* in the file, silence of 0.4 s between them */
  int clipped;       /* samples at the ceiling, in rows of three and more */
  int one;           /* the channel that was taken, from 1; 0: the mean of all */
} rosin_excerpt;

/** Of the sound file at `path`, `longest` s at most; `at` (s) chooses the sound that is there,
 * below 0: the loudest. 0, or -1 and one line: it cannot be read, is silent, shorter than 0.1 s, or
 * of a rate below 4000 Hz. */
int rosin_excerpt_read(const char *path, double at, double longest, rosin_excerpt *excerpt,
                       rosin_error *error);
void rosin_excerpt_free(rosin_excerpt *excerpt);

#endif
