/* SPDX-License-Identifier: BSD-3-Clause */
/* Preloaded: allocations of a program, its libraries among them, fail on purpose. From main()
 * on they are counted; FAIL_AT=N lets the Nth fail (from 1), FAIL_FROM=N that and all that
 * follow. At the end FAIL_REPORT (a path) gets "CALLS LEFT": how many there were, and how many
 * blocks that the program itself asked for are not freed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

enum { BLOCKS = 1 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *block[BLOCKS]; /* that the program asked for: a hash table, open */
static long calls, left, fail_at, fail_from;
static int counting;
static const char *report;
static uintptr_t low, high; /* the program's text */

static int fails(void) {
  if (!counting)
    return 0;
  pthread_mutex_lock(&lock);
  const long n = ++calls;
  pthread_mutex_unlock(&lock);
  const int now = n == fail_at || (fail_from && n >= fail_from);
  if (now)
    errno = ENOMEM;
  return now;
}

static size_t place(const void *p) {
  return ((uintptr_t)p >> 4) * 2654435761u % BLOCKS;
}

static void *note(void *p, const void *caller) {
  if (p && counting && (uintptr_t)caller >= low && (uintptr_t)caller < high) {
    pthread_mutex_lock(&lock);
    for (size_t i = place(p), k = 0; k < 4096; k++, i = (i + 1) % BLOCKS)
      if (!block[i] || block[i] == (void *)1) {
        block[i] = p;
        left++;
        break;
      }
    pthread_mutex_unlock(&lock);
  }
  return p;
}

static void forget(const void *p) {
  if (!p || !low)
    return;
  pthread_mutex_lock(&lock);
  for (size_t i = place(p), k = 0; k < 4096 && block[i]; k++, i = (i + 1) % BLOCKS)
    if (block[i] == p) {
      block[i] = (void *)1;
      left--;
      break;
    }
  pthread_mutex_unlock(&lock);
}

void *malloc(size_t size) {
  return fails() ? NULL : note(__libc_malloc(size), __builtin_return_address(0));
}
void *calloc(size_t count, size_t size) {
  return fails() ? NULL : note(__libc_calloc(count, size), __builtin_return_address(0));
}
void *realloc(void *old, size_t size) {
  if (fails())
    return NULL;
  forget(old);
  return note(__libc_realloc(old, size), __builtin_return_address(0));
}
void *aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : note(__libc_memalign(alignment, size), __builtin_return_address(0));
}
int posix_memalign(void **to, size_t alignment, size_t size) {
  if (fails())
    return ENOMEM;
  *to = note(__libc_memalign(alignment, size), __builtin_return_address(0));
  return *to ? 0 : ENOMEM;
}
char *strdup(const char *text) {
  const size_t size = strlen(text) + 1;
  char *copy = fails() ? NULL : note(__libc_malloc(size), __builtin_return_address(0));
  return copy ? memcpy(copy, text, size) : NULL;
}
void free(void *p) {
  forget(p);
  __libc_free(p);
}

static void tell(void) {
  char text[64];
  counting = 0;
  const int length = snprintf(text, sizeof text, "%ld %ld\n", calls, left);
  const int file = report ? open(report, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  if (file >= 0) {
    if (write(file, text, (size_t)length) != length)
      _exit(99);
    close(file);
  }
}

static int (*program)(int, char **, char **);

static int begin(int count, char **words, char **environment) {
  const char *at = getenv("FAIL_AT"), *from = getenv("FAIL_FROM");
  extern char **environ;
  Dl_info info;
  fail_at = at ? atol(at) : 0;
  fail_from = from ? atol(from) : 0;
  report = getenv("FAIL_REPORT");
  if (dladdr((void *)(uintptr_t)program, &info)) {
    low = (uintptr_t)info.dli_fbase;
    high = low + (16u << 20);
  }
  unsetenv("LD_PRELOAD"); /* not for what the program starts */
  atexit(tell);
  counting = 1;
  return program(count, words, environment ? environment : environ);
}

int __libc_start_main(int (*main)(int, char **, char **), int count, char **words,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void), void *end) {
  int (*start)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
               void (*)(void), void *) =
      (int (*)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
               void (*)(void), void *))(uintptr_t)dlsym(RTLD_NEXT, "__libc_start_main");
  program = main;
  return start(begin, count, words, init, fini, rtld_fini, end);
}
