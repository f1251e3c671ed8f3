/* SPDX-License-Identifier: BSD-3-Clause */
/* What workloads take. Every round starts a workload anew, so that a call does the same work
 * in each; the least time of each call over the rounds is what it takes when nobody disturbs
 * it. Medians are of whole rounds. All is processor time of this thread, less what looking at
 * its clock takes. */
#include "bench/bench.h"
#include "order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

enum { SETUPS = 3, SLICE = 64, ROUNDS = 99, LOOKS = 1000 };

/* Processor time of this thread, s. */
static double processor(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What a look at that clock takes, s. */
static double looking(void) {
  double least = INFINITY, last = processor();
  for (int i = 0; i < LOOKS; i++) {
    const double now = processor();
    least = fmin(least, now - last);
    last = now;
  }
  return least;
}

static double allocated(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  const struct mallinfo2 m = mallinfo2();
  return (double)(m.uordblks + m.hblkhd);
#else
  return 0;
#endif
}

/* Build one: what it takes; NULL and an error. */
static bench_world *set_up(const bench_workload *w, int call, double *seconds, double *bytes,
                           rosin_error *error) {
  const double before = allocated(), start = processor();
  bench_world *world = bench_open(w, call, 0, error);
  if (!world)
    return NULL;
  *seconds = fmin(*seconds, processor() - start);
  *bytes = fmax(allocated() - before - (double)bench_own(world), 0);
  return world;
}

int bench_setup(const bench_workload *w, int call, bench_result *r, rosin_error *error) {
  r->setup = r->second_setup = INFINITY;
  r->voices = bench_voices(w);
  for (int i = 0; i < SETUPS; i++) {
    bench_world *second = NULL, *first = set_up(w, call, &r->setup, &r->memory, error);
    if (first) {
      r->rate = bench_rate(first);
      second = set_up(w, call, &r->second_setup, &r->second_memory, error);
    }
    bench_close(second);
    bench_close(first);
    if (!second)
      return -1;
  }
  return 0;
}

/* A workload's calls; a slice is as many calls as make 64 frames, or one. */
typedef struct {
  bench_world *world;
  int slices, calls;    /* calls a slice */
  double *least;        /* [slices] s */
  double total[ROUNDS]; /* s */
  double looking;       /* s */
} timing;

static int open_timing(timing *t, const bench_workload *w, int call, rosin_error *error) {
  t->world = bench_open(w, call, 0, error);
  if (!t->world)
    return -1;
  t->looking = looking();
  t->calls = call < SLICE ? (SLICE + call - 1) / call : 1;
  t->slices = (int)ceil(bench_seconds(w) * bench_rate(t->world) / (t->calls * call));
  t->least = malloc((size_t)t->slices * sizeof *t->least);
  for (int i = 0; t->least && i < t->slices; i++)
    t->least[i] = INFINITY;
  if (!t->least)
    snprintf(error->text, sizeof error->text, "out of memory");
  return t->least ? 0 : -1;
}

static void one_round(timing *t, const bench_workload *w, int round) {
  const double warm = bench_warm(w) * bench_rate(t->world) / bench_frames(t->world);
  bench_restart(t->world);
  for (int i = 0; i < warm; i++)
    bench_call(t->world);
  const double start = processor();
  double last = start;
  for (int i = 0; i < t->slices; i++) {
    for (int k = 0; k < t->calls; k++)
      bench_call(t->world);
    const double now = processor();
    t->least[i] = fmin(t->least[i], now - last - t->looking);
    last = now;
  }
  t->total[round] = last - start - t->looking * t->slices;
}

static void conclude(timing *t, int rounds, bench_result *r) {
  const double frames = (double)t->calls * bench_frames(t->world);
  double sum = 0, worst = 0;
  for (int i = 0; i < t->slices; i++) {
    sum += t->least[i];
    worst = fmax(worst, t->least[i]);
  }
  const double mean = sum / t->slices;
  qsort(t->total, (size_t)rounds, sizeof(double), rosin_rising);
  r->least = 1e9 * mean / frames;
  r->median = 1e9 * t->total[rounds / 2] / (frames * t->slices);
  r->worst_call = worst / mean;
}

int bench_time(int count, const bench_workload *const *w, int call, int rounds,
               bench_result *result, void (*progress)(void *context, double share), void *context,
               rosin_error *error) {
  timing *t = calloc((size_t)count, sizeof *t);
  int failed = !t;
  for (int i = 0; i < count && !failed; i++)
    failed = open_timing(&t[i], w[i], call, error);
  for (int round = 0; round < rounds && !failed; round++)
    for (int i = 0; i < count; i++) {
      one_round(&t[i], w[i], round);
      if (progress)
        progress(context, (round + (i + 1.0) / count) / rounds);
    }
  for (int i = 0; t && i < count; i++) {
    if (!failed)
      conclude(&t[i], rounds, &result[i]);
    bench_close(t[i].world);
    free(t[i].least);
  }
  free(t);
  return failed ? -1 : 0;
}
