/* SPDX-License-Identifier: BSD-3-Clause */
/* Two networks at two rates in two threads: no shared state (also run under the
 * thread sanitizer), and the same bits as when each runs alone. */
#include "rosin.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 20000, BLOCK = 64 };

typedef struct {
  const char *scene;
  int rate;
  float out[FRAMES];
} job;

static void *render(void *argument) {
  job *j = argument;
  char *errors = NULL;
  rosin_scene *scene = rosin_scene_load(j->scene, 0, NULL, &errors);
  if (scene && rosin_scene_prepare(scene, j->rate, BLOCK, NULL) == 0)
    for (int at = 0; at + BLOCK <= FRAMES; at += BLOCK)
      rosin_scene_process(scene, BLOCK, j->out + at);
  rosin_scene_free(scene);
  free(errors);
  return NULL;
}

static void two_rates_in_two_threads(void **state) {
  (void)state;
  static job alone[2] = {{.scene = "cello-d", .rate = 44100}, {.scene = "squeak", .rate = 96000}};
  static job together[2] = {{.scene = "cello-d", .rate = 44100},
                            {.scene = "squeak", .rate = 96000}};
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    render(&alone[i]);
  for (int i = 0; i < 2; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, render, &together[i]), 0);
  for (int i = 0; i < 2; i++)
    assert_int_equal(pthread_join(thread[i], NULL), 0);
  for (int i = 0; i < 2; i++) {
    float peak = 0;
    assert_memory_equal(alone[i].out, together[i].out, sizeof alone[i].out);
    for (int k = 0; k < FRAMES; k++)
      peak = alone[i].out[k] > peak ? alone[i].out[k] : peak;
    assert_true(peak > 1e-4f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_rates_in_two_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
