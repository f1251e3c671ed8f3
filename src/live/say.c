/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/say.h"
#include "error.h"
#include "format.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

/* The one thing of a process that is global by nature: its standard error. */
enum { KEPT = 32, LENGTH = 800 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char kept[KEPT][LENGTH];
static long lines, printed;
static int keeping;

static void print_kept(void) {
  if (lines - printed > KEPT)
    printed = lines - KEPT;
  for (; printed < lines; printed++)
    fprintf(stderr, "rosin: %s\n", kept[printed % KEPT]);
}

void rosin_say(const char *format, ...) {
  va_list list;
  pthread_mutex_lock(&mutex);
  va_start(list, format);
  char *line = kept[lines++ % KEPT];
  rosin_format_list(line, LENGTH, format, list);
  va_end(list);
  rosin_error_line(line, LENGTH);
  if (!keeping)
    print_kept();
  pthread_mutex_unlock(&mutex);
}

void rosin_say_keep(int keep) {
  pthread_mutex_lock(&mutex);
  keeping = keep;
  if (!keep)
    print_kept();
  pthread_mutex_unlock(&mutex);
}

long rosin_said(char *text, int size) {
  pthread_mutex_lock(&mutex);
  const long count = lines;
  snprintf(text, (size_t)size, "%s", count ? kept[(count - 1) % KEPT] : "");
  pthread_mutex_unlock(&mutex);
  return count;
}
