/* SPDX-License-Identifier: BSD-3-Clause */
/* What is heard first: rosin play cello, a string chosen, space. */
#include "core/sequencer/observe.h"
#include "host/play/terminal_hand.h"
#include "live/clock.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, BLOCK = 64 };

typedef struct {
  rosin_scene *scene;
  rosin_observer *observer;
  rosin_core *core;
  rosin_sources sources;
  rosin_terminal_hand hand;
} world;

static world *begin(const char *name) {
  world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  assert_non_null(w->scene = rosin_scene_load(name, 0, NULL, NULL));
  assert_non_null(w->observer = rosin_observer_new(w->scene));
  assert_int_equal(rosin_scene_prepare(w->scene, RATE, BLOCK, NULL), 0);
  w->core = rosin_core_over(w->scene, 1, 0, NULL);
  assert_non_null(w->core);
  assert_int_equal(rosin_core_prepare(w->core, RATE, NULL), 0);
  rosin_sources_open(&w->sources, w->core, RATE);
  assert_int_equal(rosin_terminal_hand_open(&w->hand, &w->sources, rosin_scene_model(w->scene)), 0);
  rosin_observer_start(w->observer);
  return w;
}

static void end(world *w) {
  rosin_observer_free(w->observer);
  rosin_sources_close(&w->sources);
  rosin_core_free(w->core);
  rosin_scene_free(w->scene);
  free(w);
}

/* Play on; how many of the looks, 20 ms apart, saw Helmholtz motion. */
static int run(world *w, double seconds) {
  static float out[BLOCK * 8];
  int seen = 0;
  rosin_sources_gather(&w->sources,
                       1e12); /* whenever it came, it is due: no busy machine delays it */
  for (int i = 0; i < (int)(seconds * RATE / BLOCK); i++) {
    rosin_core_process_frames(w->core, out, BLOCK);
    if (i % 15 == 14)
      seen += rosin_observer_look(w->observer).regime == ROSIN_HELMHOLTZ;
  }
  return seen;
}

static void space_gives_a_tone(const char *scene, int other) {
  for (int string = 0; string < 4; string++) {
    world *w = begin(scene);
    if (other)
      rosin_terminal_hand_key(&w->hand, 'b');
    rosin_terminal_hand_key(&w->hand, '1' + string);
    rosin_terminal_hand_key(&w->hand, ' ');
    run(w, 0.5); /* the hand's bow must come up */
    const int seen = run(w, 1);
    const rosin_observed o = rosin_observer_look(w->observer);
    if (seen < 45 || strcmp(o.name, w->hand.contact[string].name) != 0)
      fail_msg("%s, string %d, %s bows: Helmholtz motion in %d of 50 looks, at %s, %.2f N", scene,
               string + 1, w->hand.player ? "the player" : "a hand", seen, o.name, o.force);
    end(w);
  }
}

static void the_first_sound_is_a_tone(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "violin", "viola", "double-bass"};
  for (int i = 0; i < 4; i += SHARE)
    space_gives_a_tone(scenes[i], 0);
}

static void so_it_is_by_hand(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "violin", "viola"};
  for (int i = 0; i < 3; i += SHARE)
    space_gives_a_tone(scenes[i], 1);
}

/* Whatever string was played before: the one that is chosen sounds, and no stopped neighbour. */
static void each_string_after_another(void **state) {
  (void)state;
  static const int order[] = {0, 1, 2, 3, 2, 1, 0, 3};
  world *w = begin("cello");
  for (int i = 0; i < 8 / SHARE; i++) {
    int seen = 0;
    rosin_terminal_hand_key(&w->hand, '1' + order[i]);
    rosin_terminal_hand_key(&w->hand, ' ');
    for (int k = 0; k < 6 && seen < 20; k++) /* a string that rings may have to be taken anew */
      seen = run(w, 0.5);
    const rosin_observed o = rosin_observer_look(w->observer);
    if (seen < 20 || strcmp(o.name, w->hand.contact[order[i]].name) != 0)
      fail_msg("string %d: Helmholtz motion in %d of 25 looks, at %s", order[i] + 1, seen, o.name);
    rosin_terminal_hand_key(&w->hand, ' ');
    run(w, 0.4);
  }
  end(w);
}

/* Several slips a period that less speed under more weight does not gather: the bow stops, and
 * starts anew. Open strings, one after the other while the others ring. */
static void several_slips_do_not_stay(void **state) {
  (void)state;
  enum { NOTES = 60 / SHARE };
  static float out[2 * BLOCK];
  rosin_scene *scene = rosin_scene_load("cello", 0, NULL, NULL);
  assert_non_null(scene);
  rosin_observer *observer = rosin_observer_new(scene);
  assert_int_equal(rosin_scene_prepare(scene, RATE, BLOCK, NULL), 0);
  rosin_player *player = rosin_player_new(scene, 1, NULL);
  assert_non_null(player);
  rosin_observer_start(observer);
  unsigned chance = 1;
  int late = 0;
  for (int i = 0; i < NOTES; i++) {
    chance = chance * 1103515245u + 12345u;
    rosin_player_event_t note = {
        .kind = ROSIN_PLAYER_NOTE_ON, .controller = 4 * ROSIN_MARK_STRING, .key = 36, .value = 0.7};
    if (i % 2 == 0) { /* another string, that the C string is heard to answer */
      const int string = 1 + (int)(chance >> 16) % 3;
      note.controller = (4 - string) * ROSIN_MARK_STRING;
      note.key = 36 + 7 * string;
    }
    rosin_player_event(player, &note);
    int in_a_row = 0;
    for (int b = 0; b < 3 * RATE / BLOCK && in_a_row < 10; b++) {
      rosin_scene_process(scene, BLOCK, out);
      if (b % 15 == 14)
        in_a_row = rosin_observer_look(observer).regime == ROSIN_HELMHOLTZ ? in_a_row + 1 : 0;
    }
    late += in_a_row < 10;
    note.kind = ROSIN_PLAYER_NOTE_OFF;
    rosin_player_event(player, &note);
    for (int b = 0; b < (300 + (int)(chance >> 20) % 300) * RATE / BLOCK / 1000; b++)
      rosin_scene_process(scene, BLOCK, out);
  }
  rosin_player_free(player);
  rosin_observer_free(observer);
  rosin_scene_free(scene);
  if (late)
    fail_msg("%d of %d notes have no Helmholtz motion within 3 s", late, NOTES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_sound_is_a_tone), cmocka_unit_test(so_it_is_by_hand),
      cmocka_unit_test(each_string_after_another), cmocka_unit_test(several_slips_do_not_stay)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
