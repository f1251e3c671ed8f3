/* SPDX-License-Identifier: BSD-3-Clause */
/* What the estimator of `rosin modes` is made of: sums along exponentials are those sums, however
 * many and long they are; and each part says so when there is no memory, and gives back what it
 * has. */
#include "chance.h"
#include "failing.h"
#include "modes/estimate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 1500, COUNT = 9 };

static double x[MOST];

static void make(int n) {
  for (int t = 0; t < n; t++)
    x[t] = between(-1, 1);
}

static void sums_along_exponentials(void **state) {
  (void)state;
  const int length[] = {1, 2, 63, 64, 65, 255, 256, 257, 700, MOST};
  seed = 3;
  for (int i = 0; i < 10; i++)
    for (int count = 1; count <= COUNT; count++) {
      const int n = length[i];
      double complex s[COUNT], c[COUNT], b0[COUNT], b1[COUNT], only[COUNT];
      static double y[MOST], wanted[MOST];
      make(n);
      memcpy(y, x, sizeof y);
      memcpy(wanted, x, sizeof wanted);
      for (int k = 0; k < count; k++) {
        s[k] = CMPLX(-between(1e-4, 0.02), between(0, 3));
        c[k] = CMPLX(between(-1, 1), between(-1, 1));
      }
      rosin_along_project(x, n, s, count, 60, b0, b1);
      rosin_along_project(x, n, s, count, 60, only, NULL);
      rosin_along_add(y, n, s, c, count, 60);
      for (int k = 0; k < count; k++) {
        double complex sum = 0, moment = 0;
        for (int t = 0; t < n; t++) {
          const double complex now = cexp(s[k] * t);
          sum += x[t] * now;
          moment += x[t] * now * t / n;
          wanted[t] += creal(c[k] * now);
        }
        assert_true(cabs(b0[k] - sum) < 1e-9);
        assert_true(cabs(b1[k] - moment) < 1e-9);
        assert_true(b0[k] == only[k]);
      }
      for (int t = 0; t < n; t++)
        assert_true(fabs(y[t] - wanted[t]) < 1e-9);
    }
}

/* A part with its allocation `at` failing; 1 if all goes well. */
typedef int part(void);

static int poles(void) {
  static double complex y[60], pole[8], amplitude[8];
  double left;
  for (int k = 0; k < 60; k++)
    y[k] = cpow(0.99 * cexp(0.3 * I), k) + 0.5 * cpow(0.97 * cexp(0.33 * I), k);
  const int found = rosin_poles(y, 60, 8, pole);
  if (found < 0)
    return -1;
  assert_int_equal(found, 2);
  return rosin_poles_weigh(y, 60, found, pole, amplitude, &left);
}

static int fit(void) {
  rosin_exponential e[2] = {{.s = CMPLX(-0.004, 0.3)}, {.s = CMPLX(-0.006, 0.5)}};
  for (int t = 0; t < MOST; t++)
    x[t] = exp(-0.005 * t) * cos(0.3 * t) + 0.5 * exp(-0.005 * t) * cos(0.5 * t + 1);
  const double left = rosin_modes_fit(x, MOST, e, 2, 20, NULL);
  assert_true(left < 0 ? left == -1 : left < 1e-6);
  return left < 0 ? -1 : 0;
}

static int search(void) {
  rosin_exponential e[4];
  const int found = rosin_modes_search(x, MOST, 8000, e, 4);
  return found < 0 ? found : 0;
}

static int rest(void) {
  static rosin_knock_mode mode[ROSIN_KNOCK_NOISE];
  const int found = rosin_modes_rest(x, x, MOST, 8000, 2, mode);
  return found < 0 ? found : 0;
}

static void each_part_says_when_there_is_no_memory(void **state) {
  (void)state;
  part *const all[] = {poles, fit, search, rest};
  seed = 9;
  make(MOST);
  for (int i = 0; i < 4; i++) {
    fail_at = -1;
    calls = 0;
    assert_int_equal(all[i](), 0);
    const long most = calls;
    assert_true(most > 0);
    for (long at = 0; at < most; at += 1 + most / 60) {
      calls = 0;
      fail_at = at;
      const int said = all[i]();
      fail_at = -1;
      if (said != -1)
        fail_msg("part %d, allocation %ld of %ld: %d", i, at, most, said);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_along_exponentials),
      cmocka_unit_test(each_part_says_when_there_is_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
