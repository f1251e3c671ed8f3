/* SPDX-License-Identifier: BSD-3-Clause */
/* Descent on what is known of the forces; see group.h. */
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum { MANY = 8, POINTS = 64, STEPS = 10, SEARCH = 40 };

/* A force that was evaluated, and the slope there; the law's own unknown, and its slope. */
typedef struct {
  double v, f, slope, own, turn;
} point;

/* All points of a contact, by rising velocity. Of one that feels the velocity
 * across, they move with it by the last slope, and are dropped when it has moved far. */
typedef struct {
  point at[POINTS];
  int count;
  double across, cross; /* velocity across at the point, and slope by it */
  double corner[3];     /* where a law may jump or bend at once */
} curve;

typedef struct {
  rosin_group_contact *contact;
  int n;
  const double *b, *v_free;
  curve curve[MANY];
  double v[MANY], force[MANY];                         /* iterate, v = v_free - B force */
  double f[MANY], slope[MANY];                         /* by the curves */
  double from_v[MANY], from_force[MANY], from_f[MANY]; /* the iterate before */
  double step[MANY], push[MANY], a[MANY * MANY];
  double tolerance[MANY];
  int held; /* some bristle */
} problem;

static void insert(curve *k, const point *new) {
  int i = k->count;
  while (i > 0 && k->at[i - 1].v > new->v)
    i--;
  if (i > 0 && k->at[i - 1].v == new->v) {
    k->at[i - 1] = *new;
    return;
  }
  if (k->count == POINTS) { /* the farther end goes */
    if (i > POINTS / 2) {
      memmove(&k->at[0], &k->at[1], (POINTS - 1) * sizeof k->at[0]);
      i--;
    }
    k->count--;
  }
  memmove(&k->at[i + 1], &k->at[i], (size_t)(k->count - i) * sizeof k->at[0]);
  k->at[i] = *new;
  k->count++;
}

/* Force at v as far as it is known: between two points their tangents as far as these meet,
 * else joined by a chord over the middle; beyond the ends a tangent, not far if it falls. */
static double force_at(const curve *k, double v, double *slope) {
  int i = k->count;
  while (i > 0 && k->at[i - 1].v > v)
    i--;
  if (i == 0 || i == k->count) {
    const point *p = &k->at[i == 0 ? 0 : i - 1], *next = k->count < 2 ? p : i == 0 ? p + 1 : p - 1;
    const double gap = k->count > 1 ? fabs(p->v - next->v) : 0.125 * fabs(p->v);
    const double away = v - p->v, reach = p->slope < 0 ? 2 * gap : (double)INFINITY;
    *slope = fabs(away) <= reach ? p->slope : 0;
    return p->f + p->slope * (fabs(away) <= reach ? away : copysign(reach, away));
  }
  const point *p = &k->at[i - 1], *q = &k->at[i];
  const double width = q->v - p->v, rise = q->f - p->f;
  const double left = p->slope * width - rise, right = q->slope * width - rise;
  double first = 0.25 * width, last = 0.75 * width;
  if (left * right < 0) {
    const double meet = right / (right - left) * width;
    first = last = fmin(fmax(meet, 0), width);
  }
  for (int j = 0; j < 3 && last - first > 0.4 * width;
       j++) { /* a jump there, if both tangents lead to one */
    const double c = k->corner[j] - p->v, thin = 1e-9 * width;
    if (c > thin && c < width - thin && p->slope * c <= rise + q->slope * (c - width)) {
      first = c - thin;
      last = c + thin;
    }
  }
  const double at = v - p->v;
  if (at <= first) {
    *slope = p->slope;
    return p->f + at * p->slope;
  }
  if (at >= last) {
    *slope = q->slope;
    return q->f + (at - width) * q->slope;
  }
  const double begin = p->f + first * p->slope, end = q->f + (last - width) * q->slope;
  *slope = (end - begin) / (last - first);
  return begin + (at - first) * *slope;
}

/* Forces at v + t step by the curves. */
static void look(problem *p, double t, double *f, double *slope) {
  for (int i = 0; i < p->n; i++) {
    const curve *k = &p->curve[i];
    const int across = p->contact[i].load.across;
    f[i] = force_at(k, p->v[i] + t * p->step[i], &slope[i]);
    if (across)
      f[i] += k->cross * (p->v[across - 1] + t * p->step[across - 1] - k->across);
  }
}

/* One evaluation, from where a point near by says that the law's own unknown is. */
static int force_near(rosin_group_contact *c, const curve *k, point *new, int *held) {
  double w = c->state[c->law->ops->unknown], away = (double)INFINITY;
  rosin_tangent t;
  for (int i = 0; i < k->count; i++)
    if (fabs(k->at[i].v - new->v) < away) {
      away = fabs(k->at[i].v - new->v);
      w = k->at[i].own + k->at[i].turn * (new->v - k->at[i].v);
    }
  const int count = c->law->ops->tangent(c->law, c->state, &c->load, new->v, w, 1, &t);
  new->f = t.f;
  new->slope = t.slope;
  new->own = w + t.step;
  new->turn = t.turn;
  *held |= t.held;
  return count;
}

/* Points of a contact that feels the velocity across move with it. */
static void move_across(curve *k, double v, double across, double cross) {
  const double moved = across - k->across;
  if (fabs(moved) > 0.25 * (fabs(across) + fabs(v)))
    k->count = 0;
  for (int j = 0; j < k->count; j++)
    k->at[j].f += k->cross * moved;
  k->across = across;
  k->cross = cross;
}

/* Evaluates all laws at v; the points are kept. 0 if the evaluations left may not do. */
static int evaluate(problem *p, int budget, int *evaluations) {
  for (int i = 0; i < p->n; i++) {
    rosin_group_contact *c = &p->contact[i];
    const rosin_law_ops *ops = c->law->ops;
    const int left = (p->held ? budget - budget / 8 : budget) - *evaluations;
    double cross;
    if (left < (ops->tangent ? ROSIN_BUDGET_OWN : 1))
      return 0;
    curve *k = &p->curve[i];
    point new = {.v = p->v[i]};
    *evaluations += ops->whole ? force_near(c, k, &new, &p->held)
                               : rosin_group_force(p->contact, p->v, i, &new.f, &new.slope, &cross);
    if (c->load.across)
      move_across(k, new.v, c->load.sideways, cross);
    p->f[i] = new.f;
    p->slope[i] = new.slope;
    insert(k, &new);
  }
  return 1;
}

/* What is known of the forces before they are evaluated. 0 as above. */
static int outline(problem *p, int budget, int *evaluations) {
  for (int i = 0; i < p->n; i++) {
    const rosin_group_contact *c = &p->contact[i];
    rosin_point known[ROSIN_OUTLINE];
    if (!c->law->ops->outline)
      continue;
    if (++*evaluations > budget)
      return 0;
    const int count = c->law->ops->outline(c->law, c->state, &c->load, known);
    for (int j = 0; j < count; j++) {
      const point new = {.v = known[j].v, .f = known[j].f, .slope = known[j].slope};
      insert(&p->curve[i], &new);
    }
  }
  return 1;
}

/* On a jump, where two points are as near as can be, the force is what the bodies feel if
 * that lies between; where the force is steep, if v may be that by rounding. */
static void settle(problem *p) {
  for (int i = 0; i < p->n; i++) {
    const curve *k = &p->curve[i];
    const double ulps = 4e-16 * (fabs(p->v[i]) + fabs(p->v_free[i]));
    int agrees = fabs(p->force[i] - p->f[i]) <= ulps * p->slope[i];
    for (int j = 0; j + 1 < k->count && !agrees; j++)
      agrees = (k->at[j].v == p->v[i] || k->at[j + 1].v == p->v[i]) &&
               k->at[j + 1].v - k->at[j].v <= ulps && p->force[i] >= k->at[j].f &&
               p->force[i] <= k->at[j + 1].f;
    if (agrees)
      p->f[i] = p->force[i];
  }
}

/* What is missing, v_free - v - B f, in units of its tolerance. */
static double measure(const problem *p) {
  double worst = 0;
  for (int i = 0; i < p->n; i++) {
    double r = p->v_free[i] - p->v[i], size = fabs(p->v[i]) + fabs(p->v_free[i]);
    for (int j = 0; j < p->n; j++) {
      const double moved = p->b[i * p->n + j] * p->f[j];
      r -= moved;
      size += fabs(moved);
    }
    worst = fmax(worst, fabs(r) / (p->tolerance[i] + 4e-15 * size));
  }
  return worst;
}

/* A Newton step and its push on the forces, solved for the push: v and forces then agree to
 * rounding, however stiff. Returns dE/dt at its begin, 0 if it does not fall. With `rising`
 * only slopes that rise. */
static double newton_step(problem *p, int rising) {
  const int n = p->n;
  double gap[MANY], slope[MANY], first = 0;
  for (int i = 0; i < n; i++) {
    slope[i] = rising ? fmax(p->slope[i], 0) : p->slope[i];
    gap[i] = p->v_free[i] - p->v[i]; /* by rounding */
    for (int j = 0; j < n; j++)
      gap[i] -= p->b[i * n + j] * p->force[j];
  }
  for (int i = 0; i < n; i++) {
    const int across = rising ? 0 : p->contact[i].load.across;
    const double cross = across ? p->curve[i].cross : 0;
    p->push[i] = p->f[i] - p->force[i] + slope[i] * gap[i];
    for (int j = 0; j < n; j++)
      p->a[i * n + j] =
          (i == j) + slope[i] * p->b[i * n + j] + (across ? cross * p->b[(across - 1) * n + j] : 0);
  }
  if (!rosin_group_linear(p->a, p->push, n))
    return 0;
  for (int i = 0; i < n; i++) {
    p->step[i] = gap[i];
    for (int j = 0; j < n; j++)
      p->step[i] -= p->b[i * n + j] * p->push[j];
    first += p->step[i] * (p->f[i] - p->force[i]);
  }
  return first < 0 ? first : 0;
}

static double fall(problem *p, double t) {
  double f[MANY], slope[MANY], sum = 0;
  look(p, t, f, slope);
  for (int i = 0; i < p->n; i++)
    sum += p->step[i] * (f[i] - p->force[i] - t * p->push[i]);
  return sum;
}

/* How far along the step E, by the curves, is as good as level. */
static double search(problem *p, double first) {
  double low = 0, high = 1, at_low = first, at_high = fall(p, 1), t = 1;
  if (at_high <= -0.1 * first)
    return 1;
  for (int k = 0; k < SEARCH; k++) {
    double u = at_low / (at_low - at_high);
    u = k % 3 == 2 ? 0.5 : fmin(fmax(u, 1e-3), 0.999);
    t = low + u * (high - low);
    const double g = fall(p, t);
    if (fabs(g) <= -0.01 * first || high - low <= 1e-15 * high)
      break;
    if (g < 0) {
      low = t;
      at_low = g;
    } else {
      high = t;
      at_high = g;
    }
  }
  return t;
}

/* To where the curves meet the bodies, from the iterate. */
static void descend(problem *p) {
  for (int k = 0; k < STEPS; k++) {
    memset(p->step, 0, sizeof p->step);
    look(p, 0, p->f, p->slope);
    if (measure(p) <= 0.1)
      return;
    double first = newton_step(p, 0);
    if (first == 0)
      first = newton_step(p, 1);
    if (first == 0)
      return;
    const double t = search(p, first);
    for (int i = 0; i < p->n; i++) {
      p->v[i] += t * p->step[i];
      p->force[i] += t * p->push[i];
    }
  }
}

/* Where a contact feels the velocity across, the curves do not last: E is looked at along the
 * way come. 1 if it rises here too steeply; the iterate then goes back on that way. */
static int goes_back(problem *p) {
  double begin = 0, end = 0;
  for (int i = 0; i < p->n; i++) {
    const double way = p->v[i] - p->from_v[i];
    begin += way * (p->from_f[i] - p->from_force[i]);
    end += way * (p->f[i] - p->force[i]);
  }
  if (!(begin < 0) || end <= -0.5 * begin)
    return 0;
  const double u = fmin(fmax(begin / (begin - end), 0.1), 0.7);
  for (int i = 0; i < p->n; i++) {
    p->v[i] = p->from_v[i] + u * (p->v[i] - p->from_v[i]);
    p->force[i] = p->from_force[i] + u * (p->force[i] - p->from_force[i]);
  }
  return 1;
}

int rosin_group_pieces(rosin_group_contact *contact, int n, const double *b, const double *v_free,
                       double *v, double *f, int budget, int *held, int *evaluations) {
  problem p = {.contact = contact, .n = n, .b = b, .v_free = v_free};
  int crosses = 0;
  if (n > MANY)
    return 0;
  for (int i = 0; i < n; i++) {
    const rosin_law *law = contact[i].law;
    p.tolerance[i] = b[i * n + i] * 1e-9 * law->ops->scale(law, &contact[i].load);
    p.curve[i].corner[0] = 0;
    p.curve[i].corner[1] = 0.5 * contact[i].load.begin;
    p.curve[i].corner[2] = contact[i].load.rolling;
    p.v[i] = v[i];
    crosses |= contact[i].load.across;
  }
  if (!outline(&p, budget, evaluations))
    return 0;
  for (int round = 0; evaluate(&p, budget, evaluations); round++) {
    *held = p.held;
    settle(&p);
    if (round > 0 && measure(&p) <= 1) {
      memcpy(v, p.v, (size_t)n * sizeof *v);
      memcpy(f, p.f, (size_t)n * sizeof *f);
      return 1;
    }
    if (round > 1 && crosses && goes_back(&p))
      continue;
    if (round == 0) /* the bodies as they are without friction */
      for (int i = 0; i < n; i++)
        p.v[i] = v_free[i];
    memcpy(p.from_v, p.v, sizeof p.v);
    memcpy(p.from_force, p.force, sizeof p.force);
    memcpy(p.from_f, p.f, sizeof p.f);
    descend(&p);
  }
  memcpy(v, p.v, (size_t)n * sizeof *v);
  memcpy(f, p.f, (size_t)n * sizeof *f);
  return 0;
}
