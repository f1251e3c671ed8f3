/* SPDX-License-Identifier: BSD-3-Clause */
/* From a sample's solution to its end, abreast: rosin_bristle_commit, rosin_bristle_follow and
 * rosin_bristle_passive, in their order. */
#include "contact/abreast/abreast.h"
#include "contact/abreast/four.h"
#include "friction/bristle/bristle.h"

#include <math.h>
#include <stdint.h>

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

/* What the way from one stiffness to another takes off sigma0 z^2/2. */
FOUR_INLINE four let_go(four from, four to, four z) {
  const four moved = to - from;
  return 0.5 * z * z * four_pick(moved > 0, moved * (from / to), -moved);
}

FOUR static int commit(rosin_abreast *a, rosin_four state[ROSIN_BRISTLE_STATES]) {
  const rosin_abreast_numbers *n = &a->numbers;
  const rosin_abreast_bristles *b = &a->bristles;
  const four v = four_at(a->v), f = four_at(a->f), sigma0 = four_at(b->sigma0), z0 = four_at(b->z0);
  const four sigma1 = four_at(b->sigma1), sigma2 = four_at(n->sigma2), z_max = four_at(b->z_max);
  const four least = four_lesser(four_at(b->coulomb), four_at(b->stiction));
  const four y = (f - sigma0 * z0 - sigma2 * v) * four_at(b->per_bend);
  const four z = z0 + four_at(n->half) * y;
  const four reach = four_size(four_pick(four_size(z) > four_size(z0), z, z0));
  const four_mask free = (reach <= z_max * (1 - 1e-9)) | (four_mask)four_at(n->relaxes);
  const four_mask passive = sigma1 * four_size(v) <= 4 * least;
  four end = z0 + a->period * y;
  four power = sigma0 * z * (v - y) + sigma1 * y * v + sigma2 * v * v;
  if (n->stiffens) {
    const four normal_end = four_at(a->normal_end), last = four_at(state[ROSIN_BRISTLE_STIFFNESS]);
    const four grown = four_growth(n->power, normal_end * four_at(n->per_reference));
    const four stiff =
        four_pick(four_at(a->normal) == normal_end, sigma0, four_at(n->sigma0) * grown);
    power += (let_go(last, sigma0, four_at(state[ROSIN_BRISTLE_Z])) + let_go(sigma0, stiff, end)) /
             a->period;
    end = four_pick(stiff > sigma0, end * (sigma0 / stiff), end);
    four_put(state[ROSIN_BRISTLE_STIFFNESS], stiff);
  }
  four_put(state[ROSIN_BRISTLE_Z], end);
  four_put(state[ROSIN_BRISTLE_RATE], y);
  four_put(state[ROSIN_BRISTLE_MEAN], z);
  four_put(state[ROSIN_BRISTLE_V], v);
  four_put(a->power, power);
  return four_bits(free & passive);
}

void rosin_abreast_commit(rosin_abreast *a) {
  rosin_four state[ROSIN_BRISTLE_STATES];
  for (int i = 0; i < ROSIN_ABREAST; i++) {
    state[ROSIN_BRISTLE_Z][i] = a->state[i][ROSIN_BRISTLE_Z];
    state[ROSIN_BRISTLE_STIFFNESS][i] = a->state[i][ROSIN_BRISTLE_STIFFNESS];
  }
  const int done = commit(a, state);
  for (int i = 0; i < a->count; i++) {
    if (!(done >> i & 1)) {
      commit_by_law(a, i);
      continue;
    }
    for (int k = 0; k < ROSIN_BRISTLE_STATES; k++)
      a->state[i][k] = state[k][i];
    a->passive[i] = 1;
    a->more[i] = 0;
  }
}

#else

void rosin_abreast_commit(rosin_abreast *a) {
  for (int i = 0; i < a->count; i++)
    commit_by_law(a, i);
}

#endif
