/* SPDX-License-Identifier: BSD-3-Clause */
/* A player that is reset plays as one that was just made, to the last bit, whatever it did. */
#include "rosin/player.h"
#include "tests/verify/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 64, BLOCKS = 120 };

typedef struct {
  rosin_scene *scene;
  rosin_player *player;
} stage;

static stage open_stage(void) {
  rosin_error error = {""};
  stage s = {.scene = rosin_scene_load("cello", 0, NULL, NULL)};
  assert_non_null(s.scene);
  assert_int_equal(rosin_scene_prepare(s.scene, RATE, BLOCK, &error), 0);
  s.player = rosin_player_new(s.scene, 11, &error);
  assert_non_null(s.player);
  return s;
}

static void close_stage(stage *s) {
  rosin_player_free(s->player);
  rosin_scene_free(s->scene);
}

/* Anything a keyboard can send, key-switches and a hand on the bow among it. */
static void any_event(rosin_player *player, uint64_t *seed) {
  const double what = uniform(seed, 0, 1);
  if (what < 0.05) {
    rosin_player_bow(player, uniform(seed, 0, 1) < 0.7, uniform(seed, -0.5, 0.5),
                     uniform(seed, 0, 1));
    return;
  }
  const rosin_player_event_t e = {
      .kind = (rosin_player_kind)((int)uniform(seed, 0, 13) % 8), /* notes more often */
      .channel = (int)uniform(seed, 0, 3),
      .controller = (int)uniform(seed, 0, 128),
      .key = (double)(int)uniform(seed, 24, 76),
      .value = uniform(seed, 0, 1),
  };
  rosin_player_event(player, &e);
}

static void play(const stage *s, uint64_t seed, float *out) {
  for (int b = 0; b < BLOCKS; b++) {
    if (b % 4 == 0)
      any_event(s->player, &seed);
    assert_int_equal(rosin_scene_process(s->scene, BLOCK, out + (size_t)(2 * BLOCK * b)), 0);
  }
}

static void the_same_again(void **state) {
  (void)state;
  static float once[2 * BLOCK * BLOCKS], again[2 * BLOCK * BLOCKS];
  stage s = open_stage();
  for (uint64_t seed = 1; seed <= 3; seed++) {
    stage fresh = open_stage();
    play(&fresh, seed, once);
    close_stage(&fresh);
    float peak = 0;
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
      peak = once[i] > peak ? once[i] : peak;
    assert_true(peak > 1e-5f);
    rosin_player_reset(s.player);
    play(&s, seed, again); /* after what another seed left */
    assert_memory_equal(once, again, sizeof once);
  }
  close_stage(&s);
}

static void what_was_set_stays_and_what_was_played_goes(void **state) {
  (void)state;
  stage s = open_stage();
  assert_int_equal(rosin_player_set(s.player, "vibrato", 33, NULL), 0);
  rosin_player_event(s.player, &(rosin_player_event_t){ROSIN_PLAYER_CONTROL, 0, 77, 0, 1});
  rosin_player_event(s.player, &(rosin_player_event_t){ROSIN_PLAYER_CONTROL, 0, 11, 0, 1});
  rosin_player_event(s.player, &(rosin_player_event_t){ROSIN_PLAYER_NOTE_ON, 0, 0, 127, 1});
  assert_true(rosin_player_get(s.player, "vibrato") == 50);
  assert_int_equal(rosin_player_missed(s.player), 1);
  const double dynamics = rosin_parameter_find(rosin_player_parameters(), "dynamics")->initial;
  rosin_player_reset(s.player);
  assert_true(rosin_player_get(s.player, "vibrato") == 33);
  assert_true(rosin_player_get(s.player, "dynamics") == dynamics);
  assert_int_equal(rosin_player_missed(s.player), 0);
  close_stage(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_again),
      cmocka_unit_test(what_was_set_stays_and_what_was_played_goes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
