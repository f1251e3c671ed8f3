/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that are the forces of contacts which feel what they press in the same sample. All are
 * solved under the loads guessed, which are then taken anew (search.c), until they are the forces
 * that press: to 1e-9 of them, or 1e-9 N, within the budget of evaluations. What has no load stands
 * aside. Where that takes long, and where the loads lie in a jump of what is solved under them,
 * loads and velocities are looked for together (contact/group_loaded.c). Whatever load it ends
 * with, all contacts are solved under it, so that friction takes energy; by what it missed is
 * counted as unconverged. */
#include "network/search.h"

#include <math.h>
#include <string.h>

/* Evaluations a contact. Rounds; in which all together is tried first, where one load or more is
 * looked for, and then each; and how many steps of that may do little: at first it is of no use if
 * it is not at once. */
enum { LEAST_BUDGET = 10, BEGIN_BUDGET = 8, SPARED = 4, DEAR = 1 };
enum {
  ROUNDS = 16,
  FIRST_OF_ONE = 3,
  FIRST_OF_MORE = 2,
  EACH = 3,
  FIRST_PATIENCE = 1,
  PATIENCE = 5
};

static const double least = 1e-9; /* N */

/* What the last solve was. */
typedef struct {
  int dear, stubborn; /* whether it took many evaluations, and the quick way did not end */
} solved;

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
    rosin_law_solve(c->law, c->state, &load, rest, g->active_b[i * (count + 1)], &one);
    g->v[i] = one.v;
    g->f[i] = one.f;
    *evaluations += one.iterations;
  }
}

/* A member that is pressed, but by nothing. */
static int stands_aside(const rosin_group *g, int i) {
  return g->pressed.by[i] >= 0 && !(g->contact[i].load.normal > 0);
}

/* One solve of all members; what has no load stands aside. */
static int solve_members(rosin_group *g, int count, int again, int stubborn, int *evaluations) {
  rosin_pressed *p = &g->pressed;
  rosin_group_scratch *s = &g->scratch;
  int iterations = 0;
  memcpy(p->contact, g->contact, (size_t)count * sizeof *g->contact);
  for (int i = 0; i < count; i++) {
    rosin_load *to = &p->contact[i].load;
    p->pressed[i] = p->by[i] >= 0;
    if (stands_aside(g, i))
      p->contact[i].law = &p->nothing;
    if (to->across && (stands_aside(g, i) || stands_aside(g, to->across - 1)))
      to->across = 0;
  }
  const int done = again
                       ? rosin_group_solve_again(s, p->contact, count, g->active_b, g->active_free,
                                                 g->v, g->f, p->pressed, stubborn, &iterations)
                       : rosin_group_solve(s, p->contact, count, g->active_b, g->active_free, g->v,
                                           g->f, &iterations);
  *evaluations += iterations;
  for (int i = 0; i < count; i++) {
    const int across = g->contact[i].load.across;
    g->contact[i].load = p->contact[i].load;
    g->contact[i].load.across = across;
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

static int solve_under_guess(rosin_group *g, solved *s, int count, int budget, int *evaluations) {
  const int before = *evaluations, again = s->dear;
  for (int i = 0; i < count; i++) {
    g->contact[i].load.budget = budget;
    g->contact[i].load.unheld = 0;
  }
  load(g, count, g->pressed.guess);
  const int done = solve_members(g, count, again, s->stubborn, evaluations);
  s->stubborn = done == 2;
  s->dear = again || *evaluations - before > DEAR * count;
  return done;
}

static void keep_solved(const rosin_group *g, int count) {
  const rosin_pressed *p = &g->pressed;
  memcpy(p->solved_v, g->v, (size_t)count * sizeof *g->v);
  memcpy(p->solved_f, g->f, (size_t)count * sizeof *g->f);
  memcpy(p->solved_guess, p->guess, (size_t)count * sizeof *p->guess);
}

/* Back to the solve whose loads missed by least. */
static void go_back(rosin_group *g, int count) {
  const rosin_pressed *p = &g->pressed;
  memcpy(g->v, p->solved_v, (size_t)count * sizeof *g->v);
  memcpy(g->f, p->solved_f, (size_t)count * sizeof *g->f);
  load(g, count, p->solved_guess);
}

/* Loads and velocities together, from where both are said to be; 1 if they are found. The guesses
 * stay as they are otherwise. */
static int solve_together(rosin_group *g, rosin_search *s, int count, int patience, int left,
                          int *evaluations) {
  const rosin_pressed *p = &g->pressed;
  const size_t size = (size_t)count * sizeof(double);
  const int budget = (left - SPARED) * count;
  rosin_search_between(s, p, count, g->v);
  if (budget <= 0 ||
      !rosin_group_loaded(&g->scratch, g->contact, count, g->active_b, g->active_free, p->by,
                          p->share, p->v, p->f, budget, patience, evaluations))
    return 0;
  memcpy(g->v, p->v, size);
  memcpy(g->f, p->f, size);
  for (int j = 0; j < count; j++)
    p->guess[j] = p->guess[j] < 0 ? -1 : fmax(g->f[j], 0);
  load(g, count, p->guess);
  rosin_group_finish(g->contact, count, g->active_b, g->active_free, g->v, g->f);
  return 1;
}

/* Whether it is time for that; the steps that may do little, or 0. */
static int patience(const rosin_search *s, int round, int left) {
  if (round > 0 && (s->jumps || left < LEAST_BUDGET))
    return PATIENCE;
  const int first = s->live > 1 ? FIRST_OF_MORE : FIRST_OF_ONE;
  return round == first ? FIRST_PATIENCE : round > first && round % EACH == 0 ? PATIENCE : 0;
}

/* 1 if solved, under loads that missed by no more than `worst` tolerances. */
static int search_loads(rosin_group *g, int count, int *evaluations, double *worst) {
  const rosin_pressed *p = &g->pressed;
  const int budget = rosin_load_budget(&g->contact[0].load) - SPARED;
  rosin_search s = rosin_search_begin(1);
  solved last = {0, 0};
  for (int i = 0; i < count; i++)
    p->guess[i] = p->guess[i] < 0 ? -1 : g->f[i];
  for (int round = 0;; round++) {
    int left = budget - *evaluations / count;
    if (round > 0)
      rosin_search_guess(&s, p, count, round - 1);
    const int tries = patience(&s, round, left);
    if (tries && solve_together(g, &s, count, tries, left, evaluations)) {
      *worst = 0;
      return 1;
    }
    memcpy(p->before_v, g->v, (size_t)count * sizeof *g->v);
    left = budget - *evaluations / count;
    if (round > ROUNDS || (round > 0 && left < LEAST_BUDGET) ||
        !solve_under_guess(g, &last, count, left > 0 ? left : 1, evaluations)) {
      if (round > 0)
        go_back(g, count);
      return round > 0;
    }
    const double now = rosin_search_missed(&s, p, count, g->v, g->f);
    if (round == 0 || now < *worst) {
      *worst = now;
      keep_solved(g, count);
    }
    if (now <= 1)
      return 1;
  }
}

int rosin_group_solve_pressed(rosin_network *n, rosin_group *g, int count, int *iterations) {
  const int loads = g->loads ? relate(n, g, count) : 0;
  double worst = (double)INFINITY;
  int more = 0;
  *iterations = 0;
  begin(n, g, count, iterations);
  if (!loads) {
    if (*iterations)
      g->contact[0].load.budget = rosin_load_budget(&g->contact[0].load) - *iterations / count;
    const int done = rosin_group_solve(&g->scratch, g->contact, count, g->active_b, g->active_free,
                                       g->v, g->f, &more);
    *iterations += more;
    return done;
  }
  const int done = search_loads(g, count, iterations, &worst);
  g->tally.statistics.unconverged += done && worst > 1;
  for (int i = 0; i < count; i++)
    if (g->pressed.by[i] >= 0) {
      rosin_row *r = &n->row[g->row[g->member[i]]];
      r->load.normal = r->normal = g->contact[i].load.normal / g->pressed.share[i];
      r->load_moved = 1;
      r->missed += done && worst > 1;
    }
  return done;
}
