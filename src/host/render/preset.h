/* SPDX-License-Identifier: BSD-3-Clause */
/** A preset of a scene, or one that a plugin's window has saved, as settings for -s. */
#ifndef ROSIN_RENDER_PRESET_H
#define ROSIN_RENDER_PRESET_H

#include "host/common/options.h"

enum { ROSIN_PRESET_SETTING = 96 };

typedef struct {
  char text[ROSIN_LIST][ROSIN_PRESET_SETTING];
} rosin_preset_settings;

/** Of `scene` (a name or a path), by the preset's name, whatever its capitals, or as a file with a
 *  state's text: what it sets, before what is in `set` already. -1 to go on, or an exit status. */
int rosin_preset_take(const char *scene, const char *preset, rosin_preset_settings *settings,
                      rosin_list *set);

#endif
