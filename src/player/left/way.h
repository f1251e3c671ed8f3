/* SPDX-License-Identifier: BSD-3-Clause */
/* How a hand may lie at one chord, and what that costs after how it lay before; for fingering.c
 * alone. Costs have no unit: one is about what a shift costs that nobody hears. */
#ifndef ROSIN_WAY_H
#define ROSIN_WAY_H

#include "player/left/fingering.h"
#include "player/left/grip.h"

enum { ROSIN_WAY_LAYS = 400 }; /* of one chord, at most */

/** What a string does. */
typedef struct {
  double until; /* s, when its note ends */
  double stop;  /* semitones above the nut */
  int channel;
} rosin_way_string;

/** A hand at a chord. */
typedef struct {
  int notes;
  signed char string[ROSIN_FINGERING_STRINGS], finger[ROSIN_FINGERING_STRINGS]; /* of each note */
  int manner, place; /* of the hand, a row of the grips; manner < 0: nowhere yet */
  int free;          /* no finger is down: it may go where it wants */
  rosin_way_string on[ROSIN_FINGERING_STRINGS]; /* each string, from then on */
  double cost;                                  /* of all up to here */
  int from;                                     /* the one before, in its row */
} rosin_lay;

/** A chord, and what went before. */
typedef struct {
  const rosin_fingering_note *note;
  int notes;
  double since;  /* s from the chord before */
  double rest;   /* s without a note before it */
  double length; /* s to the next chord */
  int slurred;
} rosin_chord;

typedef struct {
  const rosin_fingering_neck *neck;
  const rosin_grip *grip;
  int grips;
} rosin_left_hand;

/** All ways to lie for a chord, with what they cost by themselves; those without a finger take the
 *  places of `before`. How many. */
int rosin_way_lays(const rosin_left_hand *hand, const rosin_chord *chord, const rosin_lay *before,
                   int befores, rosin_lay lays[ROSIN_WAY_LAYS]);
/** What it costs to come from one to the next. */
double rosin_way_between(const rosin_left_hand *hand, const rosin_chord *chord,
                         const rosin_lay *from, const rosin_lay *to);
/** Semitones that a note is stopped above the nut on a string; 0: open, < 0: not there. */
double rosin_way_stop(const rosin_fingering_neck *neck, int string, double hertz);

#endif
