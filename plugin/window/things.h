/* SPDX-License-Identifier: BSD-3-Clause */
/** Things that are rubbed, as drawings (pen.h) in a box 200 wide and 100 high, for the category of
 *  a sound that a scene says (UCS). */
#ifndef ROSIN_WINDOW_THINGS_H
#define ROSIN_WINDOW_THINGS_H

#include "core/core.h"

typedef struct {
  const char *category; /* how it begins */
  const char *body;     /* a body that its scene has; or NULL */
  const char *still;    /* what stays */
  const char *moving;   /* what moves, by (across, up) over the gesture */
  double across, up;
  double x, y; /* where they touch; it goes with what moves if `goes` */
  int goes;
  double narrows; /* the share by which it gets narrower, towards where they touch */
} rosin_thing;

/** Of a scene's category and bodies; something that is drawn over something else if it is unknown.
 */
const rosin_thing *rosin_thing_of(const rosin_core *core);

#endif
