/* SPDX-License-Identifier: BSD-3-Clause */
/* Single notes, as hosts tell them apart: by what they call them, by their channel, by their key.
 * One of a double stop bends, swells or ends, the other goes on. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

enum { G = 1, D = 2 }; /* strings */
enum { ANY = -1 };

static void say(stage *s, rosin_player_kind kind, int note, int channel, double key, double value) {
  rosin_player_event(
      s->player,
      &(rosin_player_event_t){
          .kind = kind, .single = 1, .note = note, .channel = channel, .key = key, .value = value});
}

/* A double stop: 43 on channel 1 is called `low`, 52 on channel 2 is called `high`. */
static stage open_double_stop(int low, int high) {
  stage s = stage_open("");
  say(&s, ROSIN_PLAYER_NOTE_ON, low, 1, 43, 0.7);
  say(&s, ROSIN_PLAYER_NOTE_ON, high, 2, 52, 0.7);
  stage_run(&s, 0.02);
  assert_true(s.player->course[G].held && s.player->course[D].held);
  return s;
}

/* Cents by which a string is bent. */
static double bent(const stage *s, int string, double key) {
  const double wanted = s->player->course[string].wanted;
  return 1200 * log2(wanted / (440 * exp2((key - 69) / 12)));
}

static void one_is_meant_by_name_channel_or_key(void **state) {
  (void)state;
  static const struct {
    int note, channel, key, g, d; /* which of them bend */
  } table[] = {{8, ANY, ANY, 0, 1}, {7, ANY, ANY, 1, 0},  {9, ANY, ANY, 0, 0},  {ANY, 2, ANY, 0, 1},
               {ANY, 3, ANY, 0, 0}, {ANY, ANY, 43, 1, 0}, {ANY, ANY, 44, 0, 0}, {7, 2, ANY, 0, 0},
               {7, ANY, 52, 0, 0},  {8, 2, 52, 0, 1},     {ANY, ANY, ANY, 1, 1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    stage s = open_double_stop(7, 8);
    say(&s, ROSIN_PLAYER_BEND, table[i].note, table[i].channel, table[i].key, 0.5);
    if (fabs(bent(&s, G, 43) - 50 * table[i].g) > 0.01 ||
        fabs(bent(&s, D, 52) - 50 * table[i].d) > 0.01)
      fail_msg("row %d: %g and %g cents", (int)i, bent(&s, G, 43), bent(&s, D, 52));
    stage_close(&s);
  }
}

/* What no host gave a name is meant by its key, whatever it is called later. */
static void what_has_no_name_has_a_key(void **state) {
  (void)state;
  stage s = open_double_stop(ANY, ANY);
  say(&s, ROSIN_PLAYER_BEND, 5, ANY, ANY, 0.5);
  assert_true(fabs(bent(&s, G, 43)) < 0.01 && fabs(bent(&s, D, 52)) < 0.01);
  say(&s, ROSIN_PLAYER_BEND, 5, ANY, 52, 0.5);
  assert_true(fabs(bent(&s, G, 43)) < 0.01 && fabs(bent(&s, D, 52) - 50) < 0.01);
  stage_close(&s);
}

static void one_ends_and_the_other_goes_on(void **state) {
  (void)state;
  stage s = open_double_stop(7, 8);
  say(&s, ROSIN_PLAYER_NOTE_OFF, 7, ANY, ANY, 0);
  assert_true(!s.player->course[G].held && s.player->course[D].held);
  say(&s, ROSIN_PLAYER_NOTE_OFF, 7, ANY, ANY, 0); /* it has ended: nothing is meant */
  assert_true(s.player->course[D].held);
  say(&s, ROSIN_PLAYER_NOTE_OFF, ANY, ANY, ANY, 0);
  assert_false(s.player->course[D].held);
  stage_close(&s);
}

static void one_swells_within_its_range(void **state) {
  (void)state;
  stage s = open_double_stop(7, 8);
  const double g = rosin_player_loudness(s.player, &s.player->course[G]);
  const double d = rosin_player_loudness(s.player, &s.player->course[D]);
  say(&s, ROSIN_PLAYER_PRESSURE, 8, ANY, ANY, 0.9);
  assert_true(rosin_player_loudness(s.player, &s.player->course[G]) == g);
  const double more = rosin_player_loudness(s.player, &s.player->course[D]);
  assert_true(more > d);
  say(&s, ROSIN_PLAYER_PRESSURE, 8, ANY, ANY, 7); /* beyond 1 is 1, below 0 is 0 */
  assert_true(s.player->course[D].own.pressure == 1);
  say(&s, ROSIN_PLAYER_PRESSURE, 8, ANY, ANY, -7);
  assert_true(s.player->course[D].own.pressure == 0 && s.player->course[D].own.pressed);
  assert_false(s.player->course[G].own.pressed);
  assert_true(rosin_player_loudness(s.player, &s.player->course[D]) < more);
  stage_close(&s);
}

/* Of its own channel until the note ends; a bend of 96 semitones is the most. */
static void bends_are_bounded(void **state) {
  (void)state;
  stage s = open_double_stop(7, 8);
  say(&s, ROSIN_PLAYER_BEND, 8, ANY, ANY, 1000);
  assert_true(s.player->course[D].own.bend == 96);
  say(&s, ROSIN_PLAYER_BEND, 8, ANY, ANY, -1000);
  assert_true(s.player->course[D].own.bend == -96);
  assert_true(s.player->course[G].own.bend == 0);
  stage_close(&s);
}

/* Of a pressure the controller is not read, whatever stands there. */
static void a_pressure_is_no_controller(void **state) {
  (void)state;
  stage s = open_double_stop(7, 8);
  const double was = ROSIN_TOLD(s.player, &s.player->course[D], vibrato);
  rosin_player_event(s.player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_PRESSURE,
                                                       .single = 1,
                                                       .note = 8,
                                                       .channel = ANY,
                                                       .key = ANY,
                                                       .controller = 1,
                                                       .value = 0.3});
  assert_true(ROSIN_TOLD(s.player, &s.player->course[D], vibrato) == was);
  stage_close(&s);
}

/* A controller moves the setting of one note as the table says, and no channel's. */
static void a_controller_moves_one(void **state) {
  (void)state;
  stage s = open_double_stop(7, 8);
  const double g = ROSIN_TOLD(s.player, &s.player->course[G], vibrato);
  rosin_player_event(s.player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_CONTROL,
                                                       .single = 1,
                                                       .note = 8,
                                                       .channel = ANY,
                                                       .key = ANY,
                                                       .controller = 1,
                                                       .value = 0.3});
  assert_true(fabs(ROSIN_TOLD(s.player, &s.player->course[D], vibrato) - 15) < 1e-6);
  assert_true(ROSIN_TOLD(s.player, &s.player->course[G], vibrato) == g && fabs(g - 15) > 1);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_is_meant_by_name_channel_or_key),
      cmocka_unit_test(what_has_no_name_has_a_key),
      cmocka_unit_test(one_ends_and_the_other_goes_on),
      cmocka_unit_test(one_swells_within_its_range),
      cmocka_unit_test(bends_are_bounded),
      cmocka_unit_test(a_pressure_is_no_controller),
      cmocka_unit_test(a_controller_moves_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
