/* SPDX-License-Identifier: BSD-3-Clause */
/** The loudest knock of a recording. */
#ifndef ROSIN_MODES_KNOCK_H
#define ROSIN_MODES_KNOCK_H

#include "rosin.h"

typedef struct {
  double *x; /* owned; from where it rings freely */
  int n;
  int rate, channels, channel; /* channel: from 1 */
  double at;                   /* s, of the knock in the file */
  double peak;                 /* of the knock, full scale 1 */
  double late;                 /* s, from the first crest to x[0] */
  double rise;                 /* s, from where it first rises to that crest */
  int clipped;                 /* samples at the ceiling, before x[0] */
} rosin_knock;

/** Find and read the loudest knock of a channel (from 1; 0: of the loudest channel): up to
 *  ten seconds, or the next knock, or where it is lost in the noise. 0, or -1 and an
 *  error. */
int rosin_knock_read(const char *path, int channel, rosin_knock *knock, rosin_error *error);
void rosin_knock_free(rosin_knock *knock);

#endif
