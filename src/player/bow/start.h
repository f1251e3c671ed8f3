/* SPDX-License-Identifier: BSD-3-Clause */
/** Starts with little time: how a bow comes to a string, or turns on it, so that the string slips
 * once a period within a sixteenth. Real-time safe. */
#ifndef ROSIN_START_H
#define ROSIN_START_H

/** What the bow finds. */
typedef enum {
  ROSIN_START_NONE,
  ROSIN_START_LANDS, /* a string at rest: it comes down moving */
  ROSIN_START_TURNS  /* one that sounds from the stroke before */
} rosin_start_kind;

typedef struct {
  double force; /* N */
  double slope; /* m/s^2, beyond the first speed */
  double first; /* m/s, which a bow that lands has at once; 0 where it turns */
} rosin_start;

/** A start to a speed of `full` (m/s), where forces of `low` to `high` (N) play, of a note of so
 * many Hz. */
rosin_start rosin_start_quick(rosin_start_kind kind, double low, double high, double full,
                              double hertz);
/** m/s^2 with which a bow comes to its first speed, and to rest before it turns. */
double rosin_start_first(void);
double rosin_start_brake(void);

#endif
