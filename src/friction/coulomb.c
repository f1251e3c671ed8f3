/* SPDX-License-Identifier: BSD-3-Clause */
/* Coulomb friction, set-valued, with its four contact states (sticking, transition,
 * slipping, about to slip; dynamics notes on contact states):
 *   sticking: v = 0, |f| <= f_s;  slipping: f = sgn(v) f_c.
 * With memory: a contact that sticks goes on while the force it takes is within
 * f_s (at f_s: transition), one that slips goes on while it moves its way; what can
 * do neither is about to slip the way it is pushed. Without that memory, or with a
 * curve in place of the step, a bowed string slips too briefly.
 *
 * What comes to rest is the velocity at the sample's end. Of a modal body or a hand v
 * is a mean, so with w the velocity at the sample's begin, which the bodies know, it
 * is v = w/2 that sticks. (v = 0 would keep for ever whatever w is left over, with
 * its sign and half the force turning at each sample.) Of a string, whose waves are
 * those of an instant, it is v = 0.
 *
 * In the sample in which it comes to rest, the force that holds it may be against w/2:
 * that would be work out of nothing. So f(v) has two steps then, at 0 and at w/2, and
 * the force that is held back is owed to the next sample. With it f v >= 0 always.
 *
 * A contact slips off within a sample, where the force that holds it, as a line through
 * two samples, passes f_s; until there f_s counts, and f_c from there on.
 *
 * step() is exact. In groups, which need f as a function of v, sticking creeps at
 * up to `creep` m/s. */
#include "friction/rows.h"
#include "friction/scalar.h"

#include <math.h>

enum { MU_S, MU_K };
/* HELD: share of f_s that held it all through the last sample, < 0: it did not */
enum { LAST = ROSIN_LAST, SENSE, OWED, FORCE, HELD, STATES };

static const double creep = 1e-7;

static const rosin_parameter table[] = {
    ROSIN_ROW_MU_STATIC(MU_S),
    ROSIN_ROW_MU_KINETIC(MU_K),
    ROSIN_ROW_END,
};

static double kinetic(const rosin_law *law, const rosin_load *load) {
  return law->value[MU_K] * load->normal;
}

static double stiction(const rosin_law *law, const rosin_load *load) {
  return fmax(law->value[MU_S], law->value[MU_K]) * load->normal;
}

/* f(v), seen so that the velocity at the begin is not negative: `up` holds at v = rest,
 * `down` at v = 0; beyond, `slide`. */
typedef struct {
  double side; /* +-1: what v and f are multiplied by to be seen so */
  double rest, slide, up, down;
  int was; /* the way it slips already */
} graph;

static graph look(const rosin_law *law, const double *state, const rosin_load *load) {
  const double begin = load->instant ? 0 : load->begin, hold = stiction(law, load);
  graph g = {.side = begin < 0 ? -1 : 1, .rest = 0.5 * fabs(begin), .slide = kinetic(law, load)};
  const double owed = g.side * state[OWED];
  g.was = (int)(g.side * state[SENSE]);
  g.up = (g.was > 0 ? g.slide : hold) + fmax(owed, 0);
  g.down = (g.was < 0 ? g.slide : hold) + fmax(-owed, 0);
  return g;
}

/* What a sample comes to. */
typedef struct {
  double f, owed, held;
  int sense;
} outcome;

/* f(v) where it sticks within creep: a slope in place of each step. */
static outcome at_velocity(const graph *g, double v, double stiffness, double *slope) {
  const double above = stiffness * (v - g->rest), below = stiffness * v;
  *slope = above > 0 || below < 0 ? stiffness : 0;
  outcome o = {.f = above > 0 ? above : fmin(below, 0)};
  if (o.f > g->up || o.f < -g->down) {
    *slope = 0;
    o.sense = o.f > 0 ? 1 : -1;
    o.f = o.sense * g->slide;
  } else if (above < 0) {
    o.owed = fmax(above, -g->down) - o.f;
  }
  return o;
}

/* One state after the other; `give` (m/s/N) is how sticking creeps. */
static outcome solve(const graph *g, double v_free, double mobility, double give) {
  const double slips = g->was * (v_free - g->was * mobility * g->slide - (g->was > 0) * g->rest);
  if (g->was != 0 && slips > give * g->slide)
    return (outcome){.f = g->was * g->slide, .sense = g->was, .held = -1};
  const double need = (v_free - g->rest) / (mobility + give);
  if (need >= 0 && need <= g->up * (1 + 1e-15))
    return (outcome){.f = need};
  if (need >= 0)
    return (outcome){.f = g->slide, .sense = 1, .held = need};
  const double rest = fmin(v_free, 0) / (mobility + give);
  if (rest >= -g->down * (1 + 1e-15))
    return (outcome){.f = rest, .owed = fmax(need, -g->down) - rest};
  return (outcome){.f = -g->slide, .sense = -1, .held = -need};
}

/* Mean of f_s and f_c over the sample in which the force that holds, `held` at last and
 * `need` now (shares of f_s, in the middle of the samples), passes f_s. */
static double slip_off(double slide, double hold, double held, double need) {
  const double part = (1 - held) / (need - held) - 0.5;
  return held < 0 || !(need > held) ? slide : fmax(slide + part * (hold - slide), 0);
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  const graph g = look(law, state, load);
  *f = g.side * at_velocity(&g, g.side * *v, stiction(law, load) / creep, slope).f;
  return 1;
}

/* Whether it slips at w, its force in the last round, and `away` from where it holds. */
static int has_let_go(const graph *g, double away, double w, double stiffness) {
  /* a force that is f_c, and not that of creeping, is that of slipping in the last round */
  const int slipped =
      fabs(fabs(w) - g->slide) <= 1e-6 * g->slide && fabs(away) * stiffness > 1.01 * g->slide;
  const int beyond = slipped || w > g->up || w < -g->down;
  return beyond && (w < 0 ? away <= 0 : away >= 0);
}

/* The straight piece of f(v) that v lies on, by the force w it had in the last round, so that
 * each round tries one set of states: it lets go where w is more than it holds, and stops
 * where it would slip the wrong way. */
static rosin_tangent piece(const graph *g, double v, double w, double stiffness) {
  const double edge = w < 0 ? 0 : g->rest;
  if (has_let_go(g, v - edge, w, stiffness))
    return (rosin_tangent){.f = w < 0 ? -g->slide : g->slide,
                           .low = w < 0 ? -HUGE_VAL : edge,
                           .high = w < 0 ? edge : HUGE_VAL};
  if (v > 0 && v < g->rest)
    return (rosin_tangent){.low = 0, .high = g->rest};
  const double from = v >= g->rest ? g->rest : 0;
  return (rosin_tangent){.f = stiffness * (v - from),
                         .slope = stiffness,
                         .low = v >= g->rest && g->rest > 0 ? g->rest : -g->down / stiffness,
                         .high = v >= g->rest ? g->rest + g->up / stiffness : 0};
}

static int law_tangent(rosin_law *law, const double *state, const rosin_load *load, double v,
                       double w, int whole, rosin_tangent *t) {
  const graph g = look(law, state, load);
  (void)whole;
  *t = piece(&g, g.side * v, g.side * w, stiction(law, load) / creep);
  const double low = t->low, high = t->high;
  t->f *= g.side;
  t->low = g.side > 0 ? low : -high;
  t->high = g.side > 0 ? high : -low;
  t->step = t->f - w;
  t->turn = t->slope;
  t->most = INFINITY;
  return 1;
}

/* The steps where it lets go are no wider than v can tell. */
static int law_outline(const rosin_law *law, const double *state, const rosin_load *load,
                       rosin_point *point) {
  const graph g = look(law, state, load);
  const double stiffness = stiction(law, load) / creep;
  const double from = -g.down / stiffness, to = g.rest + g.up / stiffness;
  const double step = 1e-6 * creep + 4e-16 * to;
  const rosin_point seen[] = {{from - step, -g.slide, 0},
                              {from, -g.down, stiffness},
                              {0.5 * g.rest, 0, g.rest > 0 ? 0 : stiffness},
                              {to, g.up, stiffness},
                              {to + step, g.slide, 0}};
  for (int i = 0; i < ROSIN_OUTLINE; i++) {
    const rosin_point *p = &seen[g.side > 0 ? i : ROSIN_OUTLINE - 1 - i];
    point[i] = (rosin_point){g.side * p->v, g.side * p->f, p->slope};
  }
  return ROSIN_OUTLINE;
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  const graph g = look(law, state, load);
  const double give = creep / stiction(law, load);
  *out = (rosin_solution){.iterations = 1, .converged = 1};
  out->f = g.side * solve(&g, g.side * v_free, mobility, give).f;
  out->v = v_free - mobility * out->f;
  out->own = out->f;
}

static void keep(double *state, const outcome *o, double side, double v, rosin_solution *out) {
  state[LAST] = v;
  state[SENSE] = side * o->sense;
  state[OWED] = side * o->owed;
  state[FORCE] = side * o->f;
  out->power = side * o->f * v;
  out->passive = 1;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const graph g = look(law, state, load);
  double slope;
  outcome o = at_velocity(&g, g.side * *v, stiction(law, load) / creep, &slope);
  /* force() gives f_c exactly where it slips; sticking is within creep, and v rounded */
  if (o.sense != 0 && fabs(*f) != g.slide)
    o = (outcome){0};
  o.f = g.side * *f;
  solution->iterations++;
  keep(state, &o, g.side, *v, solution);
  state[HELD] = -1;
}

static void law_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                     double mobility, rosin_solution *out) {
  const graph g = look(law, state, load);
  const double hold = stiction(law, load);
  outcome o = {.sense = (v_free > 0) - (v_free < 0), .held = -1};
  *out = (rosin_solution){.iterations = 1, .converged = 1};
  if (mobility > 0) {
    o = solve(&g, g.side * v_free, mobility, 0);
    if (o.sense != 0 && o.held > 0 && !load->instant && o.sense * state[FORCE] * g.side > 0)
      o.f = o.sense * slip_off(g.slide, hold, state[HELD], o.held / hold);
  } else if (o.sense != 0) { /* driven: only the sense of v is known */
    o.sense *= (int)g.side;
    o.f = o.sense * g.slide;
  } else {
    o.f = g.side * fmax(fmin(state[FORCE], hold), -hold);
  }
  out->f = g.side * o.f;
  out->v = v_free - mobility * out->f;
  keep(state, &o, g.side, out->v, out);
  state[HELD] = o.sense == 0 && g.rest <= creep && hold > 0 ? fabs(o.f) / hold : -1;
}

/* Sticking and slipping both answer if f_s > f_c: memory decides. */
static int law_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  return mobility == 0 || stiction(law, load) <= kinetic(law, load);
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return kinetic(law, load);
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  return v == 0 ? 0 : copysign(kinetic(law, load), v);
}

const rosin_law_ops rosin_law_coulomb = {
    .name = "coulomb",
    .summary = "exact sticking and slipping, without bristles",
    .parameters = table,
    .axes = 1,
    .states = STATES,
    .begins = 1,
    .loses = 1,
    .force = law_force,
    .commit = law_commit,
    .solve = law_solve,
    .step = law_step,
    .unique = law_unique,
    .tangent = law_tangent,
    .unknown = FORCE,
    .outline = law_outline,
    .scale = law_scale,
    .steady = law_steady,
};
