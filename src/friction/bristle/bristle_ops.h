/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The rosin_law_ops of a bristle law, made from one function of its file:
 *   static void numbers(const rosin_law *law, rosin_bristle *b);
 * which fills in sigma, v_s, n, c, f_c and f_s at 1 N, p and 1/N_ref. Include it at the
 * end of a law's file, with ROSIN_BRISTLE_LAW, _NAME and _SUMMARY defined.
 */
#include "friction/bristle/bristle_rate.h"

static int is_derived(const rosin_law *law, const rosin_load *load) {
  const rosin_load *old = &law->derived_load;
  return law->derived_version == law->version && old->normal == load->normal &&
         old->period == load->period && old->unheld == load->unheld;
}

/* The bristle at this load: the law's own, or made in `room`. */
static const rosin_bristle *at_load(const rosin_law *law, const rosin_load *load,
                                    rosin_bristle *room) {
  if (is_derived(law, load))
    return (const rosin_bristle *)(const void *)law->derived;
  numbers(law, room);
  rosin_bristle_derive(room, load);
  return room;
}

/* The same, kept in the law while load and parameters stay, rescaled when the load has
 * moved. */
static rosin_bristle *derived(rosin_law *law, const rosin_load *load) {
  _Static_assert(sizeof(rosin_bristle) <= sizeof law->derived, "enlarge ROSIN_LAW_DERIVED");
  rosin_bristle *b = (rosin_bristle *)(void *)law->derived;
  if (is_derived(law, load))
    return b;
  if (law->derived_version == law->version && law->derived_load.period == load->period) {
    rosin_bristle_reload(b, load);
  } else {
    numbers(law, b);
    rosin_bristle_derive(b, load);
    law->derived_version = law->version;
    law->derived_load.period = load->period;
  }
  law->derived_load.normal = load->normal;
  law->derived_load.unheld = load->unheld;
  return b;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  rosin_bristle room;
  return rosin_bristle_force(at_load(law, load, &room), state, v[0], rosin_load_rounds(load), f,
                             slope);
}

static int law_tangent(rosin_law *law, const double *state, const rosin_load *load, double v,
                       double w, int whole, rosin_tangent *tangent) {
  return rosin_bristle_tangent(derived(law, load), state, v, w, whole, rosin_load_rounds(load),
                               tangent);
}

static int law_bend(rosin_law *law, const double *state, const rosin_load *load, rosin_bend *bend) {
  return rosin_bristle_bend(derived(law, load), state, bend);
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *solution) {
  rosin_bristle room;
  rosin_bristle_solve(at_load(law, load, &room), state, load, v_free, mobility, solution);
}

static void commit(const rosin_bristle *b, double *state, const rosin_load *load, const double *v,
                   const double *f, rosin_solution *solution) {
  const double before = state[ROSIN_BRISTLE_Z];
  solution->power = rosin_bristle_commit(b, state, load, v[0], f[0], &solution->iterations);
  solution->passive = rosin_bristle_passive(b, v[0], state[ROSIN_BRISTLE_MEAN]);
  if (b->stiffens) {
    const int steady = load->normal == load->normal_end;
    const double end = steady ? b->sigma0 : rosin_bristle_stiffness(b, load->normal_end);
    solution->power += rosin_bristle_follow(state, b->sigma0, end, before, load->period);
  }
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  rosin_bristle room;
  commit(at_load(law, load, &room), state, load, v, f, solution);
}

static void law_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                     double mobility, rosin_solution *solution) {
  rosin_bristle *b = derived(law, load);
  if (bristle_bends(b, state, load, v_free, mobility, solution))
    return;
  rosin_bristle_solve(b, state, load, v_free, mobility, solution);
  if (solution->converged)
    commit(b, state, load, &solution->v, &solution->f, solution);
  else
    rosin_solution_close(solution, v_free, mobility);
}

static int law_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  rosin_bristle room;
  return rosin_bristle_unique(at_load(law, load, &room), mobility);
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  rosin_bristle room;
  return at_load(law, load, &room)->coulomb;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  rosin_bristle room;
  return rosin_bristle_steady(at_load(law, load, &room), v);
}

static double law_bristle(const rosin_law *law, const double *state) {
  (void)law;
  return state[ROSIN_BRISTLE_MEAN];
}

static double law_energy(const rosin_law *law, const double *state) {
  rosin_bristle b;
  numbers(law, &b);
  const double sigma0 = b.stiffening > 0 ? state[ROSIN_BRISTLE_STIFFNESS] : b.sigma0;
  return 0.5 * sigma0 * state[ROSIN_BRISTLE_Z] * state[ROSIN_BRISTLE_Z];
}

static void law_release(const rosin_law *law, double *state) {
  (void)law;
  for (int i = 0; i < ROSIN_BRISTLE_STATES; i++)
    state[i] = 0;
}

const rosin_law_ops ROSIN_BRISTLE_LAW = {
    .name = ROSIN_BRISTLE_NAME,
    .summary = ROSIN_BRISTLE_SUMMARY,
    .parameters = table,
    .axes = 1,
    .states = ROSIN_BRISTLE_STATES,
    .force = law_force,
    .commit = law_commit,
    .solve = law_solve,
    .step = law_step,
    .unique = law_unique,
    .tangent = law_tangent,
    .numbers = numbers,
    .unknown = ROSIN_BRISTLE_RATE,
    .whole = 1,
    .bend = law_bend,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
    .release = law_release,
};
