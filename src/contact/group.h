/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Contacts that share a mobility, solved together:
 *   v_i + sum_j B_ij f_j(v_j) = v_free_i,
 * one row an axis of a contact. Gauss-Seidel with the scalar bracket gives the
 * start (an elastic root wins there), damped Newton with the analytic Jacobian
 * the answer; if that stalls, the path from no mobility to the whole of it is
 * followed by arc length, and last Newton starts from points spread at random.
 *
 * Two contacts may be the two axes of one: each then has the other's index in its
 * load (`across`), and sees its velocity as its own sideways.
 */
#ifndef ROSIN_GROUP_H
#define ROSIN_GROUP_H

#include "friction/law.h"

/** One contact of a group. */
typedef struct {
  const rosin_law *law;
  const double *state;
  rosin_load load;
  int row; /* its first row */
} rosin_group_contact;

/** Scratch for up to `rows` rows, all arrays from one block of
 *  rosin_group_doubles(rows) doubles. */
typedef struct {
  int rows;
  double *f, *slope, *residual, *trial, *tolerance, *start, *scale; /* [rows] */
  double *step, *path, *jacobian; /* [rows + 1], [4 (rows + 1)], [(rows + 1)^2] */
} rosin_group_scratch;

int rosin_group_doubles(int rows);
void rosin_group_scratch_set(rosin_group_scratch *scratch, int rows, double *memory);

/** Solve `count` contacts of one axis each (row = index). `b` [count * count] is
 *  the mobility, `v_free` [count]; `v` and `f` [count] get the solution; `v`
 *  comes in with the last sample's. Real-time safe, always ends. Returns 1 if
 *  converged; `iterations` counts evaluations of each law. */
int rosin_group_solve(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                      const double *b, const double *v_free, double *v, double *f, int *iterations);

#endif
