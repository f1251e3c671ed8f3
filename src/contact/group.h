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

#include "contact/curve.h"
#include "friction/scalar.h"

#include <stddef.h>

/** One contact of a group. */
typedef struct {
  rosin_law *law; /* only what it derives is renewed */
  const double *state;
  rosin_load load;
  int row; /* its first row */
} rosin_group_contact;

/** Contacts of one group at most; 64 that feel each other are tried (tests/verify/crowd.c). */
enum { ROSIN_GROUP_MOST = 256 };

/** Room of the way (1); all arrays [rows], a squared. */
typedef struct {
  double *w, *a, *x, *cross, *kept, *sorted;
  double *ended; /* v where it did */
  rosin_tangent *t;
  double *moved_v, *moved_w; /* since the tangents were taken */
  rosin_bend *e;             /* where bristles bend, */
  int *bends;                /* as their laws say */
  int *known;                /* tangents that hold where they have moved to */
  int *sent;                 /* back to bending already */
  int *order;
} rosin_group_quick_room;

/** Of a contact that feels the velocity across no curve lasts. What is known of it is the last
 *  evaluation, at v and `across`. */
typedef struct {
  double v, across;
  rosin_aslant at;
} rosin_group_aslant;

/** An iterate: v = v_free - B force; what is known of the second axes there. */
typedef struct {
  double *v, *force;
  rosin_group_aslant *second;
} rosin_group_iterate;

/** Room of the way (2), the same. */
typedef struct {
  rosin_force_curve *curve;
  rosin_group_iterate now, kept;
  double *kept_f, *f, *slope, *step, *push, *a, *tolerance, *gap, *steep, *bend;
  int *skipped;
} rosin_group_pieces_room;

/** Scratch for up to `rows` rows. */
typedef struct {
  int rows;
  int curves, tangents; /* whether those in the rooms are of this sample, and where it ended */
  double *slope, *step; /* [rows] */
  double *jacobian;     /* [rows^2] */
  rosin_group_quick_room quick;
  rosin_group_pieces_room pieces;
} rosin_group_scratch;

/** Lays out a scratch in memory aligned to 64 bytes. Returns the bytes that takes; with `memory`
 *  NULL it only measures. */
size_t rosin_group_scratch_set(rosin_group_scratch *scratch, int rows, void *memory);

/** Solve `count` contacts of one axis each (row = index). `b` [count * count] is
 *  the mobility, `v_free` [count]; `v` and `f` [count] get the solution, and
 *  come in with the last sample's. Real-time safe, ends within the budget of
 *  the first contact's load. Returns 1 if converged, 2 if not by the quick way, else 0: what it
 *  gives is passive for states that stay as they are; `iterations` counts evaluations of the laws,
 * all contacts together. */
int rosin_group_solve(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                      const double *b, const double *v_free, double *v, double *f, int *iterations);

/** The same where these contacts were just solved, in the same sample, under loads little
 *  different, from v and f: what is known of the forces of those that are not `pressed` stays
 * known, so they are the same ones in all solves of a sample. The quick way is not tried where it
 * is said to be of no use (`stubborn`). */
int rosin_group_solve_again(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                            const double *b, const double *v_free, double *v, double *f,
                            const int *pressed, int stubborn, int *iterations);

/** The quick way (1), from v and the laws' own unknowns of the last sample; 0 if it does
 *  not end, v then as it came in. */
int rosin_group_quick(rosin_group_quick_room *room, rosin_group_contact *contact, int count,
                      const double *b, const double *v_free, double *v, double *f, int budget,
                      int *evaluations);

/** The same from v and the unknowns at which rosin_group_solve() of these contacts ended just
 *  before, under loads little different; tangents of those that are not `pressed` hold (NULL: of
 *  none). */
int rosin_group_quick_again(rosin_group_quick_room *room, rosin_group_contact *contact, int count,
                            const double *b, const double *v_free, double *v, double *f,
                            const int *pressed, int budget, int *evaluations);

/** Newton in the velocities and those loads together that are shares `share` of the forces of
 *  others among them, `by` < 0: of none; from v (group_loaded.c). 1 if it ends, f and the loads
 *  then those of v. Takes `budget` evaluations, and two more a contact, or those of the
 *  first round. */
int rosin_group_loaded(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                       const double *b, const double *v_free, const int *by, const double *share,
                       double *v, double *f, int budget, int patience, int *evaluations);

/** v as the bodies will move under f; what can only lose gives nothing by rounding. */
void rosin_group_finish(rosin_group_contact *contact, int count, const double *b,
                        const double *v_free, double *v, double *f);

/** Evaluations that the quick way may take under the first contact's load, all together. */
int rosin_group_quick_budget(const rosin_load *load, int count);

/** x = a^-1 x, Gauss with partial pivoting; 0 if a is singular. */
int rosin_group_linear(double *a, double *x, int n);

/** The way (2), from v, with no more than `budget` evaluations in all; 0 if it does not end,
 *  v and f then the last iterate. `held` gets whether bristles were held: then an eighth of
 *  the budget is left. */
int rosin_group_pieces(rosin_group_pieces_room *room, rosin_group_contact *contact, int count,
                       const double *b, const double *v_free, double *v, double *f, int budget,
                       int *held, int *evaluations);

/** The same from v and f; curves of those that are not `pressed` stay (NULL: none). */
int rosin_group_pieces_again(rosin_group_pieces_room *room, rosin_group_contact *contact, int count,
                             const double *b, const double *v_free, double *v, double *f,
                             const int *pressed, int budget, int *held, int *evaluations);

/** Force of the contact of this index at the group's velocities v, and its slopes; with none
 *  across `cross` is 0. Returns the evaluations. */
int rosin_group_force(rosin_group_contact *contact, const double *v, int index, rosin_aslant *out);

#endif
