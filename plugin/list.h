/* SPDX-License-Identifier: BSD-3-Clause */
/** The plugins that there are: a scene each. */
#ifndef ROSIN_PLUGIN_LIST_H
#define ROSIN_PLUGIN_LIST_H

#include "core/core.h"

/** Name of the scene of plugin `index` (0, 1, ...), NULL past the last one: the instruments, then
 *  every embedded scene with macros. */
const char *rosin_plugin_at(int index);

/** The core of one, as every plugin has it: an instrument with a bow for hands, a limiter, watched
 * for displays. NULL and an error. */
rosin_core *rosin_plugin_open(const char *scene, rosin_error *error);

#endif
