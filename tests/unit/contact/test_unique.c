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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_grows_with_the_fall),
      cmocka_unit_test(between_corners_in_proportion),
      cmocka_unit_test(what_else_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
