/* SPDX-License-Identifier: BSD-3-Clause */
/* Values as people type them into a host: a number with its unit or without, a decimal comma; all
 * else is refused. And what is written for each parameter is read back. */
#include "core/core.h"
#include "core/words.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static rosin_core *open_core(const char *scene) {
  rosin_error error = {""};
  rosin_core *core = rosin_core_new(scene, &error);
  if (!core)
    fail_msg("%s", error.text);
  return core;
}

static int of_unit(const rosin_core *core, const char *unit) {
  for (int i = 0; i < rosin_core_parameters(core); i++)
    if (strcmp(rosin_core_parameter(core, i)->unit, unit) == 0)
      return i;
  fail_msg("no parameter has the unit %s", unit);
  return -1;
}

static void a_number_may_have_its_unit_and_a_comma(void **state) {
  static const struct {
    const char *text;
    double value; /* NAN: refused */
  } rows[] = {
      {"-3.5", -3.5},         {"-3.5 dB", -3.5},   {"-3.5dB", -3.5},    {" -3.5  dB ", -3.5},
      {"-3,5", -3.5},         {"-3,5 dB", -3.5},   {"0,125 dB", 0.125}, {"-,5", -0.5},
      {"+1,25", 1.25},        {"1,0000", 1},       {"2e-1", 0.2},       {"2,5e-1 dB", 0.25},
      {"1000,125", 1000.125}, {"", NAN},           {"dB", NAN},         {"-3,5,5", NAN},
      {"-3.5,5", NAN},        {"1,000.5", NAN},    {"-3, dB", NAN},     {"-3,", NAN},
      {"1,000", NAN},         {"-12,345 dB", NAN}, {"3 Hz", NAN},       {"3 db", NAN},
      {"3 dB x", NAN},        {"3 dBx", NAN},      {"3 dB dB", NAN},    {"3x", NAN},
      {"3 4", NAN},           {"nan", NAN},        {"inf", NAN},        {"1e999", NAN},
      {"3 , 5", NAN},         {"- 3", NAN},        {"3.5.5", NAN},
  };
  rosin_core *core = open_core("cello");
  const int level = of_unit(core, "dB");
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double value = 77;
    const int read = rosin_words_read(core, level, rows[i].text, &value);
    if (read != (isnan(rows[i].value) ? -1 : 0) || value != (read ? 77 : rows[i].value))
      fail_msg("'%s': %d, %g", rows[i].text, read, value);
  }
  double value = 77;
  char text[200];
  memset(text, '1', sizeof text);
  text[sizeof text - 1] = 0;
  assert_int_equal(rosin_words_read(core, level, text, &value), -1);
  assert_int_equal(rosin_words_read(core, -1, "1", &value), -1);
  rosin_core_free(core);
}

/* Also in a country of commas. */
static void what_is_written_is_read(void **state) {
  static const char *const scenes[] = {"cello", "door-hinge-slow", "wine-glass", "tyre-skid"};
  (void)state;
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    rosin_core *core = open_core(scenes[s]);
    for (int i = 0; i < rosin_core_parameters(core); i++) {
      const rosin_parameter *row = rosin_core_parameter(core, i);
      const double values[] = {row->low, row->high, row->initial};
      for (int k = 0; k < 3; k++) {
        char text[128], again[128];
        double value = NAN;
        rosin_words_value(core, i, values[k], text, sizeof text);
        if (rosin_words_read(core, i, text, &value))
          fail_msg("%s: %s: '%s' is refused", scenes[s], row->name, text);
        rosin_words_value(core, i, value, again, sizeof again);
        assert_string_equal(again, text);
        if (strchr(text, '.')) {
          double comma = NAN;
          *strchr(text, '.') = ',';
          if (rosin_words_read(core, i, text, &comma) == 0)
            assert_true(comma == value);
        }
      }
    }
    rosin_core_free(core);
  }
}

/* Each parameter's group is listed once, as it first comes; a layer's is the layer. */
static void groups_are_counted_as_they_come(void **state) {
  static const char *const scenes[] = {"cello", "wine-glass", "oak-door"};
  (void)state;
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    rosin_core *core = open_core(scenes[s]);
    rosin_core_add_limiter(core);
    int next = 0;
    for (int i = 0; i < rosin_core_parameters(core); i++) {
      const char *name = rosin_core_parameter(core, i)->group;
      const int group = rosin_core_group(core, i);
      assert_non_null(name);
      assert_in_range(group, 0, next);
      next += group == next;
      assert_string_equal(rosin_core_group_name(core, group), name);
    }
    assert_true(next > 1);
    assert_null(rosin_core_group_name(core, next));
    for (int i = 0; i < next; i++)
      for (int k = 0; k < i; k++)
        assert_string_not_equal(rosin_core_group_name(core, i), rosin_core_group_name(core, k));
    assert_int_equal(rosin_core_group(core, -1), -1);
    assert_int_equal(rosin_core_group(core, rosin_core_parameters(core)), -1);
    rosin_core_free(core);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_number_may_have_its_unit_and_a_comma),
      cmocka_unit_test(what_is_written_is_read),
      cmocka_unit_test(groups_are_counted_as_they_come),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
