/* SPDX-License-Identifier: BSD-3-Clause */
/** Scores in MusicXML, plain or compressed (.mxl), as events for a player: what a MIDI file says
 * and what only a score does, bowings, slurs, articulations, dynamics, strings. After W3C's
 * "MusicXML 4.0". */
#ifndef ROSIN_SCORE_H
#define ROSIN_SCORE_H

#include "player/midi/left_out.h"

/** Whether the file begins as a score does: XML, or a zip archive. */
int rosin_score_is(const char *path);
/** Events of all parts in order of time; malloc'ed, NULL and an error on failure. Each part has a
 *  channel of its own, with the program of its instrument first. `left` is started here with room
 *  for all notes (NULL: it is not). What the score says and the player does not do is named in
 *  `error`, which is empty without. */
rosin_player_score_t *rosin_score_read(const char *path, int *count, rosin_left_out *left,
                                       rosin_error *error);

#endif
