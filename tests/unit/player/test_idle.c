/* SPDX-License-Identifier: BSD-3-Clause */
/* Hands on strings that nobody bows, and what the ear makes of strings that no finger stops and of
 * gaps between slips. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

enum { C, G, D, A };

static double muted(const stage *s, char string) {
  char name[8] = {string, '.', 'm', 'u', 't', 'e', 0};
  const rosin_network *n = rosin_scene_network(s->scene);
  return rosin_network_value(n, rosin_network_control(n, name));
}

static void set(stage *s, const char *name, double value) {
  assert_int_equal(rosin_player_set(s->player, name, value, NULL), 0);
}

/* F sharp on the D string with a bow, then, slurred, B on the A string. */
static void who_bows_lies_on_the_others(void **state) {
  (void)state;
  stage s = stage_open("");
  set(&s, "idle_loss", 50);
  stage_run(&s, 0.05);
  assert_float_equal(muted(&s, 'c'), 0, 0); /* nobody has played */
  stage_on(&s, 0, 54);
  stage_run(&s, 0.1);
  assert_float_equal(muted(&s, 'c'), 50, 1e-9);
  assert_float_equal(muted(&s, 'd'), 4.3, 1e-9);
  stage_on(&s, 0, 59);
  stage_run(&s, 0.1);
  assert_float_equal(muted(&s, 'd'), 54.3, 1e-9); /* the bow has left it */
  assert_float_equal(muted(&s, 'a'), 4.3, 1e-9);
  set(&s, "idle_loss", 0);
  stage_run(&s, 0.05);
  assert_float_equal(muted(&s, 'c'), 0, 1e-9);
  assert_float_equal(muted(&s, 'd'), 4.3, 1e-9);
  stage_close(&s);
}

static void what_is_plucked_rings_on(void **state) {
  (void)state;
  stage s = stage_open("");
  set(&s, "articulation", ROSIN_PIZZICATO);
  stage_on(&s, 0, 50);
  stage_off(&s, 0, 50);
  stage_run(&s, 0.1);
  assert_float_equal(muted(&s, 'd'), 0, 1e-9);
  assert_float_equal(muted(&s, 'c'), 0, 1e-9); /* and what answers too */
  set(&s, "articulation", ROSIN_DETACHE);
  stage_on(&s, 0, 59);
  stage_run(&s, 0.1);
  assert_float_equal(muted(&s, 'd'), 0, 1e-9); /* under a bowed note as well */
  assert_float_equal(muted(&s, 'c'), 80, 1e-9);
  stage_close(&s);
}

/* A chord's lower strings, which the bow has left, ring on until the next note. */
static void chords_ring_on(void **state) {
  (void)state;
  static const double chord[] = {40, 47, 54, 59};
  stage s = stage_open("");
  for (int i = 0; i < 4; i++)
    stage_on(&s, 0, chord[i]);
  stage_run(&s, 0.4);
  assert_true(s.player->course[C].crossed);
  assert_float_equal(muted(&s, 'c'), 4.3, 1e-9);
  for (int i = 0; i < 4; i++)
    stage_off(&s, 0, chord[i]);
  stage_on(&s, 0, 60);
  stage_run(&s, 0.1);
  assert_float_equal(muted(&s, 'c'), 84.3, 1e-9);
  stage_close(&s);
}

/* An open string that is 15 cents sharp under the bow leaves the next note's finger where it was.
 */
static void no_finger_mends_an_open_string(void **state) {
  (void)state;
  stage s = stage_open("");
  rosin_course *c = &s.player->course[D];
  stage_on(&s, 0, 50);
  stage_run(&s, 0.3);
  c->corrected = -40;
  stage_run(&s, 0.3);
  assert_float_equal(c->corrected, 0, 0);
  stage_close(&s);
}

/* Slips every 100 samples, but for a gap of two and a half periods in the middle. */
static void a_gap_is_no_low_note(void **state) {
  (void)state;
  rosin_ear ear = {.rate = 10000};
  double v[100] = {0};
  v[50] = 1;
  rosin_ear_forget(&ear);
  for (int k = 0; k < 40; k++) {
    static const double none[250] = {0};
    if (k == 20)
      rosin_ear_hear(&ear, none, 150, 0.5, 100);
    rosin_ear_hear(&ear, v, 100, 0.5, 100);
  }
  assert_float_equal(rosin_ear_rate(&ear, 1, 6), 100, 0.01);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_bows_lies_on_the_others),
      cmocka_unit_test(what_is_plucked_rings_on),
      cmocka_unit_test(chords_ring_on),
      cmocka_unit_test(no_finger_mends_an_open_string),
      cmocka_unit_test(a_gap_is_no_low_note),
  };
  return cmocka_run_group_tests_name("idle", tests, NULL, NULL);
}
