/* SPDX-License-Identifier: BSD-3-Clause */
/* Up to which mobility a bristle's solve is taken for unique: the table's bound has no gaps and no
 * steps, ends with what is told of its corners, and knows what makes a root more unique. */
#include "friction/bristle/bristle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* f_s = ratio f_c, bristles that bend to the share `breakaway`; K1 is the mobility. */
static rosin_bristle bristle(double ratio, double breakaway) {
  return (rosin_bristle){
      .sigma0 = 1, .half = 1, .coulomb = 2, .stiction = 2 * ratio, .breakaway = breakaway};
}

/* The bound M: the root is unique below 1 / M. 0 if it always is. */
static double bound(const rosin_bristle *b) {
  double low = 1e-6, high = 1e6;
  assert_true(rosin_bristle_unique(b, low));
  if (rosin_bristle_unique(b, high))
    return 0;
  while (high - low > 1e-13 * high) {
    const double middle = sqrt(low * high);
    *(rosin_bristle_unique(b, middle) ? &low : &high) = middle;
  }
  return 1 / low;
}

static void is(double found, double expected) {
  if (!(fabs(found - expected) <= 1e-9 * fabs(expected)))
    fail_msg("%.12g for %.12g", found, expected);
}

/* Without a fall there is one root; the more it falls the narrower the bound, without a step. */
static void it_grows_with_the_fall(void **state) {
  (void)state;
  for (double breakaway = 0.5; breakaway < 1; breakaway += 0.07) {
    double before = 0;
    rosin_bristle b = bristle(1, breakaway);
    assert_true(bound(&b) == 0);
    b = bristle(0.8, breakaway);
    assert_true(bound(&b) == 0);
    for (double ratio = 1.01; ratio < 7; ratio += 0.01) {
      b = bristle(ratio, breakaway);
      const double now = bound(&b);
      if (!(now > before && now - before < 0.06))
        fail_msg("ratio %g, breakaway %g: %g after %g", ratio, breakaway, now, before);
      before = now;
    }
  }
}

/* Between corners in proportion, from none at all; by hand from the table in the design notes. */
static void between_corners_in_proportion(void **state) {
  (void)state;
  static const double at[][3] = {{1.125, 0.185, 0.65}, {1.25, 0.37, 1.3}, {1.5, 0.77, 1.9},
                                 {1.75, 1.185, 2.3},   {2, 1.6, 2.7},     {2.5, 2.5, 3.15},
                                 {3, 3.4, 3.6},        {4, 5.45, 5.55},   {5, 7.5, 7.5}};
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    const rosin_bristle soft = bristle(at[i][0], 0.7), hard = bristle(at[i][0], 0.95),
                        middle = bristle(at[i][0], 0.825), less = bristle(at[i][0], 0.3),
                        more = bristle(at[i][0], 0.99);
    rosin_bristle plastic = hard;
    plastic.plastic = 1;
    is(bound(&soft), at[i][1]);
    is(bound(&less), at[i][1]);
    is(bound(&plastic), at[i][1]);
    is(bound(&hard), at[i][2]);
    is(bound(&more), at[i][2]);
    is(bound(&middle), 0.5 * (at[i][1] + at[i][2]));
  }
}

/* Damping counts as stiffness does, and viscous friction against both. */
static void what_else_counts(void **state) {
  (void)state;
  rosin_bristle b = bristle(2, 0.7);
  b.sigma1 = 3;
  is(bound(&b), 4 * 1.6);
  b.half = 0.25;
  is(bound(&b), 3.25 * 1.6);
  b.sigma2 = 2;
  is(bound(&b), 3.25 * 1.6 - 2);
  b.sigma2 = 6;
  assert_true(bound(&b) == 0);
  b = bristle(2, 0.7);
  b.coulomb = 0;
  assert_true(!rosin_bristle_unique(&b, 1e-3) && rosin_bristle_unique(&b, 1e-12));
}

/* Damping takes energy as long as sigma1 |v| is no more than g r^2 / (r - 1), for all r from 1 to
 * what the bristle may be bent to over what holds at that speed; without a fall, always. */
static void passive_up_to_the_least(void **state) {
  (void)state;
  unsigned at = 3;
  int within = 0, outside = 0;
  for (int i = 0; i < 4000; i++) {
    double u[6];
    for (int k = 0; k < 6; k++)
      u[k] = (double)((at = at * 1664525u + 1013904223u) >> 8) / 16777216.0;
    rosin_bristle b = {.sigma0 = 1e3 + 1e5 * u[0],
                       .sigma1 = 100 * u[1] * u[1],
                       .stribeck_velocity = 0.1,
                       .exponent = 1,
                       .breakaway = 0.7};
    const rosin_load load = {.normal = 1 + u[2], .normal_end = 1, .period = 1e-4};
    b.unit_coulomb = 0.2 + u[3];
    b.unit_stiction = b.unit_coulomb * (i % 4 ? 1 + 2 * u[4] : 1);
    b.plastic = i % 2;
    rosin_bristle_derive(&b, &load);
    const double v = 0.4 * u[5], z = i % 3 ? 0 : -2 * b.z_max;
    const double g = rosin_bristle_steady(&b, v) - b.sigma2 * v;
    const double most = fmax(b.z_max, fabs(z)) * b.sigma0 / g, power = b.sigma1 * v;
    double least = 1e300;
    for (int k = 1; k <= 4000; k++) {
      const double r = 1 + (most - 1) * k / 4000;
      least = r > 1 + 1e-9 ? fmin(least, g * r * r / (r - 1)) : least;
    }
    const int passive = rosin_bristle_passive(&b, v, z);
    if (b.unit_stiction == b.unit_coulomb && z == 0)
      assert_int_equal(passive, 1);
    else if (power < least * (1 - 1e-5) || power > least * (1 + 1e-5))
      assert_int_equal(passive, power < least);
    within += passive && least < 1e300;
    outside += !passive;
  }
  assert_true(within > 500 && outside > 500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_grows_with_the_fall),
      cmocka_unit_test(between_corners_in_proportion),
      cmocka_unit_test(what_else_counts),
      cmocka_unit_test(passive_up_to_the_least),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
