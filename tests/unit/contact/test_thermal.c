/* SPDX-License-Identifier: BSD-3-Clause */
/* The thermal law: heat made, stored, carried off and leaked. */
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const double rate = 44100;

typedef struct {
  double mu_s, hot, glass, xi, heat, flow, leak, width;
} numbers;

static rosin_contact *thermal(double leak, numbers *p) {
  rosin_contact *c = rosin_contact_new("thermal", rate, NULL);
  assert_non_null(c);
  assert_int_equal(rosin_contact_set(c, "heat_leak", leak, NULL), 0);
  *p = (numbers){.mu_s = rosin_contact_get(c, "mu_static"),
                 .hot = rosin_contact_get(c, "mu_kinetic") * rosin_contact_get(c, "yield"),
                 .glass = rosin_contact_get(c, "glass"),
                 .xi = rosin_contact_get(c, "steepness"),
                 .heat = rosin_contact_get(c, "heat_capacity"),
                 .flow = rosin_contact_get(c, "heat_flow"),
                 .leak = leak,
                 .width = rosin_contact_get(c, "width")};
  return c;
}

/* Temperature at which the friction coefficient is mu: g(t) inverted. */
static double temperature(const numbers *p, double mu) {
  return p->glass * pow((p->mu_s - mu) / (mu - p->hot), 1 / p->xi);
}

/* In steady sliding mu |v| is what flow and leak carry off at the temperature that gives
 * mu; each of the two carries what it should, at loads and speeds where it matters. */
static void steady_heat_balances(void **state) {
  (void)state;
  const double leaks[] = {1e-4, 1e-3, 1e-2}, speeds[] = {1e-4, 1e-3, 0.03, 0.5};
  const double loads[] = {0.1, 1, 10};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 4; k++)
      for (int n = 0; n < 3; n++) {
        numbers p;
        rosin_contact *c = thermal(leaks[i], &p);
        const double v = speeds[k], mu = rosin_contact_steady(c, -v, loads[n]) / -loads[n];
        const double cool = p.flow * sqrt(p.width / loads[n] * v) + p.leak;
        const double t = temperature(&p, mu);
        assert_true(mu > p.hot && mu < p.mu_s);
        if (p.mu_s - mu > 1e-6)
          assert_true(fabs(cool * t / (mu * v) - 1) < 1e-4);
        rosin_contact_free(c);
      }
}

/* Sliding at a steady speed comes to the steady force, warming with the time constant
 * heat over cooling. */
static void sliding_warms_to_the_steady_state(void **state) {
  (void)state;
  numbers p;
  rosin_contact *c = thermal(1e-3, &p);
  const double v = 0.2, n = 2;
  double f = 0, early = 0;
  for (int i = 0; i < 8820; i++) {
    f = rosin_contact_drive(c, v, n, NULL);
    if (i == 4)
      early = f;
  }
  assert_true(fabs(f / rosin_contact_steady(c, v, n) - 1) < 1e-6);
  assert_true(early > 1.2 * f);
  rosin_contact_free(c);
}

/* Friction coefficient of the first slide after a warm contact rested for so long, and
 * what it should be: at rest only the leak cools, as exp(-leak time / heat). */
static double strength_after(double leak, double seconds, double *expected) {
  numbers p;
  rosin_contact *c = thermal(leak, &p);
  rosin_contact_set(c, "heat_flow", 0.03, NULL);
  double top = 0, mu = 0;
  for (int i = 0; i < 4410; i++)
    mu = rosin_contact_drive(c, 0.3, 1, NULL);
  const int rest = (int)(seconds * rate);
  for (int i = 0; i < rest; i++)
    rosin_contact_drive(c, 0, 1, NULL);
  for (int i = 0; i < 12; i++)
    top = fmax(top, rosin_contact_drive(c, 0.01, 1, NULL));
  const double x = pow(temperature(&p, mu) * exp(-leak * rest / rate / p.heat) / p.glass, p.xi);
  *expected = (p.mu_s + p.hot * x) / (1 + x);
  rosin_contact_free(c);
  return top;
}

static void rest_cools_by_the_leak(void **state) {
  (void)state;
  const double leaks[] = {1e-4, 1e-4, 1e-4, 1e-3, 1e-5}, rests[] = {0.004, 0.01, 0.04, 0.002, 0.1};
  double expected, low = 9, high = 0;
  for (int i = 0; i < 5; i++) {
    const double found = strength_after(leaks[i], rests[i], &expected);
    if (fabs(found / expected - 1) > 0.08)
      fail_msg("leak %g, rest %g s: %g for %g", leaks[i], rests[i], found, expected);
    low = fmin(low, found);
    high = fmax(high, found);
  }
  assert_true(high > 1.5 * low);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steady_heat_balances),
      cmocka_unit_test(sliding_warms_to_the_steady_state),
      cmocka_unit_test(rest_cools_by_the_leak),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
