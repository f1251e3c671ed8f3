/* SPDX-License-Identifier: BSD-3-Clause */
/* The judge of Helmholtz motion by the force on the bridge, on motions that are known. */
#include "regime/bridge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four above
#include <cmocka.h>

enum { COUNT = 20000 };
static const double rate = 50000, pitch = 98;
static double force[COUNT];

/* Saw-teeth of `flybacks` a period, equal but for `second` of the size of every other one. */
static void saw(double flybacks, double second, double sign, double start) {
  for (int i = 0; i < COUNT; i++) {
    const double t = i / rate * pitch * flybacks + start, part = t - floor(t);
    const int other = ((int)floor(t)) % 2;
    force[i] = sign * (other ? second : 1) * (part < 0.98 ? part / 0.98 : (1 - part) / 0.02);
  }
}

static rosin_bridge_verdict judge(int from, int count) {
  rosin_bridge_verdict v;
  rosin_bridge_judge(&(rosin_bridge_motion){rate, 1 / pitch, count, force + from}, &v);
  return v;
}

static void one_flyback_a_period_is_helmholtz_wherever_it_opens(void **state) {
  (void)state;
  for (int sign = -1; sign <= 1; sign += 2) {
    saw(1, 1, sign, 0.3);
    for (int from = 0; from < 520; from += 13) {
      const rosin_bridge_verdict v = judge(from, 8000);
      assert_true(v.helmholtz);
      assert_true(fabs(v.flybacks - 1) < 0.1);
      assert_true(fabs(v.cents) < 2);
      assert_true(v.fall > 0.8 && v.fall <= 1);
    }
  }
}

static void pitch_is_read_from_the_repeat(void **state) {
  (void)state;
  saw(1.02, 1, 1, 0);
  assert_true(judge(0, 8000).helmholtz);
  assert_true(fabs(judge(0, 8000).cents - 1200 * log2(1.02)) < 2);
}

static void two_flybacks_or_none_are_not(void **state) {
  (void)state;
  saw(2, 1, 1, 0);
  assert_false(judge(0, 8000).helmholtz);
  assert_true(fabs(judge(0, 8000).flybacks - 2) < 0.1);
  saw(2, 0.6, 1, 0); /* the small one still counts: above 0.4 of the median of the largest */
  assert_false(judge(0, 8000).helmholtz);
  saw(2, 0.2, 1, 0); /* a ripple does not */
  assert_true(judge(0, 8000).helmholtz);
  for (int i = 0; i < COUNT; i++)
    force[i] = sin(2 * 3.14159265358979323846 * pitch * i / rate);
  assert_false(judge(0, 8000).helmholtz); /* it repeats, but nothing flies back */
  assert_true(judge(0, 8000).correlation > 0.99);
}

static void noise_silence_and_damage_are_not(void **state) {
  (void)state;
  uint32_t seed = 7;
  for (int i = 0; i < COUNT; i++) {
    seed = seed * 1664525U + 1013904223U;
    force[i] = seed / 4294967296.0 - 0.5;
  }
  assert_false(judge(0, 8000).helmholtz);
  saw(1, 1, 1, 0);
  assert_false(judge(0, 900).helmholtz); /* not two periods */
  force[4000] = NAN;
  assert_false(judge(0, 8000).helmholtz);
  assert_true(isnan(judge(0, 8000).cents));
  force[4000] = INFINITY;
  assert_false(judge(0, 8000).helmholtz);
  for (int i = 0; i < COUNT; i++)
    force[i] = 1;
  const rosin_bridge_verdict still = judge(0, 8000);
  assert_true(!still.helmholtz && isnan(still.cents) && still.correlation == 0);
  assert_true(still.fall == 0 && still.flybacks == 0);
}

/* The best repeat, by the formula written out, about each stretch's own mean. */
static double plain_best(int count) {
  const double period = rate / pitch;
  double best = -2;
  for (int lag = (int)ceil(0.9 * period); lag <= (int)floor(1.1 * period); lag++) {
    double a = 0, b = 0, ab = 0, aa = 0, bb = 0;
    for (int i = 0; i + lag < count; i++) {
      a += force[i] / (count - lag);
      b += force[i + lag] / (count - lag);
    }
    for (int i = 0; i + lag < count; i++) {
      ab += (force[i] - a) * (force[i + lag] - b);
      aa += (force[i] - a) * (force[i] - a);
      bb += (force[i + lag] - b) * (force[i + lag] - b);
    }
    best = fmax(best, ab / sqrt(aa * bb));
  }
  return best;
}

static void sums_that_run_are_the_formula(void **state) {
  (void)state;
  uint32_t seed = 3;
  for (int level = 0; level < 3; level++)
    for (int count = 7993; count < 8001; count++) {
      saw(1.01, 0.7, 1, 0.1);
      for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525U + 1013904223U;
        force[i] += 0.3 * (seed / 4294967296.0) + pow(10, 3 * level) - 1; /* far from 0, too */
      }
      assert_true(fabs(judge(0, count).correlation - plain_best(count)) < 1e-10);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_flyback_a_period_is_helmholtz_wherever_it_opens),
      cmocka_unit_test(pitch_is_read_from_the_repeat),
      cmocka_unit_test(two_flybacks_or_none_are_not),
      cmocka_unit_test(sums_that_run_are_the_formula),
      cmocka_unit_test(noise_silence_and_damage_are_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
