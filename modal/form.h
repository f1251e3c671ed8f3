/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * From matter and size to modes. A form lists the modes it could have (the maker)
 * and says how each moves at a place; form.c sorts them, keeps the lowest and
 * tabulates their shapes.
 */
#ifndef ROSIN_FORM_H
#define ROSIN_FORM_H

#include "rosin.h"

/** A mode that a form could have. */
typedef struct {
  double frequency; /* Hz */
  double loss;      /* 1/Q, or < 0: the material's at this frequency plus `damping` */
  double mass;      /* kg, where the shape is 1 */
  int n, s;         /* orders; what they count is the form's affair */
  double a, b, c;   /* constants of its shape */
  double load;      /* share of its mass that all the liquid of a full vessel adds */
  const double *coefficients;
} rosin_form_mode;

/** What a maker works on, and what it makes. */
typedef struct {
  const rosin_material *material;
  const double *value;  /* the form's parameters, in the order of its rows */
  int wanted;           /* modes to have */
  double highest;       /* Hz, none above */
  int vessel;           /* its modes have loads */
  double tension, fill; /* as in rosin_modal_moves; 0 */
  int bare;             /* the shapes are not wanted */
  rosin_form_mode *mode;
  int modes, room, failed; /* failed: out of memory */
  double *scratch;         /* coefficients, freed with the job */
} rosin_form_job;

/** How a form is made. */
typedef struct {
  rosin_form face;
  double low, high; /* TABLE: positions along the line */
  rosin_shape kind;
  int damping; /* row of the loss that comes on top, or -1 */
  void (*list)(rosin_form_job *job);
  /** Weight of a mode at (x, y), whatever the form calls so. */
  double (*at)(const rosin_form_job *job, const rosin_form_mode *mode, double x, double y);
  /** A mode that was listed, as it is with the tension and the fill that the job has now; NULL: the
   *  form has neither. Real-time safe. */
  void (*again)(const rosin_form_job *job, rosin_form_mode *mode);
  /** (x, y) of a position on the line; NULL: (position, 0). */
  void (*line)(const rosin_form_job *job, double position, double *x, double *y);
  rosin_form_point point[4]; /* its own named points */
} rosin_form_entry;

/** form.c: the form of that name, or NULL; by rising frequency; a mode as a bank takes it, by its
 * form. The last is real-time safe. */
const rosin_form_entry *rosin_form_entry_of(const char *name);
void rosin_form_sort(rosin_form_job *job);
rosin_mode rosin_form_mode_of(const rosin_form_entry *entry, const rosin_form_job *job,
                              const rosin_form_mode *mode);
double rosin_form_load_of(const rosin_form_mode *mode);

/** Add a mode; those above the highest frequency, or beyond memory, are left out. */
void rosin_form_add(rosin_form_job *job, rosin_form_mode mode);

/* The families; tables end with a NULL name. */
extern const rosin_form_entry rosin_form_bars[], rosin_form_plates[], rosin_form_rounds[],
    rosin_form_rings[];

#endif
