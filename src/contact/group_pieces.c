/* SPDX-License-Identifier: BSD-3-Clause */
/* Descent on what is known of the forces; see group.h. */
#include "contact/curve.h"
#include "contact/group.h"

#include <math.h>
#include <string.h>

enum { MANY = 8, STEPS = 20, SEARCH = 40, BACKS = 3, REACH = 3 };

/* Of a contact that feels the velocity across no curve lasts. What is known of it is the last
 * evaluation, at v and `across`. */
typedef struct {
  double v, across;
  rosin_aslant at;
} aslant;

/* An iterate: v = v_free - B force; what is known of the second axes there. */
typedef struct {
  double v[MANY], force[MANY];
  aslant second[MANY];
} iterate;

typedef struct {
  rosin_group_contact *contact;
  int n;
  const double *b, *v_free;
  rosin_curve curve[MANY];
  iterate now, kept;
  double kept_f[MANY];
  double f[MANY], slope[MANY]; /* by the laws, or by what is known of them */
  double step[MANY], push[MANY], a[MANY * MANY];
  double tolerance[MANY];
  int held;    /* some bristle */
  int crosses; /* some contact feels the velocity across */
  /* then: whether those turn at their speed (see look), whether that came of Newton; what
   * was missing where it came from; rounds to come before Newton is tried again, how often
   * it failed */
  int turns, tried;
  double missed;
  int wait, failed, backs;
} problem;

/* Forces at v + t step by what is known. The force of second axes, where `turns`, is that at
 * the last speed, f + turning (v - v'): it falls with speed less than that, so that what is
 * left of E falls with each step to where this meets the bodies, though slowly. Otherwise
 * they are linear. */
static void look(problem *p, double t, double *f, double *slope) {
  const iterate *it = &p->now;
  for (int i = 0; i < p->n; i++) {
    const int across = p->contact[i].load.across;
    const double v = it->v[i] + t * p->step[i];
    if (!across) {
      f[i] = rosin_curve_force(&p->curve[i], v, &slope[i]);
      continue;
    }
    const aslant *k = &it->second[i];
    const double moved = it->v[across - 1] + t * p->step[across - 1] - k->across;
    slope[i] = p->turns ? k->at.turning : k->at.slope;
    f[i] = k->at.f + slope[i] * (v - k->v) + (p->turns ? 0 : k->at.cross * moved);
  }
}

/* One evaluation, from where a point near by says that the law's own unknown is. */
static int force_near(rosin_group_contact *c, const rosin_curve *k, rosin_curve_point *new,
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

/* Evaluates all laws at v; the points are kept. 0 if the evaluations left may not do. */
static int evaluate(problem *p, int budget, int *evaluations) {
  for (int i = 0; i < p->n; i++) {
    rosin_group_contact *c = &p->contact[i];
    const rosin_law_ops *ops = c->law->ops;
    const int left = (p->held ? budget - budget / 8 : budget) - *evaluations;
    rosin_curve_point new = {.v = p->now.v[i]};
    rosin_aslant at;
    if (left < 1)
      return 0;
    c->load.budget = left;
    if (ops->whole) {
      *evaluations += force_near(c, &p->curve[i], &new, &p->held);
    } else {
      *evaluations += rosin_group_force(p->contact, p->now.v, i, &at);
      new.f = at.f;
      new.slope = at.slope;
    }
    if (c->load.across)
      p->now.second[i] = (aslant){new.v, c->load.sideways, at};
    else
      rosin_curve_insert(&p->curve[i], &new);
    p->f[i] = new.f;
    p->slope[i] = new.slope;
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
      const rosin_curve_point new = {.v = known[j].v, .f = known[j].f, .slope = known[j].slope};
      rosin_curve_insert(&p->curve[i], &new);
    }
  }
  return 1;
}

/* On a jump, where two points are as near as can be, the force is what the bodies feel if
 * that lies between; where the force is steep, if v may be that by rounding. */
static void settle(problem *p) {
  for (int i = 0; i < p->n; i++) {
    const rosin_curve *k = &p->curve[i];
    const double ulps = 4e-16 * (fabs(p->now.v[i]) + fabs(p->v_free[i]));
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
static double measure(const problem *p) {
  double worst = 0;
  for (int i = 0; i < p->n; i++) {
    double r = p->v_free[i] - p->now.v[i], size = fabs(p->now.v[i]) + fabs(p->v_free[i]);
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
 * rounding, however stiff. Returns dE/dt at its begin, 0 if it does not fall; where that is
 * rounding alone, what is left is too, and the step is a whole one. With `rising` only
 * slopes that rise. */
static double newton_step(problem *p, int rising, int *whole) {
  const int n = p->n;
  double gap[MANY], slope[MANY], first = 0, rounding = 0;
  for (int i = 0; i < n; i++) {
    slope[i] = rising ? fmax(p->slope[i], 0) : p->slope[i];
    gap[i] = p->v_free[i] - p->now.v[i]; /* by rounding */
    for (int j = 0; j < n; j++)
      gap[i] -= p->b[i * n + j] * p->now.force[j];
  }
  for (int i = 0; i < n; i++) {
    const int across = rising || p->turns ? 0 : p->contact[i].load.across;
    const double cross = across ? p->now.second[i].at.cross : 0;
    p->push[i] = p->f[i] - p->now.force[i] + slope[i] * gap[i];
    for (int j = 0; j < n; j++)
      p->a[i * n + j] =
          (i == j) + slope[i] * p->b[i * n + j] + (across ? cross * p->b[(across - 1) * n + j] : 0);
  }
  *whole = 0;
  if (!rosin_group_linear(p->a, p->push, n))
    return 0;
  for (int i = 0; i < n; i++) {
    p->step[i] = gap[i];
    for (int j = 0; j < n; j++)
      p->step[i] -= p->b[i * n + j] * p->push[j];
    first += p->step[i] * (p->f[i] - p->now.force[i]);
    rounding += 1e-15 * (fabs(p->now.v[i]) + fabs(p->v_free[i])) * fabs(p->f[i] - p->now.force[i]);
  }
  *whole = fabs(first) <= rounding;
  return first < 0 || *whole ? first : 0;
}

static double fall(problem *p, double t) {
  double f[MANY], slope[MANY], sum = 0;
  look(p, t, f, slope);
  for (int i = 0; i < p->n; i++)
    sum += p->step[i] * (f[i] - p->now.force[i] - t * p->push[i]);
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
    int whole;
    memset(p->step, 0, sizeof p->step);
    look(p, 0, p->f, p->slope);
    if (measure(p) <= 0.1)
      return;
    double first = newton_step(p, 0, &whole);
    if (first == 0 && !whole)
      first = newton_step(p, 1, &whole);
    if (first == 0 && !whole)
      return;
    const double t = whole ? 1 : search(p, first);
    for (int i = 0; i < p->n; i++) {
      p->now.v[i] += t * p->step[i];
      p->now.force[i] += t * p->push[i];
    }
  }
}

/* Where E falls least, or no more, on the way come since the last iterate that was kept, as a
 * share of it; 1 if it falls all the way. */
static double turning_point(const problem *p) {
  double begin = 0, end = 0;
  for (int i = 0; i < p->n; i++) {
    const double way = p->now.v[i] - p->kept.v[i];
    begin += way * (p->kept_f[i] - p->kept.force[i]);
    end += way * (p->f[i] - p->now.force[i]);
  }
  return begin < 0 && end <= -0.5 * begin ? 1 : begin < 0 ? begin / (begin - end) : 0;
}

static void keep(problem *p, double missing) {
  p->kept = p->now;
  memcpy(p->kept_f, p->f, sizeof p->f);
  p->missed = missing;
  p->backs = 0;
}

static void go_back(problem *p, double share) {
  for (int i = 0; i < p->n; i++) {
    p->now.v[i] = p->kept.v[i] + share * (p->now.v[i] - p->kept.v[i]);
    p->now.force[i] = p->kept.force[i] + share * (p->now.force[i] - p->kept.force[i]);
  }
}

/* How much of the way from what is kept second axes may go: what is known of their forces
 * lasts as far as speeds do. */
static double reach(const problem *p) {
  double share = 1;
  for (int i = 0; i < p->n; i++) {
    const double way = fabs(p->now.v[i] - p->kept.v[i]);
    const double speed = fabs(p->kept.v[i]) + fabs(p->kept.second[i].across);
    const double far = REACH * speed + 1e-3 * fabs(p->v_free[i]);
    if (p->contact[i].load.across && way > far)
      share = fmin(share, far / way);
  }
  return share;
}

/* Newton in second axes may lead anywhere, since their forces fall and push across. It is kept
 * where it halves what is missing or E still falls; else the next iterate is one on the way
 * there, and where none is found, they turn for some rounds. 1 if that iterate is to be
 * evaluated as it is. */
static int choose(problem *p) {
  const double missing = measure(p), share = p->tried ? turning_point(p) : 1;
  if (share == 1 || missing <= 0.5 * p->missed) {
    keep(p, missing);
    p->wait--;
  } else if (share > 0 && p->backs++ < BACKS) {
    go_back(p, fmin(fmax(share, 0.2), 0.7));
    return 1;
  } else {
    p->now = p->kept;
    p->backs = 0;
    p->wait = ++p->failed;
  }
  p->tried = p->wait <= 0;
  p->turns = !p->tried;
  return 0;
}

int rosin_group_pieces(rosin_group_contact *contact, int n, const double *b, const double *v_free,
                       double *v, double *f, int budget, int *held, int *evaluations) {
  problem p = {.contact = contact, .n = n, .b = b, .v_free = v_free, .turns = 1};
  if (n > MANY)
    return 0;
  for (int i = 0; i < n; i++) {
    const rosin_law *law = contact[i].law;
    p.curve[i].scale = law->ops->scale(law, &contact[i].load);
    p.tolerance[i] = b[i * n + i] * 1e-9 * p.curve[i].scale;
    p.curve[i].corner[0] = 0;
    p.curve[i].corner[1] = 0.5 * contact[i].load.begin;
    p.curve[i].corner[2] = contact[i].load.rolling;
    p.now.v[i] = v[i];
    p.crosses |= contact[i].load.across;
  }
  if (!outline(&p, budget, evaluations))
    return 0;
  for (int round = 0; evaluate(&p, budget, evaluations); round++) {
    *held = p.held;
    settle(&p);
    if (round > 0 && measure(&p) <= 1) {
      memcpy(v, p.now.v, (size_t)n * sizeof *v);
      memcpy(f, p.f, (size_t)n * sizeof *f);
      return 1;
    }
    if (round == 0) /* the bodies as they are without friction */
      memcpy(p.now.v, v_free, (size_t)n * sizeof *v);
    else if (p.crosses && choose(&p))
      continue;
    descend(&p);
    if (p.tried)
      go_back(&p, reach(&p));
  }
  memcpy(v, p.now.v, (size_t)n * sizeof *v);
  memcpy(f, p.f, (size_t)n * sizeof *f);
  return 0;
}
