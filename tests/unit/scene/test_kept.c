/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene that is brought back to where it was goes on from there, to the bit, whatever was done
 * to it since. Every embedded scene. */
#include "scene/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK = 200, BEFORE = 12, AFTER = 12 };

static rosin_scene *ready(const char *name) {
  rosin_scene *s = rosin_scene_load(name, 0, NULL, NULL);
  assert_non_null(s);
  assert_int_equal(rosin_scene_prepare(s, 0, BLOCK, NULL), 0);
  return s;
}

static void run(rosin_scene *s, int blocks, float *out) {
  for (int i = 0; i < blocks; i++)
    rosin_scene_process(s, BLOCK, out + i * BLOCK * rosin_scene_channels(s));
}

/* Other controls, other noise: into states that it would not come to by itself. */
static void disturb(rosin_scene *s, float *scratch) {
  for (int i = 0; i < rosin_scene_macros(s); i++)
    rosin_scene_turn(s, i, rosin_scene_macro(s, i)->low);
  rosin_scene_reseed(s, 5);
  run(s, AFTER, scratch);
  rosin_scene_end(s);
  run(s, AFTER, scratch);
}

static void brought_back_it_goes_on_as_it_did(void **state) {
  (void)state;
  int kept_ones = 0;
  for (int i = 0; i < rosin_scenes(); i++) {
    rosin_scene *s = ready(rosin_scene_name(i));
    const size_t room = (size_t)(BLOCK * AFTER * rosin_scene_channels(s));
    float *first = calloc(room, sizeof *first), *again = calloc(room, sizeof *again);
    rosin_kept kept = {0};
    run(s, BEFORE, first);
    if (rosin_scene_keep(s, &kept) == 0) {
      kept_ones++;
      run(s, AFTER, first);
      for (int time = 0; time < 2; time++) {
        rosin_kept_put(&kept);
        run(s, AFTER, again);
        if (memcmp(first, again, room * sizeof *first))
          fail_msg("%s: not as it was, time %d", rosin_scene_name(i), time);
      }
    }
    rosin_kept_free(&kept);
    free(first);
    free(again);
    rosin_scene_free(s);
  }
  assert_true(kept_ones > 40);
}

/* What a driver does after the moment differs; the moment does not. */
static void whatever_was_done_since(void **state) {
  (void)state;
  static const char *const names[] = {"cello-d", "cello", "glass", "chalk"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    rosin_scene *s = ready(names[i]);
    const size_t room = (size_t)(BLOCK * AFTER * rosin_scene_channels(s));
    float *first = calloc(room, sizeof *first), *again = calloc(room, sizeof *again);
    rosin_kept kept = {0};
    run(s, BEFORE, first);
    assert_int_equal(rosin_scene_keep(s, &kept), 0);
    run(s, AFTER, first);
    if (!rosin_scene_macros(s))
      disturb(s, again);
    else
      run(s, 7, again);
    rosin_kept_put(&kept);
    run(s, AFTER, again);
    assert_memory_equal(first, again, room * sizeof *first);
    rosin_kept_free(&kept);
    free(first);
    free(again);
    rosin_scene_free(s);
  }
}

static void what_has_layers_is_not_kept(void **state) {
  (void)state;
  const char *text = "layers: { a: { scene = \"squeak\"; }; };";
  char *errors = NULL;
  rosin_scene *s = rosin_scene_parse(text, "two", 0, NULL, &errors);
  rosin_kept kept = {0};
  if (!s)
    fail_msg("%s", errors);
  assert_int_equal(rosin_scene_keep(s, &kept), -1); /* not prepared either */
  assert_int_equal(rosin_scene_prepare(s, 0, BLOCK, NULL), 0);
  assert_int_equal(rosin_scene_keep(s, &kept), -1);
  rosin_kept_put(&kept); /* nothing */
  rosin_scene_free(s);
}

/* As many pieces as there is room for, each of its own length; with one more nothing is kept. */
static void pieces_come_back_each_to_its_place(void **state) {
  (void)state;
  enum { MOST = ROSIN_KEPT_PIECES, LONGEST = 7 };
  static const int counts[] = {0, 1, 2, MOST - 1, MOST, MOST + 1};
  static unsigned char memory[MOST + 1][LONGEST + 1];
  for (int k = 0; k < 6; k++) {
    rosin_kept kept = {0};
    rosin_kept_begin(&kept);
    rosin_kept_add(&kept, NULL, 8);
    for (int i = 0; i < counts[k]; i++) {
      for (int b = 0; b <= LONGEST; b++)
        memory[i][b] = (unsigned char)(i + 31 * b);
      rosin_kept_add(&kept, memory[i], (size_t)(1 + i % LONGEST));
      rosin_kept_add(&kept, memory[i] + LONGEST, 0);
    }
    assert_int_equal(rosin_kept_take(&kept), counts[k] > MOST ? -1 : 0);
    memset(memory, 0, sizeof memory);
    rosin_kept_put(&kept);
    for (int i = 0; i < counts[k]; i++)
      for (int b = 0; b <= LONGEST; b++)
        assert_int_equal(memory[i][b], counts[k] <= MOST && b < 1 + i % LONGEST
                                           ? (unsigned char)(i + 31 * b)
                                           : 0);
    rosin_kept_free(&kept);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(brought_back_it_goes_on_as_it_did),
      cmocka_unit_test(whatever_was_done_since),
      cmocka_unit_test(pieces_come_back_each_to_its_place),
      cmocka_unit_test(what_has_layers_is_not_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
