/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What would keep Pd waiting is made beside it. A job is ordered in Pd's thread, worked on in
 * another, and taken over in Pd's thread again, between two blocks; the audio path knows nothing of
 * it. One job after the other, in the order in which they came. No locks: a stack of what is
 * ordered, and a flag for what is finished.
 *
 * Where Pd renders offline (`-batch`) a job is done at once, so that a patch gives the same samples
 * each time.
 */
#ifndef ROSIN_PD_WORKER_H
#define ROSIN_PD_WORKER_H

#include <stdatomic.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct rosin_pd_job rosin_pd_job;

/** First member of every job. */
struct rosin_pd_job {
  /** In the worker's thread: touches nothing but the job, and calls nothing of Pd. */
  void (*work)(rosin_pd_job *job);
  /** In Pd's thread, outside perform, while it has an owner: take the result over. 0, or 1 to be
   *  asked again some milliseconds later. */
  int (*done)(rosin_pd_job *job);
  /** In Pd's thread: let go of it and of all it has. */
  void (*free)(rosin_pd_job *job);
  void *owner; /* who ordered it; NULL once that is gone */
  /* from here on the worker's own */
  atomic_int finished;
  rosin_pd_job *next, *below;
};

/** Have it done; it belongs to the worker from now on. Pd's thread, outside perform. Where Pd waits
 *  for it, it is done and freed when this returns. */
void rosin_pd_order(rosin_pd_job *job);
/** Do it at once, and free it. */
void rosin_pd_do(rosin_pd_job *job);
/** 1 if Pd waits for every job: it renders offline. */
int rosin_pd_waits(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
