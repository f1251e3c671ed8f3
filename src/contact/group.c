/* SPDX-License-Identifier: BSD-3-Clause */
/* The descent, and what is left when the evaluations are spent; see group.h. */
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum {
  STARTS = 2, /* of the quick way, after sweeps */
  SHARE = 24, /* evaluations of one contact's solve in a sweep */
  SEARCH = 6  /* evaluations along one step */
};

int rosin_group_doubles(int rows) {
  return 8 * rows + rows * rows;
}

void rosin_group_scratch_set(rosin_group_scratch *s, int rows, double *memory) {
  double **const arrays[] = {&s->f,     &s->slope, &s->residual, &s->tolerance,
                             &s->trial, &s->force, &s->push,     &s->step};
  s->rows = rows;
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++, memory += rows)
    *arrays[i] = memory;
  s->jacobian = memory;
}

typedef struct {
  rosin_group_scratch *s;
  rosin_group_contact *contact;
  int n;
  const double *b, *v_free;
  int evaluations, budget; /* of all contacts together */
} problem;

double rosin_group_cross_slope(rosin_group_contact *c, double v, double f, int *evaluations) {
  const double y = c->load.sideways, step = 1e-7 * (fabs(v) + fabs(y)) + 1e-14;
  double moved, unused;
  c->load.sideways = y + step;
  *evaluations += c->law->ops->force(c->law, c->state, &c->load, &v, &moved, &unused);
  c->load.sideways = y;
  return (moved - f) / step;
}

/* Forces of all contacts at v, and their slopes. */
static void evaluate(problem *p, const double *v) {
  for (int i = 0; i < p->n; i++) {
    rosin_group_contact *c = &p->contact[i];
    if (c->load.across)
      c->load.sideways = v[c->load.across - 1];
    p->evaluations +=
        c->law->ops->force(c->law, c->state, &c->load, &v[i], &p->s->f[i], &p->s->slope[i]);
  }
}

/* x = a^-1 x, Gauss with partial pivoting; 0 if a is singular. */
static int linear_solve(double *a, double *x, int n) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
        pivot = i;
    if (!(fabs(a[pivot * n + k]) > 1e-14))
      return 0;
    for (int j = k; j < n && pivot != k; j++) {
      const double swap = a[k * n + j];
      a[k * n + j] = a[pivot * n + j];
      a[pivot * n + j] = swap;
    }
    const double swap = x[k];
    x[k] = x[pivot];
    x[pivot] = swap;
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
  return 1;
}

/* step = -(I + B S)^-1 residual, and push = what it does to the forces beyond f; S are
 * the slopes, or those that rise. */
static int newton_step(problem *p, const double *v, int rising) {
  rosin_group_scratch *s = p->s;
  const int n = p->n;
  for (int j = 0; j < n; j++) {
    s->push[j] = rising ? fmax(s->slope[j], 0) : s->slope[j];
    s->step[j] = -s->residual[j];
    for (int i = 0; i < n; i++)
      s->jacobian[i * n + j] = (i == j) + p->b[i * n + j] * s->push[j];
  }
  for (int k = 0; k < n && !rising; k++) {
    const int across = p->contact[k].load.across;
    if (!across)
      continue;
    const double slope = rosin_group_cross_slope(&p->contact[k], v[k], s->f[k], &p->evaluations);
    for (int i = 0; i < n; i++)
      s->jacobian[i * n + across - 1] += p->b[i * n + k] * slope;
  }
  if (!linear_solve(s->jacobian, s->step, n))
    return 0;
  for (int j = 0; j < n; j++)
    s->push[j] *= s->step[j];
  return 1;
}

/* residual = B (f - force); returns the largest in units of its tolerance. */
static double measure(problem *p, const double *v) {
  rosin_group_scratch *s = p->s;
  const int n = p->n;
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double r = 0, size = fabs(v[i]) + fabs(p->v_free[i]);
    for (int j = 0; j < n; j++) {
      r += p->b[i * n + j] * (s->f[j] - s->force[j]);
      size += fabs(p->b[i * n + j] * s->f[j]);
    }
    s->residual[i] = r;
    worst = fmax(worst, fabs(r) / (s->tolerance[i] + 4e-15 * size));
  }
  return worst;
}

/* dE/dt at v + t step, whose forces by the bodies are force + t push. */
static double fall(problem *p, const double *v, double t) {
  rosin_group_scratch *s = p->s;
  double sum = 0;
  for (int i = 0; i < p->n; i++)
    s->trial[i] = v[i] + t * s->step[i];
  evaluate(p, s->trial);
  for (int i = 0; i < p->n; i++)
    sum += s->step[i] * (s->f[i] - s->force[i] - t * s->push[i]);
  return sum;
}

/* How far along the step: where E is as good as level; leaves the forces there in f. */
static double search(problem *p, const double *v, double first) {
  double low = 0, high = 1, at_low = first, t = 1, g = fall(p, v, t), at_high = g;
  for (int k = 0; k < SEARCH && p->evaluations < p->budget; k++) {
    if (g <= 0.5 * fabs(first) && (k == 0 || g >= -0.5 * fabs(first)))
      break;
    if (g < 0) {
      low = t;
      at_low = g;
    } else {
      high = t;
      at_high = g;
    }
    double u = at_low / (at_low - at_high);
    u = k & 1 ? 0.5 : fmin(fmax(u, 0.05), 0.95);
    t = low + u * (high - low);
    g = fall(p, v, t);
  }
  return t;
}

/* Whether no step can be seen in v any more: f jumps there. */
static int is_lost(const problem *p, const double *v) {
  for (int i = 0; i < p->n; i++)
    if (fabs(p->s->step[i]) > 4e-16 * (fabs(v[i]) + fabs(p->v_free[i])))
      return 0;
  return 1;
}

/* force += f - force + t push, as the step was made of it, and v with it. */
static void move(problem *p, double *v, double t, const double *beyond) {
  rosin_group_scratch *s = p->s;
  for (int i = 0; i < p->n; i++)
    s->force[i] += t * beyond[i];
  for (int i = 0; i < p->n; i++) {
    v[i] = p->v_free[i];
    for (int j = 0; j < p->n; j++)
      v[i] -= p->b[i * p->n + j] * s->force[j];
  }
}

/* Descent from v; 1 if it converged: the forces are then in `force`. */
static int descend(problem *p, double *v) {
  rosin_group_scratch *s = p->s;
  const int n = p->n;
  memset(s->force, 0, (size_t)n * sizeof *s->force);
  evaluate(p, v);
  for (int i = 0; i < n; i++) { /* a linear step makes v and forces agree */
    s->residual[i] = v[i] - p->v_free[i];
    for (int j = 0; j < n; j++)
      s->residual[i] += p->b[i * n + j] * s->f[j];
  }
  if (!newton_step(p, v, 1))
    return 0;
  for (int j = 0; j < n; j++)
    s->push[j] += s->f[j];
  move(p, v, 1, s->push);
  if (p->evaluations >= p->budget)
    return 0;
  evaluate(p, v);
  while (p->evaluations < p->budget) {
    if (measure(p, v) <= 1) {
      memcpy(s->force, s->f, (size_t)n * sizeof *s->f);
      return 1;
    }
    double first = 1;
    for (int rising = 0; rising < 2 && !(first < 0); rising++) {
      first = 1;
      if (!newton_step(p, v, rising))
        continue;
      first = 0;
      for (int i = 0; i < n; i++)
        first += s->step[i] * (s->f[i] - s->force[i]);
    }
    if (!(first < 0))
      return 0;
    for (int i = 0; i < n; i++) /* all that the step does to the forces */
      s->push[i] += s->f[i] - s->force[i];
    if (is_lost(p, v)) {
      move(p, v, 1, s->push);
      return 1;
    }
    const double t = search(p, v, first);
    move(p, v, t, s->push);
  }
  return 0;
}

/* Contact by contact by its own solve, the other forces given. */
static void sweep(problem *p, double *v, double *f, double *w) {
  for (int i = 0; i < p->n; i++) {
    rosin_group_contact *c = &p->contact[i];
    rosin_load load = c->load;
    rosin_solution one;
    double rest = p->v_free[i];
    for (int j = 0; j < p->n; j++)
      rest -= j == i ? 0 : p->b[i * p->n + j] * f[j];
    if (load.across)
      load.sideways = v[load.across - 1];
    const int left = (p->budget - p->evaluations) / (p->n - i);
    load.budget = left < 1 ? 1 : left < SHARE ? left : SHARE;
    c->law->ops->solve(c->law, c->state, &load, rest, p->b[i * p->n + i], &one);
    p->evaluations += one.iterations;
    v[i] = one.v;
    f[i] = one.f;
    w[i] = one.own;
  }
}

/* The quick way, from the last sample's velocities, then from where sweeps lead. */
static int quick(problem *p, double *v, double *f) {
  rosin_group_scratch *s = p->s;
  const int n = p->n;
  if (rosin_group_quick(p->contact, n, p->b, p->v_free, v, f, NULL, p->budget, &p->evaluations))
    return 1;
  memcpy(s->trial, v, (size_t)n * sizeof *v);
  if (p->evaluations < p->budget)
    evaluate(p, v);
  memcpy(f, s->f, (size_t)n * sizeof *f);
  for (int k = 0; k < STARTS && p->evaluations < (3 * p->budget) / 4; k++) {
    sweep(p, s->trial, f, s->push);
    memcpy(s->step, s->trial, (size_t)n * sizeof *v);
    if (rosin_group_quick(p->contact, n, p->b, p->v_free, s->step, s->force, s->push, p->budget,
                          &p->evaluations)) {
      memcpy(f, s->force, (size_t)n * sizeof *f);
      return 1;
    }
  }
  memcpy(v, s->trial, (size_t)n * sizeof *v);
  memcpy(s->f, f, (size_t)n * sizeof *f);
  return 0;
}

/* f = R v, R >= 0 from the last iterate (v, s->f), v = (I + B R)^-1 v_free: f'v >= 0. */
static void close_passively(problem *p, double *v, double *f) {
  rosin_group_scratch *s = p->s;
  const int n = p->n;
  for (int j = 0; j < n; j++) {
    const double r = s->f[j] * v[j] > 0 ? s->f[j] / v[j] : 0;
    s->slope[j] = r < 1e300 ? r : 0;
    s->step[j] = p->v_free[j];
    for (int i = 0; i < n; i++)
      s->jacobian[i * n + j] = (i == j) + p->b[i * n + j] * s->slope[j];
  }
  const int solved = linear_solve(s->jacobian, s->step, n);
  for (int i = 0; i < n; i++) {
    v[i] = solved ? s->step[i] : p->v_free[i];
    f[i] = solved ? s->slope[i] * s->step[i] : 0;
  }
}

int rosin_group_solve(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                      const double *b, const double *v_free, double *v, double *f,
                      int *iterations) {
  const int whole = rosin_load_budget(&contact[0].load), share = whole - (5 * whole) / 14;
  problem p = {s, contact, count, b, v_free, 0, share * count};
  for (int i = 0; i < count; i++)
    contact[i].load.budget = ROSIN_BUDGET_OWN;
  int done = quick(&p, v, f);
  for (int pass = 0; pass < 2 && !done && p.evaluations < p.budget; pass++) {
    /* past the passivity bound a held bristle may leave no root: then it is let go */
    const int all = p.budget;
    for (int i = 0; i < count; i++) {
      contact[i].load.unheld = pass;
      s->tolerance[i] =
          b[i * count + i] * 1e-9 * contact[i].law->ops->scale(contact[i].law, &contact[i].load);
    }
    p.budget = pass ? all : (3 * all) / 4;
    done = descend(&p, v);
    p.budget = all;
    memcpy(f, s->force, (size_t)count * sizeof *f);
  }
  if (!done)
    close_passively(&p, v, f);
  for (int i = 0; i < count && done; i++) { /* v as the bodies will move */
    v[i] = v_free[i];
    for (int j = 0; j < count; j++)
      v[i] -= b[i * count + j] * f[j];
  }
  for (int i = 0; i < count; i++)
    if (contact[i].load.across)
      contact[i].load.sideways = v[contact[i].load.across - 1];
  *iterations = p.evaluations;
  return done;
}
