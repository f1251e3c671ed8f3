/* SPDX-License-Identifier: BSD-3-Clause */
/** What [rosin.scene~] and [rosin.cello~] say of themselves, keep in files and take from them. */
#ifndef ROSIN_PD_PLAYERS_H
#define ROSIN_PD_PLAYERS_H

#include "pd/play/player.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** A parameter to the info outlet, as the message that sets it. */
void rosin_pd_player_say(rosin_pd_player *player, int index);
/** The names of all scenes that are built in. */
void rosin_pd_player_say_scenes(rosin_pd_player *player);
/** preset NAME, presets, read FILE, write FILE: 1 if handled. */
int rosin_pd_player_message(rosin_pd_player *player, const char *key, int count,
                            const t_atom *atoms);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
