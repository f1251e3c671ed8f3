/* SPDX-License-Identifier: BSD-3-Clause */
/** Whose notes are whose: parts of a score, told by General MIDI's programs. */
#ifndef ROSIN_PART_H
#define ROSIN_PART_H

#include "player/midi/left_out.h"

/** The scene that a score asks for first: violin, viola, cello or double-bass; cello if its
 * programs name none. */
const char *rosin_part_scene(const rosin_player_score_t *score, int count);
/** Keep what is `program`'s (from 0; below 0: all). If any note is told to be for it, channels told
 *  to be another instrument's are left out with all that they say; else all is played. Notes left
 *  out are put into `left`. The new count. */
int rosin_part_choose(rosin_player_score_t *score, int count, int program, rosin_left_out *left);

#endif
