/* SPDX-License-Identifier: BSD-3-Clause */
/* By their names and as text: contacts of laws and surfaces, what they are made with, shapes, rows
 * of tables, controls; and whole runs of a network, to the bits of its calls. */
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 64, FRAMES = 1000 };

static rosin_error error;

static void expect(int status, const char *said) {
  assert_int_equal(status, -1);
  if (!strstr(error.text, said))
    fail_msg("'%s' lacks '%s'", error.text, said);
}

static void contacts_are_of_laws_or_surfaces(void **state) {
  (void)state;
  rosin_contact *c = rosin_contact_of("rosined-hair", RATE, &error);
  assert_non_null(c);
  const rosin_surface *s = rosin_surface_find("rosined-hair");
  assert_string_equal(rosin_contact_law(c), s->law);
  for (const rosin_surface_value *v = s->set; v->key; v++)
    assert_true(rosin_contact_get(c, v->key) == v->value);
  rosin_contact_free(c);
  c = rosin_contact_of("dahl", RATE, &error);
  assert_string_equal(rosin_contact_law(c), "dahl");
  rosin_contact_free(c);
  assert_null(rosin_contact_of("cheese", RATE, &error));
  expect(-1, "no friction law 'cheese'; there are: ");
  assert_null(rosin_contact_of(NULL, RATE, &error));
  assert_null(rosin_contact_of("chalk", NAN, &error));
  expect(-1, "rate: nan is out of range");
  assert_null(rosin_contact_law(NULL));
}

static void numbers_and_words_are_told(void **state) {
  (void)state;
  rosin_contact *c = rosin_contact_of("elastoplastic", RATE, &error);
  assert_int_equal(rosin_contact_say(c, "sigma0", "2e4", &error), 0);
  assert_int_equal(rosin_contact_say(c, "load_fall", "relax", &error), 0);
  assert_true(rosin_contact_get(c, "sigma0") == 2e4 && rosin_contact_get(c, "load_fall") == 1);
  expect(rosin_contact_say(c, "load_fall", "sink", &error), "'sink' is none of its words: hold");
  expect(rosin_contact_say(c, "sigma0", "much", &error), "sigma0: 'much' is no number");
  expect(rosin_contact_say(c, "sigma0", "", &error), "sigma0: '' is no number");
  expect(rosin_contact_say(c, "sigma0", "nan", &error), "sigma0: nan is out of range");
  expect(rosin_contact_say(c, "pitch", "3", &error), "has no parameter 'pitch'");
  expect(rosin_contact_say(c, "contacts", "9", &error), "contacts: 9 is out of range: 1 to 5");
  expect(rosin_contact_say(c, "contacts", "1.5", &error), "contacts: 1.5 is no whole number");
  expect(rosin_contact_say(c, "spot", "0", &error), "spot: 0 is out of range");
  expect(rosin_contact_say(NULL, "spot", "1", &error), "there is no contact");
  expect(rosin_contact_say(c, NULL, "1", &error), "there is no name");
  expect(rosin_contact_say(c, "spot", NULL, &error), "there is no value");
  assert_true(rosin_contact_get(c, "sigma0") == 2e4);
  rosin_contact_free(c);
}

static void rows_and_shapes_are_found(void **state) {
  (void)state;
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  assert_int_equal(
      rosin_parameter_put(rosin_string_parameters(), "string", "q", 300, &spec, &error), 0);
  assert_true(spec.q == 300);
  expect(rosin_parameter_put(rosin_string_parameters(), "string", "pitch", 1, &spec, &error),
         "string: there is no 'pitch'; there are: frequency, ");
  expect(rosin_parameter_put(rosin_string_parameters(), "string", "q", -1, &spec, &error),
         "string.q: -1 is out of range");
  expect(rosin_parameter_put(rosin_string_parameters(), NULL, NULL, 1, NULL, &error), "no ''");
  assert_true(spec.q == 300);
  assert_int_equal(rosin_shape_find("table", &error), ROSIN_SHAPE_TABLE);
  assert_int_equal(rosin_shape_find("ring", NULL), ROSIN_SHAPE_RING);
  expect(rosin_shape_find("cube", &error), "shape: there is no 'cube'; there are: table, sine");
  expect(rosin_shape_find(NULL, &error), "there is no ''");
}

/* ---- runs ------------------------------------------------------------------------------- */

typedef struct {
  rosin_network *network;
  rosin_body *string;
  rosin_contact *bow;
  int force, velocity;
} bowed;

/* Hair in three strands over an uneven surface: which of both is said first is all the same. */
static bowed make(int spots_first) {
  static const char *const name[] = {"contacts", "spots"}, *const value[] = {"3", "0.4"};
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  bowed b = {.network = rosin_network_new(RATE, BLOCK, &error),
             .string = rosin_string_new(&spec, RATE, &error),
             .bow = rosin_contact_of("rosined-hair", RATE, &error)};
  for (int i = 0; i < 2; i++)
    assert_int_equal(
        rosin_contact_say(b.bow, name[i ^ spots_first], value[i ^ spots_first], &error), 0);
  assert_int_equal(rosin_network_body(b.network, "d", b.string, &error), 0);
  assert_int_equal(rosin_network_contact(b.network, "bow", b.bow, "-", "d", &error), 0);
  b.force = rosin_network_signal(b.network, "bow.force", &error);
  b.velocity = rosin_network_signal(b.network, "bow.velocity", &error);
  return b;
}

static void drop(bowed *b) {
  rosin_network_free(b->network);
  rosin_contact_free(b->bow);
  rosin_body_free(b->string);
}

static double force[FRAMES], place = 0.1, speed = 0.1, side[2][2][FRAMES];

static void a_run_is_its_calls(void **state) {
  (void)state;
  for (int i = 0; i < FRAMES; i++)
    force[i] = 0.8 + 0.4 * i / FRAMES;
  bowed whole = make(0), parts = make(1);
  const int wanted[] = {whole.velocity, whole.force};
  const rosin_network_fed fed[] = {
      {"bow.force", force, 1}, {"bow.position", &place, 0}, {"bow.velocity", &speed, 0}};
  double *const out[] = {side[0][0], side[0][1]};
  expect(rosin_network_run(whole.network, FRAMES, 3, fed, 2, wanted, out, &error), "not prepared");
  assert_int_equal(rosin_network_prepare(whole.network, &error), 0);
  assert_int_equal(rosin_network_prepare(parts.network, &error), 0);
  assert_int_equal(rosin_network_run(whole.network, FRAMES, 3, fed, 2, wanted, out, &error), 0);
  rosin_network_set(parts.network, "bow.position", place, NULL);
  rosin_network_set(parts.network, "bow.velocity", speed, NULL);
  for (int at = 0; at < FRAMES; at += 40) { /* in other calls than the run's */
    rosin_network_feed(parts.network, rosin_network_control(parts.network, "bow.force"),
                       force + at);
    assert_int_equal(rosin_network_process(parts.network, 40), 0);
    memcpy(side[1][0] + at, rosin_network_read(parts.network, parts.velocity), 40 * sizeof(double));
    memcpy(side[1][1] + at, rosin_network_read(parts.network, parts.force), 40 * sizeof(double));
  }
  assert_memory_equal(side[0], side[1], sizeof side[0]);
  assert_true(fabs(side[0][1][FRAMES - 1]) > 1e-3);
  drop(&whole);
  drop(&parts);
}

static void what_a_run_refuses_has_not_begun(void **state) {
  (void)state;
  bowed b = make(0);
  assert_int_equal(rosin_network_prepare(b.network, &error), 0);
  double bad[FRAMES] = {0}, *const out[] = {side[0][0]};
  bad[FRAMES - 1] = NAN;
  const rosin_network_fed nan[] = {{"bow.velocity", &speed, 0}, {"bow.force", bad, 1}},
                          nobody[] = {{"bow.push", bad, 1}}, none[] = {{NULL, bad, 1}};
  const int wrong = 99;
  expect(rosin_network_run(b.network, FRAMES, 2, nan, 0, NULL, out, &error),
         "bow.force: nan is out of range: 0 to ");
  assert_true(rosin_network_value(b.network, rosin_network_control(b.network, "bow.velocity")) ==
              0);
  expect(rosin_network_run(b.network, FRAMES, 1, nobody, 0, NULL, out, &error), "'bow.push'");
  expect(rosin_network_run(b.network, FRAMES, 1, none, 0, NULL, out, &error), "no name");
  expect(rosin_network_run(b.network, 9, 0, NULL, 1, &wrong, out, &error), "no signal 99");
  expect(rosin_network_run(NULL, 9, 0, NULL, 0, NULL, out, &error), "not prepared");
  expect(rosin_network_control_for(b.network, "bow.force", -1, &error),
         "bow.force: -1 is out of range");
  expect(rosin_network_control_for(b.network, "bow", 1, &error), "'bow'");
  assert_int_equal(rosin_network_control_for(b.network, "bow.force", 1, &error),
                   rosin_network_control(b.network, "bow.force"));
  assert_int_equal(rosin_network_run(b.network, 0, 0, NULL, 0, NULL, NULL, &error), 0);
  drop(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_are_of_laws_or_surfaces),
      cmocka_unit_test(numbers_and_words_are_told),
      cmocka_unit_test(rows_and_shapes_are_found),
      cmocka_unit_test(a_run_is_its_calls),
      cmocka_unit_test(what_a_run_refuses_has_not_begun),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
