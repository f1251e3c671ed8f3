/* SPDX-License-Identifier: BSD-3-Clause */
/** Presets of instruments and effects, the same in all formats: an instrument has those of its
 *  player, an effect those that its scene says. */
#ifndef ROSIN_CORE_PRESETS_H
#define ROSIN_CORE_PRESETS_H

#include "core/core.h"
#include "scene/model/about.h"

/** Preset `index` (0, 1, ...) of a core's scene, NULL past the last one. */
const rosin_preset *rosin_core_preset(const rosin_core *core, int index);
/** How many there are. */
int rosin_core_presets(const rosin_core *core);
/** It as a state (malloc'ed), for rosin_core_load in any format; NULL without memory. */
char *rosin_preset_state(const rosin_core *core, const rosin_preset *preset);
/** A state's text from a file of up to 64 kB (malloc'ed); NULL: there is none. */
char *rosin_preset_text(const char *path);
/** Whether presets say what a parameter is: neither what a hand does, nor the limiter or the take,
 *  which they leave. */
int rosin_preset_sets(const rosin_core *core, int index);

/** What goes before a parameter's name to make a setting of the command's: "" of the scene's own,
 *  "player." of its player's; NULL: it is a plugin's alone. */
const char *rosin_preset_setting(const rosin_core *core, int index);

enum { ROSIN_CORE_FIRST = 8 };
/** The parameters that come first, for windows and pages of knobs: those that presets set, in their
 *  order, but for switches and the level. How many. */
int rosin_core_first(const rosin_core *core, int *index);

#endif
