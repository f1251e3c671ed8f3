/* SPDX-License-Identifier: BSD-3-Clause */
/* Every effect ends: after its gesture, its note, a choke, its trigger, its going on by itself it
 * is below -90 dBFS within the tail that hosts are told. What plays is asked by name, so that what
 * is new is tested too. */
#include "plugin/list.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, FRAMES = 441 };

static const float silent = 3.1623e-5f; /* -90 dBFS */

static float left[FRAMES], right[FRAMES];
static float *const out[] = {left, right};

/* The loudest of so many seconds. */
static float run(rosin_core *c, double seconds) {
  float peak = 0;
  for (long at = 0; at < lround(seconds * RATE); at += FRAMES) {
    memset(right, 0, sizeof right);
    rosin_core_process(c, out, FRAMES);
    for (int i = 0; i < FRAMES; i++)
      peak = fmaxf(peak, fmaxf(fabsf(left[i]), fabsf(right[i])));
  }
  return peak;
}

static void set(rosin_core *c, const char *name, double value) {
  rosin_core_set(c, 0, rosin_core_find(c, name), value);
}

static void midi(rosin_core *c, int status, int first, int second) {
  const unsigned char message[] = {(unsigned char)status, (unsigned char)first,
                                   (unsigned char)second};
  rosin_core_midi(c, 0, message, 3);
}

/* Ways to begin and to end. */
typedef enum { GESTURE, NOTE, SOUND_OFF, NOTES_OFF, CHOKE, TRIGGER, CONTINUOUS, WAYS } way;
static const char *const name_of[] = {"gesture", "note-off", "120",       "123",
                                      "choke",   "trigger",  "continuous"};

static void begin(rosin_core *c, way w) {
  if (w == TRIGGER || w == GESTURE)
    set(c, "trigger", 1);
  else if (w == CONTINUOUS)
    set(c, "continuous", 1);
  else
    midi(c, 0x90, 60, 100);
}

static void end(rosin_core *c, way w) {
  if (w == NOTE)
    midi(c, 0x80, 60, 0);
  else if (w == SOUND_OFF || w == NOTES_OFF)
    midi(c, 0xb0, w == SOUND_OFF ? 120 : 123, 0);
  else if (w == CHOKE)
    rosin_core_play(c, 0, &(rosin_player_event_t){.kind = ROSIN_PLAYER_QUIET});
  else if (w == TRIGGER)
    set(c, "trigger", 0);
  else if (w == CONTINUOUS)
    set(c, "continuous", 0);
}

/* `wait` s after its begin it ends, and `tail` s after that it is silent. */
static void check(rosin_core *c, way w, double wait, double tail) {
  rosin_core_reset(c);
  set(c, "trigger", 0);
  set(c, "continuous", 0);
  begin(c, w);
  const float before = run(c, wait);
  end(c, w);
  run(c, tail);
  const float after = run(c, 0.3);
  if (!(before > silent) || !(after <= silent))
    fail_msg("%s, %s: peak %g, then %g after %g s", rosin_core_scene(c), name_of[w], (double)before,
             (double)after, tail);
}

static rosin_core *effect(const char *name) {
  rosin_error error = {""};
  rosin_core *c = name ? rosin_plugin_open(name, &error) : NULL;
  if (c) {
    rosin_core_set_take(c, 1); /* a new instance has a take of its own */
    rosin_core_put(c, rosin_core_find(c, "key_hold"),
                   0); /* as 0.2's notes; test_takes has it else */
  }
  if (name && (!c || rosin_core_prepare(c, RATE, &error)))
    fail_msg("%s: %s", name, error.text);
  return c;
}

static void every_effect_ends_within_its_tail(void **state) {
  (void)state;
  rosin_core *c;
  int effects = 0;
  for (int i = 0; (c = effect(rosin_plugin_at(i))); i += SHARE * SHARE, rosin_core_free(c)) {
    if (rosin_core_is_instrument(c))
      continue;
    const double duration = rosin_core_duration(c);
    /* told is how long it rings an octave lower */
    const double ring =
        (rosin_core_find(c, "key_range") < 0 ? 1 : 0.5) * (rosin_core_tail(c) - duration);
    assert_true(ring > 0 && ring < 40);
    check(c, GESTURE, duration, ring);
    check(c, NOTE, 0.7, ring); /* of the other ways one each: `make verify` goes all of them */
    if (effects % 5 == 4)
      check(c, CONTINUOUS, 0.3, rosin_core_tail(c));
    else
      check(c, SOUND_OFF + effects % 5, 0.7, ring);
    effects++;
  }
  assert_true(effects > 20 / SHARE / SHARE);
}

/* Several notes: the last one that is held ends it; one that was never on ends nothing. */
static void the_last_note_ends_it(void **state) {
  (void)state;
  rosin_core *c = effect("rope");
  midi(c, 0x90, 60, 100);
  midi(c, 0x90, 64, 100);
  run(c, 0.3);
  midi(c, 0x80, 60, 0);
  midi(c, 0x80, 61, 0);
  run(c, 0.5);
  assert_true(run(c, 0.3) > 1e-3f);
  midi(c, 0x90, 64, 0);
  run(c, rosin_core_tail(c) - rosin_core_duration(c));
  assert_true(run(c, 0.2) <= silent);
  rosin_core_free(c);
}

/* Going on by itself, it does not end with a note, but with all sound; and begins again. */
static void what_goes_on_is_ended_by_all_sound_off(void **state) {
  (void)state;
  rosin_core *c = effect("ship-rope");
  set(c, "continuous", 1);
  midi(c, 0x90, 60, 100);
  run(c, 0.5);
  midi(c, 0x80, 60, 0);
  run(c, 1.5);
  assert_true(run(c, 1) > 1e-3f);
  midi(c, 0xb0, 120, 0);
  run(c, rosin_core_tail(c) - rosin_core_duration(c));
  assert_true(run(c, rosin_core_duration(c)) <= silent);
  midi(c, 0x90, 60, 100);
  assert_true(run(c, 2) > 1e-3f);
  midi(c, 0xb0, 120, 0);
  set(c, "continuous", 0);
  run(c, 1);
  set(c, "continuous", 1);
  assert_true(run(c, 2) > 1e-3f);
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_effect_ends_within_its_tail),
      cmocka_unit_test(the_last_note_ends_it),
      cmocka_unit_test(what_goes_on_is_ended_by_all_sound_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
