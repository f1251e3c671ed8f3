/* SPDX-License-Identifier: BSD-3-Clause */
/** Notes, bends, controllers and bytes of MIDI, as messages to objects that play a whole scene. */
#ifndef ROSIN_PD_NOTES_H
#define ROSIN_PD_NOTES_H

#include "pd/play/player.h"
#include "player/midi/midi.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Whether something plays or is to, else an error in Pd's window. */
int rosin_pd_notes_ready(const rosin_pd_player *player, const char *what);
/** Between `least` and `most` numbers after a word, the rest 0: 0, or -1 and an error in Pd's
 * window. */
int rosin_pd_notes_numbers(const rosin_pd_player *player, const char *key, int count,
                           const t_atom *atoms, int least, int most, double *value);
/** Whether a value is in its range, else an error. */
int rosin_pd_notes_within(const rosin_pd_player *player, const char *key, const char *what,
                          double value, double low, double high);
/** A message if it is one of these: note KEY VELOCITY [CHANNEL], as [notein] gives them; bend and
 *  aftertouch VALUE [CHANNEL]; control NUMBER VALUE [CHANNEL]; midi BYTE ..., as [midiin] has them.
 */
void rosin_pd_notes_take(rosin_pd_player *player, rosin_midi_line *line, const char *key, int count,
                         const t_atom *atoms);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
