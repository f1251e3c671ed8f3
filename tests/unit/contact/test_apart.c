/* SPDX-License-Identifier: BSD-3-Clause */
/* Bristles abreast that do not feel each other: the bits of those that are stepped one by one. */
#include "contact/abreast/abreast.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "problem.h"

enum { MOST = ROSIN_ABREAST, STATES = ROSIN_BRISTLE_STATES, CROWDS = 480, SAMPLES = 400 };

typedef struct {
  int count;
  rosin_contact *contact[MOST];
  rosin_law law[MOST]; /* and state, of those that stand abreast */
  double state[MOST][STATES];
  rosin_load load[MOST];
  double mobility[MOST], pull[MOST], speed[MOST], v_free[MOST];
} crowd;

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

static void begin(crowd *c, int k) {
  static const double powers[] = {0, 0.5, 1, 0.7}, exponents[] = {0.5, 2, 1, 0};
  memset(c, 0, sizeof *c);
  c->count = 2 + k % (MOST - 1);
  for (int i = 0; i < c->count; i++) {
    c->contact[i] = random_bristle(powers[k / 15 % 4], exponents[k / 60 % 4]);
    c->law[i] = c->contact[i]->law;
    c->mobility[i] = i % 7 == 6 ? 0 : log_uniform(&seed, 1e-3, 2);
    c->load[i] = (rosin_load){.normal = 1, .normal_end = 1, .period = 1 / 44100.0, .instant = 1};
  }
}

/* The next sample's loads and free velocities: those that are carried on, and those that are torn
 * about. */
static void move(crowd *c, int k, int sample) {
  for (int i = 0; i < c->count; i++) {
    rosin_load *load = &c->load[i];
    const double way = uniform(&seed, 0, 1);
    const double by = k % 3 == 0 || way < 0.5 ? 1 : uniform(&seed, 0.8, way < 0.55 ? 3 : 1.25);
    load->normal_end = fmin(fmax(load->normal_end * by, 1e-3), 100);
    load->normal = 0.5 * (load->normal_end / by + load->normal_end);
    c->speed[i] += 0.02 * (2 * uniform(&seed, 0, 1) - 1) + (sample % 50 == 9 ? 0.2 : 0);
    c->pull[i] = 0.9 * c->pull[i] + 0.1 * (c->speed[i] - c->pull[i]);
    c->v_free[i] = c->speed[i] + c->pull[i];
  }
}

static int abreast(rosin_abreast *a, crowd *c) {
  a->count = c->count;
  for (int i = 0; i < rosin_abreast_lanes(c->count); i++) {
    const int of = i < c->count ? i : 0;
    a->law[i] = &c->law[of];
    a->state[i] = c->state[of];
    a->load[i] = &c->load[of];
    a->normal[i] = c->load[of].normal;
    a->normal_end[i] = c->load[of].normal_end;
    a->v_free[i] = i < c->count ? c->v_free[i] : 0;
    a->own[i] = i < c->count ? c->mobility[i] : 0;
  }
  return rosin_abreast_can(a);
}

static int compare(const rosin_abreast *a, crowd *c, int i) {
  rosin_contact *one = c->contact[i];
  rosin_solution s;
  rosin_law_step(&one->law, one->state, &c->load[i], c->v_free[i], c->mobility[i], &s);
  const rosin_solution *ours = &a->solution[i];
  assert_memory_equal(c->state[i], one->state, sizeof c->state[i]);
  assert_memory_equal(&ours->v, &s.v, sizeof s.v);
  assert_memory_equal(&ours->f, &s.f, sizeof s.f);
  assert_memory_equal(&ours->power, &s.power, sizeof s.power);
  assert_int_equal(ours->iterations, s.iterations);
  assert_int_equal(ours->converged, s.converged);
  assert_int_equal(ours->passive, s.passive);
  return s.iterations > 0;
}

static void each_is_as_alone(void **unused) {
  (void)unused;
  static rosin_abreast a;
  static crowd c;
  int all = 0, rare = 0, slip = 0;
  for (int k = 0; k < CROWDS; k++) {
    begin(&c, k);
    for (int s = 0; s < SAMPLES; s++) {
      move(&c, k, s);
      if (!abreast(&a, &c)) {
        print_message("nothing abreast here\n");
        return;
      }
      rosin_abreast_apart(&a);
      all += c.count;
      rare += a.rare;
      for (int i = 0; i < c.count; i++)
        slip += compare(&a, &c, i);
    }
    for (int i = 0; i < c.count; i++)
      rosin_contact_free(c.contact[i]);
  }
  print_message("%d of %d slipped, %d by their law\n", slip, all, rare);
  assert_true(slip > 0.3 * all && rare < 0.2 * all);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_as_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
