/* SPDX-License-Identifier: BSD-3-Clause */
/* Preloaded: of the allocations that an object asks for whose name holds FAIL_IN ("librosin"),
 * FAIL_FROM=N lets the Nth (from 1) and all that follow fail, FAIL_AT=N that one alone. What others
 * ask for (a language, a host) goes on. How many there were: failing_calls(), and a line "N calls"
 * to FAIL_REPORT as it ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

static atomic_long calls;
static long from = -1, at;

long failing_calls(void);
void failing_from(long n);

long failing_calls(void) {
  return calls;
}

/* Count anew, and let the nth and all after it fail; 0: none. */
void failing_from(long n) {
  calls = 0;
  from = n;
  at = 0;
}

static int is_of(const void *caller) {
  const char *name = getenv("FAIL_IN");
  Dl_info info;
  return name && dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, name);
}

static int fails(const void *caller) {
  if (!is_of(caller))
    return 0;
  if (from < 0) {
    from = getenv("FAIL_FROM") ? atol(getenv("FAIL_FROM")) : 0;
    at = getenv("FAIL_AT") ? atol(getenv("FAIL_AT")) : 0;
  }
  const long n = ++calls;
  const int now = (from > 0 && n >= from) || n == at;
  if (now)
    errno = ENOMEM;
  return now;
}

void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *p, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, size);
}

__attribute__((destructor)) static void report(void) {
  FILE *to = getenv("FAIL_REPORT") ? fopen(getenv("FAIL_REPORT"), "w") : NULL;
  if (to) {
    fprintf(to, "%ld calls\n", (long)calls);
    fclose(to);
  }
}
