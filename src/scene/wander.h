/* SPDX-License-Identifier: BSD-3-Clause */
/** How a hand strays: a smooth random course that is known at every time, so that it is the same
 *  however time is cut. */
#ifndef ROSIN_WANDER_H
#define ROSIN_WANDER_H

#include "course.h"

#include <stdint.h>

/** Seed of a course of its own, for the thing of that name in a scene of that seed. */
uint64_t rosin_wander_seed(uint64_t seed, const char *owner, const char *name);
typedef rosin_course_leg rosin_wander_leg; /**< what was last looked up; all 0 at first */
/** Where it is at `time` (s): mean 0, variance 1, within -2.6 and 2.6; it takes some `pace` (s)
 *  to turn. Real-time safe. */
double rosin_wander_at(rosin_wander_leg leg[2], uint64_t seed, double pace, double time);
/** The same of one pace alone, within -2 and 2, nowhere steeper than 7.4 / pace. Real-time safe. */
double rosin_wander_smooth(rosin_wander_leg *leg, uint64_t seed, double pace, double time);
/** Largest share by which a value that wanders by `share` can grow. */
double rosin_wander_most(double share);

#endif
