/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys that play an effect: a take of its own for each note, at the key's pitch, with the
 * velocity's effort, held for as long as the key; and as version 0.2 had it where a state says
 * nothing. */
#include "core/inside.h"
#include "core/presets.h"
#include "course.h"
#include "pi.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, CALL = 256, LONGEST = 10 * RATE, RINGS = RATE / 2 };

static rosin_error error;
static double sound[LONGEST], other[LONGEST]; /* the mean of the channels */

static rosin_core *open_effect(const char *scene) {
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c)
    fail_msg("%s", error.text);
  rosin_core_add_seed(c);
  if (rosin_core_prepare(c, RATE, &error))
    fail_msg("%s", error.text);
  return c;
}

static void put(rosin_core *c, const char *name, double value) {
  assert_true(rosin_core_find(c, name) >= 0);
  rosin_core_put(c, rosin_core_find(c, name), value);
}

static void tell(rosin_core *c, int status, int first, int second) {
  const unsigned char message[3] = {(unsigned char)status, (unsigned char)first,
                                    (unsigned char)second};
  rosin_core_midi(c, 0, message, 3);
}

/* The next frames, in calls of so many, to `to`. */
static void run(rosin_core *c, double *to, double seconds, int call) {
  float out[2 * CALL];
  const int end = (int)(seconds * RATE), channels = rosin_core_channels(c);
  for (int at = 0; at < end;) {
    const int now = end - at < call ? end - at : call;
    rosin_core_process_frames(c, out, now);
    for (int i = 0; i < now; i++)
      to[at + i] = 0.5 * ((double)out[channels * i] + (double)out[channels * i + channels - 1]);
    at += now;
  }
}

static double level(const double *of, double from, double seconds) {
  double sum = 0;
  for (int i = (int)(from * RATE); i < (int)((from + seconds) * RATE); i++)
    sum += of[i] * of[i];
  return 10 * log10(sum / (seconds * RATE) + 1e-30);
}

static int are_same(double seconds) {
  return memcmp(sound, other, (size_t)(seconds * RATE) * sizeof *sound) == 0;
}

/* Hz of the strongest partial in a piece (Goertzel). */
static double strongest(const double *of, int from, double low, double high) {
  static double piece[RINGS];
  double best = 0, found = 0;
  for (int i = 0; i < RINGS; i++)
    piece[i] = of[from + i] * (1 - cos(2 * pi * (i + 0.5) / RINGS));
  for (double f = low; f < high; f *= 1.001) {
    const double turn = 2 * cos(2 * pi * f / RATE);
    double now = 0, last = 0;
    for (int i = 0; i < RINGS; i++) {
      const double next = piece[i] + turn * now - last;
      last = now;
      now = next;
    }
    const double power = now * now + last * last - turn * now * last;
    if (power > best) {
      best = power;
      found = f;
    }
  }
  return found;
}

/* ---- as it was --------------------------------------------------------------------------- */

/* The middle key at 80 is what the trigger plays. */
static void the_middle_key_is_the_scene(void **state) {
  static const char *const scenes[] = {"door-hinge-slow", "wine-glass", "ricochet", "train"};
  (void)state;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
    rosin_core *c = open_effect(scenes[i]);
    rosin_core_trigger(c, 0);
    run(c, sound, 0.5, CALL);
    rosin_core_free(c);
    c = open_effect(scenes[i]);
    put(c, "key_hold", 0);
    tell(c, 0x90, 60, 80);
    run(c, other, 0.5, 100);
    assert_true(are_same(0.5));
    rosin_core_free(c);
  }
}

/* A state of a time without has them at 0: any key, any velocity, each time the same, until it is
 * up. */
static void a_state_without_them_plays_as_before(void **state) {
  (void)state;
  rosin_core *c = open_effect("floorboard");
  assert_int_equal(rosin_core_load(c, "rosin-state 1\nscene floorboard\nend\n", &error), 0);
  assert_true(rosin_core_get(c, rosin_core_find(c, "key_range")) == 0);
  tell(c, 0x90, 79, 10);
  run(c, sound, 0.5, CALL);
  rosin_core_reset(c);
  tell(c, 0x90, 30, 127);
  tell(c, 0x80, 30, 0);
  tell(c, 0x90, 30, 127);
  run(c, other, 0.5, CALL);
  assert_true(are_same(0.5));
  tell(c, 0x80, 30, 0);
  run(c, other, 4, CALL);
  assert_true(level(other, 3.5, 0.5) < -90);
  rosin_core_free(c);
}

static void a_state_keeps_them(void **state) {
  (void)state;
  rosin_core *c = open_effect("rope"), *d = open_effect("rope");
  put(c, "key_range", 0.25);
  put(c, "key_round", 0);
  char *text = rosin_core_save(c);
  assert_int_equal(rosin_core_load(d, text, &error), 0);
  assert_true(rosin_core_get(d, rosin_core_find(d, "key_range")) == 0.25);
  assert_true(rosin_core_get(d, rosin_core_find(d, "key_round")) == 0);
  assert_true(rosin_core_get(d, rosin_core_find(d, "key_effort")) == 1);
  free(text);
  rosin_core_free(c);
  rosin_core_free(d);
}

static void a_preset_leaves_them(void **state) {
  (void)state;
  rosin_core *c = open_effect("door-hinge-slow");
  put(c, "key_range", 0.25);
  put(c, "key_hold", 0);
  assert_int_equal(rosin_core_take_preset(c, 0, &error), 0);
  assert_true(rosin_core_get(c, rosin_core_find(c, "push")) == 6);
  assert_true(rosin_core_get(c, rosin_core_find(c, "key_range")) == 0.25);
  assert_true(rosin_core_get(c, rosin_core_find(c, "key_hold")) == 0);
  assert_true(rosin_core_get(c, rosin_core_find(c, "key_round")) == 1);
  int first[ROSIN_CORE_FIRST];
  assert_int_equal(rosin_core_first(c, first), 4); /* nor are they what hands want first */
  rosin_core_free(c);
}

/* ---- pitch, effort ------------------------------------------------------------------------- */

static double sings(rosin_core *c, int key, double hertz) {
  rosin_core_reset(c);
  tell(c, 0x90, key, 80);
  run(c, sound, 1.2, CALL);
  return strongest(sound, RATE / 2, 0.8 * hertz, 1.25 * hertz);
}

/* Frequencies go by the key; what a hand feels does not, so that it is about as loud. */
static void keys_move_the_pitch(void **state) {
  static const struct {
    const char *scene;
    double hertz;
  } of[] = {{"glass-shatter", 725}, {"wine-glass", 703}};
  (void)state;
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    rosin_core *c = open_effect(of[i].scene);
    put(c, "key_round", 0);
    const double own = sings(c, 60, of[i].hertz), loud = level(sound, 0.5, 0.7);
    for (int semitones = -12; semitones <= 12; semitones += 12) {
      const double to = pow(2, semitones / 12.0);
      const double got = sings(c, 60 + semitones, own * to);
      assert_true(fabs(1200 * log2(got / own / to)) < 10);
      assert_true(fabs(level(sound, 0.5, 0.7) - loud) < 9);
    }
    const double beyond = sings(c, 60 + 19, 2 * own); /* an octave at most */
    assert_true(fabs(1200 * log2(beyond / own / 2)) < 10);
    put(c, "key_range", 0.5);
    assert_true(fabs(1200 * log2(sings(c, 72, 1.414 * own) / own) - 600) < 10);
    rosin_core_free(c);
  }
}

/* While it sounds, without a new gesture. */
static void a_bend_moves_it(void **state) {
  (void)state;
  rosin_core *c = open_effect("wine-glass");
  const double own = sings(c, 60, 703);
  tell(c, 0xe0, 0, 64 + 63);
  run(c, sound, 1.5, CALL);
  const double bent = strongest(sound, RATE - RINGS / 2, own, 1.25 * own);
  assert_true(fabs(1200 * log2(bent / own) - 200 * 63.0 / 64) < 10);
  rosin_core_free(c);
}

static void velocity_is_effort(void **state) {
  static const char *const scenes[] = {"door-hinge-slow", "brake-squeal", "cymbal"};
  (void)state;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
    double loud[3];
    for (int k = 0; k < 3; k++) {
      rosin_core *c = open_effect(scenes[i]);
      tell(c, 0x90, 60, k == 0 ? 5 : k == 1 ? 80 : 127);
      run(c, sound, 1.5, CALL);
      loud[k] = level(sound, 0.2, 1.3);
      rosin_core_free(c);
    }
    assert_true(loud[0] < loud[1] - 8 && loud[0] < loud[2] - 8 && loud[2] > loud[1] - 6);
  }
}

/* Of those that the scene names, or else its first three. */
static void hands_move_macros(void **state) {
  static const struct {
    const char *scene, *macro[3];
  } of[] = {{"brake-squeal", {"pressure", "wear", "speed"}},
            {"door-hinge-slow", {"push", "weight", "dryness"}}};
  (void)state;
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    rosin_core *c = open_effect(of[i].scene);
    tell(c, 0x90, 60, 127);
    tell(c, 0xd0, 127, 0);
    tell(c, 0xb0, 1, 127);
    for (int k = 0; k < 3; k++) {
      const int row = rosin_core_find(c, of[i].macro[k]);
      assert_true(rosin_core_meant(c, row) == rosin_core_parameter(c, row)->high);
      assert_true(rosin_core_get(c, row) == rosin_core_parameter(c, row)->initial);
    }
    rosin_core_trigger(
        c, 0); /* as no key asks for it: effort is the scene's, the wheel is the wheel */
    assert_true(rosin_core_meant(c, rosin_core_find(c, of[i].macro[0])) ==
                rosin_core_parameter(c, rosin_core_find(c, of[i].macro[0]))->initial);
    tell(c, 0x90, 60, 40);
    const int first = rosin_core_find(c, of[i].macro[0]);
    const rosin_parameter *p = rosin_core_parameter(c, first);
    assert_true(fabs(rosin_core_meant(c, first) - 0.5 * (p->initial + p->low)) < 1e-9);
    rosin_core_reset(c);
    for (int k = 0; k < 3; k++) {
      const int row = rosin_core_find(c, of[i].macro[k]);
      assert_true(rosin_core_meant(c, row) == rosin_core_parameter(c, row)->initial);
    }
    rosin_core_free(c);
  }
}

/* ---- takes -------------------------------------------------------------------------------- */

static void a_held_key_keeps_rubbing(void **state) {
  (void)state;
  rosin_core *c = open_effect("sneaker");
  const double whole = rosin_core_duration(c);
  assert_true(whole < 3);
  tell(c, 0x90, 60, 80);
  run(c, sound, whole + 3, CALL);
  const double early = level(sound, 0.3, 1), late = level(sound, whole + 2, 1);
  assert_true(fabs(early - late) < 6);
  tell(c, 0x80, 60, 0);
  run(c, sound, fmin(rosin_core_tail(c), 9), CALL);
  assert_true(level(sound, fmin(rosin_core_tail(c), 9) - 0.5, 0.5) < -90);
  rosin_core_reset(c); /* a tap is a whole take */
  tell(c, 0x90, 60, 80);
  tell(c, 0x80, 60, 0);
  run(c, sound, whole, CALL);
  assert_true(fabs(level(sound, 0.3, 1) - early) < 6);
  rosin_core_free(c);
}

static double peak(double seconds) {
  double most = 0;
  for (int i = 0; i < (int)(seconds * RATE); i++)
    most = fmax(most, fabs(sound[i]));
  return most;
}

/* Their macros change the pace of a load, a speed or a pitch: none of these goes on by itself where
 * a key stays, or what was pressed by tons is let go of as the next key comes. */
static void what_a_key_holds_does_not_grow(void **state) {
  (void)state;
  rosin_core *c = open_effect("footsteps");
  tell(c, 0x90, 60, 80);
  run(c, sound, 5, CALL);
  tell(c, 0x80, 60, 0);
  run(c, sound, 0.5, CALL);
  tell(c, 0x90, 60, 80);
  run(c, sound, 1.5, CALL);
  if (peak(1.5) > 0.9)
    fail_msg("footsteps: %.1f dBFS at the second key", 20 * log10(peak(1.5)));
  rosin_core_free(c);
  c = open_effect("glass-shatter"); /* whose pitch rises */
  tell(c, 0x90, 60, 80);
  run(c, sound, 8.5, CALL);
  const int stays = (int)((rosin_core_fullest(c) + 0.2) * RATE);
  const double early = strongest(sound, stays, 300, 2000);
  const double late = strongest(sound, 8 * RATE - RATE / 10, 300, 2000);
  if (fabs(late / early - 1) > 0.01)
    fail_msg("glass-shatter: held at %.1f Hz, later %.1f", early, late);
  rosin_core_free(c);
}

static void the_last_key_lets_go(void **state) {
  (void)state;
  rosin_core *c = open_effect("sneaker");
  const double whole = rosin_core_duration(c);
  tell(c, 0x90, 60, 80);
  tell(c, 0x90, 67, 80);
  tell(c, 0x80, 60, 0);
  run(c, sound, whole + 3, CALL);
  assert_true(level(sound, whole + 2, 1) > -40);
  tell(c, 0xb0, 64, 127); /* a pedal holds it, too */
  tell(c, 0x80, 67, 0);
  run(c, sound, whole + 3, CALL);
  assert_true(level(sound, whole + 2, 1) > -40);
  tell(c, 0xb0, 64, 0);
  run(c, sound, 8, CALL);
  assert_true(level(sound, 7, 1) < -90);
  tell(c, 0x90, 60, 80); /* all notes off ends it at once */
  run(c, sound, 0.5, CALL);
  tell(c, 0xb0, 123, 0);
  run(c, sound, 3, CALL);
  assert_true(level(sound, 1, 2) < -60);
  rosin_core_free(c);
}

/* Each take is another; the first is the seed's, and from a reset on all come again. */
static void takes_go_round(void **state) {
  static double plainly[RATE];
  (void)state;
  rosin_core *c = open_effect("door-hinge-slow");
  for (int turn = 0; turn < 3; turn++) {
    double *to = turn == 0 ? plainly : turn == 1 ? sound : other;
    put(c, "key_round", turn > 0);
    for (int k = 0; k < 2; k++) {
      tell(c, 0x90, 60, 80);
      run(c, to + k * RATE / 2, 0.5, CALL);
    }
    rosin_core_reset(c);
  }
  assert_true(are_same(1));
  assert_memory_equal(sound, plainly, RATE / 2 * sizeof *sound);
  assert_memory_not_equal(sound + RATE / 2, plainly + RATE / 2, RATE / 2 * sizeof *sound);
  rosin_core_free(c);
}

/* Nothing that comes by chance lets it run away or keeps it from ending. */
static void whatever_comes_it_ends(void **state) {
  static const char *const scenes[] = {"door-hinge-slow", "cuica"};
  static const int status[] = {0x90, 0x90, 0x80, 0xe0, 0xd0, 0xb0};
  (void)state;
  uint64_t chance = 20261127;
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
    rosin_core *c = open_effect(scenes[k]);
    const double tail = rosin_core_tail(c);
    assert_true(tail < 9);
    for (int i = 0; i < 24; i++) {
      chance = rosin_course_mix(chance);
      const int what = status[chance % 6], number = (int)(chance >> 8 & 127);
      tell(c, what, what == 0xb0 ? number % 2 * 63 + 1 : number, (int)(chance >> 16 & 127));
      run(c, sound, 0.05, CALL);
      assert_true(level(sound, 0, 0.05) < 20); /* and no NaN */
    }
    tell(c, 0xb0, 123, 0);
    run(c, sound, tail, CALL);
    assert_true(level(sound, tail - 0.1, 0.1) < -90);
    rosin_core_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_middle_key_is_the_scene),
      cmocka_unit_test(a_state_without_them_plays_as_before),
      cmocka_unit_test(a_state_keeps_them),
      cmocka_unit_test(a_preset_leaves_them),
      cmocka_unit_test(keys_move_the_pitch),
      cmocka_unit_test(a_bend_moves_it),
      cmocka_unit_test(velocity_is_effort),
      cmocka_unit_test(hands_move_macros),
      cmocka_unit_test(a_held_key_keeps_rubbing),
      cmocka_unit_test(what_a_key_holds_does_not_grow),
      cmocka_unit_test(the_last_key_lets_go),
      cmocka_unit_test(takes_go_round),
      cmocka_unit_test(whatever_comes_it_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
