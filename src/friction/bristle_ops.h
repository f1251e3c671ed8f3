/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The rosin_law_ops of a bristle law, made from one function of its file:
 *   static void numbers(const rosin_law *law, double normal, rosin_bristle *b);
 * which fills in sigma, f_c, f_s, v_s, n, c at a normal force. Include it at the
 * end of a law's file, with ROSIN_BRISTLE_LAW, _NAME and _SUMMARY defined.
 */
static void at_load(const rosin_law *law, const rosin_load *load, rosin_bristle *b) {
  numbers(law, load->normal, b);
  rosin_bristle_derive(b, load);
}

static void law_force(const rosin_law *law, const double *state, const rosin_load *load,
                      const double *v, double *f, double *slope) {
  rosin_bristle b;
  at_load(law, load, &b);
  rosin_bristle_force(&b, state, v[0], f, slope);
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *solution) {
  rosin_bristle b;
  at_load(law, load, &b);
  rosin_bristle_solve(&b, state, v_free, mobility, solution);
}

static void commit(const rosin_bristle *b, double *state, const rosin_load *load, const double *v,
                   const double *f, rosin_solution *solution) {
  const int steady = load->normal == load->normal_end;
  const double z_max_end = steady ? b->z_max : b->z_max * load->normal_end / load->normal;
  solution->power = rosin_bristle_commit(b, state, load, z_max_end, v[0], f[0]);
  solution->passive = rosin_bristle_passive(b, v[0]);
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  rosin_bristle b;
  at_load(law, load, &b);
  commit(&b, state, load, v, f, solution);
}

/* The bristle at this load, kept in the law while load and parameters stay. */
static const rosin_bristle *derived(rosin_law *law, const rosin_load *load) {
  _Static_assert(sizeof(rosin_bristle) <= sizeof law->derived, "enlarge ROSIN_LAW_DERIVED");
  rosin_bristle *b = (rosin_bristle *)(void *)law->derived;
  const rosin_load *old = &law->derived_load;
  if (law->derived_version != law->version || old->normal != load->normal ||
      old->period != load->period || old->unheld != load->unheld) {
    at_load(law, load, b);
    law->derived_version = law->version;
    law->derived_load = *load;
  }
  return b;
}

static void law_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                     double mobility, rosin_solution *solution) {
  const rosin_bristle *b = derived(law, load);
  rosin_bristle_solve(b, state, v_free, mobility, solution);
  commit(b, state, load, &solution->v, &solution->f, solution);
}

static int law_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  rosin_bristle b;
  at_load(law, load, &b);
  return rosin_bristle_unique(&b, mobility);
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  rosin_bristle b;
  numbers(law, load->normal, &b);
  return b.coulomb;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  rosin_bristle b;
  at_load(law, load, &b);
  return rosin_bristle_steady(&b, v);
}

static double law_bristle(const rosin_law *law, const double *state) {
  (void)law;
  return state[ROSIN_BRISTLE_MEAN];
}

static double law_energy(const rosin_law *law, const double *state) {
  rosin_bristle b;
  numbers(law, 0, &b);
  return 0.5 * b.sigma0 * state[ROSIN_BRISTLE_Z] * state[ROSIN_BRISTLE_Z];
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
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
    .release = law_release,
};
