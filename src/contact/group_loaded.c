/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton in the velocities of contacts and the loads that are forces of others among them,
 * together:
 *   v_i + sum_j B_ij f_j(v_j, N_j) = v_free_i,  N_j = share_j max(f_by(j), 0).
 * Under a load that is given, friction that falls with speed has two states, and each may end
 * before it gives the load that it has. What lies between is no minimum of a potential, as where
 * group_quick.c and group_pieces.c go, but with the load set free it is a root like others. */
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum { LAND = 2, ROUNDS = 16, TRIES = 3, OVER = 2 };

static const double moved = 1e-6; /* of a load, to see what it does */
static const double least = 1e-9; /* N; less is no load */

typedef struct {
  rosin_group_contact *contact;
  int n;
  const double *b, *v_free;
  const int *by;
  const double *share;
  double *v, *f;
  double *slope, *step, *a;
  double *own, *cross, *by_load;      /* df/d(velocity across), df/d(load) */
  double *from_v, *from_f, *way, *as; /* of a step: its begin, what forces do along it; f by that */
  int *evaluations, until, patience;
  int dear; /* evaluations of the last round */
} problem;

/* Whether another round fits, if it takes what the last did, or nearly. */
static int may_go_on(const problem *p, int slow) {
  const int left = p->until - *p->evaluations;
  return slow < p->patience && left > 0 && p->dear <= left + OVER * p->n;
}

static double ask(problem *p, int i, double *slope, double *own) {
  rosin_group_contact *c = &p->contact[i];
  rosin_aslant at;
  p->cross[i] = 0;
  if (c->law->ops->whole) {
    rosin_tangent t;
    *p->evaluations += c->law->ops->tangent(c->law, c->state, &c->load, p->v[i], *own, 1, &t);
    *slope = t.slope;
    *own += t.step;
    return t.f;
  }
  *p->evaluations += rosin_group_force(p->contact, p->v, i, &at);
  *slope = at.slope;
  p->cross[i] = at.cross;
  return at.f;
}

/* A contact that is pressed by a member, once that is asked. */
static void ask_pressed(problem *p, int i) {
  rosin_load *load = &p->contact[i].load;
  const double press = p->f[p->by[i]], normal = press > least ? p->share[i] * press : 0;
  const double more = normal * (1 + moved);
  double slope, own = p->own[i];
  p->f[i] = p->slope[i] = p->by_load[i] = p->cross[i] = 0;
  if (!(normal > 0))
    return;
  load->normal = load->normal_end = more;
  const double above = ask(p, i, &slope, &own);
  load->normal = load->normal_end = normal;
  p->f[i] = ask(p, i, &p->slope[i], &p->own[i]);
  p->by_load[i] = p->share[i] * (above - p->f[i]) / (normal * moved);
}

static void evaluate(problem *p) {
  const int before = *p->evaluations;
  for (int i = 0; i < p->n; i++)
    if (p->by[i] < 0)
      p->f[i] = ask(p, i, &p->slope[i], &p->own[i]);
  for (int i = 0; i < p->n; i++)
    if (p->by[i] >= 0)
      ask_pressed(p, i);
  p->dear = *p->evaluations - before;
}

/* What v of contact i is the sum of. */
static double size_of(const problem *p, int i) {
  double size = fabs(p->v[i]) + fabs(p->v_free[i]);
  for (int j = 0; j < p->n; j++)
    size += fabs(p->b[i * p->n + j] * p->f[j]);
  return size;
}

/* The residual into `step`; returns what is missing: the worst in units of its tolerance, and
 * what a step must make less. */
static double measure(problem *p, double *worst) {
  double sum = 0;
  *worst = 0;
  for (int i = 0; i < p->n; i++) {
    const double own = p->b[i * (p->n + 1)];
    const double scale = p->contact[i].law->ops->scale(p->contact[i].law, &p->contact[i].load);
    double r = p->v_free[i] - p->v[i];
    for (int j = 0; j < p->n; j++)
      r -= p->b[i * p->n + j] * p->f[j];
    p->step[i] = r;
    sum += own > 0 ? r * r / own : 0;
    const double most = 1e-9 * own * scale + 4e-15 * size_of(p, i);
    *worst = r == 0 ? *worst : isfinite(r) ? fmax(*worst, fabs(r) / most) : (double)INFINITY;
  }
  return isfinite(sum) ? sum : (double)INFINITY;
}

/* Where a force is steep and v may be what the tangents said by rounding, the force is theirs. */
static void settle(problem *p) {
  for (int i = 0; i < p->n; i++)
    if (fabs(p->as[i] - p->f[i]) <= 4e-15 * size_of(p, i) * fabs(p->slope[i]))
      p->f[i] = p->as[i];
}

/* df_i/dv_j. */
static double turns(const problem *p, int i, int j) {
  double sum = i == j ? p->slope[i] : 0;
  if (p->by[i] == j)
    sum += p->by_load[i] * (p->f[j] > 0 ? p->slope[j] : 0);
  if (p->contact[i].load.across == j + 1)
    sum += p->cross[i];
  return sum;
}

/* From the residual: the step of v, and what the tangents say that forces do. */
static int newton_step(problem *p) {
  const int n = p->n;
  memset(p->a, 0, (size_t)(n * n) * sizeof *p->a);
  for (int i = 0; i < n; i++)
    p->a[i * (n + 1)] = 1;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) {
      const double turn = turns(p, k, j);
      for (int i = 0; i < n && turn != 0; i++)
        p->a[i * n + j] += p->b[i * n + k] * turn;
    }
  if (!rosin_group_linear(p->a, p->step, n))
    return 0;
  for (int i = 0; i < n; i++) {
    p->way[i] = 0;
    for (int j = 0; j < n; j++)
      p->way[i] += turns(p, i, j) * p->step[j];
  }
  return 1;
}

/* Contacts along the normal go to where they would be if the others did what the tangents say:
 * by the tangent itself they land far too deep. */
static void land(problem *p, int all) {
  for (int i = 0; i < p->n; i++) {
    rosin_group_contact *c = &p->contact[i];
    const double mobility = p->b[i * (p->n + 1)];
    rosin_solution one;
    if (!(c->law->ops->normal || all) || !(mobility > 0) ||
        (p->by[i] >= 0 && p->f[p->by[i]] <= least))
      continue;
    rosin_load load = c->load;
    if (all && !c->law->ops->normal)
      load.budget = LAND;
    if (load.across)
      load.sideways = p->v[load.across - 1];
    rosin_law_solve(c->law, c->state, &load, p->v[i] + mobility * p->as[i], mobility, &one);
    *p->evaluations += one.iterations;
    p->v[i] = one.v;
  }
}

/* Along the step to where less is missing. */
static int go(problem *p, double *missing, double *worst, int *slow) {
  const size_t size = (size_t)p->n * sizeof(double);
  const double before = *missing;
  double *const step = p->a; /* the matrix is used up */
  double t = 1;
  memcpy(p->from_v, p->v, size);
  memcpy(p->from_f, p->f, size);
  memcpy(step, p->step, size);
  for (int k = 0; k < TRIES && may_go_on(p, *slow); k++, t = k == 1 ? 1 : 0.3 * t) {
    for (int i = 0; i < p->n; i++) {
      p->v[i] = p->from_v[i] + t * step[i];
      p->as[i] = p->from_f[i] + t * p->way[i];
    }
    if (*worst > 1e6)
      land(p, k == 1);
    evaluate(p);
    settle(p);
    *missing = measure(p, worst);
    *slow += !(*missing < 0.05 * before);
    if (*missing < before || *worst <= 1)
      return 1;
  }
  return 0;
}

/* What is within its tolerance is put right by the tangents once more, which costs nothing: what is
 * stiff would else take v for what it is not by far more than its force is off, and energy with it.
 * Not across where tangents end. */
static void refine(problem *p) {
  if (!newton_step(p))
    return;
  for (int i = 0; i < p->n; i++)
    if (!(fabs(p->way[i]) <= 1e-3 * fabs(p->f[i])))
      return;
  for (int i = 0; i < p->n; i++) {
    p->v[i] += p->step[i];
    p->f[i] += p->way[i];
  }
}

int rosin_group_loaded(rosin_group_scratch *s, rosin_group_contact *contact, int count,
                       const double *b, const double *v_free, const int *by, const double *share,
                       double *v, double *f, int budget, int patience, int *evaluations) {
  rosin_group_pieces_room *q = &s->pieces; /* the quick way's is needed again, and curves */
  problem p = {.contact = contact,
               .n = count,
               .b = b,
               .v_free = v_free,
               .by = by,
               .share = share,
               .v = v,
               .f = f,
               .slope = q->slope,
               .step = q->step,
               .a = q->a,
               .own = q->f,
               .cross = q->gap,
               .by_load = q->steep,
               .from_v = q->kept_f,
               .from_f = q->push,
               .way = q->tolerance,
               .as = s->slope,
               .evaluations = evaluations,
               .until = *evaluations + budget,
               .patience = patience};
  double worst, missing;
  int slow = 0;
  for (int i = 0; i < count; i++) {
    const rosin_law_ops *ops = contact[i].law->ops;
    p.own[i] = ops->whole ? contact[i].state[ops->unknown] : 0;
    p.contact[i].load.budget = ROSIN_BUDGET_OWN;
  }
  evaluate(&p);
  missing = measure(&p, &worst);
  for (int k = 0; k < ROUNDS && worst > 1 && may_go_on(&p, slow); k++)
    if (!newton_step(&p) || !go(&p, &missing, &worst, &slow))
      return 0;
  if (!(worst <= 1))
    return 0;
  refine(&p);
  return 1;
}
