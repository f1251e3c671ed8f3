/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Up to sixteen bristles that share a mobility, solved side by side, one a lane of vectors of four:
 * their laws do not wait for each other, so that four take little longer than one. It is the quick
 * way of
 * group.h (group_quick.c), with the same operations in the same order, and gives the same bits; so
 * that way is the reference, and takes over what is rare here. What is not to be had on this
 * processor (AVX2; not on Windows) or of these laws is refused, before anything is changed.
 *
 * All is real-time safe.
 */
#ifndef ROSIN_ABREAST_H
#define ROSIN_ABREAST_H

#include "friction/scalar.h"
#include "vector.h"

enum { ROSIN_ABREAST = 16, ROSIN_FOUR = 4 };

typedef double rosin_lanes[ROSIN_ABREAST];

/** Lanes that are worked on for so many contacts: whole vectors. */
static inline int rosin_abreast_lanes(int count) {
  return (count + ROSIN_FOUR - 1) / ROSIN_FOUR * ROSIN_FOUR;
}

/** What laws say of their bristles, whatever the load. */
typedef struct {
  rosin_lanes half, per_half; /* T/2, s */
  rosin_lanes sigma0, sigma1, sigma2, unit_coulomb, unit_stiction, breakaway;
  rosin_lanes per_velocity, exponent, velocity_step, force_step; /* of the last Newton step: m/s;
                                                                   share of f_c */
  rosin_lanes stiffening, per_reference;
  rosin_lanes relaxes; /* all bits set, or 0 */
  int stiffens;        /* they do, by this power: */
  double power, shape; /* and the exponent, if it is the same for all, else NAN */
} rosin_abreast_numbers;

/** How they are under a load. */
typedef struct {
  rosin_lanes sigma0, sigma1, coulomb, stiction, z_ba, z_max, per_bend, per_sigma0, z0;
} rosin_abreast_bristles;

typedef struct {
  int count; /* lanes in use, 2 to ROSIN_ABREAST */
  /* set by whoever solves; v and f come in with the last sample's */
  rosin_law *law[ROSIN_ABREAST];
  double *state[ROSIN_ABREAST];
  const rosin_load *load[ROSIN_ABREAST]; /* but for these: */
  rosin_lanes normal, normal_end;        /* N */
  rosin_lanes b[ROSIN_ABREAST];          /* [j][i]: what one newton at j does at i, m/s */
  rosin_lanes v_free, v, f;
  rosin_lanes own; /* of those that stand apart: what one newton does where it acts, m/s */
  /* found */
  int evaluations;
  rosin_lanes power;                      /* W */
  int passive[ROSIN_ABREAST];             /* as in rosin_solution */
  int more[ROSIN_ABREAST];                /* evaluations that the commit took */
  rosin_solution solution[ROSIN_ABREAST]; /* of those that stand apart, */
  int rare;                               /* of which so many went by their law */
  /* kept from sample to sample */
  rosin_abreast_numbers numbers;
  rosin_abreast_bristles bristles;
  const rosin_law *known[ROSIN_ABREAST]; /* whose numbers these are, and of which version */
  int version[ROSIN_ABREAST], counted, stands;
  double period;
} rosin_abreast;

/** Whether the contacts set (count, law, load) can stand abreast. What fills the last vector up is
 * to be as the first, but for no mobility and no velocity. */
int rosin_abreast_can(rosin_abreast *abreast);
/** Solve: v, f and evaluations; 0, and these as they were, if group_quick.c is to. `budget`: for
 *  all together. */
int rosin_abreast_solve(rosin_abreast *abreast, int budget);
/** Advance all states to the sample's end, as solved: power, passive, more. */
void rosin_abreast_commit(rosin_abreast *abreast);

/** Of contacts that do not feel each other: solve and advance all, each as rosin_law_step() does,
 * to `solution`, from v_free, own and what presses. */
void rosin_abreast_apart(rosin_abreast *abreast);

/** The same, one after the other by their laws. */
void rosin_abreast_alone(rosin_abreast *abreast);

/** The load of one, with what presses it in this sample. */
rosin_load rosin_abreast_load(const rosin_abreast *abreast, int lane);

#endif
