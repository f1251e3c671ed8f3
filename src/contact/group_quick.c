/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton in velocities and bristle rates together, the rates eliminated; see group.h. */
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum { MANY = 8, ROUNDS = 10, HALT = 2, WHOLE = 5 };

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
  int sent[MANY]; /* back to bending already */
  int crosses;    /* some feel the velocity across */
} problem;

/* x = a^-1 x without exchanges; 0 where a pivot is not positive. */
INLINE int eliminate(double *a, double *x, int n) {
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

/* All bristles bend and none slips: linear, if the laws say so. */
INLINE int bend_all(problem *p, int n) {
  rosin_bend e[MANY];
  for (int i = 0; i < n; i++) {
    rosin_group_contact *c = &p->contact[i];
    if (!c->law->ops->bend || c->law->ops->bend(c->law, c->state, &c->load, &e[i]) != 2)
      return 0;
  }
  for (int i = 0; i < n; i++) {
    p->x[i] = p->v_free[i];
    for (int j = 0; j < n; j++) {
      p->x[i] -= p->b[i * n + j] * e[j].f0;
      p->a[i * n + j] = (i == j) + p->b[i * n + j] * e[j].slope;
    }
  }
  if (!eliminate(p->a, p->x, n))
    return 0;
  for (int i = 0; i < n; i++)
    if (!(p->x[i] >= e[i].low && p->x[i] <= e[i].high))
      return 0;
  for (int i = 0; i < n; i++) {
    p->v[i] = p->x[i];
    p->f[i] = e[i].f0 + e[i].slope * p->x[i];
  }
  return 1;
}

INLINE void linearise(problem *p, int n, int whole) {
  for (int i = 0; i < n; i++) {
    rosin_group_contact *c = &p->contact[i];
    if (c->law->ops->tangent) {
      *p->evaluations +=
          c->law->ops->tangent(c->law, c->state, &c->load, p->v[i], p->w[i], whole, &p->t[i]);
      continue;
    }
    p->t[i].step = p->t[i].turn = 0;
    *p->evaluations +=
        rosin_group_force(p->contact, p->v, i, &p->t[i].f, &p->t[i].slope, &p->cross[i]);
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
  if (!eliminate(p->a, p->x, n))
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

/* One round: moves v and w; 1 if it is the last, f then filled in. If
 * `halts`, a contact that slips and would turn round stops first, to see whether it sticks;
 * if `whole`, laws solve for their own unknowns at each velocity. */
INLINE int advance(problem *p, int n, int halts, int whole) {
  int last = 1;
  linearise(p, n, whole);
  newton_step(p, n);
  for (int i = 0; i < n; i++) {
    const rosin_tangent *t = &p->t[i];
    const double dv = p->x[i], dw = t->step + t->turn * dv, before = p->v[i];
    p->v[i] += dv;
    p->w[i] += dw;
    p->f[i] = t->f + t->slope * dv;
    if (p->contact[i].law->ops->tangent)
      last &= p->v[i] >= t->low && p->v[i] <= t->high && fabs(dw) <= t->most;
    else
      last = last && is_small(&p->contact[i], t, p->v[i], dv, p->b[i * n + i], p->v_free[i]);
    if (halts && before * p->v[i] < 0 && t->slope * fabs(before) < 0.5 * fabs(t->f)) {
      p->w[i] = p->v[i] = copysign(1e-30, p->v[i]);
      last = 0;
    }
  }
  return last;
}

/* Sends slipping bristles that might only bend, the other forces given, back to where
 * they do; 1 if there are none. */
INLINE int none_may_bend(problem *p, int n) {
  int none = 1;
  for (int i = 0; i < n; i++) {
    rosin_group_contact *c = &p->contact[i];
    rosin_bend e;
    if (!c->law->ops->bend || !c->law->ops->bend(c->law, c->state, &c->load, &e) ||
        (p->v[i] >= e.low && p->v[i] <= e.high))
      continue;
    const double mobility = p->b[i * n + i], rest = p->v[i] + mobility * p->f[i];
    if (p->sent[i]++ || rest < e.low + mobility * e.f_low || rest > e.high + mobility * e.f_high)
      continue;
    p->w[i] = p->v[i] = e.linear ? (rest - mobility * e.f0) / (1 + mobility * e.slope)
                                 : fmin(fmax(p->v[i], e.low), e.high - 1e-30);
    none = 0;
  }
  return none;
}

INLINE int solve(problem *p, int n, int budget) {
  if (bend_all(p, n))
    return 1;
  p->crosses = 0;
  for (int i = 0; i < n; i++) {
    const rosin_group_contact *c = &p->contact[i];
    p->w[i] = c->law->ops->tangent ? c->state[c->law->ops->unknown] : 0;
    p->sent[i] = 0;
    p->crosses |= c->load.across;
  }
  for (int k = 0; k < ROUNDS && *p->evaluations < budget; k++) {
    const int last = advance(p, n, k >= HALT, k >= WHOLE);
    if (last && none_may_bend(p, n))
      return 1;
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
