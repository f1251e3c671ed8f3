/* SPDX-License-Identifier: BSD-3-Clause */
/* Found with tests/verify/attack, which has the engine start and turn the cello's strings under
 * many slopes and forces, and then in phrases (tests/verify/phrases.py, seeds 11, 13 and 17). From
 * rest under a steady slope a string waits for its first slip (Guettler 2002); a bow that lands
 * with a fifth of its speed gets it at once, and then low notes want the speed to grow slowly under
 * little force, high ones take more of both. A string that still sounds from the other side wants
 * more force; and a bow that stops faster than here leaves two slips a period behind. */
#include "player/bow/start.h"

#include <math.h>

/* Slopes are those of a full speed of 0.2 m/s, and go with it: m/s^2 for each Hz, least and most.
 */
typedef struct {
  double rise, least, most;
  double press, more; /* the force, in least ones that play: at 1 m/s^2, for each further one */
  double first;       /* share of the full speed that it has at once */
} way;

/* Low notes, whose periods a sixteenth has few of, want more speed at once (make verify ONLY='hands
 * fast', seeds 1 and 2). */
static const double low_below = 140; /* Hz */
static const way ways[] = {[ROSIN_START_LANDS] = {1 / 130.0, 0.5, 4, 2, 0.9, 0.22},
                           [ROSIN_START_TURNS] = {1 / 90.0, 1.4, 4, 2.4, 0, 0.12}},
                 lows[] = {[ROSIN_START_LANDS] = {1 / 130.0, 0.5, 4, 2, 0.9, 0.5},
                           [ROSIN_START_TURNS] = {1 / 90.0, 2.5, 4, 2.4, 0, 0.3}};
static const double usual = 0.2, arm = 30, brake = 9; /* m/s, m/s^2 */
static const double edge = 1.1; /* of the greatest force that plays on and on: a start takes more */

rosin_start rosin_start_quick(rosin_start_kind kind, double low, double high, double full,
                              double hertz) {
  const way *w = hertz < low_below ? &lows[kind] : &ways[kind];
  const double slope = fmin(fmax(w->rise * hertz, w->least), w->most);
  const double press = w->press + w->more * (slope - 1);
  return (rosin_start){.force = fmin(press * low, fmax(edge * high, 1.4 * low)),
                       .slope = slope * full / usual,
                       .first = w->first * full};
}

double rosin_start_first(void) {
  return arm;
}

double rosin_start_brake(void) {
  return brake;
}
