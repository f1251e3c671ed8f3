/* SPDX-License-Identifier: BSD-3-Clause */
/** Keys below the lowest string that choose how notes are played. */
#ifndef ROSIN_SWITCHES_H
#define ROSIN_SWITCHES_H

#include "rosin/player.h"

#include <stddef.h>

/** A key that chooses. */
typedef struct {
  const char *name;
  int below;      /* semitones from the lowest string, < 0 */
  int library;    /* it does so with the setting `library` alone */
  size_t setting; /* what it sets, of all channels, */
  double value;
} rosin_switch;

/** The keys, in their order; NULL after the last. Those of strokes have the strokes' names. */
const rosin_switch *rosin_switches_at(int index);
/** If this is the begin of such a key, do what it says: 1. With the settings key_switches or
 *  library. Real-time safe. */
int rosin_player_switch(rosin_player *player, const rosin_player_event_t *event);

#endif
