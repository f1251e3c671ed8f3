/* SPDX-License-Identifier: BSD-3-Clause */
/* See worker.h. The thread is there while there is something to do: it takes all that was
 * ordered, and goes when nothing has come in the meantime. */
#include "pd/work/worker.h"
#include "pd/work/thread.h"

#include <m_pd.h>

static const char worker_name[] = "#rosin.worker";
static const double budget = 0.4; /* ms of a tick, for what is finished */
static const double patience = 1; /* ms between two looks */

/* One a Pd instance, while it has jobs: a Pd object without inlets. */
typedef struct {
  t_pd pd;
  t_clock *clock;
  rosin_pd_job *jobs, **last;    /* that Pd's thread knows of, the oldest first */
  _Atomic(rosin_pd_job *) order; /* that the thread has not taken, the newest first; `idle` */
  rosin_pd_job idle;             /* stands there while there is no thread */
} t_worker;

static t_class *worker_class(void) {
  static t_class *class;
  if (!class)
    class = class_new(gensym("rosin worker"), 0, 0, sizeof(t_worker), CLASS_PD, 0);
  return class;
}

/* ---- the worker's thread -------------------------------------------------------------------- */

static void work_on(rosin_pd_job *newest) {
  rosin_pd_job *oldest = NULL;
  while (newest) {
    rosin_pd_job *below = newest->below;
    newest->below = oldest;
    oldest = newest;
    newest = below;
  }
  while (oldest) {
    rosin_pd_job *next = oldest->below; /* a finished job may be gone at once */
    oldest->work(oldest);
    atomic_store(&oldest->finished, 1);
    oldest = next;
  }
}

static void run(void *context) {
  t_worker *w = context;
  rosin_pd_job *nothing;
  do {
    work_on(atomic_exchange(&w->order, NULL));
    nothing = NULL;
  } while (!atomic_compare_exchange_strong(&w->order, &nothing, &w->idle));
}

static double now(void) {
  return 1e3 * sys_getrealtime();
}

/* ---- Pd's thread ---------------------------------------------------------------------------- */

/* Take over what is finished, for a part of this tick at most. */
static void take_finished(t_worker *w) {
  const double begin = now();
  rosin_pd_job **link = &w->jobs;
  while (*link && atomic_load(&(*link)->finished) && now() - begin < budget) {
    rosin_pd_job *job = *link;
    if (job->owner && job->done(job)) {
      link = &job->next;
      continue;
    }
    if (!(*link = job->next))
      w->last = link;
    job->free(job);
  }
}

static void worker_tick(t_worker *w) {
  take_finished(w);
  if (w->jobs || atomic_load(&w->order) != &w->idle) {
    clock_delay(w->clock, patience);
    return;
  }
  pd_unbind(&w->pd, gensym(worker_name));
  clock_free(w->clock);
  pd_free(&w->pd);
}

static t_worker *worker_get(void) {
  t_symbol *name = gensym(worker_name);
  t_worker *w = (t_worker *)pd_findbyclass(name, worker_class());
  if (!w) {
    w = (t_worker *)pd_new(worker_class());
    w->clock = clock_new(w, (t_method)(void (*)(void))worker_tick);
    w->jobs = NULL;
    w->last = &w->jobs;
    atomic_init(&w->order, &w->idle);
    pd_bind(&w->pd, name);
  }
  return w;
}

void rosin_pd_do(rosin_pd_job *job) {
  job->work(job);
  if (job->owner)
    job->done(job);
  job->free(job);
}

void rosin_pd_order(rosin_pd_job *job) {
  if (rosin_pd_waits()) {
    rosin_pd_do(job);
    return;
  }
  t_worker *w = worker_get();
  rosin_pd_job *above = atomic_load(&w->order);
  job->next = NULL;
  *w->last = job;
  w->last = &job->next;
  atomic_init(&job->finished, 0);
  do
    job->below = above == &w->idle ? NULL : above;
  while (!atomic_compare_exchange_weak(&w->order, &above, job));
  if (above == &w->idle && rosin_pd_thread(run, w))
    run(w); /* no thread to be had */
  clock_delay(w->clock, patience);
}
