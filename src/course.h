/* SPDX-License-Identifier: BSD-3-Clause */
/** Smooth random courses: random values at whole turns, from a random start, the smoothest step
 *  between. Known at every turn, so that they are the same however one goes along them. Used for
 *  hands that stray in time (scene/model/wander.h) and for surfaces that differ from place to place
 *  (contact/roughness.h). */
#ifndef ROSIN_RANDOM_COURSE_H
#define ROSIN_RANDOM_COURSE_H

#include <stdint.h>

/** A number made of another by splitmix64. Real-time safe. */
static inline uint64_t rosin_course_mix(uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/** Uniform in -1 ... 1, of variance 1/3, for each z. Real-time safe. */
static inline double rosin_course_uniform(uint64_t z) {
  return (double)(rosin_course_mix(z) >> 11) * 0x1p-52 - 1;
}

/** What was last looked up of a course, so that the next look-up there is quick; all 0 at first. */
typedef struct {
  int known;
  uint64_t seed;
  double start, low, a, b;
} rosin_course_leg;

/** Where the course of that seed is at `turns`: mean 0, variance 1, within -2 and 2, nowhere
 *  steeper than 7.4 a turn. Real-time safe. */
double rosin_course_at(rosin_course_leg *leg, uint64_t seed, double turns);
/** Seed of a course of its own, for the thing of that name in what has that seed. */
uint64_t rosin_course_seed(uint64_t seed, const char *owner, const char *name);

#endif
