/* SPDX-License-Identifier: BSD-3-Clause */
/** Which string a note is played on, by a left hand that moves little. */
#ifndef ROSIN_HANDS_H
#define ROSIN_HANDS_H

typedef struct {
  double open;    /* Hz */
  int busy;       /* takes part in the same chord already */
  int last;       /* played the note before */
  double stopped; /* semitones above the open string where its finger is, < 0: none */
} rosin_hands_string;

/** Index of the string for a pitch (Hz), or -1 if it is below all of them. With
 *  `harmonic`, *partial (>= 1) is the partial of a natural harmonic, or 4 for an
 *  artificial one (the string is stopped two octaves lower); else 1. Real-time safe. */
int rosin_hands_choose(const rosin_hands_string *strings, int count, double hertz, double highest,
                       int harmonic, int *partial);

#endif
