/* SPDX-License-Identifier: BSD-3-Clause */
/* Controllers that are given to parameters: learned, moved at their frames, kept, forgotten; and
 * what a core could not do. */
#include "core/core.h"
#include "core/learn.h"
#include "core/presets.h"
#include "core/trouble.h"
#include "plugin/list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static rosin_core *core;
static float sound[2][512], *const out[2] = {sound[0], sound[1]};

static void open_core(const char *scene) {
  rosin_error error;
  core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  assert_int_equal(rosin_core_prepare(core, 48000, &error), 0);
}

static int row(const char *name) {
  const int index = rosin_core_find(core, name);
  assert_true(index >= 0);
  return index;
}

static double value(const char *name) {
  return rosin_core_get(core, row(name));
}

static void control(int channel, int number, int to) {
  const unsigned char message[] = {(unsigned char)(0xb0 | channel), (unsigned char)number,
                                   (unsigned char)to};
  rosin_core_midi(core, 3, message, 3);
}

static void it_is_learned_and_moves_the_whole_range(void **state) {
  (void)state;
  open_core("cello");
  const unsigned turn = rosin_core_given_turn(core);
  control(0, 21, 100);
  rosin_core_learn(core, row("vibrato"));
  assert_int_equal(rosin_core_learning(core), row("vibrato"));
  rosin_core_midi(core, 0, (const unsigned char[]){0x90, 50, 90}, 3); /* a note is none */
  rosin_core_midi(core, 0, (const unsigned char[]){0xe0, 21, 90}, 3);
  assert_int_equal(rosin_core_learning(core), row("vibrato"));
  control(4, 21, 0);
  assert_int_equal(rosin_core_learning(core), -1);
  assert_int_equal(rosin_core_controller(core, row("vibrato")), 21);
  assert_int_equal(rosin_core_given(core, 21), row("vibrato"));
  assert_true(rosin_core_given_turn(core) != turn);
  const rosin_parameter *of = rosin_core_parameter(core, row("vibrato"));
  assert_true(value("vibrato") == of->low);
  control(9, 21, 127); /* on whatever channel */
  assert_true(value("vibrato") == of->high);
  control(0, 22, 0); /* another one moves nothing */
  assert_true(value("vibrato") == of->high);
  assert_int_equal(rosin_core_next_moved(core), row("vibrato"));
  assert_int_equal(rosin_core_next_moved(core), -1);
  rosin_core_free(core);
}

/* What it means else, it does not do then; others do. */
static void what_is_given_wins(void **state) {
  (void)state;
  open_core("cello");
  const int vibrato = row("vibrato");
  rosin_core_process(core, out, 512);
  control(0, 1, 127);
  rosin_core_process(core, out, 512);
  assert_true(value("vibrato") != 50 && rosin_core_moved(core, vibrato) == 50);
  rosin_core_reset(core);
  assert_int_equal(rosin_core_give(core, 1, row("level")), 0);
  control(0, 1, 127);
  rosin_core_process(core, out, 512);
  assert_true(rosin_core_moved(core, vibrato) == value("vibrato"));
  assert_true(value("level") == rosin_core_parameter(core, row("level"))->high);
  control(0, 77, 127); /* still itself */
  rosin_core_process(core, out, 512);
  rosin_core_process(core, out, 512);
  assert_true(rosin_core_moved(core, vibrato) == 50);
  rosin_core_forget(core, row("level"));
  rosin_core_put(core, row("level"), -6);
  control(0, 1, 0);
  assert_true(value("level") == -6);
  rosin_core_free(core);
}

static void each_has_one(void **state) {
  static const int never[] = {-1, 0, 6, 32, 38, 96, 97, 98, 99, 100, 101, 120, 121, 123, 127, 128};
  (void)state;
  open_core("wine-glass");
  const int rows = rosin_core_parameters(core);
  assert_int_equal(rosin_core_give(core, 20, 1), 0);
  assert_int_equal(rosin_core_give(core, 21, 1), 0);
  assert_int_equal(rosin_core_given(core, 20), -1);
  assert_int_equal(rosin_core_controller(core, 1), 21);
  assert_int_equal(rosin_core_give(core, 21, 2), 0);
  assert_int_equal(rosin_core_controller(core, 1), -1);
  assert_int_equal(rosin_core_controller(core, 2), 21);
  assert_int_equal(rosin_core_give(core, 21, -1), 0);
  assert_int_equal(rosin_core_controller(core, 2), -1);
  assert_int_equal(rosin_core_give(core, 21, rows), -1);
  for (size_t i = 0; i < sizeof never / sizeof *never; i++)
    assert_int_equal(rosin_core_give(core, never[i], 1), -1);
  rosin_core_learn(core, 1);
  control(0, 101, 0);
  control(0, 123, 0);
  assert_int_equal(rosin_core_learning(core), 1); /* waits on */
  rosin_core_learn(core, -1);
  assert_int_equal(rosin_core_learning(core), -1);
  rosin_core_learn(core, rows);
  assert_int_equal(rosin_core_learning(core), -1);
  rosin_core_free(core);
}

/* Switches turn in the middle, choices have whole numbers; a trigger is one. */
static void switches_and_choices_are_whole(void **state) {
  (void)state;
  open_core("wine-glass");
  rosin_core_give(core, 64, row("trigger"));
  rosin_core_give(core, 20, row("input"));
  control(0, 64, 63);
  assert_true(value("trigger") == 0);
  control(0, 64, 64);
  assert_true(value("trigger") == 1);
  float most = 0;
  for (int n = 0; n < 200; n++) {
    rosin_core_process(core, out, 512);
    for (int i = 0; i < 512; i++)
      most = most > sound[0][i] ? most : sound[0][i];
  }
  assert_true(most > 1e-4F);
  for (int k = 0; k < 128; k++) {
    control(0, 20, k);
    assert_true(value("input") == (double)(int)value("input"));
  }
  assert_true(value("input") == 3);
  rosin_core_give(core, 21, row("bypass")); /* also that which stands where nothing is played */
  control(0, 21, 127);
  for (int n = 0; n < 4; n++)
    rosin_core_process(core, out, 512);
  control(0, 21, 0);
  assert_true(value("bypass") == 0);
  rosin_core_free(core);
}

static void load(const char *lines, int status) {
  char text[400];
  rosin_error error;
  snprintf(text, sizeof text, "rosin-state 1\n%send\n", lines);
  assert_int_equal(rosin_core_load(core, text, &error), status);
}

static void states_keep_them_and_presets_leave_them(void **state) {
  (void)state;
  rosin_error error;
  open_core("viola");
  rosin_core_give(core, 21, row("vibrato"));
  rosin_core_give(core, 64, row("bypass"));
  char *text = rosin_core_save(core);
  assert_non_null(strstr(text, "\ngive 21 vibrato\ngive 64 bypass\n"));
  load("", 0); /* as 0.2 wrote them: none */
  assert_int_equal(rosin_core_given(core, 21), -1);
  assert_int_equal(rosin_core_load(core, text, &error), 0);
  assert_int_equal(rosin_core_given(core, 21), row("vibrato"));
  assert_int_equal(rosin_core_take_preset(core, 3, &error), 0);
  assert_int_equal(rosin_core_given(core, 21), row("vibrato"));
  char *again = rosin_core_save(core);
  assert_non_null(strstr(again, "give 21 vibrato"));
  load("give 20 level\ngive 21 level\ngive 22 nobody\n", 0); /* of a scene to come */
  assert_int_equal(rosin_core_controller(core, row("level")), 21);
  assert_int_equal(rosin_core_given(core, 22), -1);
  static const char *const wrong[] = {
      "give\n",         "give x level\n",   "give 20\n",       "give 20.5 level\n",
      "give 6 level\n", "give 200 level\n", "give -1 level\n", "give nan level\n"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    load(wrong[i], -1);
  assert_int_equal(rosin_core_controller(core, row("level")), 21);
  free(text);
  free(again);
  rosin_core_free(core);
}

/* ---- what it could not do ------------------------------------------------------------------- */

static void what_could_not_be_played_is_told(void **state) {
  (void)state;
  const char *words;
  int key;
  open_core("cello");
  assert_int_equal(rosin_core_trouble(core, &words, &key), 0);
  rosin_core_midi(core, 0, (const unsigned char[]){0x90, 50, 90}, 3);
  rosin_core_process(core, out, 512);
  assert_int_equal(rosin_core_trouble(core, &words, &key), 0);
  rosin_core_midi(core, 0, (const unsigned char[]){0x90, 12, 90}, 3);
  rosin_core_process(core, out, 512);
  const unsigned first = rosin_core_trouble(core, &words, &key);
  assert_true(first != 0 && key == 12);
  assert_string_equal(words, rosin_left_reason(ROSIN_LEFT_LOW));
  rosin_core_midi(core, 0, (const unsigned char[]){0x90, 120, 90}, 3);
  rosin_core_process(core, out, 512);
  assert_true(rosin_core_trouble(core, &words, &key) != first && key == 120);
  assert_string_equal(words, rosin_left_reason(ROSIN_LEFT_HIGH));
  for (int i = 0; i < 5000; i++)
    rosin_core_midi(core, 0, (const unsigned char[]){0xb0, 11, (unsigned char)(i & 127)}, 3);
  rosin_core_trouble(core, &words, &key);
  assert_true(key == -1 && strstr(words, "no room"));
  rosin_core_free(core);
  open_core("singing-bowls"); /* keys that have bodies of their own */
  rosin_core_midi(core, 0, (const unsigned char[]){0x90, 12, 90}, 3);
  rosin_core_process(core, out, 512);
  assert_true(rosin_core_trouble(core, &words, &key) != 0 && key == 12);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_learned_and_moves_the_whole_range),
      cmocka_unit_test(what_is_given_wins),
      cmocka_unit_test(each_has_one),
      cmocka_unit_test(switches_and_choices_are_whole),
      cmocka_unit_test(states_keep_them_and_presets_leave_them),
      cmocka_unit_test(what_could_not_be_played_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
