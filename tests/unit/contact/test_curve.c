/* SPDX-License-Identifier: BSD-3-Clause */
/* What is expected of a contact's force between points where it is known, and beyond them. */
#include "contact/curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static rosin_force_curve known(int count, const rosin_curve_point *point) {
  rosin_force_curve k = {.corner = {NAN, NAN, NAN}, .scale = 5};
  for (int i = count - 1; i >= 0; i--) /* in no order */
    rosin_curve_insert(&k, &point[i]);
  return k;
}

static void is(const rosin_force_curve *k, double v, double force, double slope) {
  double found;
  const double f = rosin_curve_force(k, v, &found);
  if (!(fabs(f - force) < 1e-6 && fabs(found - slope) < 1e-6))
    fail_msg("at %g: %.9g of slope %.9g for %.9g of %.9g", v, f, found, force, slope);
}

static void tangents_hold_as_far_as_they_meet(void **state) {
  (void)state;
  static const rosin_curve_point point[] = {{0, 0, 2, 0, 0}, {2, 2, 0, 0, 0}};
  const rosin_force_curve k = known(2, point);
  is(&k, 0.5, 1, 2);
  is(&k, 0.99, 1.98, 2);
  is(&k, 1.01, 2, 0);
  is(&k, 1.5, 2, 0);
}

static void where_they_do_not_a_chord_joins_them(void **state) {
  (void)state;
  static const rosin_curve_point point[] = {{0, 0, 1, 0, 0}, {4, 10, 1, 0, 0}};
  rosin_force_curve k = known(2, point);
  is(&k, 0.9, 0.9, 1);
  is(&k, 1.5, 3, 4);
  is(&k, 2, 5, 4);
  is(&k, 3.1, 9.1, 1);
  k.corner[1] = 2; /* but a law that jumps there does so */
  is(&k, 1.99, 1.99, 1);
  is(&k, 2.01, 8.01, 1);
  k.corner[1] = 5; /* it lies elsewhere */
  is(&k, 2, 5, 4);
}

/* Where velocity 0 lies is nothing to a curve: moved along, it is the same; and a jump is one
 * between two samples of any step that is not finer than itself. */
static void a_curve_is_moved_along(void **state) {
  (void)state;
  static const double moved[] = {-7, -2, 0.5, 3};
  for (int i = 0; i < 4; i++) {
    const double by = moved[i];
    const rosin_curve_point point[] = {{by, 0, 1, 0, 0}, {by + 4, 10, 1, 0, 0}};
    rosin_force_curve k = known(2, point);
    for (int corner = 0; corner < 2; corner++) {
      k.corner[2] = corner ? by + 2.5 : NAN;
      for (double v = -9.9; v < 14; v += 0.3) {
        const rosin_curve_point rest[] = {{0, 0, 1, 0, 0}, {4, 10, 1, 0, 0}};
        rosin_force_curve there = known(2, rest);
        double slope;
        there.corner[2] = corner ? 2.5 : NAN;
        const double force = rosin_curve_force(&there, v, &slope);
        is(&k, by + v, force, slope);
      }
    }
    double slope;
    const double in_it = rosin_curve_force(&k, by + 2.5, &slope);
    assert_true(fabs(in_it - 5.5) < 1e-3 && slope > 1e6);
  }
}

static void beyond_the_ends_a_tangent_holds_not_far(void **state) {
  (void)state;
  static const rosin_curve_point rising[] = {{0, 0, 1, 0, 0}, {4, 10, 1, 0, 0}};
  rosin_force_curve k = known(2, rising); /* as far as four times such a force is made: 60 */
  is(&k, 14, 20, 1);
  is(&k, 104, 70, 0);
  is(&k, -10, -10, 1);
  is(&k, -104, -20, 0); /* 20 from there */
  static const rosin_curve_point falling[] = {{0, 0, -1, 0, 0}, {4, 10, -1, 0, 0}};
  k = known(2, falling); /* two gaps */
  is(&k, 10, 4, -1);
  is(&k, 14, 2, 0);
  is(&k, -7, 7, -1);
  is(&k, -10, 8, 0);
  static const rosin_curve_point one[] = {{8, 3, -1, 0, 0}};
  k = known(1, one); /* whose gap is an eighth of its velocity */
  is(&k, 9, 2, -1);
  is(&k, 12, 1, 0);
  is(&k, 4, 5, 0);
}

static void points_stand_in_order(void **state) {
  (void)state;
  rosin_force_curve k = {.count = 0};
  for (int i = 0; i < ROSIN_CURVE_POINTS; i++)
    rosin_curve_insert(&k, &(rosin_curve_point){.v = (i * 37) % ROSIN_CURVE_POINTS, .f = i});
  for (int i = 0; i < ROSIN_CURVE_POINTS; i++)
    assert_true(k.at[i].v == i);
  rosin_curve_insert(&k, &(rosin_curve_point){.v = 5, .f = 77}); /* in place of the one there */
  assert_true(k.count == ROSIN_CURVE_POINTS && k.at[5].f == 77 && k.at[6].v == 6);
  rosin_curve_insert(&k, &(rosin_curve_point){.v = 100}); /* the farther end goes */
  assert_true(k.count == ROSIN_CURVE_POINTS && k.at[0].v == 1 &&
              k.at[ROSIN_CURVE_POINTS - 1].v == 100);
  rosin_curve_insert(&k, &(rosin_curve_point){.v = -1});
  assert_true(k.count == ROSIN_CURVE_POINTS && k.at[0].v == -1 && k.at[1].v == 1 &&
              k.at[ROSIN_CURVE_POINTS - 1].v == ROSIN_CURVE_POINTS - 1);
}

static void its_own_unknown_is_the_nearest_ones(void **state) {
  (void)state;
  static const rosin_curve_point point[] = {{0, 0, 0, 10, 1}, {1, 0, 0, 20, 2}, {3, 0, 0, 30, 3}};
  const rosin_force_curve k = known(3, point), none = known(0, point);
  assert_true(rosin_curve_own(&k, -1, 0) == 9 && rosin_curve_own(&k, 0.25, 0) == 10.25);
  assert_true(rosin_curve_own(&k, 0.75, 0) == 19.5 && rosin_curve_own(&k, 1.5, 0) == 21);
  assert_true(rosin_curve_own(&k, 2.5, 0) == 28.5 && rosin_curve_own(&k, 4, 0) == 33);
  assert_true(rosin_curve_own(&none, 1, 7) == 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tangents_hold_as_far_as_they_meet),
      cmocka_unit_test(where_they_do_not_a_chord_joins_them),
      cmocka_unit_test(a_curve_is_moved_along),
      cmocka_unit_test(beyond_the_ends_a_tangent_holds_not_far),
      cmocka_unit_test(points_stand_in_order),
      cmocka_unit_test(its_own_unknown_is_the_nearest_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
