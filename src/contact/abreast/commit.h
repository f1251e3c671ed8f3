/* SPDX-License-Identifier: BSD-3-Clause */
/** From a sample's solution to its end, four abreast: rosin_bristle_commit, rosin_bristle_follow
 * and rosin_bristle_passive, in their order. For commit.c and apart.c alone. */
#ifndef ROSIN_ABREAST_COMMIT_H
#define ROSIN_ABREAST_COMMIT_H

#include "contact/abreast/four.h"
#include "friction/bristle/bristle.h"

#include <math.h>

#ifdef ROSIN_HAS_FOUR

/** What the way from one stiffness to another takes off sigma0 z^2/2. */
FOUR_INLINE four let_go(four from, four to, four z) {
  const four moved = to - from;
  return 0.5 * z * z * four_pick(moved > 0, moved * (from / to), -moved);
}

/** What of the states of four, from lane `at` on, their end depends on. */
static inline void take_states(const rosin_abreast *a, int at,
                               double state[ROSIN_BRISTLE_STATES][ROSIN_FOUR]) {
  for (int i = 0; i < ROSIN_FOUR; i++) {
    state[ROSIN_BRISTLE_Z][i] = a->state[at + i][ROSIN_BRISTLE_Z];
    state[ROSIN_BRISTLE_STIFFNESS][i] = a->state[at + i][ROSIN_BRISTLE_STIFFNESS];
  }
}

/** One of them, at its end. */
static inline void give_state(const rosin_abreast *a, int lane,
                              double state[ROSIN_BRISTLE_STATES][ROSIN_FOUR]) {
  for (int k = 0; k < ROSIN_BRISTLE_STATES; k++)
    a->state[lane][k] = state[k][lane % ROSIN_FOUR];
}

/** Four of them, from lane `at` on; of those that `bend` the rate is known. A bit for each that is
 *  done; the others may be held, or are past the bound of passivity. */
FOUR_INLINE int commit_four(rosin_abreast *a, int at,
                            double state[ROSIN_BRISTLE_STATES][ROSIN_FOUR], four_mask bend,
                            four rate) {
  const rosin_abreast_numbers *n = &a->numbers;
  const rosin_abreast_bristles *b = &a->bristles;
  const four v = four_at(a->v + at), f = four_at(a->f + at), sigma0 = four_at(b->sigma0 + at),
             z0 = four_at(b->z0 + at);
  const four sigma1 = four_at(b->sigma1 + at), sigma2 = four_at(n->sigma2 + at),
             z_max = four_at(b->z_max + at);
  const four least = four_lesser(four_at(b->coulomb + at), four_at(b->stiction + at));
  const four rest = (f - sigma0 * z0 - sigma2 * v) * four_at(b->per_bend + at);
  const four y = four_pick(bend, rate, rest);
  const four z = z0 + four_at(n->half + at) * y;
  const four reach = four_size(four_pick(four_size(z) > four_size(z0), z, z0));
  const four_mask free = (reach <= z_max * (1 - 1e-9)) | (four_mask)four_at(n->relaxes + at);
  const four_mask passive = sigma1 * four_size(v) <= 4 * least;
  four end = z0 + a->period * y;
  four power = sigma0 * z * (v - y) + sigma1 * y * v + sigma2 * v * v;
  if (n->stiffens) {
    const four normal_end = four_at(a->normal_end + at),
               last = four_at(state[ROSIN_BRISTLE_STIFFNESS]);
    const four grown = four_growth(n->power, normal_end * four_at(n->per_reference + at));
    const four stiff =
        four_pick(four_at(a->normal + at) == normal_end, sigma0, four_at(n->sigma0 + at) * grown);
    power += (let_go(last, sigma0, four_at(state[ROSIN_BRISTLE_Z])) + let_go(sigma0, stiff, end)) /
             a->period;
    end = four_pick(stiff > sigma0, end * (sigma0 / stiff), end);
    four_put(state[ROSIN_BRISTLE_STIFFNESS], stiff);
  }
  four_put(state[ROSIN_BRISTLE_Z], end);
  four_put(state[ROSIN_BRISTLE_RATE], y);
  four_put(state[ROSIN_BRISTLE_MEAN], z);
  four_put(state[ROSIN_BRISTLE_V], v);
  four_put(a->power + at, power);
  return four_bits(free & passive);
}

#endif
#endif
