/* SPDX-License-Identifier: BSD-3-Clause */
/* A sound that drives a scene, as a host hands it to a core: off at first, the same bits whatever
 * the blocks, later by what is told, safe whatever it is, also where it is what comes out. */
#include "plugin/list.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, FRAMES = 48000, MOST = 700, PUSH = 1, SPEED, FORCE };

static float sound[2][FRAMES], made[2][FRAMES], other[2][FRAMES];

static void noise(double level) {
  unsigned seed = 7;
  for (int i = 0; i < FRAMES; i++)
    for (int k = 0; k < 2; k++)
      sound[k][i] =
          (float)(level * ((double)((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 23) - 1));
}

static rosin_core *opened(const char *scene, double input) {
  rosin_error error;
  rosin_core *core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  rosin_core_set_take(core, 1);
  rosin_core_put(core, rosin_core_find(core, "input"), input);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  return core;
}

static void set(rosin_core *core, const char *name, double value) {
  assert_true(rosin_core_find(core, name) >= 0);
  rosin_core_set(core, 0, rosin_core_find(core, name), value);
}

/* `block` frames a call, 0: by chance; what comes in is where it goes out, as hosts may have it. */
static void run(rosin_core *core, int block, float to[2][FRAMES]) {
  unsigned seed = 3;
  memmove(to, sound, sizeof sound);
  for (int at = 0; at < FRAMES;) {
    int now = block ? block : 1 + (int)((seed = seed * 1664525u + 1013904223u) >> 8) % MOST;
    now = now < FRAMES - at ? now : FRAMES - at;
    float *const out[2] = {to[0] + at, to[1] + at};
    rosin_core_hear(core, (const float *const *)out, 2, now);
    rosin_core_process(core, out, now);
    at += now;
  }
}

static double peak(float x[2][FRAMES], int from) {
  double most = 0;
  for (int k = 0; k < 2; k++)
    for (int i = from; i < FRAMES; i++) {
      assert_true(isfinite(x[k][i]));
      most = fmax(most, fabs((double)x[k][i]));
    }
  return most;
}

/* ---- off ----------------------------------------------------------------------------------- */

/* A session of before says nothing of it, and sounds as it did, whatever a host has connected. */
static void it_is_off_until_somebody_wants_it(void **state) {
  (void)state;
  rosin_error error;
  noise(1);
  for (int k = 0; k < 2; k++) {
    rosin_core *core = opened(k ? "oak-door" : "violin", 0);
    assert_int_equal(rosin_core_load(core, "rosin-state 1\nset level -6\nend\n", &error), 0);
    assert_true(rosin_core_get(core, rosin_core_find(core, "input")) == 0);
    assert_int_equal(rosin_core_stale(core), 0);
    assert_int_equal(rosin_core_input_delay(core), 0);
    run(core, 256, made);
    assert_true(peak(made, 0) == 0); /* an effect waits, an instrument is silent */
    assert_int_equal(rosin_core_unfit(core), 0);
    rosin_core_free(core);
  }
  rosin_core *core = rosin_core_new("oak-door", &error); /* nobody added it */
  assert_int_equal(rosin_core_find(core, "input"), -1);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  run(core, 256, made);
  assert_true(peak(made, 0) == 0);
  rosin_core_free(core);
}

/* ---- on ------------------------------------------------------------------------------------ */

static void blocks_change_no_bit(void **state) {
  static const struct {
    const char *scene;
    int input;
  } all[] = {{"violin", PUSH},
             {"oak-door", PUSH},
             {"rope", PUSH},
             {"wine-glass", SPEED},
             {"wine-glass", FORCE}};
  (void)state;
  noise(0.3);
  for (int k = 0; k < 2; k++)
    memset(sound[k] + 9000, 0,
           34000 * sizeof *sound[k]); /* longer than a rope's tail, and asleep */
  for (size_t i = 0; i < sizeof all / sizeof *all; i += SHARE) {
    rosin_core *core = opened(all[i].scene, all[i].input);
    set(core, "level", 0);
    if (all[i].input != PUSH)
      rosin_core_trigger(core, 0);
    run(core, 1, made);
    assert_true(peak(made, 0) > 1e-4);
    for (int block = 0; block < 700; block += 333) {
      rosin_core_reset(core);
      if (all[i].input != PUSH)
        rosin_core_trigger(core, 0);
      run(core, block, other);
      assert_memory_equal(made, other, sizeof made);
    }
    rosin_core_free(core);
  }
}

/* A click is heard no sooner than is told, and so soon after that no more than a way through the
 * air of the scene's microphones lies between. */
static void it_is_as_late_as_it_tells(void **state) {
  static const char *const scenes[] = {"wine-glass", "cymbal"}; /* without and with a decimator */
  (void)state;
  for (int s = 0; s < 2; s++) {
    rosin_core *core = opened(scenes[s], PUSH);
    const int late = rosin_core_latency(core) + rosin_core_input_delay(core);
    memset(sound, 0, sizeof sound);
    sound[0][3000] = sound[1][3000] = 1;
    run(core, 0, made);
    double before = 0, most = peak(made, 0);
    for (int i = 0; i < 3000 + late - 20; i++) /* filters ring before a click, too */
      before = fmax(before, fabs((double)made[0][i]));
    int first = 0;
    while (fabs((double)made[0][first]) < 0.02 * most)
      first++;
    assert_true(rosin_core_input_delay(core) > 0 && before < 2e-3 * most);
    assert_true(first >= 3000 + late - 20 && first < 3000 + late + 20);
    rosin_core_free(core);
  }
}

/* Mono is what both sides are; the mean of two is heard. */
static void sides_are_one(void **state) {
  (void)state;
  noise(0.1);
  rosin_core *core = opened("wine-glass", PUSH);
  run(core, 256, made);
  for (int i = 0; i < FRAMES; i++) {
    const float mean = (sound[0][i] + sound[1][i]) / 2;
    sound[0][i] = sound[1][i] = mean;
  }
  rosin_core_reset(core);
  run(core, 256, other);
  assert_memory_equal(made, other, sizeof made);
  const float *const mono[] = {sound[0]}, *const right[] = {NULL, sound[1]};
  rosin_core_reset(core);
  for (int at = 0; at < FRAMES; at += 500) {
    float *const out[2] = {other[0] + at, other[1] + at};
    const float *const now[] = {mono[0] + at};
    rosin_core_hear(core, now, 1, 500);
    rosin_core_process(core, out, 500);
  }
  assert_memory_equal(made, other, sizeof made);
  rosin_core_reset(core);
  rosin_core_hear(core, right, 2,
                  FRAMES); /* one side alone is heard whole; more than a call of it */
  float *const out[2] = {other[0], other[1]};
  rosin_core_process(core, out, FRAMES);
  assert_memory_equal(made, other, sizeof made);
  rosin_core_free(core);
}

/* Its gain is heard from its frame on, and is a level as any other. */
static void its_gain_is_a_level(void **state) {
  (void)state;
  noise(0.01);
  rosin_core *core = opened("wine-glass", PUSH);
  run(core, 256, made);
  rosin_core_reset(core);
  set(core, "input_gain", 6);
  rosin_core_reset(core);
  run(core, 256, other);
  assert_true(fabs(20 * log10(peak(other, 0) / peak(made, 0)) - 6) < 0.01);
  set(core, "input_gain", 0);
  rosin_core_reset(core);
  set(core, "input_gain", 6);
  run(core, 0, made);
  rosin_core_put(core, rosin_core_find(core, "input_gain"), 0);
  rosin_core_reset(core);
  set(core, "input_gain", 6);
  run(core, 1, other);
  assert_memory_equal(made, other, sizeof made);
  rosin_core_free(core);
}

/* What drives a scene is no preset's business, as chance and the limiter are none. */
static void presets_leave_it(void **state) {
  (void)state;
  rosin_error error;
  for (int k = 0; k < 2; k++) {
    rosin_core *core = opened(k ? "wine-glass" : "violin", PUSH);
    set(core, "input_gain", 7);
    assert_int_equal(rosin_core_take_preset(core, 1, &error), 0);
    assert_true(rosin_core_get(core, rosin_core_find(core, "input")) == PUSH);
    assert_true(rosin_core_get(core, rosin_core_find(core, "input_gain")) == 7);
    rosin_core_free(core);
  }
}

/* It is there without a gesture; a gesture begins beside it, and ends, and it goes on. */
static void an_effect_is_driven_with_and_without_its_gesture(void **state) {
  (void)state;
  noise(0.05);
  rosin_core *core = opened("oak-door", PUSH);
  run(core, 256, made);
  assert_true(peak(made, FRAMES - 4000) > 1e-3);
  assert_true(rosin_core_at(core) < 0); /* the gesture has not begun */
  rosin_core_trigger(core, 0);
  run(core, 256, other);
  assert_true(rosin_core_at(core) > 0);
  assert_true(memcmp(made, other, sizeof made) != 0);
  rosin_core_let_go(core, 0);
  for (int i = 0; i < 1 + rosin_core_tail(core); i++) /* longer than it would ring */
    run(core, 256, other);
  assert_true(peak(other, 0) > 1e-3);
  memset(sound, 0, sizeof sound);
  for (int i = 0; i < 30; i++)
    run(core, 256, other);
  assert_true(peak(other, 0) == 0); /* silence makes it sleep, to the bit */
  assert_int_equal(rosin_core_rests(core), 1);
  float click[16] = {[15] = 1}, *const out[2] = {other[0], other[1]};
  const float *const in[] = {click};
  rosin_core_hear(core, in, 1, 16); /* less than its delay: a host may not let it sleep on that */
  rosin_core_process(core, out, 16);
  assert_int_equal(rosin_core_rests(core), 0);
  noise(0.05);
  run(core, 256, other);
  assert_int_equal(rosin_core_rests(core), 0);
  assert_true(peak(other, FRAMES - 4000) > 1e-3); /* and sound wakes it */
  rosin_core_free(core);
}

/* Switched on while it sounds, in a call that may take its time: at a frame, the same twice. */
static void it_is_switched_while_it_sounds(void **state) {
  (void)state;
  noise(0.05);
  rosin_core *core = opened("wine-glass", 0);
  rosin_core_set_offline(core, 1);
  for (int turn = 0; turn < 2; turn++) {
    rosin_core_set(core, 0, rosin_core_find(core, "input"), 0);
    float(*to)[FRAMES] = turn ? other : made;
    run(core, turn ? 333 : 256, to);
    rosin_core_reset(core);
    rosin_core_set(core, 0, rosin_core_find(core, "input"), PUSH);
    run(core, turn ? 333 : 256, to);
    assert_true(rosin_core_input_delay(core) > 0 && peak(to, FRAMES - 4000) > 1e-3);
  }
  assert_memory_equal(made, other, sizeof made);
  rosin_core_free(core);
}

/* What has begun goes on where it is as it is switched. */
static void a_gesture_goes_on(void **state) {
  (void)state;
  memset(sound, 0, sizeof sound);
  rosin_core *core = opened("oak-door", 0);
  rosin_core_set_offline(core, 1);
  rosin_core_trigger(core, 0);
  run(core, 256, made);
  rosin_core_set(core, 0, rosin_core_find(core, "input"), PUSH);
  const double at = rosin_core_at(core), before = peak(made, 0);
  run(core, 256, other);
  assert_true(rosin_core_input_delay(core) > 0);
  assert_true(fabs(rosin_core_at(core) - at - (double)FRAMES / RATE) < 0.01);
  assert_true(peak(other, 0) > 0.05 * before);
  rosin_core_free(core);
}

/* ---- whatever it is ------------------------------------------------------------------------ */

static void what_is_no_number_is_silence(void **state) {
  static const float odd[] = {NAN, -NAN, INFINITY, -INFINITY, 2e30F, -3e38F};
  (void)state;
  rosin_core *core = opened("violin", PUSH);
  noise(0.1);
  for (int i = 0; i < 6; i++)
    sound[0][1000 + 7 * i] = sound[1][1000 + 7 * i] = 0;
  run(core, 256, made);
  for (int i = 0; i < 6; i++)
    sound[0][1000 + 7 * i] = sound[1][1000 + 7 * i] = odd[i];
  rosin_core_reset(core);
  run(core, 256, other);
  assert_memory_equal(made, other, sizeof made);
  assert_int_equal(rosin_core_unfit(core), 12);
  assert_int_equal(rosin_core_rescued(core), 0);
  rosin_core_free(core);
}

/* + 40 dBFS, a constant, both, and numbers as large as floats have that are still sums. */
static void nothing_is_too_loud_for_it(void **state) {
  static const double levels[] = {100, 1e6, 9e29};
  static const char *const scenes[] = {"violin", "wine-glass", "oak-door", "saw"};
  (void)state;
  for (int s = 0; s < 4; s++)
    for (int input = PUSH; input <= FORCE; input++) {
      if ((s + input) % SHARE)
        continue;
      rosin_core *core = opened(scenes[s], input);
      set(core, "input_gain", 40);
      if (s)
        rosin_core_trigger(core, 0);
      for (int l = 0; l < 4; l++) {
        noise(l < 3 ? levels[l] : 0);
        for (int i = 0; l == 3 && i < FRAMES; i++)
          sound[0][i] = sound[1][i] = 1; /* a constant */
        run(core, 512, made);
        assert_true(peak(made, 0) <= (double)0.99F);
      }
      assert_int_equal(rosin_core_rescued(core), 0);
      assert_int_equal(rosin_core_unfit(core), 0);
      rosin_core_free(core);
    }
}

/* What comes out comes in again, louder, for ten seconds. */
static void feedback_stays_below_full_scale(void **state) {
  static const char *const scenes[] = {"violin", "wine-glass", "cymbal"};
  (void)state;
  for (int s = 0; s < 3; s += SHARE)
    for (int limits = 0; limits < 2; limits++) {
      rosin_core *core = opened(scenes[s], PUSH);
      double most = 0;
      set(core, "limiter", limits);
      set(core, "input_gain", 40);
      noise(1e-4);
      for (int turn = 0; turn < 10 / SHARE; turn++) {
        for (int at = 0; at < FRAMES; at += 240) { /* 5 ms, as of a sound card */
          float *const in[2] = {sound[0] + at, sound[1] + at};
          float *const out[2] = {made[0] + at, made[1] + at};
          rosin_core_hear(core, (const float *const *)in, 2, 240);
          rosin_core_process(core, out, 240);
          const int next = (at + 240) % FRAMES;
          for (int k = 0; k < 2; k++)
            memcpy(sound[k] + next, made[k] + at, 240 * sizeof(float));
        }
        most = fmax(most, peak(made, 0));
      }
      assert_true(most > 10 * 1e-4 && isfinite(most)); /* it howls, */
      assert_true(limits ? most <= (double)0.99F
                         : most < 1e3); /* and no louder than a shaker shakes */
      assert_int_equal(rosin_core_rescued(core), 0);
      rosin_core_free(core);
    }
}

/* ---- where it cannot ----------------------------------------------------------------------- */

static rosin_scene *parsed(const char *text) {
  char *errors;
  rosin_scene *scene = rosin_scene_parse(text, "x.cfg", 0, NULL, &errors);
  assert_non_null(scene);
  return scene;
}

static void a_scene_that_cannot_says_why(void **state) {
  static const struct {
    const char *text;
    int input;
    const char *why;
  } all[] = {{"layers = { a = { scene = \"chalk\"; }; };", PUSH, "no body of its own"},
             {"layers = { a = { scene = \"chalk\"; }; };", SPEED, "no contact of its own"},
             {"modals = { b = { modes = ( { frequency = 300.0; q = 9.0; mass = 0.1; } ); }; };"
              "contacts = { hop = { a = \"-\"; b = \"b\"; law = { type = \"impact\"; }; }; };"
              "outputs = ( { signal = \"b.velocity@0\"; } );",
              FORCE, "no contact of its own that a sound could press"}};
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    rosin_error error;
    rosin_scene *scene = parsed(all[i].text);
    const rosin_core_source source = {.given = scene};
    char *errors;
    rosin_core *core = rosin_core_open(&source, &errors);
    rosin_core_add_input(core);
    rosin_core_add_input(core); /* once */
    rosin_core_put(core, rosin_core_find(core, "input"), all[i].input);
    assert_int_equal(rosin_core_prepare(core, RATE, &error), -1);
    assert_non_null(strstr(error.text, all[i].why));
    rosin_core_free(core);
    rosin_scene_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_off_until_somebody_wants_it),
      cmocka_unit_test(blocks_change_no_bit),
      cmocka_unit_test(it_is_as_late_as_it_tells),
      cmocka_unit_test(sides_are_one),
      cmocka_unit_test(its_gain_is_a_level),
      cmocka_unit_test(presets_leave_it),
      cmocka_unit_test(an_effect_is_driven_with_and_without_its_gesture),
      cmocka_unit_test(it_is_switched_while_it_sounds),
      cmocka_unit_test(a_gesture_goes_on),
      cmocka_unit_test(what_is_no_number_is_silence),
      cmocka_unit_test(nothing_is_too_loud_for_it),
      cmocka_unit_test(feedback_stays_below_full_scale),
      cmocka_unit_test(a_scene_that_cannot_says_why),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
