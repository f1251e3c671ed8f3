/* SPDX-License-Identifier: BSD-3-Clause */
/** Which string a note is played on, by a left hand that moves little and reaches so far. */
#ifndef ROSIN_HANDS_H
#define ROSIN_HANDS_H

typedef struct {
  double open;    /* Hz */
  int busy;       /* takes part in the same chord already */
  int last;       /* played the note before */
  double stopped; /* semitones above the open string where its finger is, < 0: none; of `last`:
                     where the hand is */
  double shuns;   /* what an open string costs more than it does: < 0 it is wanted */
  double finger;  /* of a chord: where its finger must stay, in semitones; 0: none */
} rosin_hands_string;

enum { ROSIN_HANDS_NONE = -1, ROSIN_HANDS_FAR = -2 };

/** Index of the string for a pitch (Hz); NONE: no string has it; FAR: it is too far from the
 * fingers of the chord. With `harmonic`, *partial (>= 1) is the partial of a natural harmonic, or 4
 * for an artificial one (the string is stopped two octaves lower); else 1. `harmonic` 2 to 6 asks
 * for that partial, natural or artificial. Real-time safe. */
int rosin_hands_choose(const rosin_hands_string *strings, int count, double hertz, double highest,
                       int harmonic, int *partial);
/** Where the hand is after a finger at `semitones`: an open string leaves it where it was. */
double rosin_hands_move(double hand, double semitones);

#endif
