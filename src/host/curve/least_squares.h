/* SPDX-License-Identifier: BSD-3-Clause */
/** Weighted least squares within ranges: numbers only, no input or output. */
#ifndef ROSIN_LEAST_SQUARES_H
#define ROSIN_LEAST_SQUARES_H

#include "rosin.h"

enum { ROSIN_UNKNOWNS = 32 };

typedef enum {
  ROSIN_FITTED,   /* with an uncertainty */
  ROSIN_HELD,     /* kept at its value, as asked */
  ROSIN_UNSEEN,   /* kept: the model does not depend on it here */
  ROSIN_AT_BOUND, /* ended at the end of its range */
  ROSIN_MIXED     /* the data do not tell it from others */
} rosin_fit_state;

typedef struct {
  const rosin_parameter *row; /* its range */
  double value;               /* in: start; out: solution */
  int started;                /* in: the start is meant; search near it only */
  rosin_fit_state state;      /* in: ROSIN_HELD or ROSIN_FITTED */
  double uncertainty;         /* out: one standard deviation, if FITTED */
} rosin_unknown;

typedef struct {
  int rows;
  const double *target; /* [rows] */
  const double *weight; /* [rows], of the squares; NULL: all 1 */
  /** out[rows] at the unknowns' values, all within range. */
  void (*model)(void *context, const double *value, double *out);
  void *context;
  int unknowns;
  rosin_unknown unknown[ROSIN_UNKNOWNS];
} rosin_least_squares;

typedef struct {
  double r2;       /* 1 - sum w (f - F)^2 / sum w (f - mean)^2 */
  double residual; /* root of the weighted mean square */
  int fitted;      /* unknowns fitted */
  long evaluations;
} rosin_fit;

/** Solve. -1 and an error if there is too little data, the model or the data say
 *  nothing, or memory is short. */
int rosin_least_squares_solve(rosin_least_squares *problem, rosin_fit *fit, rosin_error *error);

#endif
