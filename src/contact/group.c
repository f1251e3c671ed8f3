/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways one after the other, and what is left when the evaluations are spent; see
 * group.h. */
#include "contact/group.h"
#include "arena.h"

#include <math.h>
#include <string.h>

/* Evaluations of one contact's solve in a sweep, and where the others hardly move it. */
enum { SHARE = 8, ALONE = 24 };
enum { FEW = 4 }; /* contacts that are worth more of Newton, when they are solved again */

int rosin_group_quick_budget(const rosin_load *load, int count) {
  enum { QUICK = 18 }; /* of ROSIN_BUDGET evaluations a contact */
  return (QUICK * rosin_load_budget(load) * count) / ROSIN_BUDGET;
}

static void lay_quick(rosin_group_quick_room *q, size_t rows, rosin_arena *m) {
  double **const arrays[] = {&q->w,      &q->x,       &q->cross,   &q->kept,
                             &q->sorted, &q->moved_v, &q->moved_w, &q->ended};
  int **const marks[] = {&q->bends, &q->known, &q->sent, &q->order};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    *arrays[i] = rosin_arena_take(m, rows, sizeof(double));
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    *marks[i] = rosin_arena_take(m, rows, sizeof(int));
  q->a = rosin_arena_take(m, rows * rows, sizeof(double));
  q->t = rosin_arena_take(m, rows, sizeof *q->t);
  q->e = rosin_arena_take(m, rows, sizeof *q->e);
}

static void lay_iterate(rosin_group_iterate *it, size_t rows, rosin_arena *m) {
  it->v = rosin_arena_take(m, rows, sizeof *it->v);
  it->force = rosin_arena_take(m, rows, sizeof *it->force);
  it->second = rosin_arena_take(m, rows, sizeof *it->second);
}

static void lay_pieces(rosin_group_pieces_room *p, size_t rows, rosin_arena *m) {
  double **const arrays[] = {&p->kept_f,    &p->f,   &p->slope, &p->step, &p->push,
                             &p->tolerance, &p->gap, &p->steep, &p->bend};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    *arrays[i] = rosin_arena_take(m, rows, sizeof(double));
  p->a = rosin_arena_take(m, rows * rows, sizeof(double));
  p->curve = rosin_arena_take(m, rows, sizeof *p->curve);
  p->skipped = rosin_arena_take(m, rows, sizeof *p->skipped);
  lay_iterate(&p->now, rows, m);
  lay_iterate(&p->kept, rows, m);
}

size_t rosin_group_scratch_set(rosin_group_scratch *s, int rows, void *memory) {
  const size_t count = (size_t)rows;
  rosin_arena m = {memory, 0};
  s->rows = rows;
  s->slope = rosin_arena_take(&m, count, sizeof(double));
  s->step = rosin_arena_take(&m, count, sizeof(double));
  s->jacobian = rosin_arena_take(&m, count * count, sizeof(double));
  lay_quick(&s->quick, count, &m);
  lay_pieces(&s->pieces, count, &m);
  return m.used;
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

/* Whether the others hardly move contact i: what its own solve finds is then nearly all. */
static int is_alone(const problem *p, int i) {
  const double little = 1e-4, *row = p->b + i * p->n;
  if (p->contact[i].load.across)
    return 0;
  for (int j = 0; j < p->n; j++)
    if (j != i && row[j] * row[j] > little * row[i] * p->b[j * (p->n + 1)])
      return 0;
  return 1;
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
    const int share = is_alone(p, i) ? ALONE : SHARE;
    load.budget = left < 1 ? 1 : left < share ? left : share;
    rosin_law_solve(c->law, c->state, &load, rest, p->b[i * p->n + i], &one);
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

/* As the bodies will move. */
static void move(const problem *p, double *v, const double *f) {
  for (int i = 0; i < p->n; i++) {
    v[i] = p->v_free[i];
    for (int j = 0; j < p->n; j++)
      v[i] -= p->b[i * p->n + j] * f[j];
  }
}

/* Contacts that can only lose, but within the tolerance of the solve would give, stick, one
 * after the other; their forces turn no more than to 0. Returns how many did. */
static int stick(problem *p, double *v, double *f) {
  int count = 0;
  for (int i = 0; i < p->n; i++) {
    const double mobility = p->b[i * (p->n + 1)];
    if (!p->contact[i].law->ops->loses || !(f[i] * v[i] < 0) || !(mobility > 0))
      continue;
    const double more = v[i] / mobility, turned = fabs(more) < fabs(f[i]) ? more : -f[i];
    f[i] += turned;
    for (int j = 0; j < p->n; j++)
      v[j] -= p->b[j * p->n + i] * turned;
    count++;
  }
  return count;
}

/* What was solved, as the bodies will move, none giving what it cannot. */
static void finish(problem *p, double *v, double *f) {
  enum { SWEEPS = 100 };
  move(p, v, f);
  for (int k = 0; k < SWEEPS && stick(p, v, f); k++)
    ;
  move(p, v, f);
}

void rosin_group_finish(rosin_group_contact *contact, int count, const double *b,
                        const double *v_free, double *v, double *f) {
  problem p = {.contact = contact, .n = count, .b = b, .v_free = v_free};
  finish(&p, v, f);
}

/* What is solved again by the quick way begins where another ended. */
static void keep_unknowns(rosin_group_scratch *s, const rosin_group_contact *contact, int count,
                          const double *v) {
  for (int i = 0; i < count; i++)
    if (contact[i].law->ops->whole)
      s->quick.w[i] = rosin_curve_own(&s->pieces.curve[i], v[i], s->quick.w[i]);
}

/* On what is known of the forces: past the passivity bound a held bristle may leave no root; then
 * it is let go. */
static int solve_pieces(problem *p, double *v, double *f, int again, const int *pressed) {
  rosin_group_scratch *s = p->s;
  int done = 0;
  for (int pass = 0; pass < 2 && !done; pass++) {
    int held = 0;
    for (int i = 0; i < p->n; i++)
      p->contact[i].load.unheld = pass;
    done = again && !pass ? rosin_group_pieces_again(&s->pieces, p->contact, p->n, p->b, p->v_free,
                                                     v, f, s->curves ? pressed : NULL, p->budget,
                                                     &held, &p->evaluations)
                          : rosin_group_pieces(&s->pieces, p->contact, p->n, p->b, p->v_free, v, f,
                                               p->budget, &held, &p->evaluations);
    s->curves = done && !pass;
    if (!held)
      break;
  }
  if (done)
    keep_unknowns(s, p->contact, p->n, v);
  return done ? 2 : 0;
}

static int solve(rosin_group_scratch *s, rosin_group_contact *contact, int count, const double *b,
                 const double *v_free, double *v, double *f, int again, const int *pressed,
                 int stubborn, int *iterations) {
  const int whole = rosin_load_budget(&contact[0].load),
            quick = rosin_group_quick_budget(&contact[0].load, count);
  problem p = {s, contact, count, b, v_free, 0, whole * count};
  for (int i = 0; i < count; i++)
    contact[i].load.budget = ROSIN_BUDGET_OWN;
  int done = 0;
  if (!again)
    done = rosin_group_quick(&s->quick, contact, count, b, v_free, v, f, quick, &p.evaluations);
  else if (!stubborn)
    done = rosin_group_quick_again(&s->quick, contact, count, b, v_free, v, f,
                                   s->tangents ? pressed : NULL,
                                   count > FEW ? quick / 3 : 2 * quick / 3, &p.evaluations);
  s->tangents = done;
  s->curves = again && s->curves;
  if (!done && !again)
    start_over(&p, v, f);
  if (!done)
    done = solve_pieces(&p, v, f, again, pressed);
  if (!done)
    close_passively(&p, v, f);
  if (done)
    finish(&p, v, f);
  for (int i = 0; i < count; i++)
    if (contact[i].load.across)
      contact[i].load.sideways = v[contact[i].load.across - 1];
  *iterations = p.evaluations;
  return done;
}

int rosin_group_solve(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                      const double *b, const double *v_free, double *v, double *f,
                      int *iterations) {
  return solve(s, contact, count, b, v_free, v, f, 0, NULL, 0, iterations);
}

int rosin_group_solve_again(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                            const double *b, const double *v_free, double *v, double *f,
                            const int *pressed, int stubborn, int *iterations) {
  return solve(s, contact, count, b, v_free, v, f, 1, pressed, stubborn, iterations);
}
