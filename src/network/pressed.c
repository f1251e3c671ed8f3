/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that are the forces of contacts which feel what they press in the same sample. All are
 * solved under the loads guessed, which are then taken anew, by secants, until they are the
 * forces that press: to 1e-9 of them, or 1e-9 N, within the budget of evaluations. What has no
 * load stands aside. Whatever load it ends with, all contacts are solved under it, so that
 * friction takes energy; by what it missed is counted as unconverged. */
#include "network/network.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 12, LEAST_BUDGET = 10, BEGIN_BUDGET = 8 };

static const double tolerance = 1e-9, least = 1e-9; /* of the load; N */

/* The search for one load alone keeps to where it is known to lie. */
typedef struct {
  double low, high;
  int loads;
} search;

/* Which member presses which; how many press. Guesses are listed by what presses, < 0: nothing. */
static int relate(const rosin_network *n, const rosin_group *g, int count) {
  const rosin_pressed *p = &g->pressed;
  int loads = 0;
  for (int i = 0; i < count; i++) {
    const rosin_row *r = &n->row[g->row[g->member[i]]];
    p->by[i] = -1;
    p->guess[i] = -1;
    p->share[i] = 1;
    for (int j = 0; j < count && r->presser >= 0; j++)
      if (g->row[g->member[j]] == r->presser)
        p->by[i] = j;
    if (p->by[i] >= 0) /* roughness */
      p->share[i] = g->contact[i].load.normal / r->load.normal;
  }
  for (int i = 0; i < count; i++)
    if (p->by[i] >= 0) {
      loads += p->guess[p->by[i]] < 0;
      p->guess[p->by[i]] = 0;
    }
  return loads;
}

/* What is along the normal begins where it would be if the others did what they did last: Newton
 * from flight lands far too deep. */
static void begin(const rosin_network *n, rosin_group *g, int count, int *evaluations) {
  for (int i = 0; i < count; i++) {
    const rosin_group_contact *c = &g->contact[i];
    rosin_solution one;
    double rest = g->active_free[i];
    if (!c->law->ops->normal)
      continue;
    for (int j = 0; j < count; j++)
      rest -= j == i ? 0 : g->active_b[i * count + j] * n->row[g->row[g->member[j]]].f;
    rosin_load load = c->load;
    load.budget = BEGIN_BUDGET;
    c->law->ops->solve(c->law, c->state, &load, rest, g->active_b[i * (count + 1)], &one);
    g->v[i] = one.v;
    g->f[i] = one.f;
    *evaluations += one.iterations;
  }
}

/* The members that are not pressed, or have a load. */
static int keep(rosin_group *g, int count) {
  rosin_pressed *p = &g->pressed;
  int kept = 0;
  for (int i = 0; i < count; i++)
    if (p->by[i] < 0 || g->contact[i].load.normal > 0)
      p->kept[kept++] = i;
  for (int i = 0; i < kept; i++) {
    const int k = p->kept[i], across = g->contact[k].load.across;
    p->contact[i] = g->contact[k];
    p->contact[i].load.across = 0;
    for (int j = 0; j < kept && across; j++)
      if (p->kept[j] == across - 1)
        p->contact[i].load.across = 1 + j;
    p->free[i] = g->active_free[k];
    p->v[i] = g->v[k];
    p->f[i] = g->f[k];
    for (int j = 0; j < kept; j++)
      p->b[i * kept + j] = g->active_b[k * count + p->kept[j]];
  }
  return kept;
}

/* One solve of those that are kept; the others move as they do. */
static int solve_kept(rosin_group *g, int count, int kept, int *evaluations) {
  rosin_pressed *p = &g->pressed;
  int iterations;
  const int done =
      rosin_group_solve(&g->scratch, p->contact, kept, p->b, p->free, p->v, p->f, &iterations);
  *evaluations += iterations;
  for (int i = 0; i < count; i++) {
    g->f[i] = 0;
    g->v[i] = g->active_free[i];
  }
  for (int j = 0; j < kept; j++) {
    const int k = p->kept[j], across = g->contact[k].load.across;
    g->f[k] = p->f[j];
    g->contact[k] = p->contact[j];
    g->contact[k].load.across = across;
    for (int i = 0; i < count; i++)
      g->v[i] -= g->active_b[i * count + k] * p->f[j];
  }
  return done;
}

static void load(rosin_group *g, int count, const double *guess) {
  const rosin_pressed *p = &g->pressed;
  for (int i = 0; i < count; i++)
    if (p->by[i] >= 0) {
      const double normal = guess[p->by[i]];
      rosin_load *to = &g->contact[i].load;
      to->normal = to->normal_end = normal > least ? p->share[i] * normal : 0;
    }
}

static int solve_under_guess(rosin_group *g, int count, int budget, int *evaluations) {
  for (int i = 0; i < count; i++) {
    g->contact[i].load.budget = budget;
    g->contact[i].load.unheld = 0;
  }
  load(g, count, g->pressed.guess);
  return solve_kept(g, count, keep(g, count), evaluations);
}

/* What the loads missed by, in units of the tolerance; the worst. */
static double missed(const rosin_group *g, search *s, int count) {
  const rosin_pressed *p = &g->pressed;
  double worst = 0;
  for (int j = 0; j < count; j++) {
    if (p->guess[j] < 0)
      continue;
    p->miss[j] = g->f[j] - p->guess[j];
    worst = fmax(worst, fabs(p->miss[j]) / (tolerance * fabs(g->f[j]) + least));
    if (p->miss[j] >= 0)
      s->low = fmax(s->low, p->guess[j]);
    else
      s->high = fmin(s->high, p->guess[j]);
  }
  return worst;
}

/* A secant through the last two guesses. */
static void guess_again(const rosin_group *g, const search *s, int count, int round) {
  const rosin_pressed *p = &g->pressed;
  double along = 0, length = 0;
  for (int j = 0; j < count && round > 0; j++)
    if (p->guess[j] >= 0) {
      const double turn = p->miss[j] - p->miss_before[j];
      along += p->miss[j] * turn;
      length += turn * turn;
    }
  const double back = length > 0 ? along / length : 0;
  for (int j = 0; j < count; j++) {
    if (p->guess[j] < 0)
      continue;
    double next = p->guess[j] + p->miss[j];
    if (round > 0)
      next -= back * (next - p->guess_before[j] - p->miss_before[j]);
    if (s->loads == 1 && s->high < (double)INFINITY && !(next >= s->low && next <= s->high))
      next = 0.5 * (s->low + s->high);
    p->guess_before[j] = p->guess[j];
    p->miss_before[j] = p->miss[j];
    p->guess[j] = next > 0 ? next : 0;
  }
}

/* Back to the solve before, which ended, if this one did not. */
static void go_back(rosin_group *g, int count) {
  const rosin_pressed *p = &g->pressed;
  memcpy(g->v, p->solved_v, (size_t)count * sizeof *g->v);
  memcpy(g->f, p->solved_f, (size_t)count * sizeof *g->f);
  load(g, count, p->guess_before);
}

/* 1 if solved, under loads that missed by no more than `worst` tolerances. */
static int search_loads(rosin_group *g, search *s, int count, int *evaluations, double *worst) {
  const rosin_pressed *p = &g->pressed;
  const int budget = rosin_load_budget(&g->contact[0].load);
  for (int i = 0; i < count; i++)
    p->guess[i] = p->guess[i] < 0 ? -1 : g->f[i];
  for (int round = 0;; round++) {
    const int left = budget - *evaluations / count;
    if (round > ROUNDS || (round > 0 && left < LEAST_BUDGET))
      return 1;
    if (round > 0)
      guess_again(g, s, count, round - 1);
    if (!solve_under_guess(g, count, left > 0 ? left : 1, evaluations)) {
      if (round > 0)
        go_back(g, count);
      return round > 0;
    }
    *worst = missed(g, s, count);
    if (*worst <= 1)
      return 1;
    memcpy(p->solved_v, g->v, (size_t)count * sizeof *g->v);
    memcpy(p->solved_f, g->f, (size_t)count * sizeof *g->f);
  }
}

int rosin_group_solve_pressed(rosin_network *n, rosin_group *g, int count, int *iterations) {
  search s = {0, (double)INFINITY, g->loads ? relate(n, g, count) : 0};
  double worst = 0;
  int more = 0;
  *iterations = 0;
  begin(n, g, count, iterations);
  if (!s.loads) {
    if (*iterations)
      g->contact[0].load.budget = rosin_load_budget(&g->contact[0].load) - *iterations / count;
    const int done = rosin_group_solve(&g->scratch, g->contact, count, g->active_b, g->active_free,
                                       g->v, g->f, &more);
    *iterations += more;
    return done;
  }
  const int done = search_loads(g, &s, count, iterations, &worst);
  n->statistics.unconverged += done && worst > 1;
  for (int i = 0; i < count; i++)
    if (g->pressed.by[i] >= 0) {
      rosin_row *r = &n->row[g->row[g->member[i]]];
      r->load.normal = r->normal = g->contact[i].load.normal / g->pressed.share[i];
      r->load_moved = 1;
      r->missed += done && worst > 1;
    }
  return done;
}
