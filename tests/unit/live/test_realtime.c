/* SPDX-License-Identifier: BSD-3-Clause */
/* What the audio callback runs, with events coming and a recorder and a display at
 * work: no allocation and no lock (the linker wraps them), and no system call (the
 * kernel kills a process in strict mode that makes any but read, write and exit). */
#define _GNU_SOURCE
#include "core/sequencer/observe.h"
#include "live/devices/stage.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <cmocka.h>

#include "scratch.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);

static _Thread_local long sins;

void *__wrap_malloc(size_t size) {
  sins++;
  return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  sins++;
  return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  sins++;
  return __real_realloc(old, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  sins++;
  return __real_aligned_alloc(alignment, size);
}
void __wrap_free(void *memory) {
  sins++;
  __real_free(memory);
}
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
  sins++;
  return __real_pthread_mutex_lock(mutex);
}

enum { CALLS = 600, FRAMES = 64, RATE = 48000 };

typedef struct {
  rosin_scene *scene;
  rosin_core *core;
  rosin_sources sources;
  rosin_recorder *recorder;
  rosin_queue *queue;
  rosin_stage stage;
} setting;

static setting s; /* it holds buffers */

static const char *const scenes[] = {"cello", "cello-d", "glass", "test_realtime.cfg"};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* The last of them: layers, one of them oversampled, moved by a rule. */
static int write_scene(void **state) {
  if (scratch_enter(state))
    return -1;
  FILE *file = fopen("test_realtime.cfg", "w");
  if (!file)
    return -1;
  fputs("channels = 2; duration = 0.5;\n"
        "layers = { a = { scene = \"rope\"; set = ( \"turn.velocity.gusts=9\" ); };\n"
        "  b = { scene = \"chalk\"; at = 0.05; pan = 0.5; oversample = 2.0; }; };\n",
        file);
  return fclose(file);
}

static void set_up(const char *scene, int record) {
  rosin_error error = {""};
  memset(&s, 0, sizeof s);
  s.scene = rosin_scene_load(scene, 0, NULL, NULL);
  assert_non_null(s.scene);
  s.core = rosin_core_over(s.scene, 1, 0, &error);
  assert_non_null(s.core);
  rosin_core_set_watched(s.core, 1);
  assert_int_equal(rosin_core_prepare(s.core, RATE, &error), 0);
  rosin_sources_open(&s.sources, s.core, RATE);
  assert_non_null(s.queue = rosin_sources_add(&s.sources));
  rosin_stage_open(&s.stage, &s.sources, rosin_scene_channels(s.scene), RATE, -12, 0);
  if (!record)
    return;
  const rosin_record_setup setup = {.sound = "test_realtime.wav",
                                    .gesture = "test_realtime.txt",
                                    .rate = RATE,
                                    .channels = rosin_scene_channels(s.scene),
                                    .rest = 1,
                                    .targets = rosin_core_targets(s.core)};
  assert_non_null(s.recorder = rosin_recorder_open(&setup, &error));
  s.stage.recorder = s.recorder;
  rosin_core_set_witness(s.core, rosin_recorder_event, s.recorder);
}

static void tear_down(void) {
  assert_int_equal(rosin_recorder_close(s.recorder, s.stage.frames), 0);
  remove("test_realtime.wav");
  remove("test_realtime.txt");
  rosin_sources_close(&s.sources);
  rosin_core_free(s.core);
  rosin_scene_free(s.scene);
}

/* All kinds of events at once, from a plain recurrence. */
static void put_events(int call) {
  const rosin_targets *all = rosin_core_targets(s.core);
  unsigned x = (unsigned)call * 2654435761u;
  for (int i = 0; i < 4; i++) {
    x = x * 1664525u + 1013904223u;
    const rosin_target *t = &all->target[(x >> 8) % (unsigned)all->count];
    const double u = (x >> 16) / 65536.0;
    const rosin_event event = {.time = call * (double)FRAMES / RATE,
                               .target = i < 2 ? (int)(t - all->target) : ROSIN_EVENT_PLAYER,
                               .value = t->low + u * (t->high - t->low),
                               .player = {.kind = (rosin_player_kind)((x >> 12) % 6),
                                          .channel = (int)((x >> 20) & 15),
                                          .controller = (int)((x >> 5) & 127),
                                          .key = 36 + 40 * u,
                                          .value = u}};
    rosin_queue_put(s.queue, &event, 1);
  }
}

static int sounds(const float *out) {
  int some = 0;
  for (int i = 0; i < FRAMES * s.stage.wide; i++) {
    some |= out[i] != 0;
    if (!isfinite(out[i]))
      return -1;
  }
  return some;
}

/* What the callback runs; 1 if it sounded and was finite. */
static int play_on(void) {
  float out[FRAMES * 2];
  int sounded = 0;
  for (int call = 0; call < CALLS; call++) {
    put_events(call);
    rosin_stage_fill(&s.stage, call * (double)FRAMES / RATE, FRAMES, out);
    const int now = sounds(out);
    if (now < 0)
      return 0;
    sounded |= now;
  }
  return sounded;
}

static void callback_allocates_and_locks_nothing(void **state) {
  (void)state;
  for (int i = 0; i < SCENES; i++) {
    set_up(scenes[i], 1);
    const long before = sins;
    assert_true(before > 0); /* the set-up was seen */
    assert_int_equal(play_on(), 1);
    assert_int_equal(sins, before);
    tear_down();
  }
}

static void callback_calls_no_system(void **state) {
  (void)state;
#if defined(__linux__)
  for (int i = 0; i < SCENES; i++) {
    int status = 0;
    set_up(scenes[i], 0); /* no other thread: strict mode is for this one */
    const pid_t pid = fork();
    if (pid == 0) {
      if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
        syscall(SYS_exit, 3);
      syscall(SYS_exit, play_on() ? 0 : 4);
    }
    assert_true(waitpid(pid, &status, 0) == pid);
    tear_down();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
      skip();
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
  }
  int status = 0; /* and a call would be seen */
  const pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    syscall(SYS_getpid);
    syscall(SYS_exit, 0);
  }
  assert_true(waitpid(pid, &status, 0) == pid);
  assert_true(WIFSIGNALED(status));
#else
  skip();
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(callback_allocates_and_locks_nothing),
      cmocka_unit_test(callback_calls_no_system),
  };
  return cmocka_run_group_tests(tests, write_scene, scratch_leave);
}
