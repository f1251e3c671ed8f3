/* SPDX-License-Identifier: BSD-3-Clause */
/* What a scene does between its network and its listener: gain, channels, pan, highpass;
 * and gestures from its text. A mass that a slope pushes is the signal. */
#include "format.h"
#include "rosin.h"
#include "scene/model/gesture.h"
#include "scene_text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 8192 };
static const double pi = 3.14159265358979323846;
static float out[2 * FRAMES];

/* A heavy mass, shaken at `frequency` by a force of 2 pi f newtons on a kilogram, so that
 * its velocity swings by one either side of one; `output` is what is listened to. */
static const char *shaken(double frequency, const char *output) {
  static char text[1000];
  rosin_format(
      text, sizeof text,
      "duration = 1.0; rate = 44100; channels = 2;\n"
      "modals = { m = { modes = ( { frequency = 0.0; mass = 1.0; } ); }; };\n"
      "pushes = { p = { body = \"m\"; position = 0.0; force = { sine = (%.9g, %.9g); }; }; };\n"
      "outputs = ( { signal = \"m.velocity@0\"; %s } );\n",
      2 * pi * frequency, frequency, output);
  return text;
}

/* Amplitude of the last whole periods in a channel; its mean through `mean`. */
static double amplitude(int channel, double frequency, double *mean) {
  const int first = FRAMES - (int)(floor(0.5 * FRAMES * frequency / 44100) / frequency * 44100);
  double a = 0, b = 0, sum = 0;
  for (int i = first; i < FRAMES; i++) {
    const double x = out[2 * i + channel], w = 2 * pi * frequency * i / 44100;
    a += x * cos(w);
    b += x * sin(w);
    sum += x;
  }
  if (mean)
    *mean = sum / (FRAMES - first);
  return 2 * hypot(a, b) / (FRAMES - first);
}

static void heard(double frequency, const char *output, double left, double right) {
  const int ok = scene_samples(shaken(frequency, output), 0, FRAMES, out);
  assert_true(ok);
  const double l = amplitude(0, frequency, NULL), r = amplitude(1, frequency, NULL);
  if (fabs(l - left) > 0.004 || fabs(r - right) > 0.004)
    fail_msg("%s at %g Hz: %.4f %.4f for %.4f %.4f", output, frequency, l, r, left, right);
}

static void pan_goes_from_left_to_right(void **state) {
  (void)state;
  heard(441, "channel = 1;", 1, 0);
  heard(441, "channel = 2;", 0, 1);
  heard(441, "channel = 2; gain = 0.25;", 0, 0.25);
  heard(441, "pan = -1.0;", 1, 0);
  heard(441, "pan = 1.0;", 0, 1);
  heard(441, "pan = 0.0;", sqrt(0.5), sqrt(0.5));
  heard(441, "pan = -0.5; gain = 0.8;", 0.8 * cos(pi / 8), 0.8 * sin(pi / 8));
}

/* First order: f / sqrt(f^2 + corner^2), by the tangent of both, and no mean is left. */
static void a_highpass_has_its_corner(void **state) {
  (void)state;
  const double corner[] = {200, 441, 900}, at[] = {100, 441, 441};
  for (int i = 0; i < 3; i++) {
    char output[60];
    rosin_format(output, sizeof output, "channel = 1; highpass = %.1f;", corner[i]);
    const double ratio = tan(pi * corner[i] / 44100) / tan(pi * at[i] / 44100);
    heard(at[i], output, 1 / sqrt(1 + ratio * ratio), 0);
    double mean;
    amplitude(0, at[i], &mean);
    assert_true(fabs(mean) < 1e-3);
  }
  heard(441, "channel = 1; highpass = 20.0;", 1, 0);
  double mean;
  assert_true(scene_samples(shaken(441, "channel = 1;"), 0, FRAMES, out));
  amplitude(0, 441, &mean);
  assert_true(fabs(mean - 1) < 0.01); /* from rest, velocity is 1 - cos */
}

static void slopes_stop_where_they_should(void **state) {
  (void)state;
  rosin_gesture g = {.kind = ROSIN_GESTURE_SLOPE, .from = 1, .to = 3, .after = 0.5, .over = 2};
  const double at[] = {-1, 0, 0.5, 1, 1.5, 2.4999, 2.5, 2.6, 4.5, 5, 100};
  const double up[] = {1, 1, 1, 1.5, 2, 2.9999, 3, 3, 3, 3, 3};
  const double down[] = {3, 3, 3, 2.5, 2, 1.0001, 1, 1, 1, 1, 1};
  for (int i = 0; i < 11; i++)
    assert_true(fabs(rosin_gesture_at(&g, at[i]) - up[i]) < 1e-12);
  double low, high;
  rosin_gesture_range(&g, &low, &high);
  assert_true(low == 1 && high == 3);
  g = (rosin_gesture){.kind = ROSIN_GESTURE_SLOPE, .from = 3, .to = 1, .after = 0.5, .slope = 1};
  for (int i = 0; i < 11; i++)
    assert_true(fabs(rosin_gesture_at(&g, at[i]) - down[i]) < 1e-12);
  rosin_gesture_range(&g, &low, &high);
  assert_true(low == 1 && high == 3);
  g.curve = ROSIN_CURVE_COSINE;
  assert_true(fabs(rosin_gesture_at(&g, 1) - (2 + sqrt(0.5))) < 1e-12);
  g.curve = ROSIN_CURVE_STEP;
  assert_true(rosin_gesture_at(&g, 2) == 3 && rosin_gesture_at(&g, 2.5) == 1);
}

static void a_slope_is_known_by_its_numbers(void **state) {
  (void)state;
  rosin_gesture g = {
      .kind = ROSIN_GESTURE_SLOPE, .from = 1, .to = 2, .after = 3, .over = 4, .slope = 5};
  const char *const keys[] = {"from", "to", "after", "over", "slope"};
  for (int i = 0; i < 5; i++)
    assert_true(*rosin_gesture_number(&g, keys[i]) == i + 1);
  assert_null(rosin_gesture_number(&g, "constant"));
  assert_null(rosin_gesture_number(&g, ""));
  rosin_gesture_constant(&g, 7);
  assert_true(*rosin_gesture_number(&g, "") == 7);
  assert_null(rosin_gesture_number(&g, "to"));
  double value[] = {1, -2};
  g = (rosin_gesture){.kind = ROSIN_GESTURE_SERIES, .count = 2, .value = value, .rate = 10};
  rosin_gesture_scale(&g, 3, 0.5);
  assert_true(value[0] == 3.5 && value[1] == -5.5);
  assert_null(rosin_gesture_number(&g, ""));
}

/* Whole numbers past 32 bits, of either sign, are refused with their line; the last that
 * fit are not, nor what stands in comments, text or names. */
static void whole_numbers_that_do_not_fit(void **state) {
  (void)state;
  /* read as the numbers they are, past what 32 bits hold */
  const struct {
    const char *line, *said;
  } rows[] = {
      {"duration = 2147483648;", ":2: duration: 2.14748e+09 is out of range"},
      {"duration = -2147483649;", ":2: duration: -2.14748e+09 is out of range"},
      {"duration = +3000000000;", ":2: duration: 3e+09 is out of range"},
      {"\n\nduration = -99999999999;", ":4: duration: -1e+11 is out of range"},
      {"duration = 0xFFFFFFFFF;", ":2: duration: 6.87195e+10 is out of range"},
      {"seed = 4294967295;", NULL},
      {"seed = 4294967296;", ":2: seed: 4294967296 is out of range"},
      {"# 3000000000", NULL},
      {"// -3000000000", NULL},
      {"/* 3000000000\n3000000000 */", NULL},
      {"gain = 3000000000.0;", ":2: gain: 3e+09 is out of range"},
      {"gain = 3e8;", NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[200], *errors = NULL;
    snprintf(text, sizeof text, "title = \"numbers\";\n%s\n", rows[i].line);
    rosin_scene *scene = scene_read(text, 0, NULL, &errors);
    assert_null(scene); /* there are no outputs, at least */
    const char *found = strstr(errors, "out of range");
    if (rows[i].said ? !strstr(errors, rows[i].said) : found != NULL)
      fail_msg("%s: %s", rows[i].line, errors);
    free(errors);
  }
}

/* A scene may be prepared again, at other rates too; what fails leaves nothing behind. */
static void scenes_are_prepared_again(void **state) {
  (void)state;
  static float first[2 * 512], again[2 * 512];
  char *errors = NULL;
  rosin_error error = {""};
  rosin_scene *scene = scene_read(shaken(441, "channel = 1;"), 0, NULL, &errors);
  assert_non_null(scene);
  assert_int_equal(rosin_scene_prepare(scene, 0, 512, &error), 0);
  rosin_scene_process(scene, 512, first);
  assert_int_equal(rosin_scene_prepare(scene, 96000, 64, &error), 0);
  rosin_scene_process(scene, 64, again);
  assert_true(fabs(again[40] - first[40]) > 1e-4);
  const int bad[] = {0, -1, (1 << 20) + 1};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(rosin_scene_prepare(scene, 0, bad[i], &error), -1);
    assert_non_null(strstr(error.text, "out of range: 1 to 1048576 frames"));
    assert_null(rosin_scene_network(scene));
  }
  assert_int_equal(rosin_scene_prepare(scene, 0, 512, &error), 0);
  rosin_scene_process(scene, 512, again);
  assert_memory_equal(first, again, sizeof first);
  assert_int_equal(rosin_scene_prepare(scene, 0, 0, &error), -1);
  rosin_scene_free(scene);
  free(errors);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pan_goes_from_left_to_right),
      cmocka_unit_test(a_highpass_has_its_corner),
      cmocka_unit_test(slopes_stop_where_they_should),
      cmocka_unit_test(a_slope_is_known_by_its_numbers),
      cmocka_unit_test(scenes_are_prepared_again),
      cmocka_unit_test(whole_numbers_that_do_not_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
