/* SPDX-License-Identifier: BSD-3-Clause */
/** What hands played on the page, of a sound file that it recorded: the core as it was, and what
 *  happened to it, again. */
#ifndef ROSIN_PLAYED_H
#define ROSIN_PLAYED_H

#include "core/core.h"
#include "host/load/recipe.h"

typedef struct rosin_played rosin_played;

/** Of a recipe that has `played`, which is borrowed; at its own rate (Hz). NULL and an error: it is
 *  damaged, its scene is none of rosin's own, or what is in it is none of that. */
rosin_played *rosin_played_new(const rosin_recipe *recipe, rosin_error *error);
void rosin_played_free(rosin_played *played); /**< NULL is allowed */
/** Its core, prepared; freed with it. */
rosin_core *rosin_played_core(const rosin_played *played);
double rosin_played_rate(const rosin_played *played);
/** What comes before its first frame passes. 0, or -1 and an error. */
int rosin_played_begin(rosin_played *played, rosin_error *error);
/** The next frames, of all channels by turns. 0, or -1 and an error. */
int rosin_played_run(rosin_played *played, int frames, float *out, rosin_error *error);

#endif
