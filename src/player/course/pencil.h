/* SPDX-License-Identifier: BSD-3-Clause */
/** A player who reads (the parameter reads) pencils fingerings into its part before it plays. */
#ifndef ROSIN_PENCIL_H
#define ROSIN_PENCIL_H

#include "player/course/course.h"

/** Mark the notes of `score` with strings, fingers and places of the hand; what is marked already
 *  is kept where it can be. As the player is set, and as its channels are told on the way. Without
 *  the parameter reads, or with key-switches, nothing is marked. 0, or -1 without memory. Not
 *  real-time safe. */
int rosin_player_pencil(const rosin_player *player, rosin_player_score_t *score, int count);

#endif
