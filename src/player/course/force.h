/* SPDX-License-Identifier: BSD-3-Clause */
/** The force of a bow: Schelleng's wedge, as measured or by formula. All real-time safe. */
#ifndef ROSIN_BOW_FORCE_H
#define ROSIN_BOW_FORCE_H

#include "player/course/course.h"

/** m/s, of a bow on a string of middle weight: at pianissimo, and what fortissimo adds. */
#define ROSIN_BOW_SOFTEST 0.04
#define ROSIN_BOW_LOUDER 0.36

/** Schelleng's greatest force (N) at a speed (m/s) and a share of the sounding length. */
double rosin_bow_greatest(const rosin_course *course, double speed, double beta);
/** Where the bow usually is on this note, as a share of the open string. */
double rosin_bow_usual_place(const rosin_player *player, const rosin_course *course);
/** Forces (N) that play, from airy to dense, at a speed and a place. */
void rosin_bow_limits(const rosin_player *player, const rosin_course *course, double speed,
                      double place, double *low, double *high);
/** The force (N) between them, from airy (`press` 0) to dense (1). */
double rosin_bow_force(const rosin_player *player, const rosin_course *course, double speed,
                       double place, double press);

#endif
