/* SPDX-License-Identifier: BSD-3-Clause */
/* Ready tables. What SWAM's players expect stands in its manual (Audio Modeling, SWAM Solo Strings
 * 2.1, "Main controls"): 11 dynamics, 1 vibrato, 19 its rate, velocity the attack and the time of
 * portamento; for wind controllers 2 dynamics and 5 portamento. Its bow pressure and position have
 * no controller of their own there: 20 and 21 are ours. */
#include "player/bow/stroke.h"
#include "player/midi/controls.h"

#include <string.h>

#define ROW(source, key, low, high)                                                                \
  { source, ROSIN_SETTING(key), low, high, 0 }
#define CURVED(source, key, low, high)                                                             \
  { source, ROSIN_SETTING(key), low, high, 1 }

/* A plain keyboard, and what sound controllers of the MIDI standard are meant for. */
static const rosin_controls keyboard = {
    .count = 14,
    .row = {ROW(1, vibrato, 0, 50), ROW(2, dynamics, 0, 1), ROW(5, portamento, 0, 1),
            ROW(11, dynamics, 0, 1), ROW(16, pressure, 0, 1), CURVED(17, position, 0.3, 3),
            ROW(18, string, 0, 6), ROW(19, articulation, 0, ROSIN_ARTICULATIONS - 1),
            ROW(68, articulation, 0, 1), CURVED(73, attack, 0.03, 0.3),
            CURVED(74, position, 0.3, 3), ROW(76, vibrato_rate, 3, 8), ROW(77, vibrato, 0, 50),
            ROW(78, vibrato_delay, 0, 1)}};

static const rosin_controls swam = {
    .count = 9,
    .row = {ROW(1, vibrato, 0, 50), ROW(2, dynamics, 0, 1), ROW(11, dynamics, 0, 1),
            ROW(19, vibrato_rate, 3, 8), ROW(20, pressure, 0, 1), CURVED(21, position, 0.3, 3),
            ROW(5, portamento, 0, 1), CURVED(ROSIN_VELOCITY, portamento, 0.5, 0.03),
            ROW(68, articulation, 0, 1)}};

/* A note's finger: pressed for dynamics, along the key from flautando to scratch. */
static const rosin_controls mpe = {
    .count = 7,
    .row = {ROW(ROSIN_AFTERTOUCH, dynamics, 0.15, 1), ROW(74, pressure, 0, 1),
            ROW(1, vibrato, 0, 50), ROW(11, dynamics, 0, 1), ROW(5, portamento, 0, 1),
            CURVED(16, position, 0.3, 3), ROW(68, articulation, 0, 1)}};

/* Breath for dynamics, however it is sent; the lip for vibrato. */
static const rosin_controls wind = {
    .count = 8,
    .row = {ROW(2, dynamics, 0, 1), ROW(11, dynamics, 0, 1), ROW(ROSIN_AFTERTOUCH, dynamics, 0, 1),
            ROW(1, vibrato, 0, 60), ROW(5, portamento, 0, 1), ROW(12, pressure, 0, 1),
            CURVED(74, position, 0.3, 3), ROW(68, articulation, 0, 1)}};

/* As sampled libraries have them: one controller for the dynamics, one for the volume, and the
 * velocity for the attack alone. */
static const rosin_controls library = {
    .count = 14,
    .row = {ROW(1, dynamics, 0.1, 1), ROW(2, dynamics, 0.1, 1), ROW(11, volume, 0, 1),
            ROW(21, vibrato, 0, 50), ROW(5, portamento, 0, 1), ROW(16, pressure, 0, 1),
            ROW(17, ponticello, -1, 1), ROW(18, string, 0, 6), ROW(22, vibrato_rate, 3, 8),
            ROW(68, articulation, 0, 1), CURVED(73, attack, 0.03, 0.3),
            CURVED(74, position, 0.3, 3), ROW(20, tremolo_rate, 4, 16),
            ROW(ROSIN_VELOCITY, velocity, 0, 0)}};

static const rosin_controls *const ready[] = {&keyboard, &swam, &mpe, &wind, &library};
enum { READY = sizeof ready / sizeof *ready };
const char *const rosin_controls_words[] = {"keyboard", "swam", "mpe", "wind", NULL};
static const char *const names[READY] = {"keyboard", "swam", "mpe", "wind", "library"};

const rosin_controls *rosin_controls_ready(int index) {
  return index >= 0 && index < READY ? ready[index] : NULL;
}

const char *rosin_controls_name(int index) {
  return index >= 0 && index < READY ? names[index] : NULL;
}

int rosin_controls_is_ready(const char *name) {
  for (int i = 0; name && i < READY; i++)
    if (strcmp(name, names[i]) == 0)
      return 1;
  return 0;
}
