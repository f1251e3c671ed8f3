/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Contacts that share a mobility, solved together:
 *   v_i + sum_j B_ij f_j(v_j) = v_free_i,
 * one row an axis of a contact. Three ways, each taken where the one before does not end:
 *
 *   1. group_quick.c: Newton in all velocities and bristle rates together from the last
 *      sample's, the bristles that only bend first; where a bristle may bend, given the
 *      other forces, it does. So the root is that of the scalar rule.
 *   2. group_pieces.c, from where each contact alone would go: every f_i is the slope of a
 *      potential of v_i, so roots are the stationary points of
 *      E(v) = (v - v_free)' B^-1 (v - v_free) / 2 + sum phi_i(v_i). All forces evaluated
 *      stay known as points of a curve for each contact. Newton steps with a search along
 *      each, on dE/dt alone (which needs no B^-1), lead down to where these curves meet the
 *      bodies; there the laws are evaluated again, and the curves know more. Contacts that
 *      feel the velocity across have no curve, but a force that turns at its speed.
 *   3. When the evaluations allowed are spent: viscous forces f_i = R_i v_i, R_i >= 0 from
 *      the last iterate, and v = (I + B R)^-1 v_free, which is passive.
 *
 * Two contacts may be the two axes of one: each then has the other's index in its
 * load (`across`), and sees its velocity as its own sideways.
 */
#ifndef ROSIN_GROUP_H
#define ROSIN_GROUP_H

#include "friction/law.h"

/** One contact of a group. */
typedef struct {
  rosin_law *law; /* only what it derives is renewed */
  const double *state;
  rosin_load load;
  int row; /* its first row */
} rosin_group_contact;

/** Scratch for up to `rows` rows, all arrays from one block of
 *  rosin_group_doubles(rows) doubles. */
typedef struct {
  int rows;
  double *slope, *step; /* [rows] */
  double *jacobian;     /* [rows^2] */
} rosin_group_scratch;

int rosin_group_doubles(int rows);
void rosin_group_scratch_set(rosin_group_scratch *scratch, int rows, double *memory);

/** Solve `count` contacts of one axis each (row = index). `b` [count * count] is
 *  the mobility, `v_free` [count]; `v` and `f` [count] get the solution, and
 *  come in with the last sample's. Real-time safe, ends within the budget of
 *  the first contact's load. Returns 1 if converged, else what it gives is passive for
 *  states that stay as they are; `iterations` counts evaluations of the laws, all
 *  contacts together. */
int rosin_group_solve(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                      const double *b, const double *v_free, double *v, double *f, int *iterations);

/** The quick way (1), from v and the laws' own unknowns of the last sample; 0 if it does
 *  not end, v then as it came in. */
int rosin_group_quick(rosin_group_contact *contact, int count, const double *b,
                      const double *v_free, double *v, double *f, int budget, int *evaluations);

/** Evaluations that the quick way may take under the first contact's load, all together. */
int rosin_group_quick_budget(const rosin_load *load, int count);

/** x = a^-1 x, Gauss with partial pivoting; 0 if a is singular. */
int rosin_group_linear(double *a, double *x, int n);

/** The way (2), from v, with no more than `budget` evaluations in all; 0 if it does not end,
 *  v and f then the last iterate. `held` gets whether bristles were held: then an eighth of
 *  the budget is left. */
int rosin_group_pieces(rosin_group_contact *contact, int count, const double *b,
                       const double *v_free, double *v, double *f, int budget, int *held,
                       int *evaluations);

/** Force of the contact of this index at the group's velocities v, and its slopes; with none
 *  across `cross` is 0. Returns the evaluations. */
int rosin_group_force(rosin_group_contact *contact, const double *v, int index, rosin_aslant *out);

#endif
