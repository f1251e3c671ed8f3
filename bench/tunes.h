/* SPDX-License-Identifier: BSD-3-Clause */
/** Tunes that workloads are played by, and the instruments that play them: notes as strings and
 * stops, so that one tune lies in the hand of each. */
#ifndef BENCH_TUNES_H
#define BENCH_TUNES_H

#include "bench/bench.h"
#include "rosin/player.h"

enum { BENCH_STRINGS = 4, BENCH_EVENTS = 512 };

/** A note: begin and length (s), string (0: the lowest), semitones above the open string. */
typedef struct {
  double at, length;
  int string, stop;
} bench_note;

/** Notes that begin again every `period` seconds. */
struct bench_tune {
  const char *name;
  double period;
  double articulation; /**< the player's: 0 detached, 1 slurred */
  double velocity;     /**< 0 ... 1 */
  int count;
  const bench_note *note;
};

/** An instrument: its scene, the MIDI keys of its open strings, the contacts of its bows. */
typedef struct {
  const char *scene;
  int key[BENCH_STRINGS];
  const char *bow[BENCH_STRINGS];
} bench_instrument;

/** NULL: a scene that has none, or that nobody plays here. */
const bench_instrument *bench_instrument_of(const char *scene);

/** Key of a note on an instrument. */
double bench_key(const bench_instrument *on, const bench_note *note);

/** What a player is told, `late` seconds after the tune's times, up to `seconds`: ordered in time,
 * ends before begins; how many events. */
int bench_events(const bench_tune *tune, const bench_instrument *on, double late, double seconds,
                 rosin_player_score_t event[BENCH_EVENTS]);

/** What one string did under its bow: relative velocity (m/s), and whether the bow pressed. */
typedef struct {
  double rate; /**< Hz */
  int count, room;
  float *velocity;
  char *pressed;
} bench_string;

/** Of a tune's notes within `from` ... `to` (s): how many there are, and how many were heard, which
 * is that under the bow of some string of these the slips came at their pitch for a while. */
typedef struct {
  int notes, heard;
} bench_hearing;
bench_hearing bench_hear(const bench_tune *tune, const bench_instrument *on, double late,
                         double from, double to, const bench_string string[BENCH_STRINGS]);

#endif
