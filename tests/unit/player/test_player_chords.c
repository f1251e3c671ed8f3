/* SPDX-License-Identifier: BSD-3-Clause */
/* The left hand: what it reaches, strings that are asked for, chords that are broken. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "player/hand/hands.h"
#include "stage.h"

enum { C, G, D, A };

static const rosin_course *on(const stage *s, int string) {
  return &s->player->course[string];
}

static double force(stage *s, int string) {
  static const char *const name[] = {"bow-c.force", "bow-g.force", "bow-d.force", "bow-a.force"};
  rosin_network *n = rosin_scene_network(s->scene);
  return rosin_network_value(n, rosin_network_control(n, name[string]));
}

static void fingers_reach_so_far(void **state) {
  (void)state;
  rosin_hands_string s[] = {{.open = 100, .stopped = -1, .busy = 1, .finger = 2},
                            {.open = 150, .stopped = -1}};
  int partial;
  const double semitone = exp2(1 / 12.0);
  assert_int_equal(rosin_hands_choose(s, 2, 150, 29, 0, &partial), 1);
  assert_int_equal(rosin_hands_choose(s, 2, 150 * pow(semitone, 6), 29, 0, &partial), 1);
  assert_int_equal(rosin_hands_choose(s, 2, 150 * pow(semitone, 6.5), 29, 0, &partial),
                   ROSIN_HANDS_FAR);
  s[0].finger = 9; /* with a thumb */
  assert_int_equal(rosin_hands_choose(s, 2, 150 * pow(semitone, 14), 29, 0, &partial), 1);
  assert_int_equal(rosin_hands_choose(s, 2, 150 * pow(semitone, 16), 29, 0, &partial),
                   ROSIN_HANDS_FAR);
  s[0].finger = 0; /* an open string is no finger */
  assert_int_equal(rosin_hands_choose(s, 2, 150 * pow(semitone, 16), 29, 0, &partial), 1);
  assert_int_equal(rosin_hands_choose(s, 2, 90, 29, 0, &partial), ROSIN_HANDS_NONE);
}

/* The position is kept while an open string is played. */
static void an_open_string_moves_no_hand(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_on(&s, 0, 64); /* A string, seven semitones up */
  stage_off(&s, 0, 64);
  stage_run(&s, 0.5);
  stage_on(&s, 0, 43); /* open G */
  stage_off(&s, 0, 43);
  stage_run(&s, 0.5);
  stage_on(&s, 0, 57); /* where the hand is: D string, not the open A */
  assert_true(s.player->hand > 4);
  stage_close(&s);
}

static void a_string_is_asked_for(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_on(&s, 0, 60);
  assert_true(on(&s, A)->held);
  stage_off(&s, 0, 60);
  stage_run(&s, 0.1);
  assert_int_equal(rosin_player_set(s.player, "string", 3, NULL), 0); /* sul G */
  stage_on(&s, 0, 60);
  assert_true(on(&s, G)->held && !on(&s, A)->held);
  stage_off(&s, 0, 60);
  stage_on(&s, 0, 38); /* which is not on it: the C string, as ever */
  assert_true(on(&s, C)->held);
  stage_off(&s, 0, 38);
  stage_run(&s, 0.1);
  rosin_player_event(s.player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON,
                                                       .controller = 2 * ROSIN_MARK_STRING,
                                                       .key = 60,
                                                       .value = 0.7}); /* a mark counts for more */
  assert_true(on(&s, D)->held);
  stage_close(&s);
}

static void what_no_hand_reaches_is_left_out(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_on(&s, 0, 37); /* C sharp on the C string, and F a twelfth and more above on the next */
  stage_on(&s, 0, 80);
  assert_true(on(&s, C)->held);
  assert_int_equal(s.player->left[ROSIN_LEFT_REACH], 1);
  stage_close(&s);
}

/* The hand thinks again: what it began with goes to another string, so that both can be had. */
static void a_chord_is_fingered_as_a_whole(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_on(&s, 0, 58);
  assert_true(on(&s, A)->held);
  stage_on(&s, 0, 66);
  assert_true(on(&s, A)->held && on(&s, A)->key == 66);
  assert_true(on(&s, D)->held && on(&s, D)->key == 58);
  assert_int_equal(rosin_player_missed(s.player), 0);
  stage_run(&s, 0.2);
  assert_true(force(&s, A) > 0.05 && force(&s, D) > 0.05);
  stage_close(&s);
}

static void are(stage *s, int c, int g, int d, int a) {
  const int want[] = {c, g, d, a};
  for (int i = 0; i < 4; i++)
    if ((force(s, i) > 0.02) != want[i])
      fail_msg("string %d: %.3f N", i, force(s, i));
}

static void chords_are_broken(void **state) {
  (void)state;
  stage s = stage_open("");
  const int four[] = {36, 43, 52, 60}, three[] = {43, 50, 57};
  for (int i = 0; i < 4; i++)
    stage_on(&s, 0, four[i]);
  stage_run(&s, 0.08);
  are(&s, 1, 1, 0, 0);
  stage_run(&s, 0.2);
  are(&s, 0, 0, 1, 1);
  for (int i = 0; i < 4; i++)
    stage_off(&s, 0, four[i]);
  stage_run(&s, 1);
  for (int i = 0; i < 3; i++)
    stage_on(&s, 0, three[i]);
  stage_run(&s, 0.08);
  are(&s, 0, 1, 1, 0);
  stage_run(&s, 0.2);
  are(&s, 0, 0, 1, 1);
  for (int i = 0; i < 3; i++)
    stage_off(&s, 0, three[i]);
  stage_run(&s, 1);
  stage_on(&s, 0, 36); /* two that are no neighbours */
  stage_on(&s, 0, 57);
  stage_run(&s, 0.08);
  are(&s, 1, 0, 0, 0);
  stage_run(&s, 0.2);
  are(&s, 0, 0, 0, 1);
  stage_close(&s);
  s = stage_open("");
  assert_int_equal(rosin_player_set(s.player, "chord", 0, NULL), 0);
  for (int i = 0; i < 4; i++)
    stage_on(&s, 0, four[i]);
  stage_run(&s, 0.1);
  are(&s, 1, 1, 1, 1);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fingers_reach_so_far),
      cmocka_unit_test(an_open_string_moves_no_hand),
      cmocka_unit_test(a_string_is_asked_for),
      cmocka_unit_test(what_no_hand_reaches_is_left_out),
      cmocka_unit_test(a_chord_is_fingered_as_a_whole),
      cmocka_unit_test(chords_are_broken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
