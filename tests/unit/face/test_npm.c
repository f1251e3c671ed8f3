/* SPDX-License-Identifier: BSD-3-Clause */
/* What JavaScript calls beside the library, with whatever it may give: what is wrong is said,
 * nothing crashes. */

#include "rosin/core.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* as bindings/npm/rosin.c has them for JavaScript */
rosin_error *npm_error(void);
rosin_core *npm_open(const char *scene, int overrides, const char *const *override, int gestures);
const char *npm_row_text(const rosin_parameter *row, int which);
double npm_row_number(const rosin_parameter *row, int which);
const char *npm_kind(int kind);
const char *npm_regime(int regime);
int npm_play(rosin_core *core, int kind, int channel, int controller, double key, double value,
             int single, int note);
int npm_look(rosin_core *core);
const char *npm_look_contact(void);
const float *npm_look_shape(void);
double npm_look_number(int which);

static const int whole[] = {INT_MIN, -1, 0, 1, 2, 3, 4, 8, 9, 16, 127, 128, INT_MAX};
static const double real[] = {-INFINITY, -1e300, -1,  -1e-300,          0,
                              0.35,      1,      127, (double)INFINITY, NAN};
enum { WHOLE = sizeof whole / sizeof *whole, REAL = sizeof real / sizeof *real };

static void scenes_open_or_say_why(void **state) {
  (void)state;
  const char *const right[] = {"bow.force=1.2", "seed=2"}, *const wrong[] = {"speed=99"};
  rosin_core *core = npm_open("cello-d", 2, right, 1);
  assert_non_null(core);
  rosin_core_free(core);
  assert_null(npm_open("chalk", 1, wrong, 0));
  assert_non_null(strstr(npm_error()->text, "out of range"));
  for (int i = 0; i < 3; i++) {
    *npm_error()->text = 0;
    assert_null(npm_open((const char *[]){"nobody", "", "/etc/passwd"}[i], 0, NULL, 0));
    assert_non_null(strstr(npm_error()->text, "no embedded scene"));
  }
}

static void rows_and_words_have_an_end(void **state) {
  (void)state;
  rosin_core *core = npm_open("cello", 0, NULL, 0);
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    const rosin_parameter *row = rosin_core_parameter(core, i);
    assert_string_equal(npm_row_text(row, 0), row->name);
    assert_true(npm_row_text(row, 1) == row->unit && npm_row_text(row, 2) == row->meaning &&
                npm_row_text(row, 3) == row->group && !npm_row_text(row, 4));
    assert_true(npm_row_number(row, 0) == row->low && npm_row_number(row, 1) == row->high &&
                npm_row_number(row, 2) == row->initial);
  }
  rosin_core_free(core);
  int kinds = 0, regimes = 0;
  while (npm_kind(kinds))
    kinds++;
  while (npm_regime(regimes))
    regimes++;
  assert_true(kinds == ROSIN_PLAYER_TELL + 1 && regimes == ROSIN_SLIDING + 1);
  for (int i = 0; i < WHOLE; i++)
    assert_true((npm_kind(whole[i]) != NULL) == (whole[i] >= 0 && whole[i] < kinds) &&
                (npm_regime(whole[i]) != NULL) == (whole[i] >= 0 && whole[i] < regimes));
}

static void events_are_looked_at(void **state) {
  (void)state;
  static float left[64], right[64];
  rosin_core *core = npm_open("cello", 0, NULL, 0);
  rosin_core_set_watched(core, ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
  assert_int_equal(npm_look(core), -1);
  assert_int_equal(rosin_core_prepare(core, 44100, npm_error()), 0);
  int taken = 0, refused = 0;
  for (int i = 0; i < WHOLE * WHOLE; i++)
    for (int k = 0; k < REAL; k++) {
      const int kind = whole[i / WHOLE], other = whole[i % WHOLE];
      const int only = npm_play(NULL, kind, other, other, real[k], real[REAL - 1 - k], 0, other);
      assert_int_equal(npm_play(core, kind, other, other, real[k], real[REAL - 1 - k], 0, other),
                       only);
      taken += only == 0;
      refused += only != 0;
      rosin_core_process(core, (float *const[]){left, right}, 64);
      assert_true(isfinite(left[63]) && isfinite(right[63]));
      npm_look(core);
      for (int n = 0; n < 5; n++)
        assert_true(isfinite(npm_look_number(n)));
    }
  assert_true(taken > 10 && refused > 100);
  assert_non_null(npm_look_contact());
  rosin_core_reset(core);
  assert_int_equal(npm_play(core, ROSIN_PLAYER_NOTE_ON, 0, 0, 50, 0.7, 0, 0), 0);
  for (int i = 0; i < 300; i++) {
    rosin_core_process(core, (float *const[]){left, right}, 64);
    npm_look(core);
  }
  assert_true(npm_look_shape() && fabsf(npm_look_shape()[20]) <= 1 && npm_look_number(4) > 100);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scenes_open_or_say_why),
      cmocka_unit_test(rows_and_words_have_an_end),
      cmocka_unit_test(events_are_looked_at),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
