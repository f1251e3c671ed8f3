/* SPDX-License-Identifier: BSD-3-Clause */
/** The parts of a note's marks (rosin_player_mark) that are numbers. Real-time safe. */
#ifndef ROSIN_MARKS_H
#define ROSIN_MARKS_H

#include "rosin/player.h"

/** The string, 1 the highest; 0: none is asked for. */
static inline int rosin_marks_string(int marks) {
  return marks / ROSIN_MARK_STRING % 8;
}

/** 1 to 4, ROSIN_FINGER_THUMB, ROSIN_FINGER_OPEN; 0: none is asked for. */
static inline int rosin_marks_finger(int marks) {
  return marks / ROSIN_MARK_FINGER % 8;
}

/** Semitones above the nut where the hand lies; 0: nobody has planned it. */
static inline int rosin_marks_place(int marks) {
  return marks / ROSIN_MARK_PLACE;
}

/** Marks with these numbers in place of what they had. */
static inline int rosin_marks_with(int marks, int string, int finger, int place) {
  return marks % ROSIN_MARK_STRING + string * ROSIN_MARK_STRING + finger * ROSIN_MARK_FINGER +
         place * ROSIN_MARK_PLACE;
}

#endif
