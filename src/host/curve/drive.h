/* SPDX-License-Identifier: BSD-3-Clause */
/** Motions that drive a law on its stand, and what they write. */
#ifndef ROSIN_DRIVE_H
#define ROSIN_DRIVE_H

#include "host/curve/stand.h"
#include "scene/model/gesture.h"

enum { ROSIN_DRIVE_COLUMNS = 8 };

typedef enum {
  ROSIN_DRIVE_MOTION,  /* the velocity is prescribed */
  ROSIN_DRIVE_BELT,    /* a mass on a spring, on a moving belt */
  ROSIN_DRIVE_INCLINE, /* a mass on an inclined plane */
  ROSIN_DRIVE_DROP     /* a mass that falls on a floor */
} rosin_drive_kind;

typedef struct {
  rosin_drive_kind kind;
  double duration;                   /* s */
  rosin_gesture velocity;            /* MOTION: relative; BELT: of the belt */
  rosin_gesture input[ROSIN_INPUTS]; /* MOTION from a file: the stand's inputs */
  int moves[ROSIN_INPUTS];           /* input[i] is given */
  double mass, stiffness;            /* kg, N/m */
  double start; /* BELT, DROP: first position, m; INCLINE: first velocity, m/s */
  double push;  /* N, constant, on the mass */
} rosin_drive;

/** Names of the columns; `count` gets how many this drive fills. */
const char *const *rosin_drive_columns(const rosin_drive *drive, int *count);
/** Their units. */
const char *const *rosin_drive_units(void);
/** Parse "constant:V", "sine:METRES:HZ", "file:CSV", "belt:MASS:STIFFNESS:SPEED[:POSITION]",
 *  "incline:MASS:DEGREES[:SPEED]" or "drop:MASS:HEIGHT". Returns -1 to go on, or an exit status. */
int rosin_drive_parse(rosin_drive *drive, const char *text, rosin_stand *stand);
void rosin_drive_free(rosin_drive *drive);
/** Run it, a row a sample: `row(context, values)`; stops if that returns non-zero.
 *  Returns ROSIN_DONE or an exit status after an error. */
int rosin_drive_run(rosin_drive *drive, rosin_stand *stand,
                    int (*row)(void *context, const double *value), void *context);

#endif
