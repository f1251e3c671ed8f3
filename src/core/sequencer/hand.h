/* SPDX-License-Identifier: BSD-3-Clause */
/** A plain hand for scenes without a player: notes finger the string and move the
 *  first contact, controllers shape how. */
#ifndef ROSIN_HAND_H
#define ROSIN_HAND_H

#include "core/sequencer/event.h"
#include "core/sequencer/target.h"

enum { ROSIN_HAND_KEYS = 16 };

typedef struct {
  const rosin_target *target;            /* all of the scene */
  int force, velocity, position, finger; /* targets, -1: there is none */
  double open;                           /* Hz, of the string; 0: no string */
  double key[ROSIN_HAND_KEYS];           /* held, the last one sounds */
  int keys;
  double strike, pressure, expression, weight, bend;
} rosin_hand;

void rosin_hand_open(rosin_hand *hand, const rosin_model *model, const rosin_targets *targets);
/** Take an event in; `move(context, target, value)` is called for what follows from it.
 *  Real-time safe. */
void rosin_hand_event(rosin_hand *hand, const rosin_player_event_t *event,
                      void (*move)(void *context, int target, double value), void *context);

#endif
