/* SPDX-License-Identifier: BSD-3-Clause */
/* Two cores in two threads share nothing: each gives the samples that it gives alone. And one core
 * under three threads, as hosts do: one plays, one turns, saves and looks, one builds engines. Also
 * run under the thread sanitizer. */
#include "core/core.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK = 64, BLOCKS = 150 };

typedef struct {
  const char *scene;
  double rate;
  float out[2][BLOCKS * BLOCK];
} job;

static rosin_core *open_core(const char *scene, double rate) {
  rosin_error error = {""};
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c || rosin_core_prepare(c, rate, &error))
    fail_msg("%s", error.text);
  return c;
}

static void *play(void *context) {
  job *j = context;
  rosin_core *c = open_core(j->scene, j->rate);
  for (int k = 0; k < BLOCKS; k++) {
    if (k % 50 == 0)
      rosin_core_midi(c, 11, (const unsigned char[]){0x90, (unsigned char)(48 + k / 10), 100}, 3);
    rosin_core_set(c, 5, rosin_core_find(c, "pressure"), 0.4 + 0.001 * k);
    rosin_core_process(c, (float *const[]){j->out[0] + k * BLOCK, j->out[1] + k * BLOCK}, BLOCK);
  }
  rosin_core_free(c);
  return NULL;
}

static void two_cores_share_nothing(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "cello", "wine-glass"};
  static job alone[3], together[3];
  pthread_t thread[3];
  for (int i = 0; i < 3; i++) {
    alone[i].scene = together[i].scene = scenes[i];
    alone[i].rate = together[i].rate = i == 1 ? 48000 : 44100;
    play(&alone[i]);
  }
  for (int i = 0; i < 3; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, play, &together[i]), 0);
  for (int i = 0; i < 3; i++)
    assert_int_equal(pthread_join(thread[i], NULL), 0);
  for (int i = 0; i < 3; i++) {
    float peak = 0;
    assert_memory_equal(alone[i].out, together[i].out, sizeof alone[i].out);
    for (int k = 0; k < BLOCKS * BLOCK; k++)
      peak = fmaxf(peak, fabsf(alone[i].out[0][k]));
    assert_true(peak > 1e-4F);
  }
}

typedef struct {
  rosin_core *core;
  rosin_engine *_Atomic made, *_Atomic gone;
  atomic_int wanted, over, swaps;
} shared;

static void *build(void *context) {
  shared *s = context;
  rosin_error error;
  while (!atomic_load(&s->over)) {
    rosin_engine_free(atomic_exchange(&s->gone, NULL));
    if (atomic_exchange(&s->wanted, 0))
      atomic_store(&s->made, rosin_core_build(s->core, &error));
  }
  return NULL;
}

static void *turn(void *context) {
  shared *s = context;
  for (int k = 0; !atomic_load(&s->over); k++) {
    rosin_core_picture picture;
    rosin_core_put(s->core, rosin_core_find(s->core, "size"), 30 + k % 15);
    rosin_core_put(s->core, rosin_core_find(s->core, "pressure"), 0.6 + 0.05 * (k % 20));
    char *text = rosin_core_save(s->core);
    rosin_error error;
    if (!text || rosin_core_load(s->core, text, &error))
      atomic_store(&s->over, 2);
    free(text);
    rosin_core_look(s->core, &picture);
  }
  return NULL;
}

/* As the faces do it: see plugin/renew.c. */
static void exchange(shared *s, int *waits) {
  rosin_engine *old = rosin_core_retired(s->core), *made;
  if (old)
    atomic_store(&s->gone, old);
  if (atomic_load(&s->gone) || !rosin_core_settled(s->core))
    return;
  if (*waits && (made = atomic_exchange(&s->made, NULL))) {
    rosin_core_swap(s->core, made);
    s->swaps++;
    *waits = 0;
  } else if (!*waits && rosin_core_stale(s->core)) {
    *waits = 1;
    atomic_store(&s->wanted, 1);
  }
}

static void three_threads_have_one_core(void **state) {
  (void)state;
  static float left[BLOCK], right[BLOCK];
  static shared s;
  pthread_t builder, turner;
  int waits = 0;
  s.core = open_core("wine-glass", 44100);
  rosin_core_set_watched(s.core, ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
  assert_int_equal(rosin_core_prepare(s.core, 44100, NULL), 0);
  assert_int_equal(pthread_create(&builder, NULL, build, &s), 0);
  assert_int_equal(pthread_create(&turner, NULL, turn, &s), 0);
  for (int k = 0; k < 2000000 && s.swaps < 2; k++) {
    if (k % 100 == 0)
      rosin_core_trigger(s.core, 0);
    exchange(&s, &waits);
    rosin_core_process(s.core, (float *const[]){left, right}, BLOCK);
    for (int i = 0; i < BLOCK; i++)
      assert_true(fabsf(left[i]) < 100);
  }
  assert_int_equal(atomic_exchange(&s.over, 1), 0);
  pthread_join(builder, NULL);
  pthread_join(turner, NULL);
  assert_int_equal(s.swaps, 2);
  rosin_engine_free(s.made);
  rosin_engine_free(s.gone);
  rosin_core_free(s.core);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_cores_share_nothing),
                                     cmocka_unit_test(three_threads_have_one_core)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
