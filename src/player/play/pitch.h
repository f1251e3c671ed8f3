/* SPDX-License-Identifier: BSD-3-Clause */
/** Where a note's pitch comes from as it begins. Real-time safe. */
#ifndef ROSIN_PITCH_H
#define ROSIN_PITCH_H

#include "player/course/course.h"

/** In a line that stays on its string (`goes_on`) from the note before; before anything of that is
 *  forgotten. */
void rosin_pitch_take(const rosin_player *player, rosin_course *course, int goes_on,
                      const rosin_player_event_t *event);
/** From below, if the setting scoop says so; once the new note's pitch is known. */
void rosin_pitch_scoop(const rosin_player *player, rosin_course *course);
/** A note that is played again has its pitch already. */
void rosin_pitch_stay(const rosin_player *player, rosin_course *course);

#endif
