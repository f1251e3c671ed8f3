/* SPDX-License-Identifier: BSD-3-Clause */
/* A copy of a scene sounds, to the bit, as the scene read once more, with its seed or another; it
 * owns what it has; where only reading will do there is none. Every embedded scene. */
#include "scene/scene.h"
#include "scene/text/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK = 256, BLOCKS = 12 };

static rosin_scene *opened(const char *name, const char *seed) {
  rosin_scene *s = rosin_scene_load(name, seed != NULL, &seed, NULL);
  assert_non_null(s);
  return s;
}

/* What it plays, all macros at their highest from the fourth block on. */
static float *played(rosin_scene *s, size_t *count) {
  assert_int_equal(rosin_scene_prepare(s, 0, BLOCK, NULL), 0);
  const size_t block = (size_t)(BLOCK * rosin_scene_channels(s));
  float *out = calloc(BLOCKS * block, sizeof *out);
  assert_non_null(out);
  for (int i = 0; i < BLOCKS; i++) {
    for (int k = 0; i == 3 && k < rosin_scene_macros(s); k++)
      if (rosin_scene_macro_live(s, k))
        rosin_scene_turn(s, k, rosin_scene_macro(s, k)->high);
    rosin_scene_process(s, BLOCK, out + (size_t)i * block);
  }
  *count = BLOCKS * block;
  return out;
}

/* 1: there was a copy, which is as one that was read; 0: there was none. */
static int is_as_read(const char *name, double seed, const char *said) {
  rosin_scene *from = opened(name, NULL);
  rosin_scene *copy = rosin_scene_copy(from, said ? seed : rosin_scene_model(from)->seed);
  rosin_scene_free(from); /* the copy has nothing of it */
  if (!copy)
    return 0;
  size_t count, as_many;
  rosin_scene *read = opened(name, said);
  assert_int_equal(rosin_scene_macros(copy), rosin_scene_macros(read));
  for (int k = 0; k < rosin_scene_macros(read); k++) {
    assert_string_equal(rosin_scene_macro(copy, k)->name, rosin_scene_macro(read, k)->name);
    assert_string_equal(rosin_scene_macro(copy, k)->unit, rosin_scene_macro(read, k)->unit);
    assert_string_equal(rosin_scene_macro(copy, k)->meaning, rosin_scene_macro(read, k)->meaning);
  }
  const rosin_about *a = &rosin_scene_model(copy)->about, *b = &rosin_scene_model(read)->about;
  assert_int_equal(a->presets, b->presets);
  for (int k = 0; k < a->presets; k++) {
    assert_string_equal(a->preset[k].name, b->preset[k].name);
    assert_string_equal(a->preset[k].values, b->preset[k].values);
  }
  float *one = played(copy, &count), *other = played(read, &as_many);
  assert_int_equal(count, as_many);
  if (memcmp(one, other, count * sizeof *one))
    fail_msg("%s%s%s: the copy is another", name, said ? " with " : "", said ? said : "");
  free(one);
  free(other);
  rosin_scene_free(copy);
  rosin_scene_free(read);
  return 1;
}

static void a_copy_is_as_one_that_was_read(void **state) {
  (void)state;
  int copies = 0, others = 0;
  for (int i = 0; i < rosin_scenes(); i++) {
    copies += is_as_read(rosin_scene_name(i), 0, NULL);
    others += is_as_read(rosin_scene_name(i), 77, "seed=77");
  }
  assert_true(copies > rosin_scenes() / 2); /* or this says nothing */
  assert_true(others > rosin_scenes() / 2);
}

static void where_only_reading_will_do_there_is_none(void **state) {
  (void)state;
  rosin_scene *keyed = opened("glass-harmonica", NULL);
  assert_null(rosin_scene_copy(keyed, rosin_scene_model(keyed)->seed));
  rosin_scene_free(keyed);
  for (int i = 0; i < rosin_scenes(); i++) {
    rosin_scene *s = opened(rosin_scene_name(i), NULL);
    if (rosin_scene_model(s)->layers)
      assert_null(rosin_scene_copy(s, rosin_scene_model(s)->seed + 1));
    rosin_scene_free(s);
  }
}

static void pieces_of_a_pool_are_apart(void **state) {
  (void)state;
  unsigned lot = 20261128;
  rosin_pool *pool = rosin_pool_new();
  static unsigned char *piece[600];
  static size_t bytes[600];
  assert_non_null(pool);
  for (int i = 0; i < 600; i++) {
    lot = lot * 1664525u + 1013904223u;
    bytes[i] = i % 97 == 96 ? 100000 : lot >> 24; /* some larger than any block */
    piece[i] = rosin_pool_take(pool, bytes[i]);
    assert_non_null(piece[i]);
    assert_int_equal((uintptr_t)piece[i] % sizeof(double), 0);
    for (size_t k = 0; k < bytes[i]; k++)
      assert_int_equal(piece[i][k], 0);
    memset(piece[i], i % 251 + 1, bytes[i]);
  }
  for (int i = 0; i < 600; i++)
    for (size_t k = 0; k < bytes[i]; k++)
      assert_int_equal(piece[i][k], i % 251 + 1);
  assert_string_equal(rosin_pool_text(pool, "abcdef", 4), "abcd");
  rosin_pool_free(pool);
  rosin_pool_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_copy_is_as_one_that_was_read),
      cmocka_unit_test(where_only_reading_will_do_there_is_none),
      cmocka_unit_test(pieces_of_a_pool_are_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
