/* SPDX-License-Identifier: BSD-3-Clause */
/* See squares.h. */
#include "waveguide/squares.h"

#include <math.h>

/* Which unknowns are solved for: 1, 0, or -1: not again; and how, by Cholesky, line by line: those
 * of unknowns before `changed` are as they were. */
typedef struct {
  const rosin_squares *e;
  int passive[ROSIN_UNKNOWNS];
  double size[ROSIN_UNKNOWNS]; /* of each one's column */
  int changed, lines, index[ROSIN_UNKNOWNS];
  double l[ROSIN_UNKNOWNS][ROSIN_UNKNOWNS], y[ROSIN_UNKNOWNS];
} search;

/* One line more, for unknown i; none if it is as good as one before to all. */
static void add_line(search *s, int i) {
  const int n = s->lines;
  double rest = s->e->a[i][i], sum = s->e->b[i], *line = s->l[n];
  for (int j = 0; j < n; j++) {
    const double *before = s->l[j];
    double of = s->e->a[i][s->index[j]];
    for (int k = 0; k < j; k++)
      of -= line[k] * before[k];
    line[j] = of /= before[j];
    rest -= of * of;
    sum -= of * s->y[j];
  }
  if (rest <= 1e-13 * s->e->a[i][i])
    return;
  line[n] = sqrt(rest);
  s->y[n] = sum / line[n];
  s->index[n] = i;
  s->lines++;
}

/* Least squares over the unknowns in `passive`, others 0. */
static void solve_passive(search *s, double *x) {
  double y[ROSIN_UNKNOWNS];
  while (s->lines && s->index[s->lines - 1] >= s->changed)
    s->lines--;
  for (int i = s->changed; i < s->e->unknowns; i++)
    if (s->passive[i] > 0)
      add_line(s, i);
  s->changed = s->e->unknowns;
  for (int i = 0; i < s->e->unknowns; i++)
    x[i] = 0;
  for (int i = s->lines - 1; i >= 0; i--) {
    y[i] = s->y[i];
    for (int k = i + 1; k < s->lines; k++)
      y[i] -= s->l[k][i] * x[s->index[k]];
    x[s->index[i]] = y[i] / s->l[i][i];
  }
}

static void set_passive(search *s, int i, int passive) {
  s->passive[i] = passive;
  if (i < s->changed)
    s->changed = i;
}

/* The unknown outside `passive` that would reduce the error most, or -1. */
static int most_wanted(const search *s, const double *x) {
  const rosin_squares *e = s->e;
  int best = -1, index[ROSIN_UNKNOWNS], n = 0;
  double most = 1e-12;
  for (int i = 0; i < e->unknowns; i++)
    if (s->passive[i] > 0)
      index[n++] = i;
  for (int i = 0; i < e->unknowns; i++) {
    if (s->passive[i] != 0)
      continue;
    double slope = e->b[i];
    for (int j = 0; j < n; j++)
      slope -= e->a[i][index[j]] * x[index[j]];
    slope /= s->size[i];
    if (slope > most) {
      most = slope;
      best = i;
    }
  }
  return best;
}

/* As far towards the trial as nothing becomes negative; returns the share of the way. What came to
 * 0 is solved for no more. */
static double go_towards(search *s, const double *trial, double *x) {
  double share = 1;
  for (int i = 0; i < s->e->unknowns; i++)
    if (s->passive[i] > 0 && trial[i] <= 0 && x[i] - trial[i] > 0)
      share = fmin(share, x[i] / (x[i] - trial[i]));
  for (int i = 0; i < s->e->unknowns; i++) {
    if (s->passive[i] <= 0)
      continue;
    x[i] += share * (trial[i] - x[i]);
    if (trial[i] <= 0 && x[i] <= 1e-15)
      set_passive(s, i, 0), x[i] = 0;
  }
  return share;
}

void rosin_squares_solve(const rosin_squares *e, double *x) {
  search s;
  s.e = e;
  s.changed = s.lines = 0;
  for (int i = 0; i < e->unknowns; i++) {
    x[i] = s.passive[i] = 0;
    s.size[i] = sqrt(e->a[i][i]) + 1e-300;
  }
  for (int round = 0; round < 4 * ROSIN_UNKNOWNS; round++) {
    const int add = most_wanted(&s, x);
    if (add < 0)
      return;
    set_passive(&s, add, 1);
    for (int inner = 0; inner < ROSIN_UNKNOWNS; inner++) {
      double trial[ROSIN_UNKNOWNS];
      solve_passive(&s, trial);
      if (go_towards(&s, trial, x) >= 1)
        break;
    }
    if (!s.passive[add]) /* it was one of its neighbours, and would be again */
      s.passive[add] = -1;
  }
}
