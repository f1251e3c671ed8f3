/* SPDX-License-Identifier: BSD-3-Clause */
/** What tells players of one part from each other. */
#ifndef ROSIN_PLAYER_APART_H
#define ROSIN_PLAYER_APART_H

#include "rosin/player.h"

typedef struct {
  double cents;       /* deviation of what it takes for a stopped note's pitch; 0: it is right */
  double rate, depth; /* factors on its vibrato; 1 alone */
} rosin_player_apart;

/** From the next note on, also after a reset. Real-time safe. */
void rosin_player_set_apart(rosin_player *player, const rosin_player_apart *apart);

/** What channels were told another player of the instrument was told too: controllers, pedals,
 *  bends, programs. Real-time safe. */
void rosin_player_listen(rosin_player *player, const rosin_player *told);

#endif
