/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A gesture: a control over time. A number, breakpoints, a column of a CSV file,
 * a channel of a sound file, a slope, a sine, or made by a rule (hand/rule.h). Before its beginning
 * and after its end it stays at its first and last value. It may wander, as a hand does: never
 * where it is 0.
 */
#ifndef ROSIN_GESTURE_H
#define ROSIN_GESTURE_H

#include "rosin.h"
#include "scene/hand/rule.h"
#include "scene/model/wander.h"

#include <stdint.h>
#include <stdio.h>

typedef enum {
  ROSIN_GESTURE_CONSTANT,
  ROSIN_GESTURE_POINTS, /* time and value */
  ROSIN_GESTURE_SERIES, /* values at an even rate, linear between */
  ROSIN_GESTURE_SINE,
  ROSIN_GESTURE_SLOPE, /* from one value to another */
  ROSIN_GESTURE_GUSTS, /* these three by a rule, for ever */
  ROSIN_GESTURE_WALK,
  ROSIN_GESTURE_STROKES
} rosin_gesture_kind;

typedef enum { ROSIN_CURVE_LINEAR, ROSIN_CURVE_COSINE, ROSIN_CURVE_STEP } rosin_curve;

typedef struct {
  rosin_gesture_kind kind;
  rosin_curve curve;
  double constant;             /* CONSTANT; offset of SINE */
  int count, next;             /* POINTS, SERIES; next: where the last look-up ended */
  double *time, *value;        /* owned */
  double rate;                 /* SERIES, Hz */
  double amplitude, frequency; /* SINE */
  /* SLOPE: starts after so many s, takes `over` s, or changes by `slope` a second if
     `over` is 0. The names are those of a scene. */
  double from, to, after, over, slope;
  rosin_rule rule;
  /* all of it times exp of a random course: deviation of that, s that it takes to turn */
  double wander, pace;
  uint64_t seed;
  rosin_course_leg leg[2], rule_leg[ROSIN_RULE_OCTAVES]; /* where the last look-ups ended */
} rosin_gesture;

void rosin_gesture_constant(rosin_gesture *gesture, double value);
/** One more value of a series: 0, or -1 without memory. */
int rosin_gesture_add(rosin_gesture *gesture, double value);
void rosin_gesture_free(rosin_gesture *gesture);
/** Value at `time` (s); fastest when times rise. Real-time safe. */
double rosin_gesture_at(rosin_gesture *gesture, double time);
/** The same of a gesture that comes round: at `time` in it, straying as at `strayed`. Real-time
 *  safe. */
double rosin_gesture_turned(rosin_gesture *gesture, double time, double strayed);
/** Whether the value is one and the same from `from` to `to` (s): 0 also where that is not
 *  known. Real-time safe. */
int rosin_gesture_stays(const rosin_gesture *gesture, double from, double to);
/** s, from which on it stays (but for its wander); infinity if it never does. */
double rosin_gesture_end(const rosin_gesture *gesture);
/** Values per unit of the file -> scale * value + offset, in place. */
void rosin_gesture_scale(rosin_gesture *gesture, double scale, double offset);
/** Number `key` of a gesture ("to" of a slope; "" of a constant), or NULL. */
double *rosin_gesture_number(rosin_gesture *gesture, const char *key);
/** Smallest and largest value the gesture takes. */
void rosin_gesture_range(const rosin_gesture *gesture, double *low, double *high);

/** Read a CSV column of a stream that `path` names in errors: `column` and `time` are a name
 *  of the first line or a 1-based number. 0, or -1 and one line that names file and line. */
int rosin_gesture_csv(rosin_gesture *gesture, FILE *file, const char *path, const char *column,
                      const char *time, rosin_error *error);

#endif
