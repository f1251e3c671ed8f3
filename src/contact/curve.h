/* SPDX-License-Identifier: BSD-3-Clause */
/** What is known of a contact's force: points where it was evaluated, by rising velocity,
 *  and what may be expected between and beyond them. Plain, real-time safe. */
#ifndef ROSIN_CURVE_H
#define ROSIN_CURVE_H

enum { ROSIN_CURVE_POINTS = 64 };

/** A force that was evaluated, and the slope there; the law's own unknown, and its slope. */
typedef struct {
  double v, f, slope, own, turn;
} rosin_curve_point;

typedef struct {
  rosin_curve_point at[ROSIN_CURVE_POINTS];
  int count;
  double corner[3]; /* where a law may jump or bend at once */
  double scale;     /* N, of the law's forces */
} rosin_force_curve;

/** Adds a point, in place of one at the same velocity; when full, the farther end goes. */
void rosin_curve_insert(rosin_force_curve *curve, const rosin_curve_point *point);

/** Force at v as far as it is known, and its slope: between two points their tangents as far
 *  as these meet, else joined by a chord over the middle; beyond the ends a tangent, not far.
 *  There is one point at least. */
double rosin_curve_force(const rosin_force_curve *curve, double v, double *slope);

/** Where a law's own unknown may be found at v; `otherwise` if nothing is known. */
double rosin_curve_own(const rosin_force_curve *curve, double v, double otherwise);

#endif
