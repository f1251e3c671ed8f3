/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton in velocities and bristle rates together, the rates eliminated; see group.h. */
#include "contact/abreast/abreast.h"
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 14, HALT = 2, WHOLE = 5 };

static const double force_tolerance = 1e-9; /* of the law's scale */
static const double smooth_step = 1e-5;     /* of v; the error is its square */

/* The inner loops are made for each small count of contacts, and unrolled. */
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 4")

typedef struct {
  rosin_group_contact *contact;
  const double *b, *v_free;
  double *v, *f;
  int *evaluations;
  rosin_group_quick_room at;
  int linear;  /* all bristles bend, and all linearly */
  int crosses; /* some feel the velocity across */
} problem;

/* x = a^-1 x for up to four, by blocks of two: two divisions are waited for, not four. 0 where a
 * pivot is not positive. What contact/abreast/ does in lanes. */
INLINE int eliminate_few(const double *a, double *x, int n) {
  const double p = a[0], q = a[1], r = a[n], s = a[n + 1], det = p * s - q * r, per = 1 / det;
  double w[2]
          [3]; /* the first two rows of the third and fourth column and of x, without the block */
  if (!(p > 1e-9 && det > 1e-9 * p))
    return 0;
  UNROLL
  for (int c = 2; c <= n; c++) {
    const double top = c < n ? a[c] : x[0], low = c < n ? a[n + c] : x[1];
    w[0][c - 2] = (s * top - q * low) * per;
    w[1][c - 2] = (p * low - r * top) * per;
  }
  const double *y0 = &w[0][n - 2], *y1 = &w[1][n - 2];
  if (n == 2) {
    x[0] = *y0;
    x[1] = *y1;
    return 1;
  }
  double rest[2][3]; /* the others' rows of the same */
  UNROLL
  for (int i = 2; i < n; i++)
    UNROLL
  for (int c = 2; c <= n; c++)
    rest[i - 2][c - 2] =
        (c < n ? a[i * n + c] : x[i]) - a[i * n] * w[0][c - 2] - a[i * n + 1] * w[1][c - 2];
  const double first = rest[0][0];
  const double block = n == 3 ? first : first * rest[1][1] - rest[0][1] * rest[1][0];
  const double inverse = 1 / block;
  if (!(first > 1e-9 && block > 1e-9 * first))
    return 0;
  if (n == 3) {
    x[2] = rest[0][1] * inverse;
    x[0] = *y0 - w[0][0] * x[2];
    x[1] = *y1 - w[1][0] * x[2];
    return 1;
  }
  x[2] = (rest[1][1] * rest[0][2] - rest[0][1] * rest[1][2]) * inverse;
  x[3] = (first * rest[1][2] - rest[1][0] * rest[0][2]) * inverse;
  x[0] = *y0 - w[0][0] * x[2] - w[0][1] * x[3];
  x[1] = *y1 - w[1][0] * x[2] - w[1][1] * x[3];
  return 1;
}

/* Two pivots, and the inverse of their determinant. */
typedef struct {
  double p, q, r, s, per;
} pivots;

/* What they leave of a column, whose entries stand `by` apart: their own rows solved, all other
 * rows less their share. c0: the first of theirs, the second beside it if there are two. */
static void reduce_pair(const pivots *at, const double *c0, int n, int k, double *column, int by) {
  const int two = k + 1 < n;
  const double top = column[k * by], low = two ? column[(k + 1) * by] : 0;
  const double w0 = (at->s * top - at->q * low) * at->per;
  const double w1 = (at->p * low - at->r * top) * at->per;
  for (int i = 0; i < n; i++)
    if (i != k && i != k + 1) {
      const double less = column[i * by] - c0[i * n] * w0;
      column[i * by] = two ? less - c0[i * n + 1] * w1 : less;
    }
  column[k * by] = w0;
  if (two)
    column[(k + 1) * by] = w1;
}

/* x = a^-1 x of more, by pairs, which leave rows above as they leave those below (Gauss and
 * Jordan): no way back, which would be one row after the other. What contact/abreast/ does in
 * lanes. */
static int eliminate_pairs(double *a, double *x, int n) {
  for (int k = 0; k < n; k += 2) {
    const double *c = a + k, *d = k + 1 < n ? a + (k + 1) * n + k : NULL;
    pivots at = {c[k * n], d ? c[k * n + 1] : 0, d ? d[0] : 0, d ? d[1] : 1, 0};
    const double det = at.p * at.s - at.q * at.r;
    at.per = 1 / det;
    if (!(at.p > 1e-9 && det > 1e-9 * at.p))
      return 0;
    for (int j = k + 2; j < n; j++)
      reduce_pair(&at, c, n, k, a + j, n);
    reduce_pair(&at, c, n, k, x, 1);
  }
  return 1;
}

/* The same of any contacts, without exchanges. */
INLINE int eliminate_any(double *a, double *x, int n) {
  UNROLL
  for (int k = 0; k < n; k++) {
    if (!(a[k * n + k] > 1e-9))
      return 0;
    const double per = 1 / a[k * n + k];
    UNROLL
    for (int i = k + 1; i < n; i++) {
      const double factor = a[i * n + k] * per;
      UNROLL
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
      x[i] -= factor * x[k];
    }
    a[k * n + k] = per;
  }
  UNROLL
  for (int k = n - 1; k >= 0; k--) {
    UNROLL
    for (int j = k + 1; j < n; j++)
      x[k] -= a[k * n + j] * x[j];
    x[k] *= a[k * n + k];
  }
  return 1;
}

/* Groups that can stand abreast go that way; others as they always did, to the bit: some of them
 * are so chaotic that a last digit is heard. */
INLINE int eliminate(problem *p, int n) {
  if (!p->linear || n < 2 || n > ROSIN_ABREAST)
    return eliminate_any(p->at.a, p->at.x, n);
  return n <= 4 ? eliminate_few(p->at.a, p->at.x, n) : eliminate_pairs(p->at.a, p->at.x, n);
}

/* All bristles bend and none slips: linear, if the laws say so. */
INLINE int bend_all(problem *p, int n) {
  int all = 1;
  for (int i = 0; i < n; i++) {
    rosin_group_contact *c = &p->contact[i];
    const rosin_law_ops *ops = c->law->ops;
    p->at.bends[i] = ops->bend ? ops->bend(c->law, c->state, &c->load, &p->at.e[i]) : 0;
    all &= p->at.bends[i] == 2;
  }
  p->linear = all;
  if (!all)
    return 0;
  UNROLL
  for (int i = 0; i < n; i++) {
    p->at.x[i] = p->v_free[i];
    UNROLL
    for (int j = 0; j < n; j++) {
      p->at.x[i] -= p->b[i * n + j] * p->at.e[j].f0;
      p->at.a[i * n + j] = (i == j) + p->b[i * n + j] * p->at.e[j].slope;
    }
  }
  if (!eliminate(p, n))
    return 0;
  for (int i = 0; i < n; i++)
    if (!(p->at.x[i] >= p->at.e[i].low && p->at.x[i] <= p->at.e[i].high))
      return 0;
  for (int i = 0; i < n; i++) {
    p->v[i] = p->at.x[i];
    p->f[i] = p->at.e[i].f0 + p->at.e[i].slope * p->at.x[i];
  }
  return 1;
}

/* What slips moves on as if all forces stayed. */
INLINE void move_on(problem *p, int n) {
  UNROLL
  for (int i = 0; i < n; i++) {
    double v = p->v_free[i];
    UNROLL
    for (int j = 0; j < n; j++)
      v -= p->b[i * n + j] * p->f[j];
    if (p->at.bends[i] && !(p->v[i] >= p->at.e[i].low && p->v[i] <= p->at.e[i].high))
      p->v[i] = v;
  }
}

/* Tangents where they are not known. */
INLINE void linearise(problem *p, int n, int whole) {
  for (int i = 0; i < n; i++) {
    rosin_group_contact *c = &p->contact[i];
    if (p->at.known[i])
      continue;
    p->at.moved_v[i] = p->at.moved_w[i] = 0;
    if (c->law->ops->tangent) {
      *p->evaluations +=
          c->law->ops->tangent(c->law, c->state, &c->load, p->v[i], p->at.w[i], whole, &p->at.t[i]);
      continue;
    }
    rosin_aslant at;
    *p->evaluations += rosin_group_force(p->contact, p->v, i, &at);
    p->at.t[i].step = p->at.t[i].turn = 0;
    p->at.t[i].f = at.f;
    p->at.t[i].slope = at.slope;
    p->at.cross[i] = at.cross;
  }
}

/* What the velocities across do to a Newton step. */
static void add_crosses(problem *p, int n, const int *order) {
  for (int k = 0; k < n; k++) {
    const int from = order ? order[k] : k, across = p->contact[from].load.across;
    for (int j = 0; across && j < n; j++)
      for (int i = 0; i < n && (order ? order[j] : j) == across - 1; i++)
        p->at.a[i * n + j] += p->b[(order ? order[i] : i) * n + from] * p->at.cross[from];
  }
}

/* The equations of a Newton step, x the residual, in the order given, or as they are. */
INLINE void set_up(problem *p, int n, const int *order) {
  UNROLL
  for (int i = 0; i < n; i++) {
    const int row = order ? order[i] : i;
    double r = p->v_free[row] - p->v[row];
    UNROLL
    for (int j = 0; j < n; j++) {
      const int column = order ? order[j] : j;
      r -= p->b[row * n + j] * p->at.t[j].f;
      p->at.a[i * n + j] = (i == j) + p->b[row * n + column] * p->at.t[column].slope;
    }
    p->at.x[i] = r;
  }
  if (p->crosses)
    add_crosses(p, n, order);
}

/* The same with the contacts first whose forces rise with speed: the pivots of the others
 * are then positive at a minimum (group.h), and elsewhere a force that falls is taken as
 * level, so that Newton does not make for an unstable root. */
static void descend(problem *p, int n) {
  int *order = p->at.order, count = 0;
  for (int falls = 0; falls < 2; falls++)
    for (int i = 0; i < n; i++)
      if ((p->at.t[i].slope < 0) == falls)
        order[count++] = i;
  set_up(p, n, order);
  double *a = p->at.a, *x = p->at.x, *sorted = p->at.sorted;
  for (int k = 0; k < n; k++) {
    if (!(a[k * n + k] > 1e-9)) {
      for (int i = 0; i < n; i++)
        a[i * n + k] = i == k;
      p->at.t[order[k]].slope = 0;
      p->at.t[order[k]].high = -(double)INFINITY; /* not the last round */
    }
    for (int i = k + 1; i < n; i++) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
      x[i] -= factor * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++)
      x[k] -= a[k * n + j] * x[j];
    x[k] /= a[k * n + k];
  }
  memcpy(sorted, x, (size_t)n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[order[i]] = sorted[i];
}

/* x = step of the velocities. */
INLINE void newton_step(problem *p, int n) {
  set_up(p, n, NULL);
  if (!eliminate(p, n))
    descend(p, n);
}

/* What a velocity may be off by rounding, its own and through the forces of others: where nothing
 * can be moved these nearly cancel. */
static double rounding(const problem *p, int n, int i) {
  double sum = fabs(p->v[i]) + fabs(p->v_free[i]);
  for (int j = 0; j < n; j++)
    sum += fabs(p->b[i * n + j]) * (fabs(p->at.t[j].f) + fabs(p->at.t[j].slope * p->v_free[j]));
  return 4e-15 * sum;
}

/* Whether a step dv to v may be the last, of a law without tangent(). */
static int is_small(const problem *p, int n, int i, double dv) {
  const rosin_group_contact *c = &p->contact[i];
  const double v = p->v[i], slope = p->at.t[i].slope;
  if (c->law->ops->smooth && fabs(dv) <= smooth_step * fabs(v))
    return 1;
  const double force = force_tolerance * c->law->ops->scale(c->law, &c->load);
  const double moves = p->b[i * n + i] * force + 4e-15 * (fabs(v) + fabs(p->v_free[i]));
  return (fabs(slope * dv) <= force || fabs(dv) <= 4e-16 * fabs(v)) &&
         (fabs(dv) <= moves || fabs(dv) <= rounding(p, n, i));
}

/* One round: moves v and w; 1 if it is the last. A tangent that holds where that leads stays
 * known, and moves along. If `halts`, a contact that slips and would turn round stops
 * first, to see whether it sticks; if `whole`, laws solve for their own unknowns at each
 * velocity. */
INLINE int advance(problem *p, int n, int halts, int whole) {
  int last = 1;
  linearise(p, n, whole);
  newton_step(p, n);
  for (int i = 0; i < n; i++) {
    rosin_tangent *t = &p->at.t[i];
    const double dv = p->at.x[i], dw = t->step + t->turn * dv, before = p->v[i], f = t->f;
    const double moved = p->at.moved_v[i] += dv;
    p->v[i] += dv;
    p->at.w[i] += dw;
    p->at.moved_w[i] += dw;
    t->f += t->slope * dv;
    t->step = 0;
    p->at.known[i] = p->contact[i].law->ops->tangent ? p->v[i] >= t->low && p->v[i] <= t->high &&
                                                           fabs(p->at.moved_w[i]) <= t->most
                                                     : is_small(p, n, i, moved);
    if (halts && before * p->v[i] < 0 && t->slope * fabs(before) < 0.5 * fabs(f)) {
      p->at.w[i] = p->v[i] = copysign(1e-30, p->v[i]);
      p->at.known[i] = 0;
    }
    last &= p->at.known[i];
    p->at.known[i] = p->at.known[i] && !p->contact[i].load.across;
  }
  return last;
}

/* Sends slipping bristles that might only bend, the other forces given, back to where
 * they do; 1 if there are none. */
INLINE int none_may_bend(problem *p, int n) {
  int none = 1;
  for (int i = 0; i < n; i++) {
    const rosin_bend *e = &p->at.e[i];
    if (!p->at.bends[i] || (p->v[i] >= e->low && p->v[i] <= e->high))
      continue;
    const double mobility = p->b[i * n + i], rest = p->v[i] + mobility * p->at.t[i].f;
    if (p->at.sent[i]++ || rest < e->low + mobility * e->f_low ||
        rest > e->high + mobility * e->f_high)
      continue;
    p->at.known[i] = 0;
    p->at.w[i] = p->v[i] = e->linear ? (rest - mobility * e->f0) / (1 + mobility * e->slope)
                                     : fmin(fmax(p->v[i], e->low), e->high - 1e-30);
    none = 0;
  }
  return none;
}

INLINE int rounds(problem *p, int n, int budget, int whole) {
  for (int k = 0; k < ROUNDS && *p->evaluations < budget; k++) {
    const int last = advance(p, n, k >= HALT, k >= whole);
    if (last && none_may_bend(p, n)) {
      for (int i = 0; i < n; i++)
        p->f[i] = p->at.t[i].f;
      return 1;
    }
  }
  return 0;
}

INLINE int solve(problem *p, int n, int budget) {
  p->crosses = 0;
  for (int i = 0; i < n; i++) {
    const rosin_group_contact *c = &p->contact[i];
    p->at.w[i] = c->law->ops->tangent ? c->state[c->law->ops->unknown] : 0;
    p->at.sent[i] = p->at.known[i] = 0;
    p->crosses |= c->load.across;
  }
  if (bend_all(p, n))
    return 1;
  move_on(p, n);
  return rounds(p, n, budget, WHOLE);
}

/* From a solve under loads that were little different: it stays at its velocities. */
static int solve_again(problem *p, int n, const int *pressed, int budget) {
  p->crosses = 0;
  for (int i = 0; i < n; i++) {
    p->at.sent[i] = 0;
    p->at.known[i] = pressed && !pressed[i] && p->at.known[i];
    const double off = p->v[i] - p->at.ended[i]; /* by rounding */
    p->at.t[i].f += p->at.t[i].slope * off;
    p->at.moved_v[i] += off;
    p->crosses |= p->contact[i].load.across;
  }
  if (!bend_all(p, n))
    return rounds(p, n, budget, 0);
  memset(p->at.known, 0, (size_t)n * sizeof *p->at.known);
  return 1;
}

static int keep_finite(const problem *p, int n, int done) {
  for (int i = 0; i < n; i++)
    done = done && isfinite(p->f[i]);
  memcpy(done ? p->at.ended : p->v, done ? p->v : p->at.kept, (size_t)n * sizeof *p->v);
  return done;
}

int rosin_group_quick(rosin_group_quick_room *room, rosin_group_contact *contact, int n,
                      const double *b, const double *v_free, double *v, double *f, int budget,
                      int *evaluations) {
  problem p = {contact, b, v_free, v, f, evaluations, *room, 0, 0};
  int done;
  memcpy(room->kept, v, (size_t)n * sizeof *v);
  switch (n) {
  case 2:
    done = solve(&p, 2, budget);
    break;
  case 3:
    done = solve(&p, 3, budget);
    break;
  case 4:
    done = solve(&p, 4, budget);
    break;
  default:
    done = solve(&p, n, budget);
  }
  return keep_finite(&p, n, done);
}

int rosin_group_quick_again(rosin_group_quick_room *room, rosin_group_contact *contact, int n,
                            const double *b, const double *v_free, double *v, double *f,
                            const int *pressed, int budget, int *evaluations) {
  problem p = {contact, b, v_free, v, f, evaluations, *room, 0, 0};
  memcpy(room->kept, v, (size_t)n * sizeof *v);
  return keep_finite(&p, n, solve_again(&p, n, pressed, budget));
}
