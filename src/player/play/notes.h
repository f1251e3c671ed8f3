/* SPDX-License-Identifier: BSD-3-Clause */
/** Notes that begin and end. */
#ifndef ROSIN_NOTES_H
#define ROSIN_NOTES_H

#include "player/course/course.h"

void rosin_player_note_on(rosin_player *player, const rosin_player_event_t *event);
/** What is said of single notes that sound. */
void rosin_player_single(rosin_player *player, const rosin_player_event_t *event);
void rosin_player_note_off(rosin_player *player, const rosin_player_event_t *event);
/** The last note once more, if it is held: another stroke, as hard as `velocity` (0 to 1), without
 * a key of its own. */
void rosin_player_repeat(rosin_player *player, double velocity);
/** Notes that are held go where their channel's bend and tuning are now. */
void rosin_player_retune(rosin_player *player, int channel);

#endif
