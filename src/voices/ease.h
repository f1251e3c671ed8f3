/* SPDX-License-Identifier: BSD-3-Clause */
/** What is told in jumps, as what moves: four equal poles one after the other. */
#ifndef ROSIN_VOICES_EASE_H
#define ROSIN_VOICES_EASE_H

#include <math.h>

enum { ROSIN_EASE_POLES = 4 };

typedef struct {
  double aim;
  double at[ROSIN_EASE_POLES];
  double near; /* this close to the aim it is there */
  int moves;
} rosin_ease;

static inline void rosin_ease_jump(rosin_ease *e, double value, double near) {
  *e = (rosin_ease){.aim = value, .near = near};
  for (int k = 0; k < ROSIN_EASE_POLES; k++)
    e->at[k] = value;
}

static inline void rosin_ease_to(rosin_ease *e, double aim) {
  e->aim = aim;
  e->moves |= e->at[ROSIN_EASE_POLES - 1] != aim;
}

/** The next sample; `share` of the way is gone in one of them, by each pole. */
static inline double rosin_ease_step(rosin_ease *e, double share) {
  double before = e->aim;
  double far = 0;
  for (int k = 0; k < ROSIN_EASE_POLES; k++) {
    e->at[k] += share * (before - e->at[k]);
    before = e->at[k];
    const double off = fabs(before - e->aim);
    far = off > far ? off : far;
  }
  if (far <= e->near) {
    for (int k = 0; k < ROSIN_EASE_POLES; k++)
      e->at[k] = e->aim;
    e->moves = 0;
  }
  return e->at[ROSIN_EASE_POLES - 1];
}

#endif
