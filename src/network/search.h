/* SPDX-License-Identifier: BSD-3-Clause */
/** search.c: what is known of loads that are looked for, and the next guess. For pressed.c. */
#ifndef ROSIN_NETWORK_SEARCH_H
#define ROSIN_NETWORK_SEARCH_H

#include "network/network.h"

/** The search for one load alone keeps to where it is known to lie. */
typedef struct {
  double low, high;           /* low < 0: it may be 0 */
  double wide, wider;         /* what lies between, one round ago and two */
  double low_miss, high_miss; /* there, > 0 and < 0 once they are known, as low_v and high_v */
  double before_low, before_missed; /* the low one before */
  double back;                      /* of the way come by the last guess */
  int live;                         /* loads that are not 0 and stay 0 */
  int jumps;                        /* the load lies where the forces jump */
} rosin_search;

/** Nothing is known. */
rosin_search rosin_search_begin(int live);

/** What the guesses missed by under the forces f, the solve's velocities being v: the worst in
 *  units of its tolerance. */
double rosin_search_missed(rosin_search *s, const rosin_pressed *p, int count, const double *v,
                           const double *f);

/** The next guesses, after `round` others. */
void rosin_search_guess(rosin_search *s, const rosin_pressed *p, int count, int round);

/** Where the velocities would be if they came along with the loads: between both sides of one, or
 *  along the last secant, now at v. Into p->v. */
void rosin_search_between(rosin_search *s, const rosin_pressed *p, int count, const double *v);

#endif
