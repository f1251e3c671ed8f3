/* SPDX-License-Identifier: BSD-3-Clause */
/* Coulomb friction, set-valued, with its four contact states (sticking, transition,
 * slipping, about to slip; dynamics notes on contact states):
 *   sticking: v = 0, |f| <= f_s;  slipping: f = sgn(v) f_c.
 * With memory: a contact that sticks goes on while the force it takes is within
 * f_s (at f_s: transition), one that slips goes on while it moves its way; what can
 * do neither is about to slip the way it is pushed. Without that memory, or with a
 * curve in place of the step, a bowed string slips too briefly.
 *
 * What comes to rest is the velocity at the sample's end. Of a modal body or a hand
 * v is a mean, so sticking means v = v_end[n-1]/2, then 0; of a string, whose waves
 * are those of an instant, it means v = 0.
 *
 * step() is exact. In groups, which need f as a function of v, sticking creeps at
 * up to `creep` m/s. */
#include "friction/bristle_table.h"
#include "friction/scalar.h"

#include <math.h>

enum { MU_S, MU_K };
enum { LAST = ROSIN_LAST, SENSE, END, FORCE, KNOWN, STATES };

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

/* Mean velocity that brings the contact to rest at the sample's end. */
static double rest(const double *state, const rosin_load *load) {
  return load->instant ? 0 : 0.5 * state[END];
}

/* Sticking within creep: f = k (v - rest) up to f_s, or f_c the way it slips already. */
static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  const double slide = kinetic(law, load), hold = stiction(law, load);
  const double stiffness = hold / creep, elastic = stiffness * (*v - rest(state, load));
  const double up = state[SENSE] > 0 ? slide : hold, down = state[SENSE] < 0 ? slide : hold;
  const int sticks = elastic <= up && elastic >= -down;
  *f = sticks ? elastic : copysign(slide, elastic);
  *slope = sticks ? stiffness : 0;
  return 1;
}

/* For groups: sticking or slipping by the force w it had in the last round, so that each
 * round tries one set of states: it lets go where w is more than it holds, and stops where
 * it would slip the wrong way. */
static int law_tangent(rosin_law *law, const double *state, const rosin_load *load, double v,
                       double w, int whole, rosin_tangent *t) {
  const double slide = kinetic(law, load), hold = stiction(law, load), v0 = rest(state, load);
  const double up = state[SENSE] > 0 ? slide : hold, down = state[SENSE] < 0 ? slide : hold;
  const double sign = w < 0 ? -1 : 1, away = v - v0;
  *t = (rosin_tangent){.most = (double)INFINITY};
  (void)whole;
  /* a force that is f_c to rounding is that of slipping in the last round */
  const int slipped = fabs(fabs(w) - slide) <= 1e-12 * slide;
  if (sign * away >= 0 && (slipped ? away != 0 : w > up || w < -down)) {
    t->f = sign * slide;
    t->low = sign > 0 ? v0 : -(double)INFINITY;
    t->high = sign > 0 ? (double)INFINITY : v0;
  } else {
    t->slope = hold / creep;
    t->f = t->slope * away;
    t->low = v0 - down / t->slope;
    t->high = v0 + up / t->slope;
  }
  t->step = t->f - w;
  t->turn = t->slope;
  return 1;
}

/* One state after the other; `give` (m/s/N) is how sticking creeps. */
static double solve(const rosin_law *law, const double *state, const rosin_load *load,
                    double v_free, double mobility, double give, double *sense) {
  const double slide = kinetic(law, load), hold = stiction(law, load), v0 = rest(state, load);
  const double was = state[SENSE];
  *sense = was;
  if (was != 0 && was * (v_free - was * mobility * slide - v0) > give * slide)
    return was * slide; /* slips on */
  const double need = (v_free - v0) / (mobility + give);
  *sense = 0;
  if (fabs(need) <= (was * need > 0 ? slide : hold) * (1 + 1e-15))
    return need; /* sticks */
  *sense = need < 0 ? -1 : 1;
  return *sense * slide; /* about to slip */
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  double sense;
  *out = (rosin_solution){.iterations = 1, .converged = 1};
  out->f = solve(law, state, load, v_free, mobility, creep / stiction(law, load), &sense);
  out->v = v_free - mobility * out->f;
  out->own = out->f;
}

static void commit(double *state, const rosin_load *load, double v, double f, double sense,
                   rosin_solution *solution) {
  const double smooth = 1.5 * v - 0.5 * state[LAST]; /* at the end, if v is smooth */
  const double exact = state[KNOWN] > 0 ? 2 * v - state[END] : v;
  /* an error of `exact` would alternate for ever */
  state[END] = sense == 0 ? 0 : exact + (state[KNOWN] > 0 ? 0.05 * (smooth - exact) : 0);
  state[KNOWN] = 1;
  state[LAST] = v;
  state[SENSE] = sense;
  state[FORCE] = f;
  solution->power = f * v;
  solution->passive = solution->power >= 0;
  (void)load;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double slide = kinetic(law, load), away = *v - rest(state, load);
  /* force() gives f_c exactly where it slips; sticking is within creep */
  const int slips = fabs(*f) == slide && fabs(away) >= creep * slide / stiction(law, load);
  commit(state, load, *v, *f, slips ? copysign(1, *f) : 0, solution);
}

static void law_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                     double mobility, rosin_solution *out) {
  double sense = (v_free > 0) - (v_free < 0);
  *out = (rosin_solution){.iterations = 1, .converged = 1};
  if (mobility > 0)
    out->f = solve(law, state, load, v_free, mobility, 0, &sense);
  else if (sense != 0) /* driven: only the sense of v is known */
    out->f = sense * kinetic(law, load);
  else
    out->f = fmax(fmin(state[FORCE], stiction(law, load)), -stiction(law, load));
  out->v = v_free - mobility * out->f;
  commit(state, load, out->v, out->f, sense, out);
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
    .force = law_force,
    .commit = law_commit,
    .solve = law_solve,
    .step = law_step,
    .unique = law_unique,
    .tangent = law_tangent,
    .unknown = FORCE,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = rosin_scalar_zero,
    .energy = rosin_scalar_zero,
    .release = rosin_scalar_release,
};
