/* SPDX-License-Identifier: BSD-3-Clause */
/** A player's strokes on the hair that there is. */
#ifndef ROSIN_PLAN_H
#define ROSIN_PLAN_H

#include "player/course/course.h"

/** When (s) a note ends, of the events of a score from `from` on, as far as one reads; < 0: it does
 *  not. */
double rosin_player_end_of(const rosin_player_event_t *note, const rosin_player_score_t *score,
                           int from, int count);
/** Seconds to the end of a note that begins now, if the player reads and the score says so, else 0.
 */
double rosin_player_length(const rosin_player *player, const rosin_player_event_t *note);
#define ROSIN_PLAYER_HURRIED 0.3 /* s: shorter notes are hurried, if they were read */
/** Time (s) of the hurried stroke that follows at once on a note that begins now and is so long, if
 * the player reads and there is one (a slurred note has none), else 0. */
double rosin_player_meets(const rosin_player *player, const rosin_player_event_t *note,
                          double length);
/** A note with a stroke of its own on this course, whose loudness and length are known: direction,
 * speed, and where a long note turns. */
void rosin_player_plan(rosin_player *player, rosin_course *course,
                       const rosin_player_event_t *note);
/** The bow turns now, on whatever is held. */
void rosin_player_turn(rosin_player *player);
/** After the bows have moved: where the hair is now, and the turns within long notes. */
void rosin_player_spend(rosin_player *player);

#endif
