/* SPDX-License-Identifier: BSD-3-Clause */
/** `rosin render` of a file of notes for several players: all parts of a score, each with its
 * instrument, its players and its seat before two microphones, in one sound; or one part by a
 * section. */
#ifndef ROSIN_ENSEMBLE_H
#define ROSIN_ENSEMBLE_H

#include "host/ask/choices.h"

/** Whether the command line asks for that: --players, or a score of more than one part and no
 *  scene. */
int rosin_ensemble_wanted(const rosin_render_arguments *arguments, const rosin_list *rest);
/** An exit status. */
int rosin_ensemble_render(const rosin_render_arguments *arguments, const rosin_list *rest);

#endif
