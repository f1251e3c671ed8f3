/* SPDX-License-Identifier: BSD-3-Clause */
/* What is known of the forces, and what is missing; see group.h. */
#include "contact/pieces.h"

#include <math.h>

/* One evaluation, from where a point near by says that the law's own unknown is. */
static int force_near(rosin_group_contact *c, const rosin_force_curve *k, rosin_curve_point *new,
                      int *held) {
  const double w = rosin_curve_own(k, new->v, c->state[c->law->ops->unknown]);
  rosin_tangent t;
  const int count = c->law->ops->tangent(c->law, c->state, &c->load, new->v, w, 1, &t);
  new->f = t.f;
  new->slope = t.slope;
  new->own = w + t.step;
  new->turn = t.turn;
  *held |= t.held;
  return count;
}

/* Late, a curve is believed where its last tangents were so good that the next is off by no more
 * than a part of the tolerance. 1 if it is. */
static int believe(rosin_pieces *p, int i) {
  const rosin_force_curve *k = &p->curve[i];
  double slope, away = (double)INFINITY;
  for (int j = 0; j < k->count; j++)
    away = fmin(away, fabs(k->at[j].v - p->now.v[i]));
  if (!(p->bend[i] * away * away <= 1e-10 * k->scale))
    return 0;
  p->f[i] = rosin_curve_force(k, p->now.v[i], &slope);
  p->slope[i] = slope;
  return 1;
}

/* A new point of a curve; how far off the tangent was there. */
static void learn(rosin_pieces *p, int i, const rosin_curve_point *new) {
  const rosin_force_curve *k = &p->curve[i];
  double away = (double)INFINITY, off = 0;
  for (int j = 0; j < k->count; j++)
    if (fabs(k->at[j].v - new->v) < away) {
      away = fabs(k->at[j].v - new->v);
      off = fabs(new->f - k->at[j].f - k->at[j].slope *(new->v - k->at[j].v));
    }
  p->bend[i] = away > 0 ? off / (away * away) : p->bend[i];
  rosin_curve_insert(&p->curve[i], new);
}

/* One evaluation of contact i at v; the point is kept. */
static void ask(rosin_pieces *p, int i, int *evaluations) {
  rosin_group_contact *c = &p->contact[i];
  rosin_curve_point new = {.v = p->now.v[i]};
  rosin_aslant at;
  if (c->law->ops->whole) {
    *evaluations += force_near(c, &p->curve[i], &new, &p->held);
  } else {
    *evaluations += rosin_group_force(p->contact, p->now.v, i, &at);
    new.f = at.f;
    new.slope = at.slope;
  }
  if (c->load.across)
    p->now.second[i] = (rosin_group_aslant){new.v, c->load.sideways, at};
  else
    learn(p, i, &new);
  p->f[i] = new.f;
  p->slope[i] = new.slope;
}

/* Asks contact i at v, if the evaluations left may do. */
static int may_ask(rosin_pieces *p, int i, int budget, int *evaluations) {
  const int left = (p->held ? budget - budget / 8 : budget) - *evaluations;
  if (left < 1)
    return 0;
  p->contact[i].load.budget = left;
  ask(p, i, evaluations);
  p->skipped[i] = 0;
  return 1;
}

/* Those that were believed. */
int rosin_pieces_ask_skipped(rosin_pieces *p, int budget, int *evaluations) {
  for (int i = 0; i < p->n; i++)
    if (p->skipped[i] && !may_ask(p, i, budget, evaluations))
      return 0;
  return 1;
}

/* Evaluates the laws at v, all but those that are believed, if not all are. 0 if the evaluations
 * left may not do. */
int rosin_pieces_evaluate(rosin_pieces *p, int budget, int *evaluations) {
  int asked = 0;
  for (int i = 0; i < p->n; i++) {
    p->skipped[i] = p->late && !p->contact[i].load.across && believe(p, i);
    if (!p->skipped[i] && !may_ask(p, i, budget, evaluations))
      return 0;
    asked += !p->skipped[i];
  }
  return asked > 0 || rosin_pieces_ask_skipped(p, budget, evaluations);
}

/* What is known of the forces before they are evaluated. 0 as above. */
int rosin_pieces_outline(rosin_pieces *p, int budget, int *evaluations) {
  for (int i = 0; i < p->n; i++) {
    const rosin_group_contact *c = &p->contact[i];
    rosin_point known[ROSIN_OUTLINE];
    if (!c->law->ops->outline || p->curve[i].count)
      continue;
    if (++*evaluations > budget)
      return 0;
    const int count = c->law->ops->outline(c->law, c->state, &c->load, known);
    for (int j = 0; j < count; j++) {
      const rosin_curve_point new = {.v = known[j].v, .f = known[j].f, .slope = known[j].slope};
      rosin_curve_insert(&p->curve[i], &new);
    }
  }
  return 1;
}

/* What v of contact i is the sum of. */
static double size_of(const rosin_pieces *p, int i) {
  double size = fabs(p->now.v[i]) + fabs(p->v_free[i]);
  for (int j = 0; j < p->n; j++)
    size += fabs(p->b[i * p->n + j] * p->f[j]);
  return size;
}

/* On a jump, where two points are as near as can be, the force is what the bodies feel if
 * that lies between; where the force is steep, if v may be that by rounding. */
void rosin_pieces_settle(rosin_pieces *p) {
  for (int i = 0; i < p->n; i++) {
    const rosin_force_curve *k = &p->curve[i];
    const double ulps =
        p->late ? 4e-15 * size_of(p, i) : 4e-16 * (fabs(p->now.v[i]) + fabs(p->v_free[i]));
    int agrees = fabs(p->now.force[i] - p->f[i]) <= ulps * p->slope[i];
    for (int j = 0; j + 1 < k->count && !agrees; j++)
      agrees = (k->at[j].v == p->now.v[i] || k->at[j + 1].v == p->now.v[i]) &&
               k->at[j + 1].v - k->at[j].v <= ulps && p->now.force[i] >= k->at[j].f &&
               p->now.force[i] <= k->at[j + 1].f;
    if (agrees)
      p->f[i] = p->now.force[i];
  }
}

/* What is missing, v_free - v - B f, in units of its tolerance. */
double rosin_pieces_measure(const rosin_pieces *p) {
  double worst = 0;
  for (int i = 0; i < p->n; i++) {
    double r = p->v_free[i] - p->now.v[i], size = fabs(p->now.v[i]) + fabs(p->v_free[i]);
    for (int j = 0; j < p->n; j++) {
      const double moved = p->b[i * p->n + j] * p->f[j];
      r -= moved;
      size += fabs(moved);
    }
    worst =
        isfinite(r) ? fmax(worst, fabs(r) / (p->tolerance[i] + 4e-15 * size)) : (double)INFINITY;
  }
  return worst;
}
