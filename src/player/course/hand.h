/* SPDX-License-Identifier: BSD-3-Clause */
/** A bow in a hand: what it can, on a string that is to play. */
#ifndef ROSIN_BOW_HAND_H
#define ROSIN_BOW_HAND_H

#include "player/course/course.h"

/** m/s at which a hand begins to press: a bow that turns stays on its string. */
#define ROSIN_HAND_SLOWEST 0.003

/** The speed (m/s) that the hand asks for, as far as its force goes: all of it without assistance.
 * Real-time safe. */
double rosin_hand_draws(const rosin_player *player, const rosin_course *course, double place);
/** What a hand presses at most (N) at this speed: what plays, and what it can. Real-time safe. */
double rosin_hand_presses(const rosin_player *player, const rosin_course *course, double speed,
                          double place);
/** Forces (N) that play on the string that is bowed now, at its place and that speed (m/s).
 *  Real-time safe. */
void rosin_hand_limits(const rosin_player *player, double speed, double *low, double *high);

#endif
