/* SPDX-License-Identifier: BSD-3-Clause */
/* See evolution.h; constants as in the paper and in Hansen, The CMA evolution strategy: a tutorial,
 * 2016, with learning rates of the diagonal (n + 2)/3 times as large. */
#include "match/evolution.h"
#include "pi.h"

#include <math.h>
#include <string.h>

/* 0 to 1, neither included: splitmix64 (Steele, Lea and Flood 2014). */
static double uniform(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return ((double)(z >> 11) + 0.5) / 9007199254740992.0;
}

/* By Box and Muller. */
static double normal(uint64_t *state) {
  const double radius = sqrt(-2 * log(uniform(state)));
  return radius * cos(2 * pi * uniform(state));
}

/* Mirrored into 0 ... 1. */
static double inside(double x) {
  x = fmod(fabs(x), 2);
  return x > 1 ? 2 - x : x;
}

void rosin_evolution_begin(rosin_evolution *s, int axes, const double *start, double sigma,
                           int points, uint64_t seed) {
  double sum = 0, squares = 0;
  *s = (rosin_evolution){.axes = axes,
                         .points = points,
                         .parents = points / 2,
                         .random = seed,
                         .sigma = sigma,
                         .best = HUGE_VAL};
  for (int i = 0; i < axes; i++) {
    s->mean[i] = s->at[i] = inside(start[i]);
    s->spread[i] = 1;
  }
  for (int i = 0; i < s->parents; i++)
    sum += s->weight[i] = log(s->parents + 0.5) - log(i + 1.0);
  for (int i = 0; i < s->parents; i++) {
    s->weight[i] /= sum;
    squares += s->weight[i] * s->weight[i];
  }
  s->mu_effective = 1 / squares;
}

void rosin_evolution_ask(rosin_evolution *s) {
  for (int k = 0; k < s->points; k++)
    for (int i = 0; i < s->axes; i++) {
      const int here = k == 0 && s->told == 0;
      const double to =
          s->mean[i] + (here ? 0 : s->sigma * sqrt(s->spread[i]) * normal(&s->random));
      s->point[k][i] = inside(to);
      s->step[k][i] = (s->point[k][i] - s->mean[i]) / s->sigma;
    }
}

/* Indices of the generation, the best first; of equals the first. */
static void rank(const double *value, int points, int *order) {
  for (int i = 0; i < points; i++) {
    int at = i;
    while (at > 0 && value[order[at - 1]] > value[i]) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = i;
  }
}

/* Both paths go on by the mean's step, and the width by how far they come. */
static void lengthen(rosin_evolution *s, const double *step) {
  const double n = s->axes, mu = s->mu_effective;
  const double c = (mu + 2) / (n + mu + 5), cc = (4 + mu / n) / (n + 4 + 2 * mu / n);
  double length = 0;
  for (int i = 0; i < s->axes; i++) {
    s->path_sigma[i] = (1 - c) * s->path_sigma[i] +
                       sqrt(c * (2 - c) * mu) * step[i] / sqrt(fmax(s->spread[i], 1e-12));
    length += s->path_sigma[i] * s->path_sigma[i];
  }
  const double usual = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  const int goes =
      sqrt(length) / sqrt(1 - pow(1 - c, 2.0 * (s->told + 1))) < (1.4 + 2 / (n + 1)) * usual;
  for (int i = 0; i < s->axes; i++)
    s->path[i] = (1 - cc) * s->path[i] + (goes ? sqrt(cc * (2 - cc) * mu) * step[i] : 0);
  const double damping = 1 + 2 * fmax(0, sqrt((mu - 1) / (n + 1)) - 1) + c;
  s->sigma = fmin(fmax(s->sigma * exp(c / damping * (sqrt(length) / usual - 1)), 1e-4), 0.5);
}

void rosin_evolution_tell(rosin_evolution *s, const double *value) {
  double clean[ROSIN_EVOLUTION_POINTS], step[ROSIN_EVOLUTION_MOST] = {0};
  int order[ROSIN_EVOLUTION_POINTS];
  for (int k = 0; k < s->points; k++)
    clean[k] = isnan(value[k]) ? HUGE_VAL : value[k];
  rank(clean, s->points, order);
  if (clean[order[0]] < s->best) {
    s->best = clean[order[0]];
    memcpy(s->at, s->point[order[0]], sizeof s->at);
  }
  for (int i = 0; i < s->axes; i++) {
    for (int k = 0; k < s->parents; k++)
      step[i] += s->weight[k] * s->step[order[k]][i];
    s->mean[i] = inside(s->mean[i] + s->sigma * step[i]);
  }
  const double n = s->axes, mu = s->mu_effective;
  const double faster = (n + 2) / 3;
  double c1 = faster * 2 / ((n + 1.3) * (n + 1.3) + mu);
  double cmu = faster * 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu);
  c1 = fmin(c1, 0.5), cmu = fmin(cmu, 1 - c1);
  lengthen(s, step);
  for (int i = 0; i < s->axes; i++) {
    double parents = 0;
    for (int k = 0; k < s->parents; k++)
      parents += s->weight[k] * s->step[order[k]][i] * s->step[order[k]][i];
    s->spread[i] = fmin(
        fmax((1 - c1 - cmu) * s->spread[i] + c1 * s->path[i] * s->path[i] + cmu * parents, 1e-6),
        1e3);
  }
  s->told++;
}
