/* SPDX-License-Identifier: BSD-3-Clause */
/* What is timed, whatever it is: a network, scenes side by side, instruments that play, or a loop
 * of known work. */
#include "bench/world.h"
#include "bench/played.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHAIN = 32 };

struct bench_world {
  const bench_workload *workload;
  int call;
  bench_rubbed *rubbed;
  bench_scenes *scenes;
  bench_played *played;
  volatile double kept;
};

bench_world *bench_open(const bench_workload *w, int call, int judged, rosin_error *error) {
  bench_world *x = calloc(1, sizeof *x);
  if (!x) {
    snprintf(error->text, sizeof error->text, "out of memory");
    return NULL;
  }
  *x = (bench_world){.workload = w, .call = call};
  if (w->regime == BENCH_NONE)
    return x;
  if (w->tune)
    x->played = bench_played_new(w, call, judged, error);
  else if (w->scene)
    x->scenes = bench_scenes_new(w, call, judged, error);
  else
    x->rubbed = bench_rubbed_new(w, call, judged, error);
  if (!x->scenes && !x->rubbed && !x->played) {
    free(x);
    return NULL;
  }
  return x;
}

void bench_close(bench_world *x) {
  if (!x)
    return;
  bench_rubbed_free(x->rubbed);
  bench_scenes_free(x->scenes);
  bench_played_free(x->played);
  free(x);
}

void bench_restart(bench_world *x) {
  if (x->rubbed)
    bench_rubbed_restart(x->rubbed);
  if (x->scenes)
    bench_scenes_restart(x->scenes);
  if (x->played)
    bench_played_restart(x->played);
  bench_forget(x);
}

/* A chain of CHAIN multiply-adds a frame, each waiting for the one before. */
static void reference(bench_world *x) {
  double y = x->kept;
  for (int i = 0; i < x->call * CHAIN; i++)
    y = 0.999 * y + 0.001;
  x->kept = y;
}

void bench_call(bench_world *x) {
  if (x->rubbed)
    bench_rubbed_call(x->rubbed);
  else if (x->scenes)
    bench_scenes_call(x->scenes);
  else if (x->played)
    bench_played_call(x->played);
  else
    reference(x);
}

size_t bench_own(const bench_world *x) {
  return sizeof *x + (x->rubbed ? bench_rubbed_own() : 0) + (x->scenes ? bench_scenes_own() : 0) +
         (x->played ? bench_played_own(x->played) : 0);
}

int bench_frames(const bench_world *x) {
  return x->call;
}

double bench_rate(const bench_world *x) {
  if (x->scenes)
    return bench_scenes_rate(x->scenes);
  return x->workload->rate > 0 ? x->workload->rate : 44100;
}

static rosin_network *network(bench_world *x, int copy) {
  if (x->scenes)
    return bench_scenes_network(x->scenes, copy);
  if (x->played)
    return bench_played_network(x->played, copy);
  return x->rubbed && copy == 0 ? bench_rubbed_network(x->rubbed) : NULL;
}

double bench_energy(bench_world *x) {
  rosin_network *first = network(x, 0);
  return first ? rosin_network_energy(first) : 0;
}

void bench_count(bench_world *x, rosin_statistics *sum) {
  rosin_network *n;
  *sum = (rosin_statistics){0};
  for (int i = 0; (n = network(x, i)); i++) {
    const rosin_statistics one = rosin_network_statistics(n);
    sum->solves += one.solves;
    sum->elastic += one.elastic;
    sum->iterations += one.iterations;
    sum->unconverged += one.unconverged;
  }
}

bench_trace *bench_traces(bench_world *x, int *count) {
  *count = 0;
  if (x->rubbed)
    return bench_rubbed_traces(x->rubbed, count);
  return x->scenes ? bench_scenes_traces(x->scenes, count) : NULL;
}

void bench_forget(bench_world *x) {
  int count;
  bench_trace *t = bench_traces(x, &count);
  for (int k = 0; k < count; k++)
    t[k].count = 0;
}

int bench_notes(const bench_world *x, double from, double to, int *heard) {
  *heard = 0;
  return x->played ? bench_played_notes(x->played, x->workload->tune, from, to, heard) : 0;
}
