/* SPDX-License-Identifier: BSD-3-Clause */
/** What a left hand has under its fingers where it lies. */
#ifndef ROSIN_GRIP_H
#define ROSIN_GRIP_H

enum { ROSIN_FINGER_THUMB = 5, ROSIN_FINGER_OPEN = 6 }; /* beside the fingers 1 to 4 */

/** A manner in which a hand lies on a neck. */
typedef struct {
  const char *fingers; /* at each semitone from the first on: 1 to 4, T the thumb, - none */
  int from, to;        /* semitones above the nut where the first of them may lie */
  double strain;       /* what a note costs in this manner */
} rosin_grip;

/** The manners of an instrument of General MIDI's program (40 to 43; others as a cello), the
 *  narrowest first; `count` of them. */
const rosin_grip *rosin_grips(int program, int *count);
/** The finger that stops `semitones` above the nut when the first lies at `place`: 1 to 4, the
 *  thumb, or 0: none reaches it. */
int rosin_grip_finger(const rosin_grip *grip, int place, double semitones);
/** Whether the thumb lies on the string. */
int rosin_grip_has_thumb(const rosin_grip *grip);
/** Semitones that the hand moves between two manners and places: stretching a finger back from a
 *  closed hand, or taking it up again, moves none. */
double rosin_grip_way(const rosin_grip *from, int there, const rosin_grip *to, int here);

#endif
