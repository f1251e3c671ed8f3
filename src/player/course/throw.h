/* SPDX-License-Identifier: BSD-3-Clause */
/** Strokes that are thrown, by the one bow that there is. */
#ifndef ROSIN_THROW_H
#define ROSIN_THROW_H

#include "player/course/course.h"

/** Force (N) on a course under the bow that bounces at `beta`, a share of what sounds, which shall
 *  press it by `most` (N) at the height of its stroke; `lift` of the course says whether it
 * touches. Once for each course in a stretch. Real-time safe. */
double rosin_player_throw(rosin_player *player, rosin_course *course, double beta, double most);

#endif
