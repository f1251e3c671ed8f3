/* SPDX-License-Identifier: BSD-3-Clause */
/* What laws of rolling contact have as options: Bliman and Sorine's along a patch (Canudas-de-Wit
 * 2003, eq. 27, 28), by quadrature of its steady state; a relaxation length with a peak (eq. 12 and
 * what is said of it). */
#include "contact/contact.h"
#include "friction/law.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/verify/random.h"

static const double rate = 44100;
static uint64_t seed = 11;

static rosin_contact *make(const char *law) {
  rosin_contact *c = rosin_contact_new(law, rate, NULL);
  assert_non_null(c);
  return c;
}

static void set(rosin_contact *c, const char *key, double value) {
  assert_int_equal(rosin_contact_set(c, key, value, NULL), 0);
}

static rosin_load load_of(double normal, double rolling) {
  return (rosin_load){
      .normal = normal, .normal_end = normal, .period = 1 / rate, .rolling = rolling, .road = 1};
}

/* The slope of the force is that of differences. */
static void slope_holds(const rosin_contact *c, const rosin_load *load, double v) {
  const double h = 1e-6 * fabs(v) + 1e-9, above = v + h, below = v - h;
  double f, fa, fb, slope, unused;
  c->law.ops->force(&c->law, c->state, load, &v, &f, &slope);
  c->law.ops->force(&c->law, c->state, load, &above, &fa, &unused);
  c->law.ops->force(&c->law, c->state, load, &below, &fb, &unused);
  assert_true(fabs((fa - fb) / (2 * h) - slope) < 1e-5 * (fabs(slope) + fabs(f / v)));
}

/* (28) with the steady state of (27): each state is limit sgn(v) (1 - e^(-|v/(omega r)|
 * zeta/scale)). Simpson's rule. */
static double along_patch(double v, double rolling, double length, const double *limit,
                          const double *scale) {
  enum { STEPS = 4000 };
  double sum = 0;
  for (int i = 0; i <= STEPS; i++) {
    const double weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;
    const double way = fabs(v / rolling) * length * i / STEPS;
    for (int k = 0; k < 2; k++)
      sum -= weight * limit[k] * expm1(-way / scale[k]);
  }
  return copysign(sum / (3 * STEPS), v);
}

static void bliman_and_sorine_roll(void **state) {
  (void)state;
  const double limit[] = {0.9, -0.4}, scale[] = {0.002, 0.02};
  const double speeds[] = {-5, -0.4, 0.05, 1};
  rosin_contact *c = make("bliman-sorine");
  set(c, "mu_fast", 0.9);
  set(c, "mu_slow", 0.4);
  set(c, "epsilon", 0.02);
  set(c, "eta", 0.1);
  set(c, "length", 0.2);
  for (int i = 0; i < 4; i++) {
    const rosin_load load = load_of(3, 15);
    const double wanted = 3 * along_patch(speeds[i], 15, 0.2, limit, scale);
    rosin_contact_input(c, "rolling", 15, NULL);
    assert_true(fabs(rosin_contact_steady(c, speeds[i], 3) - wanted) < 1e-9);
    rosin_solution s = {0};
    for (int n = 0; n < 20000; n++)
      rosin_law_step(&c->law, c->state, &load, speeds[i], 0, &s);
    assert_true(fabs(s.f - wanted) < 1e-9);
    slope_holds(c, &load, speeds[3 - i]);
    assert_false(s.passive); /* two states that roll: nothing is known of a storage */
  }
  rosin_contact_free(c);
}

/* A patch that stands is a point; of order 1 it takes energy. */
static void a_patch_may_stand(void **state) {
  (void)state;
  rosin_contact *patch = make("bliman-sorine"), *point = make("bliman-sorine");
  set(patch, "length", 0.1);
  for (int n = 0; n < 2000; n++) {
    const double v = 0.1 * (2 * uniform(&seed, 0, 1) - 1);
    rosin_load load = load_of(1, 0);
    rosin_solution a, b;
    rosin_law_step(&patch->law, patch->state, &load, v, 0.1, &a);
    load.rolling = 4; /* which a point does not see */
    rosin_law_step(&point->law, point->state, &load, v, 0.1, &b);
    assert_true(a.f == b.f && a.v == b.v && a.passive && b.passive);
  }
  set(patch, "order", 1);
  double least = 0;
  for (int n = 0; n < 20000; n++) {
    const rosin_load load = load_of(1, 4);
    rosin_solution s;
    rosin_law_step(&patch->law, patch->state, &load, 0.3 * sin(n * 0.01), 0, &s);
    assert_true(s.passive || n == 0);
    least = fmin(least, n ? s.power : 0);
  }
  assert_true(least > -1e-14);
  rosin_contact_free(patch);
  rosin_contact_free(point);
}

/* h(z) = 2 mu z_m z/(z^2 + z_m^2), z_m = 2 mu/k, at slip z; beyond 1 it is 1. */
static double hill(double mu, double k, double z) {
  const double top = 2 * mu / k, at = fmax(fmin(z, 1), -1);
  return 2 * mu * top * at / (at * at + top * top);
}

static void a_relaxation_length_may_have_a_peak(void **state) {
  (void)state;
  rosin_contact *c = make("kinematic");
  set(c, "mu", 0.9);
  set(c, "stiffness", 12);
  set(c, "peak", 1);
  rosin_contact_input(c, "rolling", 10, NULL);
  const double slips[] = {-0.02, -0.15, -0.6, 0.15, 0.5};
  for (int i = 0; i < 5; i++) { /* v = slip |V|, V = omega r - v */
    const double z = slips[i], v = 10 * z / (1 + z);
    assert_true(fabs(rosin_contact_steady(c, v, 2) - 2 * hill(0.9, 12, z)) < 1e-12);
  }
  assert_true(fabs(rosin_contact_steady(c, 10 * 0.15 / 1.15, 2) - 2 * 0.9) < 1e-12); /* z_m: mu */
  rosin_contact_input(c, "rolling", 0, NULL);
  assert_true(fabs(rosin_contact_steady(c, 4, 2) - 2 * hill(0.9, 12, 1)) < 1e-12); /* locked */
  const rosin_load load = load_of(2, 10);
  rosin_solution s = {0};
  for (int n = 0; n < 20000; n++)
    rosin_law_step(&c->law, c->state, &load, -10 * 0.3 / 0.7, 0, &s);
  assert_true(fabs(s.f - 2 * hill(0.9, 12, -0.3)) < 1e-9);
  rosin_contact_free(c);
}

/* Slopes are those of differences; work is what is lost and what is stored; and over a course that
 * comes back the loss is h(z) |V| z, which is never below 0. */
static void the_peak_keeps_its_books(void **state) {
  (void)state;
  rosin_contact *c = make("kinematic");
  const rosin_law_ops *ops = c->law.ops;
  set(c, "stiffness", 12);
  set(c, "peak", 1);
  double work = 0, lost = 0, direct = 0;
  rosin_load load = load_of(2, 5);
  load.road = 0.7;
  for (int n = 0; n < 50000; n++) {
    const double v = 1.5 * sin(n * 1e-3) * sin(n * 1.7e-4);
    if (n % 10 == 7)
      slope_holds(c, &load, v);
    rosin_solution s;
    rosin_law_step(&c->law, c->state, &load, v, 0, &s);
    work += s.f * s.v / rate;
    lost += s.power / rate;
    direct += s.f * fabs(5 - v) * ops->bristle(&c->law, c->state) / (0.1 * rate);
    assert_false(s.passive);
  }
  assert_true(lost > 0.1 && fabs(work - lost - ops->energy(&c->law, c->state)) < 1e-11 * work);
  assert_true(fabs(direct - lost) < 1e-6 * lost);
  rosin_contact_free(c);
}

/* Closed loops with any numbers: each sample ends at a root, and by what is stored and lost the
 * books agree. */
static void closed_loops_are_solved(void **state) {
  (void)state;
  const char *const law[] = {"bliman-sorine", "kinematic"};
  const char *const option[] = {"length", "peak"};
  for (int n = 0; n < 400; n++) {
    const int which = n % 2;
    rosin_contact *c = make(law[which]);
    for (const rosin_parameter *p = c->law.ops->parameters; p->name; p++)
      set(c, p->name, fmin(fmax(p->initial * log_uniform(&seed, 0.2, 5), p->low), p->high));
    set(c, option[which], which ? 1 : log_uniform(&seed, 1e-3, 1));
    const double mobility = log_uniform(&seed, 1e-3, 10);
    const rosin_load load =
        load_of(log_uniform(&seed, 0.1, 10), 5 * (2 * uniform(&seed, 0, 1) - 1));
    double work = 0, lost = 0, handled = 0;
    for (int i = 0; i < 200; i++) {
      const double v_free = 2 * (2 * uniform(&seed, 0, 1) - 1);
      rosin_solution s;
      double f, slope;
      rosin_law_solve(&c->law, c->state, &load, v_free, mobility, &s);
      c->law.ops->force(&c->law, c->state, &load, &s.v, &f, &slope);
      assert_true(s.converged && isfinite(s.f));
      assert_true(fabs(s.v + mobility * f - v_free) <= 1e-8 * mobility *
                                                           (1 + mobility * fabs(slope)) *
                                                           c->law.ops->scale(&c->law, &load));
      rosin_law_step(&c->law, c->state, &load, v_free, mobility, &s);
      work += s.f * s.v;
      lost += s.power;
      handled += fabs(s.f * s.v);
      assert_true(!s.passive || s.power >= -1e-12 * handled);
    }
    if (c->law.ops->energy(&c->law, c->state) > 0)
      assert_true(fabs((work - lost) / rate - c->law.ops->energy(&c->law, c->state)) <
                  1e-9 * handled / rate);
    rosin_contact_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bliman_and_sorine_roll),
      cmocka_unit_test(a_patch_may_stand),
      cmocka_unit_test(a_relaxation_length_may_have_a_peak),
      cmocka_unit_test(the_peak_keeps_its_books),
      cmocka_unit_test(closed_loops_are_solved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
