/* SPDX-License-Identifier: BSD-3-Clause */
/** The plugins that there are: a scene each. */
#ifndef ROSIN_PLUGIN_LIST_H
#define ROSIN_PLUGIN_LIST_H

/** Name of the scene of plugin `index` (0, 1, ...), NULL past the last one: the instruments, then
 *  every embedded scene with macros. */
const char *rosin_plugin_at(int index);

#endif
