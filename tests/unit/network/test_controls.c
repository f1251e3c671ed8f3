/* SPDX-License-Identifier: BSD-3-Clause */
/* Controls by name: one that is not there is an error wherever it is said, and moves nothing. */
#include "plain_string.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static rosin_body *body;
static rosin_contact *contact;
static rosin_network *network;
static rosin_error error;

static int enter(void **state) {
  static const rosin_mode mode = {.frequency = 500, .t60 = 1, .mass = 0.01};
  (void)state;
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  body = rosin_modal_new(&spec, 16000, &error);
  contact = rosin_contact_new("lugre", 16000, &error);
  network = rosin_network_new(16000, 64, &error);
  return !body || !contact || !network || rosin_network_body(network, "bar", body, &error) ||
         rosin_network_contact(network, "bow", contact, "-", "bar", &error) ||
         rosin_network_prepare(network, &error);
}

static int leave(void **state) {
  (void)state;
  rosin_network_free(network);
  rosin_contact_free(contact);
  rosin_body_free(body);
  return 0;
}

static void a_name_that_is_none_is_told(void **state) {
  static const struct {
    const char *name, *said;
  } wrong[] = {
      {"bow.forse", "there is no control 'bow.forse'; that has force, velocity, position, "},
      {"bwo.force", "there is no control 'bwo.force': NAME.KEY, of what is in the network"},
      {"force", "there is no control 'force': NAME.KEY, of what is in the network"},
      {"", "there is no control '': NAME.KEY, of what is in the network"},
      {NULL, "there is no name of a control"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    for (int way = 0; way < 2; way++) {
      error = (rosin_error){""};
      assert_int_equal(way ? rosin_network_set(network, wrong[i].name, 1, &error)
                           : rosin_network_control_find(network, wrong[i].name, &error),
                       -1);
      if (strncmp(error.text, wrong[i].said, strlen(wrong[i].said)))
        fail_msg("%zu: %s", i, error.text);
    }
    assert_int_equal(rosin_network_control(network, wrong[i].name), -1);
  }
  assert_int_equal(rosin_network_control_find(NULL, "bow.force", &error), -1);
  assert_string_equal(error.text, "there is no network");
  assert_int_equal(rosin_network_set(network, "bow.force", NAN, &error), -1);
  assert_string_equal(error.text, "bow.force: must be a finite number");
  assert_int_equal(rosin_network_set(network, "bwo.force", 1, NULL), -1);
}

/* -1, which a name that is none gives, is no control either. */
static void what_is_no_control_is_refused(void **state) {
  static const double values[64] = {0};
  static const double no[] = {NAN, INFINITY, -INFINITY};
  (void)state;
  const int force = rosin_network_control(network, "bow.force");
  assert_int_equal(rosin_network_control_find(network, "bow.force", &error), force);
  const int none[] = {-1, rosin_network_control(network, "bow.forse"), 1000};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(rosin_network_hold(network, none[i], 1), -1);
    assert_int_equal(rosin_network_jump(network, none[i], 1), -1);
    assert_int_equal(rosin_network_feed(network, none[i], values), -1);
    assert_int_equal(rosin_network_hold(network, force, no[i]), -1);
    assert_int_equal(rosin_network_jump(network, force, no[i]), -1);
  }
  assert_int_equal(rosin_network_hold(NULL, force, 1), -1);
  assert_true(rosin_network_held(network, force) ==
              rosin_network_control_parameter(network, force)->initial);
}

static void what_is_one_is_held(void **state) {
  static double values[64];
  (void)state;
  const int force = rosin_network_control(network, "bow.force");
  assert_int_equal(rosin_network_set(network, "bow.force", 2, &error), 0);
  assert_true(rosin_network_held(network, force) == 2);
  assert_int_equal(rosin_network_set(network, "bow.force", 2, &error), 0); /* again */
  assert_int_equal(rosin_network_set(network, "bow.force", -5, &error), 0);
  assert_true(rosin_network_held(network, force) == 0); /* the end of its range */
  assert_int_equal(rosin_network_hold(network, force, -7), 0);
  assert_int_equal(rosin_network_jump(network, force, 3), 0);
  assert_true(rosin_network_value(network, force) == 3);
  assert_int_equal(rosin_network_feed(network, force, NULL), 0);
  assert_int_equal(rosin_network_feed(network, force, values), 0);
  assert_int_equal(rosin_network_process(network, 64), 0);
  assert_true(rosin_network_value(network, force) == 0);
}

/* A string may be stopped as high as anybody hears, and muted as flesh does. */
static void controls_of_strings_have_their_ranges(void **state) {
  static const struct {
    const char *name;
    double low, high, initial;
  } rows[] = {{"d.finger", 0, 20000, 0}, {"d.mute", 0, 1000, 0}};
  const rosin_string_spec spec = plain_string(200, 0);
  (void)state;
  rosin_body *string = rosin_string_new(&spec, 16000, &error);
  rosin_network *n = rosin_network_new(16000, 64, &error);
  assert_true(string && n && rosin_network_body(n, "d", string, &error) == 0);
  for (int i = 0; i < 2; i++) {
    const int control = rosin_network_control(n, rows[i].name);
    const rosin_parameter *row = rosin_network_control_parameter(n, control);
    assert_non_null(row);
    assert_true(row->low == rows[i].low && row->high == rows[i].high &&
                row->initial == rows[i].initial);
  }
  rosin_network_free(n);
  rosin_body_free(string);
}

/* Nothing runs on what was prepared for another network. */
static void what_changes_it_wants_it_prepared(void **state) {
  (void)state;
  rosin_contact *knock = rosin_contact_new("impact", 16000, &error);
  rosin_contact *rub = rosin_contact_new("lugre", 16000, &error);
  rosin_network *n = rosin_network_new(16000, 64, &error);
  static const rosin_mode mode = {.frequency = 500, .t60 = 1, .mass = 0.01};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  rosin_body *bar = rosin_modal_new(&spec, 16000, &error);
  assert_true(knock && rub && n && bar && rosin_network_body(n, "bar", bar, &error) == 0 &&
              rosin_network_contact(n, "knock", knock, "-", "bar", &error) == 0 &&
              rosin_network_contact(n, "rub", rub, "-", "bar", &error) == 0);
  const int heard = rosin_network_signal(n, "rub.velocity", &error);
  assert_true(heard >= 0);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(rosin_network_prepare(n, &error), 0);
    assert_int_equal(rosin_network_process(n, 64), 0);
    assert_non_null(rosin_network_read(n, heard));
    assert_int_equal(i ? rosin_network_control_rate(n, 1000, &error)
                       : rosin_network_load(n, "rub", "knock", &error),
                     0);
    assert_null(rosin_network_read(n, heard));
    assert_int_equal(rosin_network_process(n, 64), -1);
  }
  rosin_network_free(n);
  rosin_body_free(bar);
  rosin_contact_free(knock);
  rosin_contact_free(rub);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_that_is_none_is_told),
      cmocka_unit_test(what_is_no_control_is_refused),
      cmocka_unit_test(what_is_one_is_held),
      cmocka_unit_test(controls_of_strings_have_their_ranges),
      cmocka_unit_test(what_changes_it_wants_it_prepared),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
