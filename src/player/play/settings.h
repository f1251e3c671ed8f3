/* SPDX-License-Identifier: BSD-3-Clause */
/** The player's parameters as text, "player.NAME=VALUE", as they stand on a command line and in a
 *  recorded gesture. */
#ifndef ROSIN_PLAYER_SETTINGS_H
#define ROSIN_PLAYER_SETTINGS_H

#include "rosin/player.h"

enum { ROSIN_PLAYER_SETTING = 64 }; /* of a name, with its end */

/** Is this a setting of the player, rather than of a scene? */
int rosin_player_setting_is(const char *text);
/** Its name, with "player." before it, and value: 0, or -1 and an error. The value is a number,
 *  of an articulation or a ready table of controllers also its name;
 *  whether the player has such a parameter, in that range, is for `check`. */
int rosin_player_setting_read(const char *text, char name[ROSIN_PLAYER_SETTING], double *value,
                              rosin_error *error);
/** 0, or -1 and an error for the first that cannot be. */
int rosin_player_settings_check(int count, const char *const *texts, rosin_error *error);

#endif
