/* SPDX-License-Identifier: BSD-3-Clause */
/* What hosts do to a core while it sounds: modulation that leaves the value alone, a trigger that
 * rises again, an engine that takes over, a reset. Each against a second core or a formula. */
#include "core/inside.h"
#include "core/level.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 128, FADE = 512 };

static float sound[2][2][BLOCK]; /* of two cores, of two sides */

static rosin_core *open_core(const char *scene) {
  rosin_error error = {""};
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c || rosin_core_prepare(c, RATE, &error))
    fail_msg("%s", error.text);
  return c;
}

static void run(rosin_core *c, int which) {
  rosin_core_process(c, (float *const[]){sound[which][0], sound[which][1]}, BLOCK);
}

static void set(rosin_core *c, const char *name, double value) {
  rosin_core_set(c, 0, rosin_core_find(c, name), value);
}

/* Whether two cores give the same samples for so many blocks, and any. */
static int same(rosin_core *a, rosin_core *b, int blocks, int *heard) {
  int is_same = 1;
  for (int i = 0; i < blocks; i++) {
    run(a, 0);
    run(b, 1);
    is_same &= !memcmp(sound[0], sound[1], sizeof sound[0]);
    *heard |= fabsf(sound[0][0][BLOCK - 1]) > 1e-4F;
  }
  return is_same;
}

static void modulation_adds_and_does_not_set(void **state) {
  (void)state;
  rosin_core *a = open_core("saw"), *b = open_core("saw");
  const int pressure = rosin_core_find(a, "pressure");
  const rosin_parameter *row = rosin_core_parameter(a, pressure);
  const double before = rosin_core_get(a, pressure), far = 0.2 * (row->high - before);
  char *state_before = rosin_core_save(a);
  int heard = 0;
  set(a, "trigger", 1);
  set(b, "trigger", 1);
  for (int k = 2; k >= 0; k--) { /* another amount stands in its place; 0 ends it */
    rosin_core_modulate(a, 7, pressure, k * far);
    rosin_core_set(b, 7, pressure, before + k * far);
    assert_true(same(a, b, 40, &heard));
    assert_true(rosin_core_get(a, pressure) == before);
  }
  assert_true(heard);
  set(a, "trigger", 0); /* as the first text has it */
  char *state_after = rosin_core_save(a);
  assert_string_equal(state_before, state_after);
  rosin_core_modulate(a, 0, pressure, 10 * row->high); /* within the range, as a value */
  rosin_core_set(b, 0, pressure, row->high);
  set(b, "trigger", 0);
  assert_true(same(a, b, 40, &heard));
  free(state_before);
  free(state_after);
  rosin_core_free(a);
  rosin_core_free(b);
}

static void only_a_rise_triggers(void **state) {
  (void)state;
  rosin_core *c = open_core("chalk");
  run(c, 0);
  assert_true(rosin_core_at(c) < 0);
  set(c, "trigger", 0.6);
  for (int i = 0; i < 100; i++)
    run(c, 0);
  const double far = rosin_core_at(c);
  assert_true(far > 0.25);
  set(c, "trigger", 0.9); /* it is up already */
  run(c, 0);
  assert_true(rosin_core_at(c) > far);
  set(c, "trigger", 0.4);
  run(c, 0);
  assert_true(rosin_core_at(c) > far);
  set(c, "trigger", 1);
  run(c, 0);
  assert_true(rosin_core_at(c) >= 0 && rosin_core_at(c) < 0.01);
  for (int i = 0; i < 100; i++)
    run(c, 0);
  const unsigned char on[] = {0x90, 60, 90}, mute[] = {0x90, 60, 0};
  rosin_core_midi(c, 0, mute, 3);
  run(c, 0);
  assert_true(rosin_core_at(c) > far);
  rosin_core_midi(c, 0, on, 3);
  run(c, 0);
  assert_true(rosin_core_at(c) < 0.01);
  rosin_core_free(c);
}

/* The old engine goes in a straight line of 512 frames, from what it was; the new one, in which
 * what rang rings on, comes by no more than that. */
static void an_engine_fades_out_as_another_comes(void **state) {
  (void)state;
  rosin_error error;
  rosin_core *c = open_core("wine-glass"), *alone = open_core("wine-glass");
  set(c, "trigger", 1);
  set(alone, "trigger", 1);
  for (int i = 0; i < 300; i++) {
    if (i == 150) {
      set(c, "trigger", 0);
      set(alone, "trigger", 0);
    }
    run(c, 0);
    run(alone, 1);
  }
  rosin_core_put(c, rosin_core_find(c, "size"), 45);
  assert_true(rosin_core_stale(c));
  rosin_engine *engine = rosin_core_build(c, &error);
  assert_non_null(engine);
  rosin_core_swap(c, engine);
  double loudest = 0, most = 0; /* of the new one, at its full level */
  for (int at = 0; at < FADE; at += BLOCK) {
    run(c, 0);
    run(alone, 1);
    for (int i = 0; i < BLOCK; i++) {
      const double share = (double)(at + i) / FADE, old = (double)sound[1][0][i];
      const double rest = fabs((double)sound[0][0][i] - (1 - share) * old);
      loudest = fmax(loudest, fabs(old));
      assert_true(share > 0 || rest < 1e-6);
      most = fmax(most, share > 0 ? (rest - 1e-6) / share : 0);
    }
    assert_int_equal(rosin_core_settled(c), 0);
  }
  assert_true(loudest > 1e-4 && most < 3 * loudest);
  run(c, 0);
  run(c, 0);
  rosin_engine *gone = rosin_core_retired(c);
  assert_non_null(gone);
  rosin_engine_free(gone);
  assert_int_equal(rosin_core_settled(c), 1);
  rosin_core_free(c);
  rosin_core_free(alone);
}

/* After modulation, a trigger that stayed up, a level on its way and a pedal: at rest, and what is
 * played then is what a new one gives. */
static void a_reset_forgets_all_but_values(void **state) {
  (void)state;
  static const char *const scenes[] = {"chalk", "cello"};
  for (int k = 0; k < 2; k++) {
    rosin_core *used = open_core(scenes[k]), *fresh = open_core(scenes[k]);
    const unsigned char on[] = {0x90, 52, 90}, bend[] = {0xe0, 0, 127}, pedal[] = {0xb0, 64, 127};
    for (int i = 0; i < 2; i++) /* the range of the bend is chosen, and not told */
      rosin_core_midi(used, 3, (const unsigned char[]){0xb0, (unsigned char)(101 - i), 0}, 3);
    rosin_core_midi(used, 3, pedal, 3);
    rosin_core_midi(used, 3, on, 3);
    rosin_core_midi(used, 9, bend, 3);
    rosin_core_modulate(used, 0, rosin_core_find(used, "pressure"), 0.4);
    for (int i = 0; i < 60; i++)
      run(used, 0);
    rosin_core_set(used, 5, rosin_core_find(used, "level"), -20);
    run(used, 0);
    rosin_core_set(used, 100, rosin_core_find(used, "level"), 0);
    rosin_core_midi(used, 100, on, 3); /* to come */
    rosin_core_reset(used);
    int heard = 0;
    assert_true(same(used, fresh, 20, &heard));
    assert_false(heard);
    for (int i = 0; i < 2; i++) {
      rosin_core *c = i ? fresh : used;
      rosin_core_midi(c, 20, (const unsigned char[]){0xb0, 6, 24}, 3); /* to nobody */
      rosin_core_midi(c, 30, on, 3);
      rosin_core_midi(c, 40, (const unsigned char[]){0xe0, 0, 100}, 3);
    }
    assert_true(same(used, fresh, 150, &heard));
    assert_true(heard);
    rosin_core_free(used);
    rosin_core_free(fresh);
  }
}

/* In a straight line of 256 frames, from where it is. */
static void a_level_glides(void **state) {
  (void)state;
  enum { GLIDE = 256 };
  float gain[3 * GLIDE];
  rosin_level l = {0};
  rosin_level_start(&l, 1);
  rosin_level_set(&l, 10, 0.25F);
  rosin_level_run(&l, 3 * GLIDE, gain);
  for (int i = 0; i < 3 * GLIDE; i++) {
    const double share = fmin(fmax((i - 9) / (double)GLIDE, 0), 1);
    assert_true(fabs((double)gain[i] - (1 - 0.75 * share)) < 1e-5);
  }
  assert_true(gain[9] == 1 && gain[3 * GLIDE - 1] == 0.25F);
  rosin_level_set(&l, 0, 1); /* turned round half-way: it goes on from there */
  rosin_level_set(&l, GLIDE / 2, 0);
  rosin_level_run(&l, 2 * GLIDE, gain);
  double before = 0.25;
  for (int i = 0; i < 2 * GLIDE; i++) {
    assert_true(fabs((double)gain[i] - before) < 1.5 / GLIDE);
    before = (double)gain[i];
  }
  assert_true(gain[2 * GLIDE - 1] == 0);
  for (int i = 0; i < ROSIN_LEVEL_CHANGES + 9; i++) /* of too many the last counts */
    rosin_level_set(&l, 5, i == ROSIN_LEVEL_CHANGES + 8 ? 0.5F : 1);
  rosin_level_run(&l, 2 * GLIDE, gain);
  assert_true(gain[2 * GLIDE - 1] == 0.5F && l.changes == 0);
}

/* What has been moved is told from the frame on at which it has taken effect. An
 * instrument has no gesture to trigger. */
static void a_core_tells_of_its_engine(void **state) {
  (void)state;
  rosin_core *c = open_core("cello");
  assert_int_equal(rosin_core_find(c, "trigger"), -1);
  assert_int_equal(rosin_core_find(c, "continuous"), -1);
  const int vibrato = rosin_core_find(c, "vibrato");
  set(c, "vibrato", 40);
  rosin_core_midi(c, 0, (const unsigned char[]){0xb0, 77, 0}, 3);
  assert_true(rosin_core_moved(c, vibrato) == 40);
  rosin_core_process(c, (float *const[]){sound[0][0], sound[0][1]}, ROSIN_CORE_GRID);
  assert_true(rosin_core_moved(c, vibrato) == 0 && rosin_core_get(c, vibrato) == 40);
  rosin_core_free(c);
}

/* Each engine that takes over fades in from nothing; a value that waits alone is not forgotten. */
static void each_engine_fades_from_nothing(void **state) {
  (void)state;
  rosin_error error;
  rosin_core *c = open_core("wine-glass");
  const int size = rosin_core_find(c, "size");
  set(c, "trigger", 1);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 150; i++)
      run(c, 0);
    rosin_engine_free(rosin_core_retired(c));
    assert_int_equal(rosin_core_settled(c), 1);
    rosin_core_put(c, size, 45 + k);
    rosin_core_swap(c, rosin_core_build(c, &error));
    assert_non_null(c->fading);
    assert_int_equal(c->faded, 0);
    run(c, 0);
    assert_int_equal(c->faded, BLOCK);
  }
  rosin_core_set_offline(c, 1);
  rosin_core_set(c, 900, size, 40);
  assert_true(rosin_core_get(c, size) == 47);
  rosin_core_set_offline(c, 0);
  assert_true(rosin_core_get(c, size) == 40);
  rosin_core_free(c);
}

static void a_level_triggers_nothing(void **state) {
  (void)state;
  rosin_core *c = open_core("chalk");
  set(c, "level", -3);
  set(c, "level", 3);
  run(c, 0);
  assert_true(rosin_core_at(c) < 0);
  assert_true(rosin_core_tail(c) > rosin_core_duration(c) && rosin_core_duration(c) > 1);
  rosin_core_free(c);
}

static void what_is_not_prepared_is_silent(void **state) {
  (void)state;
  rosin_error error;
  rosin_core *c = rosin_core_new("chalk", &error);
  assert_non_null(c);
  rosin_core_reset(c);
  rosin_core_trigger(c, 0);
  rosin_core_midi(c, 0, (const unsigned char[]){0x90, 60, 90}, 3);
  set(c, "trigger", 1);
  sound[0][0][0] = 1;
  run(c, 0);
  for (int i = 0; i < BLOCK; i++)
    assert_true(sound[0][0][i] == 0 && sound[0][1][i] == 0);
  rosin_core_free(c);
}

static void turn_size(rosin_core *c, double value) {
  rosin_core_put(c, rosin_core_find(c, "size"), value);
}

static void begin(rosin_core *c) {
  set(c, "trigger", 0);
  run(c, 0);
  set(c, "trigger", 1);
}

/* A reset in the midst of a fade: the engine that faded comes back, and the other begins as one
 * does that never took over. */
static void a_reset_ends_a_fade(void **state) {
  (void)state;
  rosin_core *a = open_core("wine-glass"), *b = rosin_core_new("wine-glass", NULL);
  int heard = 0;
  begin(a);
  for (int i = 0; i < 40; i++)
    run(a, 0);
  turn_size(a, 45);
  run(a, 0);
  assert_true(rosin_core_stale(a));
  rosin_core_swap(a, rosin_core_build(a, NULL));
  run(a, 0);
  assert_false(rosin_core_settled(a));
  assert_null(rosin_core_retired(a));
  rosin_core_reset(a);
  rosin_engine *before = rosin_core_retired(a);
  assert_non_null(before);
  assert_true(rosin_core_settled(a));
  rosin_engine_free(before);
  turn_size(b, 45);
  assert_int_equal(rosin_core_prepare(b, RATE, NULL), 0);
  begin(a);
  run(b, 0);
  set(b, "trigger", 1);
  assert_true(same(a, b, 60, &heard) && heard);
  rosin_core_free(a);
  rosin_core_free(b);
}

/* What was told of a frame that has not come is there after a reset. */
static void a_reset_forgets_no_value(void **state) {
  (void)state;
  rosin_core *c = open_core("wine-glass");
  rosin_core_set_offline(c, 1);
  rosin_core_set(c, 10 * BLOCK, rosin_core_find(c, "size"), 45);
  run(c, 0);
  rosin_core_reset(c);
  assert_true(rosin_core_get(c, rosin_core_find(c, "size")) == 45);
  rosin_core_free(c);
}

/* An instrument's engine that takes over at rest plays as the one did that it took over from. */
static void an_instrument_is_taken_over(void **state) {
  (void)state;
  rosin_core *a = open_core("cello"), *b = open_core("cello");
  int heard = 0;
  for (int k = 0; k < 2; k++) {
    rosin_core *c = k ? b : a;
    set(c, "vibrato", 40);
    set(c, "dynamics", 0.9);
    run(c, 0);
  }
  rosin_core_swap(a, rosin_core_build(a, NULL));
  rosin_core_reset(b);
  assert_true(same(a, b, 1 + FADE / BLOCK, &heard) && !heard);
  rosin_engine *before = rosin_core_retired(a);
  assert_non_null(before);
  rosin_engine_free(before);
  for (int k = 0; k < 2; k++)
    rosin_core_midi(k ? b : a, 5, (const unsigned char[]){0x90, 50, 100}, 3);
  assert_true(same(a, b, 100, &heard) && heard);
  /* the next hears of what moves it, as if nobody had been told */
  const int row = rosin_core_find(a, "dynamics");
  for (int k = 0; k < 2; k++) {
    if (k)
      rosin_core_swap(a, rosin_core_build(a, NULL));
    rosin_core_modulate(a, 0, row, -0.3);
    run(a, 0);
    assert_true(fabs(rosin_core_moved(a, row) - 0.6) < 1e-9);
  }
  rosin_core_free(a);
  rosin_core_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(modulation_adds_and_does_not_set),
      cmocka_unit_test(only_a_rise_triggers),
      cmocka_unit_test(an_engine_fades_out_as_another_comes),
      cmocka_unit_test(a_reset_forgets_all_but_values),
      cmocka_unit_test(a_level_glides),
      cmocka_unit_test(a_core_tells_of_its_engine),
      cmocka_unit_test(each_engine_fades_from_nothing),
      cmocka_unit_test(a_level_triggers_nothing),
      cmocka_unit_test(what_is_not_prepared_is_silent),
      cmocka_unit_test(a_reset_ends_a_fade),
      cmocka_unit_test(a_reset_forgets_no_value),
      cmocka_unit_test(an_instrument_is_taken_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
