/* SPDX-License-Identifier: BSD-3-Clause */
/** Fingers over a phrase, as one who reads ahead chooses them: the cheapest way through all notes,
 *  not the nearest string for each. */
#ifndef ROSIN_FINGERING_H
#define ROSIN_FINGERING_H

enum { ROSIN_FINGERING_STRINGS = 6, ROSIN_FINGERING_WINDOW = 256 };

/** A note to be fingered. `string`, `finger` and `place` are the result, or what is asked for. */
typedef struct {
  double on, off; /* s */
  double hertz;
  int channel;
  int string;   /* in: 0 the lowest ..., -1: any. out: the string, -1: no way was found */
  int finger;   /* in: 1 to 4, ROSIN_FINGER_THUMB or _OPEN, 0: any; out: the same */
  double shuns; /* in: what an open string costs more than it does; < 0: it is wanted */
  int place;    /* out: semitones above the nut where the hand's first finger or thumb is; 0: it
                   has no place yet */
} rosin_fingering_note;

typedef struct {
  int strings;
  double open[ROSIN_FINGERING_STRINGS]; /* Hz, from low to high */
  double highest;                       /* semitones above the nut */
  int program;                          /* whose hand, see rosin_grips() */
} rosin_fingering_neck;

/** Finger notes that are in order of `on`; those within `chord` seconds of the first of them are
 * one chord. Where two overlap in one channel the second is slurred to the first; in two channels
 *  both go on. What is asked for is given where it can be. 0, or -1 without memory. Not real-time
 *  safe. */
int rosin_fingering(const rosin_fingering_neck *neck, rosin_fingering_note *note, int count,
                    double chord);

#endif
