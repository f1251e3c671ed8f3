/* SPDX-License-Identifier: BSD-3-Clause */
/** MIDI messages as events for a player: pitch bend with its range (RPN 0), tuning (RPN 1 and 2),
 *  and MPE, MIDI's polyphonic expression, where each note has a channel of its own. */
#ifndef ROSIN_MIDI_H
#define ROSIN_MIDI_H

#include "rosin/player.h"

enum { ROSIN_MIDI_CHANNELS = 16, ROSIN_MIDI_LONGEST = 3 };

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** What earlier messages said. */
typedef struct {
  int parameter[ROSIN_MIDI_CHANNELS]; /* RPN that data entry goes to, -1: none */
  int high[ROSIN_MIDI_CHANNELS];      /* its upper seven bits, as last sent */
  double range[ROSIN_MIDI_CHANNELS];  /* semitones of a full bend */
  int fine[ROSIN_MIDI_CHANNELS];      /* RPN 1, 14 bits, 8192 is in tune */
  int coarse[ROSIN_MIDI_CHANNELS];    /* RPN 2, semitones up */
  double bend[ROSIN_MIDI_CHANNELS];   /* semitones, as last sent */
  int manager[ROSIN_MIDI_CHANNELS];   /* channel whose bend adds to this one's, or -1 */
} rosin_midi;

/** Two semitones, no MPE. Real-time safe, as all here. */
void rosin_midi_start(rosin_midi *midi);
/** MPE's lower zone: channel 0 for all, the next `members` (0: no MPE) for a note each,
 *  with 48 semitones of bend. The message that controllers send for it (RPN 6) does the
 *  same. */
void rosin_midi_mpe(rosin_midi *midi, int members);
/** Whether a message is a note of General MIDI's percussion: on channel 10, unless that is a member
 *  of a zone of MPE. It gives no event. */
int rosin_midi_is_drum(const rosin_midi *midi, const unsigned char *message, int length);
/** One message, status byte first, as up to ROSIN_MIDI_CHANNELS events; how many. */
int rosin_midi_events(rosin_midi *midi, const unsigned char *message, int length,
                      rosin_player_event_t *events);

/** Bytes of a MIDI line, put together to messages: running status, real-time bytes in
 *  between, system messages left out. */
typedef struct {
  unsigned char message[ROSIN_MIDI_LONGEST];
  int length; /* so far */
} rosin_midi_line;

/** Take a byte: length of the message that stands in `line->message` now, else 0. */
int rosin_midi_byte(rosin_midi_line *line, unsigned char byte);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
