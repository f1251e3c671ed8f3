/* SPDX-License-Identifier: BSD-3-Clause */
/* What is heard first: rosin play cello, a string chosen, space. */
#include "host/play/terminal_hand.h"
#include "live/clock.h"
#include "live/display/observe.h"

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
  rosin_live *live;
  rosin_terminal_hand hand;
} world;

static world *begin(const char *name) {
  world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  assert_non_null(w->scene = rosin_scene_load(name, 0, NULL, NULL));
  assert_non_null(w->observer = rosin_observer_new(w->scene));
  assert_int_equal(rosin_scene_prepare(w->scene, RATE, BLOCK, NULL), 0);
  assert_non_null(w->live = rosin_live_new(w->scene, RATE, 1, NULL));
  assert_int_equal(rosin_terminal_hand_open(&w->hand, w->live, rosin_scene_model(w->scene)), 0);
  rosin_observer_start(w->observer);
  return w;
}

static void end(world *w) {
  rosin_observer_free(w->observer);
  rosin_live_free(w->live);
  rosin_scene_free(w->scene);
  free(w);
}

/* Play on; how many of the looks, 20 ms apart, saw Helmholtz motion. */
static int run(world *w, double seconds) {
  static float out[BLOCK * 8];
  int seen = 0;
  rosin_live_gather(w->live, rosin_now() + 1);
  for (int i = 0; i < (int)(seconds * RATE / BLOCK); i++) {
    rosin_live_run(w->live, BLOCK, out);
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
  for (int i = 0; i < 4; i++)
    space_gives_a_tone(scenes[i], 0);
}

static void so_it_is_by_hand(void **state) {
  (void)state;
  space_gives_a_tone("cello", 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_sound_is_a_tone),
                                     cmocka_unit_test(so_it_is_by_hand)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
