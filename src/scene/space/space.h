/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What two microphones hear of points that radiate, over a floor and before a wall: each straight
 * way and its early reflections (image sources, Allen and Berkley 1979: floor, wall, and both),
 * late by its length and weaker by it. The straight way from the origin is neither late nor
 * weaker, so that a scene's gain means what it did. Delays are whole samples of the engine.
 */
#ifndef ROSIN_SPACE_H
#define ROSIN_SPACE_H

#include "keep.h"
#include "scene/model/model.h"

typedef struct rosin_space rosin_space;

/** For the outputs of a model that have a place, at `rate` Hz, in stretches of up to `stretch`
 *  samples. NULL without memory. */
rosin_space *rosin_space_new(const rosin_model *model, double rate, int stretch);
void rosin_space_free(rosin_space *space); /**< NULL is allowed */
/** List what it writes to (keep.h). */
void rosin_space_pieces(rosin_space *space, rosin_kept *kept);
/** Silence. Real-time safe. */
void rosin_space_reset(rosin_space *space);
/** Add what the microphones hear of output `index` to channels 1 and 2 of `mixed` (frames by
 *  channels): `frames` samples of its signal, once in every stretch. Real-time safe. */
void rosin_space_hear(rosin_space *space, int index, const double *signal, int frames,
                      double *mixed, int channels);

#endif
