/* SPDX-License-Identifier: BSD-3-Clause */
/** The insides of what moves: gestures and macros in moving.c, ramps in moving_ramps.c, the end of
 *  it all in letting.c. */
#ifndef ROSIN_MOVING_INSIDE_H
#define ROSIN_MOVING_INSIDE_H

#include "scene/moving.h"

/* A control with a gesture, or that macros move. */
typedef struct {
  int control;
  int taken;             /* held from outside instead */
  rosin_gesture gesture; /* borrows the model's arrays */
  double *values;        /* [stretch] */
  const void *source;    /* the model's control */
  /* what macros do to it: where it is going, where it is */
  rosin_macro_effect to;
  double scale, offset, rate;
  double at, before; /* rate: the gesture run through, its value one sample ago */
  double travelled;  /* on its way, while gestures stay */
  int fed;           /* in this stretch; else the network holds it */
  double goes; /* power of the pitch of all bodies by which it goes with that, 0: it does not */
} rosin_moving_course;

typedef struct {
  int control;
  int taken; /* held from outside instead */
  double now, target;
  double *values; /* [stretch] */
} rosin_moving_ramp_of;

/* A control that drives: a force, a speed. */
typedef struct {
  int control, course; /* course: -1: none, it is held */
  int moves, stops;    /* a speed or a push, not a load; it goes as all is let go */
  int taken;           /* held from outside: that is not let go */
  double held;         /* as it was when all was let go, of what has no course */
  double *values;      /* [stretch] */
} rosin_moving_drive;

struct rosin_moving {
  const rosin_model *model;
  const rosin_built *built;
  double sample_rate;
  int stretch;
  rosin_moving_course *course;
  int courses;
  double *values; /* [courses * stretch] */
  rosin_course_leg sway;
  double *clock, *strayed; /* [stretch] s: where the gestures are, how far time has strayed */
  long long stay, stayed;  /* samples: where they shall stay, how long they have */
  double stood, behind;    /* s: where they have come to, how far behind the straying time */
  rosin_moving_ramp_of *ramp;
  int ramps, settled;     /* settled: all of them are where they shall be, and held there */
  double ease;            /* share of the way that macros go in a sample */
  double level, level_to; /* macros' factor on the gain, where it is going */
  double transposed;      /* factor on the pitch of all bodies */
  int transposes;         /* it has been another than 1 */
  rosin_moving_drive *drive;
  int drives;
  double *driven;        /* [drives * stretch] */
  long long end, let_go; /* samples: of the gestures' time; since then, -1: not yet */
  double tail;           /* samples after that, of bodies at their own pitch */
};

static inline int rosin_moving_is_ramped(const rosin_moving *s, int control) {
  for (int k = 0; k < s->ramps; k++)
    if (s->ramp[k].control == control)
      return 1;
  return 0;
}

/* Where a gesture and the macros on it are now. */
static inline double rosin_moving_moved(const rosin_moving_course *m, double own) {
  return own * m->scale + m->offset;
}

/* letting.c */
int rosin_moving_find_drives(rosin_moving *moving); /* -1 without memory */
/* When it ends, and how long it rings then. */
void rosin_moving_find_end(rosin_moving *moving);
/* As all begins: nothing is let go. */
void rosin_moving_hold_on(rosin_moving *moving);
void rosin_moving_take_drive(rosin_moving *moving, int control);
/* What was let go in another is let go in this one, `ahead` samples less. */
void rosin_moving_carry_drives(rosin_moving *moving, const rosin_moving *from, long long ahead);

#endif
