/* SPDX-License-Identifier: BSD-3-Clause */
/** How a hand strays: a smooth random course that is known at every time, so that it is the same
 *  however time is cut. */
#ifndef ROSIN_WANDER_H
#define ROSIN_WANDER_H

#include "course.h"

#include <stdint.h>

/** Where it is at `time` (s): mean 0, variance 1, within -2.6 and 2.6; it takes some `pace` (s)
 *  to turn. `leg`: what was last looked up, all 0 at first. Real-time safe. */
double rosin_wander_at(rosin_course_leg leg[2], uint64_t seed, double pace, double time);
/** Largest share by which a value that wanders by `share` can grow. */
double rosin_wander_most(double share);

#endif
