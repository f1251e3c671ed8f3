/* SPDX-License-Identifier: BSD-3-Clause */
/* More in one call than there is room for: what ends a note is never lost, and all else that is
 * lost is counted. The flood is of a controller that nobody listens to, so the sound must be, bit
 * for bit, the one without it. */
#include "plugin/list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, FRAMES = 512, CALLS = 40, ROOM = 4096, UNHEARD = 3 };

static float sound[2][FRAMES], heard[2][CALLS][2][FRAMES];
static float *const out[] = {sound[0], sound[1]};

static void midi(rosin_core *c, int frame, int status, int first, int second) {
  const unsigned char message[] = {(unsigned char)status, (unsigned char)first,
                                   (unsigned char)second};
  rosin_core_midi(c, frame, message, 3);
}

static rosin_core *open_core(const char *scene) {
  rosin_error error = {""};
  rosin_core *c = rosin_plugin_open(scene, &error);
  if (c)
    rosin_core_set_take(c, 1); /* a new instance has a take of its own */
  if (!c || rosin_core_prepare(c, RATE, &error))
    fail_msg("%s: %s", scene, error.text);
  return c;
}

/* A note, and what ends it after as many others; how many were lost. */
static long long play(const char *scene, int flood, int status, int first, int second,
                      float to[CALLS][2][FRAMES]) {
  rosin_core *c = open_core(scene);
  midi(c, 0, 0x90, 57, 100);
  for (int n = 0; n < CALLS; n++) {
    for (int i = 0; n == 10 && i < flood; i++)
      midi(c, i % FRAMES, 0xb0, UNHEARD, i & 127);
    if (n == 10)
      midi(c, 300, status, first, second);
    memset(sound, 0, sizeof sound);
    rosin_core_process(c, out, FRAMES);
    memcpy(to[n], sound, sizeof sound);
  }
  const long long lost = rosin_core_lost(c);
  rosin_core_free(c);
  return lost;
}

static void what_ends_a_note_is_never_lost(void **state) {
  (void)state;
  static const int ends[][3] = {{0x80, 57, 0}, {0x90, 57, 0}, {0xb0, 120, 0}, {0xb0, 123, 0}};
  static const char *const scenes[] = {"cello", "chalk"};
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < 4; i++) {
      assert_int_equal(play(scenes[s], 0, ends[i][0], ends[i][1], ends[i][2], heard[0]), 0);
      /* an effect hears no controllers at all */
      assert_int_equal(play(scenes[s], ROOM + 1000, ends[i][0], ends[i][1], ends[i][2], heard[1]),
                       s ? 0 : 1000);
      assert_memory_equal(heard[0], heard[1], sizeof *heard);
    }
  play("cello", 0, 0x80, 57, 0, heard[0]);
  play("cello", 0, 0xb0, UNHEARD, 0, heard[1]);
  assert_memory_not_equal(heard[0], heard[1], sizeof *heard); /* that could fail */
}

/* More that ends than there is room for: all ends. */
static void where_too_much_ends_all_ends(void **state) {
  (void)state;
  for (int flooded = 0; flooded < 2; flooded++) {
    rosin_core *c = open_core("cello");
    midi(c, 0, 0x90, 57, 100);
    for (int n = 0; n < CALLS; n++) {
      for (int i = 0; flooded && n == 10 && i < ROOM; i++)
        midi(c, 100, 0x80, 30, 0); /* of a note that does not sound */
      if (n == 10)
        midi(c, 100, flooded ? 0x80 : 0xb0, flooded ? 57 : 123, 0);
      memset(sound, 0, sizeof sound);
      rosin_core_process(c, out, FRAMES);
      memcpy(heard[flooded][n], sound, sizeof sound);
    }
    assert_int_equal(rosin_core_lost(c), 0);
    rosin_core_free(c);
  }
  assert_memory_equal(heard[0], heard[1], sizeof *heard);
}

/* What waits for later keeps its room where other players come, whatever is due before it. */
static void what_waits_goes_over(void **state) {
  (void)state;
  enum { FAR = 2000, NEAR = 1500 };
  rosin_error error = {""};
  rosin_core *c = rosin_plugin_open("cello", &error);
  const int players = rosin_core_find(c, "players");
  assert_true(players >= 0);
  rosin_core_put(c, players, 2);
  assert_int_equal(rosin_core_prepare(c, RATE, &error), 0);
  for (int i = 0; i < FAR + NEAR; i++)
    midi(c, i < FAR ? 3 * RATE + i : RATE / 2 + i, 0xb0, UNHEARD, i & 127);
  rosin_core_process(c, out, FRAMES);
  assert_int_equal(rosin_core_lost(c), 0);
  rosin_core_put(c, players, 3);
  rosin_core_swap(c, rosin_core_build(c, &error));
  for (int n = 0; n < CALLS; n++)
    rosin_core_process(c, out, FRAMES);
  assert_int_equal(rosin_core_lost(c), 0);
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_ends_a_note_is_never_lost),
      cmocka_unit_test(where_too_much_ends_all_ends),
      cmocka_unit_test(what_waits_goes_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
