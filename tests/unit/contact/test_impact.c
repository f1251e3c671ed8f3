/* SPDX-License-Identifier: BSD-3-Clause */
/* Knocks: one collision against closed formulas, the gap, rest, harsh numbers; and friction
 * that is loaded by them. The heavy figures are in tests/verify/impact.c. */
#include "collision.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "friction/law.h"
#include "tests/verify/random.h"

static const double rate = 44100;

static void speed_is_given_back(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int i = 0; i < 200; i++) {
    const collision k = {.rate = log_uniform(&seed, 8000, 192000),
                         .mass = log_uniform(&seed, 1e-4, 1),
                         .speed = log_uniform(&seed, 0.01, 10),
                         .stiffness = log_uniform(&seed, 1e4, 1e12),
                         .exponent = uniform(&seed, 1, 3),
                         .gap = 1e-3};
    const outcome o = collide(&k, 2 * elastic_time(&k) + 10 / k.rate);
    assert_true(fabs(o.restitution - 1) < 1e-9 && fabs(o.drift) < 1e-11);
    assert_true(o.touched > 0 && o.least == 0 && o.unsolved == 0);
  }
}

static void restitution_is_that_of_hunt_and_crossley(void **state) {
  (void)state;
  for (double v = 0.05; v < 8; v *= 2)
    for (double damping = 0.1; damping < 5; damping *= 3) {
      const collision k = {1e6, 0.01, v, 1e8, 1.5, damping, 1e-4};
      const outcome o = collide(&k, 0.01);
      const double e = exact_restitution(damping, v);
      assert_true(fabs(o.restitution - e) < 1e-4);
      assert_true(o.least == 0);
      if (damping * v < 0.02)
        assert_true(fabs(e - (1 - 2 * damping * v / 3)) < 1e-3 * damping * v + 1e-4);
    }
}

static void contact_lasts_as_hertz_says(void **state) {
  (void)state;
  const collision k = {1e6, 0.01, 1, 1e8, 1.5, 0, 1e-4}, linear = {1e6, 0.01, 1, 1e5, 1, 0, 1e-4};
  assert_true(fabs(elastic_time(&linear) / (3.14159265 * sqrt(0.01 / 1e5)) - 1) < 1e-8);
  const double deepest = pow(1.25 * 0.01 / 1e8, 0.4);
  assert_true(fabs(elastic_time(&k) / (2.9432 * deepest) - 1) < 1e-4);
  assert_true(fabs(collide(&k, 0.01).contact_time / elastic_time(&k) - 1) < 1e-4);
  assert_true(fabs(collide(&linear, 0.01).contact_time / elastic_time(&linear) - 1) < 1e-4);
  assert_true(fabs(collide(&k, 0.01).depth / deepest - 1) < 1e-4);
}

/* What is raised to 3/2 and to 1 without pow() is what it says, to two units in the last place. */
static void roots_are_powers(void **state) {
  (void)state;
  rosin_law law;
  rosin_law_default(&law, rosin_law_find("impact"));
  uint64_t seed = 7;
  for (int i = 0; i < 3000; i++) {
    const double x = log_uniform(&seed, 1e-60, 1e3);
    const double a = i % 3 == 0 ? 1.5 : i % 3 == 1 ? 1 : uniform(&seed, 1, 4);
    const double at[8] = {0, x}; /* at rest, x deep */
    law.value[0] = 1;
    law.value[1] = a;
    const double power = pow(x, a), energy = pow(x, a + 1) / (a + 1);
    assert_true(fabs(law.ops->end(&law, at) - power) <= 2 * 2.3e-16 * power);
    assert_true(fabs(law.ops->energy(&law, at) - energy) <= 1e-13 * energy);
  }
}

/* Torn away faster than 1/damping what is pressed lets go, and pulls nothing. */
static void nothing_sticks(void **state) {
  (void)state;
  rosin_contact *c = rosin_contact_new("impact", rate, NULL);
  rosin_contact_set(c, "damping", 2, NULL);
  for (int i = 0; i < 20; i++)
    assert_true(rosin_contact_drive(c, 0.1, 0, NULL) > 0); /* needs no load */
  assert_true(rosin_contact_drive(c, -0.4, 0, NULL) > 0);
  assert_true(rosin_contact_drive(c, -0.6, 0, NULL) == 0);
  assert_true(rosin_contact_drive(c, 0.01, 0, NULL) > 0); /* still inside */
  for (int i = 0; i < 20; i++)
    assert_true(rosin_contact_drive(c, -1, 0, NULL) == 0);
  rosin_contact_free(c);
}

/* It touches when the gap is gone; a gap that is changed while it sounds gives nothing. */
static void gaps_are_gone_before_it_touches(void **state) {
  (void)state;
  rosin_contact *c = rosin_contact_new("impact", rate, NULL);
  double depth;
  rosin_contact_set(c, "gap", 1e-3, NULL);
  for (int i = 0; i < 100; i++)
    assert_true(rosin_contact_drive(c, 0.44, 1, &depth) == 0 && depth < 0);
  assert_true(rosin_contact_drive(c, 0.44, 1, &depth) > 0 && depth > 0);
  for (int i = 0; i < 20; i++)
    rosin_contact_drive(c, 0.1, 1, &depth);
  const double before = depth;
  rosin_contact_set(c, "gap", 0, NULL); /* a millimetre nearer: it stays where it is */
  rosin_contact_drive(c, 0, 1, &depth);
  assert_true(fabs(depth - before) < 0.1 * 1 / rate);
  rosin_contact_set(c, "gap", 1, NULL); /* away */
  assert_true(rosin_contact_drive(c, 0, 1, &depth) == 0 && fabs(depth + 1) < 2e-3);
  rosin_contact_reset(c);
  rosin_contact_drive(c, 0, 1, &depth);
  assert_true(depth == -1);
  rosin_contact_free(c);
}

/* Dropped, it bounces lower and lower and lies still on the floor, (m g/k)^(1/alpha) deep. */
static void what_falls_comes_to_rest(void **state) {
  (void)state;
  const collision k = {rate, 0.01, 1, 1e7, 1.5, 2, 0.01};
  const double weight = k.mass * 9.81;
  ball b = ball_new(&k);
  ball_hold(&b, "weight.force", -weight);
  for (int i = 0; i < 6 * (int)rate; i++) {
    rosin_network_process(b.network, 1);
    const rosin_statistics s = rosin_network_statistics(b.network);
    assert_true(rosin_network_energy(b.network) <= s.supplied - s.dissipated + 1e-12);
    assert_true(i < 5 * rate || fabs(ball_read(&b, b.force) / weight - 1) < 0.01);
  }
  assert_true(fabs(ball_read(&b, b.depth) / pow(weight / k.stiffness, 1 / 1.5) - 1) < 0.01);
  ball_free(&b);
}

/* Where bodies know their places, what they moved while it was let go counts. */
static void places_are_the_bodies(void **state) {
  (void)state;
  const collision k = {rate, 0.01, 1, 1e8, 1.5, 0.1, 1e-3};
  ball b = ball_new(&k);
  ball_hold(&b, "c.velocity", 0.1);
  for (int i = 0; i < 400; i++) /* 0.9 mm of the way */
    rosin_network_process(b.network, 1);
  rosin_contact_reset(b.contact);
  rosin_network_process(b.network, 1);
  assert_true(fabs(ball_read(&b, b.depth) + 1e-3 - 0.1 * 400.5 / rate) < 1e-9);
  ball_free(&b);
}

static void harsh_numbers_are_bounded(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int i = 0; i < 300; i++) {
    const collision k = {.rate = log_uniform(&seed, 1000, 1e6),
                         .mass = log_uniform(&seed, 1e-9, 1e3),
                         .speed = log_uniform(&seed, 1e-6, 1e3),
                         .stiffness =
                             uniform(&seed, 0, 1) < 0.3 ? 1e12 : log_uniform(&seed, 1, 1e12),
                         .exponent = uniform(&seed, 0, 1) < 0.2 ? 4 : uniform(&seed, 1, 4),
                         .damping = log_uniform(&seed, 1e-3, 1e3),
                         .gap = log_uniform(&seed, 1e-9, 1e-3)};
    ball b = ball_new(&k);
    for (int j = 0; j < 300; j++) {
      const rosin_statistics before = rosin_network_statistics(b.network);
      ball_hold(&b, "c.velocity", uniform(&seed, -1, 1) * k.speed);
      rosin_network_process(b.network, 1);
      const rosin_statistics s = rosin_network_statistics(b.network);
      const double handled = s.handled - before.handled;
      assert_true(isfinite(ball_read(&b, b.force)) && ball_read(&b, b.force) >= 0);
      assert_true(s.dissipated - before.dissipated >= -1e-9 * handled - 1e-300);
      assert_true(s.iterations_max <= 60 && s.unconverged == 0);
    }
    ball_free(&b);
  }
}

/* ---- friction under the load of a knock ---- */

/* A mass bounces along the normal and is rubbed while it touches, by each of `rubs`
 * contacts; on one body, whose modes move along both, if `one`. */
typedef struct {
  rosin_network *network;
  rosin_body *body[2];
  rosin_contact *contact[3];
  int contacts, hit, force[3], normal[3], power[3]; /* signals; contact 0 is the knock */
} rubbed;

static rubbed rubbed_new(int one, int rubs, const char *law, const char *const *name) {
  static const double weight[] = {1, 0.3, 0.4, 1, 0.7, -0.5, 0.2, 0.8, -0.4};
  static const rosin_mode mode[] = {{.frequency = 40, .q = 30, .mass = 0.01},
                                    {.frequency = 700, .q = 50, .mass = 0.02},
                                    {.frequency = 1900, .q = 80, .mass = 0.01}};
  const rosin_modal_spec spec = {.modes = 3, .mode = mode, .points = 3, .weight = weight};
  rubbed r = {.network = rosin_network_new(rate, 1, NULL), .contacts = 1 + rubs};
  char signal[32];
  for (int i = 0; i < 2 - one; i++) {
    r.body[i] = rosin_modal_new(&spec, rate, NULL);
    assert_int_equal(rosin_network_body(r.network, i ? "along" : "body", r.body[i], NULL), 0);
  }
  for (int i = 0; i <= rubs; i++) {
    r.contact[i] = rosin_contact_new(i ? law : "impact", rate, NULL);
    assert_int_equal(rosin_network_contact(r.network, name[i], r.contact[i], "-",
                                           i && !one ? "along" : "body", NULL),
                     0);
    snprintf(signal, sizeof signal, "%s.position", name[i]);
    rosin_network_hold(r.network, rosin_network_control(r.network, signal), i);
    snprintf(signal, sizeof signal, "%s.velocity", name[i]);
    rosin_network_hold(r.network, rosin_network_control(r.network, signal), i ? 0.2 : 0);
    snprintf(signal, sizeof signal, "%s.force", name[i]);
    r.force[i] = rosin_network_signal(r.network, signal, NULL);
    snprintf(signal, sizeof signal, "%s.normal", name[i]);
    r.normal[i] = rosin_network_signal(r.network, signal, NULL);
    snprintf(signal, sizeof signal, "%s.dissipation", name[i]);
    r.power[i] = rosin_network_signal(r.network, signal, NULL);
    rosin_contact_set(r.contact[i], "damping_limit", 1, NULL); /* where there is one: passive */
    assert_int_equal(i ? rosin_network_load(r.network, name[i], name[0], NULL) : 0, 0);
  }
  rosin_contact_set(r.contact[0], "stiffness", 1e6, NULL);
  assert_int_equal(rosin_network_push(r.network, "weight", "body", 0, NULL), 0);
  assert_int_equal(rosin_network_prepare(r.network, NULL), 0);
  return r;
}

static void rubbed_free(rubbed *r) {
  rosin_network_free(r->network);
  for (int i = 0; i < 2; i++)
    rosin_body_free(r->body[i]);
  for (int i = 0; i < r->contacts; i++)
    rosin_contact_free(r->contact[i]);
}

static double rubbed_read(const rubbed *r, int signal) {
  return rosin_network_read(r->network, signal)[0];
}

/* Shaken against the floor: the load is the knock's force in each sample, friction takes. */
static void shake(rubbed *r, double miss, double friction) {
  const int push = rosin_network_control(r->network, "weight.force");
  int pressed = 0, flew = 0;
  for (int i = 0; i < 8000; i++) {
    rosin_network_hold(r->network, push, -0.5 - 2 * sin(2 * 3.14159265 * 37 * i / rate));
    rosin_network_process(r->network, 1);
    const double load = rubbed_read(r, r->force[0]);
    pressed += load > 0;
    flew += load == 0;
    for (int k = 1; k < r->contacts; k++) {
      assert_true(fabs(rubbed_read(r, r->normal[k]) - load) <= miss * (load + 1));
      assert_true(fabs(rubbed_read(r, r->force[k])) <= friction * load + 1e-9);
      assert_true(rubbed_read(r, r->power[k]) >= -1e-12);
    }
  }
  const rosin_statistics s = rosin_network_statistics(r->network);
  assert_true(pressed > 500 && flew > 500 && s.unconverged == 0 && s.rescued == 0);
  assert_true(rosin_network_energy(r->network) <= s.supplied - s.dissipated + 1e-9 * s.handled);
}

static const char *const knock_first[] = {"a", "b", "c"}, *const knock_last[] = {"z", "b", "c"};

static void loads_are_knocks(void **state) {
  (void)state;
  static const char *const laws[] = {"elastoplastic", "coulomb", "induction"};
  for (int l = 0; l < 3; l++)
    for (int one = 0; one < 2; one++)
      for (int rubs = 1; rubs < 3; rubs++) {
        rubbed r = rubbed_new(one, rubs, laws[l], l == 1 ? knock_last : knock_first);
        shake(&r, one ? 1e-9 : 0, l == 1 ? 1e9 : 0.45); /* coulomb owes from sample to sample */
        rubbed_free(&r);
      }
}

/* A rough contact that comes to feel what presses it while it is pressed: its load is the knock's
 * force, but for the grains. */
static void rough_loads_are_knocks_wherever_they_go(void **state) {
  (void)state;
  static const double weight[] = {1, 0.3, 0.4, 1, 0.7, -0.5, 0, 0, 0};
  static const rosin_mode mode[] = {{.frequency = 40, .q = 30, .mass = 0.01},
                                    {.frequency = 700, .q = 50, .mass = 0.02},
                                    {.frequency = 1900, .q = 80, .mass = 0.01}};
  const rosin_modal_spec spec = {.modes = 3, .mode = mode, .points = 3, .weight = weight};
  rosin_network *n = rosin_network_new(rate, 1, NULL);
  rosin_body *body = rosin_modal_new(&spec, rate, NULL);
  rosin_contact *c[] = {rosin_contact_new("impact", rate, NULL),
                        rosin_contact_new("elastoplastic", rate, NULL)};
  rosin_network_body(n, "body", body, NULL);
  rosin_network_contact(n, "a", c[0], "-", "body", NULL);
  rosin_network_contact(n, "b", c[1], "-", "body", NULL);
  rosin_contact_set(c[0], "stiffness", 1e6, NULL);
  assert_int_equal(rosin_network_load(n, "b", "a", NULL), 0);
  assert_int_equal(rosin_network_push(n, "weight", "body", 0, NULL), 0);
  rosin_network_hold(n, rosin_network_control(n, "b.roughness"), 0.3);
  rosin_network_hold(n, rosin_network_control(n, "b.velocity"), 5);
  rosin_network_hold(n, rosin_network_control(n, "weight.force"), -20);
  const int load = rosin_network_signal(n, "a.force", NULL);
  const int force = rosin_network_signal(n, "b.force", NULL);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  int pressed = 0;
  for (int i = 0; i < 4000; i++) { /* point 2 feels nothing */
    rosin_network_hold(n, rosin_network_control(n, "b.position"), i / 50 % 2 ? 1 : 2);
    rosin_network_process(n, 1);
    const double presses = rosin_network_read(n, load)[0];
    pressed += presses > 0;
    assert_true(fabs(rosin_network_read(n, force)[0]) <= 0.5 * (1 + 3 * 0.3) * presses + 1e-9);
  }
  assert_true(pressed > 500);
  assert_int_equal(rosin_network_statistics(n).unconverged, 0);
  rosin_network_free(n);
  rosin_body_free(body);
  rosin_contact_free(c[0]);
  rosin_contact_free(c[1]);
}

static void bad_loads_are_refused(void **state) {
  (void)state;
  rosin_error error = {""};
  rubbed r = rubbed_new(0, 2, "lugre", knock_first);
  assert_int_equal(rosin_network_load(r.network, "b", "nobody", &error), -1);
  assert_non_null(strstr(error.text, "load: there is no contact named 'nobody'"));
  assert_int_equal(rosin_network_load(r.network, "b", "c", &error), -1);
  assert_non_null(strstr(error.text, "'c' rubs by the law lugre"));
  assert_int_equal(rosin_network_load(r.network, "a", "a", &error), -1);
  assert_non_null(strstr(error.text, "'a' is an impact"));
  assert_int_equal(rosin_network_load(r.network, "b", "along", &error), -1);
  assert_int_equal(rosin_network_load(r.network, "b", NULL, &error), -1);
  assert_int_equal(rosin_network_load(NULL, "b", "a", &error), -1);
  assert_int_equal(rosin_network_load(r.network, "b", "a", &error), 0);
  rubbed_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(speed_is_given_back),
      cmocka_unit_test(restitution_is_that_of_hunt_and_crossley),
      cmocka_unit_test(contact_lasts_as_hertz_says),
      cmocka_unit_test(roots_are_powers),
      cmocka_unit_test(nothing_sticks),
      cmocka_unit_test(gaps_are_gone_before_it_touches),
      cmocka_unit_test(what_falls_comes_to_rest),
      cmocka_unit_test(places_are_the_bodies),
      cmocka_unit_test(harsh_numbers_are_bounded),
      cmocka_unit_test(loads_are_knocks),
      cmocka_unit_test(rough_loads_are_knocks_wherever_they_go),
      cmocka_unit_test(bad_loads_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
