/* SPDX-License-Identifier: BSD-3-Clause */
/** Forces that play, from what was measured of a string. */
#ifndef ROSIN_WEDGE_H
#define ROSIN_WEDGE_H

#include "scene/model/model.h"

/** The least and the greatest force (N) at a stop (semitones), place (times the usual one) and
 * speed (m/s, > 0): between what was measured in proportion, beyond it as Schelleng's limits go,
 * both with the speed, the least with 1/place^2 and the greatest with 1/place. 0 if nothing was
 * measured. Real-time safe. */
int rosin_wedge_at(const rosin_model_wedge *wedge, double stop, double place, double speed,
                   double *low, double *high);

/** Nearest share of a string's length to `beta` (0 to 1, from the bridge to the bow) at which a
 * light bow plays surely: beside a node of partials 3 to 7 by a share `near` (0.07, say), else
 * `beta` itself. Real-time safe. */
double rosin_clear_of_nodes(double beta, double near);

#endif
