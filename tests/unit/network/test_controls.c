/* SPDX-License-Identifier: BSD-3-Clause */
/* Controls by name: one that is not there is an error wherever it is said, and moves nothing. */
#include "rosin.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_that_is_none_is_told),
      cmocka_unit_test(what_is_no_control_is_refused),
      cmocka_unit_test(what_is_one_is_held),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
