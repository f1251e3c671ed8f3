/* SPDX-License-Identifier: BSD-3-Clause */
/** What an effect did at each place of its pad, as far as it has been played there with all else as
 *  it is: no model says beforehand where a door sings, so the window remembers where it did. */
#ifndef ROSIN_WINDOW_SUNG_H
#define ROSIN_WINDOW_SUNG_H

#include "core/view.h"

#include <stdint.h>

enum { ROSIN_SUNG = 24, ROSIN_SUNG_REGIMES = ROSIN_SLIDING + 1 };

typedef struct {
  unsigned char times[ROSIN_SUNG][ROSIN_SUNG][ROSIN_SUNG_REGIMES]; /* [up][across] */
  signed char most[ROSIN_SUNG][ROSIN_SUNG]; /* the regime that was seen most, -1: none yet */
  uint64_t all_else;
  unsigned turn; /* another number after each change of these */
} rosin_sung;

void rosin_sung_start(rosin_sung *sung);
/** All else is this (any hash): another forgets what was. */
void rosin_sung_under(rosin_sung *sung, uint64_t all_else);
/** It did that at this place (shares of the pad, 0 to 1); and near it, where nothing is known. */
void rosin_sung_note(rosin_sung *sung, double across, double up, int regime);

#endif
