/* SPDX-License-Identifier: BSD-3-Clause */
/* What a player takes: an event out of its range is told in one line, and what passes is not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rosin/player.h"

typedef struct {
  rosin_player_event_t event;
  const char *said; /* "": it passes */
} row;

static void events_are_refused_by_thing_value_and_range(void **state) {
  (void)state;
  const row table[] = {
      {{ROSIN_PLAYER_NOTE_ON, 0, 0, 60, 0.5}, ""},
      {{ROSIN_PLAYER_NOTE_ON, 15, ROSIN_MARK_PLACE * 20, 0.5, 1}, ""},
      {{ROSIN_PLAYER_NOTE_ON, 0, 0, 128, 0.5}, "note_on.key: 128 is out of range: 0 to 127"},
      {{ROSIN_PLAYER_NOTE_ON, 0, 0, (double)NAN, 0.5}, "note_on.key: nan is out of range"},
      {{ROSIN_PLAYER_NOTE_ON, 0, 0, 60, 1.5}, "note_on.value: 1.5 is out of range: 0 to 1"},
      {{ROSIN_PLAYER_NOTE_ON, 16, 0, 60, 0.5}, "note_on.channel: 16 is out of range: 0 to 15"},
      {{ROSIN_PLAYER_NOTE_ON, -1, 0, 60, 0.5}, "note_on.channel: -1 is out of range: 0 to 15"},
      {{ROSIN_PLAYER_NOTE_OFF, -1, 0, -1, 0, 1, -1}, ""},
      {{ROSIN_PLAYER_NOTE_OFF, 0, 0, -1, 0}, "note_off.key: -1 is out of range: 0 to 127"},
      {{ROSIN_PLAYER_NOTE_OFF, 0, 0, 60, 0, 1, -2}, "note_off.note: -2 is out of range"},
      {{ROSIN_PLAYER_BEND, 0, 0, 0, 97}, "bend.value: 97 is out of range: -96 to 96 semitones"},
      {{ROSIN_PLAYER_BEND, 0, 0, (double)NAN, 1}, "bend.key: must be a finite number"},
      {{ROSIN_PLAYER_PRESSURE, 0, 0, 0, -0.1}, "pressure.value: -0.1 is out of range: 0 to 1"},
      {{ROSIN_PLAYER_PRESSURE, 0, 0, -1, 0.5}, ""}, /* of all keys: none is looked at */
      {{ROSIN_PLAYER_CONTROL, 0, 1, 200, 0.5}, ""},
      {{ROSIN_PLAYER_CONTROL, 0, 128, 0, 0.1}, "control.controller: 128 is out of range: 0 to 127"},
      {{ROSIN_PLAYER_PROGRAM, 0, -1, 0, 0}, "program.controller: -1 is out of range: 0 to 127"},
      {{ROSIN_PLAYER_TUNE, 0, 0, 0, (double)INFINITY}, "tune.value: inf is out of range"},
      {{ROSIN_PLAYER_TELL, 0, 0, 0, 0}, ""},
      {{ROSIN_PLAYER_TELL, 0, 4096, 0, 0}, "tell.controller: 4096 is out of range: 0 to "},
      {{ROSIN_PLAYER_TELL, 0, 0, 0, (double)NAN}, "nan is out of range"},
      {{ROSIN_PLAYER_QUIET, 0, 0, 0, 0}, ""},
      {{(rosin_player_kind)99, 0, 0, 0, 0}, "kind: 99 is out of range: 0 to 8"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    rosin_error error = {""};
    const int status = rosin_player_event_check(&table[i].event, &error);
    if (!strstr(error.text, table[i].said) || (!*table[i].said && *error.text))
      fail_msg("event %d: '%s' is not '%s'", (int)i, error.text, table[i].said);
    assert_int_equal(status, *table[i].said ? -1 : 0);
  }
  assert_int_equal(rosin_player_event_check(NULL, NULL), -1);
}

/* Every kind has its row. */
static void every_kind_is_known(void **state) {
  (void)state;
  for (int kind = ROSIN_PLAYER_NOTE_ON; kind <= ROSIN_PLAYER_TELL; kind++) {
    const rosin_player_event_t event = {(rosin_player_kind)kind, 0, 0, 60,
                                        rosin_player_parameters()->initial};
    assert_int_equal(rosin_player_event_check(&event, NULL), 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(events_are_refused_by_thing_value_and_range),
      cmocka_unit_test(every_kind_is_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
