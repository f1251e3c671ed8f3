/* SPDX-License-Identifier: BSD-3-Clause */
/* Two pools at once, each told by one thread and rendered by another. */
#include "rosin/voices.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { FRAMES = 128, CALLS = 150 };

typedef struct {
  rosin_voices *pool;
  int kind, finite;
  atomic_int done, starts;
} world;

static void *render(void *context) {
  world *w = context;
  float out[2 * FRAMES];
  w->finite = 1;
  for (int i = 0; i < CALLS || atomic_load(&w->starts) < 4; i++) { /* until the other has begun */
    rosin_voices_render(w->pool, out, FRAMES);
    for (int k = 0; k < 2 * FRAMES; k++)
      w->finite &= isfinite(out[k]) != 0;
  }
  atomic_store(&w->done, 1);
  return NULL;
}

static void *play(void *context) {
  world *w = context;
  rosin_voice v[3] = {0};
  for (unsigned i = 0; !atomic_load(&w->done); i++) {
    if (i % 64 == 0) {
      rosin_voices_stop(w->pool, v[i / 64 % 3]);
      v[i / 64 % 3] = rosin_voices_start(w->pool, w->kind, (int)(i / 128 % 2));
      atomic_fetch_add(&w->starts, v[i / 64 % 3] != 0);
    }
    rosin_voices_contact(w->pool, v[i % 3], i % 40, 0.01 * (i % 50));
    rosin_voices_level(w->pool, v[i % 3]);
    rosin_voices_counts(w->pool);
    if (i % 97 == 0)
      rosin_voices_impact(w->pool, v[0], 0.1);
  }
  return NULL;
}

static void test_two_pools(void **state) {
  (void)state;
  static world w[2];
  pthread_t thread[4];
  void *memory[2];
  for (int i = 0; i < 2; i++) {
    rosin_voices_config c = {.rate = i ? 44100 : 48000, .frames = FRAMES, .voices = 2, .seats = 3};
    const char *ground = i ? "stone" : "wood";
    c.bytes = rosin_voices_bytes(&c, NULL) + 3 * rosin_voices_pair_bytes(&c, "wood", ground, NULL);
    c.memory = memory[i] = malloc(c.bytes);
    w[i].pool = rosin_voices_create(&c, NULL);
    w[i].kind = rosin_voices_pair(w[i].pool, "wood", ground, 3, NULL);
    assert_true(w[i].kind == 0);
  }
  for (int i = 0; i < 4; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, i % 2 ? render : play, &w[i / 2]), 0);
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
  for (int i = 0; i < 2; i++) {
    assert_true(w[i].finite);
    assert_true(rosin_voices_counts(w[i].pool).started > 3);
    rosin_voices_free(w[i].pool);
    free(memory[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_two_pools)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
