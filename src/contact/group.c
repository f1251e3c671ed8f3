/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways one after the other, and what is left when the evaluations are spent; see
 * group.h. */
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum { SHARE = 8 }; /* evaluations of one contact's solve in a sweep */

int rosin_group_quick_budget(const rosin_load *load, int count) {
  enum { QUICK = 18 }; /* of ROSIN_BUDGET evaluations a contact */
  return (QUICK * rosin_load_budget(load) * count) / ROSIN_BUDGET;
}

int rosin_group_doubles(int rows) {
  return 2 * rows + rows * rows;
}

void rosin_group_scratch_set(rosin_group_scratch *s, int rows, double *memory) {
  double **const arrays[] = {&s->slope, &s->step};
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

static void evaluate(problem *p, const double *v, double *f) {
  for (int i = 0; i < p->n; i++) {
    rosin_aslant at;
    p->evaluations += rosin_group_force(p->contact, v, i, &at);
    f[i] = at.f;
  }
}

/* Contact by contact by its own solve, the other forces given. */
static void sweep(problem *p, double *v, double *f) {
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
  }
}

/* To where each contact alone would go, the last forces of the others given. */
static void start_over(problem *p, double *v, double *f) {
  evaluate(p, v, f);
  sweep(p, v, f);
}

/* f = R v, R >= 0 from the last iterate (v, f), v = (I + B R)^-1 v_free: f'v >= 0. */
static void close_passively(problem *p, double *v, double *f) {
  rosin_group_scratch *s = p->s;
  const int n = p->n;
  for (int j = 0; j < n; j++) {
    const int rubs = !p->contact[j].law->ops->normal; /* what knocks must not pull */
    const double r = rubs && f[j] * v[j] > 0 ? f[j] / v[j] : 0;
    s->slope[j] = r < 1e300 ? r : 0;
    s->step[j] = p->v_free[j];
    for (int i = 0; i < n; i++)
      s->jacobian[i * n + j] = (i == j) + p->b[i * n + j] * s->slope[j];
  }
  const int solved = rosin_group_linear(s->jacobian, s->step, n);
  for (int i = 0; i < n; i++) {
    v[i] = solved ? s->step[i] : p->v_free[i];
    f[i] = solved ? s->slope[i] * s->step[i] : 0;
  }
}

int rosin_group_solve(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                      const double *b, const double *v_free, double *v, double *f,
                      int *iterations) {
  const int whole = rosin_load_budget(&contact[0].load),
            quick = rosin_group_quick_budget(&contact[0].load, count);
  problem p = {s, contact, count, b, v_free, 0, whole * count};
  for (int i = 0; i < count; i++)
    contact[i].load.budget = ROSIN_BUDGET_OWN;
  int done = rosin_group_quick(contact, count, b, v_free, v, f, quick, &p.evaluations);
  if (!done)
    start_over(&p, v, f);
  for (int pass = 0; pass < 2 && !done; pass++) {
    /* past the passivity bound a held bristle may leave no root: then it is let go */
    int held = 0;
    for (int i = 0; i < count; i++)
      contact[i].load.unheld = pass;
    done = rosin_group_pieces(contact, count, b, v_free, v, f, p.budget, &held, &p.evaluations);
    if (!held)
      break;
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
