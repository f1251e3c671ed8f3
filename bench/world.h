/* SPDX-License-Identifier: BSD-3-Clause */
/** The insides of a bench_world: a network of our own, scenes, or the reference loop. */
#ifndef BENCH_WORLD_H
#define BENCH_WORLD_H

#include "bench/bench.h"

/** A network of a workload's bodies and contacts. */
typedef struct bench_rubbed bench_rubbed;
bench_rubbed *bench_rubbed_new(const bench_workload *w, int call, int judged, rosin_error *error);
void bench_rubbed_free(bench_rubbed *r);
size_t bench_rubbed_own(void);
void bench_rubbed_restart(bench_rubbed *r);
void bench_rubbed_call(bench_rubbed *r);
rosin_network *bench_rubbed_network(bench_rubbed *r);
bench_trace *bench_rubbed_traces(bench_rubbed *r, int *count);

/** Copies of a workload's scene. */
typedef struct bench_scenes bench_scenes;
bench_scenes *bench_scenes_new(const bench_workload *w, int call, int judged, rosin_error *error);
void bench_scenes_free(bench_scenes *s);
size_t bench_scenes_own(void);
void bench_scenes_restart(bench_scenes *s);
void bench_scenes_call(bench_scenes *s);
rosin_network *bench_scenes_network(bench_scenes *s, int copy); /**< NULL: no such copy */
double bench_scenes_rate(const bench_scenes *s);
bench_trace *bench_scenes_traces(bench_scenes *s, int *count);

/** Room for `seconds` at `rate`; 0, or -1. */
int bench_trace_open(bench_trace *t, double rate, double seconds);
void bench_trace_close(bench_trace *t);
/** Add samples of a contact: `hand` stays one value over them. */
void bench_trace_add(bench_trace *t, int count, const double *velocity, const double *normal,
                     double hand);

#endif
