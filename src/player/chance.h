/* SPDX-License-Identifier: BSD-3-Clause */
/** Small human randomness: seeded, the same everywhere. Real-time safe. */
#ifndef ROSIN_CHANCE_H
#define ROSIN_CHANCE_H

typedef struct {
  unsigned long long state;
} rosin_chance;

/** Uniform in -1 ... 1 (splitmix64). */
static inline double rosin_chance_next(rosin_chance *c) {
  unsigned long long z = c->state += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return (double)(z >> 11) * 0x1p-52 - 1;
}

/** A value that drifts about 0 with time constant `tau` (s) and deviation 1. */
typedef struct {
  double value;
} rosin_drift;

static inline double rosin_drift_step(rosin_drift *d, rosin_chance *c, double dt, double tau) {
  const double share = dt < tau ? dt / tau : 1;
  /* uniform steps have variance 1/3; stationary variance 1 */
  d->value += -share * d->value + rosin_chance_next(c) * 2.4494897 * __builtin_sqrt(share);
  return d->value;
}

#endif
