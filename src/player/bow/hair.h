/* SPDX-License-Identifier: BSD-3-Clause */
/** The hair of a bow is so long and no longer: where it touches the string, which way a stroke
 * goes, and when it must turn. Down-bow (+1) draws from the frog to the tip. */
#ifndef ROSIN_HAIR_H
#define ROSIN_HAIR_H

/** What is known of a stroke to come. */
typedef struct {
  int asked;   /* +-1: a mark in the score, 0: none */
  int upbeat;  /* on no beat that wants a down-bow */
  double need; /* m that it will draw */
} rosin_hair_plan;

typedef struct {
  double length;    /* m */
  double at;        /* m from the frog */
  double drawn;     /* m, in this stroke */
  double touched;   /* s, when it last was on a string */
  double direction; /* of the last stroke, +-1 */
} rosin_hair;

/** In the air, at the frog. */
void rosin_hair_start(rosin_hair *hair, double length);
/** m that can still be drawn that way. */
double rosin_hair_left(const rosin_hair *hair, double direction);
/** A new stroke: its direction. After a rest the bow is put down where the stroke has room,
 * down-bow unless it is an upbeat. Else it turns; what is asked for twice is taken back in the air;
 * and where there is no room on the way back it goes on the way it went, as a player hooks two
 * notes. `lifts` says whether it leaves the string before. */
double rosin_hair_stroke(rosin_hair *hair, const rosin_hair_plan *plan, double now, int *lifts);
/** Draw it by `distance` (m, with its sign). */
void rosin_hair_draw(rosin_hair *hair, double distance);
/** Whether a stroke must turn now, at `speed` (m/s) along its direction, which ends within `slope`
 *  (m/s^2); `span` is how far it may draw. */
int rosin_hair_must_turn(const rosin_hair *hair, double speed, double slope, double span);
/** Turn. */
void rosin_hair_turn(rosin_hair *hair);

#endif
