/* SPDX-License-Identifier: BSD-3-Clause */
/* A sound on its way to a body: when it acts, what it is between frames, what never passes; and a
 * control that it is added to. */
#include "network/added.h"
#include "scene/sound/intake.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 4000, MOST = 16, RATE = 48000 };

static const double pi = 3.14159265358979323846;
static float sound[FRAMES];
static double made[FRAMES * MOST], other[FRAMES * MOST];

static rosin_intake *opened(int oversample, double scale, double limit, double lowest) {
  rosin_intake *k = rosin_intake_new(&(rosin_intake_plan){.rate = RATE,
                                                          .oversample = oversample,
                                                          .stretch = 64,
                                                          .scale = scale,
                                                          .limit = limit,
                                                          .lowest = lowest});
  assert_non_null(k);
  return k;
}

/* As an engine asks: a stretch as its first frame is wanted, `block` frames a call, 0: by chance.
 */
static void drive(rosin_intake *k, int oversample, int block, double *to) {
  unsigned seed = 1;
  long long asked = 0;
  for (int at = 0; at < FRAMES;) {
    int now = block ? block : 1 + (int)((seed = seed * 1664525u + 1013904223u) >> 8) % 256;
    now = now < FRAMES - at ? now : FRAMES - at;
    rosin_intake_hear(k, sound + at, now);
    for (; asked < (long long)(at + now) * oversample && asked + 64 <= FRAMES * oversample;
         asked += 64)
      if (!rosin_intake_drive(k, 64, to + asked))
        memset(to + asked, 0, 64 * sizeof *to);
    at += now;
  }
  for (; asked < FRAMES * oversample; asked++)
    to[asked] = 0;
}

static void noise(double level) {
  unsigned seed = 7;
  for (int i = 0; i < FRAMES; i++)
    sound[i] =
        (float)(level * ((double)((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 23) - 1));
}

/* A click comes as much later as is told, at its height; all of it, wherever it stands. */
static void a_click_comes_when_it_was_told(void **state) {
  static const int factors[] = {1, 2, 3, 4, 16};
  (void)state;
  for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
    const int n = factors[f];
    rosin_intake *k = opened(n, 2, 100, 0);
    memset(sound, 0, sizeof sound);
    sound[700] = 1;
    drive(k, n, 256, made);
    const int at = (700 + rosin_intake_delay(k)) * n;
    double sum = 0;
    for (int i = 0; i < FRAMES * n; i++) {
      assert_true(fabs(made[i]) <= made[at]);
      sum += made[i] / n;
    }
    assert_true(fabs(made[at] - 2) < 1e-3 && fabs(sum - 2) < 2e-3);
    assert_true(rosin_intake_delay(k) <= 64 / n + 12);
    rosin_intake_free(k);
  }
}

/* Tones lie where they lay: within 0.1 dB up to 0.37 of the rate, and nothing above half of it
 * comes within 60 dB, up to where the filter is on its way. */
static void tones_pass_and_images_do_not(void **state) {
  (void)state;
  for (double hertz = 500; hertz < 0.37 * RATE; hertz += 1000) {
    rosin_intake *k = opened(2, 1, 100, 0);
    double in[2] = {0}, image[2] = {0};
    for (int i = 0; i < FRAMES; i++)
      sound[i] = (float)sin(2 * pi * hertz * i / RATE);
    drive(k, 2, 256, made);
    for (int i = 2000; i < 2 * FRAMES - 400; i++) {
      const double window = 0.5 - 0.5 * cos(2 * pi * (i - 2000) / (2 * FRAMES - 2400.0));
      const double here = pi * hertz * i / RATE, there = pi * (RATE - hertz) * i / RATE;
      in[0] += window * made[i] * cos(here), in[1] += window * made[i] * sin(here);
      image[0] += window * made[i] * cos(there), image[1] += window * made[i] * sin(there);
    }
    const double level = hypot(in[0], in[1]) / (0.25 * (2 * FRAMES - 2400));
    assert_true(fabs(20 * log10(level)) < 0.1);
    assert_true(hypot(image[0], image[1]) < 1e-3 * hypot(in[0], in[1]));
    rosin_intake_free(k);
  }
}

static void blocks_change_no_bit(void **state) {
  static const int factors[] = {1, 2, 3, 4};
  (void)state;
  noise(0.5);
  memset(sound + 1000, 0, 1500 * sizeof *sound); /* longer than it remembers */
  for (size_t f = 0; f < sizeof factors / sizeof *factors; f++)
    for (int block = 0; block < 256; block += 85) {
      rosin_intake *k = opened(factors[f], 3, 100, 20);
      drive(k, factors[f], 1, made);
      rosin_intake_reset(k);
      drive(k, factors[f], block, other);
      assert_memory_equal(made, other, (size_t)(FRAMES * factors[f]) * sizeof *made);
      rosin_intake_free(k);
    }
}

/* However loud it comes; and a constant pushes only as long as a coil's springs let it. */
static void nothing_passes_the_limit(void **state) {
  static const float loud[] = {1, 100, 1e30F};
  (void)state;
  for (size_t l = 0; l < sizeof loud / sizeof *loud; l++)
    for (int n = 1; n <= 4; n++) {
      rosin_intake *k = opened(n, 50, 100, 20);
      double most = 0;
      for (int i = 0; i < FRAMES; i++)
        sound[i] = loud[l] * (i / 10 % 2 ? 1 : -1);
      drive(k, n, 0, made);
      for (int i = 0; i < FRAMES * n; i++)
        most = fmax(most, fabs(made[i]));
      assert_true(most <= 100 && (l == 0 || most == 100));
      rosin_intake_free(k);
    }
  rosin_intake *k = opened(2, 50, 100, 20);
  for (int i = 0; i < FRAMES; i++)
    sound[i] = 1;
  drive(k, 2, 0, made);
  assert_true(made[200] > 40 && fabs(made[2 * FRAMES - 200]) < 0.01); /* 80 ms on */
  rosin_intake_free(k);
  k = opened(2, 50, 100, 0);
  drive(k, 2, 0, made);
  assert_true(fabs(made[2 * FRAMES - 200] - 50) < 1e-9);
  rosin_intake_free(k);
}

/* After what was, silence is none: all are 0, to the bit, and nothing need be worked out. */
static void silence_becomes_nothing(void **state) {
  (void)state;
  rosin_intake *k = opened(2, 50, 100, 20);
  noise(1);
  rosin_intake_hear(k, sound, 256);
  int driven = 0;
  for (int frame = 0; frame < 3 * RATE; frame += 32) {
    rosin_intake_hear(k, NULL, 32);
    driven = rosin_intake_drive(k, 64, made);
  }
  assert_int_equal(driven, 0);
  rosin_intake_free(k);
}

/* What has come in lately is known to what comes in its place. */
static void another_goes_on_where_it_was(void **state) {
  (void)state;
  noise(0.5);
  rosin_intake *k = opened(2, 3, 100, 20), *next = opened(2, 3, 100, 20);
  rosin_intake_hear(k, sound, 256);
  for (int i = 0; i < 8; i++)
    rosin_intake_drive(k, 64, made);
  rosin_intake_carry(next, k);
  for (int at = 256; at < 1024; at += 256) {
    rosin_intake_hear(k, sound + at, 256);
    rosin_intake_hear(next, sound + at, 256);
    for (int i = 0; i < 8; i++) {
      rosin_intake_drive(k, 64, made);
      rosin_intake_drive(next, 64, other);
      assert_memory_equal(made, other, 64 * sizeof *made);
    }
  }
  rosin_intake_free(k);
  rosin_intake_free(next);
}

/* ---- a control that it is added to --------------------------------------------------------- */

static rosin_network *touched(rosin_body **body, rosin_contact **contact, int *force) {
  rosin_error error;
  const rosin_mode mode = {.frequency = 400, .q = 30, .mass = 0.05};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  rosin_network *n = rosin_network_new(RATE, 64, &error);
  *body = rosin_modal_new(&spec, RATE, &error);
  *contact = rosin_contact_new("elastoplastic", RATE, &error);
  assert_int_equal(rosin_network_body(n, "b", *body, &error), 0);
  assert_int_equal(rosin_network_contact(n, "c", *contact, "-", "b", &error), 0);
  assert_int_equal(*force = rosin_network_signal(n, "c.normal", &error), 0);
  assert_int_equal(rosin_network_prepare(n, &error), 0);
  return n;
}

static void it_is_added_and_goes(void **state) {
  (void)state;
  rosin_body *body;
  rosin_contact *contact;
  int signal;
  double more[64];
  rosin_network *n = touched(&body, &contact, &signal);
  const int force = rosin_network_control(n, "c.force"),
            speed = rosin_network_control(n, "c.velocity");
  rosin_network_hold(n, force, 2);
  rosin_network_hold(n, speed, 0.1);
  rosin_network_process(n, 64);
  for (int i = 0; i < 64; i++)
    more[i] = i < 32 ? 1 : -5; /* no less than nothing presses */
  rosin_network_add(n, force, more);
  rosin_network_process(n, 64);
  assert_true(fabs(rosin_network_read(n, signal)[20] - 3) < 1e-12);
  assert_true(rosin_network_read(n, signal)[60] == 0);
  assert_true(rosin_network_held(n, force) == 2);
  rosin_network_process(n, 64); /* it was for one call */
  assert_true(rosin_network_read(n, signal)[60] == 2);
  rosin_network_add(n, force, more);
  assert_int_equal(rosin_network_process(n, 65), -1); /* forgotten with what is refused */
  rosin_network_process(n, 64);
  assert_true(rosin_network_read(n, signal)[20] == 2);
  rosin_network_add(n, -1, more);
  rosin_network_add(n, 1000, more);
  rosin_network_free(n);
  rosin_body_free(body);
  rosin_contact_free(contact);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_click_comes_when_it_was_told),
      cmocka_unit_test(tones_pass_and_images_do_not),
      cmocka_unit_test(blocks_change_no_bit),
      cmocka_unit_test(nothing_passes_the_limit),
      cmocka_unit_test(silence_becomes_nothing),
      cmocka_unit_test(another_goes_on_where_it_was),
      cmocka_unit_test(it_is_added_and_goes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
