/* SPDX-License-Identifier: BSD-3-Clause */
/** Several scenes to be played beside each other. */
#ifndef ROSIN_BESIDE_H
#define ROSIN_BESIDE_H

#include "host/load/load.h"

/** A scene with these as its layers, from left to right, with the settings in `set`. NULL after an
 *  error; *status is set then. */
rosin_scene *rosin_play_beside(const rosin_list *scenes, const rosin_list *set,
                               const char *any_files, int *status);

#endif
