/* SPDX-License-Identifier: BSD-3-Clause */
/** The tangents of a quad. For solve.c alone. */
#ifndef ROSIN_QUAD_TANGENT_H
#define ROSIN_QUAD_TANGENT_H

#include "contact/abreast/quad.h"

/* Those that wait, by their law itself: a transition to be searched for, a bristle that is held; or
 * that is to be solved for its own unknown. */
static FOUR __attribute__((noinline)) void tangent_by_law(quad *s, int lane, int whole) {
  rosin_abreast *a = s->a;
  const int of = s->at + lane;
  rosin_law *law = a->law[of];
  rosin_load load = rosin_abreast_load(a, of);
  rosin_tangent t;
  load.budget = ROSIN_BUDGET_OWN;
  a->evaluations +=
      law->ops->tangent(law, a->state[of], &load, s->v[lane], s->w[lane], whole, &t) - 1;
  s->f[lane] = t.f;
  s->slope[lane] = t.slope;
  s->step[lane] = t.step;
  s->turn[lane] = t.turn;
  s->from[lane] = t.low;
  s->to[lane] = t.high;
  s->most[lane] = t.most;
}

/* rosin_bristle_tangent of all that are open */
FOUR_INLINE void quad_linearise(quad *s) {
  const rosin_abreast_numbers *n = &s->a->numbers;
  const four zero = {0}, one = {1, 1, 1, 1}, endless = four_all((double)INFINITY);
  const four v = s->v, w = s->w, z0 = s->z0, half = s->half, z_ba = s->z_ba;
  const four sign = four_pick(v < 0, -one, one), speed = four_size(v);
  const four elastic = sign * z0 + half * speed, z = z0 + half * w, along = sign * z;
  const four_mask bends = elastic <= z_ba;
  s->a->evaluations += __builtin_popcount((unsigned)four_bits(s->open));

  /* bristle_rate, and the step to it */
  four dv, dz;
  const four y = quad_rate(s, v, along, &dv, &dz), per = 1 / (1 - half * dz);
  const four slips = (y - w) * per, ahead = sign * (z + half * slips);
  const four_mask within =
      (along > z_ba) & (along < elastic) & ~bends & (ahead > z_ba) & (ahead < elastic);
  const four step = four_pick(bends, sign * speed - w, slips);
  const four turn = four_pick(bends, half * four_at(n->per_half + s->at), dv * per);

  /* force, slope, and where they hold */
  const four coulomb = four_at(s->a->bristles.coulomb + s->at);
  const four sigma2 = four_at(n->sigma2 + s->at), by_rate = s->sigma0 * half + s->sigma1;
  const four next = z + half * step, rate = w + step;
  const four reach = four_at(n->velocity_step + s->at), down = v - reach, up = v + reach;
  const four from = four_pick(v > 0, four_greater(down, zero), down);
  const four to = four_pick(v < 0, four_lesser(up, zero), up);
  s->step = four_pick(s->open, step, s->step);
  s->turn = four_pick(s->open, turn, s->turn);
  s->f = four_pick(s->open, s->sigma0 * next + s->sigma1 * rate + sigma2 * v, s->f);
  s->slope = four_pick(s->open, sigma2 + by_rate * turn, s->slope);
  s->from = four_pick(s->open, four_pick(bends, s->low, from), s->from);
  s->to = four_pick(s->open, four_pick(bends, s->high, to), s->to);
  s->most = four_pick(s->open,
                      four_pick(bends, endless, four_at(n->force_step + s->at) * coulomb / by_rate),
                      s->most);
  s->moved = four_pick(s->open, zero, s->moved);
  const four_mask held = four_size(next) > s->limit;
  const int left = four_bits(s->open & (~(bends | within) | held));
  for (int i = 0; left >> i; i++)
    if (left >> i & 1)
      tangent_by_law(s, i, 0);
}

/* The same, each by its law: each solved for its own unknown where it stands. */
static FOUR __attribute__((noinline)) void quad_linearise_wholly(quad *s) {
  const int open = four_bits(s->open);
  s->a->evaluations += __builtin_popcount((unsigned)open);
  s->moved = four_pick(s->open, (four){0}, s->moved);
  for (int i = 0; open >> i; i++)
    if (open >> i & 1)
      tangent_by_law(s, i, 1);
}

#endif
