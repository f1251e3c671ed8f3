/* SPDX-License-Identifier: BSD-3-Clause */
/** When a scene's gestures are over, and how long it rings after that: what every face tells of its
 *  tail comes from here. */
#ifndef ROSIN_ENDING_H
#define ROSIN_ENDING_H

#include "scene/model/model.h"

/** s, from which on nothing drives the scene: its duration, or when the last gesture of a force or
 *  speed is over, if that is later. Infinity if a rule goes on for as long as the sound, or if
 *  nothing but numbers, slopes and sines drives it: that is held for as long as somebody wants. */
double rosin_model_ends(const rosin_model *model);
/** s, in which it falls to -90 dBFS once it has ended, wherever its macros are: as it says, or
 *  what its body that rings longest takes alone, 60 at most. */
double rosin_model_tail(const rosin_model *model);

#endif
