/* SPDX-License-Identifier: BSD-3-Clause */
/** All that a window shows of what sounds: each string or contact, the bow's limits, the gesture,
 *  how loud it is. */
#ifndef ROSIN_CORE_STAGE_H
#define ROSIN_CORE_STAGE_H

#include "rosin/core.h"

enum {
  ROSIN_VIEW_CONTACTS = 8,
  ROSIN_VIEW_SPEEDS = 8,
  ROSIN_VIEW_LOOP = 96,
  ROSIN_VIEW_PLAYERS = 16
};

/** A contact; of an instrument the bow on a string, from low to high. */
typedef struct {
  float regime;                        /* a rosin_touch */
  float force, velocity, slips, pitch; /* N, m/s, 1/s, Hz its string is fingered at (0: none) */
  float open, place;                   /* Hz of the open string; share of it from the bridge */
  float swing;                         /* of its string, 0: it is still */
  float shape[ROSIN_CORE_SHAPE];       /* from bridge to nut, -1 to 1 */
} rosin_view_contact;

/** Who plays in a section: where he sits (m to the right, m back), and the largest sample that he
 *  has played since the last view. */
typedef struct {
  float aside, back, loud;
} rosin_view_player;

/** Floats alone, since they are handed over one by one. */
typedef struct {
  float turn;              /* another number for each */
  float contacts, pressed; /* how many; the one that is pressed most */
  float at;                /* s, how far a gesture has come; below 0 before it begins */
  float peak, limited;     /* since the last one: the largest sample, and what it was before the
                              limiter */
  float reach;             /* m/s, of a hand on the string that is bowed */
  /* N, between which it sings, at speeds of 1/8 to all of its reach: */
  float low[ROSIN_VIEW_SPEEDS], high[ROSIN_VIEW_SPEEDS];
  rosin_view_contact contact[ROSIN_VIEW_CONTACTS];
  /* of the contact that is pressed most: friction over sliding velocity (N, m/s) at so many moments
   * of its last two slips, oldest first; 0 moments: nothing is rubbed */
  float moments, rubbed[ROSIN_VIEW_LOOP], slid[ROSIN_VIEW_LOOP];
  float players; /* of a section; 0: one plays alone */
  rosin_view_player player[ROSIN_VIEW_PLAYERS];
} rosin_view;

enum { ROSIN_VIEW_FLOATS = sizeof(rosin_view) / sizeof(float) };

/** The latest, some 40 a second while somebody looks. 0, or -1: there is none. Any thread; waits
 *  for nobody. */
int rosin_core_view(rosin_core *core, rosin_view *view);
/** Its gesture as a curve: `count` even places over its duration, -1 to 1 of its largest: the speed
 *  of what moves, or the force that moves it. 0, or -1: nothing has one. For one thread, the
 * window's.
 */
int rosin_core_curve(const rosin_core *core, int count, double *height);
/** Whether its scene has a body of that name. */
int rosin_core_has_body(const rosin_core *core, const char *name);
/** The key (MIDI's) of an instrument's lowest string; -1: it is none. */
int rosin_core_lowest_key(const rosin_core *core);

/** How far out of the middle of a pad, 0 to 1, a bow at height `up` (0 to 1) presses with `force`
 *  (N), as the view's limits say; -1: nowhere. */
double rosin_view_reached(const rosin_view *view, double force, double up);
/** Forces (N, the largest first) that are worth a line on a pad, at most `most`; how many. */
int rosin_view_lines(const rosin_view *view, int most, double *force);
/** The same of the latest view as numbers, for who has no structs: of each line its force, then how
 *  far out it is at `count` (2 and more) even heights, 0 to 1. How many lines: 0 where nobody bows.
 *  As rosin_core_view. */
int rosin_core_region(rosin_core *core, int most, int count, float *number);

#endif
