/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of voices: all of a pool stands in what was handed in, as many bytes as were told, and
 * nothing is taken from anywhere else; on the heap an allocation that fails is told. */
#include "memory.h"
#include "rosin/scene.h"
#include "rosin/voices.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, FRAMES = 256, SEATS = 2 };

/* What is taken while `watched`, by whomever, a C library included; with `fail_at` (from 1) one of
 * it fails. Under sanitizers, whose malloc it is, nothing is counted. */
static int watched;
static long taken, fail_at;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__GLIBC__)
#define COUNTS 1
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t align, size_t size);

/* a C library takes from here, too */
#define SEEN __attribute__((visibility("default")))

static int fails(void) {
  return watched && ++taken == fail_at;
}
SEEN void *malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}
SEEN void *calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}
SEEN void *realloc(void *old, size_t size) {
  return fails() ? NULL : __libc_realloc(old, size);
}
SEEN void *aligned_alloc(size_t align, size_t size) {
  return fails() ? NULL : __libc_memalign(align, size);
}
#else
#define COUNTS 0
#endif

typedef struct {
  const char *rubs, *ground; /* NULL: an effect's scene */
} kind;

/* A string's design is shared on the heap, and must not be in here. */
static const kind kinds[] = {{"rubber", "tile"},
                             {"hoof", "ice"},
                             {"door-hinge-slow", NULL},
                             {"rope", NULL},
                             {"cello-d", NULL}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static rosin_voices_config config(void) {
  return (rosin_voices_config){.rate = RATE, .frames = FRAMES, .voices = 6, .seats = KINDS * SEATS};
}

static size_t bytes_of(const rosin_voices_config *c, const kind *k) {
  rosin_error error = {{0}};
  const size_t bytes = k->ground ? rosin_voices_pair_bytes(c, k->rubs, k->ground, &error)
                                 : rosin_voices_effect_bytes(c, k->rubs, NULL, &error);
  if (!bytes)
    fail_msg("%s: %s", k->rubs, error.text);
  return bytes;
}

static size_t bytes_of_all(const rosin_voices_config *c) {
  size_t bytes = rosin_voices_bytes(c, NULL);
  for (int i = 0; i < KINDS; i++)
    bytes += SEATS * bytes_of(c, &kinds[i]);
  return bytes;
}

static int add(rosin_voices *pool, const kind *k, rosin_error *error) {
  return k->ground ? rosin_voices_pair(pool, k->rubs, k->ground, SEATS, error)
                   : rosin_voices_effect(pool, k->rubs, NULL, SEATS, error);
}

/* Starts, tells, steals, strikes and stops; what was heard, as a sum of its bits. */
static uint64_t play(rosin_voices *pool, int count) {
  static float out[2 * FRAMES];
  rosin_voice v[2 * KINDS * SEATS];
  uint64_t sum = 0;
  for (int i = 0; i < 2 * count * SEATS; i++)
    v[i] = rosin_voices_start(pool, i % count, i % 3);
  for (int frame = 0; frame < 60; frame++) {
    for (int i = 0; i < 2 * count * SEATS; i++) {
      rosin_voices_contact(pool, v[i], 5 + i, 0.01 * frame);
      if (frame % 20 == 7)
        rosin_voices_impact(pool, v[i], 0.1);
      if (frame == 40 + i)
        rosin_voices_stop(pool, v[i]);
    }
    rosin_voices_render(pool, out, FRAMES);
    for (int i = 0; i < 2 * FRAMES; i++) {
      uint32_t bits;
      memcpy(&bits, &out[i], sizeof bits);
      sum = sum * 1099511628211u + bits;
    }
  }
  return sum;
}

/* To the byte, wherever it begins; what sounds there is what sounds on the heap. */
static void test_nothing_else_is_taken(void **state) {
  (void)state;
  rosin_error error = {{0}};
  rosin_voices_config c = config();
  rosin_voices *heap = rosin_voices_create(&c, &error);
  for (int i = 0; i < KINDS; i++)
    assert_int_equal(add(heap, &kinds[i], &error), i);
  const uint64_t heard = play(heap, KINDS);
  rosin_voices_free(heap);
  const size_t bytes = bytes_of_all(&c);
  assert_true(bytes == bytes_of_all(&c));
  char *memory = malloc(bytes + 64);
  for (int odd = 0; odd < 64; odd += 21) {
    memset(memory, 0xA5, bytes + 64);
    c.memory = memory + odd;
    c.bytes = bytes;
    taken = fail_at = 0;
    watched = 1;
    rosin_voices *pool = rosin_voices_create(&c, &error);
    int made = 0;
    while (pool && made < KINDS && add(pool, &kinds[made], &error) == made)
      made++;
    const uint64_t mine = made == KINDS ? play(pool, KINDS) : 0;
    rosin_voices_free(pool);
    watched = 0;
    if (made < KINDS)
      fail_msg("%s: %s", kinds[made].rubs, error.text);
    assert_int_equal(taken, 0);
    assert_true(mine == heard);
    for (size_t i = 0; i < (size_t)odd; i++)
      assert_true(memory[i] == (char)0xA5);
    for (size_t i = bytes + (size_t)odd; i < bytes + 64; i++)
      assert_true(memory[i] == (char)0xA5);
  }
  free(memory);
}

/* Every scene that is built in, and each kind of matter on the next: in exactly what was told, or
 * refused for a reason that is not memory, and nothing is taken beside. */
static void test_all_kinds(void **state) {
  (void)state;
  int made = 0;
  for (int i = 0; i < rosin_scenes() || rosin_voices_matter(i + 1); i++) {
    rosin_error error = {{0}};
    rosin_voices_config c = {.rate = 44100, .frames = 64, .voices = 1, .seats = 1, .kinds = 1};
    const char *scene = rosin_scene_name(i), *rubs = rosin_voices_matter(i);
    for (int pair = scene == NULL; pair <= (rosin_voices_matter(i + 1) != NULL); pair++) {
      const char *ground = pair ? rosin_voices_matter(i + 1) : NULL;
      const size_t one = pair ? rosin_voices_pair_bytes(&c, rubs, ground, &error)
                              : rosin_voices_effect_bytes(&c, scene, NULL, &error);
      if (!one && strstr(error.text, "memory"))
        fail_msg("%s", error.text);
      if (!one)
        continue;
      c.bytes = rosin_voices_bytes(&c, NULL) + one;
      c.memory = malloc(c.bytes);
      taken = fail_at = 0;
      watched = 1;
      rosin_voices *pool = rosin_voices_create(&c, &error);
      const int is = pair ? rosin_voices_pair(pool, rubs, ground, 1, &error)
                          : rosin_voices_effect(pool, scene, NULL, 1, &error);
      const rosin_voice v = rosin_voices_start(pool, is, 0);
      float out[2 * 64];
      for (int k = 0; k < 20; k++) {
        rosin_voices_contact(pool, v, 10, 0.2);
        rosin_voices_impact(pool, v, 0.01);
        rosin_voices_render(pool, out, 64);
      }
      rosin_voices_free(pool);
      watched = 0;
      if (is < 0 || taken)
        fail_msg("%s: %s; %ld taken elsewhere", pair ? rubs : scene, error.text, taken);
      made++;
      free(c.memory);
      c.memory = NULL;
      c.bytes = 0;
    }
  }
  assert_true(made > 70);
}

/* Whoever hands too little in is told, for which kind; what stands there goes on, and what was not
 * taken is still there. */
static void test_too_little(void **state) {
  (void)state;
  rosin_error error;
  rosin_voices_config c = config();
  const size_t pool_alone = rosin_voices_bytes(&c, NULL), one = bytes_of(&c, &kinds[0]);
  const size_t hinge = bytes_of(&c, &kinds[2]);
  assert_true(hinge < one);
  c.bytes = pool_alone + 2 * one + 2 * hinge - 128; /* 64 may go where it begins */
  c.memory = malloc(c.bytes);
  rosin_voices *pool = rosin_voices_create(&c, &error);
  assert_int_equal(add(pool, &kinds[0], &error), 0);
  taken = fail_at = 0;
  watched = 1;
  for (int again = 0; again < 3; again++)
    assert_int_equal(add(pool, &kinds[2], &error), -1);
  watched = 0;
  assert_int_equal(taken, 0);
  assert_non_null(strstr(error.text, "bytes of memory are left, too few for a seat of it"));
  assert_int_equal(rosin_voices_effect(pool, "door-hinge-slow", NULL, 1, &error), 1);
  play(pool, 2);
  rosin_voices_free(pool);
  free(c.memory);
  c = config();
  assert_true(rosin_voices_pair_bytes(&c, "rubber", "cheese", &error) == 0);
  assert_non_null(strstr(error.text, "there is no matter 'cheese'"));
  assert_true(rosin_voices_effect_bytes(&c, "nothing", NULL, &error) == 0);
  assert_true(rosin_voices_effect_bytes(&c, "squeak", "nothing", &error) == 0);
  assert_non_null(strstr(error.text, "there is no contact 'nothing'"));
  c.rate = 7;
  assert_true(rosin_voices_pair_bytes(&c, "rubber", "tile", &error) == 0);
  assert_non_null(strstr(error.text, "rate: 7 is out of range"));
}

/* Nothing of a pool is anybody else's: its memory may go while others of the same kinds sound. */
static void test_pools_share_nothing(void **state) {
  (void)state;
  rosin_error error;
  rosin_voices_config c = config();
  const kind *cello = &kinds[KINDS - 1];
  c.bytes = rosin_voices_bytes(&c, NULL) + SEATS * bytes_of(&c, cello);
  rosin_voices *pool[3];
  void *memory[2];
  for (int i = 0; i < 3; i++) { /* the second stands on the heap */
    rosin_voices_config own = i == 1 ? config() : c;
    own.memory = i == 1 ? NULL : (memory[i / 2] = malloc(c.bytes));
    pool[i] = rosin_voices_create(&own, &error);
    assert_int_equal(add(pool[i], cello, &error), 0);
  }
  rosin_voices_free(pool[0]);
  memset(memory[0], 0x5A, c.bytes);
  free(memory[0]);
  assert_true(play(pool[1], 1) == play(pool[2], 1));
  rosin_voices_free(pool[1]);
  rosin_voices_free(pool[2]);
  free(memory[1]);
}

/* Each allocation of a pool on the heap fails in turn: an error that says so, and the next goes. */
static void test_failing(void **state) {
  (void)state;
  if (!COUNTS)
    skip();
  rosin_voices_config c = config();
  long calls = 1000000, refusals = 0;
  for (long n = 0; n < calls; n = n < 40 ? n + 1 : n + 1 + calls / 60) {
    rosin_error error = {{0}};
    taken = 0;
    fail_at = n; /* 0: none, to count them */
    watched = 1;
    rosin_voices *pool = rosin_voices_create(&c, &error);
    int made = 0;
    while (pool && made < KINDS && add(pool, &kinds[made], &error) == made)
      made++;
    watched = 0;
    calls = n == 0 ? taken : calls;
    if (n == 0)
      assert_int_equal(made, KINDS);
    else if (made < KINDS && !strstr(error.text, "out of memory"))
      fail_msg("allocation %ld is told as '%s'", n, error.text);
    refusals += made < KINDS;
    if (made > 0)
      play(pool, made);
    rosin_voices_free(pool);
  }
  assert_true(calls > 500 && refusals > 60);
}

/* Pieces of all lengths, taken, moved and given back at random: aligned, apart from each other, and
 * at the end one hole. */
static void test_lent_memory(void **state) {
  (void)state;
  enum { PIECES = 200, ACTS = 20000 };
  static char room[1 << 18];
  struct {
    unsigned char *at;
    size_t bytes;
  } piece[PIECES] = {{0}};
  unsigned drawn = 7;
  rosin_memory memory;
  rosin_memory_begin(&memory, room + 1, sizeof room - 1);
  rosin_memory_lend(&memory);
  for (int i = 0; i < ACTS; i++) {
    drawn = drawn * 1664525u + 1013904223u;
    const int k = (int)(drawn >> 8) % PIECES, act = (int)(drawn >> 20) % 4;
    const size_t bytes = (drawn >> 12) % 3000,
                 kept = bytes < piece[k].bytes ? bytes : piece[k].bytes;
    for (size_t j = 0; j < piece[k].bytes; j++)
      assert_int_equal(piece[k].at[j], k);
    if (act == 0 && piece[k].at) {
      unsigned char *moved = rosin_realloc(piece[k].at, bytes);
      if (!moved)
        continue;
      for (size_t j = 0; j < kept; j++)
        assert_int_equal(moved[j], k);
      piece[k].at = moved;
    } else {
      rosin_free(piece[k].at);
      piece[k].at = act == 1   ? rosin_aligned(bytes / 64 * 64)
                    : act == 2 ? rosin_calloc(bytes, 1)
                               : rosin_malloc(bytes);
      if (act == 1)
        assert_true((uintptr_t)piece[k].at % 64 == 0);
    }
    piece[k].bytes = piece[k].at ? (act == 1 ? bytes / 64 * 64 : bytes) : 0;
    assert_true(!piece[k].at || ((char *)piece[k].at > room &&
                                 (char *)piece[k].at + piece[k].bytes <= room + sizeof room));
    if (piece[k].at)
      memset(piece[k].at, k, piece[k].bytes);
  }
  for (int k = 0; k < PIECES; k++)
    rosin_free(piece[k].at);
  void *all = rosin_malloc(memory.bytes - 16);
  assert_non_null(all);
  assert_null(rosin_malloc(1));
  assert_null(rosin_calloc(SIZE_MAX / 2, 4));
  rosin_free(all);
  rosin_memory_lend(NULL);
  assert_false(rosin_memory_is_lent());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_else_is_taken),
      cmocka_unit_test(test_all_kinds),
      cmocka_unit_test(test_too_little),
      cmocka_unit_test(test_pools_share_nothing),
      cmocka_unit_test(test_failing),
      cmocka_unit_test(test_lent_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
