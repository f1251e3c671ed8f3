/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton in velocities and bristle rates together, the rates eliminated; see group.h. */
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum { MANY = 8, ROUNDS = 14, HALT = 2, WHOLE = 5 };

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
  double w[MANY], a[MANY * MANY], x[MANY], cross[MANY];
  rosin_tangent t[MANY];
  double moved_v[MANY], moved_w[MANY]; /* since the tangents were taken */
  rosin_bend e[MANY];                  /* where bristles bend, */
  int bends[MANY];                     /* as their laws say, */
  int linear;                          /* all of them linearly */
  int known[MANY];                     /* these hold where they have moved to */
  int sent[MANY];                      /* back to bending already */
  int crosses;                         /* some feel the velocity across */
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
  return p->linear && n >= 2 && n <= 4 ? eliminate_few(p->a, p->x, n)
                                       : eliminate_any(p->a, p->x, n);
}

/* All bristles bend and none slips: linear, if the laws say so. */
INLINE int bend_all(problem *p, int n) {
  int all = 1;
  for (int i = 0; i < n; i++) {
    rosin_group_contact *c = &p->contact[i];
    const rosin_law_ops *ops = c->law->ops;
    p->bends[i] = ops->bend ? ops->bend(c->law, c->state, &c->load, &p->e[i]) : 0;
    all &= p->bends[i] == 2;
  }
  p->linear = all;
  if (!all)
    return 0;
  UNROLL
  for (int i = 0; i < n; i++) {
    p->x[i] = p->v_free[i];
    UNROLL
    for (int j = 0; j < n; j++) {
      p->x[i] -= p->b[i * n + j] * p->e[j].f0;
      p->a[i * n + j] = (i == j) + p->b[i * n + j] * p->e[j].slope;
    }
  }
  if (!eliminate(p, n))
    return 0;
  for (int i = 0; i < n; i++)
    if (!(p->x[i] >= p->e[i].low && p->x[i] <= p->e[i].high))
      return 0;
  for (int i = 0; i < n; i++) {
    p->v[i] = p->x[i];
    p->f[i] = p->e[i].f0 + p->e[i].slope * p->x[i];
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
    if (p->bends[i] && !(p->v[i] >= p->e[i].low && p->v[i] <= p->e[i].high))
      p->v[i] = v;
  }
}

/* Tangents where they are not known. */
INLINE void linearise(problem *p, int n, int whole) {
  for (int i = 0; i < n; i++) {
    rosin_group_contact *c = &p->contact[i];
    if (p->known[i])
      continue;
    p->moved_v[i] = p->moved_w[i] = 0;
    if (c->law->ops->tangent) {
      *p->evaluations +=
          c->law->ops->tangent(c->law, c->state, &c->load, p->v[i], p->w[i], whole, &p->t[i]);
      continue;
    }
    rosin_aslant at;
    *p->evaluations += rosin_group_force(p->contact, p->v, i, &at);
    p->t[i].step = p->t[i].turn = 0;
    p->t[i].f = at.f;
    p->t[i].slope = at.slope;
    p->cross[i] = at.cross;
  }
}

/* The equations of a Newton step, x the residual, in the order given. */
INLINE void set_up(problem *p, int n, const int *order) {
  UNROLL
  for (int i = 0; i < n; i++) {
    const int row = order[i];
    double r = p->v_free[row] - p->v[row];
    UNROLL
    for (int j = 0; j < n; j++) {
      r -= p->b[row * n + j] * p->t[j].f;
      p->a[i * n + j] = (i == j) + p->b[row * n + order[j]] * p->t[order[j]].slope;
    }
    p->x[i] = r;
  }
  for (int k = 0; k < n && p->crosses; k++) {
    const int across = p->contact[order[k]].load.across;
    for (int j = 0; across && j < n; j++)
      for (int i = 0; i < n && order[j] == across - 1; i++)
        p->a[i * n + j] += p->b[order[i] * n + order[k]] * p->cross[order[k]];
  }
}

/* The same with the contacts first whose forces rise with speed: the pivots of the others
 * are then positive at a minimum (group.h), and elsewhere a force that falls is taken as
 * level, so that Newton does not make for an unstable root. */
static void descend(problem *p, int n) {
  int order[MANY] = {0}, count = 0;
  for (int falls = 0; falls < 2; falls++)
    for (int i = 0; i < n; i++)
      if ((p->t[i].slope < 0) == falls)
        order[count++] = i;
  set_up(p, n, order);
  double *a = p->a, *x = p->x, sorted[MANY];
  for (int k = 0; k < n; k++) {
    if (!(a[k * n + k] > 1e-9)) {
      for (int i = 0; i < n; i++)
        a[i * n + k] = i == k;
      p->t[order[k]].slope = 0;
      p->t[order[k]].high = -(double)INFINITY; /* not the last round */
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
  static const int as_they_are[MANY] = {0, 1, 2, 3, 4, 5, 6, 7};
  set_up(p, n, as_they_are);
  if (!eliminate(p, n))
    descend(p, n);
}

/* Whether a step dv to v may be the last, of a law without tangent(). */
static int is_small(const rosin_group_contact *c, const rosin_tangent *t, double v, double dv,
                    double mobility, double v_free) {
  if (c->law->ops->smooth && fabs(dv) <= smooth_step * fabs(v))
    return 1;
  const double force = force_tolerance * c->law->ops->scale(c->law, &c->load);
  return fabs(dv) <= mobility * force + 4e-15 * (fabs(v) + fabs(v_free)) &&
         (fabs(t->slope * dv) <= force || fabs(dv) <= 4e-16 * fabs(v));
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
    rosin_tangent *t = &p->t[i];
    const double dv = p->x[i], dw = t->step + t->turn * dv, before = p->v[i], f = t->f;
    const double moved = p->moved_v[i] += dv;
    p->v[i] += dv;
    p->w[i] += dw;
    p->moved_w[i] += dw;
    t->f += t->slope * dv;
    t->step = 0;
    p->known[i] = p->contact[i].law->ops->tangent
                      ? p->v[i] >= t->low && p->v[i] <= t->high && fabs(p->moved_w[i]) <= t->most
                      : is_small(&p->contact[i], t, p->v[i], moved, p->b[i * n + i], p->v_free[i]);
    if (halts && before * p->v[i] < 0 && t->slope * fabs(before) < 0.5 * fabs(f)) {
      p->w[i] = p->v[i] = copysign(1e-30, p->v[i]);
      p->known[i] = 0;
    }
    last &= p->known[i];
    p->known[i] = p->known[i] && !p->contact[i].load.across;
  }
  return last;
}

/* Sends slipping bristles that might only bend, the other forces given, back to where
 * they do; 1 if there are none. */
INLINE int none_may_bend(problem *p, int n) {
  int none = 1;
  for (int i = 0; i < n; i++) {
    const rosin_bend *e = &p->e[i];
    if (!p->bends[i] || (p->v[i] >= e->low && p->v[i] <= e->high))
      continue;
    const double mobility = p->b[i * n + i], rest = p->v[i] + mobility * p->t[i].f;
    if (p->sent[i]++ || rest < e->low + mobility * e->f_low ||
        rest > e->high + mobility * e->f_high)
      continue;
    p->known[i] = 0;
    p->w[i] = p->v[i] = e->linear ? (rest - mobility * e->f0) / (1 + mobility * e->slope)
                                  : fmin(fmax(p->v[i], e->low), e->high - 1e-30);
    none = 0;
  }
  return none;
}

INLINE int solve(problem *p, int n, int budget) {
  p->crosses = 0;
  for (int i = 0; i < n; i++) {
    const rosin_group_contact *c = &p->contact[i];
    p->w[i] = c->law->ops->tangent ? c->state[c->law->ops->unknown] : 0;
    p->sent[i] = p->known[i] = 0;
    p->crosses |= c->load.across;
  }
  if (bend_all(p, n))
    return 1;
  move_on(p, n);
  for (int k = 0; k < ROUNDS && *p->evaluations < budget; k++) {
    const int last = advance(p, n, k >= HALT, k >= WHOLE);
    if (last && none_may_bend(p, n)) {
      for (int i = 0; i < n; i++)
        p->f[i] = p->t[i].f;
      return 1;
    }
  }
  return 0;
}

int rosin_group_quick(rosin_group_contact *contact, int n, const double *b, const double *v_free,
                      double *v, double *f, int budget, int *evaluations) {
  double kept[MANY];
  int done;
  if (n < 1 || n > MANY)
    return 0;
  problem p;
  p.t[0] = (rosin_tangent){0}; /* all are set in the first round, which the analyzer does not see */
  p.contact = contact;
  p.b = b;
  p.v_free = v_free;
  p.v = v;
  p.f = f;
  p.evaluations = evaluations;
  memcpy(kept, v, (size_t)n * sizeof *v);
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
  for (int i = 0; i < n; i++)
    done = done && isfinite(f[i]);
  if (!done)
    memcpy(v, kept, (size_t)n * sizeof *v);
  return done;
}
