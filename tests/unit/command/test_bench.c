/* SPDX-License-Identifier: BSD-3-Clause */
/* The bench: that it tells regimes apart, and that its workloads are what they are called. */
#include "bench/bench.h"
#include "scene/model/about.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bench_result judged(const bench_workload *w) {
  bench_result r = {0};
  rosin_error error = {""};
  if (bench_judge(w, 64, &r, &error))
    fail_msg("%s: %s", w->name, error.text);
  return r;
}

static void regimes_are_told_apart(void **state) {
  static const char *const name[] = {"bowed-string",
                                     "bowed-string-sticking",
                                     "bowed-string-sliding",
                                     "bowed-string-silent",
                                     "string-alone",
                                     "stick-slip",
                                     "sliding",
                                     "sticking",
                                     "silent",
                                     "modal-4-contacts"};
  (void)state;
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    const bench_result r = judged(bench_find(name[i]));
    if (!r.good)
      fail_msg("%s is %s", name[i], bench_regime_name(r.regime));
  }
}

/* A mass that nothing holds goes with the hand: no workload for stick-slip, and the
 * bench says so. */
static void what_is_carried_along_sticks(void **state) {
  (void)state;
  const bench_workload w = {.name = "carried",
                            .regime = BENCH_STICKSLIP,
                            .modes = 1,
                            .contacts = 1,
                            .force = 10,
                            .speed = 0.01,
                            .lowest = 0.5};
  const bench_result r = judged(&w);
  assert_int_equal(r.regime, BENCH_STICKING);
  assert_false(r.good);
  assert_true(r.elastic > 0.99);
}

static void iterations_are_those_of_the_stretch(void **state) {
  (void)state;
  const bench_result stick = judged(bench_find("sticking"));
  const bench_result slip = judged(bench_find("sliding"));
  assert_true(stick.elastic == 1 && stick.iterations == 0);
  assert_true(slip.elastic == 0 && slip.iterations >= 1);
}

/* A scene's workload: its facts are right, and it sounds for long enough. */
static void check_scene(const bench_workload *w) {
  rosin_scene *scene = rosin_scene_load(w->scene, 0, NULL, NULL);
  assert_non_null(scene);
  assert_true(rosin_scene_duration(scene) >= bench_warm(w) + bench_seconds(w));
  assert_string_not_equal(w->judged[0], "");
  rosin_scene_free(scene);
}

static void names_are_unique_and_scenes_exist(void **state) {
  (void)state;
  static bench_workload shipped[256];
  const int count = bench_shipped(shipped, 256);
  for (const bench_workload *w = bench_workloads(); w->name; w++) {
    assert_ptr_equal(bench_find(w->name), w);
    if (w->scene)
      check_scene(w);
  }
  assert_true(count > 40);
  const char *const *words = rosin_about_bench_parameters()->words;
  for (int i = 0; words[i]; i++) { /* the words of a scene are those of its workload's regime */
    static const bench_regime means[] = {BENCH_STICKSLIP, BENCH_HELMHOLTZ, BENCH_SLIPPING};
    assert_string_equal(words[i], bench_regime_name(means[i]));
  }
  for (int i = 0; i < count; i++) {
    assert_null(bench_find(shipped[i].name));
    check_scene(&shipped[i]);
  }
}

/* Twice the strings take more, whatever else the machine does. */
static void times_add_up(void **state) {
  (void)state;
  const bench_workload *w[] = {bench_find("silent"), bench_find("strings-4")};
  bench_result r[2] = {{0}};
  rosin_error error;
  for (int i = 0; i < 2; i++)
    assert_int_equal(bench_setup(w[i], 64, &r[i], &error), 0);
  assert_int_equal(bench_time(2, w, 64, 2, r, NULL, NULL, &error), 0);
  for (int i = 0; i < 2; i++) {
    assert_true(r[i].least > 1 && isfinite(r[i].least));
    assert_true(r[i].median >= r[i].least);
    assert_true(r[i].worst_call >= 1);
    assert_true(r[i].setup > 0);
  }
  assert_true(r[1].least > r[0].least);
  assert_int_equal(r[1].voices, 4);
  assert_true(r[0].rate == 44100);
}

static void bad_workloads_say_why(void **state) {
  (void)state;
  const bench_workload w = {.name = "x", .scene = "no-such-scene", .regime = BENCH_STICKSLIP};
  bench_result r;
  rosin_error error = {""};
  assert_int_equal(bench_judge(&w, 64, &r, &error), -1);
  assert_non_null(strstr(error.text, "no-such-scene"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(regimes_are_told_apart),
      cmocka_unit_test(what_is_carried_along_sticks),
      cmocka_unit_test(iterations_are_those_of_the_stretch),
      cmocka_unit_test(names_are_unique_and_scenes_exist),
      cmocka_unit_test(times_add_up),
      cmocka_unit_test(bad_workloads_say_why),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
