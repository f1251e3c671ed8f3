/* SPDX-License-Identifier: BSD-3-Clause */
/* Bessel functions of tables against the C library's J, the power series of I, and the modes
 * of round plates against roots that are bracketed by these. */
#include "modal/bessel.h"
#include "pi.h"
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* e^-x I_n by its power series, of which all terms are positive. */
static double scaled_i(int n, double x) {
  if (x == 0)
    return n == 0;
  const long double q = (long double)x * x / 4;
  long double term = 1, sum = 0;
  for (int k = 1; k <= n; k++)
    term *= (long double)x / (2 * k);
  for (int k = 0; k < 400; k++) {
    sum += term;
    term *= q / ((k + 1.0L) * (n + k + 1));
  }
  return (double)(sum * expl(-(long double)x));
}

static void values_and_slopes_are_right(void **state) {
  (void)state;
  rosin_bessels *table = rosin_bessels_new(80, 90);
  assert_non_null(table);
  for (int n = 0; n <= 80; n = n < 8 ? n + 1 : n * 5 / 4)
    for (double x = 0; x <= 90; x += x < 2 ? 0.013 : 0.37) {
      const rosin_bessel_pair b = rosin_bessel_at(table, n, x);
      const double j = jn(n, x), i = scaled_i(n, x);
      const double dj = n ? 0.5 * (jn(n - 1, x) - jn(n + 1, x)) : -jn(1, x);
      assert_true(fabs(b.j - j) < 2e-15 * (1 + x / 10));
      assert_true(fabs(b.dj - dj) < 4e-15 * (1 + x / 10));
      assert_true(fabs(b.i - i) < 1e-14 * i + 1e-17);
      const double di = 0.5 * (scaled_i(abs(n - 1), x) + scaled_i(n + 1, x));
      assert_true(fabs(b.di - di) < 1e-14 * di + 1e-17);
      assert_true(b.j == rosin_bessel_sum(table, n, x, 0, x));
      assert_true(fabs(rosin_bessel_sum(table, n, x, 2, x) - b.j - 2 * b.i) < 1e-15 * (1 + x / 10));
    }
  free(table);
}

/* What the library has not: orders above the argument fall to nothing without a trap. */
static void high_orders_vanish(void **state) {
  (void)state;
  rosin_bessels *table = rosin_bessels_new(400, 400);
  assert_non_null(table);
  for (double x = 0; x < 4; x += 0.1) {
    const rosin_bessel_pair b = rosin_bessel_at(table, 400, x);
    assert_true(fabs(b.j) < 1e-300 && fabs(b.i) < 1e-300 && fabs(b.dj) < 1e-300);
  }
  assert_true(fabs(rosin_bessel_sum(table, 400, 400, 0, 400) - jn(400, 400)) < 1e-14);
  free(table);
}

/* Kinds of rim: what is 0 at a mode, from the library and the series. */
static double rim(int kind, int n, double x) {
  const double nu = kind ? 0 : rosin_material_find("bronze")->poisson;
  const double j = jn(n, x), i = scaled_i(n, x);
  const double dj = n / x * j - jn(n + 1, x), di = n / x * i + scaled_i(n + 1, x);
  const double q = x * x, side = (1 - nu) * n * n;
  if (kind == 2)
    return j;
  if (kind == 1)
    return j * di - dj * i;
  const double mj = q * j + (1 - nu) * (x * dj - n * n * j);
  const double mi = q * i - (1 - nu) * (x * di - n * n * i);
  return (mj * (q * x * di - side * (x * di - i)) - (q * x * dj + side * (x * dj - j)) * mi) / i;
}

static void modes_are_roots(void **state) {
  (void)state;
  static const char *const names[] = {"disc-free", "disc-clamped", "membrane"};
  const rosin_material *m = rosin_material_find("bronze");
  for (int kind = 0; kind < 3; kind++) {
    const rosin_form *form = rosin_form_find(names[kind]);
    double value[ROSIN_FORM_PARAMETERS];
    rosin_parameters_default(form->parameter, value);
    const double r = value[0], h = value[1];
    const double per = kind == 2
                           ? sqrt(value[4] / (m->density * h)) / (2 * pi * r)
                           : h / (2 * pi * r * r) *
                                 sqrt(m->young / (12 * m->density * (1 - m->poisson * m->poisson)));
    rosin_modal_spec *s = rosin_form_modes(form, m, value, 420, 1e6, 0, NULL, NULL);
    assert_non_null(s);
    assert_int_equal(s->modes, 420);
    for (int l = 0; l < s->modes; l++) {
      const double x = kind == 2 ? s->mode[l].frequency / per : sqrt(s->mode[l].frequency / per);
      int found = 0;
      for (int n = 0; n <= x && !found; n++)
        found = (rim(kind, n, x * (1 - 5e-13)) > 0) != (rim(kind, n, x * (1 + 5e-13)) > 0);
      assert_true(found);
    }
    rosin_modal_spec_free(s);
  }
}

/* Modal masses are the disc's mass: shapes have mean square 1, summed over rings (their table is
 * along a diameter; over the turns cos^2 counts half). */
static void shapes_have_mean_square_one(void **state) {
  (void)state;
  static const char *const names[] = {"disc-free", "disc-clamped", "membrane"};
  for (int kind = 0; kind < 3; kind++) {
    const rosin_form *form = rosin_form_find(names[kind]);
    double value[ROSIN_FORM_PARAMETERS];
    rosin_parameters_default(form->parameter, value);
    rosin_modal_spec *s =
        rosin_form_modes(form, rosin_material_find("bronze"), value, 12, 1e6, 0, NULL, NULL);
    assert_non_null(s);
    for (int l = 0; l < s->modes; l++) {
      double sum = 0;
      int turns = 0;
      for (int k = 1; k < s->points && s->position[k] <= 1; k++)
        for (int side = 0; side < 2 && s->position[k - 1] >= 0; side++) {
          const double r = s->position[k - side], w = s->weight[(k - side) * s->modes + l];
          sum += (s->position[k] - s->position[k - 1]) * w * w * r;
        }
      for (int k = 0; k < s->points && !turns; k++) /* an n of its own moves the hub */
        turns = s->position[k] == 0 && fabs(s->weight[k * s->modes + l]) < 1e-9;
      assert_true(fabs(sum * (turns ? 0.5 : 1) - 1) < 2e-4);
    }
    rosin_modal_spec_free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_and_slopes_are_right),
      cmocka_unit_test(high_orders_vanish),
      cmocka_unit_test(modes_are_roots),
      cmocka_unit_test(shapes_have_mean_square_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
