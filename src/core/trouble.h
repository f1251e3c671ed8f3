/* SPDX-License-Identifier: BSD-3-Clause */
/** What a core could not do, for windows: notes that its player left out, events that found no
 * room, bodies that cannot be built. */
#ifndef ROSIN_CORE_TROUBLE_H
#define ROSIN_CORE_TROUBLE_H

#include "rosin/core.h"

/** Of any thread; the last counts. */
typedef struct {
  _Atomic unsigned turn;
  _Atomic int what; /* a rosin_left, or one of these: */
  _Atomic int key;
} rosin_trouble;
enum { ROSIN_TROUBLE_LOST = ROSIN_LEFT_REASONS, ROSIN_TROUBLE_BUILT };

/** In words, and the key (MIDI's) that it is about, -1: none. A number that is another one after
 *  each; 0: nothing yet. Any thread; real-time safe. */
unsigned rosin_core_trouble(const rosin_core *core, const char **words, int *key);

/** It has happened; real-time safe. The second is a rosin_player_witness of a trouble. */
void rosin_trouble_note(rosin_trouble *trouble, int what, int key);
void rosin_trouble_left(void *trouble, double time, double key, int channel, rosin_left reason);

#endif
