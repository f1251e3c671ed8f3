/* SPDX-License-Identifier: BSD-3-Clause */
/** The subcommands, one file each. */
#ifndef ROSIN_COMMANDS_H
#define ROSIN_COMMANDS_H

#include "host/common/options.h"

extern const rosin_command rosin_command_batch, rosin_command_bench, rosin_command_check,
    rosin_command_completion, rosin_command_curve, rosin_command_devices, rosin_command_fit,
    rosin_command_follow, rosin_command_gesture, rosin_command_laws, rosin_command_map,
    rosin_command_materials, rosin_command_modes, rosin_command_pairs, rosin_command_play,
    rosin_command_probes, rosin_command_render, rosin_command_scenes, rosin_command_shapes,
    rosin_command_show, rosin_command_surfaces;

#endif
