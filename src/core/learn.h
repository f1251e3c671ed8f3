/* SPDX-License-Identifier: BSD-3-Clause */
/** Controllers that somebody has given to parameters by hand: a controller's whole way is the whole
 *  range, on whatever channel. It then does that alone, and not what its number means else; all
 *  others keep what they mean. A parameter has one, a controller one parameter. Kept in the state,
 *  no preset's business. */
#ifndef ROSIN_CORE_LEARN_H
#define ROSIN_CORE_LEARN_H

#include "rosin/core.h"

enum { ROSIN_LEARN_CONTROLLERS = 128 };

typedef struct {
  _Atomic int row[ROSIN_LEARN_CONTROLLERS]; /* index of a parameter and 1; 0: none */
  _Atomic int wanted;                       /* the same: the one that waits for a controller */
  _Atomic unsigned turn;                    /* another number after each change */
  _Atomic int any;
  char moved[ROSIN_CORE_PARAMETERS]; /* audio thread: not yet told to the host */
  int moves;
} rosin_learn;

/** The parameter waits for the next controller that moves, -1: none does. Any thread; real-time
 *  safe, as all here. */
void rosin_core_learn(rosin_core *core, int index);
/** Which one waits, -1: none. */
int rosin_core_learning(const rosin_core *core);
/** A controller (0 to 127) becomes a parameter's, or nobody's (-1): 0, or -1 where it may not be
 *  given: data entry, banks, numbers of parameters (0, 6, 32, 38, 96 to 101) and what ends notes
 *  (120 to 127). */
int rosin_core_give(rosin_core *core, int controller, int index);
int rosin_core_may_give(double controller);
/** A parameter has none any more. */
void rosin_core_forget(rosin_core *core, int index);
/** The controller of a parameter, and the parameter of a controller; -1: none. */
int rosin_core_controller(const rosin_core *core, int index);
int rosin_core_given(const rosin_core *core, int controller);
/** Another number after each change of these. */
unsigned rosin_core_given_turn(const rosin_core *core);
/** A parameter that a controller has moved since this was asked, -1: no more. Audio thread. */
int rosin_core_next_moved(rosin_core *core);

#endif
