/* SPDX-License-Identifier: BSD-3-Clause */
/* A core's memory: whichever allocation fails, it ends with an error; and all that was taken is
 * given back, by what fails as by what plays. The allocator is wrapped by the linker. */
#include "core/inside.h"
#include "core/presets.h"
#include "kept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 256 };
static float side[2][FRAMES];
static float *const out[2] = {side[0], side[1]};
static const char *const set[] = {"size=45", "fill=0.5"};

/* A scene of few parts, with a display that watches it. 1: all of it was there. */
static int use(void) {
  static char nobody[1];
  rosin_error error = {""};
  char *errors = nobody;
  rosin_core *c = rosin_core_open(
      &(rosin_core_source){.scene = "wine-glass", .overrides = 2, .override = set, .untried = 1},
      &errors);
  assert_ptr_not_equal(errors, nobody);
  free(errors);
  if (!c)
    return 0;
  assert_non_null(rosin_core_title(c));
  assert_int_equal(c->plan.source.overrides, 2);
  assert_string_equal(c->plan.source.override[1], set[1]);
  assert_true(rosin_core_get(c, rosin_core_find(c, "size")) == 45);
  rosin_core_set_watched(c, 1);
  const int ready = rosin_core_prepare(c, 44100, &error) == 0;
  assert_int_equal(ready, rosin_core_is_prepared(c));
  assert_int_equal(ready, !*error.text);
  assert_int_equal(ready, rosin_core_observer(c) != NULL);
  char *text = rosin_core_save(c), *preset = rosin_preset_state(c, rosin_core_preset(c, 0));
  const double before = rosin_core_get(c, rosin_core_find(c, "level"));
  const int read = text && rosin_core_load(c, text, &error) == 0;
  if (text && !read)
    assert_string_equal(error.text, "out of memory");
  assert_true(rosin_core_get(c, rosin_core_find(c, "level")) == before);
  rosin_core_process(c, out, FRAMES);
  const int all = ready && read && preset;
  free(text);
  free(preset);
  rosin_core_free(c);
  return all;
}

/* One key and its body; playing takes nothing. 1: all of it was there. */
static int use_keys(void) {
  static const char *const one[] = {"keys.low=60", "keys.high=60"};
  static const unsigned char on[] = {0x90, 60, 100}, off[] = {0x80, 60, 0};
  rosin_error error = {""};
  char *errors = NULL;
  rosin_core *c = rosin_core_open(
      &(rosin_core_source){.scene = "singing-bowls", .overrides = 2, .override = one, .untried = 1},
      &errors);
  free(errors);
  if (!c)
    return 0;
  const int ready = rosin_core_prepare(c, 44100, &error) == 0;
  assert_int_equal(ready, !*error.text);
  assert_true(!ready || c->keyed.keys);
  const long taken = calls;
  for (int i = 0; i < 20; i++) {
    rosin_core_midi(c, 0, i == 10 ? off : on, 3);
    rosin_core_process(c, out, FRAMES);
  }
  rosin_core_reset(c);
  assert_int_equal(calls, taken);
  rosin_core_free(c);
  return ready;
}

/* In words, and a body that is built while it sounds. 1: all of it was there. */
static int use_said(void) {
  static const char *const mixed[] = {"size=45", "oversample=1"};
  rosin_error error = {""};
  rosin_core *c = rosin_core_open_said("wine-glass", "limiter seed", 0, 2, mixed, &error);
  if (!c) {
    assert_non_null(strstr(error.text, "out of memory"));
    return 0;
  }
  char *text = rosin_core_describe(c);
  const int told = text != NULL, ready = rosin_core_prepare(c, 44100, &error) == 0;
  rosin_text_free(text);
  rosin_core_set_offline(c, 1);
  if (ready)
    assert_int_equal(rosin_core_happen(c, 0, "control size 40", &error), 0);
  const rosin_engine *before = c->engine;
  rosin_core_process(c, out, FRAMES);
  *error.text = 0;
  const int failed = rosin_core_failed(c, &error);
  assert_int_equal(failed < 0, ready && c->engine == before); /* that is not there in silence */
  assert_int_equal(failed < 0, *error.text != 0);
  assert_int_equal(rosin_core_failed(c, &error), 0); /* it is told once */
  rosin_core_free(c);
  return told && ready && !failed;
}

/* Of each so many allocations one. */
static void whichever_fails(int (*done_with)(void), int step) {
  const long before = left;
  for (long k = 0, done = 0; !done; k += step) {
    calls = 0;
    fail_at = k;
    counting = 1;
    const int all = done_with();
    counting = 0;
    done = calls <= k;
    fail_at = -1;
    assert_int_equal(left, before);
    assert_true(all || !done);
    assert_true(k < 2000 * step);
  }
}

static void whichever_fails_it_ends_with_an_error(void **state) {
  (void)state;
  whichever_fails(use, 1);
  whichever_fails(use_keys, 23);
  whichever_fails(use_said, 3);
}

/* One engine after the other, one that still fades, one that nobody fetched. */
static void what_was_taken_is_given_back(void **state) {
  (void)state;
  const long before = left;
  rosin_error error;
  for (int way = 0; way < 4; way++) {
    rosin_core *c = rosin_core_new("wine-glass", &error);
    assert_non_null(c);
    assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
    rosin_core_trigger(c, 0);
    for (int i = 0; i < 100; i++)
      rosin_core_process(c, out, FRAMES);
    const int size = rosin_core_find(c, "size");
    rosin_core_put(c, size, 45);
    rosin_core_set_offline(c, way == 3);
    if (way < 3)
      rosin_core_swap(c, rosin_core_build(c, &error));
    for (int i = 0; i < way; i++)
      rosin_core_process(c, out, FRAMES);
    if (way == 2)
      rosin_core_reset(c);
    if (way == 3)
      assert_int_equal(rosin_core_prepare(c, 48000, &error), 0);
    rosin_core_free(c);
    assert_int_equal(left, before);
  }
  rosin_core_free(rosin_core_new("wine-glass", &error)); /* without overrides */
  assert_int_equal(left, before);
  rosin_core_free(NULL);
  rosin_engine_free(NULL);
  char *errors;
  static const char *const wrong[] = {"size=45", "nobody=1"};
  assert_null(rosin_core_open(
      &(rosin_core_source){.scene = "wine-glass", .overrides = 2, .override = wrong}, &errors));
  free(errors);
  assert_null(rosin_core_new("nobody", &error));
  assert_int_equal(left, before);
}

/* A section, and a score for it: 1, all of it was there. */
static int gather(void) {
  rosin_error error = {""};
  rosin_player_score_t score[] = {{0.1, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 60, .value = 0.5}},
                                  {0.2, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 60}}};
  rosin_core *c = rosin_core_new("viola", &error);
  if (!c)
    return 0;
  rosin_core_add_section(c);
  rosin_core_put(c, rosin_core_find(c, "players"), 3);
  const int all =
      rosin_core_prepare(c, 44100, &error) == 0 && rosin_core_score(c, score, 2, NULL, &error) == 0;
  assert_int_equal(all, !*error.text);
  rosin_core_process(c, out, FRAMES);
  rosin_core_free(c);
  return all;
}

/* Of its thousands of allocations every so many fails, and the last ones. */
static void so_it_does_where_several_play(void **state) {
  (void)state;
  enum { EVERY = 131 };
  assert_int_equal(gather(), 1); /* what is made once for the process is there */
  const long before = left;
  calls = 0;
  counting = 1;
  gather();
  counting = 0;
  const long all = calls;
  assert_true(all > 300);
  for (long k = 0; k<all; k += all - k> EVERY + 6 ? EVERY : 1) {
    calls = 0;
    fail_at = k;
    counting = 1;
    gather();
    counting = 0;
    fail_at = -1;
    assert_int_equal(left, before);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whichever_fails_it_ends_with_an_error),
      cmocka_unit_test(what_was_taken_is_given_back),
      cmocka_unit_test(so_it_does_where_several_play),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
