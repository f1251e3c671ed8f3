/* SPDX-License-Identifier: BSD-3-Clause */
/* The bench: that it tells regimes apart, and that its workloads are what they are called. */
#include "bench/bench.h"
#include "bench/played.h"
#include "bench/tunes.h"
#include "scene/embedded.h"
#include "scene/model/about.h"
#include "share.h"

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
  for (size_t i = 0; i < sizeof name / sizeof *name; i += SHARE) {
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

/* All workloads into `to`, as the command has them; how many. */
static int gathered(bench_workload *to, int most) {
  const bench_workload *const table[] = {bench_played_workloads(), bench_workloads()};
  int count = bench_shipped(to, most);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    for (const bench_workload *w = table[i]; w->name && count < most; w++)
      to[count++] = *w;
  assert_true(count < most);
  return count;
}

static void names_are_unique_and_scenes_exist(void **state) {
  (void)state;
  static bench_workload all[256];
  const int count = gathered(all, 256);
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < i; k++)
      assert_string_not_equal(all[i].name, all[k].name);
    if (all[i].tune)
      assert_non_null(bench_instrument_of(all[i].scene));
    else if (all[i].scene)
      check_scene(&all[i]);
  }
  assert_null(bench_find("no-such-workload"));
  assert_non_null(bench_find("cello-melody"));
  assert_non_null(bench_find("strings-64"));
}

/* The words of a scene are those of its workload's regime. */
static void scenes_say_regimes_in_our_words(void **state) {
  (void)state;
  const char *const *words = rosin_about_bench_parameters()->words;
  static const bench_regime means[] = {BENCH_STICKSLIP, BENCH_HELMHOLTZ, BENCH_SLIPPING};
  for (int i = 0; words[i]; i++)
    assert_string_equal(words[i], bench_regime_name(means[i]));
}

/* Scenes of `list` that no workload of `count` times as they are. */
static int untimed(const rosin_embedded *list, const bench_workload *w, int count) {
  int missing = 0;
  for (const rosin_embedded *e = list; e->name; e++) {
    int found = 0;
    for (int i = 0; i < count; i++)
      found |= w[i].scene && strcmp(w[i].name, e->name) == 0;
    if (!found)
      print_message("%s has no workload\n", e->name);
    missing += !found;
  }
  return missing;
}

static void every_scene_has_a_workload(void **state) {
  (void)state;
  static bench_workload shipped[256];
  const int count = bench_shipped(shipped, 256);
  const rosin_embedded planted[] = {{.name = "gate"}, {.name = "planted"}, {.name = NULL}};
  assert_int_equal(untimed(rosin_embedded_scenes, shipped, count), 0);
  assert_int_equal(untimed(planted, shipped, count), 1);
}

/* Every instrument has each tune, in both ways; but for the cello of the measured string, which is
 * the cello once more, and loses notes of chords (docs/measured-string.md). */
static void every_instrument_is_played(void **state) {
  (void)state;
  char name[BENCH_NAME];
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    static const char *const tune[] = {"melody", "slurred", "fast", "chords"};
    rosin_scene *scene = rosin_scene_load(e->name, 0, NULL, NULL);
    const int strings = rosin_player_strings(scene);
    rosin_scene_free(scene);
    for (int i = 0; strings && i < 8 && strcmp(e->name, "cello-measured") != 0; i++) {
      snprintf(name, sizeof name, "%s-%s%s", e->name, tune[i % 4], i / 4 ? "-midi" : "");
      const bench_workload *w = bench_find(name);
      if (!w)
        fail_msg("there is no %s", name);
      assert_string_equal(w->tune->name, tune[i % 4]);
      assert_int_equal(w->midi, i / 4);
    }
  }
}

/* The notes of a tune are heard, by a player's events and by MIDI, and regimes say so. */
static void tunes_are_played(void **state) {
  (void)state;
  static const char *const name[] = {"cello-melody",       "violin-slurred-midi", "viola-fast",
                                     "double-bass-chords", "cello-chords-midi",   "quartet-melody"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i += SHARE) {
    const bench_result r = judged(bench_find(name[i]));
    if (!r.good || r.notes < 4 || r.regime != BENCH_PLAYING)
      fail_msg("%s: %d of %d notes", name[i], r.heard, r.notes);
  }
}

/* Notes of `tune`, so many semitones higher, that are heard in what was played. */
static int heard_if_moved(const bench_played *b, const bench_tune *tune, int by) {
  bench_note moved[16];
  bench_tune other = *tune;
  int heard;
  for (int i = 0; i < tune->count; i++) {
    moved[i] = tune->note[i];
    moved[i].stop += by;
  }
  other.note = moved;
  assert_int_equal(bench_played_notes(b, &other, 0, 2, &heard), tune->count);
  return heard;
}

/* Plants: a tune before it is played, and beside what was played others: a semitone off, octaves.
 */
static void what_was_not_played_is_not_heard(void **state) {
  (void)state;
  const bench_workload *w = bench_find("cello-fast");
  static const int others[] = {1, -1, 12, -12};
  bench_played *b = bench_played_new(w, 64, 1, &(rosin_error){""});
  assert_non_null(b);
  assert_int_equal(heard_if_moved(b, w->tune, 0), 0);
  bench_played_restart(b);
  for (int i = 0; i < 2 * 48000 / 64; i++)
    bench_played_call(b);
  assert_true(heard_if_moved(b, w->tune, 0) >= w->tune->count - 1);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (heard_if_moved(b, w->tune, others[i]) > 1)
      fail_msg("%d semitones higher it is heard as well", others[i]);
  bench_played_free(b);
}

static void a_workload_that_is_silent_is_none(void **state) {
  (void)state;
  bench_workload silent = *bench_find("cello-fast-midi");
  bench_tune rest = *silent.tune;
  rest.velocity = 0; /* in MIDI this ends notes */
  silent.tune = &rest;
  const bench_result r = judged(&silent);
  assert_true(!r.good && r.heard == 0 && r.notes > 0);
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
    assert_true(r[i].setup > 0 && r[i].second_setup > 0);
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
      cmocka_unit_test(scenes_say_regimes_in_our_words),
      cmocka_unit_test(every_scene_has_a_workload),
      cmocka_unit_test(every_instrument_is_played),
      cmocka_unit_test(tunes_are_played),
      cmocka_unit_test(what_was_not_played_is_not_heard),
      cmocka_unit_test(a_workload_that_is_silent_is_none),
      cmocka_unit_test(times_add_up),
      cmocka_unit_test(bad_workloads_say_why),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
