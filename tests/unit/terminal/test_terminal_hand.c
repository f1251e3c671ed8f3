/* SPDX-License-Identifier: BSD-3-Clause */
/* The terminal's keys and pad as a hand: what each does to a bow, a string, a player. */
#include "host/play/terminal_hand.h"
#include "player/bow/wedge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "live_world.h"

typedef struct {
  live_world live;
  rosin_terminal_hand hand;
} world;

static world *begin(const char *name) {
  world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  live_begin(&w->live, name);
  assert_int_equal(
      rosin_terminal_hand_open(&w->hand, &w->live.sources, rosin_scene_model(w->live.scene)), 0);
  return w;
}

static void end(world *w) {
  live_end(&w->live);
  free(w);
}

static int key(world *w, int k) {
  assert_int_equal(rosin_terminal_hand_key(&w->hand, k), 1);
  return live_run(&w->live);
}

static void keys_bow_and_finger_a_string(void **state) {
  (void)state;
  world *w = begin("cello-d");
  const live_world *l = &w->live;
  const double force = live_target(l, "bow.force")->high;
  const double speed = live_target(l, "bow.velocity")->high;
  assert_int_equal(key(w, ' '), 2); /* down, as it was left */
  live_is_move(l, 0, "bow.velocity", 0.3 * speed);
  live_is_move(l, 1, "bow.force", 0.3 * force);
  rosin_terminal_hand_step(&w->hand, 1, 0);
  live_run(&w->live);
  live_is_move(l, 0, "bow.velocity", 0.35 * speed);
  rosin_terminal_hand_step(&w->hand, 0, -1);
  live_run(&w->live);
  live_is_move(l, 1, "bow.force", 0.25 * force);
  for (int i = 0; i < 7; i++)
    rosin_terminal_hand_step(&w->hand, -1, 0);
  assert_true(w->hand.x == 0); /* exactly */
  live_run(&w->live);
  rosin_terminal_hand_press(&w->hand, -3, 2); /* to the ends of the pad */
  live_run(&w->live);
  live_is_move(l, 0, "bow.velocity", -speed);
  live_is_move(l, 1, "bow.force", force);
  rosin_terminal_hand_press(&w->hand, 3, -2);
  live_run(&w->live);
  live_is_move(l, 0, "bow.velocity", speed);
  live_is_move(l, 1, "bow.force", 0);
  rosin_terminal_hand_press(&w->hand, 0.5, 0.5);
  live_run(&w->live);
  assert_int_equal(key(w, ' '), 1); /* up: as it moves */
  live_is_move(l, 0, "bow.force", 0);
  rosin_terminal_hand_step(&w->hand, 1, 0); /* in the air */
  assert_int_equal(live_run(&w->live), 1);
  live_is_move(l, 0, "bow.force", 0);
  const double open = rosin_terminal_hand_pitch(&w->hand);
  assert_true(fabs(open - 147) < 1e-9);
  assert_int_equal(key(w, 'd'), 1); /* four semitones */
  live_is_move(l, 0, "d.finger", open * exp2(4 / 12.0));
  key(w, 'x');
  live_is_move(l, 0, "d.finger", open * exp2(16 / 12.0));
  key(w, 'x');
  key(w, 'x'); /* no more than two octaves */
  live_is_move(l, 0, "d.finger", open * exp2(28 / 12.0));
  key(w, 'z');
  key(w, 'z');
  key(w, 'z');
  live_is_move(l, 0, "d.finger", open * exp2(4 / 12.0));
  key(w, 'a'); /* the open string */
  live_is_move(l, 0, "d.finger", 0);
  key(w, ';');
  live_is_move(l, 0, "d.finger", open * exp2(16 / 12.0));
  assert_int_equal(rosin_terminal_hand_key(&w->hand, 'Q'), 0);
  assert_int_equal(rosin_terminal_hand_key(&w->hand, 0), 0);
  assert_int_equal(rosin_terminal_hand_key(&w->hand, 300), 0);
  assert_int_equal(key(w, 'b'), 0); /* there is no player to give it to */
  assert_int_equal(w->hand.player, 0);
  assert_int_equal(key(w, '5'), 0); /* nor a fifth bow */
  assert_int_equal(w->hand.chosen, 0);
  end(w);
}

static void brackets_choose_a_fader_and_signs_move_it(void **state) {
  (void)state;
  world *w = begin("cello-d");
  const rosin_targets *t = rosin_sequencer_targets(w->live.live);
  const rosin_target *place = &t->target[w->hand.fader];
  assert_string_equal(place->name, "bow.position");
  const double step = (place->high - place->low) / 20;
  const double now = rosin_sequencer_value(w->live.live, w->hand.fader);
  key(w, '=');
  live_is_move(&w->live, 0, "bow.position", fmin(now + step, place->high));
  key(w, '-');
  key(w, '-');
  live_is_move(&w->live, 0, "bow.position", fmax(now - step, place->low));
  for (int i = 0; i < 30; i++)
    key(w, '-');
  live_is_move(&w->live, 0, "bow.position", place->low);
  for (int i = 0; i < 30; i++)
    key(w, '+');
  live_is_move(&w->live, 0, "bow.position", place->high);
  const int first = w->hand.fader;
  key(w, ']');
  assert_int_equal(w->hand.fader, (first + 1) % t->count);
  key(w, '[');
  key(w, '[');
  assert_int_equal(w->hand.fader, (first + t->count - 1) % t->count);
  for (int i = 0; i < t->count; i++)
    key(w, ']');
  assert_int_equal(w->hand.fader, (first + t->count - 1) % t->count);
  end(w);
}

static void bows_are_chosen_by_number(void **state) {
  (void)state;
  world *w = begin("cello");
  const live_world *l = &w->live;
  assert_int_equal(w->hand.contacts, 4); /* bows alone, not hands */
  key(w, 'b');                           /* from its player to the hand */
  const int first = w->hand.chosen;
  assert_string_equal(w->hand.contact[first].name, rosin_core_contact(l->core));
  key(w, ' ');
  char name[40];
  const int other = first == 3 ? 0 : 3;
  assert_int_equal(key(w, '1' + other), 3); /* the one is lifted, the other put down */
  snprintf(name, sizeof name, "%s.force", w->hand.contact[first].name);
  live_is_move(l, 0, name, 0);
  snprintf(name, sizeof name, "%s.velocity", w->hand.contact[other].name);
  live_is_move(l, 1, name, 0.15);
  snprintf(name, sizeof name, "%s.force", w->hand.contact[other].name);
  double low, high; /* half way into what was measured of this string */
  const rosin_model_instrument *played = &rosin_scene_model(w->live.scene)->instrument;
  assert_int_equal(rosin_wedge_at(played->course[other].wedge, 0, 1, 0.15, &low, &high), 1);
  live_is_move(l, 2, name, fmin(sqrt(low * high), played->hand_force));
  assert_int_equal(key(w, '1' + other), 0); /* it is chosen already */
  key(w, ' ');
  assert_int_equal(key(w, '1'), 0); /* in the air nothing is to be done */
  end(w);
}

static void with_a_player_keys_are_notes(void **state) {
  (void)state;
  world *w = begin("cello");
  const live_world *l = &w->live;
  assert_int_equal(w->hand.player, 1); /* which is who begins */
  key(w, '1');                         /* the C string */
  key(w, 'a');
  live_is_played(l, 0, ROSIN_PLAYER_NOTE_ON, 36, 0.7);
  assert_int_equal(key(w, 'd'), 2); /* legato: down before the other comes up */
  live_is_played(l, 0, ROSIN_PLAYER_NOTE_ON, 40, 0.7);
  live_is_played(l, 1, ROSIN_PLAYER_NOTE_OFF, 36, 0);
  assert_int_equal(key(w, 'd'), 1);
  assert_int_equal(key(w, 'x'), 0); /* the octave is for the next key */
  key(w, 's');
  live_is_played(l, 0, ROSIN_PLAYER_NOTE_ON, 50, 0.7);
  assert_int_equal(key(w, ' '), 1);
  live_is_played(l, 0, ROSIN_PLAYER_NOTE_OFF, 50, 0);
  rosin_terminal_hand_press(&w->hand, -0.5, 0.75);
  assert_int_equal(live_run(&w->live), 3);
  live_is_move(l, 0, "player.dynamics", 0.5);
  live_is_move(l, 1, "player.pressure", 0.75);
  live_is_played(l, 2, ROSIN_PLAYER_NOTE_ON, 50, 0.7);
  rosin_terminal_hand_press(&w->hand, 0.6, 0.75); /* moved on: no new note */
  assert_int_equal(live_run(&w->live), 2);
  rosin_terminal_hand_lift(&w->hand);
  assert_int_equal(live_run(&w->live), 1);
  assert_int_equal(key(w, '.'), 1);
  live_is_move(l, 0, "player.articulation", 1);
  key(w, ',');
  key(w, ',');
  live_is_move(l, 0, "player.articulation", 10);
  for (int i = 0; i < 3; i++) /* faster than blocks */
    rosin_terminal_hand_key(&w->hand, ',');
  assert_int_equal(live_run(&w->live), 3);
  live_is_move(l, 2, "player.articulation", 7);
  key(w, 'b');
  assert_int_equal(w->hand.player, 0);
  end(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keys_bow_and_finger_a_string),
      cmocka_unit_test(brackets_choose_a_fader_and_signs_move_it),
      cmocka_unit_test(bows_are_chosen_by_number),
      cmocka_unit_test(with_a_player_keys_are_notes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
