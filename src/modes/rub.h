/* SPDX-License-Identifier: BSD-3-Clause */
/** Whether a body sings when it is rubbed: tried over a small map of forces and speeds. */
#ifndef ROSIN_MODES_RUB_H
#define ROSIN_MODES_RUB_H

#include "rosin.h"

enum { ROSIN_RUB_FORCES = 6, ROSIN_RUB_SPEEDS = 8 };

typedef enum {
  ROSIN_RUB_SLIDES, /* no swing of a tenth of the sliding speed */
  ROSIN_RUB_ROUGH,  /* it swings, and not in periods */
  ROSIN_RUB_SINGS   /* in periods: one is like the next by 0.9 and more, 30 to 6000 Hz */
} rosin_rub_kind;

typedef struct {
  rosin_rub_kind kind;
  double pitch; /* Hz, of what sings */
} rosin_rub_point;

typedef struct {
  rosin_rub_point point[ROSIN_RUB_FORCES][ROSIN_RUB_SPEEDS];
  int sings;        /* points that do */
  int force, speed; /* of these, the one with most such neighbours */
} rosin_rub_map;

double rosin_rub_force(int index); /**< N, 0.1 ... 30 */
double rosin_rub_speed(int index); /**< m/s, 0.01 ... 1 */

/** Rub a body at its point "knock" with a surface, from rest, at each force and speed, for
 *  `seconds`, and judge the last 0.2 s. 0, or -1 and an error. */
int rosin_rub_try(const rosin_modal_spec *body, double rate, double seconds,
                  const rosin_surface *surface, rosin_rub_map *map, rosin_error *error);

#endif
