/* SPDX-License-Identifier: BSD-3-Clause */
/** What keys and a pad do to a live scene: a hand at one contact at a time, or the
 *  notes of its player. Knows no terminal. */
#ifndef ROSIN_TERMINAL_HAND_H
#define ROSIN_TERMINAL_HAND_H

#include "live/sources.h"

enum { ROSIN_HAND_CONTACTS = 9 };

/** A contact that can be taken in hand; targets, -1: it has none. */
typedef struct {
  const char *name, *string; /* string: "" if it rubs none */
  int force, velocity, finger;
  double open; /* Hz, 0: no string */
  int sul;     /* which string of the player it is, 1 the highest, 0: none */
  double x, y; /* speed and force at which a bow of an instrument sounds well, 0: unknown */
} rosin_hand_contact;

typedef struct {
  rosin_core *core;
  const rosin_targets *targets;
  rosin_queue *queue;
  rosin_hand_contact contact[ROSIN_HAND_CONTACTS];
  int contacts, chosen;
  int player; /* its player bows, keys are notes */
  int semitones, octave;
  int down, held;           /* the bow is on; a key sounds */
  double key;               /* which */
  double x, y;              /* speed -1 ... 1, force 0 ... 1 of a fader's range */
  int fader;                /* target that - and = move */
  int asked_of;             /* target that was moved last by a step, -1: none */
  double asked, seen, when; /* to what; what it was; s */
} rosin_terminal_hand;

/** -1 if there is no room for another source of events. */
int rosin_terminal_hand_open(rosin_terminal_hand *hand, rosin_sources *sources,
                             const rosin_model *model);
/** A character typed: 1 if it meant something. */
int rosin_terminal_hand_key(rosin_terminal_hand *hand, int key);
/** Steps of speed and force, as of arrow keys. */
void rosin_terminal_hand_step(rosin_terminal_hand *hand, int right, int up);
/** A finger on the pad, -1 ... 1 and 0 ... 1; and gone from it. */
void rosin_terminal_hand_press(rosin_terminal_hand *hand, double x, double y);
void rosin_terminal_hand_lift(rosin_terminal_hand *hand);
/** Hz that the chosen string is fingered at, 0 without one. */
double rosin_terminal_hand_pitch(const rosin_terminal_hand *hand);

#endif
