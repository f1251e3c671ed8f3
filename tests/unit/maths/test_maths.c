/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of src/maths: how far they are from a reference with more bits, that a lane of any
 * width gives the bits of one alone, and that these bits are the same on every system. */
#include "denormals.h"
#include "tests/maths/abreast.h"
#include "tests/maths/functions.h"
#include "tests/maths/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 200000, LANES = 4096 };

static const double edges[] = {0,
                               1,
                               0.5,
                               2,
                               3,
                               0.25,
                               0.35,
                               0.3,
                               0.7,
                               0.703125,
                               0.75,
                               1.0078125,
                               0x1.fffffffffffffp-1,
                               0x1.0000000000001p+0,
                               1e-300,
                               0x1p-1022,
                               0x0.fffffffffffffp-1022,
                               0x1p-1074,
                               0x1p-60,
                               0x1p-27,
                               0x1.921fb54442d18p+0,
                               0x1.921fb54442d18p+1,
                               0x1.921fb54442d18p-1,
                               0x1.2d97c7f3321d2p+2,
                               0x1p20,
                               1e6,
                               5319372648326541416707072.0, /* nearest to a multiple of pi/2 */
                               1e22,
                               0x1.fffffffffffffp+1023,
                               650,
                               649.9999,
                               707.9,
                               709.78,
                               709.79,
                               745.13,
                               745.2,
                               950,
                               1023.5,
                               1074.5,
                               1075,
                               20,
                               22,
                               100,
                               INFINITY,
                               NAN};
enum { EDGES = 2 * sizeof edges / sizeof *edges };

static double edge(int i) {
  return i & 1 ? -edges[i / 2] : edges[i / 2];
}

static int same(double a, double b) {
  return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void as_near_as_said(void **unused) {
  (void)unused;
  for (int i = 0; i < FUNCTIONS; i++) {
    const function *f = &functions[i];
    uint64_t seed = 5 + (uint64_t)i;
    double worst = 0;
    for (int j = 0; j < COUNT; j++) {
      const double x = argument(f, &seed), error = ulps(f->ours(x), f->reference((long double)x));
      if (!(error <= f->bound))
        fail_msg("%s(%a): %g ulp", f->name, x, error);
      worst = fmax(worst, error);
    }
    print_message("%s: %.4f ulp\n", f->name, worst);
  }
  for (int i = 0; i < FUNCTIONS_OF_TWO; i++) {
    const function_of_two *f = &functions_of_two[i];
    uint64_t seed = 5 + (uint64_t)i;
    double worst = 0;
    for (int j = 0; j < COUNT; j++) {
      const double x = f->low[0] + (f->high[0] - f->low[0]) * share(&seed);
      const double y = f->low[1] + (f->high[1] - f->low[1]) * share(&seed);
      const double error = ulps(f->ours(x, y), f->reference((long double)x, (long double)y));
      if (!(error <= f->bound))
        fail_msg("%s(%a, %a): %g ulp", f->name, x, y, error);
      worst = fmax(worst, error);
    }
    print_message("%s: %.4f ulp\n", f->name, worst);
  }
}

/* Values and signs at zeros, infinities, NaN, what is subnormal, and where the ways part. */
static void edges_as_c_has_them(void **unused) {
  (void)unused;
  for (int i = 0; i < FUNCTIONS; i++)
    for (int j = 0; j < EDGES; j++) {
      const function *f = &functions[i];
      const double x = edge(j), found = f->ours(x);
      const long double right = f->reference((long double)x);
      if (!(ulps(found, right) <= 1.1) || (!isnan(found) && !signbit(found) != !signbit(right)))
        fail_msg("%s(%a) = %a, not %La", f->name, x, found, right);
    }
  for (int i = 0; i < FUNCTIONS_OF_TWO; i++)
    for (int j = 0; j < EDGES * EDGES; j++) {
      const function_of_two *f = &functions_of_two[i];
      const double x = edge(j % EDGES), y = edge(j / EDGES), found = f->ours(x, y);
      const long double right = f->reference((long double)x, (long double)y);
      if (!(ulps(found, right) <= 1.1) || (!isnan(found) && !signbit(found) != !signbit(right)))
        fail_msg("%s(%a, %a) = %a, not %La", f->name, x, y, found, right);
    }
}

static void whole_where_they_are_whole(void **unused) {
  (void)unused;
  for (int n = -1074; n < 1024; n++) {
    assert_true(rosin_exp2(n) == ldexp(1, n));
    assert_true(rosin_log2(ldexp(1, n)) == n);
  }
  for (int n = 1; n <= 15; n++) {
    double power = 1;
    for (int k = 0; k <= 13; k++, power *= n)
      assert_true(rosin_pow(n, k) == power);
  }
  assert_true(rosin_hypot(3, 4) == 5);
  assert_true(rosin_log(1) == 0);
}

/* Arguments for lanes: usual ones, with an edge here and there. */
static double mixed(const abreast *a, int i, uint64_t *seed) {
  if (drawn(seed) % 64 == 0)
    return edge(i % EDGES);
  const double x = 40 * share(seed) - 20;
  return a->scalar == rosin_log ? fabs(x) : x;
}

static void lanes_give_the_bits_of_one(void **unused) {
  (void)unused;
  static double x[LANES], p[LANES], y[LANES];
  static void (*const pow_over[3])(const double *, const double *, double *,
                                   int) = {pow_over_2, pow_over_4, pow_over_8};
  uint64_t seed = 9;
  for (int w = 0; w < 3; w++) {
    if (!HAS_WIDTH(2 << w)) {
      print_message("no vectors of %d here\n", 2 << w);
      continue;
    }
    for (int i = 0; i < KINDS_ABREAST; i++)
      for (int round = 0; round < 20; round++) {
        const abreast *a = &all_abreast[i];
        for (int j = 0; j < LANES; j++)
          x[j] = round & 1 ? mixed(a, j, &seed) : 600 * (share(&seed) - (i == 2 ? 0 : 0.5));
        a->over[w](x, y, LANES);
        for (int j = 0; j < LANES; j++)
          if (!same(y[j], a->scalar(x[j])))
            fail_msg("%s of %d: (%a) = %a, alone %a", a->name, 2 << w, x[j], y[j], a->scalar(x[j]));
      }
    for (int round = 0; round < 20; round++) {
      for (int j = 0; j < LANES; j++) {
        x[j] = round & 1 ? mixed(&all_abreast[2], j, &seed) : 3 * share(&seed);
        p[j] = round & 1 ? mixed(&all_abreast[0], j + 7, &seed) : 8 * share(&seed) - 4;
      }
      pow_over[w](x, p, y, LANES);
      for (int j = 0; j < LANES; j++)
        if (!same(y[j], rosin_pow(x[j], p[j])))
          fail_msg("pow of %d: (%a, %a) = %a", 2 << w, x[j], p[j], y[j]);
    }
  }
}

static void the_same_bits_on_every_system(void **unused) {
  (void)unused;
  const uint64_t hash = all_hashed();
  print_message("%llx\n", (unsigned long long)hash);
  assert_true(hash == MATHS_HASH);
  const unsigned long before = rosin_no_denormals();
  const uint64_t flushed = all_hashed();
  rosin_restore_denormals(before);
  assert_true(flushed == hash);
}

/* J_n beside an integral of its own: 1/pi int_0^pi cos(n t - x sin t) dt, which equal steps give to
 * all digits while there are more of them than n + x and some. */
static void bessel_by_its_integral(void **unused) {
  (void)unused;
  double worst = 0;
  for (int n = 0; n <= 60; n++)
    for (double x = 0; x < 200; x += 1.37) {
      const int steps = 600;
      long double sum = 0;
      for (int i = 0; i < steps; i++) {
        const long double t = 2 * acosl(-1) * i / steps;
        sum += cosl(n * t - (long double)x * sinl(t)) / steps;
      }
      worst = fmax(worst, fabs((double)(rosin_bessel(n, x) - sum)));
    }
  print_message("%g\n", worst);
  assert_true(worst < 6e-16);
  assert_true(fabs(rosin_bessel(50, 2) / 3.22409583943638e-65 - 1) <
              1e-14); /* far beyond its turning point */
  assert_true(rosin_bessel(3, -2) == -rosin_bessel(3, 2));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_near_as_said),
      cmocka_unit_test(edges_as_c_has_them),
      cmocka_unit_test(whole_where_they_are_whole),
      cmocka_unit_test(lanes_give_the_bits_of_one),
      cmocka_unit_test(the_same_bits_on_every_system),
      cmocka_unit_test(bessel_by_its_integral),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
