/* SPDX-License-Identifier: BSD-3-Clause */
/** Between the files of the way (2) of group.h: group_known.c asks the laws and says what is
 *  missing, group_descent.c goes to where what is known meets the bodies, group_pieces.c leads. */
#ifndef ROSIN_PIECES_H
#define ROSIN_PIECES_H

#include "contact/curve.h"
#include "contact/group.h"

typedef struct {
  rosin_group_contact *contact;
  int n;
  const double *b, *v_free;
  rosin_force_curve *curve;
  rosin_group_iterate now, kept;
  double *kept_f, *f, *slope; /* by the laws, or by what is known of them */
  double *step, *push, *a, *tolerance;
  double *gap, *steep; /* scratch of one function */
  int held;            /* some bristle */
  int crosses;         /* some contact feels the velocity across: */
  int turns;           /* those turn at their last speed, or Newton goes in both axes */
  int tried;           /* the iterate came of Newton */
  double missed;       /* what was missing where it came from */
  int wait, failed;    /* rounds before Newton is tried again; how often it failed */
  int backs;           /* ways back from that, one after the other */
  int idle;            /* rounds of Newton since what is missing was least: */
  double least;
  int late;     /* half of the evaluations are spent: those left must do more */
  int *skipped; /* known well enough without being asked again */
  double *bend; /* how far off the last tangent was, over the square of the way */
} rosin_pieces;
/** What is known of the forces before they are evaluated. 0 if the evaluations left may not do. */
int rosin_pieces_outline(rosin_pieces *p, int budget, int *evaluations);
/** Evaluates the laws at v, all but those that are believed, if not all are. 0 as above. */
int rosin_pieces_evaluate(rosin_pieces *p, int budget, int *evaluations);
/** Those that were believed. 0 as above. */
int rosin_pieces_ask_skipped(rosin_pieces *p, int budget, int *evaluations);
/** On a jump, where two points are as near as can be, the force is what the bodies feel if
 *  that lies between; where the force is steep, if v may be that by rounding. */
void rosin_pieces_settle(rosin_pieces *p);
/** What is missing, v_free - v - B f, in units of its tolerance. */
double rosin_pieces_measure(const rosin_pieces *p);
/** To where the curves meet the bodies, from the iterate. */
void rosin_pieces_descend(rosin_pieces *p);

#endif
