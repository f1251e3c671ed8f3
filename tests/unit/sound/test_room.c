/* SPDX-License-Identifier: BSD-3-Clause */
/* Rooms: how long they ring, how loud that is beside the direct sound, how alike two channels of it
 * are; and that a response does what a convolution does. */
#include "room/room.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, LENGTH = 3 * RATE };

/* What the impulse in channel `in` of two becomes; the caller frees it. */
static float *ring(const rosin_room_kind *kind, int in) {
  rosin_room *room = rosin_room_new(kind, RATE, 2, NULL);
  float *x = calloc(2 * LENGTH, sizeof *x);
  assert_non_null(room);
  assert_non_null(x);
  x[in] = 1;
  for (int at = 0; at < LENGTH;) { /* in pieces of changing length */
    const int part = at % 700 + 1, left = LENGTH - at;
    rosin_room_process(room, x + 2 * (size_t)at, part < left ? part : left);
    at += part;
  }
  rosin_room_free(room);
  return x;
}

static double energy(const float *x, int from, int to) {
  double sum = 0;
  for (int i = from; i < to; i++)
    sum += (double)x[2 * i] * (double)x[2 * i];
  return sum;
}

/* By Schroeder's integral, from 5 to 35 dB below its begin at `from`. */
static double decay(const float *x, int from) {
  double left = energy(x, from, LENGTH);
  const double whole = left;
  double at[2] = {0, 0};
  for (int i = from; i < LENGTH && at[1] == 0; i++) {
    left -= (double)x[2 * i] * (double)x[2 * i];
    if (at[0] == 0 && left < whole * pow(10, -0.5))
      at[0] = i;
    if (left < whole * pow(10, -3.5))
      at[1] = i;
  }
  return 2 * (at[1] - at[0]) / RATE;
}

static void they_ring_as_long_as_they_say(void **state) {
  (void)state;
  for (const rosin_room_kind *k = rosin_room_kinds(); k->name; k++) {
    float *x = ring(k, 0);
    const double t60 = decay(x, RATE / 10);
    print_message("%s: %.2f s, %.2f s wanted\n", k->name, t60, k->decay);
    /* all frequencies at once: between the decay of low ones and that at 5 kHz */
    assert_true(t60 < 1.1 * k->decay);
    assert_true(t60 > 0.6 * k->bright * k->decay);
    assert_true(energy(x, LENGTH - RATE / 10, LENGTH) < 1e-6);
    free(x);
  }
}

/* 16 pi r^2 / A of the direct sound, A = 0.161 V / T; the direct sound is the first sample alone.
 */
static void they_are_as_loud_as_a_diffuse_field(void **state) {
  (void)state;
  for (const rosin_room_kind *k = rosin_room_kinds(); k->name; k++) {
    float *x = ring(k, 0);
    const double volume = k->length * k->width * k->height;
    const double wanted = 16 * 3.14159265 * k->distance * k->distance * k->decay / (0.161 * volume);
    const double direct = energy(x, 0, 1), field = energy(x, 1, LENGTH) / direct;
    print_message("%s: %.2f of the direct sound, %.2f wanted\n", k->name, field, wanted);
    assert_true(fabs(10 * log10(direct * (1 + field))) < 1); /* together as loud as it was */
    assert_true(fabs(10 * log10(field / wanted)) < 1.5);
    free(x);
  }
}

static void their_sides_are_different(void **state) {
  (void)state;
  for (const rosin_room_kind *k = rosin_room_kinds(); k->name; k++) {
    float *x = ring(k, 1);
    double both = 0, one = 0, other = 0;
    for (int i = RATE / 50; i < LENGTH; i++) {
      both += (double)x[2 * i] * (double)x[2 * i + 1];
      one += (double)x[2 * i] * (double)x[2 * i];
      other += (double)x[2 * i + 1] * (double)x[2 * i + 1];
    }
    print_message("%s: correlation of the sides %.2f\n", k->name, both / sqrt(one * other));
    assert_true(fabs(both / sqrt(one * other)) < 0.3);
    assert_true(fabs(10 * log10(one / other)) < 3);
    free(x);
  }
}

static void silence_stays_silent(void **state) {
  (void)state;
  rosin_room *room = rosin_room_new(rosin_room_find("hall"), RATE, 1, NULL);
  float x[1000] = {0};
  rosin_room_process(room, x, 1000);
  for (int i = 0; i < 1000; i++)
    assert_true(x[i] == 0);
  rosin_room_free(room);
}

static void a_response_of_energy_1_is_a_convolution(void **state) {
  (void)state;
  const int lengths[] = {1, 255, 256, 257, 1000, 3000};
  enum { FRAMES = 5000 };
  static float in[2 * FRAMES], made[2 * FRAMES];
  unsigned seed = 5;
  for (int i = 0; i < 2 * FRAMES; i++)
    in[i] = (float)((seed = seed * 1664525u + 1013904223u) >> 8) / 8388608.0F - 1;
  for (int k = 0; k < 6; k++) {
    float *response = calloc((size_t)lengths[k], sizeof *response);
    double squares = 0;
    for (int i = 0; i < lengths[k]; i++) {
      response[i] = 30 * in[(7 * i) % FRAMES] / (float)(1 + i);
      squares += (double)response[i] * (double)response[i];
    }
    rosin_room *room = rosin_room_response(response, lengths[k], 1, 2, NULL);
    memcpy(made, in, sizeof in);
    rosin_room_process(room, made, 1234);
    rosin_room_process(room, made + 2 * 1234, FRAMES - 1234);
    double worst = 0;
    for (int i = 0; i < FRAMES; i += 7)
      for (int c = 0; c < 2; c++) {
        double sum = 0;
        for (int j = 0; j < lengths[k] && j <= i; j++)
          sum += (double)response[j] * (double)in[2 * (i - j) + c];
        worst = fmax(worst, fabs(sum / sqrt(squares) - (double)made[2 * i + c]));
      }
    print_message("%d: off by %.2g\n", lengths[k], worst);
    assert_true(worst < 1e-5);
    rosin_room_free(room);
    free(response);
  }
}

static void each_channel_of_a_response_has_energy_1(void **state) {
  (void)state;
  const float response[] = {3, 1e-20F, 0, 0, -4, 2e-20F}; /* of two channels */
  float x[6] = {1, 1};
  rosin_room *room = rosin_room_response(response, 3, 2, 2, NULL);
  assert_non_null(room);
  rosin_room_process(room, x, 3);
  rosin_room_free(room);
  const double wanted[] = {0.6, sqrt(0.2), 0, 0, -0.8, sqrt(0.8)};
  for (int i = 0; i < 6; i++)
    assert_true(fabs((double)x[i] - wanted[i]) < 1e-6);
}

static void what_cannot_be_is_refused(void **state) {
  (void)state;
  rosin_error error;
  const float one = 1;
  assert_null(rosin_room_find("cave"));
  assert_null(rosin_room_find(NULL));
  assert_null(rosin_room_new(rosin_room_find("small"), RATE, 65, &error));
  assert_string_equal(error.text, "a room is for 1 to 64 channels, not 65");
  assert_null(rosin_room_response(&one, 0, 1, 1, &error));
  assert_string_equal(error.text, "the response is empty");
  const float silent[] = {0, 0, 1, 0};
  assert_null(rosin_room_response(silent, 2, 1, 2, &error));
  assert_string_equal(error.text, "the response is silent");
  assert_null(rosin_room_response(silent, 2, 2, 2, &error));
  assert_string_equal(error.text, "channel 2 of the response is silent");
  rosin_room *room = rosin_room_response(silent, 2, 2, 1, &error); /* does without that */
  assert_non_null(room);
  rosin_room_free(room);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_ring_as_long_as_they_say),
      cmocka_unit_test(they_are_as_loud_as_a_diffuse_field),
      cmocka_unit_test(their_sides_are_different),
      cmocka_unit_test(silence_stays_silent),
      cmocka_unit_test(a_response_of_energy_1_is_a_convolution),
      cmocka_unit_test(each_channel_of_a_response_has_energy_1),
      cmocka_unit_test(what_cannot_be_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
