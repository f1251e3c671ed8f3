/* SPDX-License-Identifier: BSD-3-Clause */
/* Bristles that do not feel each other, abreast. To be read beside bristle_bends() (bristle_rate.h)
 * and bristle_solve.c: nothing may be reordered. What is rare goes by the law itself: bristles that
 * are held, a bracket that must be halved, what is past the bound of passivity. */
#include "contact/abreast/commit.h"

#include <math.h>

static void alone(rosin_abreast *a, int lane) {
  const rosin_load load = rosin_abreast_load(a, lane);
  rosin_law_step(a->law[lane], a->state[lane], &load, a->v_free[lane], a->own[lane],
                 &a->solution[lane]);
  a->rare++;
}

void rosin_abreast_alone(rosin_abreast *a) {
  a->rare = 0;
  for (int i = 0; i < a->count; i++)
    alone(a, i);
}

#ifdef ROSIN_HAS_FOUR
#include "contact/abreast/quad.h"

/* The equation v = v0 + k1 y, z = z0 + k2 y, and how near is near enough. */
typedef struct {
  four v0, k1, per_rate, accept_force, accept_velocity, tolerance;
} equation;

/* bristle_rate, its partial derivatives too */
FOUR_INLINE four rate_at(const quad *s, four v, four z, four *dv, four *dz) {
  const four zero = {0}, one = {1, 1, 1, 1}, along = four_pick(v < 0, -one, one) * z;
  const four_mask bends = along <= s->z_ba;
  const four slips = quad_rate(s, v, along, dv, dz);
  *dz = four_pick(bends, zero, *dz);
  *dv = four_pick(bends, one, *dv);
  return four_pick(bends, v, slips);
}

/* iterate() of those that `open` says; what it leaves there is for the law. */
FOUR_INLINE four iterate(const quad *s, const equation *k, four a, four c, four_mask *open,
                         four *rounds) {
  enum { ROUNDS = 12 };
  four low = four_lesser(a, c), high = four_greater(a, c), root = a;
  four y = four_lesser(four_greater(s->w, low), high), last = four_all((double)INFINITY);
  for (int i = 1; i <= ROUNDS && four_bits(*open); i++) {
    four dv, dz;
    const four g = rate_at(s, k->v0 + k->k1 * y, s->z0 + s->half * y, &dv, &dz) - y;
    const four slope = dv * k->k1 + dz * s->half - 1;
    const four_mask up = g > 0;
    low = four_pick(up, y, low);
    high = four_pick(up, high, y);
    const four newton = y - g / slope, step = four_size(newton - y), least = 4e-16 * four_size(y);
    const four_mask inside = (newton >= low) & (newton <= high) & (slope < 0);
    const four_mask smooth = (k->v0 + k->k1 * y) * (k->v0 + k->k1 * newton) > 0;
    const four_mask small =
        smooth & (step * k->per_rate <= k->accept_force) & (-k->k1 * step <= k->accept_velocity);
    const four_mask found = (g == 0) | (inside & (small | (step <= least)));
    const four_mask closed =
        (high - low) * k->per_rate <= 1e-5 * k->tolerance + 4 * least * k->per_rate;
    const four_mask done = *open & found, pays = inside & (four_size(g) <= 0.5 * last);
    root = four_pick(done, four_pick(inside, newton, y), root);
    *rounds = four_pick(done, four_all(i), *rounds);
    *open &= ~done;
    if (four_bits(*open & (closed | ~pays)))
      break;
    y = newton;
    last = four_size(g);
  }
  return root;
}

/* Four of them, from lane `at` on: the states at the sample's end, and a bit for each that is
 * done. */
FOUR static int solve_four(rosin_abreast *a, int at, double state[ROSIN_BRISTLE_STATES][ROSIN_FOUR],
                           double *rounds) {
  const rosin_abreast_numbers *n = &a->numbers;
  const rosin_abreast_bristles *b = &a->bristles;
  const four one = {1, 1, 1, 1}, mobility = four_at(a->own + at), v_free = four_at(a->v_free + at);
  quad s = {.a = a, .at = at, .real = quad_used(a, at)};
  quad_load(&s);
  const four sigma2 = four_at(n->sigma2 + at), z0 = s.z0, half = s.half;
  const four viscous = 1 + sigma2 * mobility, stiff = mobility * (s.sigma0 * half + s.sigma1);
  const four share = 1 / viscous, rest = v_free - mobility * s.sigma0 * z0;
  const four elastic = rest * (1 / (viscous + stiff));
  const four sign = four_pick(elastic < 0, -one, one);
  const four_mask slips = sign * (z0 + half * elastic) > s.z_ba;
  const four coulomb = four_at(b->coulomb + at), z_max = four_at(b->z_max + at);
  const equation k = {.v0 = rest * share,
                      .k1 = -stiff * share,
                      .per_rate = s.sigma0 * half + s.sigma1,
                      .accept_force = four_at(n->force_step + at) * coulomb,
                      .accept_velocity = four_at(n->velocity_step + at),
                      .tolerance = 1e-9 * coulomb};
  const four other = (sign * s.z_ba - z0) * four_at(n->per_half + at);
  four_mask open = slips & s.real;
  four took = {0}, y = elastic;
  if (four_bits(open))
    y = four_pick(slips, iterate(&s, &k, elastic, other, &open, &took), elastic);
  const four v = k.v0 + k.k1 * y, z = z0 + half * y, room = z_max * (1 - 1e-9);
  const four_mask held = (four_size(z) > z_max) & ~(four_mask)four_at(n->relaxes + at);
  const four_mask within = (four_size(z) <= room) & (four_size(z0) <= room);
  const four_mask bend = n->stiffens ? (four_mask){0} : ~slips & within;
  four_put(a->v + at, v);
  four_put(a->f + at, s.sigma0 * z + s.sigma1 * y + sigma2 * v);
  four_put(rounds, took);
  return commit_four(a, at, state, bend, y) & ~four_bits(open | held);
}

static void step_four(rosin_abreast *a, int at, int used) {
  double state[ROSIN_BRISTLE_STATES][ROSIN_FOUR], rounds[ROSIN_FOUR];
  take_states(a, at, state);
  const int done = solve_four(a, at, state, rounds);
  for (int i = 0; i < used; i++) {
    if (!(done >> i & 1)) {
      alone(a, at + i);
      continue;
    }
    give_state(a, at + i, state);
    a->solution[at + i] = (rosin_solution){.v = a->v[at + i],
                                           .f = a->f[at + i],
                                           .power = a->power[at + i],
                                           .iterations = (int)rounds[i],
                                           .converged = 1,
                                           .passive = 1};
  }
}

void rosin_abreast_apart(rosin_abreast *a) {
  a->rare = 0;
  for (int at = 0; at < a->count; at += ROSIN_FOUR)
    step_four(a, at, a->count - at < ROSIN_FOUR ? a->count - at : ROSIN_FOUR);
}

#else

void rosin_abreast_apart(rosin_abreast *a) {
  rosin_abreast_alone(a);
}

#endif
