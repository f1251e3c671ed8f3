/* SPDX-License-Identifier: BSD-3-Clause */
/* Hurried strokes: what they ask of the bow, who makes them, and that the bow rests before it
 * turns. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "player/bow/start.h"
#include "stage.h"

enum { A = 3 };

static void high_notes_take_more(void **state) {
  (void)state;
  const rosin_start low = rosin_start_quick(ROSIN_START_LANDS, 2, 20, 0.2, 70),
                    high = rosin_start_quick(ROSIN_START_LANDS, 2, 20, 0.2, 300);
  assert_true(low.slope < high.slope && low.force < high.force && low.force >= 1.4 * 2);
  assert_true(low.first > high.first && high.first > 0 && low.first <= 0.1);
  const rosin_start half = rosin_start_quick(ROSIN_START_LANDS, 2, 20, 0.1, 300);
  assert_float_equal(half.slope, high.slope / 2, 1e-12); /* all goes with the speed */
  assert_float_equal(half.first, high.first / 2, 1e-12);
  const rosin_start narrow = rosin_start_quick(ROSIN_START_TURNS, 2, 3, 0.2, 300);
  assert_true(narrow.force <= 1.1 * 3 + 1e-12);
  assert_true(rosin_start_quick(ROSIN_START_TURNS, 2, 2, 0.2, 300).force >= 2.8 - 1e-12);
}

/* Two notes apart on the A string; how fast the bow is, and which way, as the second one begins. */
static double speed_at_the_turn(double reads, double length) {
  stage s = stage_open("");
  const double on = length + 0.1;
  const rosin_player_score_t score[] = {
      {0.1, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 62, .value = 0.63}},
      {on - 0.01, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 62}},
      {on, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 64, .value = 0.63}},
      {on + length, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 64}}};
  rosin_player_set(s.player, "reads", reads, NULL);
  rosin_player_score(s.player, score, 4);
  stage_run(&s, on - 0.002);
  const double speed = s.player->course[A].speed;
  stage_run(&s, 0.02);
  assert_true(s.player->course[A].held && s.player->course[A].key == 64);
  assert_true(s.player->course[A].hurried == ROSIN_START_NONE); /* nobody measured this string */
  stage_close(&s);
  return fabs(speed);
}

static void who_reads_rests_before_the_turn(void **state) {
  (void)state;
  assert_true(speed_at_the_turn(0, 0.15) > 0.1); /* live nothing is known */
  assert_true(speed_at_the_turn(1, 0.15) < 0.06);
  assert_true(speed_at_the_turn(1, 0.6) > 0.1); /* there is time */
}

/* How the third of four notes that come `apart` seconds apart begins, live, on a string that was
 * measured. */
static rosin_start_kind starts_live(double apart) {
  char *errors = NULL;
  stage s = {.scene = rosin_scene_load("cello", 0, NULL, &errors)};
  assert_non_null(s.scene);
  assert_int_equal(rosin_scene_prepare(s.scene, STAGE_RATE, STAGE_BLOCK, NULL), 0);
  assert_non_null(s.player = rosin_player_new(s.scene, 1, NULL));
  for (int i = 0; i < 3; i++) {
    stage_on(&s, 0, 59 + i);
    stage_run(&s, 0.9 * apart);
    stage_off(&s, 0, 59 + i);
    stage_run(&s, 0.1 * apart);
  }
  const rosin_start_kind first = s.player->course[A].hurried;
  stage_close(&s);
  return first;
}

static void live_what_follows_soon_is_hurried(void **state) {
  (void)state;
  assert_true(starts_live(0.13) == ROSIN_START_TURNS);
  assert_true(starts_live(0.4) == ROSIN_START_NONE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(live_what_follows_soon_is_hurried),
      cmocka_unit_test(high_notes_take_more),
      cmocka_unit_test(who_reads_rests_before_the_turn),
  };
  return cmocka_run_group_tests_name("start", tests, NULL, NULL);
}
