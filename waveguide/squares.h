/* SPDX-License-Identifier: BSD-3-Clause */
/** Non-negative least squares of a few unknowns. */
#ifndef ROSIN_SQUARES_H
#define ROSIN_SQUARES_H

enum { ROSIN_UNKNOWNS = 16 }; /* at most */

/** Normal equations a x = b, a symmetric. */
typedef struct {
  int unknowns;
  double a[ROSIN_UNKNOWNS][ROSIN_UNKNOWNS], b[ROSIN_UNKNOWNS];
} rosin_squares;

/** x >= 0 of the least squares (Lawson and Hanson 1974, chapter 23). Of neighbours that are as
 *  good as one the later is 0. Pure, takes no memory. */
void rosin_squares_solve(const rosin_squares *equations, double *x);

#endif
