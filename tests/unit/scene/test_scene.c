/* SPDX-License-Identifier: BSD-3-Clause */
/* Scenes from C: gestures, loading, rewinding, taking a control over. */
#include "rosin.h"
#include "scene/model/gesture.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES = 8192, BLOCK = 128 };

static rosin_gesture points(rosin_curve curve) {
  static double time[] = {0, 1, 1, 3}, value[] = {0, 2, 4, 0};
  return (rosin_gesture){
      .kind = ROSIN_GESTURE_POINTS, .curve = curve, .count = 4, .time = time, .value = value};
}

static void gestures_follow_their_points(void **state) {
  (void)state;
  const double at[] = {-1, 0, 0.25, 0.5, 1, 2, 3, 9};
  const double linear[] = {0, 0, 0.5, 1, 4, 2, 0, 0};
  const double step[] = {0, 0, 0, 0, 4, 4, 0, 0};
  rosin_gesture g = points(ROSIN_CURVE_LINEAR), s = points(ROSIN_CURVE_STEP);
  rosin_gesture c = points(ROSIN_CURVE_COSINE);
  for (int i = 0; i < 8; i++) {
    assert_true(fabs(rosin_gesture_at(&g, at[i]) - linear[i]) < 1e-12);
    assert_true(fabs(rosin_gesture_at(&s, at[i]) - step[i]) < 1e-12);
  }
  assert_true(fabs(rosin_gesture_at(&c, 0.5) - 1) < 1e-12);
  assert_true(fabs(rosin_gesture_at(&c, 0.25) - 2 * 0.5 * (1 - sqrt(0.5))) < 1e-12);
  for (int i = 7; i >= 0; i--) /* backwards too */
    assert_true(fabs(rosin_gesture_at(&g, at[i]) - linear[i]) < 1e-12);
  double low, high;
  rosin_gesture_range(&g, &low, &high);
  assert_true(low == 0 && high == 4);
}

static void series_and_sines(void **state) {
  (void)state;
  double value[] = {1, 3, 2};
  rosin_gesture g = {.kind = ROSIN_GESTURE_SERIES, .count = 3, .value = value, .rate = 10};
  assert_true(rosin_gesture_at(&g, -1) == 1 && rosin_gesture_at(&g, 5) == 2);
  assert_true(fabs(rosin_gesture_at(&g, 0.05) - 2) < 1e-12);
  rosin_gesture s = {.kind = ROSIN_GESTURE_SINE, .constant = 1, .amplitude = 0.5, .frequency = 2};
  double low, high;
  assert_true(fabs(rosin_gesture_at(&s, 0.125) - 1.5) < 1e-12);
  rosin_gesture_range(&s, &low, &high);
  assert_true(low == 0.5 && high == 1.5);
}

static void csv(const char *text, const char *column, const char *expected) {
  const char *path = "x.csv";
  rosin_gesture g;
  rosin_error error = {""};
  FILE *file = fmemopen(NULL, strlen(text) + 1, "w+");
  assert_non_null(file);
  fputs(text, file);
  rewind(file);
  const int status = rosin_gesture_csv(&g, file, path, column, "1", &error);
  fclose(file);
  if (expected) {
    assert_int_equal(status, -1);
    if (!strstr(error.text, expected))
      fail_msg("'%s' lacks '%s'", error.text, expected);
    return;
  }
  if (status)
    fail_msg("%s", error.text);
  assert_true(g.count == 2 && g.value[1] == 0.5 && g.time[1] == 1);
  rosin_gesture_free(&g);
}

static void csv_is_read_strictly(void **state) {
  (void)state;
  csv("0,0\n1,0.5\n", "2", NULL);
  csv("# comment\ntime, v , w\n0,0,9\n\n1,0.5,9\n", "v", NULL);
  csv("t,v\n0,0\n1,0.5", "v", NULL); /* no newline at the end */
  csv("t,v\n0,0\n", "w", ":1: there is no column w");
  csv("0,0\n1,nan\n", "2", ":2: not a finite number: nan");
  csv("0,0\n1,1e999\n", "2", ":2: not a finite number");
  csv("0,0\n1,0.5x\n", "2", ":2: not a finite number: 0.5x");
  csv("0,0\n0,1\n", "2", ":2: time does not rise");
  csv("0,0\n1,1,1\n", "2", ":2: another number of columns");
  csv("0,0\n", "7", ":1: too few columns");
  csv("", "2", ":0: there is no data");
}

static int asked(void *left) {
  return --*(int *)left < 0;
}

/* Whichever time it is told to stop, it ends there, with that for its only error. */
static void making_can_be_stopped(void **state) {
  (void)state;
  int left = 0, reads = 0;
  const rosin_terms terms = {.stop = asked, .context = &left};
  rosin_scene *scene = NULL;
  for (; !scene; reads++) {
    char *errors = NULL;
    left = reads;
    scene = rosin_scene_open("squeak", &terms, 0, NULL, &errors);
    if (!scene)
      assert_string_equal(errors, "squeak: interrupted\n");
    free(errors);
    assert_true(reads < 1000);
  }
  assert_true(reads > 4);
  rosin_error error = {""};
  left = 1;
  assert_int_equal(rosin_scene_prepare(scene, 0, BLOCK, &error), -1);
  assert_string_equal(error.text, "interrupted");
  left = 1000;
  assert_int_equal(rosin_scene_prepare(scene, 0, BLOCK, &error), 0);
  rosin_scene_free(scene);
}

static void run(rosin_scene *scene, float *out) {
  for (int at = 0; at < FRAMES; at += BLOCK)
    rosin_scene_process(scene, BLOCK, out + at);
}

static rosin_scene *ready(const char *name) {
  char *errors = NULL;
  rosin_error error;
  rosin_scene *scene = rosin_scene_load(name, 0, NULL, &errors);
  if (!scene)
    fail_msg("%s", errors);
  if (rosin_scene_prepare(scene, 0, BLOCK, &error))
    fail_msg("%s", error.text);
  return scene;
}

/* Rewinding gives the same samples, with and without oversampling, also after a
 * control was taken over. */
static void rewinding_starts_anew(void **state) {
  (void)state;
  static float first[FRAMES], again[FRAMES], other[FRAMES];
  const char *const scenes[] = {"cello-d", "glass", "law-dahl"}; /* the last is rough */
  const char *const keys[] = {"bow.force", "finger.force", "bow.force"};
  for (int i = 0; i < 3; i++) {
    rosin_scene *scene = ready(scenes[i]);
    run(scene, first);
    assert_int_equal(rosin_scene_control(scene, keys[i], 0.2, NULL), 0);
    rosin_scene_rewind(scene);
    run(scene, again);
    assert_memory_equal(first, again, sizeof first);
    rosin_scene_rewind(scene);
    assert_int_equal(rosin_scene_control(scene, keys[i], 0.0, NULL), 0);
    run(scene, other);
    assert_memory_not_equal(first, other, sizeof first);
    rosin_scene_free(scene);
  }
}

/* A control that the scene does not set is back where it was, too, to the last bit. */
static void rewinding_lets_go_of_what_the_scene_does_not_set(void **state) {
  (void)state;
  static float first[FRAMES], again[FRAMES];
  rosin_scene *scene = ready("cello-d");
  run(scene, first);
  assert_int_equal(rosin_scene_control(scene, "d.finger", 200, NULL), 0);
  assert_int_equal(rosin_scene_control(scene, "d.mute", 3, NULL), 0);
  run(scene, again);
  assert_memory_not_equal(first, again, sizeof first);
  rosin_scene_rewind(scene);
  run(scene, again);
  assert_memory_equal(first, again, sizeof first);
  rosin_scene_free(scene);
}

static void controls_are_checked(void **state) {
  (void)state;
  rosin_error error;
  rosin_scene *scene = ready("cello-d");
  assert_int_equal(rosin_scene_control(scene, "bow.colour", 1, &error), -1);
  assert_non_null(strstr(error.text, "bow.colour"));
  assert_int_equal(rosin_scene_control(scene, "bow.force", NAN, &error), -1);
  assert_int_equal(rosin_scene_control(scene, "bow.force", 1e30, &error), 0); /* clipped */
  float out[BLOCK];
  for (int i = 0; i < 100; i++) {
    rosin_scene_process(scene, BLOCK, out);
    for (int k = 0; k < BLOCK; k++)
      assert_true(isfinite(out[k]));
  }
  rosin_scene_free(scene);
}

/* Strings of the first preparation are those of the trial; what is designed anew, since nothing was
 * left to take or another rate was asked for, sounds the same or is of that rate. */
static void strings_are_designed_once(void **state) {
  (void)state;
  static float first[FRAMES], again[FRAMES];
  rosin_scene *scene = rosin_scene_load("cello-d", 0, NULL, NULL);
  assert_non_null(scene);
  const rosin_model *m = rosin_scene_model(scene);
  int string = 0;
  while (string < m->bodies && m->body[string].modal)
    string++;
  assert_true(string < m->bodies && rosin_scene_channels(scene) == 1);
  assert_non_null(m->body[string].tried);
  assert_int_equal(rosin_scene_prepare(scene, 0, FRAMES, NULL), 0);
  assert_null(m->body[string].tried);
  assert_int_equal(rosin_scene_process(scene, FRAMES, first), 0);
  assert_int_equal(rosin_scene_prepare(scene, 0, FRAMES, NULL), 0);
  assert_int_equal(rosin_scene_process(scene, FRAMES, again), 0);
  assert_memory_equal(first, again, sizeof first);
  rosin_scene_free(scene);

  scene = rosin_scene_load("cello-d", 0, NULL, NULL);
  const int rate = rosin_scene_rate(scene) / 2;
  assert_int_equal(rosin_scene_prepare(scene, rate, FRAMES, NULL), 0);
  assert_int_equal(rosin_scene_process(scene, FRAMES, first), 0);
  assert_int_equal(rosin_scene_prepare(scene, rate, FRAMES, NULL), 0);
  assert_int_equal(rosin_scene_process(scene, FRAMES, again), 0);
  assert_memory_equal(first, again, sizeof first);
  rosin_scene_free(scene);

  scene = rosin_scene_load("cello-d", 0, NULL, NULL); /* and what nobody prepares is not lost */
  assert_non_null(rosin_scene_model(scene)->body[string].tried);
  rosin_scene_free(scene);
}

/* Where held gestures stay: where they do the most, or where the scene says, and within it. */
static void gestures_are_held_where_a_scene_says(void **state) {
  (void)state;
  static const char *const told[] = {"hold=0.5", "hold=9", "hold=0"};
  rosin_scene *plain = rosin_scene_load("door-hinge-fast", 0, NULL, NULL);
  assert_non_null(plain);
  const double most = rosin_scene_fullest(plain), whole = rosin_scene_duration(plain);
  for (int i = 0; i < 3; i++) {
    rosin_scene *s = rosin_scene_load("door-hinge-fast", 1, &told[i], NULL);
    assert_non_null(s);
    const double at = rosin_scene_fullest(s);
    assert_true(at == (i == 0 ? 0.5 : i == 1 ? whole : most));
    rosin_scene_free(s);
  }
  assert_true(most > 0 && most < whole && most != 0.5);
  rosin_scene_free(plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gestures_follow_their_points),
      cmocka_unit_test(series_and_sines),
      cmocka_unit_test(csv_is_read_strictly),
      cmocka_unit_test(rewinding_starts_anew),
      cmocka_unit_test(rewinding_lets_go_of_what_the_scene_does_not_set),
      cmocka_unit_test(controls_are_checked),
      cmocka_unit_test(making_can_be_stopped),
      cmocka_unit_test(strings_are_designed_once),
      cmocka_unit_test(gestures_are_held_where_a_scene_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
