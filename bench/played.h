/* SPDX-License-Identifier: BSD-3-Clause */
/** Instruments that play a tune, and one that is sent its notes as MIDI. */
#ifndef BENCH_PLAYED_H
#define BENCH_PLAYED_H

#include "bench/bench.h"
#include "rosin/player.h"

typedef struct bench_played bench_played;
bench_played *bench_played_new(const bench_workload *w, int call, int judged, rosin_error *error);
void bench_played_free(bench_played *b); /**< NULL is allowed */
size_t bench_played_own(const bench_played *b);
void bench_played_restart(bench_played *b);
void bench_played_call(bench_played *b);
rosin_network *bench_played_network(bench_played *b, int copy); /**< NULL: no such copy */
/** As bench_notes, of any tune. */
int bench_played_notes(const bench_played *b, const bench_tune *tune, double from, double to,
                       int *heard);

/** A core over a loaded scene, which stays its owner's and outlives it. */
typedef struct bench_through bench_through;
bench_through *bench_through_new(rosin_scene *scene, const bench_workload *w, rosin_error *error);
void bench_through_free(bench_through *t); /**< NULL is allowed */
size_t bench_through_own(void);
void bench_through_restart(bench_through *t);
/** The next frames; of `count` events in time those that are due, as MIDI at their frames. */
void bench_through_call(bench_through *t, int count, const rosin_player_score_t *event, int frames);

#endif
