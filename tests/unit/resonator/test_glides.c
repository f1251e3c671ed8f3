/* SPDX-License-Identifier: BSD-3-Clause */
/* Fingers that move rarely and glide between: no step is heard, and where the wave is cut no
 * contact notices. */
#include "network/network.h"
#include "waveguide/string.h"

#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stepped.h"

static const double pi = 3.14159265358979323846;
static const double rate = 88200;

enum { BLOCK = 64, BEGIN = 44032, SAMPLES = 88064 };

static rosin_string_spec cello(void) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.torsion_frequency = 0;
  return s;
}

/* Bridge force of a string that is pushed by a sine of `drive` Hz while a finger at `stop` times
 * its pitch rolls by `cents`, six times a second; `glides` 0: it steps from one move to the next.
 */
static void play(double place, double stop, double cents, double drive, double control_rate,
                 int glides, double *out) {
  const rosin_string_spec spec = cello();
  rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
  rosin_body *body = rosin_string_new(&spec, rate, NULL);
  assert_int_equal(rosin_network_body(n, "s", body, NULL), 0);
  assert_int_equal(rosin_network_push(n, "p", "s", place, NULL), 0);
  const int heard = rosin_network_signal(n, "s.bridge_force", NULL);
  assert_int_equal(rosin_network_control_rate(n, control_rate, NULL), 0);
  assert_int_equal(rosin_network_prepare(n, NULL), 0);
  if (!glides)
    body->ops->take_pace(body, 1);
  const int push = rosin_network_control(n, "p.force"),
            finger = rosin_network_control(n, "s.finger");
  for (int k = 0; k < SAMPLES; k += BLOCK) {
    double force[BLOCK], pitch[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      const double t = (k + i) / rate;
      force[i] = 0.1 * sin(2 * pi * drive * t) * fmin(5 * t, 1);
      pitch[i] = spec.frequency * stop * exp2(cents / 1200 * sin(2 * pi * 6 * t));
    }
    rosin_network_feed(n, push, force);
    rosin_network_feed(n, finger, pitch);
    assert_int_equal(rosin_network_process(n, BLOCK), 0);
    memcpy(out + k, rosin_network_read(n, heard), sizeof force);
  }
  rosin_network_free(n);
  rosin_body_free(body);
}

/* Size of a windowed sine in what was heard. */
static double size_at(const double *x, double frequency) {
  double complex sum = 0;
  const int count = SAMPLES - BEGIN;
  for (int i = 0; i < count; i++) {
    const double window = 0.42 - 0.5 * cos(2 * pi * i / count) + 0.08 * cos(4 * pi * i / count);
    sum += window * x[BEGIN + i] * cexp(-I * 2 * pi * frequency * i / rate);
  }
  return cabs(sum);
}

/* The largest image of the sine about the rate of moves, dB to the sine. */
static double steps(double place, double stop, double cents, double drive, double control_rate,
                    int glides) {
  static double x[SAMPLES];
  play(place, stop, cents, drive, control_rate, glides, x);
  double most = 0;
  for (int side = -1; side <= 1; side += 2)
    for (int k = -8; k <= 8; k++)
      most = fmax(most, size_at(x, 11025 + side * drive + 6 * k));
  return 20 * log10(most / size_at(x, drive));
}

/* Also where the bow is so near the middle that the cut moves with the finger. */
static void a_finger_that_glides_is_not_heard_to_step(void **state) {
  (void)state;
  static const double place[] = {0.13, 0.3}, stop[] = {1.33, 1.26}, drive[] = {586, 1950};
  static const double most[] = {-95, -85}; /* dB */
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      const double rare = steps(place[i], stop[i], 50, drive[k], ROSIN_CONTROL_RATE, 1);
      const double stepped = steps(place[i], stop[i], 50, drive[k], ROSIN_CONTROL_RATE, 0);
      if (rare > most[i] || steps(place[i], stop[i], 50, drive[k], 0, 1) > most[i] ||
          (i == 0 && stepped < rare + 5))
        fail_msg("place %g, %g Hz: %.1f dB where it glides, %.1f where not", place[i], drive[k],
                 rare, stepped);
    }
}

static double decay(const void *context, double frequency) {
  return pi * frequency / *(const double *)context;
}

/* Two loops of one pitch, one of which is cut elsewhere in between: the wave about the bridge stays
 * the same, and so does its energy. */
static void where_the_wave_is_cut_no_contact_notices(void **state) {
  (void)state;
  static const double need[] = {20, 110, 170, 90, 200, 20};
  const double q = 300;
  const rosin_decay loss = {decay, &q};
  unsigned seed = 5;
  for (int stiff = 0; stiff < 2; stiff++) {
    rosin_loop loop[2];
    rosin_taps taps;
    double apart = 0, most = 0;
    for (int k = 0; k < 2; k++) {
      assert_int_equal(rosin_loop_init(&loop[k], 0.6, 900, stiff * 7e-5, rate, &loss), 0);
      rosin_loop_tune(&loop[k], 690.3);
      rosin_loop_need(&loop[k], need[0]);
    }
    for (int i = 0; i < 12000; i++) {
      double heard[2];
      if (i % 2000 == 1999) {
        const double before = rosin_loop_squares(&loop[1]) + rosin_loop_lost(&loop[1]);
        rosin_loop_need(&loop[1], need[i / 2000]);
        const double after = rosin_loop_squares(&loop[1]) + rosin_loop_lost(&loop[1]);
        assert_true(fabs(after - before) < 1e-12 * before);
      }
      for (int k = 0; k < 2; k++) {
        rosin_loop_advance(&loop[k]);
        rosin_loop_place(&loop[k], 13.3, &taps);
        heard[k] = rosin_loop_velocity(&loop[k], &taps) + rosin_loop_at_bridge(&loop[k]);
      }
      const double force = i < 9000 ? noise(&seed) : 0;
      for (int k = 0; k < 2; k++) {
        rosin_loop_place(&loop[k], 13.3, &taps);
        rosin_loop_push(&loop[k], &taps, force);
      }
      apart = fmax(apart, fabs(heard[1] - heard[0]));
      most = fmax(most, fabs(heard[0]));
    }
    assert_true(loop[1].bridge > loop[0].bridge);
    if (!(apart < 1e-11 * most))
      fail_msg("%g of %g apart", apart, most);
    for (int k = 0; k < 2; k++)
      rosin_loop_free(&loop[k]);
  }
}

/* Rates that are none are refused, and change nothing. */
static void control_rates_have_a_range(void **state) {
  (void)state;
  rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
  rosin_error error = {""};
  static const double bad[] = {-1, 1.1e7, NAN, INFINITY};
  for (int i = 0; i < 4; i++) {
    assert_int_equal(rosin_network_control_rate(n, bad[i], &error), -1);
    assert_non_null(strstr(error.text, "out of range: 0 to 1e7 Hz"));
  }
  assert_int_equal(rosin_network_control_rate(NULL, 0, &error), -1);
  assert_int_equal(rosin_network_control_rate(n, 0, NULL), 0);
  assert_true(n->control_rate == 0);
  rosin_network_free(n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_finger_that_glides_is_not_heard_to_step),
      cmocka_unit_test(where_the_wave_is_cut_no_contact_notices),
      cmocka_unit_test(control_rates_have_a_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
