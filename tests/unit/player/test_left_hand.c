/* SPDX-License-Identifier: BSD-3-Clause */
/* Left-hand pizzicato: the bow goes on with what it does, and is not asked for a stroke. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

enum { C, G, D, A };

static double force(stage *s, int string) {
  char name[40];
  snprintf(name, sizeof name, "bow-%c.force", "cgda"[string]);
  rosin_network *n = rosin_scene_network(s->scene);
  return rosin_network_value(n, rosin_network_control(n, name));
}

/* By the controller that chooses articulations: 127 is the last. */
static void choose(stage *s, rosin_articulation a) {
  stage_say(s, ROSIN_PLAYER_CONTROL, 0, 19, round(127.0 * a / (ROSIN_ARTICULATIONS - 1)) / 127.0);
  assert_true(rosin_player_get(s->player, "articulation") + 0.5 >= a &&
              rosin_player_get(s->player, "articulation") + 0.5 < a + 1);
}

static void a_controller_chooses_each(void **state) {
  (void)state;
  stage s = stage_open("");
  for (int a = 0; a < ROSIN_ARTICULATIONS; a++) {
    choose(&s, (rosin_articulation)a);
    stage_on(&s, 0, 60);
    assert_true(s.player->course[A].articulation == (rosin_articulation)a ||
                a == ROSIN_HARMONIC); /* on the string that has it */
    stage_off(&s, 0, 60);
    stage_run(&s, 0.05);
  }
  stage_close(&s);
}

static void the_bow_goes_on(void **state) {
  (void)state;
  stage s = stage_open("");
  stage_on(&s, 0, 57);
  stage_run(&s, 0.4);
  const double direction = s.player->course[A].direction, speed = s.player->course[A].speed;
  choose(&s, ROSIN_LEFT_HAND);
  stage_on(&s, 0, 36);
  stage_run(&s, 0.1);
  assert_true(s.player->course[A].held && s.player->course[C].held);
  assert_true(force(&s, A) > 0 && force(&s, C) == 0);
  assert_true(s.player->course[A].direction == direction && s.player->direction == direction);
  assert_true(s.player->course[A].speed * speed > 0);
  /* a note that the bowed string has too goes to another */
  stage_on(&s, 0, 62);
  assert_true(s.player->course[D].held && s.player->course[D].key == 62);
  assert_true(s.player->course[A].key == 57 && s.player->course[A].held);
  /* what bows next is slurred to what is bowed, and plucked strings ring on */
  choose(&s, ROSIN_DETACHE);
  stage_on(&s, 0, 59);
  assert_true(s.player->course[s.player->last].articulation == ROSIN_LEGATO);
  assert_true(s.player->course[C].held && !s.player->course[C].crossed);
  stage_close(&s);
}

/* Alone it is nothing to be slurred to; with a bowed note at once the bow turns as it would. */
static void it_is_no_stroke(void **state) {
  (void)state;
  stage s = stage_open("");
  choose(&s, ROSIN_LEFT_HAND);
  stage_on(&s, 0, 36);
  stage_run(&s, 0.1);
  choose(&s, ROSIN_DETACHE);
  stage_on(&s, 0, 57);
  assert_true(s.player->course[A].articulation == ROSIN_DETACHE);
  assert_true(s.player->direction == 1); /* down, after a rest */
  stage_run(&s, 0.2);
  stage_off(&s, 0, 57);
  choose(&s, ROSIN_LEFT_HAND);
  stage_on(&s, 0, 38);
  choose(&s, ROSIN_DETACHE);
  stage_on(&s, 0, 59);
  assert_true(s.player->direction == -1);
  stage_close(&s);
}

/* The finger plucks a third above the one that stops, and keeps the string's pitch. */
static void a_finger_above_plucks(void **state) {
  (void)state;
  char *errors = NULL;
  stage s = {.scene = rosin_scene_load("cello", 0, NULL, &errors)};
  assert_non_null(s.scene);
  assert_int_equal(rosin_scene_prepare(s.scene, STAGE_RATE, STAGE_BLOCK, NULL), 0);
  assert_non_null(s.player = rosin_player_new(s.scene, 1, NULL));
  assert_int_equal(rosin_player_set(s.player, "articulation", ROSIN_LEFT_HAND, NULL), 0);
  rosin_network *n = rosin_scene_network(s.scene);
  stage_on(&s, 0, 40);
  double most = 0, place = 0;
  for (int k = 0; k < 12; k++) {
    stage_run(&s, 0.5 * STAGE_BLOCK / STAGE_RATE);
    const double f = rosin_network_value(n, rosin_network_control(n, "hand-c.force"));
    if (f > most)
      place = rosin_network_value(n, rosin_network_control(n, "hand-c.position"));
    most = fmax(most, f);
  }
  assert_true(most > 2);
  assert_true(fabs(place - exp2(-8 / 12.0)) < 0.01);
  stage_run(&s, 0.05);
  assert_true(rosin_network_value(n, rosin_network_control(n, "hand-c.force")) == 0);
  stage_run(&s, 0.2);
  assert_true(s.level[0] > 1e-3);
  stage_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_controller_chooses_each),
      cmocka_unit_test(the_bow_goes_on),
      cmocka_unit_test(it_is_no_stroke),
      cmocka_unit_test(a_finger_above_plucks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
