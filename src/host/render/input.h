/* SPDX-License-Identifier: BSD-3-Clause */
/** The sound that drives a scene in `rosin render --input`, whole in memory. */
#ifndef ROSIN_RENDER_INPUT_H
#define ROSIN_RENDER_INPUT_H

#include "core/core.h"

typedef struct rosin_render_input rosin_render_input;

/** NULL and an error: it cannot be read, or is too long. */
rosin_render_input *rosin_render_input_read(const char *path, rosin_error *error);
void rosin_render_input_free(rosin_render_input *input);             /**< NULL is allowed */
int rosin_render_input_rate(const rosin_render_input *input);        /**< Hz */
double rosin_render_input_duration(const rosin_render_input *input); /**< s */
/** A core over the scene, not yet prepared, will listen, as its section `input` says. */
void rosin_render_input_want(rosin_core *core, const rosin_scene *scene);
/** From its next frame on it hears this. */
void rosin_render_input_play(const rosin_render_input *input, rosin_core *core);
/** A line on what of it was no number, if anything was. */
void rosin_render_input_warn(const char *path, const rosin_core *core);

#endif
