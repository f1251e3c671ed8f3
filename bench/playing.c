/* SPDX-License-Identifier: BSD-3-Clause */
/* Workloads that are played: each tune on each instrument, by a player's own events and by MIDI
 * bytes through a core, as plugins and the page are; then many instruments in one process. */
#include "bench/bench.h"

#include <stddef.h>

#define PLAYED(scene_, tune_)                                                                      \
  .regime = BENCH_PLAYING, .scene = scene_, .tune = &bench_##tune_, .rate = 48000, .warm = 1
#define ROW(scene_, tune_)                                                                         \
  { .name = scene_ "-" #tune_, PLAYED(scene_, tune_), .seconds = 2 }
#define MIDI(scene_, tune_)                                                                        \
  { .name = scene_ "-" #tune_ "-midi", PLAYED(scene_, tune_), .seconds = 2, .midi = 1 }
#define TUNES(kind, scene_)                                                                        \
  kind(scene_, melody), kind(scene_, slurred), kind(scene_, fast), kind(scene_, chords)
#define CELLOS(n, tune_)                                                                           \
  { .name = "cellos-" #n "-" #tune_, PLAYED("cello", tune_), .copies = n }

static const bench_workload table[] = {
    TUNES(ROW, "violin"),
    TUNES(ROW, "viola"),
    TUNES(ROW, "cello"),
    TUNES(ROW, "double-bass"),
    TUNES(MIDI, "violin"),
    TUNES(MIDI, "viola"),
    TUNES(MIDI, "cello"),
    TUNES(MIDI, "double-bass"),
    {.name = "cello-played", PLAYED("cello", turning)},
    {.name = "quartet-melody",
     PLAYED("violin", melody),
     .others = {"violin", "viola", "cello"},
     .copies = 4,
     .seconds = 2},
    {.name = "quartet-chords",
     PLAYED("violin", chords),
     .others = {"violin", "viola", "cello"},
     .copies = 4,
     .seconds = 2},
    CELLOS(2, melody),
    CELLOS(4, melody),
    CELLOS(8, melody),
    CELLOS(12, melody),
    CELLOS(16, melody),
    CELLOS(12, chords),
    {0},
};

const bench_workload *bench_played_workloads(void) {
  return table;
}
