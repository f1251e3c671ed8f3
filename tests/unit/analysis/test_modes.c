/* SPDX-License-Identifier: BSD-3-Clause */
/* The estimator behind `rosin modes`: poles, fit, whole knocks, and what is no knock. */
#include "knock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ESPRIT finds the poles of a series without noise to rounding. */
static void poles_are_exact(void **state) {
  (void)state;
  double complex y[200], pole[8];
  const double complex truth[] = {0.99 * cexp(0.3 * I), 0.97 * cexp(0.33 * I), 0.995 * cexp(-I)};
  for (int k = 0; k < 200; k++)
    y[k] = cpow(truth[0], k) + 0.5 * cpow(truth[1], k) - I * cpow(truth[2], k);
  assert_int_equal(rosin_poles(y, 200, 8, pole), 3);
  for (int i = 0; i < 3; i++) {
    double nearest = 1;
    for (int k = 0; k < 3; k++)
      nearest = fmin(nearest, cabs(pole[k] - truth[i]));
    assert_true(nearest < 1e-8);
  }
  assert_int_equal(rosin_poles(y, 10, 8, pole), 0); /* too short to say */
}

/* From near the truth the fit goes to it. */
static void the_fit_converges(void **state) {
  (void)state;
  enum { N = 20000 };
  static double x[N];
  const rosin_knock_mode truth[] = {{500, 0.3, 1, 1, 0}, {505, 0.4, 0.5, -2, 0}};
  memset(x, 0, sizeof x);
  rosin_modes_synthesise(truth, 2, 44100, N, 1, x);
  rosin_exponential e[2];
  for (int i = 0; i < 2; i++)
    e[i].s = CMPLX(-6.9 / truth[i].t60 * 1.3, 2 * 3.14159265 * (truth[i].frequency + 0.4)) / 44100;
  double energy = 0;
  for (int i = 0; i < N; i++)
    energy += x[i] * x[i];
  assert_true(rosin_modes_fit(x, N, e, 2, 30, NULL) < 1e-12 * energy);
  assert_true(fabs(cabs(e[0].c) - 1) < 1e-5 && fabs(cabs(e[1].c) - 0.5) < 1e-5);
}

/* Ten modes, two of them 1% apart, noise at -50 dB. */
static void knocks_are_taken_apart(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int k = 0; k < 3; k++) {
    rosin_knock_mode truth[KNOCK_MODES], found[32];
    double frequency = 0, t60 = 0;
    knock_make(&seed, 2 + 3 * k, truth);
    double *x = knock_sound(&seed, truth, -50);
    const int count = rosin_modes_estimate(x, KNOCK_SAMPLES, KNOCK_RATE, 32, found, NULL, NULL);
    assert_int_equal(count, KNOCK_MODES);
    knock_compare(truth, KNOCK_MODES, found, count, &frequency, &t60);
    assert_true(frequency < 0.002);
    assert_true(t60 < 0.1);
    free(x);
  }
}

/* Fewer modes than there are: the strongest. */
static void the_strongest_are_kept(void **state) {
  (void)state;
  uint64_t seed = 9;
  rosin_knock_mode truth[KNOCK_MODES], found[4];
  knock_make(&seed, 0, truth);
  truth[3].amplitude = 10;
  double *x = knock_sound(&seed, truth, -50), left;
  assert_int_equal(rosin_modes_estimate(x, KNOCK_SAMPLES, KNOCK_RATE, 4, found, &left, NULL), 4);
  assert_true(fabs(found[0].frequency / truth[3].frequency - 1) < 0.002);
  assert_true(left < -6);
  free(x);
}

static void noise_and_silence_have_no_modes(void **state) {
  (void)state;
  enum { N = 44100 };
  static double x[N];
  uint64_t seed = 3;
  rosin_knock_mode found[16];
  memset(x, 0, sizeof x);
  assert_int_equal(rosin_modes_estimate(x, N, 44100, 16, found, NULL, NULL), 0);
  assert_int_equal(rosin_modes_estimate(x, 100, 44100, 16, found, NULL, NULL), 0);
  for (int i = 0; i < N; i++)
    x[i] = knock_normal(&seed);
  assert_int_equal(rosin_modes_estimate(x, N, 44100, 16, found, NULL, NULL), 0);
  for (int i = 0; i < N; i++)
    x[i] = i == 100;
  assert_true(rosin_modes_estimate(x, N, 44100, 16, found, NULL, NULL) >= 0);
  for (int i = 0; i < N; i++)
    x[i] = 0.5;
  assert_true(rosin_modes_estimate(x, N, 44100, 16, found, NULL, NULL) >= 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(poles_are_exact),
      cmocka_unit_test(the_fit_converges),
      cmocka_unit_test(knocks_are_taken_apart),
      cmocka_unit_test(the_strongest_are_kept),
      cmocka_unit_test(noise_and_silence_have_no_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
