/* SPDX-License-Identifier: BSD-3-Clause */
/* Bristles under a load that moves: that stiffen with it, are held where it falls, or relax. */
#include "contact/contact.h"
#include "format.h"
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

static const double period = 1 / 44100.0;
static const char *const laws[] = {"elastoplastic", "lugre", "dahl", "dahl beta"};

/* One of the laws, "dahl beta" with another beta, with the pairs set. */
static rosin_contact *with(int law, const char *pairs) {
  char all[192];
  snprintf(all, sizeof all, "%s%s", law == 3 ? "beta=1.7 " : "", pairs);
  return contact(law == 3 ? "dahl" : laws[law], 44100, all);
}

static rosin_load from_to(double begin, double end) {
  return (rosin_load){.normal = 0.5 * (begin + end), .normal_end = end, .period = period};
}

/* A motion with stops and reversals. */
static double motion(int i) {
  return i % 200 < 60 ? 0 : 0.03 * sin(0.011 * i) + 0.02 * sin(0.13 * i);
}

/* Under a load that stands still bristles of sigma0 (N/N_ref)^p are those of that sigma0. */
static void a_steady_load_sets_the_stiffness(void **state) {
  (void)state;
  static const double exponent[] = {0.5, 0.8, 1, 2};
  for (int law = 0; law < 4; law++)
    for (int k = 0; k < 4; k++) {
      char stiffening[80], plain[80];
      const double growth = pow(3 / 0.7, exponent[k]);
      rosin_format(stiffening, sizeof stiffening, "sigma0=2e4 stiffening=%g stiffening_load=0.7",
                   exponent[k]);
      rosin_format(plain, sizeof plain, "sigma0=%.17g", 2e4 * growth);
      rosin_contact *a = with(law, stiffening), *b = with(law, plain);
      if (law < 2) {
        rosin_contact_set(a, "sigma1", 0.2, NULL);
        rosin_contact_set(b, "sigma1", 0.2 * growth, NULL);
      }
      const rosin_load load = from_to(3, 3);
      for (int i = 0; i < 2000; i++) {
        rosin_solution s, t;
        rosin_law_step(&a->law, a->state, &load, motion(i), 0.1, &s);
        rosin_law_step(&b->law, b->state, &load, motion(i), 0.1, &t);
        assert_true(fabs(s.f - t.f) < 1e-8 && fabs(s.power - t.power) < 1e-8);
      }
      assert_true(fabs(rosin_law_energy(&a->law, a->state) - rosin_law_energy(&b->law, b->state)) <
                  1e-12);
      rosin_contact_free(a);
      rosin_contact_free(b);
    }
}

/* At rest a rising load keeps the force, a falling one the deflection; the energy either
 * takes is what is lost. */
static void new_bristles_are_not_bent(void **state) {
  (void)state;
  for (int law = 0; law < 4; law++) {
    rosin_contact *c = with(law, "sigma0=1e4 stiffening=0.8 stiffening_load=1");
    rosin_load load = from_to(1, 1);
    rosin_solution s;
    rosin_law_step(&c->law, c->state, &load, 0.2, 0, &s); /* 4.5 um, some 0.04 N */
    const double z = c->state[ROSIN_BRISTLE_Z], force = 1e4 * z;
    const double first = rosin_law_energy(&c->law, c->state);
    assert_true(fabs(first - 0.5e4 * z * z) < 1e-15);
    load = from_to(1, 2);
    rosin_law_step(&c->law, c->state, &load, 0, 0, &s);
    const double stiff = 1e4 * pow(2, 0.8), bent = c->state[ROSIN_BRISTLE_Z];
    assert_true(fabs(s.f - force) < 1e-12 && fabs(stiff * bent - force) < 1e-12);
    double left = rosin_law_energy(&c->law, c->state);
    assert_true(fabs(left - 0.5 * stiff * bent * bent) < 1e-15);
    assert_true(fabs(s.power * period - (first - left)) < 1e-15 && left < first);
    load = from_to(2, 0.5);
    rosin_law_step(&c->law, c->state, &load, 0, 0, &s);
    assert_true(c->state[ROSIN_BRISTLE_Z] == bent);
    assert_true(fabs(rosin_law_energy(&c->law, c->state) - 0.5e4 * pow(0.5, 0.8) * bent * bent) <
                1e-15);
    assert_true(fabs(s.power * period - (left - rosin_law_energy(&c->law, c->state))) < 1e-15);
    rosin_contact_free(c);
  }
}

/* Whatever the load does: what goes in is stored or lost, and no sample gives. */
static void a_moving_load_gives_no_energy(void **state) {
  (void)state;
  for (int i = 0; i < 400; i++) {
    char pairs[160];
    const int law = i % 4;
    rosin_format(pairs, sizeof pairs, "sigma0=%g stiffening=%g stiffening_load=%g load_fall=%d",
                 1e4 * pow(10, uniform(&seed, -1, 2)),
                 uniform(&seed, 0, 1) < 0.2 ? 0 : uniform(&seed, 0.1, 2),
                 pow(10, uniform(&seed, -1, 1)), i / 4 % 2);
    rosin_contact *c = with(law, pairs);
    if (law < 2)
      rosin_contact_set(c, "sigma1", 0, NULL); /* within the bound at any speed */
    double load_end = 1, handled = 0, supplied = 0, lost = 0;
    for (int k = 0; k < 400; k++) {
      const double begin = load_end;
      load_end = k % 7 < 3 ? begin : pow(10, uniform(&seed, -2, 1));
      const rosin_load load = from_to(begin, load_end);
      rosin_solution s;
      const double v_free = k % 50 < 15 ? 0 : uniform(&seed, -0.3, 0.3);
      rosin_law_step(&c->law, c->state, &load, v_free, uniform(&seed, 0, 1), &s);
      handled += fabs(s.f * s.v) * period;
      assert_true(s.converged && s.power * period >= -1e-12 * handled);
      supplied += s.f * s.v * period;
      lost += s.power * period;
    }
    assert_true(fabs(supplied - lost - rosin_law_energy(&c->law, c->state)) < 1e-9 * lost);
    rosin_contact_free(c);
  }
}

/* LuGre and Dahl left with more than the load holds fall back as e^(-sigma0 x/f_c) if they
 * relax, at once if they are held. */
static void what_is_too_much_is_let_go_or_slides_back(void **state) {
  (void)state;
  for (int law = 1; law < 3; law++)
    for (int relaxes = 0; relaxes < 2; relaxes++) {
      rosin_contact *c =
          with(law, relaxes ? "load_fall=1 mu_kinetic=0.2" : "load_fall=0 mu_kinetic=0.2");
      if (law == 1) {
        rosin_contact_set(c, "mu_static", 0.2, NULL);
        rosin_contact_set(c, "sigma1", 0, NULL);
      }
      rosin_load load = from_to(5, 5);
      rosin_solution s;
      for (int i = 0; i < 400; i++)
        rosin_law_step(&c->law, c->state, &load, 0.05, 0, &s);
      const double before = 1e4 * c->state[ROSIN_BRISTLE_Z]; /* 0.9 N */
      assert_true(before > 0.85);
      load = from_to(0.5, 0.5);
      rosin_law_step(&c->law, c->state, &load, 0, 0, &s);
      assert_true(fabs(s.f - (relaxes ? before : 0.1)) < 1e-12);
      const double start = 1e4 * c->state[ROSIN_BRISTLE_Z];
      for (int i = 0; i < 1000; i++)
        rosin_law_step(&c->law, c->state, &load, 5e-4, 0, &s);
      const double x = 1000 * 5e-4 * period;
      const double wanted = 0.1 + (start - 0.1) * exp(-1e4 * x / 0.1);
      assert_true(fabs(1e4 * c->state[ROSIN_BRISTLE_Z] - wanted) < 1e-6);
      assert_true(relaxes ? start > 0.85 : start <= 0.1);
      rosin_contact_free(c);
    }
}

/* Three on one body without loss, solved together under loads that move and lift. */
static void groups_account_for_moving_loads(void **state) {
  (void)state;
  for (int k = 0; k < 12; k++) {
    static const rosin_mode mode[] = {{.frequency = 150, .mass = 3e-3},
                                      {.frequency = 410, .mass = 2e-3},
                                      {.frequency = 950, .mass = 2e-3},
                                      {.frequency = 0, .mass = 2e-2}};
    static const double weight[] = {1, 0.5, 0.8, 1, 0.7, -1, 0.3, 1, -0.4, 0.6, 0.9, 1};
    const rosin_modal_spec spec = {.modes = 4, .mode = mode, .points = 3, .weight = weight};
    rosin_network *n = rosin_network_new(44100, 1, NULL);
    rosin_body *body = rosin_modal_new(&spec, 44100, NULL);
    rosin_contact *c[3];
    char key[32];
    rosin_network_body(n, "b", body, NULL);
    for (int i = 0; i < 3; i++) {
      c[i] = with((i + k) % 4, "sigma0=2e4 stiffening=0.8 stiffening_load=0.5");
      rosin_contact_set(c[i], "load_fall", k / 4 % 2, NULL);
      rosin_contact_set(c[i], "stiffening", 0.4 * (k % 5), NULL);
      snprintf(key, sizeof key, "c%d", i);
      rosin_network_contact(n, key, c[i], "-", "b", NULL);
      snprintf(key, sizeof key, "c%d.position", i);
      rosin_network_hold(n, rosin_network_control(n, key), i);
    }
    assert_int_equal(rosin_network_prepare(n, NULL), 0);
    for (int t = 0; t < 6000; t++) {
      for (int i = 0; i < 3; i++) {
        snprintf(key, sizeof key, "c%d.force", i);
        rosin_network_hold(n, rosin_network_control(n, key),
                           fmax(sin(0.004 * t * (i + 1)) + 0.7, 0));
        snprintf(key, sizeof key, "c%d.velocity", i);
        rosin_network_hold(n, rosin_network_control(n, key), 0.1 * sin(0.002 * t * (i + 2)));
      }
      rosin_network_process(n, 1);
    }
    const rosin_statistics s = rosin_network_statistics(n);
    const double gap = s.supplied - s.dissipated - rosin_network_energy(n);
    assert_true(s.solves > 10000 && s.unconverged == 0 && s.passivity < s.solves / 50);
    assert_true(fabs(gap) < 1e-9 * s.handled && s.worst > -1e-12 * s.handled);
    rosin_network_free(n);
    rosin_body_free(body);
    for (int i = 0; i < 3; i++)
      rosin_contact_free(c[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_steady_load_sets_the_stiffness),
      cmocka_unit_test(new_bristles_are_not_bent),
      cmocka_unit_test(a_moving_load_gives_no_energy),
      cmocka_unit_test(groups_account_for_moving_loads),
      cmocka_unit_test(what_is_too_much_is_let_go_or_slides_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
