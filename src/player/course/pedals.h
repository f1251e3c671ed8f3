/* SPDX-License-Identifier: BSD-3-Clause */
/** When a note ends: its key, and the pedals that keep it. */
#ifndef ROSIN_PEDALS_H
#define ROSIN_PEDALS_H

#include "player/course/course.h"

/** End a note, whatever holds it. */
void rosin_player_let_go(const rosin_player *player, rosin_course *course);
/** Its key is up: it ends if no pedal keeps it. */
void rosin_player_key_up(rosin_player *player, rosin_course *course);
/** The sostenuto goes down: it keeps the notes of this channel whose keys are down now. */
void rosin_player_sostenuto(rosin_player *player, int channel);
/** After a controller of this channel: what no key and no pedal keeps any more ends. */
void rosin_player_pedals(rosin_player *player, int channel);

#endif
