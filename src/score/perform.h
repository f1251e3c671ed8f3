/* SPDX-License-Identifier: BSD-3-Clause */
/** A part as it is played: its bars in order, times in seconds, strokes. */
#ifndef ROSIN_SCORE_PERFORM_H
#define ROSIN_SCORE_PERFORM_H

#include "rosin/player.h"
#include "score/part.h"

/** Seconds by quarter notes: pieces of even tempo. */
typedef struct {
  double from, pace, time; /* quarter notes; s a quarter note from there on; s at `from` */
} rosin_score_pace;

typedef struct {
  const int *order; /* bars as they are played */
  int bars;
  double *begin; /* [bars + 1] quarter notes at which each begins; owned */
  rosin_score_pace *pace;
  int paces, room;
} rosin_score_clock;

/** The clock of all parts, whose tempi count alike: a bar is as long as its longest. `order` is
 *  borrowed. 0, or -1 without memory. */
int rosin_score_clock_set(rosin_score_clock *clock, const rosin_score_part *part, int parts,
                          const int *order, int bars);
void rosin_score_clock_free(rosin_score_clock *clock);
double rosin_score_seconds(const rosin_score_clock *clock, double quarters);

/** Events as they are made. */
typedef struct {
  rosin_player_score_t *event; /* owned */
  int count, room;
} rosin_score_events;

/** Add a part's events for a channel, in any order; 0, or -1 without memory or with more than
 *  ROSIN_SCORE_NOTES. */
int rosin_score_perform(rosin_score_events *events, const rosin_score_part *part,
                        const rosin_score_clock *clock, int channel);

#endif
