/* SPDX-License-Identifier: BSD-3-Clause */
/* How far a hand on a pad reaches: known to the audio thread, asked for by any. */
#include "core/core.h"
#include "core/inside.h"
#include "player/bow/pad.h"

void rosin_core_point(const rosin_core *c, double across, double up, double *speed, double *press) {
  const rosin_pad_bow bow = rosin_pad_at(across, up, c->reach);
  *speed = bow.speed;
  *press = bow.press;
}

void rosin_core_stretch(rosin_core *c) {
  const rosin_player *player = rosin_core_player(c);
  if (player)
    c->reach = rosin_player_reach(player);
}
