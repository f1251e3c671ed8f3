/* SPDX-License-Identifier: BSD-3-Clause */
/* What single events do to a player, by its insides: each is of its channel alone, what is no
 * number is nothing, a score may tell each setting, quiet is of all strings; who is apart aims
 * beside notes that a finger stops. */
#include "chance.h"
#include "player/apart.h"
#include "player/course/course.h"
#include "player/course/pencil.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/player/stage.h"

static void event(stage *s, rosin_player_event_t e) {
  rosin_player_event(s->player, &e);
}

static void each_setting_can_be_told(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_player *p = s.player;
  const rosin_parameter *rows = rosin_player_parameters();
  int count = 0;
  while (rows[count].name)
    count++;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) {
      const double range = rows[i].high - rows[i].low, value = rows[i].low + (k - 0.5) * range;
      event(&s, (rosin_player_event_t){
                    .kind = ROSIN_PLAYER_TELL, .channel = 5, .controller = i, .value = value});
      const double wanted = fmin(fmax(value, rows[i].low), rows[i].high);
      assert_true(rosin_channel_get(&p->channel[5], &p->s, rows[i].offset) == wanted);
    }
  const rosin_channel before = p->channel[5];
  for (int row = -3; row < 0; row++)
    event(&s, (rosin_player_event_t){.kind = ROSIN_PLAYER_TELL, .channel = 5, .controller = row});
  event(&s, (rosin_player_event_t){.kind = ROSIN_PLAYER_TELL, .channel = 5, .controller = count});
  assert_memory_equal(&before, &p->channel[5], sizeof before);
  stage_close(&s);
}

/* Nothing of it is heard, whichever of both is none. */
static void what_is_no_number_is_nothing(void **state) {
  (void)state;
  static rosin_player before;
  static const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
  stage s = stage_open("");
  stage_on(&s, 0, 60);
  stage_run(&s, 0.1);
  for (int kind = 0; rosin_player_kind_name(kind); kind++)
    for (int k = 0; k < 6; k++) {
      const rosin_player_event_t e = {.kind = (rosin_player_kind)kind,
                                      .channel = 2,
                                      .controller = 1,
                                      .key = k < 3 ? none[k] : 60,
                                      .value = k < 3 ? 0.5 : none[k - 3]};
      memcpy(&before, s.player, sizeof before);
      rosin_player_event(s.player, &e);
      assert_memory_equal(&before, s.player, sizeof before);
    }
  for (int k = 0; k < 2; k++) { /* keys are MIDI's */
    stage_run(&s, 0.1);
    const rosin_player_event_t e = {
        .kind = ROSIN_PLAYER_NOTE_ON, .key = k ? 127.5 : -0.5, .value = 0.5};
    rosin_player_event(s.player, &e);
    assert_true(s.player->last_began < s.player->now);
    assert_int_equal(rosin_player_missed(s.player), 0);
  }
  stage_close(&s);
}

/* What is told to a channel no other one has heard. */
static void events_are_of_their_channel(void **state) {
  (void)state;
  static const rosin_player_kind kinds[] = {ROSIN_PLAYER_BEND,    ROSIN_PLAYER_PRESSURE,
                                            ROSIN_PLAYER_CONTROL, ROSIN_PLAYER_PROGRAM,
                                            ROSIN_PLAYER_TUNE,    ROSIN_PLAYER_TELL};
  static const int controllers[] = {1, 7, 10, 11, 64, 66, 44, 45, 121, 2, 3};
  stage s = stage_open("");
  rosin_player *p = s.player;
  seed = 110;
  for (int i = 0; i < 3000; i++) {
    rosin_channel before[ROSIN_CHANNELS];
    const int channel = one_of(ROSIN_CHANNELS);
    const rosin_player_event_t e = {.kind = kinds[one_of(6)],
                                    .channel = channel,
                                    .key = 60,
                                    .controller = controllers[one_of(11)],
                                    .value = between(-100, 100) * (one_of(2) ? 1 : 0.01)};
    memcpy(before, p->channel, sizeof before);
    rosin_player_event(p, &e);
    for (int c = 0; c < ROSIN_CHANNELS; c++)
      if (c != channel)
        assert_memory_equal(&before[c], &p->channel[c], sizeof before[c]);
    const rosin_channel *is = &p->channel[channel];
    const double share = fmin(fmax(e.value, 0), 1), wide = fmin(fmax(e.value, -96), 96);
    assert_true(e.kind != ROSIN_PLAYER_BEND || is->bend == wide);
    assert_true(e.kind != ROSIN_PLAYER_TUNE || is->tune == wide);
    assert_true(e.kind != ROSIN_PLAYER_PRESSURE || (is->pressed && is->pressure == share));
    assert_true(e.kind != ROSIN_PLAYER_CONTROL || e.controller != 7 || is->volume == share);
    assert_int_equal(p->spoke, channel);
  }
  stage_close(&s);
}

static void quiet_is_of_all_strings(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_player *p = s.player;
  rosin_player_set(p, "double_stops", 1, NULL);
  static const double keys[] = {36, 43, 50, 57};
  for (int i = 0; i < 4; i++)
    stage_on(&s, i, keys[i]);
  stage_run(&s, 0.05);
  int held = 0;
  for (int i = 0; i < p->courses; i++)
    held += p->course[i].held;
  assert_int_equal(held, 4);
  event(&s, (rosin_player_event_t){.kind = ROSIN_PLAYER_QUIET, .channel = 9});
  for (int i = 0; i < p->courses; i++)
    assert_true(!p->course[i].held && p->course[i].hushed);
  stage_close(&s);
}

/* A note half a semitone above an open string and more is stopped; a harmonic is where it is. */
static void who_is_apart_aims_beside(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_player *p = s.player;
  const rosin_player_apart apart = {.cents = 20, .rate = 1, .depth = 1};
  for (int cents = 0; cents < 2; cents++) {
    for (int i = 0; i < 30; i++) {
      const double above = 0.07 * i + 0.005;
      double sum = 0;
      for (int turn = 0; turn < 3; turn++) {
        stage_on(&s, 0, 36 + above);
        assert_int_equal(p->last, 0);
        sum += fabs(p->course[0].aim);
        assert_true(fabs(p->course[0].aim) <= 0.01 * 3 * 20);
        stage_off(&s, 0, 36 + above);
        stage_run(&s, 0.05);
      }
      assert_int_equal(sum > 0, cents && above > 0.5);
    }
    rosin_player_set_apart(p, &apart);
  }
  assert_int_equal(rosin_player_set(p, "articulation", ROSIN_HARMONIC, NULL), 0);
  stage_on(&s, 0, 48);
  assert_true(p->course[p->last].partial > 1 && p->course[p->last].aim == 0);
  stage_close(&s);
}

/* A hand is nowhere until a finger stops a string: an open one leaves it there. */
static void a_hand_is_nowhere_at_first(void **state) {
  (void)state;
  stage s = stage_open("");
  for (int turn = 0; turn < 2; turn++) {
    assert_true(s.player->hand == -1);
    stage_on(&s, 0, 43);
    assert_true(s.player->hand == -1);
    stage_off(&s, 0, 43);
    stage_run(&s, 0.2);
    stage_on(&s, 0, 46);
    assert_true(fabs(s.player->hand - 12 * log2(s.player->course[s.player->last].wanted /
                                                s.player->course[s.player->last].open)) < 1e-6);
    assert_true(s.player->hand > 2.9);
    rosin_player_reset(s.player);
  }
  stage_close(&s);
}

/* A program is a manner, and no tuning, for who reads ahead as for who plays. */
static void programs_tune_nothing(void **state) {
  (void)state;
  int marks[2];
  for (int tuned = 0; tuned < 2; tuned++) {
    stage s = stage_open("");
    rosin_player_score_t score[] = {
        {.time = 0.1,
         .event = {.kind = ROSIN_PLAYER_PROGRAM, .controller = 42, .value = tuned ? 7 : 0}},
        {.time = 0.2, .event = {.kind = ROSIN_PLAYER_NOTE_ON, .key = 45, .value = 0.5}},
        {.time = 0.5, .event = {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 45}}};
    rosin_player_set(s.player, "reads", 1, NULL);
    assert_int_equal(rosin_player_pencil(s.player, score, 3), 0);
    marks[tuned] = score[1].event.controller;
    stage_close(&s);
  }
  assert_int_equal(marks[0], marks[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_setting_can_be_told),    cmocka_unit_test(what_is_no_number_is_nothing),
      cmocka_unit_test(events_are_of_their_channel), cmocka_unit_test(quiet_is_of_all_strings),
      cmocka_unit_test(who_is_apart_aims_beside),    cmocka_unit_test(a_hand_is_nowhere_at_first),
      cmocka_unit_test(programs_tune_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
