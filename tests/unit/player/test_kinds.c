/* SPDX-License-Identifier: BSD-3-Clause */
/* What a row says of its values: a switch is off or on, each value of a choice has a word of its
 * own, which stands for it, and what is neither has none. */
#include "player/bow/stroke.h"
#include "player/midi/controls.h"
#include "rosin/player.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int is_whole(double value) {
  return value == floor(value);
}

static int count_words(const rosin_parameter *row) {
  int count = 0;
  for (const char *word; (word = rosin_parameter_word(row, row->low + count)); count++) {
    double value = -1;
    assert_int_equal(rosin_parameter_worded(row, word, &value), 0);
    assert_true(value == row->low + count);
  }
  return count;
}

static void look(const rosin_parameter *row) {
  const int words = count_words(row);
  double value;
  if (row->kind != ROSIN_NUMBER)
    assert_true(is_whole(row->low) && is_whole(row->high) && is_whole(row->initial));
  if (row->kind == ROSIN_SWITCH)
    assert_true(row->low == 0 && row->high == 1);
  if (row->kind == ROSIN_SWITCH || row->kind == ROSIN_CHOICE)
    assert_int_equal(words, (int)(row->high - row->low) + 1);
  else
    assert_int_equal(words, 0);
  assert_int_equal(rosin_parameter_worded(row, "neither", &value), -1);
  assert_int_equal(rosin_parameter_worded(row, "", &value), -1);
  assert_null(rosin_parameter_word(row, NAN));
}

static const rosin_parameter *row_of(const char *name) {
  const rosin_parameter *row = rosin_parameter_find(rosin_player_parameters(), name);
  assert_non_null(row);
  return row;
}

static void every_setting_of_the_player_is_one_kind(void **state) {
  (void)state;
  const struct {
    const char *name;
    rosin_parameter_kind kind;
  } known[] = {
      {"articulation", ROSIN_CHOICE}, {"controls", ROSIN_CHOICE}, {"ear", ROSIN_SWITCH},
      {"double_stops", ROSIN_SWITCH}, {"by_hand", ROSIN_SWITCH},  {"key_switches", ROSIN_SWITCH},
      {"lift", ROSIN_SWITCH},         {"measured", ROSIN_SWITCH}, {"reads", ROSIN_SWITCH},
      {"string", ROSIN_WHOLE},        {"touch", ROSIN_NUMBER},    {"trill", ROSIN_NUMBER}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    assert_int_equal(row_of(known[i].name)->kind, known[i].kind);
  for (const rosin_parameter *row = rosin_player_parameters(); row->name; row++)
    look(row);
}

static void words_are_read_as_people_write_them(void **state) {
  (void)state;
  double value = -1;
  assert_int_equal(rosin_parameter_worded(row_of("articulation"), "Col Legno", &value), 0);
  assert_true(value == ROSIN_COL_LEGNO);
  assert_int_equal(rosin_parameter_worded(row_of("lift"), "ON", &value), 0);
  assert_true(value == 1);
  assert_string_equal(rosin_parameter_word(row_of("lift"), 0.49), "off");
  assert_string_equal(rosin_parameter_word(row_of("lift"), 0.5), "on");
  assert_null(rosin_parameter_word(row_of("lift"), 1.5));
  assert_null(rosin_parameter_word(row_of("articulation"), -1));
}

/* Names end where articulations do. */
static void articulations_have_names(void **state) {
  (void)state;
  for (int i = -2; i < ROSIN_ARTICULATIONS + 2; i++) {
    const char *name = rosin_articulation_name(i);
    assert_int_equal(name != NULL, i >= 0 && i < ROSIN_ARTICULATIONS);
    for (int k = 0; name && k < i; k++)
      assert_string_not_equal(name, rosin_articulation_name(k));
  }
}

/* Tables of controllers are as long as they say: each row moves something, and none stands behind;
 * portamento's controller is MIDI's in all. */
static void tables_are_as_long_as_they_say(void **state) {
  (void)state;
  int tables = 0;
  for (const rosin_controls *t; (t = rosin_controls_ready(tables)); tables++) {
    const int room = (int)(sizeof t->row / sizeof *t->row);
    static const unsigned char none[sizeof *t->row];
    assert_true(rosin_controls_name(tables) && t->count > 0 && t->count <= room);
    for (int i = 0; i < room; i++)
      assert_int_equal(memcmp(&t->row[i], none, sizeof none) != 0, i < t->count);
  }
  assert_true(tables > 0 && !rosin_controls_name(tables) && !rosin_controls_ready(-1));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_setting_of_the_player_is_one_kind),
                                     cmocka_unit_test(articulations_have_names),
                                     cmocka_unit_test(tables_are_as_long_as_they_say),
                                     cmocka_unit_test(words_are_read_as_people_write_them)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
