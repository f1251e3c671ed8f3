/* SPDX-License-Identifier: BSD-3-Clause */
/** What a [rosin.modal~] is: plain arrays, from messages, from matter and size, or out of a file.
 */
#ifndef ROSIN_PD_SETTINGS_H
#define ROSIN_PD_SETTINGS_H

#include "rosin.h"

#include <m_pd.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

enum {
  ROSIN_PD_MODES = 4096,
  ROSIN_PD_POINTS = 65536,
  ROSIN_PD_WEIGHTS = 600000, /* modes times points */
  ROSIN_PD_POINT_NAME = 64   /* bytes */
};

typedef struct {
  double pitch, mass, decay;
} rosin_pd_factors;

/** Rows of rosin_pd_factors. */
const rosin_parameter *rosin_pd_factor_table(void);

typedef struct {
  int modes, points;
  rosin_shape shape;
  rosin_pd_factors factor;
  rosin_mode *mode;                  /* [modes] */
  int *order;                        /* RING: [modes], or NULL: 2, -2, 3, -3, ... */
  char (*name)[ROSIN_PD_POINT_NAME]; /* [points]; empty: without one */
  double *position;                  /* [points] */
  double *weight;                    /* [points * modes], mode index fastest */
} rosin_pd_settings;

/** Room for modes and points, keeping what both sizes have; new modes are like the last one, new
 *  weights 1. 0, or -1 without memory. */
int rosin_pd_settings_size(rosin_pd_settings *s, int modes, int points);
/** 1 if there may be so many. */
int rosin_pd_settings_fit(int modes, int points);
/** Take all but the factors from a spec (its names may be NULL, or one): 0, or -1 and an error. */
int rosin_pd_settings_take(rosin_pd_settings *s, const rosin_modal_spec *spec, rosin_error *error);
/** A copy of all of it: 0, or -1 without memory. */
int rosin_pd_settings_copy(rosin_pd_settings *to, const rosin_pd_settings *from);
void rosin_pd_settings_free(rosin_pd_settings *s);

/** A body from matter and size, with a scene's words. */
typedef struct {
  const rosin_form *form; /* NULL: none */
  rosin_material material;
  double value[ROSIN_FORM_PARAMETERS];
  double modes;
  int stale; /* the settings are not yet what this says */
} rosin_pd_matter;

/** The point that each form has for who listens. */
#define ROSIN_PD_HEARD "mic"
/** Where it is touched: the first of the form's points. */
double rosin_pd_matter_touched(const rosin_form *form);
/** A form of its usual material, at its defaults. */
void rosin_pd_matter_begin(rosin_pd_matter *m, const rosin_form *form);
/** Make the settings what it says, for modes up to `highest` Hz: 0, or -1 and an error. */
int rosin_pd_matter_make(rosin_pd_matter *m, rosin_pd_settings *s, double highest,
                         rosin_error *error);
/** Row of "modes", of a body from matter. */
const rosin_parameter *rosin_pd_matter_modes(void);

/** The modal body `name` (or the first) of a scene file, as `rosin modes` writes them: 0, or -1 and
 *  lines of errors (malloc'ed, or NULL). */
int rosin_pd_settings_read(rosin_pd_settings *s, const char *path, const char *name, char **errors);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
