/* SPDX-License-Identifier: BSD-3-Clause */
/* Small functions against their definitions: how fast a string of measured damping loses, and
 * what decays mean over a sample. */
#include "course.h"
#include "friction/relax.h"
#include "waveguide/damping.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void is(double value, double wanted, double tolerance) {
  if (!(fabs(value - wanted) <= tolerance * fabs(wanted)))
    fail_msg("%.17g instead of %.17g", value, wanted);
}

/* By Q; at all frequencies the same; between points a line of logarithms, and on beyond them. */
static void damping_goes_through_its_points(void **state) {
  static const rosin_damping_point points[] = {{100, 4}, {400, 1}, {1600, 0.5}, {3200, 0.05}};
  static const struct {
    double frequency, t60;
  } at[] = {{100, 4},   {200, 2},    {400, 1}, {800, 0.70710678118654752},
            {1600, .5}, {3200, .05}, {50, 8},  {6400, 0.005}};
  rosin_string_spec s = {.q = 500};
  (void)state;
  is(rosin_damping_rate(&s, 200), 3.14159265358979323846 * 200 / 500, 1e-15);
  s.damping = points;
  s.damping_points = 1;
  for (double f = 20; f < 2e4; f *= 3)
    is(rosin_damping_rate(&s, f), log(1000) / 4, 1e-15);
  s.damping_points = 4;
  for (int i = 0; i < 8; i++)
    is(rosin_damping_rate(&s, at[i].frequency), log(1000) / at[i].t60, 1e-13);
  s.damping_points = 2;
  is(rosin_damping_rate(&s, 1600), log(1000) / 0.25, 1e-13);
}

/* sum (-x)^i / (i + n)! */
static long double series(long double x, int n) {
  long double term = 1, sum = 0;
  for (int k = 2; k <= n; k++)
    term /= k;
  for (int i = 0; i < 60; i++) {
    sum += term;
    term *= -x / (i + 1 + n);
  }
  return sum;
}

/* The derivative of that by x. */
static long double slope(long double x, int n) {
  long double term = 1, sum = 0;
  for (int k = 2; k <= n; k++)
    term /= k;
  for (int i = 1; i < 60; i++) {
    term /= i + n;
    sum -= (long double)i * term;
    term *= -x;
  }
  return sum;
}

static void decays_are_their_means(void **state) {
  (void)state;
  const rosin_decay none = rosin_decay_at(0);
  is(none.mean, 1, 0);
  is(none.rise, 0.5, 0);
  is(none.mean_slope, -0.5, 0);
  is(none.rise_slope, -1.0 / 6, 1e-16);
  for (double x = 1e-9; x < 6; x *= 1.7) { /* the series cancel beyond */
    const rosin_decay d = rosin_decay_at(x);
    const double tolerance = x < 0.1 ? 4e-16 : 3e-13;
    is(d.mean, (double)series((long double)x, 1), tolerance);
    is(d.rise, (double)series((long double)x, 2), tolerance);
    is(d.mean_slope, (double)slope((long double)x, 1), tolerance);
    is(d.rise_slope, (double)slope((long double)x, 2), 10 * tolerance);
  }
  for (double x = 40; x < 1e6; x *= 7) {
    const rosin_decay d = rosin_decay_at(x);
    is(d.mean, 1 / x, 1e-15);
    is(d.rise, (1 - 1 / x) / x, 1e-15);
    is(d.mean_slope, -1 / (x * x), 1e-14);
    is(d.rise_slope, -1 / (x * x) + 2 / (x * x * x), 1e-13);
  }
}

/* What wanders does so by all letters of its owner and of its name, and by the seed. */
static void seeds_are_of_whole_names(void **state) {
  static const struct {
    uint64_t seed;
    const char *owner, *name;
  } rows[] = {{1, "bow", "force"},    {2, "bow", "force"},    {1, "bo", "force"},
              {1, "cow", "force"},    {1, "bow", "finger"},   {1, "bow", "forces"},
              {1, "bow", "f"},        {1, "bow", ""},         {1, "bow", "fprce"},
              {1, "bow", "velocity"}, {1, "bow", "position"}, {1, "bow", "pressure"}};
  enum { ROWS = sizeof rows / sizeof *rows };
  (void)state;
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k <= i; k++) {
      char name[2][40] = {"?????????????????", "????????????????"}; /* wherever they stand */
      snprintf(name[0] + 3, 30, "%s", rows[i].name);
      snprintf(name[1] + 11, 20, "%s", rows[k].name);
      const uint64_t a = rosin_course_seed(rows[i].seed, rows[i].owner, name[0] + 3);
      const uint64_t b = rosin_course_seed(rows[k].seed, rows[k].owner, name[1] + 11);
      assert_true((a == b) == (i == k));
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seeds_are_of_whole_names),
      cmocka_unit_test(damping_goes_through_its_points),
      cmocka_unit_test(decays_are_their_means),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
