/* SPDX-License-Identifier: BSD-3-Clause */
/* Value noise: random values at even times, from a random start, the smoothest step between; of
 * two paces, as tremor rides on drift. */
#include "scene/wander.h"

#include <math.h>

static const double slow = 0.85, quick = 0.527; /* their squares sum to 1 */
static const double quicker = 3.1;
static const double bound = 2.6;

/* splitmix64 */
static uint64_t mix(uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Uniform in -1..1. */
static double uniform(uint64_t z) {
  return (double)(mix(z) >> 11) * 0x1p-52 - 1;
}

uint64_t rosin_wander_seed(uint64_t seed, const char *owner, const char *name) {
  uint64_t z = mix(seed);
  for (const char *c = owner; *c; c++)
    z = mix(z ^ (unsigned char)*c);
  for (const char *c = name; *c; c++)
    z = mix(z + (unsigned char)*c);
  return z;
}

/* Of variance 1: uniform values have 1/3, and between two of them it is less. */
static double course(uint64_t seed, double turns) {
  const double at = turns + 1000 * (1 + uniform(seed)), low = floor(at), u = at - low;
  const uint64_t k = (uint64_t)low;
  const double a = uniform(seed + 0x632be59bd9b4e019u * (k + 1));
  const double b = uniform(seed + 0x632be59bd9b4e019u * (k + 2));
  const double w = u * u * u * (u * (6 * u - 15) + 10);
  return 1.957 * (a + w * (b - a));
}

double rosin_wander_smooth(uint64_t seed, double pace, double time) {
  return course(seed, time / pace);
}

double rosin_wander_at(uint64_t seed, double pace, double time) {
  const double turns = time / pace;
  const double x = slow * course(seed, turns) + quick * course(~seed, quicker * turns);
  return fmin(fmax(x, -bound), bound);
}

double rosin_wander_most(double share) {
  return exp(bound * share - 0.5 * share * share);
}
