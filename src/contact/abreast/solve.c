/* SPDX-License-Identifier: BSD-3-Clause */
/* The quick way, abreast. To be read beside group_quick.c, bristle_tangent.c and bristle_rate.h:
 * nothing may be reordered. */
#include "contact/abreast/abreast.h"
#include "contact/abreast/four.h"
#include "contact/group.h"
#include "friction/bristle/bristle_rate.h"

#include <math.h>
#include <stdint.h>

#ifdef ROSIN_HAS_FOUR

/* A solve on its way; all in lanes. */
typedef struct {
  rosin_abreast *a;
  four_mask real;                /* lanes in use */
  four v, w;                     /* velocities and rates */
  four f, slope, step, turn;     /* tangents, */
  four from, to, most;           /* and where they hold: low, high, most */
  four moved;                    /* w since they were taken */
  four low, high, f_low, f_high; /* where bristles bend, and the forces there, */
  four f0, rises;                /* f0 + rises v between */
  four_mask open, sent;          /* tangents that do not hold; back to bending already */
  four column[ROSIN_ABREAST], x; /* of the equations */
  four half, sigma0, sigma1, z_ba, z0, limit; /* the bristles; infinite where none is held */
} solving;

/* rosin_bristle_reload, bristle_start */
FOUR_INLINE void load_bristles(solving *s) {
  const rosin_abreast *a = s->a;
  const rosin_abreast_numbers *n = &a->numbers;
  rosin_abreast_bristles *b = &s->a->bristles;
  const four normal = four_at(a->normal);
  const four before = {a->state[0][ROSIN_BRISTLE_STIFFNESS], a->state[1][ROSIN_BRISTLE_STIFFNESS],
                       a->state[2][ROSIN_BRISTLE_STIFFNESS], a->state[3][ROSIN_BRISTLE_STIFFNESS]};
  s->half = four_at(n->half);
  s->z0 = (four){a->state[0][ROSIN_BRISTLE_Z], a->state[1][ROSIN_BRISTLE_Z],
                 a->state[2][ROSIN_BRISTLE_Z], a->state[3][ROSIN_BRISTLE_Z]};
  s->w = (four){a->state[0][ROSIN_BRISTLE_RATE], a->state[1][ROSIN_BRISTLE_RATE],
                a->state[2][ROSIN_BRISTLE_RATE], a->state[3][ROSIN_BRISTLE_RATE]};
  s->sigma0 = four_at(n->sigma0);
  s->sigma1 = four_at(n->sigma1);
  if (n->stiffens) {
    const four ratio = normal * four_at(n->per_reference);
    const four growth = four_growth(n->power, four_pick(s->real, ratio, four_all(1)));
    s->sigma0 = s->sigma0 * growth;
    s->sigma1 = s->sigma1 * growth;
  }
  const four per_sigma0 = 1 / s->sigma0;
  if (n->stiffens)
    s->z0 = four_pick(before < s->sigma0, s->z0 * (before * per_sigma0), s->z0);
  const four coulomb = four_at(n->unit_coulomb) * normal;
  const four stiction = four_at(n->unit_stiction) * normal;
  s->z_ba = four_at(n->breakaway) * four_lesser(coulomb, stiction) * per_sigma0;
  const four z_max = four_greater(coulomb, stiction) * per_sigma0;
  const four relaxes = four_at(n->relaxes);
  s->limit = four_pick((four_mask)relaxes, four_all((double)INFINITY), z_max * (1 + 1e-12));
  four_put(b->sigma0, s->sigma0);
  four_put(b->sigma1, s->sigma1);
  four_put(b->coulomb, coulomb);
  four_put(b->stiction, stiction);
  four_put(b->z_ba, s->z_ba);
  four_put(b->z_max, z_max);
  four_put(b->per_sigma0, per_sigma0);
  four_put(b->per_bend, 1 / (s->sigma0 * s->half + s->sigma1));
  four_put(b->z0, s->z0);
}

/* rosin_bristle_bend */
FOUR_INLINE void find_bends(solving *s) {
  const rosin_abreast_numbers *n = &s->a->numbers;
  const four zero = {0}, per_half = four_at(n->per_half), z0 = s->z0;
  const four z_max = four_at(s->a->bristles.z_max), top = four_lesser(s->z_ba, z_max);
  const four_mask free = (four_size(z0) <= z_max) | (four_mask)four_at(n->relaxes);
  s->high = four_greater((top - z0) * per_half, zero);
  s->low = four_lesser((-top - z0) * per_half, zero);
  s->high = four_pick((z0 > 0) & ~free, four_lesser(s->high, (z_max - z0) * per_half), s->high);
  s->low = four_pick((z0 < 0) & ~free, four_greater(s->low, (-z_max - z0) * per_half), s->low);
  const four slope = s->sigma0 * s->half + four_at(n->sigma2);
  s->f0 = s->sigma0 * z0;
  s->f_low = s->f0 + (slope + s->sigma1) * s->low;
  s->f_high = s->f0 + (slope + s->sigma1) * s->high;
  s->rises = slope + s->sigma1;
}

/* What forces leave of `rest`. */
FOUR_INLINE four yield(const solving *s, four rest, four f) {
  rest -= four_at(s->a->b[0]) * four_spread(f, 0);
  rest -= four_at(s->a->b[1]) * four_spread(f, 1);
  rest -= four_at(s->a->b[2]) * four_spread(f, 2);
  return rest - four_at(s->a->b[3]) * four_spread(f, 3);
}

/* Columns of I + B diag(slope). */
FOUR_INLINE void set_columns(solving *s, four slope) {
  s->column[0] = (four){1, 0, 0, 0} + four_at(s->a->b[0]) * four_spread(slope, 0);
  s->column[1] = (four){0, 1, 0, 0} + four_at(s->a->b[1]) * four_spread(slope, 1);
  s->column[2] = (four){0, 0, 1, 0} + four_at(s->a->b[2]) * four_spread(slope, 2);
  s->column[3] = (four){0, 0, 0, 1} + four_at(s->a->b[3]) * four_spread(slope, 3);
}

/* A pair's determinant in both its lanes, and what its adjoint makes of a column. */
FOUR_INLINE four determinant(four diagonal, four other) {
  return diagonal * four_swap(diagonal) - other * four_swap(other);
}
FOUR_INLINE four adjoin(four diagonal, four other, four column) {
  return four_swap(diagonal) * column - other * four_swap(column);
}
FOUR_INLINE four reduce(four column, four c0, four c1, four w) {
  return column - c0 * four_spread(w, 0) - c1 * four_spread(w, 1);
}

/* eliminate_few(): the first block in the first two lanes, the second in the others. */
FOUR_INLINE int eliminate(solving *s) {
  const four c0 = s->column[0], c1 = s->column[1], c2 = s->column[2], c3 = s->column[3];
  const four p = four_blend(c0, c1, 2), q = four_blend(c1, c0, 2), det = determinant(p, q);
  const four per = 1 / det;
  const four w2 = adjoin(p, q, c2) * per, w3 = adjoin(p, q, c3) * per;
  const four y = adjoin(p, q, s->x) * per;
  const four r2 = reduce(c2, c0, c1, w2), r3 = reduce(c3, c0, c1, w3), rx = reduce(s->x, c0, c1, y);
  const four first = four_blend(r2, r3, 8), other = four_blend(r3, r2, 8);
  const four block = determinant(first, other);
  const four z = adjoin(first, other, rx) * (1 / block);
  const four pivots = four_blend(four_blend(p, det, 2), four_blend(first, block, 8), 12);
  const four least = 1e-9 * four_blend(four_spread(pivots, 0), four_spread(pivots, 2), 12);
  const four bounds = four_blend(four_all(1e-9), least, 10);
  const four back = y - w2 * four_spread(z, 2) - w3 * four_spread(z, 3);
  s->x = four_blend(back, z, 12);
  return four_bits(pivots > bounds) == 15;
}

FOUR_INLINE int bend_all(solving *s) {
  s->x = yield(s, four_at(s->a->v_free), s->f0);
  set_columns(s, s->rises);
  if (!eliminate(s) || four_bits(~((s->x >= s->low) & (s->x <= s->high)) & s->real))
    return 0;
  s->v = s->x;
  s->f = s->f0 + s->rises * s->x;
  return 1;
}

FOUR_INLINE void move_on(solving *s) {
  const four moved = yield(s, four_at(s->a->v_free), four_at(s->a->f));
  s->v = four_pick((s->v >= s->low) & (s->v <= s->high), s->v, moved);
}

/* bristle_fade of exponents that differ, one by one. */
FOUR_INLINE four fade_each(const solving *s, four u, four *bow) {
  double faded[ROSIN_ABREAST] = {0}, bows[ROSIN_ABREAST] = {0};
  for (int i = 0; i < s->a->count; i++)
    faded[i] = bristle_fade(s->a->numbers.exponent[i], u[i], &bows[i]);
  *bow = four_at(bows);
  return four_at(faded);
}

/* bristle_fade; also of those that do not slip, since a branch guessed wrongly takes longer. */
FOUR_INLINE four fade(const solving *s, four u, four *bow) {
  const double shape = s->a->numbers.shape;
  const four zero = {0};
  four power;
  if (shape == 0.5) {
    power = four_root(u);
    *bow = four_pick(u > 0, 0.5 / power, zero);
  } else if (shape == 2) {
    power = u * u;
    *bow = 2 * u;
  } else if (shape == 1) {
    power = u;
    *bow = four_all(1);
  } else if (shape == shape) {
    power = rosin_pow_4(four_pick(s->real, u, four_all(1)), four_all(shape));
    *bow = four_pick(u > 0, shape * power / u, zero);
  } else
    return fade_each(s, u, bow);
  return rosin_exp_4(-four_pick(s->real, power, zero));
}

FOUR_INLINE four sines(four t, four *cosine) {
  const four x = t * t, x2 = x * x, x4 = x2 * x2;
  const four s0 = 1 - x * (1.0 / 6), s1 = 1.0 / 120 - x * (1.0 / 5040);
  const four s2 = 1.0 / 362880 - x * (1.0 / 39916800),
             s3 = 1.0 / 6227020800 - x * (1.0 / 1307674368000);
  const four c0 = 1 - x * (1.0 / 2), c1 = 1.0 / 24 - x * (1.0 / 720);
  const four c2 = 1.0 / 40320 - x * (1.0 / 3628800), c3 = 1.0 / 479001600 - x * (1.0 / 87178291200);
  *cosine = c0 + x2 * c1 + x4 * (c2 + x2 * (c3 + x2 * (1.0 / 20922789888000)));
  return t * (s0 + x2 * s1 + x4 * (s2 + x2 * s3));
}

/* steady_deflection of bristles that slip, and its slope over the speed */
FOUR_INLINE four deflect(const solving *s, four speed, four *slope) {
  const rosin_abreast_bristles *b = &s->a->bristles;
  const four per_velocity = four_at(s->a->numbers.per_velocity);
  const four per_sigma0 = four_at(b->per_sigma0), coulomb = four_at(b->coulomb);
  four bow;
  const four excess = (four_at(b->stiction) - coulomb) * fade(s, speed * per_velocity, &bow);
  *slope = -excess * bow * per_velocity * per_sigma0;
  return (coulomb + excess) * per_sigma0;
}

/* adhesion, and its slopes over the deflection and the steady one */
FOUR_INLINE four adhere(four along, four z_ba, four z_ss, four *by_z, four *by_ss) {
  const four zero = {0}, one = {1, 1, 1, 1};
  const four_mask full = along >= z_ss;
  const four width = 1 / (z_ss - z_ba), place = (along - 0.5 * (z_ss + z_ba)) * width;
  four c;
  const four sine = sines(0.5 * pi * place, &c);
  const four rise = 0.5 * pi * (c - sine) * (c + sine) * width;
  *by_z = four_pick(full, zero, rise);
  *by_ss = four_pick(full, zero, -rise * (0.5 + place));
  return four_pick(full, one, 0.5 * (sine + c) * (sine + c));
}

/* Those that wait, by their law itself: a transition to be searched for, a bristle that is held. */
static FOUR __attribute__((noinline)) void tangent_by_law(solving *s, int lane) {
  rosin_abreast *a = s->a;
  rosin_law *law = a->law[lane];
  rosin_load load = rosin_abreast_load(a, lane);
  rosin_tangent t;
  load.budget = ROSIN_BUDGET_OWN;
  a->evaluations +=
      law->ops->tangent(law, a->state[lane], &load, s->v[lane], s->w[lane], 0, &t) - 1;
  s->f[lane] = t.f;
  s->slope[lane] = t.slope;
  s->step[lane] = t.step;
  s->turn[lane] = t.turn;
  s->from[lane] = t.low;
  s->to[lane] = t.high;
  s->most[lane] = t.most;
}

/* rosin_bristle_tangent of all that are open */
FOUR_INLINE void linearise(solving *s) {
  const rosin_abreast_numbers *n = &s->a->numbers;
  const four zero = {0}, one = {1, 1, 1, 1}, endless = four_all((double)INFINITY);
  const four v = s->v, w = s->w, z0 = s->z0, half = s->half, z_ba = s->z_ba;
  const four sign = four_pick(v < 0, -one, one), speed = four_size(v);
  const four elastic = sign * z0 + half * speed, z = z0 + half * w, along = sign * z;
  const four_mask bends = elastic <= z_ba;
  s->a->evaluations += __builtin_popcount((unsigned)four_bits(s->open));
  four ss_slope, alpha_z, alpha_ss;
  const four z_ss = deflect(s, speed, &ss_slope);
  const four alpha = adhere(along, z_ba, z_ss, &alpha_z, &alpha_ss);

  /* bristle_rate, and the step to it */
  const four_mask flat = z_ss <= 0;
  const four per_ss = 1 / z_ss, ratio = along * per_ss;
  const four dz = four_pick(flat, zero, -speed * (alpha_z * along + alpha) * per_ss);
  const four dv = four_pick(
      flat, one, 1 - alpha * ratio - speed * ss_slope * (alpha_ss - alpha * per_ss) * ratio);
  const four y = four_pick(flat, zero, v * (1 - alpha * ratio)), per = 1 / (1 - half * dz);
  const four slips = (y - w) * per, ahead = sign * (z + half * slips);
  const four_mask within =
      (along > z_ba) & (along < elastic) & ~bends & (ahead > z_ba) & (ahead < elastic);
  const four step = four_pick(bends, sign * speed - w, slips);
  const four turn = four_pick(bends, half * four_at(n->per_half), dv * per);

  /* force, slope, and where they hold */
  const four coulomb = four_at(s->a->bristles.coulomb);
  const four sigma2 = four_at(n->sigma2), by_rate = s->sigma0 * half + s->sigma1;
  const four next = z + half * step, rate = w + step;
  const four reach = four_at(n->velocity_step), down = v - reach, up = v + reach;
  const four from = four_pick(v > 0, four_greater(down, zero), down);
  const four to = four_pick(v < 0, four_lesser(up, zero), up);
  s->step = four_pick(s->open, step, s->step);
  s->turn = four_pick(s->open, turn, s->turn);
  s->f = four_pick(s->open, s->sigma0 * next + s->sigma1 * rate + sigma2 * v, s->f);
  s->slope = four_pick(s->open, sigma2 + by_rate * turn, s->slope);
  s->from = four_pick(s->open, four_pick(bends, s->low, from), s->from);
  s->to = four_pick(s->open, four_pick(bends, s->high, to), s->to);
  s->most = four_pick(
      s->open, four_pick(bends, endless, four_at(n->force_step) * coulomb / by_rate), s->most);
  s->moved = four_pick(s->open, zero, s->moved);
  const four_mask held = four_size(next) > s->limit;
  const int left = four_bits(s->open & (~(bends | within) | held));
  for (int i = 0; left >> i; i++)
    if (left >> i & 1)
      tangent_by_law(s, i);
}

/* advance(): 1 if it was the last round, 0 if not, -1 if it cannot go on. */
FOUR_INLINE int advance(solving *s, int halts) {
  linearise(s);
  s->x = yield(s, four_at(s->a->v_free) - s->v, s->f);
  set_columns(s, s->slope);
  if (!eliminate(s))
    return -1;
  const four dv = s->x, dw = s->step + s->turn * dv, before = s->v, f = s->f;
  s->v += dv;
  s->w += dw;
  s->moved += dw;
  s->f += s->slope * dv;
  s->step = (four){0};
  four_mask known = (s->v >= s->from) & (s->v <= s->to) & (four_size(s->moved) <= s->most);
  if (halts) {
    const four_mask turns =
        (before * s->v < 0) & (s->slope * four_size(before) < 0.5 * four_size(f));
    const four still = four_signed(1e-30, s->v);
    s->v = four_pick(turns, still, s->v);
    s->w = four_pick(turns, still, s->w);
    known &= ~turns;
  }
  s->open = ~known & s->real;
  return !four_bits(s->open);
}

FOUR_INLINE int none_may_bend(solving *s) {
  const four mobility = {s->a->b[0][0], s->a->b[1][1], s->a->b[2][2], s->a->b[3][3]};
  const four_mask out = ~((s->v >= s->low) & (s->v <= s->high)) & s->real;
  const four rest = s->v + mobility * s->f;
  const four_mask may = out & ~s->sent & ~(rest < s->low + mobility * s->f_low) &
                        ~(rest > s->high + mobility * s->f_high);
  s->sent |= out;
  if (!four_bits(may))
    return 1;
  const four bent = (rest - mobility * s->f0) / (1 + mobility * s->rises);
  s->v = four_pick(may, bent, s->v);
  s->w = four_pick(may, bent, s->w);
  s->open |= may;
  return 0;
}

FOUR static int solve(rosin_abreast *a, int budget) {
  enum { ROUNDS = 5, HALT = 2 }; /* then laws solve for their own unknowns, one by one */
  static const int64_t used[] = {-1, -1, -1, -1, 0, 0};
  solving s = {.a = a};
  s.real = four_mask_at(used + (ROSIN_ABREAST - a->count));
  s.open = s.real;
  s.v = four_at(a->v);
  a->evaluations = 0;
  load_bristles(&s);
  find_bends(&s);
  int done = bend_all(&s);
  if (!done)
    move_on(&s);
  for (int k = 0; k < ROUNDS && !done && a->evaluations < budget; k++) {
    const int last = advance(&s, k >= HALT);
    if (last < 0)
      return 0;
    done = last && none_may_bend(&s);
  }
  if (!done || four_bits(~(four_size(s.f) < (double)INFINITY) & s.real))
    return 0;
  four_put(a->f, s.f);
  four_put(a->v, yield(&s, four_at(a->v_free), s.f)); /* as the bodies will move */
  return 1;
}

int rosin_abreast_solve(rosin_abreast *a, int budget) {
  return solve(a, budget);
}

#else

int rosin_abreast_solve(rosin_abreast *a, int budget) {
  (void)a, (void)budget;
  return 0;
}

#endif
