/* SPDX-License-Identifier: BSD-3-Clause */
/* The way from candidate to candidate that costs least (Viterbi 1967), with the costs of Boersma
 * (1993): a lower octave of what repeats repeats as well, so the higher one is a little dearer to
 * leave; a jump costs by its octaves, and to begin or to end sounding costs. What is 45 dB below
 * the loudest is silence sooner than a tone. */
#include "features/pitch.h"

#include <math.h>
#include <stdlib.h>

enum { NONE = ROSIN_PITCH_CANDIDATES, STATES = NONE + 1 };

static const double voiced = 0.6;    /* strength, above which a candidate beats silence */
static const double silence = 0.006; /* of the loudest amplitude: -45 dB */
static const double octave = 0.06;   /* of strength, for each octave down */
static const double jump = 0.7;      /* for each octave between two moments */
static const double begins = 0.3;    /* for a tone that begins or ends */

typedef struct {
  float cost[STATES];
  unsigned char from[STATES];
} column;

/* What a state costs by itself. */
static double own_cost(const rosin_pitch_candidates *c, int state, double share) {
  if (state < NONE)
    return -((double)c->strength[state] + octave * log2((double)c->hertz[state] / 100));
  return -(voiced + fmax(0, 2 - share / (silence / (1 + voiced))));
}

static double way_cost(const rosin_pitch_candidates *a, int from, const rosin_pitch_candidates *b,
                       int to) {
  if (from == NONE || to == NONE)
    return from == to ? 0 : begins;
  return jump * fabs(log2((double)a->hertz[from] / (double)b->hertz[to]));
}

static void go_on(const rosin_pitch_candidates *before, const rosin_pitch_candidates *now,
                  const column *last, column *next, double share) {
  for (int to = 0; to < STATES; to++) {
    double least = INFINITY;
    next->from[to] = NONE;
    for (int from = 0; from < STATES && (to == NONE || to < now->count); from++) {
      if (from != NONE && from >= before->count)
        continue;
      const double cost = (double)last->cost[from] + way_cost(before, from, now, to);
      if (cost < least) {
        least = cost;
        next->from[to] = (unsigned char)from;
      }
    }
    next->cost[to] = (float)(isfinite(least) ? least + own_cost(now, to, share) : (double)INFINITY);
  }
}

/* The costs stay small, however long the way. */
static void level_off(column *c) {
  const float none = c->cost[NONE];
  for (int i = 0; i < STATES; i++)
    c->cost[i] -= none;
}

int rosin_pitch_path(const rosin_pitch_candidates *all, const double *power, double loudest,
                     int count, int *chosen) {
  column *way = calloc((size_t)count + 1, sizeof *way);
  const rosin_pitch_candidates nothing = {.count = 0};
  if (!way)
    return -1;
  for (int i = 0; i < NONE; i++)
    way[0].cost[i] = INFINITY;
  for (int i = 0; i < count; i++) {
    const double share = loudest > 0 ? sqrt(power[i] / loudest) : 0;
    go_on(i ? &all[i - 1] : &nothing, &all[i], &way[i], &way[i + 1], share);
    level_off(&way[i + 1]);
  }
  int best = NONE;
  for (int i = 0; i < NONE; i++)
    if (way[count].cost[i] < way[count].cost[best])
      best = i;
  for (int i = count; i > 0; i--) {
    chosen[i - 1] = best == NONE ? -1 : best;
    best = way[i].from[best];
  }
  free(way);
  return 0;
}
