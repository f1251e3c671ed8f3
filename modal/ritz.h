/* SPDX-License-Identifier: BSD-3-Clause */
/** Modes of a rectangular plate by the method of Rayleigh and Ritz. */
#ifndef ROSIN_RITZ_H
#define ROSIN_RITZ_H

enum { ROSIN_RITZ_MOST = 30 }; /* functions along a side, at most */

/** Orthonormal polynomials on -1...1 that keep a side's conditions (Bhat 1985): free,
 *  or clamped at both ends. */
typedef struct {
  int count, clamped;
  double first;                 /* factor of the first */
  double link[ROSIN_RITZ_MOST]; /* of the recurrence x p_k = link_k p_k-1 + link_k+1 p_k+1 */
} rosin_ritz_side;

/** `count` polynomials, 1 ... ROSIN_RITZ_MOST. */
void rosin_ritz_side_make(rosin_ritz_side *side, int count, int clamped);
/** Their values at x; d1, d2 (may be NULL together): first and second derivatives. */
void rosin_ritz_side_at(const rosin_ritz_side *side, double x, double *p, double *d1, double *d2);

/** Bending stiffness per width: along x, along y, of Poisson's coupling, of twist
 *  (4 D_k: 2 (1 - nu) D if all directions are the same). */
typedef struct {
  double x, y, coupling, twist;
} rosin_ritz_stiffness;

/** Eigenvalues omega^2 (mass per area 1) of a plate `a` by `b` metres and their
 *  coefficients [value][i * y->count + j], rising, at most `room`; rigid motion is
 *  left out. Returns how many, or -1 without memory. */
int rosin_ritz_plate(const rosin_ritz_side *x, const rosin_ritz_side *y, double a, double b,
                     const rosin_ritz_stiffness *d, int room, double *value, double *coefficients);

#endif
