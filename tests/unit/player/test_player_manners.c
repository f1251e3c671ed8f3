/* SPDX-License-Identifier: BSD-3-Clause */
/* MIDI's manners: channels apart, pedals, volume and pan, programs, tuning, parts, and what is left
 * out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "listen.h"
#include "player/midi/part.h"
#include "stage.h"

enum { C, G, D, A };

static void control(stage *s, int channel, int number, double value) {
  stage_say(s, ROSIN_PLAYER_CONTROL, channel, number, value);
}

static const rosin_course *on(const stage *s, int string) {
  return &s->player->course[string];
}

static void controllers_are_of_their_channel(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_on(&s, 0, 45);
  stage_on(&s, 1, 52);
  control(&s, 1, 11, 1);
  control(&s, 1, 77, 1);
  assert_true(rosin_player_loudness(s.player, on(&s, D)) > 0.9);
  assert_true(rosin_player_loudness(s.player, on(&s, G)) < 0.7);
  assert_true(ROSIN_TOLD(s.player, on(&s, D), vibrato) == 50);
  assert_true(ROSIN_TOLD(s.player, on(&s, G), vibrato) == 12);
  /* what is set is for all of them */
  assert_int_equal(rosin_player_set(s.player, "dynamics", 0.2, NULL), 0);
  assert_true(ROSIN_TOLD(s.player, on(&s, D), dynamics) == 0.2);
  assert_true(ROSIN_TOLD(s.player, on(&s, D), vibrato) == 50);
  control(&s, 2, 68, 1); /* legato of a channel that is silent */
  stage_run(&s, 0.1);
  stage_on(&s, 0, 57); /* slurred, since 45 is down */
  assert_int_equal(on(&s, A)->articulation, ROSIN_LEGATO);
  stage_off(&s, 0, 57);
  stage_off(&s, 0, 45);
  stage_on(&s, 0, 59);
  assert_int_equal(on(&s, A)->articulation, ROSIN_DETACHE);
  stage_close(&s);
}

static void a_reset_of_controllers_is_a_channels(void **state) {
  (void)state;
  stage s = stage_open("");
  for (int channel = 0; channel < 2; channel++) {
    control(&s, channel, 16, 0.9);
    control(&s, channel, 7, 0.3);
    control(&s, channel, 10, 0.1);
    stage_say(&s, ROSIN_PLAYER_BEND, channel, 0, 2);
    stage_say(&s, ROSIN_PLAYER_PRESSURE, channel, 0, 1);
    stage_say(&s, ROSIN_PLAYER_PROGRAM, channel, 45, 0);
  }
  stage_on(&s, 0, 52);
  control(&s, 0, 64, 1);
  stage_off(&s, 0, 52);
  assert_true(on(&s, D)->held);
  control(&s, 0, 121, 0);
  assert_false(on(&s, D)->held);
  const rosin_channel *a = &s.player->channel[0], *b = &s.player->channel[1];
  assert_true(rosin_channel_get(a, &s.player->s, ROSIN_SETTING(pressure)) == 0.5);
  assert_true(a->bend == 0 && a->pressure == 0 && !a->pressed);
  /* volume, pan and program stay (RP-015) */
  assert_true(a->volume == 0.3 && a->pan == 0.1);
  assert_true(rosin_channel_get(a, &s.player->s, ROSIN_SETTING(articulation)) == ROSIN_PIZZICATO);
  assert_true(rosin_channel_get(b, &s.player->s, ROSIN_SETTING(pressure)) == 0.9);
  assert_true(b->bend == 2 && b->pressure == 1);
  stage_close(&s);
}

static void a_reset_brings_a_bent_note_back(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_on(&s, 0, 52);
  const double straight = on(&s, D)->wanted;
  stage_say(&s, ROSIN_PLAYER_BEND, 0, 0, 1);
  assert_true(on(&s, D)->wanted > 1.05 * straight);
  control(&s, 0, 121, 0);
  assert_true(on(&s, D)->wanted == straight);
  stage_close(&s);
}

static void the_sustain_pedal_keeps_notes(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_on(&s, 0, 52);
  stage_run(&s, 0.1);
  control(&s, 0, 64, 1);
  stage_off(&s, 0, 52);
  stage_run(&s, 0.1);
  assert_true(on(&s, D)->held);
  /* the same key again is a stroke of its own, no slur */
  const double direction = on(&s, D)->direction, began = on(&s, D)->began;
  stage_on(&s, 0, 52);
  assert_true(on(&s, D)->direction == -direction && on(&s, D)->began > began);
  assert_int_equal(on(&s, D)->articulation, ROSIN_DETACHE);
  stage_off(&s, 0, 52);
  control(&s, 1, 64, 0); /* another channel's */
  assert_true(on(&s, D)->held);
  control(&s, 0, 64, 0.49);
  assert_false(on(&s, D)->held);
  /* a key that is still down is none of its business */
  control(&s, 0, 64, 1);
  stage_on(&s, 0, 52);
  control(&s, 0, 64, 0);
  assert_true(on(&s, D)->held);
  stage_close(&s);
}

static void the_sostenuto_keeps_what_was_down(void **state) {
  (void)state;
  stage s = stage_open("");
  assert_int_equal(rosin_player_set(s.player, "double_stops", 1, NULL), 0);
  stage_on(&s, 0, 45);
  stage_run(&s, 0.05);
  control(&s, 0, 66, 1);
  stage_on(&s, 0, 60);
  stage_off(&s, 0, 45);
  stage_off(&s, 0, 60);
  assert_true(on(&s, G)->held && !on(&s, A)->held);
  control(&s, 0, 64, 1); /* with both pedals both must come up */
  control(&s, 0, 66, 0);
  assert_true(on(&s, G)->held);
  control(&s, 0, 64, 0);
  assert_false(on(&s, G)->held);
  stage_close(&s);
}

static void programs_choose_the_manner(void **state) {
  (void)state;
  stage s = stage_open("");
  const struct {
    int program, articulation;
  } rows[] = {{45, ROSIN_PIZZICATO}, {42, ROSIN_DETACHE},   {44, ROSIN_TREMOLO},
              {0, ROSIN_TREMOLO},    {40, ROSIN_DETACHE},   {127, ROSIN_DETACHE},
              {45, ROSIN_PIZZICATO}, {46, ROSIN_PIZZICATO}, {43, ROSIN_DETACHE}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    stage_say(&s, ROSIN_PLAYER_PROGRAM, 3, rows[i].program, 0);
    stage_on(&s, 3, 52);
    assert_int_equal(on(&s, D)->articulation, rows[i].articulation);
    stage_off(&s, 3, 52);
    stage_on(&s, 2, 60);
    assert_int_equal(on(&s, A)->articulation, ROSIN_DETACHE);
    stage_off(&s, 2, 60);
  }
  stage_close(&s);
}

static void tuning_moves_the_string_too(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_say(&s, ROSIN_PLAYER_TUNE, 0, 0, -12);
  stage_on(&s, 0, 57); /* sounds as A2: on the G string */
  assert_true(on(&s, G)->held && fabs(1200 * log2(on(&s, G)->wanted / 110)) < 0.01);
  stage_say(&s, ROSIN_PLAYER_TUNE, 0, 0, -11.5);
  assert_true(fabs(1200 * log2(on(&s, G)->wanted / 110) - 50) < 0.01);
  stage_off(&s, 0, 57);
  assert_false(on(&s, G)->held);
  stage_close(&s);
}

/* Levels (RMS) of a note on the D string, left and right. */
static void loud(double volume, double pan, double level[2]) {
  stage s = stage_open("");
  if (volume >= 0)
    control(&s, 0, 7, volume);
  if (pan >= 0)
    control(&s, 0, 10, pan);
  stage_on(&s, 0, 52);
  stage_run(&s, 0.2);
  stage_run(&s, 0.3);
  level[0] = s.level[0];
  level[1] = s.level[1];
  stage_close(&s);
}

static void volume_and_pan_are_heard(void **state) {
  (void)state;
  double plain[2], middle[2], soft[2], left[2];
  loud(-1, -1, plain);
  loud(1, 64 / 127.0, middle);
  assert_true(plain[0] > 1e-4 && fabs(plain[0] - plain[1]) < 1e-9);
  assert_true(middle[0] == plain[0] && middle[1] == plain[1]);
  loud(0.5, -1, soft);
  assert_true(fabs(soft[0] / plain[0] - 0.25) < 1e-3); /* 40 log10: -12 dB */
  loud(-1, 0, left);
  assert_true(left[1] < 1e-6 * plain[1] && fabs(left[0] / plain[0] - 1) < 1e-6);
  for (int key = 37; key <= 58; key += 7) { /* on any string */
    stage each = stage_open("");
    stage_on(&each, 0, key);
    control(&each, 0, 7, 0);
    stage_run(&each, 0.2);
    assert_true(each.player->side[0] == 0 && each.player->side[1] == 0);
    stage_close(&each);
  }
  /* they glide: a jump would click; and a reset forgets them */
  stage s = stage_open("");
  stage_on(&s, 0, 52);
  stage_run(&s, 0.3);
  control(&s, 0, 7, 0);
  stage_run(&s, 0.002);
  assert_true(s.level[0] > 0.3 * plain[0]);
  stage_run(&s, 0.2);
  stage_run(&s, 0.1);
  assert_true(s.peak == 0);
  rosin_player_reset(s.player);
  stage_on(&s, 0, 52);
  stage_run(&s, 0.2);
  stage_run(&s, 0.3);
  assert_true(fabs(s.level[0] / plain[0] - 1) < 1e-9);
  stage_close(&s);
}

static const rosin_left_out *listened;

static void print_left_out(void) {
  rosin_left_out_print(listened, "", stdout);
}

static void what_is_left_out_is_told(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_left_out left;
  assert_int_equal(rosin_left_out_start(&left, 10), 0);
  rosin_player_set_witness(s.player, rosin_left_out_note, &left);
  stage_run(&s, 0.1);
  stage_on(&s, 4, 30);
  stage_on(&s, 0, 100);
  stage_run(&s, 0.1);
  stage_on(&s, 0, 36); /* a chord whose notes want one string */
  stage_on(&s, 0, 38);
  assert_int_equal(left.count, 3);
  assert_int_equal(left.note[0].reason, ROSIN_LEFT_LOW);
  assert_true(left.note[0].key == 30 && left.note[0].channel == 4);
  assert_true(fabs(left.note[0].time - 0.1) < 0.002);
  assert_int_equal(left.note[1].reason, ROSIN_LEFT_HIGH);
  assert_int_equal(left.note[2].reason, ROSIN_LEFT_STRINGS);
  assert_true(left.note[2].key == 36);
  assert_int_equal(rosin_player_missed(s.player), 3);
  for (int i = 0; i < ROSIN_LEFT_REASONS; i++)
    assert_non_null(rosin_left_reason(i));
  assert_null(rosin_left_reason(-1));
  assert_null(rosin_left_reason(ROSIN_LEFT_REASONS));
  listened = &left;
  left.ignored[3] = 2;
  left.ignored[5] = 1;
  listen_to(print_left_out, STDOUT_FILENO);
  const char *at = said;
  for (int i = 0; i < 3; i++) /* each, as people count channels */
    assert_non_null(at = strstr(at + 1, i == 0 ? "\"channel\": 5, \"key\": 30, \"why\": \"below"
                                        : i == 1
                                            ? "\"channel\": 1, \"key\": 100, \"why\": \"too high"
                                            : "\"channel\": 1, \"key\": 36, \"why\": \"another"));
  assert_non_null(strstr(at, "\"ignored_controllers\": {\"3\": 2, \"5\": 1}"));
  rosin_left_out_free(&left);
  rosin_left_out_note(&left, 0, 60, 0, ROSIN_LEFT_LOW); /* there is no room any more */
  assert_true(left.count == 0 && rosin_left_out_count(&left, ROSIN_LEFT_LOW) == 0);
  stage_close(&s);
}

#define PROGRAM(channel_, number)                                                                  \
  {                                                                                                \
    0, {                                                                                           \
      .kind = ROSIN_PLAYER_PROGRAM, .channel = channel_, .controller = number                      \
    }                                                                                              \
  }
#define NOTE(channel_, key_)                                                                       \
  {                                                                                                \
    1, {                                                                                           \
      .kind = ROSIN_PLAYER_NOTE_ON, .channel = channel_, .key = key_, .value = 1                   \
    }                                                                                              \
  }

static void parts_are_told_by_programs(void **state) {
  (void)state;
  static const rosin_player_score_t quartet[] = {
      PROGRAM(0, 40), PROGRAM(1, 41), PROGRAM(2, 42), NOTE(0, 76),   NOTE(1, 64), NOTE(2, 48),
      PROGRAM(2, 45), NOTE(2, 50),    NOTE(5, 52),    PROGRAM(2, 0), NOTE(2, 55),
  };
  enum { COUNT = sizeof quartet / sizeof *quartet };
  rosin_player_score_t score[COUNT];
  rosin_left_out left;
  assert_int_equal(rosin_left_out_start(&left, COUNT), 0);
  memcpy(score, quartet, sizeof quartet);
  const int kept = rosin_part_choose(score, COUNT, 42, &left);
  assert_int_equal(kept, 5); /* of the cello with its pizzicato, and of who says nothing */
  assert_true(score[1].event.key == 48 && score[3].event.key == 50 && score[4].event.key == 52);
  assert_int_equal(rosin_left_out_count(&left, ROSIN_LEFT_PART), 3);
  assert_true(left.note[0].key == 76 && left.note[2].key == 55);
  assert_string_equal(rosin_part_scene(quartet, COUNT), "violin");
  assert_string_equal(rosin_part_scene(quartet + 4, COUNT - 4), "cello");
  /* nothing for this instrument: all is played; and an instrument without a program plays all */
  left.count = 0;
  assert_int_equal(rosin_part_choose(score, kept, 43, &left), kept);
  memcpy(score, quartet, sizeof quartet);
  assert_int_equal(rosin_part_choose(score, COUNT, -1, &left), COUNT);
  assert_int_equal(left.count, 0);
  rosin_left_out_free(&left);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controllers_are_of_their_channel),
      cmocka_unit_test(a_reset_of_controllers_is_a_channels),
      cmocka_unit_test(a_reset_brings_a_bent_note_back),
      cmocka_unit_test(the_sustain_pedal_keeps_notes),
      cmocka_unit_test(the_sostenuto_keeps_what_was_down),
      cmocka_unit_test(programs_choose_the_manner),
      cmocka_unit_test(tuning_moves_the_string_too),
      cmocka_unit_test(volume_and_pan_are_heard),
      cmocka_unit_test(what_is_left_out_is_told),
      cmocka_unit_test(parts_are_told_by_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
