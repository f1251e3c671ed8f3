/* SPDX-License-Identifier: BSD-3-Clause */
/* Voices of hosts (bindings/voice.h): made, built anew and dropped by a thread beside, while an
 * audio thread plays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bindings/voice.h"

enum { RATE = 44100, POOL = 256 };

static const char *const length[] = {"length"};

static voice *chalk(double mm, int offline, rosin_error *error) {
  const voice_wish wish = {.scene = "chalk",
                           .channels = 2,
                           .rate = RATE,
                           .offline = offline,
                           .inputs = 1,
                           .name = length,
                           .value = &mm};
  return voice_take(&wish, error);
}

static void rest(void) {
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* 1, or 0 where it cannot be; waits for the thread beside. */
static int comes(voice *v, rosin_error *error) {
  int ready = 0;
  for (int i = 0; i < 20000 && ready == 0; i++, rest())
    ready = voice_ready(v, error);
  return ready > 0;
}

static float loudest(voice *v, int frames) {
  float most = 0;
  for (int at = 0; at < frames; at += VOICE_CHUNK) {
    voice_process(v, VOICE_CHUNK);
    for (int i = 0; i < VOICE_CHUNK; i++)
      most = voice_sound(v, 0)[i] > most ? voice_sound(v, 0)[i] : most;
  }
  return most;
}

static void they_are_made_beside(void **state) {
  (void)state;
  rosin_error error = {""};
  assert_int_equal(voices_begin(), 0);
  voice *v = chalk(30, 0, &error), *never = chalk(90, 0, &error);
  assert_non_null(v);
  assert_true(comes(v, &error));
  assert_int_equal(voice_note(v, 0, 1, &error), 0);
  assert_true(loudest(v, RATE / 4) > 0.01f);
  /* what cannot be is told once */
  assert_false(comes(never, &error));
  assert_non_null(strstr(error.text, "chalk.length: 90 is out of range: 25 to 45 mm"));
  assert_int_equal(voice_ready(never, &error), 0);
  voice_drop(v);
  voice_drop(never);
  voice_drop(NULL);
  voices_end();
}

/* Another length is another body; it is not heard at once, but it is. */
static void they_are_built_anew_beside(void **state) {
  (void)state;
  rosin_error error = {""};
  float first[VOICE_CHUNK];
  assert_int_equal(voices_begin(), 0);
  voice *v = chalk(30, 0, &error), *still = chalk(30, 0, &error);
  assert_true(comes(v, &error) && comes(still, &error));
  voice_note(v, 0, 1, &error);
  voice_note(still, 0, 1, &error);
  int differ = 0;
  for (int i = 0; i < 3000 && !differ; i++) {
    assert_int_equal(voice_input(v, 0, 45, &error), 0);
    voice_process(v, VOICE_CHUNK);
    memcpy(first, voice_sound(v, 0), sizeof first);
    voice_process(still, VOICE_CHUNK);
    differ = memcmp(first, voice_sound(still, 0), sizeof first) != 0;
    rest();
  }
  assert_true(differ);
  /* out of its range: told once, and nothing changes */
  assert_int_equal(voice_input(v, 0, 46, &error), -1);
  assert_int_equal(voice_input(v, 0, 47, &error), 0);
  voice_drop(v);
  voice_drop(still);
  voices_end();
}

/* Dropped while it is made, and more than there is room for. */
static void the_pool_comes_back(void **state) {
  (void)state;
  static voice *all[POOL];
  rosin_error error = {""};
  assert_int_equal(voices_begin(), 0);
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < POOL; i++)
      assert_non_null(all[i] = chalk(90, 0, &error)); /* which is refused quickly */
    assert_null(chalk(30, 0, &error));
    assert_non_null(strstr(error.text, "more than 256 at once"));
    for (int i = 0; i < POOL; i++)
      voice_drop(all[i]);
    voice *again = NULL;
    for (int i = 0; i < 20000 && !again; i++, rest())
      again = chalk(30, 0, &error);
    assert_non_null(again);
    voice_drop(again);
    for (int free = 0; free < POOL; rest()) { /* all of them are */
      for (free = 0; free < POOL && (all[free] = chalk(90, 0, &error)); free++)
        ;
      for (int i = 0; i < free; i++)
        voice_drop(all[i]);
    }
    rest();
  }
  voices_end();
}

/* Offline everything is in place, and the same again. */
static void offline_it_is_the_same_again(void **state) {
  (void)state;
  rosin_error error = {""};
  float first[40][VOICE_CHUNK];
  assert_null(chalk(90, 1, &error));
  assert_non_null(strstr(error.text, "25 to 45 mm"));
  for (int round = 0; round < 2; round++) {
    voice *v = chalk(30, 1, &error);
    assert_int_equal(voice_ready(v, &error), 1);
    voice_note(v, 0, 1, &error);
    for (int i = 0; i < 40; i++) {
      voice_input(v, 0, i < 20 ? 30 : 44, &error);
      voice_process(v, VOICE_CHUNK);
      if (round == 0)
        memcpy(first[i], voice_sound(v, 1), sizeof first[i]);
      assert_memory_equal(first[i], voice_sound(v, 1), sizeof first[i]);
    }
    voice_drop(v);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_made_beside),
      cmocka_unit_test(they_are_built_anew_beside),
      cmocka_unit_test(the_pool_comes_back),
      cmocka_unit_test(offline_it_is_the_same_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
