/* SPDX-License-Identifier: BSD-3-Clause */
/* See crew.h: threads take tasks one by one; the caller's draws the bar. */
#include "host/common/crew.h"

#include "error.h"
#include "host/common/options.h"
#include "host/common/progress.h"
#include "host/common/stop.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  const rosin_crew *crew;
  atomic_int next, done, failed;
  pthread_mutex_t lock; /* of the error */
  rosin_error error;
} work;

/* Cores there are, 1 to ROSIN_CREW_MOST. */
static int count_cores(void) {
  const long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > ROSIN_CREW_MOST ? ROSIN_CREW_MOST : (int)n;
}

int rosin_crew_choose(const char *text, double *threads) {
  *threads = count_cores();
  if (!text)
    return 0;
  if (rosin_options_number("-j", text, "", 1, ROSIN_CREW_MOST, threads))
    return -1;
  if (*threads == floor(*threads))
    return 0;
  rosin_complain(ROSIN_USAGE, "-j %s: must be a whole number", text);
  return -1;
}

static void fail(work *w, const rosin_error *error) {
  pthread_mutex_lock(&w->lock);
  if (!atomic_exchange(&w->failed, 1))
    w->error = *error;
  pthread_mutex_unlock(&w->lock);
}

static void *labour(void *context) {
  work *w = context;
  rosin_error error;
  void *own = calloc(1, w->crew->own);
  rosin_fail(&error, "out of memory");
  if (!own)
    fail(w, &error);
  for (int i; own && !rosin_stopped(NULL) && !atomic_load(&w->failed) &&
              (i = atomic_fetch_add(&w->next, 1)) < w->crew->tasks;) {
    rosin_fail(&error, "out of memory");
    if (w->crew->one(w->crew->context, own, i, &error))
      fail(w, &error);
    atomic_fetch_add(&w->done, 1);
  }
  if (own)
    w->crew->leave(own);
  free(own);
  return NULL;
}

static void show_progress(work *w) {
  const struct timespec pause = {0, 20000000};
  rosin_progress bar;
  rosin_progress_start(&bar);
  while (!rosin_stopped(NULL) && !atomic_load(&w->failed) &&
         atomic_load(&w->done) < w->crew->tasks) {
    nanosleep(&pause, NULL);
    rosin_progress_draw(&bar, (double)atomic_load(&w->done) / w->crew->tasks);
  }
  rosin_progress_end(&bar);
}

int rosin_crew_run(const rosin_crew *crew, int threads, rosin_error *error) {
  pthread_t thread[ROSIN_CREW_MOST];
  int started = 0;
  work w = {.crew = crew, .lock = PTHREAD_MUTEX_INITIALIZER};
  while (started < threads && pthread_create(&thread[started], NULL, labour, &w) == 0)
    started++;
  if (started)
    show_progress(&w);
  else
    labour(&w);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  pthread_mutex_destroy(&w.lock);
  if (w.failed && error)
    *error = w.error;
  return rosin_stopped(NULL) || w.failed ? -1 : 0;
}
