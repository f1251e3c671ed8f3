/* SPDX-License-Identifier: BSD-3-Clause */
/* Gestures that stay: the same samples until then, a sound that goes on, and gestures that go on
 * from where they were; ranges of what a core is told. */
#include "core/core.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, LONG = 6 * RATE };

static rosin_core *open_core(const char *scene) {
  rosin_error error = {""};
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c || rosin_core_prepare(c, RATE, &error))
    fail_msg("%s", error.text);
  assert_in_range(rosin_core_channels(c), 1, 2);
  return c;
}

/* The left side, of two. */
static void run(rosin_core *c, float *to, int frames, int block) {
  static float right[LONG];
  for (int at = 0; at < frames; at += block) {
    float *const out[] = {to + at, right};
    rosin_core_process(c, out, block < frames - at ? block : frames - at);
  }
}

static double level(const float *x, int frames) {
  double sum = 0;
  for (int i = 0; i < frames; i++)
    sum += (double)x[i] * (double)x[i];
  return sqrt(sum / frames);
}

/* Triggered, to stay from `seconds` on. */
static void play(rosin_core *c, double seconds, float *to, int frames, int block) {
  rosin_core_reset(c);
  rosin_core_trigger(c, 0);
  rosin_core_stay(c, 0, seconds);
  run(c, to, frames, block);
}

static void they_stay_and_go_on(void **state) {
  (void)state;
  rosin_core *c = open_core("chalk");
  float *plain = malloc(LONG * sizeof *plain), *x = malloc(LONG * sizeof *x);
  const double duration = rosin_core_duration(c), at = rosin_core_fullest(c);
  assert_true(at > 0.05 && at < duration && duration < 4);
  play(c, (double)INFINITY, plain, LONG, 256);
  assert_true(level(plain + 5 * RATE, RATE) < 1e-3 * level(plain, 2 * RATE));
  assert_true(rosin_core_at(c) > duration);
  play(c, at, x, LONG, 37);
  const int until = (int)(at * RATE);
  assert_memory_equal(plain, x, (size_t)until * sizeof *x);
  assert_true(fabs(rosin_core_at(c) - at) < 2e-3);
  assert_true(level(x + 5 * RATE, RATE) > 0.3 * level(plain, 2 * RATE));
  rosin_core_stay(c, 0, (double)INFINITY);
  run(c, x, LONG, 256);
  assert_true(level(x, RATE / 4) > 0.1 * level(plain, 2 * RATE));
  assert_true(fabs(rosin_core_at(c) - at - 6) < 2e-3);
  assert_true(level(x + 5 * RATE, RATE) < 1e-3 * level(plain, 2 * RATE));
  play(c, (double)INFINITY, x, LONG, 100); /* forgotten by a reset, whatever the blocks */
  assert_memory_equal(plain, x, LONG * sizeof *x);
  free(plain);
  free(x);
  rosin_core_free(c);
}

static void they_stay_where_they_are(void **state) {
  (void)state;
  rosin_core *c = open_core("chalk");
  float *x = malloc(LONG * sizeof *x);
  play(c, (double)INFINITY, x, RATE / 2, 64);
  rosin_core_stay(c, 100, 0);
  run(c, x, LONG, 64);
  assert_true(fabs(rosin_core_at(c) - 0.5) < 5e-3);
  /* a loop does not turn meanwhile, and told so does not begin anew */
  rosin_core_set(c, 0, rosin_core_find(c, "continuous"), 1);
  run(c, x, LONG, 64);
  assert_true(fabs(rosin_core_at(c) - 0.5) < 5e-3);
  rosin_core_stay(c, 0, (double)INFINITY);
  run(c, x, LONG, 64);
  assert_true(rosin_core_at(c) < rosin_core_duration(c));
  assert_true(level(x + 5 * RATE, RATE) > 1e-3);
  free(x);
  rosin_core_free(c);
}

static double place(rosin_scene *s, double seconds, float *x) {
  for (int at = 0; at < seconds * RATE; at += 512)
    rosin_scene_process(s, 512, x);
  rosin_network *n = rosin_scene_network(s);
  return rosin_network_value(n, rosin_network_control(n, "finger.position"));
}

/* A finger that goes round a rim goes on round it at its pace, which a macro turns. */
static void a_way_goes_on(void **state) {
  (void)state;
  rosin_error error;
  static float x[2 * 512]; /* of both sides */
  rosin_scene *s = rosin_scene_load("wine-glass", 0, NULL, NULL);
  assert_int_equal(rosin_scene_prepare(s, RATE, 512, &error), 0);
  rosin_scene_stay(s, 1);
  const double begin = place(s, 2, x), one = place(s, 1, x);
  const double turns = (2.49 - 0.1) / 3.5; /* a second, as the scene has it */
  assert_true(fabs(one - begin - turns) < 0.03 * turns);
  assert_int_equal(rosin_scene_control(s, "speed", 0.3, &error), 0);
  const double before = place(s, 0.2, x);
  assert_true(fabs(place(s, 1, x) - before - 2 * turns) < 0.05 * turns);
  rosin_scene_stay(s, (double)INFINITY);
  assert_true(place(s, 1, x) > before + 3 * turns); /* on from there */
  rosin_scene_free(s);
}

static void out_of_range_is_refused(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_core *c = open_core("chalk");
  const int speed = rosin_core_find(c, "speed");
  const double before = rosin_core_get(c, speed);
  assert_int_equal(rosin_core_control(c, 0, "speed", 5, &error), -1);
  assert_string_equal(error.text, "speed: 5 is out of range: 0.08 to 0.6 m/s");
  assert_true(rosin_core_get(c, speed) == before);
  assert_int_equal(rosin_core_control(c, 0, "speed", (double)0.6f, &error), 0); /* a float's 0.6 */
  assert_true(rosin_core_get(c, speed) == 0.6);
  assert_int_equal(rosin_core_control(c, 0, "tip.force", -1, &error), -1);
  assert_string_equal(error.text, "tip.force: -1 is out of range: 0 to 10000 N");
  assert_int_equal(rosin_core_control(c, 0, "tip.force", 2, &error), 0);
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_stay_and_go_on),
      cmocka_unit_test(they_stay_where_they_are),
      cmocka_unit_test(a_way_goes_on),
      cmocka_unit_test(out_of_range_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
