/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Macros: a few named controls of a scene ("speed", "pressure"), each mapped to
 * physics. What a macro does to a control or to a law's parameter it does while the
 * scene sounds; what it does to a body, when the scene is loaded.
 */
#ifndef ROSIN_MACROS_H
#define ROSIN_MACROS_H

#include "rosin.h"

enum { ROSIN_MACRO_NAME = 64, ROSIN_MACRO_KEY = 160, ROSIN_MACRO_POINTS = 16 };

/** What the value of the map does at its target. */
typedef enum {
  ROSIN_MACRO_SET,    /* it is the value */
  ROSIN_MACRO_SCALE,  /* the scene's own value times it */
  ROSIN_MACRO_OFFSET, /* the scene's own value plus it */
  ROSIN_MACRO_RATE    /* how fast the scene's gesture is run through, seen from its values:
                         a position keeps its place when the rate changes */
} rosin_macro_how;

/** What is moved. */
typedef enum {
  ROSIN_TARGET_BUILD,   /* known when the scene is built; done in the tree already */
  ROSIN_TARGET_CONTROL, /* a control of a contact, string, joint or push */
  ROSIN_TARGET_LAW,     /* a law's parameter */
  ROSIN_TARGET_GAIN,    /* the scene's gain */
  ROSIN_TARGET_NONE     /* gone: a law without that parameter, chosen by -s */
} rosin_target_kind;

typedef struct {
  char key[ROSIN_MACRO_KEY]; /* "hinge.force" */
  rosin_macro_how how;
  rosin_target_kind kind;
  int exponential; /* between points: straight, or straight in the logarithm */
  int points;
  double x[ROSIN_MACRO_POINTS], y[ROSIN_MACRO_POINTS]; /* of the macro, of the target */
  const void *setting;                                 /* while the file is being read */
  const void *control;                                 /* CONTROL: the model's control */
  int contact, parameter;                              /* LAW: indices in the model */
  double base;                                         /* LAW: the scene's own value */
} rosin_macro_target;

typedef struct {
  char name[ROSIN_MACRO_NAME], unit[24], meaning[160];
  rosin_parameter row; /* its strings are those above */
  const void *setting; /* while the file is being read */
  double value;        /* now */
  int targets;
  rosin_macro_target *target;
} rosin_macro;

/** What all macros together do to one target. */
typedef struct {
  int set;                    /* 1: `value` stands for the scene's own */
  double value;               /* 1 if not set */
  double scale, offset, rate; /* own * scale + offset, run through at `rate` */
  int touched;                /* any macro moves it */
  int travels;                /* one changes its rate: it may be a way, of a finger round a rim */
} rosin_macro_effect;

/** Value of a target's map where its macro is at `x`; flat beyond its ends. Real-time safe. */
double rosin_macro_map(const rosin_macro_target *target, double x);
/** Index of the macro named `name`, or -1. Real-time safe. */
int rosin_macro_find(const rosin_macro *macro, int count, const char *name);
/** Effect on the model's control at `control`. Real-time safe. */
rosin_macro_effect rosin_macros_on_control(const rosin_macro *macro, int count,
                                           const void *control);
/** Value of law parameter `parameter` of contact `contact`, where its own is `base`.
 *  Real-time safe. */
double rosin_macros_on_law(const rosin_macro *macro, int count, int contact, int parameter,
                           double base);
/** Factor on the scene's gain. Real-time safe. */
double rosin_macros_on_gain(const rosin_macro *macro, int count);
/** The most that they can make of it, 1 or more. */
double rosin_macros_most_gain(const rosin_macro *macro, int count);
void rosin_macros_free(rosin_macro *macro, int count);

#endif
