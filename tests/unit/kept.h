/* SPDX-License-Identifier: BSD-3-Clause */
/** Allocations that fail, as in failing.h, and what is kept of those that do not: `left` blocks.
 * For a program of several threads, linked with -Wl,--wrap for malloc, calloc, realloc,
 * aligned_alloc, strdup and free. What libraries take and we free is not in it. Counts `calls` and
 * fails while `counting`. */
#ifndef TEST_KEPT_H
#define TEST_KEPT_H

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *memory);

enum { BLOCKS = 1 << 17 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *block[BLOCKS]; /* that are not freed: a hash table, open */
static char gone;           /* marks where one was */
static long left, calls, fail_at = -1;
static int counting;

static int fails(void) {
  pthread_mutex_lock(&lock);
  const int now = counting && calls++ == fail_at;
  if (now)
    errno = ENOMEM; /* as the real ones do */
  pthread_mutex_unlock(&lock);
  return now;
}

static void *note(void *p) {
  pthread_mutex_lock(&lock);
  size_t i = ((uintptr_t)p >> 4) * 2654435761u % BLOCKS;
  while (p && block[i] && block[i] != &gone)
    i = (i + 1) % BLOCKS;
  if (p)
    block[i] = p;
  left += p != NULL;
  pthread_mutex_unlock(&lock);
  return p;
}

static void forget(const void *p) {
  pthread_mutex_lock(&lock);
  for (size_t i = ((uintptr_t)p >> 4) * 2654435761u % BLOCKS; p && block[i]; i = (i + 1) % BLOCKS)
    if (block[i] == p) {
      block[i] = &gone;
      left--;
      break;
    }
  pthread_mutex_unlock(&lock);
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : note(__real_malloc(size));
}
void *__wrap_calloc(size_t count, size_t size) {
  return fails() || !count || !size ? NULL : note(__real_calloc(count, size)); /* as it may */
}
void *__wrap_realloc(void *old, size_t size) {
  if (fails())
    return NULL;
  forget(old);
  return note(__real_realloc(old, size));
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : note(__real_aligned_alloc(alignment, size));
}
char *__wrap_strdup(const char *text) {
  return fails() ? NULL : note(__real_strdup(text));
}
void __wrap_free(void *memory) {
  forget(memory);
  __real_free(memory);
}

#endif
