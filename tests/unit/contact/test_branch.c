/* SPDX-License-Identifier: BSD-3-Clause */
/* A law that falls with speed may have several roots, v + B f(v) = v_free: the one that is taken
 * is continuous with the last velocity, as far as that branch goes. Where a contact lets go then
 * does not depend on how far v_free moves in a sample. */
#include "contact/contact.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/verify/random.h"

enum { CASES = 200 };

static const double rate = 44100;

typedef struct {
  rosin_contact *contact;
  rosin_load load;
  double mobility;
} problem;

static double way(const problem *p, double v) {
  double f, slope;
  p->contact->law.ops->force(&p->contact->law, p->contact->state, &p->load, &v, &f, &slope);
  return v + p->mobility * f;
}

/* Ends of the branch that sticks: where v + B f stops rising, and the least of it beyond. */
typedef struct {
  double top, bottom;
} fold;

static fold fold_of(const problem *p, double v0) {
  fold f = {0, 0};
  double v = 0.1 * v0;
  for (double next = way(p, v); next >= f.top && v < 1e3 * v0; next = way(p, v *= 1.0005))
    f.top = next;
  f.bottom = f.top;
  for (double next = way(p, v); next <= f.bottom && v < 1e4 * v0; next = way(p, v *= 1.0005))
    f.bottom = next;
  return f;
}

/* The share of the way from bottom to top at which it jumps, from stick (up) or from slip. */
static double jump(problem *p, fold f, double sign, int up, double step) {
  const double span = f.top - f.bottom, first = up ? 0.2 * f.bottom : f.top + 2 * span;
  const double turn = up ? 1 : -1;
  double last = 0, worst = 0, at = NAN;
  rosin_contact_reset(p->contact);
  for (double x = first; x > 0 && x < f.top + 2.1 * span; x += turn * step * span) {
    rosin_solution s;
    rosin_law_step(&p->contact->law, p->contact->state, &p->load, sign * x, p->mobility, &s);
    assert_true(s.converged);
    const double leap = fabs(s.v - last) - step * span;
    if (x != first && leap > worst) {
      worst = leap;
      at = (x - f.bottom) / span;
    }
    last = s.v;
  }
  return at;
}

static void the_branch_of_the_last_velocity_is_kept(const char *name) {
  uint64_t seed = 11;
  int tried = 0;
  for (int i = 0; i < CASES; i++) {
    problem p = {rosin_contact_new(name, rate, NULL), {.period = 1 / rate}, 0};
    const double v0 = log_uniform(&seed, 1e-4, 0.1), mu = uniform(&seed, 0.1, 1);
    p.load.normal = p.load.normal_end = log_uniform(&seed, 0.1, 30);
    p.mobility = log_uniform(&seed, 3, 300) * v0 / (mu * p.load.normal);
    assert_false(rosin_contact_set(p.contact, "mu", mu, NULL));
    assert_false(rosin_contact_set(p.contact, "v0", v0, NULL));
    assert_false(rosin_contact_set(p.contact, "zeta", uniform(&seed, 0, 1), NULL));
    rosin_contact_set(p.contact, "tau", 0, NULL);
    const fold f = fold_of(&p, v0);
    const double sign = i & 1 ? 1 : -1;
    for (double step = 0.3; f.top > 1.05 * f.bottom && step > 1e-3; step *= 0.2) {
      const double up = jump(&p, f, sign, 1, step), down = jump(&p, f, sign, 0, step);
      if (!(up >= 0.999 && up <= 1.002 + step) || !(down <= 0.001 && down >= -0.002 - step))
        fail_msg("%s, case %d, step %g: lets go at %g, is caught at %g", name, i, step, up, down);
      tried++;
    }
    rosin_contact_free(p.contact);
  }
  assert_true(tried > CASES);
}

static void induction(void **state) {
  (void)state;
  the_branch_of_the_last_velocity_is_kept("induction");
}

static void induction_without_lag(void **state) {
  (void)state;
  the_branch_of_the_last_velocity_is_kept("induction-lagged");
}

static void induction_of_two_axes(void **state) {
  (void)state;
  the_branch_of_the_last_velocity_is_kept("induction-2d");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(induction),
      cmocka_unit_test(induction_without_lag),
      cmocka_unit_test(induction_of_two_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
