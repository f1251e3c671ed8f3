/* SPDX-License-Identifier: BSD-3-Clause */
/* The quick way, abreast. To be read beside group_quick.c: nothing may be reordered. */
#include "contact/abreast/abreast.h"
#include "contact/abreast/four.h"

#include <math.h>
#include <stdint.h>

#ifdef ROSIN_HAS_FOUR
#include "contact/abreast/quad_tangent.h"

enum { QUADS = ROSIN_ABREAST / ROSIN_FOUR };

/* A solve on its way: one quad or more, whose number is known where functions are made. */
typedef struct {
  rosin_abreast *a;
  quad quad[QUADS];
  four x[QUADS]; /* of the equations */
  /* columns of more than one quad, and their right hand side after the last */
  FOUR_ALIGNED double column[ROSIN_ABREAST + 1][ROSIN_ABREAST];
} solving;

#define EACH(q) for (int q = 0; q < quads; q++)

/* What forces leave of x, one contact after the other. */
FOUR_INLINE void yield(solving *s, int quads, const four *f) {
  const rosin_abreast *a = s->a;
  if (quads == 1) {
    four rest = s->x[0];
    rest -= four_at(a->b[0]) * four_spread(f[0], 0);
    rest -= four_at(a->b[1]) * four_spread(f[0], 1);
    rest -= four_at(a->b[2]) * four_spread(f[0], 2);
    s->x[0] = rest - four_at(a->b[3]) * four_spread(f[0], 3);
    return;
  }
  FOUR_ALIGNED double force[ROSIN_ABREAST] = {0};
  EACH(q) four_put(force + ROSIN_FOUR * q, f[q]);
  for (int j = 0; j < a->count; j++)
    EACH(q) s->x[q] -= four_at(a->b[j] + ROSIN_FOUR * q) * four_all(force[j]);
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

/* x of (I + B diag(slope)) x: eliminate_few(), the first block in the first two lanes, the second
 * in the others. */
FOUR_INLINE int eliminate_few(solving *s, four slope) {
  const four c0 = (four){1, 0, 0, 0} + four_at(s->a->b[0]) * four_spread(slope, 0);
  const four c1 = (four){0, 1, 0, 0} + four_at(s->a->b[1]) * four_spread(slope, 1);
  const four c2 = (four){0, 0, 1, 0} + four_at(s->a->b[2]) * four_spread(slope, 2);
  const four c3 = (four){0, 0, 0, 1} + four_at(s->a->b[3]) * four_spread(slope, 3), x = s->x[0];
  const four p = four_blend(c0, c1, 2), q = four_blend(c1, c0, 2), det = determinant(p, q);
  const four per = 1 / det;
  const four w2 = adjoin(p, q, c2) * per, w3 = adjoin(p, q, c3) * per;
  const four y = adjoin(p, q, x) * per;
  const four r2 = reduce(c2, c0, c1, w2), r3 = reduce(c3, c0, c1, w3), rx = reduce(x, c0, c1, y);
  const four first = four_blend(r2, r3, 8), other = four_blend(r3, r2, 8);
  const four block = determinant(first, other);
  const four z = adjoin(first, other, rx) * (1 / block);
  const four pivots = four_blend(four_blend(p, det, 2), four_blend(first, block, 8), 12);
  const four least = 1e-9 * four_blend(four_spread(pivots, 0), four_spread(pivots, 2), 12);
  const four bounds = four_blend(four_all(1e-9), least, 10);
  const four back = y - w2 * four_spread(z, 2) - w3 * four_spread(z, 3);
  s->x[0] = four_blend(back, z, 12);
  return four_bits(pivots > bounds) == 15;
}

/* Columns of I + B diag(slope), and x after them. */
FOUR_INLINE void set_columns(solving *s, int quads, int even, const four *slope) {
  static const double unit[] = {0, 0, 0, 1, 0, 0, 0};
  FOUR_ALIGNED double rise[ROSIN_ABREAST] = {0};
  EACH(q) four_put(rise + ROSIN_FOUR * q, slope[q]);
  for (int j = 0; j < even; j++)
    EACH(q) {
      const four one = q == j / ROSIN_FOUR ? four_at(unit + 3 - j % ROSIN_FOUR) : (four){0};
      four_put(s->column[j] + ROSIN_FOUR * q,
               one + four_at(s->a->b[j] + ROSIN_FOUR * q) * four_all(rise[j]));
    }
  EACH(q) four_put(s->column[even] + ROSIN_FOUR * q, s->x[q]);
}

/* eliminate_pairs(); an odd one is paired with a lane in rest. */
FOUR_INLINE int eliminate_pairs(solving *s, int quads, const four *slope) {
  static const int64_t pairs[] = {-1, -1, 0, 0, -1, -1};
  const int even = (s->a->count + 1) / 2 * 2;
  four_mask good = {-1, -1, -1, -1};
  set_columns(s, quads, even, slope);
  for (int k = 0; k < even; k += 2) {
    const double *c0 = s->column[k], *c1 = s->column[k + 1];
    const four p = four_all(c0[k]), q = four_all(c1[k]), r = four_all(c0[k + 1]);
    const four t = four_all(c1[k + 1]), det = p * t - q * r, per = 1 / det;
    const four_mask own = four_mask_at(pairs + k % ROSIN_FOUR);
    const int place = k / ROSIN_FOUR * ROSIN_FOUR;
    good &= (p > 1e-9) & (det > 1e-9 * p);
    for (int c = k + 2; c <= even; c++) {
      double *column = s->column[c];
      const four top = four_all(column[k]), low = four_all(column[k + 1]);
      const four w0 = (t * top - q * low) * per, w1 = (p * low - r * top) * per;
      EACH(i) {
        const int at = ROSIN_FOUR * i;
        four_put(column + at, four_at(column + at) - four_at(c0 + at) * w0 - four_at(c1 + at) * w1);
      }
      four_put(column + place, four_pick(own, four_pair(w0, w1), four_at(column + place)));
    }
  }
  EACH(i) s->x[i] = four_at(s->column[even] + ROSIN_FOUR * i);
  return four_bits(good) == 15;
}

FOUR_INLINE int eliminate(solving *s, int quads, const four *slope) {
  return quads == 1 ? eliminate_few(s, slope[0]) : eliminate_pairs(s, quads, slope);
}

FOUR_INLINE void begin_free(solving *s, int quads) {
  EACH(q) s->x[q] = four_at(s->a->v_free + ROSIN_FOUR * q);
}

FOUR_INLINE int bend_all(solving *s, int quads) {
  four f0[QUADS], rises[QUADS];
  four_mask out = {0};
  EACH(q) {
    f0[q] = s->quad[q].f0;
    rises[q] = s->quad[q].rises;
  }
  begin_free(s, quads);
  yield(s, quads, f0);
  if (!eliminate(s, quads, rises))
    return 0;
  EACH(q) {
    const quad *k = &s->quad[q];
    out |= ~((s->x[q] >= k->low) & (s->x[q] <= k->high)) & k->real;
  }
  if (four_bits(out))
    return 0;
  EACH(q) {
    s->quad[q].v = s->x[q];
    s->quad[q].f = f0[q] + rises[q] * s->x[q];
  }
  return 1;
}

FOUR_INLINE void move_on(solving *s, int quads) {
  four f[QUADS];
  EACH(q) f[q] = four_at(s->a->f + ROSIN_FOUR * q);
  begin_free(s, quads);
  yield(s, quads, f);
  EACH(q) {
    quad *k = &s->quad[q];
    k->v = four_pick((k->v >= k->low) & (k->v <= k->high), k->v, s->x[q]);
  }
}

FOUR_INLINE void linearise(solving *s, int quads, int whole) {
  EACH(q) {
    if (whole)
      quad_linearise_wholly(&s->quad[q]);
    else if (quads == 1 || four_bits(s->quad[q].open))
      quad_linearise(&s->quad[q]);
  }
}

/* What a Newton step makes of a quad. */
FOUR_INLINE void quad_advance(quad *s, four dv, int halts) {
  const four dw = s->step + s->turn * dv, before = s->v, f = s->f;
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
}

/* advance(): 1 if it was the last round, 0 if not, -1 if it cannot go on. */
FOUR_INLINE int advance(solving *s, int quads, int halts, int whole) {
  four f[QUADS], slope[QUADS];
  four_mask open = {0};
  linearise(s, quads, whole);
  EACH(q) {
    s->x[q] = four_at(s->a->v_free + ROSIN_FOUR * q) - s->quad[q].v;
    f[q] = s->quad[q].f;
    slope[q] = s->quad[q].slope;
  }
  yield(s, quads, f);
  if (!eliminate(s, quads, slope))
    return -1;
  EACH(q) {
    quad_advance(&s->quad[q], s->x[q], halts);
    open |= s->quad[q].open;
  }
  return !four_bits(open);
}

FOUR_INLINE int quad_may_not_bend(quad *s) {
  const double *b[] = {s->a->b[s->at] + s->at, s->a->b[s->at + 1] + s->at,
                       s->a->b[s->at + 2] + s->at, s->a->b[s->at + 3] + s->at};
  const four mobility = {b[0][0], b[1][1], b[2][2], b[3][3]};
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

FOUR_INLINE int none_may_bend(solving *s, int quads) {
  int none = 1;
  EACH(q) none &= quad_may_not_bend(&s->quad[q]);
  return none;
}

/* Forces that are finite, and velocities as the bodies will move. */
FOUR_INLINE int end(solving *s, int quads) {
  four f[QUADS];
  four_mask endless = {0};
  EACH(q) {
    f[q] = s->quad[q].f;
    endless |= ~(four_size(f[q]) < (double)INFINITY) & s->quad[q].real;
  }
  if (four_bits(endless))
    return 0;
  begin_free(s, quads);
  yield(s, quads, f);
  EACH(q) {
    four_put(s->a->f + ROSIN_FOUR * q, f[q]);
    four_put(s->a->v + ROSIN_FOUR * q, s->x[q]);
  }
  return 1;
}

FOUR_INLINE int solve(rosin_abreast *a, int quads, int budget) {
  enum { ROUNDS = 14, HALT = 2, WHOLE = 5 };
  solving s;
  s.a = a;
  a->evaluations = 0;
  EACH(q) {
    const int at = ROSIN_FOUR * q;
    quad *k = &s.quad[q];
    k->a = a;
    k->at = at;
    k->real = k->open = quad_used(a, at);
    k->v = four_at(a->v + at);
    k->moved = k->f = k->slope = k->step = k->turn = k->from = k->to = k->most = (four){0};
    k->sent = (four_mask){0};
    quad_load(k);
    quad_bends(k);
  }
  int done = bend_all(&s, quads);
  if (!done)
    move_on(&s, quads);
  for (int k = 0; k < ROUNDS && !done && a->evaluations < budget; k++) {
    const int last = advance(&s, quads, k >= HALT, k >= WHOLE);
    if (last < 0)
      return 0;
    done = last && none_may_bend(&s, quads);
  }
  return done && end(&s, quads);
}

/* Made for each number of quads. */
static FOUR int solve_one(rosin_abreast *a, int budget) {
  return solve(a, 1, budget);
}
static FOUR int solve_two(rosin_abreast *a, int budget) {
  return solve(a, 2, budget);
}
static FOUR int solve_three(rosin_abreast *a, int budget) {
  return solve(a, 3, budget);
}
static FOUR int solve_all(rosin_abreast *a, int budget) {
  return solve(a, QUADS, budget);
}

int rosin_abreast_solve(rosin_abreast *a, int budget) {
  static int (*const ways[QUADS])(rosin_abreast *, int) = {solve_one, solve_two, solve_three,
                                                           solve_all};
  return ways[(a->count - 1) / ROSIN_FOUR](a, budget);
}

#else

int rosin_abreast_solve(rosin_abreast *a, int budget) {
  (void)a, (void)budget;
  return 0;
}

#endif
