/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A search without derivatives, for what is rendered to be judged: CMA-ES with a diagonal
 * covariance (Ros and Hansen, A simple modification in CMA-ES achieving linear time and space
 * complexity, PPSN 2008), in a unit cube whose walls it is mirrored at. Who searches asks for a
 * generation, judges its points in whatever order, and tells the results: what comes is the same
 * for the same seed and judgements. The best point that was ever told is kept.
 */
#ifndef ROSIN_EVOLUTION_H
#define ROSIN_EVOLUTION_H

#include "rosin.h"

#include <stdint.h>

enum { ROSIN_EVOLUTION_MOST = 64, ROSIN_EVOLUTION_POINTS = 32 };

typedef struct {
  int axes, points, parents; /* points: of a generation */
  uint64_t random;
  double sigma, mean[ROSIN_EVOLUTION_MOST], spread[ROSIN_EVOLUTION_MOST]; /* spread: variances */
  double path[ROSIN_EVOLUTION_MOST], path_sigma[ROSIN_EVOLUTION_MOST];
  double weight[ROSIN_EVOLUTION_POINTS], mu_effective;
  double point[ROSIN_EVOLUTION_POINTS][ROSIN_EVOLUTION_MOST]; /* that were asked for, inside */
  double step[ROSIN_EVOLUTION_POINTS][ROSIN_EVOLUTION_MOST];  /* from the mean, over sigma */
  double best, at[ROSIN_EVOLUTION_MOST];                      /* infinite until one is told */
  int told;                                                   /* generations */
} rosin_evolution;

/** Begin at start[axes] (each 0 ... 1), `sigma` wide (0.01 ... 0.5), `points` a generation (4 to
 *  ROSIN_EVOLUTION_POINTS). Real-time safe, as all here. */
void rosin_evolution_begin(rosin_evolution *search, int axes, const double *start, double sigma,
                           int points, uint64_t seed);
/** The next generation into `point`; the mean itself is its first point in the first one. */
void rosin_evolution_ask(rosin_evolution *search);
/** What each was judged, less is better; NaN counts as infinite. */
void rosin_evolution_tell(rosin_evolution *search, const double *value);

#endif
