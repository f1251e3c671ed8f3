/* SPDX-License-Identifier: BSD-3-Clause */
/** The notes and signs of a part laid out as they are played: bars in order, ties joined, times. */
#ifndef ROSIN_SCORE_LAID_H
#define ROSIN_SCORE_LAID_H

#include "score/perform.h"

/** A note with its times. */
typedef struct {
  const rosin_score_note *note;
  double from, to; /* quarter notes */
  double on, off;  /* s */
  int upbeat;      /* in its bar */
  int joined;      /* under a slur that goes on after it: as the last of what is tied to it says */
} rosin_score_sounding;

typedef struct {
  double at; /* quarter notes */
  rosin_score_sign sign;
  int order;
} rosin_score_placed;

typedef struct {
  rosin_score_sounding *note; /* by their begin; owned, as the next */
  rosin_score_placed *sign;   /* by their place */
  int notes, signs;
  int note_room, sign_room;
} rosin_score_laid;

/** Lay a part out by a clock; the part is borrowed. 0, or -1 without memory or with more than
 *  ROSIN_SCORE_NOTES; free it in either case. */
int rosin_score_lay_out(rosin_score_laid *laid, const rosin_score_part *part,
                        const rosin_score_clock *clock);
void rosin_score_laid_free(rosin_score_laid *laid);

#endif
