/* SPDX-License-Identifier: BSD-3-Clause */
/* Bristles side by side: the bits of those that are solved one after the other. */
#include "contact/abreast/abreast.h"
#include "contact/group.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "problem.h"
#include "tests/unit/group_room.h"

enum { MOST = ROSIN_ABREAST, STATES = ROSIN_BRISTLE_STATES };

/* A group of random bristles that have stuck and slipped, so that they are where bristles are. */
typedef struct {
  int count;
  rosin_contact *contact[MOST];
  rosin_load load[MOST];
  double b[MOST * MOST], v_free[MOST], v[MOST], f[MOST];
} group;

static rosin_contact *random_bristle(double stiffening, double exponent) {
  rosin_contact *c = contact("elastoplastic", 44100, "");
  const double limit = uniform(&seed, 0, 1);
  rosin_contact_set(c, "sigma0", log_uniform(&seed, 1e3, 1e6), NULL);
  rosin_contact_set(c, "sigma1", limit < 0.2 ? 0 : log_uniform(&seed, 1e-3, 10), NULL);
  rosin_contact_set(c, "sigma2", limit < 0.5 ? 0 : log_uniform(&seed, 1e-3, 1), NULL);
  rosin_contact_set(c, "mu_static", uniform(&seed, 0.2, 1.2), NULL);
  rosin_contact_set(c, "mu_kinetic", uniform(&seed, 0.2, 0.6), NULL);
  rosin_contact_set(c, "stribeck_velocity", log_uniform(&seed, 1e-3, 0.5), NULL);
  rosin_contact_set(c, "breakaway", 0.99 * uniform(&seed, 0, 1), NULL);
  rosin_contact_set(c, "stiffening", stiffening, NULL);
  rosin_contact_set(c, "load_fall", uniform(&seed, 0, 1) < 0.2, NULL);
  rosin_contact_set(c, "stribeck_exponent", exponent > 0 ? exponent : uniform(&seed, 0.3, 3), NULL);
  return c;
}

static void begin(group *g, int k) {
  static const double powers[] = {0, 0.5, 1, 0.7}, exponents[] = {0.5, 2, 1, 0};
  const double size = log_uniform(&seed, 1e-3, 2);
  *g = (group){.count = 2 + k % (MOST - 1)};
  for (int mode = 0; mode < g->count + 1; mode++) {
    double shape[MOST];
    for (int i = 0; i < g->count; i++)
      shape[i] = 2 * uniform(&seed, 0, 1) - 1;
    for (int i = 0; i < g->count * g->count; i++)
      g->b[i] += size * shape[i / g->count] * shape[i % g->count];
  }
  for (int i = 0; i < g->count; i++)
    g->contact[i] = random_bristle(powers[k / 15 % 4], exponents[k / 60 % 4]);
}

/* The next sample's loads and free velocities. */
static void move(group *g, double *speed) {
  for (int i = 0; i < g->count; i++) {
    const double before = g->load[i].normal_end > 0 ? g->load[i].normal_end : 1;
    const double end = uniform(&seed, 0, 1) < 0.3 ? before : before * uniform(&seed, 0.8, 1.25);
    g->load[i] = (rosin_load){
        .normal = 0.5 * (before + end), .normal_end = end, .period = 1 / 44100.0, .instant = 1};
    speed[i] += 0.1 * (2 * uniform(&seed, 0, 1) - 1);
    g->v_free[i] = speed[i];
  }
}

static int abreast(rosin_abreast *a, const group *g, double (*state)[STATES]) {
  const int n = g->count;
  a->count = n;
  for (int i = 0; i < rosin_abreast_lanes(n); i++) {
    const int of = i < n ? i : 0;
    a->law[i] = &g->contact[of]->law;
    a->state[i] = state[of];
    a->load[i] = &g->load[of];
    a->normal[i] = g->load[of].normal;
    a->normal_end[i] = g->load[of].normal_end;
    a->v_free[i] = i < n ? g->v_free[i] : 0;
    a->v[i] = i < n ? g->v[i] : 0;
    a->f[i] = i < n ? g->f[i] : 0;
    for (int j = 0; j < MOST; j++)
      a->b[j][i] = i < n && j < n ? g->b[i * n + j] : 0;
  }
  return rosin_abreast_can(a) && rosin_abreast_solve(a, rosin_group_quick_budget(&g->load[0], n));
}

static int plain(group *g, int *evaluations) {
  rosin_group_contact one[MOST];
  for (int i = 0; i < g->count; i++) {
    one[i] = (rosin_group_contact){&g->contact[i]->law, g->contact[i]->state, g->load[i], i};
    one[i].load.budget = ROSIN_BUDGET_OWN;
  }
  *evaluations = 0;
  rosin_group_scratch scratch;
  void *memory = group_room(&scratch, g->count);
  const int done = rosin_group_quick(&scratch.quick, one, g->count, g->b, g->v_free, g->v, g->f,
                                     rosin_group_quick_budget(&g->load[0], g->count), evaluations);
  free(memory);
  for (int i = 0; i < g->count && done; i++) {
    g->v[i] = g->v_free[i];
    for (int j = 0; j < g->count; j++)
      g->v[i] -= g->b[i * g->count + j] * g->f[j];
  }
  return done;
}

/* What was solved is what the laws say there: the reference of both. */
static void forces_are_the_laws(const group *g) {
  for (int i = 0; i < g->count; i++) {
    const rosin_contact *c = g->contact[i];
    double f, slope;
    c->law.ops->force(&c->law, c->state, &g->load[i], &g->v[i], &f, &slope);
    const double off = fabs(f - g->f[i]), scale = c->law.ops->scale(&c->law, &g->load[i]);
    const double moved = g->b[i * (g->count + 1)] * fabs(slope); /* v is as good as B f */
    assert_true(off <= 1e-8 * scale * (1 + moved));
  }
}

/* Both end alike, or the plain way is left to take over from the same beginning. */
static int compare(rosin_abreast *a, group *g) {
  double state[MOST][STATES];
  int evaluations;
  for (int i = 0; i < g->count; i++)
    memcpy(state[i], g->contact[i]->state, sizeof state[i]);
  const int ahead = abreast(a, g, state);
  for (int i = 0; i < g->count && !ahead; i++) {
    assert_true(a->v[i] == g->v[i] && a->f[i] == g->f[i]);
    assert_memory_equal(state[i], g->contact[i]->state, sizeof state[i]);
  }
  const int done = plain(g, &evaluations);
  assert_true(done || !ahead);
  if (done)
    forces_are_the_laws(g);
  if (ahead) {
    rosin_abreast_commit(a);
    assert_int_equal(a->evaluations, evaluations);
  }
  for (int i = 0; i < g->count && done; i++) {
    rosin_contact *c = g->contact[i];
    rosin_solution one = {.converged = 1};
    rosin_law_commit(&c->law, c->state, &g->load[i], &g->v[i], &g->f[i], &one);
    if (!ahead)
      continue;
    assert_true(a->v[i] == g->v[i] && a->f[i] == g->f[i] && a->power[i] == one.power);
    assert_true(a->passive[i] == one.passive && a->more[i] == one.iterations);
    assert_memory_equal(state[i], c->state, sizeof state[i]);
  }
  return ahead;
}

static void they_are_those_of_one_after_the_other(void **state) {
  (void)state;
  enum { GROUPS = 480, SAMPLES = 60 };
  static rosin_abreast a;
  int ahead = 0;
  for (int k = 0; k < GROUPS; k++) {
    group g;
    double speed[MOST] = {0};
    begin(&g, k);
    for (int i = 0; i < SAMPLES; i++) {
      move(&g, speed);
      ahead += compare(&a, &g);
    }
    for (int i = 0; i < g.count; i++)
      rosin_contact_free(g.contact[i]);
  }
#ifdef ROSIN_HAS_FOUR
  if (__builtin_cpu_supports("avx2")) /* this processor has the vectors */
    assert_true(ahead > 0.9 * GROUPS * SAMPLES);
#else
  assert_int_equal(ahead, 0);
#endif
}

/* Other laws, and bristles of other kinds, stay where they were. */
static void others_are_refused(void **state) {
  (void)state;
  static const char *const laws[][2] = {{"lugre", ""},
                                        {"dahl", ""},
                                        {"coulomb", ""},
                                        {"elastoplastic", "damping_limit=1"},
                                        {"elastoplastic", "plastic=1"},
                                        {"elastoplastic", "stiffening=0.5"}};
  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
    rosin_abreast a = {0};
    group g = {.count = 2};
    double states[MOST][STATES] = {{0}}, speed[MOST] = {0};
    g.contact[0] = contact("elastoplastic", 44100, "");
    g.contact[1] = contact(laws[k][0], 44100, laws[k][1]);
    g.b[0] = g.b[3] = 1;
    move(&g, speed);
    assert_false(abreast(&a, &g, states));
    rosin_contact_free(g.contact[0]);
    rosin_contact_free(g.contact[1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_those_of_one_after_the_other),
      cmocka_unit_test(others_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
