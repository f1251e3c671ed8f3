/* SPDX-License-Identifier: BSD-3-Clause */
/** Loading a scene for a command: errors to standard error, each with "rosin: ". */
#ifndef ROSIN_LOAD_H
#define ROSIN_LOAD_H

#include "host/options.h"
#include "scene/scene.h"

/** Rows for options that every command with a scene has. */
#define ROSIN_OPTION_SET(list)                                                                     \
  {                                                                                                \
    "set", 's', "KEY=VALUE", "set a number of the scene, as in bow.force=2 (repeatable)", NULL,    \
        list                                                                                       \
  }

/** The scene named by the only word, or NULL after an error; *status is set then. */
rosin_scene *rosin_load(const rosin_command *command, const rosin_list *words,
                        const rosin_list *set, int *status);

#endif
