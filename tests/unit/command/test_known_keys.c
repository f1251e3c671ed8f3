/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys known to be right answer as a plain list of them does: what was found right, what lies
 * between two such numbers, and nothing else; what there is no room for is not known. */
#include "chance.h"
#include "host/batch/known_keys.h"
#include "number.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SCENES = 3, KEYS = 5, TEXTS = 8, STEPS = 4000, ROOM = 8192 };

static const char *const scene[SCENES] = {"a.cfg", "ab.cfg", "a"};
static const char *const name[KEYS] = {"bow.force", "bow.forc", "e", "cfgbow.force", ""};
static const char *const words[TEXTS] = {"=",  "=hall", "=1 s",  "=nan",
                                         "=1", "=inf",  "=-2.5", "=3e1"};

/* The number that a text ends in, or NaN. */
static double number_of(const char *text) {
  char *end;
  const char *equal = strchr(text, '=');
  const double value = equal && equal[1] ? rosin_number_read(equal + 1, &end) : (double)NAN;
  return equal && equal[1] && !*end && isfinite(value) ? value : (double)NAN;
}

/* What was found right, one by one. */
static struct {
  int scene, spread, key;
  double value; /* NaN: the text counts */
  char text[40];
} right[STEPS];
static int rights;

static int is_right(int s, int spread, int key, const char *text) {
  const double value = number_of(text);
  int below = 0, above = 0;
  for (int i = 0; i < rights; i++) {
    if (right[i].scene != s || right[i].spread != spread)
      continue;
    if (isnan(value) && strcmp(right[i].text, text) == 0)
      return 1;
    if (right[i].key == key && !isnan(value)) {
      below |= right[i].value <= value;
      above |= right[i].value >= value;
    }
  }
  return below && above;
}

static void they_are_those_of_a_plain_list(void **state) {
  (void)state;
  seed = 7;
  rights = 0;
  rosin_known_keys *known = rosin_known_keys_new();
  assert_non_null(known);
  for (int i = 0; i < STEPS; i++) {
    const int s = one_of(SCENES), spread = one_of(2), key = one_of(KEYS);
    char text[40];
    if (one_of(2))
      snprintf(text, sizeof text, "%s%s", name[key], words[one_of(TEXTS)]);
    else
      snprintf(text, sizeof text, "%s=%d", name[key], one_of(200) - 100);
    if (rosin_known_keys_has(known, scene[s], spread, text) != is_right(s, spread, key, text))
      fail_msg("%s, %d: %s", scene[s], spread, text);
    if (one_of(20))
      continue;
    rosin_known_keys_add(known, scene[s], spread, text);
    right[rights].scene = s;
    right[rights].spread = spread;
    right[rights].key = key;
    right[rights].value = number_of(text);
    snprintf(right[rights++].text, sizeof right->text, "%s", text);
  }
  assert_true(rights > 100);
  rosin_known_keys_free(known);
}

static void what_finds_no_room_is_not_known(void **state) {
  (void)state;
  rosin_known_keys *known = rosin_known_keys_new();
  char text[40];
  for (int i = 0; i < 2 * ROOM; i++) {
    snprintf(text, sizeof text, "k%d=word", i);
    rosin_known_keys_add(known, "a", 0, text);
    rosin_known_keys_add(known, "a", 0, text); /* takes no more room */
  }
  for (int i = 0; i < 2 * ROOM; i++) {
    snprintf(text, sizeof text, "k%d=word", i);
    assert_int_equal(rosin_known_keys_has(known, "a", 0, text), i < ROOM);
  }
  rosin_known_keys_free(known);
  rosin_known_keys_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_those_of_a_plain_list),
      cmocka_unit_test(what_finds_no_room_is_not_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
