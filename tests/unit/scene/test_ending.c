/* SPDX-License-Identifier: BSD-3-Clause */
/* How a scene ends: once, at its frame whatever the blocks, not while a rule, a hand or somebody
 * who stays goes on; and it begins again as before. */
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, BLOCK = 1000, CHANNELS = 2 };

static const float silent = 3.1623e-5f; /* -90 dBFS */
static float out[BLOCK * CHANNELS];

static rosin_scene *open_scene(int count, const char *const *set) {
  char *errors;
  rosin_error error;
  rosin_scene *s = rosin_scene_load("rope", count, set, &errors);
  if (!s || rosin_scene_prepare(s, RATE, BLOCK, &error))
    fail_msg("%s", s ? error.text : errors);
  return s;
}

static float run(rosin_scene *s, double seconds, int block) {
  float peak = 0;
  for (long at = 0; at < lround(seconds * RATE); at += block) {
    assert_int_equal(rosin_scene_process(s, block, out), 0);
    for (int i = 0; i < block * CHANNELS; i++)
      peak = fmaxf(peak, fabsf(out[i]));
  }
  return peak;
}

static void it_ends_within_its_tail_and_begins_again(void **state) {
  (void)state;
  rosin_scene *s = open_scene(0, NULL);
  assert_true(run(s, 4, BLOCK) > 0.1f);
  run(s, rosin_scene_tail(s), BLOCK);
  assert_true(run(s, 1, BLOCK) == 0);
  rosin_scene_again(s);
  assert_true(run(s, 4, BLOCK) > 0.1f);
  rosin_scene_end(s);
  run(s, rosin_scene_tail(s), BLOCK);
  assert_true(run(s, 1, BLOCK) == 0);
  rosin_scene_free(s);
}

static void blocks_change_no_bit_of_its_end(void **state) {
  (void)state;
  static float all[2][6 * RATE][CHANNELS];
  static const int blocks[2] = {300, 77};
  for (int k = 0; k < 2; k++) {
    rosin_scene *s = open_scene(0, NULL);
    for (int at = 0; at + blocks[k] <= 6 * RATE; at += blocks[k])
      rosin_scene_process(s, blocks[k], all[k][at]);
    rosin_scene_free(s);
  }
  assert_memory_equal(all[0], all[1], (size_t)(6 * RATE - 300) * sizeof **all);
}

static void a_rule_goes_on(void **state) {
  (void)state;
  static const char *const set[] = {"turn.velocity.gusts=1.0", "turn.velocity.scale=0.006"};
  rosin_scene *s = open_scene(2, set);
  assert_true(isinf(rosin_scene_ends(s)));
  run(s, 8, BLOCK);
  assert_true(run(s, 2, BLOCK) > 0.01f);
  rosin_scene_free(s);
}

/* What has an end is over then only if nothing beside it goes on by a rule. */
static void a_rule_beside_what_ends_goes_on(void **state) {
  (void)state;
  static const char *const set[] = {"turn.force.gusts=1.0", "turn.force.scale=90"};
  rosin_scene *s = open_scene(2, set), *t = open_scene(0, NULL);
  assert_true(isinf(rosin_scene_ends(s)));
  assert_true(fabs(rosin_scene_ends(t) - 4) < 1e-9);
  rosin_scene_free(s);
  rosin_scene_free(t);
}

static void a_hand_and_who_stays_go_on(void **state) {
  (void)state;
  rosin_error error;
  rosin_scene *s = open_scene(0, NULL);
  run(s, 4, BLOCK);
  run(s, 2, BLOCK); /* it has ended */
  assert_int_equal(rosin_scene_control(s, "turn.velocity", 0.006, &error), 0);
  run(s, 2, BLOCK);
  assert_true(run(s, 2, BLOCK) > 0.01f);
  rosin_scene_rewind(s);
  rosin_scene_stay(s, 1);
  run(s, 6, BLOCK);
  assert_true(run(s, 2, BLOCK) > 0.01f);
  rosin_scene_stay(s, (double)INFINITY);
  run(s, 3.1 + rosin_scene_tail(s), BLOCK);
  assert_true(run(s, 1, BLOCK) <= silent);
  rosin_scene_free(s);
}

static void look(void *context, const rosin_network *network, long long first, int frames) {
  (void)first, (void)frames;
  *(const rosin_network **)context = network;
}

/* Where somebody ends it on its way, the hand lifts; where its gestures end, it stays to the end
 * of the tail. */
static void a_hand_on_its_way_lifts(void **state) {
  (void)state;
  const rosin_network *network = NULL;
  rosin_scene *s = open_scene(0, NULL);
  rosin_scene_set_tap(s, look, &network);
  run(s, 1, BLOCK);
  const int force = rosin_network_control(network, "turn.force");
  assert_true(rosin_network_held(network, force) > 10);
  rosin_scene_end(s);
  run(s, 0.2, BLOCK);
  assert_true(rosin_network_held(network, force) == 0);
  rosin_scene_again(s);
  run(s, 4.2, BLOCK);
  assert_true(rosin_network_held(network, force) > 10);
  run(s, rosin_scene_tail(s), BLOCK);
  assert_true(rosin_network_held(network, force) == 0);
  rosin_scene_free(s);
}

/* What it says counts; else what rings longest, which is longer for a larger rope. */
static void a_tail_is_declared_or_follows_from_bodies(void **state) {
  (void)state;
  static const char *const said[] = {"tail=2.5"}, *const slow[] = {"rope.modes.1.q=40"};
  rosin_scene *s = open_scene(0, NULL), *t = open_scene(1, said), *u = open_scene(1, slow);
  assert_true(rosin_scene_tail(s) > 0.4 && rosin_scene_tail(s) < 2);
  assert_true(rosin_scene_tail(t) == 2.5);
  /* 1.6 ln(1000) q / (pi f), f at most as low as its macro has it; and 0.4 */
  const double lowest = 42 * 0.65, wanted = 0.4 + 1.6 * log(1000.0) * 40 / (3.14159265 * lowest);
  assert_true(fabs(rosin_scene_tail(u) - wanted) < 1e-3 * wanted);
  rosin_scene_free(s);
  rosin_scene_free(t);
  rosin_scene_free(u);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_ends_within_its_tail_and_begins_again),
      cmocka_unit_test(blocks_change_no_bit_of_its_end),
      cmocka_unit_test(a_rule_goes_on),
      cmocka_unit_test(a_rule_beside_what_ends_goes_on),
      cmocka_unit_test(a_hand_and_who_stays_go_on),
      cmocka_unit_test(a_hand_on_its_way_lifts),
      cmocka_unit_test(a_tail_is_declared_or_follows_from_bodies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
