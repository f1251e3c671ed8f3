/* SPDX-License-Identifier: BSD-3-Clause */
/** Allocations that fail: malloc, calloc, realloc and strdup of a program linked with
 *  -Wl,--wrap for them. `calls` counts them; number `fail_at` (from 0) fails, -1: none. */
#ifndef TEST_FAILING_H
#define TEST_FAILING_H

#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);

static long calls, fail_at = -1;

static int fails(void) {
  return calls++ == fail_at;
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return fails() ? NULL : __real_realloc(old, size);
}
char *__wrap_strdup(const char *text) {
  return fails() ? NULL : __real_strdup(text);
}

#endif
