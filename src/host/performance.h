/* SPDX-License-Identifier: BSD-3-Clause */
/** A MIDI file played on a scene's instrument. */
#ifndef ROSIN_PERFORMANCE_H
#define ROSIN_PERFORMANCE_H

#include "host/options.h"
#include "live/live.h"

typedef struct rosin_performance rosin_performance;

/** Settings of the player ("player.KEY=VALUE") apart from those of the scene. */
void rosin_performance_split(const rosin_list *all, rosin_list *scene, rosin_list *player);
/** 0, or -1 and an error if one of the player's settings cannot be. */
int rosin_performance_check(const rosin_list *player, rosin_error *error);
/** Give a live scene's player these settings, before it plays. */
int rosin_performance_set_live(rosin_live *live, const rosin_list *player, rosin_error *error);
/** Have a prepared scene play the file; with `whole` the scene lasts as long as the
 *  music and its last tone. `scale` may be NULL. NULL and an error on failure. */
rosin_performance *rosin_performance_new(rosin_scene *scene, const char *midi, const char *scale,
                                         const rosin_list *player, int whole, rosin_error *error);
/** Notes so far that no string reaches. */
int rosin_performance_missed(const rosin_performance *performance);
void rosin_performance_free(rosin_performance *performance); /**< NULL is allowed */

#endif
