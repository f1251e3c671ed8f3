/* SPDX-License-Identifier: BSD-3-Clause */
/* See group.h. */
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum { SWEEPS = 3, NEWTON = 40, LONG_SWEEPS = 200, STAGES = 30000, SCATTER = 200 };

int rosin_group_doubles(int rows) {
  return 7 * rows + 5 * (rows + 1) + (rows + 1) * (rows + 1);
}

void rosin_group_scratch_set(rosin_group_scratch *s, int rows, double *memory) {
  double **const arrays[] = {&s->f,         &s->slope, &s->residual, &s->trial,
                             &s->tolerance, &s->start, &s->scale};
  s->rows = rows;
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++, memory += rows)
    *arrays[i] = memory;
  s->step = memory;
  s->path = s->step + rows + 1;
  s->jacobian = s->path + 4 * (rows + 1);
}

/* A problem: the mobility may be scaled off its diagonal. */
typedef struct {
  rosin_group_scratch *s;
  rosin_group_contact *contact;
  int n;
  const double *b, *v_free;
  int evaluations;
} problem;

/* Force of one contact at v, and df/dv. */
static void force_at(problem *p, int i, const double *v, double *f, double *slope) {
  rosin_group_contact *c = &p->contact[i];
  if (c->load.across)
    c->load.sideways = v[c->load.across - 1];
  c->law->ops->force(c->law, c->state, &c->load, &v[i], f, slope);
}

/* df/dv of a contact by the velocity of the one across, by a difference. */
static double cross_slope(problem *p, int i, const double *v, double f) {
  rosin_group_contact *c = &p->contact[i];
  const double y = v[c->load.across - 1], step = 1e-7 * (fabs(v[i]) + fabs(y)) + 1e-14;
  double moved, unused;
  c->load.sideways = y + step;
  c->law->ops->force(c->law, c->state, &c->load, &v[i], &moved, &unused);
  c->load.sideways = y;
  return (moved - f) / step;
}

/* Residuals at v; returns the largest in units of its tolerance. */
static double evaluate(problem *p, const double *v) {
  rosin_group_scratch *s = p->s;
  const int n = p->n;
  double worst = 0;
  p->evaluations++;
  for (int i = 0; i < n; i++)
    force_at(p, i, v, &s->f[i], &s->slope[i]);
  for (int i = 0; i < n; i++) {
    double r = v[i] - p->v_free[i], size = fabs(v[i]) + fabs(p->v_free[i]);
    for (int j = 0; j < n; j++) {
      const double term = p->b[i * n + j] * s->f[j];
      r += term;
      size += fabs(term);
    }
    s->residual[i] = r;
    worst = fmax(worst, fabs(r) / (s->tolerance[i] + 4e-15 * size));
  }
  return worst;
}

/* x = a^-1 x, Gauss with partial pivoting; returns the sign of a's determinant, 0 if
 * it is singular. */
static int linear_solve(double *a, double *x, int n) {
  int sign = 1;
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
        pivot = i;
    if (!(fabs(a[pivot * n + k]) > 1e-14))
      return 0;
    sign = (a[pivot * n + k] < 0) != (pivot != k) ? -sign : sign;
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
  return sign;
}

/* step = -J^-1 residual at v, J = I + B diag(slope), and the slopes across. */
static int newton_step(problem *p, const double *v) {
  rosin_group_scratch *s = p->s;
  const int n = p->n;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      s->jacobian[i * n + j] = (i == j) + p->b[i * n + j] * s->slope[j];
    s->step[i] = -s->residual[i];
  }
  for (int k = 0; k < n; k++) {
    const int across = p->contact[k].load.across;
    const double slope = across ? cross_slope(p, k, v, s->f[k]) : 0;
    for (int i = 0; across && i < n; i++)
      s->jacobian[i * n + across - 1] += p->b[i * n + k] * slope;
  }
  return linear_solve(s->jacobian, s->step, n);
}

/* Damped Newton from v; 1 if it converged, v and s->f then hold the root. */
static int newton(problem *p, double *v) {
  rosin_group_scratch *s = p->s;
  double worst = evaluate(p, v);
  for (int k = 0; k < NEWTON; k++) {
    if (worst <= 1)
      return 1;
    if (!newton_step(p, v))
      return 0;
    double share = 1, next = INFINITY;
    for (int halvings = 0; halvings < 12; halvings++, share *= 0.5) {
      for (int i = 0; i < p->n; i++)
        s->trial[i] = v[i] + share * s->step[i];
      next = evaluate(p, s->trial);
      if (next < worst * (1 - 1e-4 * share))
        break;
    }
    if (!(next < worst))
      return 0;
    memcpy(v, s->trial, (size_t)p->n * sizeof *v);
    worst = next;
  }
  return worst <= 1;
}

/* One Gauss-Seidel sweep of scalar solves; returns the largest change of v. */
static double sweep(problem *p, double *v, double *f) {
  const int n = p->n;
  double change = 0;
  for (int i = 0; i < n; i++) {
    rosin_group_contact *c = &p->contact[i];
    double rest = p->v_free[i];
    if (c->load.across)
      c->load.sideways = v[c->load.across - 1];
    for (int j = 0; j < n; j++)
      if (j != i)
        rest -= p->b[i * n + j] * f[j];
    rosin_solution solution;
    c->law->ops->solve(c->law, c->state, &c->load, rest, p->b[i * n + i], &solution);
    change = fmax(change, fabs(solution.v - v[i]));
    v[i] = solution.v;
    f[i] = solution.f;
  }
  p->evaluations++;
  return change;
}

/* The path of v + share B f(v) = v_free, from share = 0 (v = v_free) to 1, in
 * units of `scale`; unknowns x = (v / scale, share). Since f is bounded the path
 * cannot escape, and followed by arc length it passes its folds. */
typedef struct {
  const double *scale;
  double *x, *tangent, *ahead, *turned; /* [n + 1] */
  int sense; /* sign of det(Jacobian over tangent), the same all along, even round corners */
} path;

/* Residual and Jacobian of the path, its last row being `tangent`. */
static void path_system(problem *p, const path *w, const double *x, double *right) {
  rosin_group_scratch *s = p->s;
  const int n = p->n, m = n + 1;
  for (int i = 0; i < n; i++)
    s->trial[i] = x[i] * w->scale[i];
  evaluate(p, s->trial);
  for (int i = 0; i < n; i++) {
    double push = 0;
    for (int j = 0; j < n; j++) {
      push += p->b[i * n + j] * s->f[j];
      s->jacobian[i * m + j] =
          ((i == j) + x[n] * p->b[i * n + j] * s->slope[j]) * w->scale[j] / w->scale[i];
    }
    s->jacobian[i * m + n] = push / w->scale[i];
    right[i] = -(s->trial[i] - p->v_free[i] + x[n] * push) / w->scale[i];
  }
  for (int k = 0; k < n; k++) {
    const int j = p->contact[k].load.across - 1;
    const double slope = j >= 0 ? cross_slope(p, k, s->trial, s->f[k]) : 0;
    for (int i = 0; j >= 0 && i < n; i++)
      s->jacobian[i * m + j] += x[n] * p->b[i * n + k] * slope * w->scale[j] / w->scale[i];
  }
  memcpy(s->jacobian + n * m, w->tangent, (size_t)m * sizeof *right);
}

/* Direction of the path at x, on from the last one, into `out`. */
static int path_tangent(problem *p, path *w, const double *x, double *out) {
  const int m = p->n + 1;
  double *t = p->s->step, norm = 0;
  path_system(p, w, x, t);
  memset(t, 0, (size_t)m * sizeof *t);
  t[m - 1] = 1;
  const int sign = linear_solve(p->s->jacobian, t, m);
  if (!sign)
    return 0;
  if (!w->sense)
    w->sense = sign;
  for (int i = 0; i < m; i++)
    norm += t[i] * t[i];
  norm = (sign == w->sense ? 1 : -1) / sqrt(norm);
  for (int i = 0; i < m; i++)
    out[i] = t[i] * norm;
  return 1;
}

/* Newton back to the path from `ahead`, across the tangent. */
static int path_correct(problem *p, path *w) {
  const int m = p->n + 1;
  double *d = p->s->step;
  for (int k = 0; k < 8; k++) {
    double size = 0;
    path_system(p, w, w->ahead, d);
    d[m - 1] = 0;
    if (!linear_solve(p->s->jacobian, d, m))
      return 0;
    for (int i = 0; i < m; i++) {
      w->ahead[i] += d[i];
      size = fmax(size, fabs(d[i]));
    }
    if (size < 1e-8)
      return 1;
    if (!(size < 10))
      return 0;
  }
  return 0;
}

/* Has the step stayed on its branch? The direction may turn only gently, except in a
 * corner, which a small enough step may take. */
static int follows(problem *p, path *w, double stride) {
  double turn = 0;
  if (!path_tangent(p, w, w->ahead, w->turned))
    return 0;
  for (int i = 0; i <= p->n; i++)
    turn += w->tangent[i] * w->turned[i];
  return turn > 0.9 || stride < 1e-7;
}

static int continuation(problem *p, double *v) {
  rosin_group_scratch *s = p->s;
  const int n = p->n, m = n + 1;
  path w = {s->scale, s->path, s->path + m, s->path + 2 * m, s->path + 3 * m, 0};
  double stride = 0.05;
  double scale = 1e-12;
  for (int i = 0; i < n; i++)
    scale = fmax(scale, fabs(p->v_free[i]) + 1e9 * s->tolerance[i]);
  for (int i = 0; i < n; i++) {
    s->scale[i] = scale;
    w.x[i] = p->v_free[i] / s->scale[i];
  }
  w.x[n] = 0;
  memset(w.tangent, 0, (size_t)m * sizeof *w.tangent);
  w.tangent[n] = 1;
  if (!path_tangent(p, &w, w.x, w.turned))
    return 0;
  memcpy(w.tangent, w.turned, (size_t)m * sizeof *w.tangent);
  for (int stage = 0; stage < STAGES && stride > 1e-15; stage++) {
    for (int i = 0; i < m; i++)
      w.ahead[i] = w.x[i] + stride * w.tangent[i];
    if (!path_correct(p, &w) || w.ahead[n] < 0 || !follows(p, &w, stride)) {
      stride *= 0.4;
      continue;
    }
    const double before = w.x[n], after = w.ahead[n];
    if (after >= 1) {
      const double u = (1 - before) / (after - before);
      for (int i = 0; i < n; i++)
        v[i] = (w.x[i] + u * (w.ahead[i] - w.x[i])) * s->scale[i];
      if (newton(p, v))
        return 1;
      stride *= 0.4;
      continue;
    }
    memcpy(w.x, w.ahead, (size_t)m * sizeof *w.x);
    memcpy(w.tangent, w.turned, (size_t)m * sizeof *w.tangent);
    stride = fmin(stride * 1.6, 10);
  }
  return 0;
}

/* Newton from points spread over the box that holds every root: additive
 * recurrence with the fractional parts of square roots, the same each time. */
static int scatter(problem *p, double *v) {
  const int n = p->n;
  for (int k = 1; k <= SCATTER; k++) {
    for (int i = 0; i < n; i++) {
      const double u = fmod(k * sqrt(2 + 3 * i), 1.0), w = fmod(k * sqrt(5 + 7 * i), 1.0);
      /* half the points near sticking, the others anywhere up to v_free */
      v[i] = (2 * u - 0.5) * p->v_free[i] * (k & 1 ? 1 : w * w * w * w);
    }
    for (int r = 0; r < k % 3; r++)
      sweep(p, v, p->s->start);
    if (newton(p, v))
      return 1;
  }
  return 0;
}

/* Every way there is, the quick ones first. */
static int solve(problem *p, double *v, double *f) {
  const int n = p->n;
  for (int i = 0; i < n; i++) {
    double slope;
    force_at(p, i, v, &f[i], &slope);
  }
  for (int k = 0; k < SWEEPS; k++)
    sweep(p, v, f);
  if (newton(p, v))
    return 1;
  memset(f, 0, (size_t)n * sizeof *f);
  for (int k = 0; k < LONG_SWEEPS; k++)
    if (sweep(p, v, f) < 1e-6 * (fabs(v[0]) + 1e-6))
      break;
  if (newton(p, v))
    return 1;
  if (continuation(p, v))
    return 1;
  return scatter(p, v);
}

int rosin_group_solve(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                      const double *b, const double *v_free, double *v, double *f,
                      int *iterations) {
  problem p = {s, contact, count, b, v_free, 0};
  for (int i = 0; i < count; i++)
    s->tolerance[i] =
        b[i * count + i] * 1e-9 * contact[i].law->ops->scale(contact[i].law, &contact[i].load);
  int done = solve(&p, v, f);
  if (!done) { /* past the passivity bound a held bristle may leave no root */
    for (int i = 0; i < count; i++)
      contact[i].load.unheld = 1;
    memcpy(v, v_free, (size_t)count * sizeof *v);
    done = solve(&p, v, f);
  }
  if (!done) /* else the forces at v are there already */
    evaluate(&p, v);
  memcpy(f, s->f, (size_t)count * sizeof *f);
  for (int i = 0; i < count; i++) { /* v as the bodies will move */
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
