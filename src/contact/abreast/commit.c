/* SPDX-License-Identifier: BSD-3-Clause */
/* From a sample's solution to its end, abreast: rosin_bristle_commit, rosin_bristle_follow and
 * rosin_bristle_passive, in their order. */
#include "contact/abreast/commit.h"

/* Bristles that may be held, and what is past the bound of passivity. */
static void commit_by_law(rosin_abreast *a, int lane) {
  const rosin_load load = rosin_abreast_load(a, lane);
  rosin_solution one = {.converged = 1};
  rosin_law_commit(a->law[lane], a->state[lane], &load, &a->v[lane], &a->f[lane], &one);
  a->power[lane] = one.power;
  a->passive[lane] = one.passive;
  a->more[lane] = one.iterations;
}

#ifdef ROSIN_HAS_FOUR

FOUR static int commit(rosin_abreast *a, int at, double state[ROSIN_BRISTLE_STATES][ROSIN_FOUR]) {
  return commit_four(a, at, state, (four_mask){0}, (four){0});
}

/* Four of them; of `used` the states are taken and given back. */
static void end_four(rosin_abreast *a, int at, int used) {
  double state[ROSIN_BRISTLE_STATES][ROSIN_FOUR];
  take_states(a, at, state);
  const int done = commit(a, at, state);
  for (int i = 0; i < used; i++) {
    if (!(done >> i & 1)) {
      commit_by_law(a, at + i);
      continue;
    }
    give_state(a, at + i, state);
    a->passive[at + i] = 1;
    a->more[at + i] = 0;
  }
}

void rosin_abreast_commit(rosin_abreast *a) {
  for (int at = 0; at < a->count; at += ROSIN_FOUR)
    end_four(a, at, a->count - at < ROSIN_FOUR ? a->count - at : ROSIN_FOUR);
}

#else

void rosin_abreast_commit(rosin_abreast *a) {
  for (int i = 0; i < a->count; i++)
    commit_by_law(a, i);
}

#endif
