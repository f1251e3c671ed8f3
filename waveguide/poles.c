/* SPDX-License-Identifier: BSD-3-Clause */
/* See poles.h: errors of partials in cents, at Chebyshev's nodes from the first to the last that
 * counts, by the method of Levenberg and Marquardt. */
#include "waveguide/poles.h"
#include "maths/maths.h"
#include "pi.h"

#include <math.h>
#include <string.h>

enum { UNKNOWNS = 2 * ROSIN_SECTIONS, STRIDE = ROSIN_STRIDE };

/* Cents that partials are shifted by for an error to be as grave as it is in cents; below it is as
 * grave as it is of the shift, to a point. */
static const double bent = 8, gravest = 40;

static const double cents = 1200 / 0.69314718055994530942;
/* of logarithms: of a width, 1 - radius; of an angle */
static const double narrowest = -9, widest = -0.25, lowest = -12, highest = 1.13;

/* ---- what is wanted ------------------------------------------------------------------------- */

double rosin_wanted_angle(const rosin_wanted *w, double n) {
  return n * (2 * pi / w->period) * sqrt((1 + w->b * n * n) / (1 + w->b));
}

double rosin_wanted_delay(const rosin_wanted *w, double n) {
  const double q = w->b * n * n;
  return w->period * sqrt((1 + w->b) * (1 + q)) / (1 + 2 * q);
}

/* A partial that is looked at, and what all sections need of its angle. */
typedef struct {
  double n, angle, c, s, c2, s2; /* cos and sin of STRIDE angles, and of twice these */
  double weight;
} node;

typedef struct {
  double period;
  int count; /* node 0 is the first partial, of which there is no error */
  node at[ROSIN_NODES + 1];
} grid;

static node node_at(const rosin_wanted *w, double n) {
  const double angle = rosin_wanted_angle(w, n);
  const double c = rosin_cos(STRIDE * angle), s = rosin_sin(STRIDE * angle);
  const double shift = 0.5 * cents * rosin_log((1 + w->b * n * n) / (1 + w->b));
  return (node){
      n, angle, c, s, 2 * c * c - 1, 2 * c * s, fmin(fmax(bent / (shift + 1e-9), 1), gravest)};
}

static void make_grid(grid *g, const rosin_wanted *w, int count) {
  g->period = w->period;
  g->count = count;
  g->at[0] = node_at(w, 1);
  for (int i = 0; i < count; i++)
    g->at[i + 1] =
        node_at(w, 0.5 * (1 + w->last) - 0.5 * (w->last - 1) * rosin_cos(pi * (i + 0.5) / count));
}

/* ---- what sections do ------------------------------------------------------------------------ */

/* A section's coefficients, and by how much its unknowns change them. */
typedef struct {
  double d1, d2, d1_width, d2_width, d1_angle;
} section;

static void sections_of(const rosin_spread *p, section *s) {
  for (int i = 0; i < p->count; i++) {
    const double width = rosin_exp(p->x[i]), angle = rosin_exp(p->x[p->count + i]);
    const double radius = 1 - width, c = rosin_cos(angle);
    s[i] = (section){-2 * radius * c, radius * radius, 2 * width * c, -2 * width * radius,
                     2 * radius * rosin_sin(angle) * angle};
  }
}

/* Lag of all sections at a node, group delay, and by how much the lag grows with each unknown:
 * d arg D = Im (dD / D). Within two turns of `about`, if that is not NULL, it is that of the
 * product of all D, which takes one arc instead of many. */
static double lag_at(const section *s, int count, const node *at, double *group, double *slope,
                     const double *about) {
  double lag = 0, delay = 0, all_re = 1, all_im = 0;
  for (int i = 0; i < count; i++) {
    const double re = 1 + s[i].d1 * at->c + s[i].d2 * at->c2;
    const double im = -s[i].d1 * at->s - s[i].d2 * at->s2;
    const double up = s[i].d1 * at->c + 2 * s[i].d2 * at->c2;
    const double down = -s[i].d1 * at->s - 2 * s[i].d2 * at->s2;
    const double inverse = 2 / (re * re + im * im);
    if (about) {
      const double x = all_re * re - all_im * im;
      all_im = all_re * im + all_im * re;
      all_re = x;
    } else {
      lag += 2 * (STRIDE * at->angle + rosin_atan2(im, re));
    }
    delay += STRIDE * (2 - (up * re + down * im) * inverse);
    if (!slope)
      continue;
    slope[i] = (-(s[i].d1_width * at->s + s[i].d2_width * at->s2) * re -
                (s[i].d1_width * at->c + s[i].d2_width * at->c2) * im) *
               inverse;
    slope[count + i] = -s[i].d1_angle * (at->s * re + at->c * im) * inverse;
  }
  *group = delay;
  if (about) {
    lag = 2 * (count * STRIDE * at->angle + rosin_atan2(all_im, all_re));
    lag += 4 * pi * rint((*about - lag) / (4 * pi));
  }
  return lag;
}

double rosin_spread_delay(const rosin_spread *p) {
  section s[ROSIN_SECTIONS];
  double group;
  sections_of(p, s);
  lag_at(s, p->count, &(node){0, 0, 1, 0, 1, 0}, &group, NULL, NULL);
  return group;
}

double rosin_spread_worst(const rosin_spread *p, const rosin_wanted *w, int graver) {
  section s[ROSIN_SECTIONS];
  double group, worst = 0;
  sections_of(p, s);
  const node first = node_at(w, 1);
  const double line = w->period - lag_at(s, p->count, &first, &group, NULL, NULL) / first.angle;
  for (double n = 2; n <= w->last; n++) {
    const node at = node_at(w, n);
    const double lag = lag_at(s, p->count, &at, &group, NULL, NULL);
    const double error = (2 * pi * n - line * at.angle - lag) * cents / (at.angle * (line + group));
    worst = fmax(worst, (graver ? at.weight : 1) * fabs(error));
  }
  return worst;
}

void rosin_spread_halfway(const rosin_spread *a, double period_a, const rosin_spread *b,
                          double period_b, double period, rosin_spread *s) {
  s->count = a->count;
  for (int i = 0; i < 2 * a->count; i++)
    s->x[i] =
        rosin_log(0.5 * (rosin_exp(a->x[i]) * period_a + rosin_exp(b->x[i]) * period_b) / period);
}

/* ---- normal equations --------------------------------------------------------------------------
 */

typedef struct {
  double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS], squares; /* the lower half of a */
} equations;

static void add_row(equations *e, int unknowns, const double *row, double error) {
  e->squares += error * error;
  for (int i = 0; i < unknowns; i++) {
    e->b[i] += row[i] * error;
    for (int j = 0; j <= i; j++)
      e->a[i][j] += row[i] * row[j];
  }
}

/* Errors of all partials of a grid, which are `near` where they should be, or not; unknown i counts
 * `share[i]` of what the poles there do. */
static void add_grid(equations *e, const grid *g, const rosin_spread *p, const double *share,
                     int near) {
  section s[ROSIN_SECTIONS];
  double first[UNKNOWNS], slope[UNKNOWNS], group;
  const int unknowns = 2 * p->count;
  sections_of(p, s);
  const double line =
      g->period - lag_at(s, p->count, &g->at[0], &group, first, NULL) / g->at[0].angle;
  for (int k = 1; k <= g->count; k++) {
    const node *at = &g->at[k];
    const double wanted = 2 * pi * at->n - line * at->angle;
    const double lag = lag_at(s, p->count, at, &group, slope, near ? &wanted : NULL);
    const double scale = at->weight * cents / (at->angle * (line + group)),
                 ratio = at->angle / g->at[0].angle;
    for (int i = 0; i < unknowns; i++)
      slope[i] = scale * (ratio * first[i] - slope[i]) * (share ? share[i] : 1);
    add_row(e, unknowns, slope, (wanted - lag) * scale);
  }
}

typedef struct {
  grid here, between;
  int both; /* there is a between */
  double between_period, before_period;
  const rosin_spread *before;
  double hold;
  rosin_spread held;
} problem;

static void equations_of(const problem *q, const rosin_spread *p, equations *e) {
  memset(e, 0, sizeof *e);
  add_grid(e, &q->here, p, NULL, q->both);
  if (q->both) {
    rosin_spread half;
    double share[UNKNOWNS];
    rosin_spread_halfway(q->before, q->before_period, p, q->here.period, q->between.period, &half);
    for (int i = 0; i < 2 * p->count; i++)
      share[i] = 0.5 * rosin_exp(p->x[i] - half.x[i]) * q->here.period / q->between.period;
    add_grid(e, &q->between, &half, share, 1);
  }
  for (int i = 0; i < 2 * p->count; i++) {
    const double away = q->hold * (p->x[i] - q->held.x[i]);
    e->squares += away * away;
    e->b[i] += q->hold * away;
    e->a[i][i] += q->hold * q->hold;
  }
}

/* (a + damping diag a) x = b by Cholesky. */
static void solve_equations(const equations *e, int n, double damping, double *x) {
  double l[UNKNOWNS][UNKNOWNS];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = e->a[i][j] * (i == j ? 1 + damping : 1);
      for (int k = 0; k < j; k++)
        sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrt(fmax(sum, 1e-14 * e->a[i][i] + 1e-300)) : sum / l[j][j];
    }
  for (int i = 0; i < n; i++) {
    x[i] = e->b[i];
    for (int k = 0; k < i; k++)
      x[i] -= l[i][k] * x[k];
    x[i] /= l[i][i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      x[i] -= l[k][i] * x[k];
    x[i] /= l[i][i];
  }
}

/* No unknown moves by more than a third of its size at once. */
static void move(rosin_spread *p, const double *step) {
  const int n = p->count;
  double most = 0.4;
  for (int i = 0; i < 2 * n; i++)
    most = fmax(most, fabs(step[i]));
  for (int i = 0; i < 2 * n; i++) {
    const double x = p->x[i] - step[i] * 0.4 / most;
    p->x[i] = i < n ? fmin(fmax(x, narrowest), widest) : fmin(fmax(x, lowest), highest);
  }
}

void rosin_spread_solve(rosin_spread *p, const rosin_wanted *here, double hold, int rounds,
                        const rosin_wanted *between, const rosin_spread *before,
                        double before_period) {
  problem q = {.both = between != NULL,
               .before = before,
               .before_period = before_period,
               .hold = hold,
               .held = *p};
  equations e, next;
  const int nodes = 2 * p->count + 6;
  double damping = 1e-4;
  make_grid(&q.here, here, nodes);
  if (between)
    make_grid(&q.between, between, nodes);
  equations_of(&q, p, &e);
  for (int round = 0; round < rounds && damping < 1e4; round++) {
    rosin_spread trial = *p;
    double step[UNKNOWNS];
    solve_equations(&e, 2 * p->count, damping, step);
    move(&trial, step);
    equations_of(&q, &trial, &next);
    if (next.squares < e.squares) {
      const int done = next.squares > 0.99 * e.squares || next.squares < 2e-3 * nodes;
      *p = trial;
      e = next;
      damping *= 0.1;
      if (done)
        return;
    } else {
      damping *= 10;
    }
  }
}
