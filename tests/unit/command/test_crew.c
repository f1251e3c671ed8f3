/* SPDX-License-Identifier: BSD-3-Clause */
/* A crew does each task once, keeps what belongs to a thread apart, and ends with one whole error
 * where several fail at once. Also run under the thread sanitizer. */
#include "host/common/crew.h"

#include "error.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TASKS = 4000, THREADS = 8 };

typedef struct {
  atomic_int times[TASKS], left, counted, failed;
  int plain[TASKS]; /* no two threads write the same one */
  int failing;      /* from this task on all fail */
} world;

typedef struct {
  world *of;
  int count, busy;
} own;

static int one(void *context, void *kept, int index, rosin_error *error) {
  world *w = context;
  own *o = kept;
  if (o->busy || (o->of && o->of != w))
    return rosin_fail(error, "two threads share what is one's own");
  o->busy = 1;
  o->of = w;
  o->count++;
  w->plain[index]++;
  atomic_fetch_add(&w->times[index], 1);
  unsigned sum = 1; /* a little time in which others come */
  for (volatile int i = 0; i < 300; i++)
    sum = sum * 1664525u + 1013904223u;
  o->busy = 0;
  if (index >= w->failing) { /* not before others fail too, at the same time */
    atomic_fetch_add(&w->failed, 1);
    for (int i = 0; i < 1000000 && atomic_load(&w->failed) < 4; i++)
      sched_yield();
  }
  return index >= w->failing ? rosin_fail(error, "task %d failed %0200d", index, index) : 0;
}

static void leave(void *kept) {
  own *o = kept;
  if (o->of) {
    atomic_fetch_add(&o->of->left, 1);
    atomic_fetch_add(&o->of->counted, o->count);
  }
}

static void every_task_is_done_once(void **state) {
  (void)state;
  for (int threads = 0; threads <= THREADS; threads += 2) {
    world *w = calloc(1, sizeof *w);
    rosin_error error = {""};
    assert_non_null(w);
    w->failing = TASKS;
    const rosin_crew crew = {TASKS, w, sizeof(own), one, leave};
    assert_int_equal(rosin_crew_run(&crew, threads, &error), 0);
    for (int i = 0; i < TASKS; i++)
      assert_true(w->times[i] == 1 && w->plain[i] == 1);
    assert_int_equal(w->counted, TASKS);
    assert_true(w->left >= 1 && w->left <= (threads ? threads : 1));
    free(w);
  }
}

/* Tasks so short that threads ask for the next one all the time. */
static int count_one(void *context, void *kept, int index, rosin_error *error) {
  (void)kept, (void)error;
  ((unsigned char *)context)[index]++;
  return 0;
}

static void leave_nothing(void *kept) {
  (void)kept;
}

static void short_tasks_are_done_once(void **state) {
  (void)state;
  enum { MANY = 400000 };
  for (int round = 0; round < 4; round++) {
    unsigned char *times = calloc(MANY, 1);
    rosin_error error;
    assert_non_null(times);
    const rosin_crew crew = {MANY, times, 1, count_one, leave_nothing};
    assert_int_equal(rosin_crew_run(&crew, 4, &error), 0);
    for (int i = 0; i < MANY; i++)
      assert_int_equal(times[i], 1);
    free(times);
  }
}

static void the_first_error_is_whole(void **state) {
  (void)state;
  for (int round = 0; round < 40; round++) {
    world *w = calloc(1, sizeof *w);
    rosin_error error = {""};
    char wanted[256];
    int index = -1;
    assert_non_null(w);
    w->failing = 7 * round;
    const rosin_crew crew = {TASKS, w, sizeof(own), one, leave};
    assert_int_equal(rosin_crew_run(&crew, THREADS, &error), -1);
    assert_int_equal(sscanf(error.text, "task %d failed", &index), 1);
    snprintf(wanted, sizeof wanted, "task %d failed %0200d", index, index);
    assert_string_equal(error.text, wanted);
    assert_true(index >= w->failing);
    assert_int_equal(w->times[index], 1);
    assert_true(w->counted < TASKS); /* the others end soon */
    free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_task_is_done_once),
                                     cmocka_unit_test(short_tasks_are_done_once),
                                     cmocka_unit_test(the_first_error_is_whole)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
