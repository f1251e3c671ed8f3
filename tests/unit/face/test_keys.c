/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys that play a scene: in tune by the sound's phase, ringing, damped, bent, let go; the same
 * whatever the blocks. */
#include "core/inside.h"
#include "pi.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, CALL = 256, LONGEST = 12 * RATE };

static rosin_error error;
static double sound[LONGEST]; /* the mean of the channels */
static const char *const scenes[] = {"glass-harmonica", "bowed-vibraphone", "singing-bowls", "saw"};
enum { SCENES = sizeof scenes / sizeof *scenes, GLASS = 0, BARS, BOWLS, SAW };

static rosin_core *open_keys(const char *scene) {
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c)
    fail_msg("%s", error.text);
  rosin_core_add_limiter(c);
  rosin_core_add_seed(c);
  rosin_core_put(c, rosin_core_find(c, "key_vibrato"), 0);
  if (rosin_core_prepare(c, RATE, &error))
    fail_msg("%s", error.text);
  return c;
}

static void tell(rosin_core *c, int status, int first, int second) {
  const unsigned char message[3] = {(unsigned char)status, (unsigned char)first,
                                    (unsigned char)second};
  rosin_core_midi(c, 0, message, 3);
}

/* The next frames, in calls of so many, to `sound` from `at` on. */
static int run(rosin_core *c, int at, double seconds, int call) {
  float out[2 * CALL];
  const int end = at + (int)(seconds * RATE);
  while (at < end) {
    const int now = end - at < call ? end - at : call;
    rosin_core_process_frames(c, out, now);
    for (int i = 0; i < now; i++)
      sound[at + i] = 0.5 * ((double)out[2 * i] + (double)out[2 * i + 1]);
    at += now;
  }
  return at;
}

static double level(int from, int frames) {
  double sum = 0;
  for (int i = from; i < from + frames; i++)
    sum += sound[i] * sound[i];
  return 10 * log10(sum / frames + 1e-30);
}

/* Phase of what swings at `hertz` in a piece under a window. */
static double phase(int from, int frames, double hertz) {
  double re = 0, im = 0;
  for (int i = 0; i < frames; i++) {
    const double w = sound[from + i] * (1 - cos(2 * pi * (i + 0.5) / frames));
    re += w * cos(2 * pi * hertz * (from + i) / RATE);
    im -= w * sin(2 * pi * hertz * (from + i) / RATE);
  }
  return atan2(im, re);
}

/* Cents of what swings near `hertz`, by how its phase goes on over a tenth of a second. */
static double cents_off(int from, double hertz) {
  enum { PIECE = RATE / 5, STEP = RATE / 50 };
  double sum = 0;
  for (int k = 0; k < 10; k++) {
    const double turn =
        phase(from + (k + 1) * STEP, PIECE, hertz) - phase(from + k * STEP, PIECE, hertz);
    const double half = remainder(turn, pi); /* a sign that changes is no pitch */
    sum += half / (2 * pi) * RATE / STEP / 10;
  }
  return 1200 * log2(1 + sum / hertz);
}

static double hertz_of(double key) {
  return 440 * pow(2, (key - 69) / 12);
}

/* Power near a frequency over all of it, in a piece. */
static double share(int from, int frames, double hertz) {
  double re = 0, im = 0, all = 0;
  for (int i = 0; i < frames; i++) {
    const double w = 1 - cos(2 * pi * (i + 0.5) / frames), x = sound[from + i];
    re += w * x * cos(2 * pi * hertz * i / RATE);
    im -= w * x * sin(2 * pi * hertz * i / RATE);
    all += x * x;
  }
  return 2 * (re * re + im * im) / frames / (all + 1e-30);
}

static void each_key_is_in_tune(void **state) {
  (void)state;
  for (int s = 0; s < SCENES; s++) {
    rosin_core *c = open_keys(scenes[s]);
    int low, high;
    assert_true(rosin_core_key_range(c, &low, &high) && high - low == 36);
    for (int key = low; key <= high; key += 18) {
      tell(c, 0x90, key, 80);
      const int at = run(c, 0, 1.6, CALL);
      assert_true(level(at - RATE / 2, RATE / 2) > -50);
      if (!(share(at - RATE / 4, RATE / 4, hertz_of(key)) > 0.3))
        fail_msg("%s %d: %g of it is its pitch", scenes[s], key,
                 share(at - RATE / 4, RATE / 4, hertz_of(key)));
      const double off = cents_off(at - RATE / 2, hertz_of(key));
      if (!(fabs(off) <= 5))
        fail_msg("%s %d: %g cents", scenes[s], key, off);
      rosin_core_reset(c);
    }
    rosin_core_free(c);
  }
}

static void blocks_change_nothing(void **state) {
  (void)state;
  static const int calls[] = {CALL, 37, 1};
  uint64_t hash[3];
  for (int k = 0; k < 3; k++) {
    rosin_core *c = open_keys(scenes[BARS]);
    rosin_player_event_t on = {.kind = ROSIN_PLAYER_NOTE_ON, .key = 60, .value = 0.7};
    rosin_core_play(c, 100, &on);
    on.key = 67;
    rosin_core_play(c, 4000, &on);
    on.kind = ROSIN_PLAYER_NOTE_OFF;
    rosin_core_play(c, 9001, &on);
    const int at = run(c, 0, 0.5, calls[k]);
    hash[k] = 0;
    for (int i = 0; i < at; i++) {
      uint64_t bits;
      memcpy(&bits, &sound[i], sizeof bits);
      hash[k] = (hash[k] ^ bits) * 0x100000001b3ULL;
    }
    rosin_core_free(c);
  }
  assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
}

static void what_is_let_go_rings_or_is_damped(void **state) {
  (void)state;
  double fell[3];
  for (int k = 0; k < 3; k++) { /* a glass, a bar, a bar with the pedal down */
    rosin_core *c = open_keys(scenes[k ? BARS : GLASS]);
    if (k == 2)
      tell(c, 0xb0, 64, 127);
    tell(c, 0x90, 72, 90);
    int at = run(c, 0, 1, CALL);
    const double was = level(at - RATE / 10, RATE / 10);
    tell(c, 0x80, 72, 0);
    at = run(c, at, 0.6, CALL);
    fell[k] = was - level(at - RATE / 10, RATE / 10);
    rosin_core_free(c);
  }
  assert_true(fell[0] > 1 && fell[0] < 25);
  assert_true(fell[1] > 35);
  assert_true(fell[2] > -3 && fell[2] < 10);
}

static void all_ends_in_silence(void **state) {
  (void)state;
  rosin_core *c = open_keys(scenes[BARS]);
  assert_true(c->keyed.keys != NULL);
  tell(c, 0x90, 60, 100);
  tell(c, 0x91, 64, 100);
  tell(c, 0xb0, 64, 127);
  run(c, 0, 0.5, CALL);
  assert_int_equal(rosin_keyboard_sounding(c->keyed.keys), 2);
  tell(c, 0xb0, 120, 0);
  tell(c, 0xb1, 120, 0);
  tell(c, 0xb0, 64, 0);
  int n = 0;
  while (!rosin_core_rests(c) && n++ < 40)
    run(c, 0, 0.25, CALL);
  assert_true(rosin_core_rests(c));
  assert_int_equal(rosin_keyboard_sounding(c->keyed.keys), 0);
  run(c, 0, 0.1, CALL);
  for (int i = 0; i < RATE / 10; i++)
    assert_true(sound[i] == 0);
  rosin_core_free(c);
}

static void a_bend_bends_and_a_key_beyond_is_silent(void **state) {
  (void)state;
  rosin_core *c = open_keys(scenes[GLASS]);
  tell(c, 0x90, 30, 100);
  int at = run(c, 0, 0.2, CALL);
  assert_true(level(0, at) < -290);
  assert_int_equal(rosin_keyboard_missed(c->keyed.keys), 1);
  tell(c, 0xe0, 0, 0x60); /* half of two semitones */
  tell(c, 0x90, 72, 100);
  at = run(c, 0, 1.5, CALL);
  assert_true(fabs(cents_off(at - RATE / 2, hertz_of(73))) <= 5);
  rosin_core_free(c);
}

static void voices_are_as_many_as_the_scene_says(void **state) {
  (void)state;
  rosin_core *c = open_keys(scenes[GLASS]);
  for (int key = 60; key < 90; key++) {
    tell(c, 0x90, key, 60);
    run(c, 0, 0.06, CALL);
  }
  run(c, 0, 0.1, CALL);
  assert_int_equal(rosin_keyboard_sounding(c->keyed.keys), 12);
  rosin_core_free(c);
}

/* Notes trigger no gesture where keys play; the trigger does, and changes nothing of them. */
static void a_trigger_is_what_it_was(void **state) {
  (void)state;
  rosin_core *c = open_keys(scenes[GLASS]), *o;
  tell(c, 0x90, 72, 1);
  tell(c, 0x80, 72, 1);
  run(c, 0, 0.05, CALL);
  assert_true(rosin_core_at(c) < 0);
  rosin_core_reset(c);
  rosin_core_trigger(c, 0);
  const int at = run(c, 0, 1.5, CALL);
  const double keyed = level(0, at);
  assert_true(keyed > -50);
  const rosin_core_source plain = {.scene = "glass-harmonica"};
  char *errors;
  assert_non_null(o = rosin_core_open(&plain, &errors));
  rosin_core_add_limiter(o);
  assert_int_equal(rosin_core_prepare(o, RATE, &error), 0);
  rosin_core_trigger(o, 0);
  run(o, 0, 1.5, CALL);
  assert_true(level(0, at) == keyed);
  rosin_core_free(c), rosin_core_free(o);
}

/* The scene's own seed is what it is built of; another is another take. */
static void takes_differ_by_their_seed(void **state) {
  (void)state;
  double first[3];
  for (int k = 0; k < 3; k++) {
    rosin_core *c = open_keys(scenes[BOWLS]);
    if (k)
      rosin_core_set_take(c, k == 1 ? rosin_core_take(c) : 5);
    if (k == 1)
      rosin_core_reset(c);
    rosin_core_set(c, 0, rosin_core_seed_row(c), k == 2 ? 7 : 0);
    tell(c, 0x90, 72, 80);
    run(c, 0, 0.2, CALL);
    first[k] = sound[RATE / 10];
    rosin_core_free(c);
  }
  assert_true(first[0] == first[1] && first[0] != first[2]);
}

/* Whatever was played and bent. */
static void what_is_reset_is_fresh(void **state) {
  (void)state;
  for (int s = 0; s < SCENES; s++) {
    double first[2][64];
    for (int k = 0; k < 2; k++) {
      rosin_core *c = open_keys(scenes[s]);
      if (k) {
        tell(c, 0x90, 72, 100);
        run(c, 0, 0.3, CALL);
        tell(c, 0xe0, 5, 80);
        run(c, 0, 0.1, CALL);
        tell(c, 0x80, 72, 0);
        run(c, 0, 0.1, 99);
        rosin_core_reset(c);
      }
      tell(c, 0x90, 72, 80);
      run(c, 0, 0.2, CALL);
      for (int i = 0; i < 64; i++)
        first[k][i] = sound[100 * i];
      rosin_core_free(c);
    }
    for (int i = 0; i < 64; i++)
      if (first[0][i] != first[1][i])
        fail_msg("%s: frame %d: %g %g", scenes[s], 100 * i, first[0][i], first[1][i]);
  }
}

static void settings_are_of_the_state(void **state) {
  (void)state;
  rosin_core *c = open_keys(scenes[SAW]), *d = open_keys(scenes[SAW]);
  rosin_core_put(c, rosin_core_find(c, "key_a4"), 415);
  char *text = rosin_core_save(c);
  assert_non_null(strstr(text, "set key_a4 415\n"));
  assert_int_equal(rosin_core_load(d, text, &error), 0);
  free(text);
  tell(d, 0x90, 72, 80);
  const int at = run(d, 0, 1.5, CALL);
  assert_true(fabs(cents_off(at - RATE / 2, hertz_of(72) * 415 / 440)) <= 5);
  rosin_core_free(c), rosin_core_free(d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_key_is_in_tune),
      cmocka_unit_test(blocks_change_nothing),
      cmocka_unit_test(what_is_let_go_rings_or_is_damped),
      cmocka_unit_test(all_ends_in_silence),
      cmocka_unit_test(a_bend_bends_and_a_key_beyond_is_silent),
      cmocka_unit_test(voices_are_as_many_as_the_scene_says),
      cmocka_unit_test(a_trigger_is_what_it_was),
      cmocka_unit_test(takes_differ_by_their_seed),
      cmocka_unit_test(what_is_reset_is_fresh),
      cmocka_unit_test(settings_are_of_the_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
