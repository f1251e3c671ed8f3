/* SPDX-License-Identifier: BSD-3-Clause */
/* Friction laws and the contact solve on their own, through the public face and
 * law.h. Spot values are those of the design notes, computed there independently. */
#include "contact/contact.h"
#include "friction/bristle/bristle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "problem.h"

static rosin_bristle bristle_of(double fc, double fs) {
  rosin_bristle b = {.sigma0 = 1e4,
                     .unit_coulomb = fc,
                     .unit_stiction = fs,
                     .stribeck_velocity = 0.1,
                     .exponent = 2,
                     .breakaway = 0.7};
  const rosin_load load = {.normal = 1, .normal_end = 1, .period = 1 / 44100.0};
  rosin_bristle_derive(&b, &load);
  return b;
}

static void rate_has_its_spot_values(void **state) {
  (void)state;
  const rosin_bristle b = bristle_of(0.2, 0.4);
  double dv, dz;
  assert_true(fabs(rosin_bristle_rate(&b, 0.05, 3e-5, &dv, &dz) - 1.44116776e-2) < 1e-10);
  assert_true(fabs(rosin_bristle_rate(&b, 0.05, 5e-5, &dv, &dz) + 2.02720626e-2) < 1e-10);
  for (int i = 0; i < 1000; i++) {
    const double v = uniform(&seed, 0, 1) - 0.5, z = (uniform(&seed, 0, 1) - 0.5) * 2e-4;
    const double y = rosin_bristle_rate(&b, v, z, &dv, &dz);
    double unused;
    assert_true(rosin_bristle_rate(&b, -v, -z, &unused, &unused) == -y);
  }
}

static void derivatives_match_differences(void **state) {
  (void)state;
  const rosin_bristle b = bristle_of(0.2, 0.4);
  for (int i = 0; i < 2000; i++) {
    const double v = uniform(&seed, 0, 1) - 0.5, z = (uniform(&seed, 0, 1) - 0.5) * 2e-4, h = 1e-7,
                 k = 1e-11;
    double dv, dz, u;
    rosin_bristle_rate(&b, v, z, &dv, &dz);
    const double nv =
        (rosin_bristle_rate(&b, v + h, z, &u, &u) - rosin_bristle_rate(&b, v - h, z, &u, &u)) /
        (2 * h);
    const double nz =
        (rosin_bristle_rate(&b, v, z + k, &u, &u) - rosin_bristle_rate(&b, v, z - k, &u, &u)) /
        (2 * k);
    /* alpha is C1 only, so a difference across its corners is off by its own step */
    assert_true(fabs(dv - nv) < 1e-3 * (1 + fabs(dv)));
    assert_true(fabs(dz - nz) < 1e-3 * (1e3 + fabs(dz)));
  }
}

static void induction_has_its_spot_values(void **state) {
  (void)state;
  rosin_contact *c = contact("induction", 44100, "mu=1 v0=0.01 zeta=0.5");
  const double v[] = {0.005, 0.01, 1.0 / 75, 1}, f[] = {0.742268, 0.975610, 1, 0.487074};
  for (int i = 0; i < 4; i++) {
    assert_true(fabs(rosin_contact_steady(c, v[i], 1) - f[i]) < 1e-6);
    assert_true(rosin_contact_steady(c, -v[i], 1) == -rosin_contact_steady(c, v[i], 1));
  }
  rosin_contact_free(c);
}

/* Dahl from rest follows F_c (1 - exp(-sigma0 x/F_c)); midpoint is second order. */
static void dahl_has_its_hysteresis(void **state) {
  (void)state;
  rosin_contact *c = contact("dahl", 1e6, "sigma0=1e4 mu_kinetic=0.3");
  rosin_contact_drive(c, 0, 1, NULL);
  double f = 0;
  for (int i = 0; i < 10000; i++) /* 10 um at 1 mm/s, to the middle of the last step */
    f = rosin_contact_drive(c, 1e-3, 1, NULL);
  const double x = 10e-6 - 0.5e-9, expect = 0.3 * (1 - exp(-1e4 * x / 0.3));
  assert_true(fabs(f - expect) < 1e-7);
  assert_true(fabs(expect - 0.085041) < 1e-5);
  rosin_contact_free(c);
}

static void steady_force_is_reached(void **state) {
  (void)state;
  const char *const laws[] = {"elastoplastic", "lugre", "dahl", "induction"};
  for (int l = 0; l < 4; l++)
    for (int i = -2; i <= 2; i += 2) {
      rosin_contact *c = contact(laws[l], 44100, "");
      const double v = 0.05 * i;
      double f = 0;
      for (int k = 0; k < 44100; k++)
        f = rosin_contact_drive(c, v, 2, NULL);
      assert_true(fabs(f - rosin_contact_steady(c, v, 2)) < 1e-9);
      rosin_contact_free(c);
    }
}

/* The scalar solve ends, within 1e-9 f_c, at a root of the law that force()
 * states independently (v form against y form). */
static void cold_problems_are_solved(void **state) {
  (void)state;
  for (int i = 0; i < 40000; i++) {
    const problem p = cold_problem(i % 4, 1);
    const rosin_law *law = &p.contact->law;
    rosin_solution s;
    rosin_law_solve(law, p.contact->state, &p.load, p.v_free, p.mobility, &s);
    assert_true(s.converged && s.iterations < 150 && isfinite(s.v) && isfinite(s.f));
    double f, slope;
    law->ops->force(law, p.contact->state, &p.load, &s.v, &f, &slope);
    /* as a force error: the residual over the loop's stiffness, plus rounding of v - v_free */
    const double scale = law->ops->scale(law, &p.load);
    const double error = fabs(s.v + p.mobility * f - p.v_free) / p.mobility;
    const double rounding = 4e-16 * (fabs(p.v_free) + fabs(s.v)) / p.mobility;
    assert_true(error / (1 + p.mobility * fabs(slope)) <= 2e-9 * scale + rounding);
    rosin_contact_free(p.contact);
  }
}

/* Elastic samples need no iteration and are exact. */
static void elastic_samples_take_no_iteration(void **state) {
  (void)state;
  rosin_contact *c = contact("elastoplastic", 44100, "");
  const rosin_load load = {.normal = 1, .normal_end = 1, .period = 1 / 44100.0};
  rosin_solution s;
  rosin_law_solve(&c->law, c->state, &load, 0.01, 1, &s);
  assert_int_equal(s.iterations, 0);
  const double gain = 1e4 / 88200 + 0.1; /* sigma0 T/2 + sigma1 */
  assert_true(fabs(s.v - 0.01 / (1 + gain)) < 1e-15);
  rosin_contact_free(c);
}

/* When the load falls the force follows its limit, and energy is only lost. */
static void falling_load_lets_go(void **state) {
  (void)state;
  rosin_contact *c = contact("elastoplastic", 44100, "mu_static=0.4 mu_kinetic=0.2");
  rosin_load load = {.normal = 10, .normal_end = 10, .period = 1 / 44100.0};
  rosin_solution s;
  for (int i = 0; i < 30; i++) /* bend it to about 2.5 N, below 4 N */
    rosin_law_step(&c->law, c->state, &load, 0.37, 0, &s);
  assert_true(s.f > 1.5);
  load.normal = load.normal_end = 0.01; /* now the limit is 0.004 N */
  rosin_law_step(&c->law, c->state, &load, 0, 1e-4, &s);
  assert_true(fabs(s.f) <= 0.004 + 0.1 * fabs(s.v)); /* sigma1 y on top of sigma0 z */
  assert_true(s.power >= 0);
  for (int i = 0; i < 10; i++)
    rosin_law_step(&c->law, c->state, &load, 0, 1e-4, &s);
  assert_true(fabs(s.f) <= 0.004);
  rosin_law_release(&c->law, c->state);
  assert_true(rosin_law_energy(&c->law, c->state) == 0);
  rosin_contact_free(c);
}

static void driven_laws_dissipate(void **state) {
  (void)state;
  for (int set = 0; set < 400; set++) {
    problem p = cold_problem(set % 4, 0);
    rosin_law *law = &p.contact->law;
    double handled = 0;
    for (int i = 0; i < 400; i++) {
      const double v = sin(0.05 * i) * fabs(p.v_free) + (i > 200 ? 0.3 : -0.1) * p.v_free;
      rosin_solution s;
      rosin_law_step(law, p.contact->state, &p.load, v, p.mobility, &s);
      handled += fabs(s.f * s.v);
      if (s.passive)
        assert_true(s.power >= -1e-12 * handled);
    }
    rosin_contact_free(p.contact);
  }
}

/* Some laws store by the load. One that jumped while the state stayed, as where a solve missed,
 * does work on what is bent, and that sample is not called passive. */
static void a_load_that_jumped_is_not_called_passive(void **state) {
  (void)state;
  for (int l = 0; l < rosin_laws(); l++) {
    rosin_contact *c = contact(rosin_law_name(l), 44100, "");
    rosin_load load = {.road = 1, .rolling = 2, .period = 1 / 44100.0};
    double handled = 0;
    for (int i = 0; i < 2000 && !c->law.ops->normal; i++) {
      rosin_solution s;
      load.normal = load.normal_end = i / 50 % 2 ? 20 : 1;
      rosin_law_step(&c->law, c->state, &load, 0.3 * sin(0.02 * i), 1e-3, &s);
      handled += fabs(s.f * s.v) * load.period;
      if (s.passive && s.power * load.period < -1e-12 * handled)
        fail_msg("%s: %g W at sample %d", rosin_law_name(l), s.power, i);
    }
    rosin_contact_free(c);
  }
}

/* With damping_limit they are passive whatever static and kinetic friction are: also with much less
 * of the first, where f_c / |v| would be too much damping. */
static void limited_bristles_give_nothing(void **state) {
  (void)state;
  for (int set = 0; set < 400; set++) {
    problem p = cold_problem(set % 2, 0);
    rosin_law *law = &p.contact->law;
    const double kinetic = rosin_contact_get(p.contact, "mu_kinetic");
    double handled = 0;
    rosin_contact_set(p.contact, "damping_limit", 1, NULL);
    rosin_contact_set(p.contact, "mu_static", kinetic * (set % 20 + 1) / 40, NULL);
    rosin_contact_set(p.contact, "sigma1", 100, NULL);
    for (int i = 0; i < 400; i++) {
      rosin_solution s;
      rosin_law_step(law, p.contact->state, &p.load, sin(0.05 * i) * p.v_free, p.mobility, &s);
      handled += fabs(s.f * s.v);
      assert_true(s.passive && s.power >= -1e-12 * handled);
    }
    rosin_contact_free(p.contact);
  }
}

static void bad_parameters_are_named(void **state) {
  (void)state;
  rosin_error error;
  assert_null(rosin_contact_new("glue", 44100, &error));
  assert_non_null(strstr(error.text, "'glue'"));
  assert_non_null(strstr(error.text, "elastoplastic"));
  assert_null(rosin_contact_new("lugre", NAN, &error));
  rosin_contact *c = contact("lugre", 44100, "");
  assert_int_equal(rosin_contact_set(c, "sigma0", -1, &error), -1);
  assert_non_null(strstr(error.text, "sigma0: -1 is out of range"));
  assert_int_equal(rosin_contact_set(c, "sigma0", NAN, &error), -1);
  assert_int_equal(rosin_contact_set(c, "breakaway", 0.5, &error), -1);
  assert_true(rosin_contact_get(c, "sigma0") == 1e4);
  assert_true(isnan(rosin_contact_get(c, "nothing")));
  for (int i = 0; i < 20; i++) {
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, 0};
    assert_true(isfinite(rosin_contact_drive(c, bad[i % 5], bad[i / 5], NULL)));
  }
  assert_true(fabs(rosin_contact_drive(c, 0.0, 1, NULL)) < 1e9);
  rosin_contact_free(c);
}

/* With damping_limit the quick way and what it falls back on end at a root of the law. How many of
 * the cold problems do not, on bodies that give way by `mobility` times as much. */
static int missed_of_limited(double mobility) {
  int missed = 0;
  for (int k = 0; k < 4000; k++) {
    problem p = cold_problem(k % 2, 1);
    p.mobility *= mobility;
    p.v_free *= mobility;
    rosin_contact_set(p.contact, "damping_limit", 1, NULL);
    const rosin_law *law = &p.contact->law;
    rosin_solution s;
    double f, slope;
    rosin_law_solve(law, p.contact->state, &p.load, p.v_free, p.mobility, &s);
    law->ops->force(law, p.contact->state, &p.load, &s.v, &f, &slope);
    const double error = fabs(s.v + p.mobility * f - p.v_free) / p.mobility;
    const double rounding = 1e-15 * (fabs(p.v_free) + fabs(s.v)) * (1 / p.mobility + fabs(slope));
    assert_true(s.iterations <= 60);
    missed += !s.converged;
    if (s.converged)
      assert_true(error / (1 + p.mobility * fabs(slope)) <=
                  2e-9 * law->ops->scale(law, &p.load) + rounding);
    rosin_contact_free(p.contact);
  }
  return missed;
}

static void limited_bristles_are_solved(void **state) {
  (void)state;
  assert_int_equal(missed_of_limited(1), 0);
  assert_int_equal(missed_of_limited(100), 0);
  assert_int_equal(missed_of_limited(1e4), 0);
}

/* Few evaluations, as a sweep over many contacts has: what is told is a speed that was looked at
 * and its force, or a root. */
static void limited_bristles_keep_to_few_evaluations(void **state) {
  (void)state;
  int ended = 0;
  for (int k = 0; k < 4000; k++) {
    problem p = cold_problem(k % 2, 1);
    const rosin_law *law = &p.contact->law;
    rosin_solution s;
    double f, slope;
    p.load.budget = 1 + k % 20;
    rosin_contact_set(p.contact, "damping_limit", 1, NULL);
    rosin_law_solve(law, p.contact->state, &p.load, p.v_free, p.mobility, &s);
    assert_in_range(s.iterations, 1, p.load.budget + 8);
    p.load.budget = 0;
    law->ops->force(law, p.contact->state, &p.load, &s.v, &f, &slope);
    if (!s.converged) /* the bristle's own bend was found in as few */
      assert_true(s.f / f > 0.5 && s.f / f < 2);
    ended += s.converged;
    rosin_contact_free(p.contact);
  }
  assert_in_range(ended, 3000, 4000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rate_has_its_spot_values),
      cmocka_unit_test(derivatives_match_differences),
      cmocka_unit_test(induction_has_its_spot_values),
      cmocka_unit_test(dahl_has_its_hysteresis),
      cmocka_unit_test(steady_force_is_reached),
      cmocka_unit_test(cold_problems_are_solved),
      cmocka_unit_test(elastic_samples_take_no_iteration),
      cmocka_unit_test(falling_load_lets_go),
      cmocka_unit_test(driven_laws_dissipate),
      cmocka_unit_test(limited_bristles_are_solved),
      cmocka_unit_test(limited_bristles_keep_to_few_evaluations),
      cmocka_unit_test(a_load_that_jumped_is_not_called_passive),
      cmocka_unit_test(limited_bristles_give_nothing),
      cmocka_unit_test(bad_parameters_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
