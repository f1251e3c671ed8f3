/* SPDX-License-Identifier: BSD-3-Clause */
/* A player who reads: what is pencilled into its part, and what the fingers then do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "player/course/pencil.h"
#include "player/course/plan.h"
#include "player/left/grip.h"
#include "player/left/marks.h"
#include "stage.h"

enum { A = 3 };

static rosin_player_score_t on(double time, int key, int channel) {
  return (rosin_player_score_t){
      time, {.kind = ROSIN_PLAYER_NOTE_ON, .channel = channel, .key = key, .value = 0.6}};
}

static rosin_player_score_t off(double time, int key, int channel) {
  return (rosin_player_score_t){time,
                                {.kind = ROSIN_PLAYER_NOTE_OFF, .channel = channel, .key = key}};
}

static int string_of(const rosin_player_score_t *e) {
  return rosin_marks_string(e->event.controller);
}

static void marks_are_numbers_beside_bits(void **state) {
  (void)state;
  const int marks = rosin_marks_with(ROSIN_MARK_UP + 5 * ROSIN_MARK_STRING, 3, 4, 17);
  assert_int_equal(marks % ROSIN_MARK_STRING, ROSIN_MARK_UP);
  assert_int_equal(rosin_marks_string(marks), 3);
  assert_int_equal(rosin_marks_finger(marks), 4);
  assert_int_equal(rosin_marks_place(marks), 17);
}

/* Where its own key ends on its own channel; a key that is struck by nothing ends, too. */
static void a_note_ends_where_the_score_says(void **state) {
  (void)state;
  const rosin_player_score_t score[] = {on(0, 64, 0),    off(0.1, 64, 1), off(0.2, 65, 0),
                                        off(0.3, 64, 0), on(0.4, 64, 0),  on(0.5, 66, 0)};
  rosin_player_score_t struck = on(0.7, 66, 0), all[7];
  struck.event.value = 0;
  memcpy(all, score, sizeof score);
  all[6] = struck;
  assert_true(rosin_player_end_of(&score[0].event, score, 1, 6) == 0.3);
  assert_true(rosin_player_end_of(&score[4].event, score, 5, 6) == -1);
  assert_true(rosin_player_end_of(&score[5].event, all, 6, 7) == 0.7);
  assert_true(rosin_player_end_of(&score[5].event, all, 6, 6) == -1);
}

/* Only who reads, and has no key-switches, pencils; marks of the bow stay. */
static void who_reads_pencils(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_player_score_t score[] = {on(0, 64, 0), off(0.3, 64, 0), on(0.3, 65, 0), off(0.6, 65, 0)};
  score[0].event.controller = ROSIN_MARK_UPBEAT;
  assert_int_equal(rosin_player_pencil(s.player, score, 4), 0);
  assert_int_equal(score[0].event.controller, ROSIN_MARK_UPBEAT);
  rosin_player_set(s.player, "reads", 1, NULL);
  rosin_player_set(s.player, "key_switches", 1, NULL);
  assert_int_equal(rosin_player_pencil(s.player, score, 4), 0);
  assert_int_equal(score[2].event.controller, 0);
  rosin_player_set(s.player, "key_switches", 0, NULL);
  assert_int_equal(rosin_player_pencil(s.player, score, 4), 0);
  assert_int_equal(score[0].event.controller % ROSIN_MARK_STRING, ROSIN_MARK_UPBEAT);
  assert_int_equal(string_of(&score[0]), 1);
  assert_true(rosin_marks_place(score[0].event.controller) > 0);
  assert_int_equal(string_of(&score[1]), 0);
  stage_close(&s);
}

/* A string by a mark, by a setting on the way, by a controller; harmonics are left alone. */
static void what_is_asked_for_on_the_way(void **state) {
  (void)state;
  stage s = stage_open("");
  int row = 0;
  while (strcmp(rosin_player_parameters()[row].name, "string") != 0)
    row++;
  rosin_player_score_t score[] = {
      on(0, 60, 0),
      off(0.3, 60, 0),
      {0.3, {.kind = ROSIN_PLAYER_TELL, .controller = row, .value = 3}},
      on(0.4, 60, 0),
      off(0.7, 60, 0),
      {0.8, {.kind = ROSIN_PLAYER_TELL, .controller = row, .value = 0}},
      on(0.9, 60, 0),
      off(1.2, 60, 0),
      {1.3, {.kind = ROSIN_PLAYER_TELL, .controller = 0, .value = ROSIN_HARMONIC}},
      on(1.4, 60, 0),
      off(1.7, 60, 0)};
  score[6].event.controller = 2 * ROSIN_MARK_STRING;
  rosin_player_set(s.player, "reads", 1, NULL);
  assert_int_equal(rosin_player_pencil(s.player, score, sizeof score / sizeof *score), 0);
  assert_int_equal(string_of(&score[3]), 3);
  assert_int_equal(string_of(&score[6]), 2);
  assert_int_equal(score[9].event.controller, 0);
  stage_close(&s);
}

/* Under a slur a finger of the same place falls, and a hand that shifts slides. */
static void fingers_fall_and_hands_slide(void **state) {
  (void)state;
  stage s = stage_open("");
  static rosin_player_score_t score[6];
  const rosin_player_score_t plain[] = {on(0, 59, 0),   on(0.2, 60, 0),   off(0.21, 59, 0),
                                        on(0.4, 67, 0), off(0.41, 60, 0), off(0.8, 67, 0)};
  memcpy(score, plain, sizeof plain);
  for (int i = 0; i < 6; i++)
    score[i].event.controller =
        score[i].event.kind == ROSIN_PLAYER_NOTE_ON ? ROSIN_MARK_STRING : 0; /* sul A */
  rosin_player_set(s.player, "reads", 1, NULL);
  assert_int_equal(rosin_player_pencil(s.player, score, 6), 0);
  rosin_player_score(s.player, score, 6);
  const rosin_course *a = &s.player->course[A];
  stage_run(&s, 0.215);
  assert_true(a->held && fabs(exp2(rosin_player_gliding(s.player, a)) - a->wanted) < 0.01);
  stage_run(&s, 0.21); /* 15 to 25 ms into the shift, of 50 */
  assert_true(a->held && a->key == 67);
  assert_true(exp2(rosin_player_gliding(s.player, a)) < 0.97 * a->wanted);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(marks_are_numbers_beside_bits),
      cmocka_unit_test(a_note_ends_where_the_score_says),
      cmocka_unit_test(who_reads_pencils),
      cmocka_unit_test(what_is_asked_for_on_the_way),
      cmocka_unit_test(fingers_fall_and_hands_slide),
  };
  return cmocka_run_group_tests_name("pencil", tests, NULL, NULL);
}
