/* SPDX-License-Identifier: BSD-3-Clause */
/* Companies in which some press others: where loads and velocities are found together, loads are
 * the forces that press, and each force is what its law gives under them; and laws alone, at
 * random, as their own solves find them. What that takes is what it took, against
 * tests/unit/contact/company_pressed.txt. */
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "company.h"
#include "friction/bristle/bristle.h"
#include "known_laws.h"

enum { GROUPS = 60, ALONE = 150, LAWS = 32 };

static const char *name[LAWS];
static int laws;

/* n contacts, of which every third is a knock that presses the next one, or the next two. All laws
 * by turns are those in the file: one that comes behind them has rows of its own. */
typedef struct {
  company k;
  int by[COMPANY];
  double share[COMPANY];
} pressed;

static void meet(pressed *p, int law, int index) {
  const char *mixed[COMPANY];
  seed = 600011u * (uint64_t)(law < laws ? law : KNOWN_LAWS) + 104729u * (uint64_t)index + 5;
  const int n = 2 + index % 8;
  for (int i = 0; i < n; i++)
    mixed[i] = i % 3 == 0 ? "impact" : name[law < laws ? law : (index + i) % KNOWN_LAWS];
  company_new(&p->k, n, mixed, n, log_between(1e-3, index % 2 ? 0.05 : 1));
  for (int i = 0; i < n; i++) {
    p->by[i] = i % 3 && !p->k.c[i]->law.ops->normal ? i - i % 3 : -1;
    p->share[i] = index % 5 ? 1 : uniform(&seed, 0.5, 1.5);
    if (i % 3 == 0) /* it has gone in somewhat: what it presses has a load */
      p->k.v_free[i] = p->k.v[i] = 0.3 + 0.2 * uniform(&seed, 0, 1);
  }
}

/* Loads are their forces, but for rounding; what is pressed by next to nothing has none, and gives
 * none. */
static void loads_are_forces(const pressed *p) {
  for (int i = 0; i < p->k.n; i++) {
    if (p->by[i] < 0)
      continue;
    const double f = p->k.f[p->by[i]], load = p->k.group[i].load.normal;
    if (p->share[i] * f > 2e-9)
      assert_true(fabs(load - p->share[i] * f) <= 1e-6 * load);
    else
      assert_true(p->k.f[i] == 0);
  }
}

static double worst_of(const pressed *p) {
  double worst = 0;
  for (int i = 0; i < p->k.n; i++)
    if (p->by[i] < 0 || p->share[i] * p->k.f[p->by[i]] > 2e-9)
      worst = fmax(worst, company_off(&p->k, i));
  return worst;
}

/* What is known of curves and tangents, which is asked for afterwards. */
typedef struct {
  rosin_force_curve curve[COMPANY];
  rosin_tangent t[COMPANY];
  double w[COMPANY], kept[COMPANY];
} known;

static void remember(const company *k, known *now) {
  const size_t n = (size_t)k->n;
  memset(now, 0, sizeof *now);
  memcpy(now->curve, k->scratch.pieces.curve, n * sizeof *now->curve);
  memcpy(now->t, k->scratch.quick.t, n * sizeof *now->t);
  memcpy(now->w, k->scratch.quick.w, n * sizeof *now->w);
  memcpy(now->kept, k->scratch.pieces.kept.v, n * sizeof *now->kept);
}

static void loaded(golden *g, int law) {
  static known before_it, after_it;
  double x[5] = {0};
  for (int i = 0; i < GROUPS; i++) {
    pressed p;
    int took = i % 4; /* what was taken before does not count */
    const int before = took, budget = i % 3 ? 54 * (2 + i % 8) : 1 + i, patience = 1 + i % 5;
    meet(&p, law, i);
    company *k = &p.k;
    for (int j = 0; j < k->n; j++)
      if (p.by[j] >= 0)
        k->group[j].load.normal = k->group[j].load.normal_end = 1;
    rosin_group_scratch layout;
    memset(k->memory, 0x41, rosin_group_scratch_set(&layout, k->n, NULL));
    remember(k, &before_it);
    const int done = rosin_group_loaded(&k->scratch, k->group, k->n, k->b, k->v_free, p.by, p.share,
                                        k->v, k->f, budget, patience, &took);
    remember(k, &after_it);
    assert_memory_equal(&before_it, &after_it, sizeof before_it);
    x[0] += done;
    x[1] += took - before;
    x[2] = fmax(x[2], took - before);
    if (done) {
      loads_are_forces(&p);
      rosin_group_finish(k->group, k->n, k->b, k->v_free, k->v, k->f);
      for (int j = 0; j < k->n; j++) {
        x[3] += fabs(k->f[j]);
        x[4] += fabs(k->v[j]);
      }
      if (worst_of(&p) > 100)
        fail_msg("%s, %d: a force is off by %g of what it may be", name[law], i, worst_of(&p));
    }
    company_free(k);
  }
  golden_in(g, "loaded");
  golden_columns(g, law < laws ? name[law] : "all", "solved evaluations most force speed", x, 1e-6,
                 0);
}

/* One contact: its solve, and the step that ends the sample. */
static void alone(golden *g, int law) {
  double x[9] = {0};
  for (int i = 0; i < ALONE; i++) {
    rosin_load load;
    rosin_solution s, stepped;
    double v, f, slope;
    seed = 15485863u * (uint64_t)law + 32452843u * (uint64_t)i + 3;
    rosin_contact *c = company_contact(name[law], &load, &v);
    const double mobility = i % 10 ? log_between(1e-3, 30) : 0, v_free = v + either(1e-4, 3);
    load.budget = i % 7 ? 0 : 1 + i % 11;
    load.instant = i % 2;
    const double before = rosin_law_energy(&c->law, c->state);
    rosin_law_solve(&c->law, c->state, &load, v_free, mobility, &s);
    c->law.ops->force(&c->law, c->state, &load, &s.v, &f, &slope);
    x[0] += s.converged;
    x[1] += s.iterations;
    x[2] = fmax(x[2], s.iterations);
    rosin_law_step(&c->law, c->state, &load, v_free, mobility, &stepped);
    x[3] += stepped.iterations;
    x[4] += stepped.passive;
    x[5] += fabs(stepped.f);
    x[6] += stepped.power * load.period + rosin_law_energy(&c->law, c->state) - before;
    for (int k = 0; k < c->law.ops->states; k++)
      x[7] += fabs(c->state[k]);
    x[8] += rosin_law_unique(&c->law, &load, mobility);
    assert_true(fabs(stepped.v + mobility * stepped.f - v_free) <=
                1e-14 * (fabs(v_free) + fabs(stepped.v)) +
                    1e-8 * mobility * c->law.ops->scale(&c->law, &load));
    rosin_contact_free(c);
  }
  golden_in(g, "alone");
  golden_columns(g, name[law], "solved evaluations most stepped passive force work states unique",
                 x, 1e-6, 0);
}

/* Bristles whose damping is limited, far from rest under any load: the quick ways to a root, and
 * what they fall back on. */
static void limited(golden *g, const char *law) {
  double x[6] = {0};
  for (int i = 0; i < 8 * GROUPS; i++) {
    rosin_solution s;
    double f, slope;
    seed = 86028121u * (uint64_t)i + 7;
    rosin_contact *c = rosin_contact_new(law, 44100, NULL);
    rosin_contact_set(c, "damping_limit", 1, NULL);
    rosin_contact_set(c, "sigma0", log_between(1e2, 1e7), NULL);
    rosin_contact_set(c, "sigma1", log_between(1e-2, 1e4), NULL);
    rosin_contact_set(c, "mu_static", log_between(0.2, 2), NULL);
    rosin_contact_set(c, "stribeck_velocity", log_between(1e-3, 0.3), NULL);
    rosin_load load = company_load();
    load.budget = i % 3 ? 0 : 1 + i % 14;
    c->state[ROSIN_BRISTLE_Z] =
        3 * uniform(&seed, -1, 1) * load.normal / rosin_contact_get(c, "sigma0");
    c->state[ROSIN_BRISTLE_V] = either(1e-5, 3);
    c->state[ROSIN_BRISTLE_RATE] = either(1e-5, 3);
    const double mobility = log_between(1e-4, 100), v_free = either(1e-6, 10);
    rosin_law_solve(&c->law, c->state, &load, v_free, mobility, &s);
    x[0] += s.converged;
    x[1] += s.iterations;
    x[2] = fmax(x[2], s.iterations);
    x[3] += fabs(s.f);
    x[4] += fabs(s.v);
    x[5] += fabs(s.own);
    load.budget = 0;
    c->law.ops->force(&c->law, c->state, &load, &s.v, &f, &slope);
    const double scale = c->law.ops->scale(&c->law, &load), error = fabs(f - s.f);
    const double v_error = 1e-9 * mobility * scale + 1e-15 * (fabs(v_free) + fabs(s.v));
    if (s.converged && !(error <= 1e-7 * scale + 3 * fabs(slope) * v_error))
      fail_msg("%s, %d: %g N at %g m/s, where force() says %g", law, i, s.f, s.v, f);
    rosin_contact_free(c);
  }
  golden_in(g, "limited");
  golden_columns(g, law, "solved evaluations most force speed own", x, 1e-6, 0);
}

static void they_take_what_they_took(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/contact/company_pressed.txt");
  for (int l = 0; l <= laws; l++) {
    loaded(&g, l);
    if (l < laws)
      alone(&g, l);
  }
  limited(&g, "elastoplastic");
  limited(&g, "lugre");
  assert_int_equal(golden_close(&g), 0);
}

/* A law that steps at 0.1 m/s, from -1 to 1 N: where the bodies lead into the step, the force is
 * what lies between. */
static int steps(const rosin_law *law, const double *state, const rosin_load *load, const double *v,
                 double *f, double *slope) {
  (void)law;
  (void)state;
  (void)load;
  *f = *v < 0.1 ? -1 : 1;
  *slope = 0;
  return 1;
}

static double one_newton(const rosin_law *law, const rosin_load *load) {
  (void)law;
  (void)load;
  return 1;
}

static void a_step_is_a_root(void **state) {
  (void)state;
  static const rosin_law_ops ops = {.force = steps, .scale = one_newton, .states = 1};
  const rosin_law law = {.ops = &ops};
  const double rest[1] = {0.02};
  const rosin_load load = {.normal = 1, .normal_end = 1, .period = 1e-4, .budget = 200};
  for (int i = 0; i < 200; i++) {
    rosin_solution s;
    const double mobility = log_between(0.01, 10), f = uniform(&seed, -1.5, 1.5);
    const double held = fmin(fmax(f, -1), 1), v_free = 0.1 + mobility * f;
    rosin_scalar_solve(&law, rest, &load, v_free, mobility, &s);
    assert_true(s.converged && s.exact == (held != f || fabs(f) == 1));
    assert_true(fabs(s.f - held) <= 1e-12 && fabs(s.v - (v_free - mobility * held)) <= 1e-12);
  }
}

static int names(void **state) {
  (void)state;
  laws = rosin_laws() < LAWS - 1 ? rosin_laws() : LAWS - 1;
  for (int i = 0; i < laws; i++)
    name[i] = rosin_law_name(i);
  name[laws] = "all";
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(they_take_what_they_took),
                                     cmocka_unit_test(a_step_is_a_root)};
  return cmocka_run_group_tests(tests, names, NULL);
}
