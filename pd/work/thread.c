/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/work/thread.h"
#include "pd/work/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  void (*run)(void *);
  void *context;
} start;

static void begin(start *s) {
  const start here = *s;
  free(s);
  here.run(here.context);
}

static start *begin_with(void (*run)(void *), void *context) {
  start *s = malloc(sizeof *s);
  if (s)
    *s = (start){run, context};
  return s;
}

#ifdef _WIN32

#include <windows.h>

static DWORD WINAPI entry(void *s) {
  begin(s);
  return 0;
}

int rosin_pd_thread(void (*run)(void *), void *context) {
  start *s = begin_with(run, context);
  const HANDLE thread = s ? CreateThread(NULL, 0, entry, s, 0, NULL) : NULL;
  if (thread)
    CloseHandle(thread);
  else
    free(s);
  return thread ? 0 : -1;
}

static int is_batch(void) {
  return strstr(GetCommandLineA(), " -batch") != NULL;
}

#else

#include <pthread.h>
#ifdef __APPLE__
#include <crt_externs.h>
#endif

static void *entry(void *s) {
  begin(s);
  return NULL;
}

/* A Pd that runs at real-time priority would hand it on. */
int rosin_pd_thread(void (*run)(void *), void *context) {
  start *s = begin_with(run, context);
  pthread_t thread;
  pthread_attr_t attributes;
  if (!s || pthread_attr_init(&attributes)) {
    free(s);
    return -1;
  }
  const struct sched_param usual = {.sched_priority = 0};
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
  pthread_attr_setschedparam(&attributes, &usual);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  const int failed = pthread_create(&thread, &attributes, entry, s);
  pthread_attr_destroy(&attributes);
  if (failed)
    free(s);
  return failed ? -1 : 0;
}

#ifdef __APPLE__
static int is_batch(void) {
  char **word = *_NSGetArgv();
  while (*word && strcmp(*word, "-batch"))
    word++;
  return *word != NULL;
}
#else
/* Pd keeps it to itself, so its command line is read; words end in 0. */
static int is_batch(void) {
  FILE *file = fopen("/proc/self/cmdline", "r");
  char word[16];
  int length = 0, found = 0, c;
  while (file && (c = getc(file)) != EOF) {
    if (length < (int)sizeof word)
      word[length++] = (char)c;
    if (c)
      continue;
    found |= length < (int)sizeof word && strcmp(word, "-batch") == 0;
    length = 0;
  }
  if (file)
    fclose(file);
  return found;
}
#endif

#endif

int rosin_pd_waits(void) {
  static atomic_int known;
  int what = atomic_load(&known);
  if (!what)
    atomic_store(&known, what = 1 + is_batch());
  return what - 1;
}
