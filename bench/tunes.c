/* SPDX-License-Identifier: BSD-3-Clause */
/* The tunes, the instruments, and what a player is told of both. */
#include "bench/tunes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(x) ((int)(sizeof(x) / sizeof *(x)))

/* Quarter notes of 0.4 s up and down two strings, each with a bow of its own. */
static const bench_note melody[] = {
    {0.0, 0.36, 2, 0}, {0.4, 0.36, 2, 2}, {0.8, 0.36, 2, 4}, {1.2, 0.36, 2, 5},
    {1.6, 0.36, 1, 4}, {2.0, 0.36, 1, 2}, {2.4, 0.36, 2, 3}, {2.8, 0.36, 1, 5},
};

/* Eighths under one bow, each beginning before the last has ended. */
static const bench_note slurred[] = {
    {0.00, 0.26, 1, 1}, {0.25, 0.26, 1, 3}, {0.50, 0.26, 1, 4}, {0.75, 0.26, 1, 6},
    {1.00, 0.26, 2, 1}, {1.25, 0.26, 2, 3}, {1.50, 0.26, 1, 4}, {1.75, 0.26, 1, 3},
};

/* Sixteenths, six a second, on the upper strings. */
static const bench_note fast[] = {
    {0.0000, 0.155, 2, 0}, {0.1667, 0.155, 2, 2}, {0.3333, 0.155, 2, 4}, {0.5000, 0.155, 2, 5},
    {0.6667, 0.155, 3, 0}, {0.8333, 0.155, 3, 2}, {1.0000, 0.155, 3, 4}, {1.1667, 0.155, 3, 2},
    {1.3333, 0.155, 3, 0}, {1.5000, 0.155, 2, 5}, {1.6667, 0.155, 2, 4}, {1.8333, 0.155, 2, 2},
};

/* A note on every string at once, firmly: softer, a double bass gives the octave of its lowest. */
#define CHORD(at, a, b, c, d)                                                                      \
  {at, 0.7, 0, a}, {at, 0.7, 1, b}, {at, 0.7, 2, c}, {                                             \
    at, 0.7, 3, d                                                                                  \
  }
static const bench_note chords[] = {CHORD(0.00, 0, 0, 2, 3), CHORD(0.75, 2, 2, 0, 0),
                                    CHORD(1.50, 0, 2, 2, 0)};

/* Quarters of a second on one string: what `cello-played` has been since 0.1. */
static const bench_note turning[] = {
    {0.00, 0.2475, 2, 1}, {0.25, 0.2475, 2, 3}, {0.50, 0.2475, 2, 4},
    {0.75, 0.2475, 2, 6}, {1.00, 0.2475, 2, 4}, {1.25, 0.2475, 2, 3},
};

const bench_tune bench_melody = {"melody", 3.2, 0, 0.7, COUNT(melody), melody},
                 bench_slurred = {"slurred", 2, 1, 0.7, COUNT(slurred), slurred},
                 bench_fast = {"fast", 2, 0, 0.9, COUNT(fast), fast},
                 bench_chords = {"chords", 2.25, 0, 0.9, COUNT(chords), chords},
                 bench_turning = {"turning", 1.5, 0, 0.7, COUNT(turning), turning};

static const bench_instrument instruments[] = {
    {"violin", {55, 62, 69, 76}, {"bow-g", "bow-d", "bow-a", "bow-e"}},
    {"viola", {48, 55, 62, 69}, {"bow-c", "bow-g", "bow-d", "bow-a"}},
    {"cello", {36, 43, 50, 57}, {"bow-c", "bow-g", "bow-d", "bow-a"}},
    {"double-bass", {28, 33, 38, 43}, {"bow-e", "bow-a", "bow-d", "bow-g"}},
};

const bench_instrument *bench_instrument_of(const char *scene) {
  for (int i = 0; i < COUNT(instruments); i++)
    if (strcmp(instruments[i].scene, scene) == 0)
      return &instruments[i];
  return NULL;
}

double bench_key(const bench_instrument *on, const bench_note *note) {
  return on->key[note->string] + note->stop;
}

static int in_time(const void *a, const void *b) {
  const rosin_player_score_t *x = a, *y = b;
  if (x->time != y->time)
    return (x->time > y->time) - (x->time < y->time);
  return (x->event.kind == ROSIN_PLAYER_NOTE_ON) - (y->event.kind == ROSIN_PLAYER_NOTE_ON);
}

int bench_events(const bench_tune *tune, const bench_instrument *on, double late, double seconds,
                 rosin_player_score_t event[BENCH_EVENTS]) {
  int count = 0;
  for (int turn = 0; late + turn * tune->period < seconds; turn++)
    for (int i = 0; i < tune->count && count + 2 <= BENCH_EVENTS; i++) {
      const bench_note *n = &tune->note[i];
      const double key = bench_key(on, n), at = late + turn * tune->period + n->at;
      event[count++] = (rosin_player_score_t){
          at, {.kind = ROSIN_PLAYER_NOTE_ON, .key = key, .value = tune->velocity}};
      event[count++] =
          (rosin_player_score_t){at + n->length, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = key}};
    }
  qsort(event, (size_t)count, sizeof *event, in_time);
  return count;
}
