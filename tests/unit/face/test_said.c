/* SPDX-License-Identifier: BSD-3-Clause */
/* A core in words: what is set as it is opened, what it says of itself, what happens to it; what is
 * wrong is refused with what, the value and what is allowed, and nothing has happened then. */
#include "rosin/core.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 64 };

static float side[2][FRAMES];
static float *const out[2] = {side[0], side[1]};
static rosin_error error;

static rosin_core *open_core(const char *scene, const char *add, int count,
                             const char *const *setting) {
  rosin_core *c = rosin_core_open_said(scene, add, 0, count, setting, &error);
  if (!c)
    fail_msg("%s: %s", scene, error.text);
  return c;
}

static double value_of(const rosin_core *c, const char *name) {
  return rosin_core_get(c, rosin_core_find(c, name));
}

static void expect(int status, const char *said) {
  assert_int_equal(status, -1);
  if (!strstr(error.text, said) || strchr(error.text, '\n'))
    fail_msg("'%s' lacks '%s'", error.text, said);
}

static void settings_are_parameters_or_keys(void **state) {
  (void)state;
  const char *const mixed[] = {"articulation=Martele", "oversample=3", "vibrato=25", "seed=7"};
  rosin_core *c = open_core("cello", " seed  bow limiter", 4, mixed);
  assert_true(value_of(c, "articulation") == 2 && value_of(c, "vibrato") == 25 &&
              value_of(c, "seed") == 7 && rosin_core_find(c, "bow_down") >= 0 &&
              rosin_core_find(c, "limiter") >= 0 && rosin_core_find(c, "players") < 0);
  /* the bow stands before what came later, the seed last, in whatever order they were said */
  assert_true(rosin_core_find(c, "seed") > rosin_core_find(c, "limiter"));
  rosin_core_free(c);
  c = open_core("cello-d", NULL, 1, (const char *const[]){"bow.force=1.2"});
  rosin_core_free(c);
  c = open_core("cello", NULL, 1, (const char *const[]){"seed=7"}); /* of the scene: no row */
  assert_int_equal(rosin_core_find(c, "seed"), -1);
  rosin_core_free(c);
}

static void what_cannot_be_set_is_said(void **state) {
  (void)state;
  static const struct {
    const char *scene, *add, *setting, *said;
  } all[] = {
      {"nobody", NULL, NULL, "nobody: no embedded scene"},
      {"chalk", "limiter reverb", NULL,
       "add: 'reverb' is none of bow, section, limiter, seed, input"},
      {"chalk", NULL, "speed=99", "speed: 99 is out of range: 0.08 to 0.6 m/s"},
      {"chalk", NULL, "speed=nan", "speed: 'nan' is no number"},
      {"chalk", NULL, "speed=", "speed: '' is no number"},
      {"chalk", NULL, "spead=1", "did you mean 'speed'"},
      {"chalk", NULL, "speed", "speed"},
      {"chalk", "seed", "seed=-1", "seed: -1 is out of range: 0 to"},
      {"cello", NULL, "articulation=loud", "articulation: 'loud' is none of: detache, "},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    *error.text = 0;
    assert_null(rosin_core_open_said(all[i].scene, all[i].add, 0, all[i].setting != NULL,
                                     &all[i].setting, &error));
    expect(-1, all[i].said);
  }
}

static void has(const char *text, const char *part) {
  if (!strstr(text, part))
    fail_msg("'%s' lacks '%s'", text, part);
}

static void it_describes_itself(void **state) {
  (void)state;
  rosin_core *c = open_core("glass-harmonica", "seed", 0, NULL);
  char *before = rosin_core_describe(c);
  has(before, "{\"scene\": \"glass-harmonica\", \"title\": \"");
  has(before, "\"instrument\": false, \"keys\": [");
  has(before, "\"words\": [\"off\", \"on\"], \"low\": 0, \"high\": 1, ");
  assert_null(strstr(before, "\"latency\""));
  assert_int_equal(rosin_core_prepare(c, 48000, &error), 0);
  char *after = rosin_core_describe(c);
  has(after, "\"rate\": 48000, \"latency\": ");
  rosin_text_free(before);
  rosin_text_free(after);
  rosin_core_free(c);
}

/* A text that JSON has other words for, and bytes that are no letters. */
static void texts_are_quoted(void **state) {
  (void)state;
  char path[] = "/tmp/rosin-said-XXXXXX";
  FILE *file = fdopen(mkstemp(path), "w");
  fputs("title = \"a \\\"b\\\" \\\\ <c> \xc3\xa9 \xe9!\"; duration = 1.0; rate = 44100;\n"
        "modals = { m = { modes = ({ frequency = 100.0; q = 9.0; mass = 1.0; at = (1.0); });\n"
        "points = { p = 0.0; }; }; };\noutputs = ({ signal = \"m.velocity@p\"; });\n",
        file);
  fclose(file);
  rosin_core *c = open_core(path, NULL, 0, NULL);
  char *said = rosin_core_describe(c);
  has(said, "\"title\": \"a \\\"b\\\" \\\\ \\u003cc> \xc3\xa9 \\ufffd!\"");
  rosin_text_free(said);
  rosin_core_free(c);
  remove(path);
}

static void what_is_wrong_does_not_happen(void **state) {
  (void)state;
  static const char *const wrong[][2] = {
      {"", "'' is none of control, play, midi, trigger, let_go"},
      {"explode", "'explode' is none of control"},
      {"control nobody 1", "there is no control 'nobody'"},
      {"control vibrato", "vibrato: '' is no number"},
      {"control vibrato nan", "vibrato: 'nan' is no number"},
      {"control vibrato 1000", "vibrato: 1000 is out of range: 0 to 100 cents"},
      {"control articulation loud", "articulation: 'loud' is none of: detache, "},
      {"control c.bow x", "c.bow: must be a finite number"},
      {"play", "play: '' is none of note_on, note_off"},
      {"play sing", "play: 'sing' is none of note_on, note_off, bend, pressure, control, quiet"},
      {"play note_on pitch=50", "note_on: 'pitch' is none of channel, controller, key, value"},
      {"play note_on 50", "note_on: '50' is none of channel"},
      {"play note_on key=", "note_on.key: '' is no number"},
      {"play note_on key=5o", "note_on.key: '5o' is no number"},
      {"play note_on key=128 value=1", "note_on.key: 128 is out of range: 0 to 127"},
      {"play note_on key=60 value=nan", "note_on.value: nan is out of range: 0 to 1"},
      {"play note_on channel=1.5", "channel: 1.5 is no whole number"},
      {"play note_on channel=1e12", "channel: 1e12 is no whole number"},
      {"midi", "midi: '' is no message"},
      {"midi 144 300", "midi: '144 300' is no message of bytes, 0 to 255"},
      {"midi 144 60 1.5", "is no message"},
      {"midi 144 x", "is no message"},
      {"trigger 5", "trigger: '5' is not 0 numbers"},
      {"stay", "stay: '' is not 1 number"},
      {"stay nan", "stay: 'nan' is not 1 number"},
      {"stay -inf", "stay: '-inf' is not 1 number"},
      {"bow 1 nan 0", "bow: '1 nan 0' is not 3 numbers"},
      {"bow 1 0.2 0.5 7", "is not 3 numbers"},
      {"pad 1", "pad: '1' is not 3 numbers"},
      {"load rosin-state 2\nend\n", "'rosin-state 2' is of another rosin"},
      {"take_preset Nix", "preset: 'Nix' is none of Legato, "},
  };
  rosin_core *c = open_core("cello", "bow", 0, NULL);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  char *before = rosin_core_save(c);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    for (int frame = -1; frame <= 0; frame++) {
      *error.text = 0;
      expect(rosin_core_happen(c, frame, wrong[i][0], &error), wrong[i][1]);
    }
  expect(rosin_core_happen(c, 0, NULL, &error), "is none of");
  char *after = rosin_core_save(c);
  assert_string_equal(after, before);
  assert_true(rosin_core_lost(c) == 0);
  rosin_core_process(c, out, FRAMES);
  assert_true(rosin_core_happened(c) == 0);
  rosin_text_free(before);
  rosin_text_free(after);
  rosin_core_free(c);
}

static void hear(rosin_core *c, int calls, double *sum, double *most) {
  for (int i = 0; i < calls; i++) {
    rosin_core_process(c, out, FRAMES);
    for (int k = 0; k < FRAMES; k++) {
      *sum += (1 + (i * FRAMES + k) % 1009) * (double)side[0][k];
      *most = fmax(*most, fabs((double)side[0][k]));
    }
  }
}

/* The same by words as by functions, at their frames; what is only looked at is nothing. */
static void words_do_what_functions_do(void **state) {
  (void)state;
  rosin_core *said = open_core("cello", NULL, 0, NULL), *done = open_core("cello", NULL, 0, NULL);
  expect(rosin_core_happen(said, 0, "play quiet", &error), "cello: it is not prepared");
  assert_int_equal(rosin_core_happen(said, 0, "take_preset Col legno", &error), 0);
  assert_int_equal(rosin_core_take_preset(done, 8, &error), 0);
  rosin_core_prepare(said, 44100, &error);
  rosin_core_prepare(done, 44100, &error);
  static const char *const all[] = {"control vibrato 25.5", "control articulation legato",
                                    "play note_on key=50 value=0.7 channel=0", "midi 176 11 90"};
  for (int i = 0; i < 4; i++) {
    assert_int_equal(rosin_core_happen(said, -1, all[i], &error), 0);
    assert_int_equal(rosin_core_happen(said, 10 * i, all[i], &error), 0);
  }
  rosin_core_control(done, 0, "vibrato", 25.5, &error);
  rosin_core_control(done, 10, "articulation", 1, &error);
  rosin_core_play(done, 20, &(rosin_player_event_t){.key = 50, .value = 0.7});
  rosin_core_midi(done, 30, (const unsigned char[]){176, 11, 90}, 3);
  double sum[2] = {0}, most = 0;
  hear(said, 200, &sum[0], &most);
  hear(done, 200, &sum[1], &most);
  assert_true(sum[0] == sum[1] && most > 1e-3);
  rosin_core_free(said);
  rosin_core_free(done);
}

static void gestures_begin_and_end_by_words(void **state) {
  (void)state;
  rosin_core *c = open_core("chalk", NULL, 0, NULL);
  rosin_core_prepare(c, 44100, &error);
  rosin_core_set_offline(c, 1);
  double sum = 0, most = 0;
  hear(c, 20, &sum, &most);
  assert_true(most == 0);
  assert_int_equal(rosin_core_happen(c, -1, "trigger", &error), 0);
  hear(c, 20, &sum, &most);
  assert_true(most == 0); /* it was only looked at */
  assert_int_equal(rosin_core_happen(c, 0, "trigger", &error), 0);
  hear(c, 100, &sum, &most);
  assert_true(most > 1e-3);
  const double at = rosin_core_at(c); /* it stays there, and goes on from there */
  assert_int_equal(rosin_core_happen(c, 0, "stay 0", &error), 0);
  hear(c, 20, &sum, &most);
  assert_true(rosin_core_at(c) < at + 0.01);
  assert_int_equal(rosin_core_happen(c, 0, "stay Infinity", &error), 0);
  hear(c, 40, &sum, &most);
  assert_true(rosin_core_at(c) > at + 0.02);
  char *saved = rosin_core_save(c), text[4096];
  snprintf(text, sizeof text, "load %s", saved);
  assert_int_equal(rosin_core_happen(c, 0, "control speed 0.5", &error), 0);
  assert_int_equal(rosin_core_happen(c, -1, text, &error), 0);
  assert_true(value_of(c, "speed") == 0.5);
  assert_int_equal(rosin_core_happen(c, 0, text, &error), 0);
  assert_true(value_of(c, "speed") == 0.25);
  assert_int_equal(rosin_core_happen(c, 0, "reset", &error), 0);
  assert_true(rosin_core_frame(c) == 0 && rosin_core_failed(c, &error) == 0);
  rosin_text_free(saved);
  rosin_core_free(c);
}

static void names_have_an_end(void **state) {
  (void)state;
  assert_string_equal(rosin_player_kind_name(ROSIN_PLAYER_TELL), "tell");
  assert_string_equal(rosin_core_touch(ROSIN_SLIDING), "sliding");
  assert_null(rosin_player_kind_name(ROSIN_PLAYER_TELL + 1));
  assert_null(rosin_player_kind_name(-1));
  assert_null(rosin_core_touch(ROSIN_SLIDING + 1));
  assert_null(rosin_core_touch(-1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(settings_are_parameters_or_keys),
      cmocka_unit_test(what_cannot_be_set_is_said),
      cmocka_unit_test(it_describes_itself),
      cmocka_unit_test(texts_are_quoted),
      cmocka_unit_test(what_is_wrong_does_not_happen),
      cmocka_unit_test(words_do_what_functions_do),
      cmocka_unit_test(gestures_begin_and_end_by_words),
      cmocka_unit_test(names_have_an_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
