/* SPDX-License-Identifier: BSD-3-Clause */
/* The threads that VST3's plugins start, by Windows' own, for compilers that come without POSIX'.
 */
#ifndef ROSIN_WINDOWS_PTHREAD_H
#define ROSIN_WINDOWS_PTHREAD_H

#include <stdlib.h>
#include <time.h>
#include <windows.h>
/* words that windows.h takes */
#undef near
#undef far
#undef small

typedef HANDLE pthread_t;

typedef struct {
  void *(*run)(void *);
  void *context;
} rosin_windows_start;

static DWORD WINAPI rosin_windows_run(void *s) {
  const rosin_windows_start here = *(rosin_windows_start *)s;
  free(s);
  here.run(here.context);
  return 0;
}

static inline int rosin_windows_create(pthread_t *thread, void *(*run)(void *), void *context) {
  rosin_windows_start *s = malloc(sizeof *s);
  if (!s)
    return -1;
  *s = (rosin_windows_start){run, context};
  *thread = CreateThread(NULL, 0, rosin_windows_run, s, 0, NULL);
  if (!*thread)
    free(s);
  return *thread ? 0 : -1;
}
#define pthread_create(thread, attributes, run, context) rosin_windows_create(thread, run, context)

static inline int rosin_windows_join(pthread_t thread) {
  WaitForSingleObject(thread, INFINITE);
  return !CloseHandle(thread);
}
#define pthread_join(thread, result) rosin_windows_join(thread)

/* No shorter than it says, in whole milliseconds. */
static inline int rosin_windows_nanosleep(const struct timespec *t, struct timespec *left) {
  (void)left;
  Sleep((DWORD)(t->tv_sec * 1000 + (t->tv_nsec + 999999) / 1000000));
  return 0;
}
#define nanosleep(...) rosin_windows_nanosleep(__VA_ARGS__)

#endif
