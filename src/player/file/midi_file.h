/* SPDX-License-Identifier: BSD-3-Clause */
/** Standard MIDI Files as events for a player. */
#ifndef ROSIN_MIDI_FILE_H
#define ROSIN_MIDI_FILE_H

#include "player/midi/left_out.h"

/** Events of all tracks in order of time; malloc'ed, NULL and an error on failure. Of a
 *  damaged file what can be read; `error` then says where, else it is empty.
 *  Percussion is put into `left`, which is started here with room for all notes (NULL: it is
 *  forgotten). */
rosin_player_score_t *rosin_midi_file_read(const char *path, int *count, rosin_left_out *left,
                                           rosin_error *error);

#endif
