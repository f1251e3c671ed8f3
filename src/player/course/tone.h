/* SPDX-License-Identifier: BSD-3-Clause */
/** What colours the tone, of the bow: its place between fingerboard and bridge, its edge, its wood,
 *  and the loops of a harmonic. All real-time safe. */
#ifndef ROSIN_TONE_H
#define ROSIN_TONE_H

#include "player/course/course.h"

/** Factor on the bow's place in a harmonic, 1 else. */
double rosin_tone_loop(const rosin_course *course);
/** A factor that is `tasto` over the fingerboard, 1 in between and `bridge` beside the bridge, as
 *  far as the setting ponticello goes; 1 where a hand has the bow. */
double rosin_tone_toward(const rosin_player *player, const rosin_course *course, double tasto,
                         double bridge);
/** Factor on the bow's speed there, of a note of this loudness (0 to 1), so that it is about as
 *  loud as usual. */
double rosin_tone_draws(const rosin_player *player, const rosin_course *course, double loudness);
/** How much more it leans into the string there, 1 as usual; what is beyond is added to the weight
 *  (0 airy to 1 dense). */
double rosin_tone_leans(const rosin_player *player, const rosin_course *course, double loudness);
/** The law of the bow is as stiff as edge or wood make it, and as the scene says else. */
void rosin_tone_take_edge(const rosin_player *player, rosin_course *course);

#endif
