/* SPDX-License-Identifier: BSD-3-Clause */
/* Value noise. */
#include "course.h"

#include <math.h>

uint64_t rosin_course_seed(uint64_t seed, const char *owner, const char *name) {
  uint64_t z = rosin_course_mix(seed);
  for (const char *c = owner; *c; c++)
    z = rosin_course_mix(z ^ (unsigned char)*c);
  for (const char *c = name; *c; c++)
    z = rosin_course_mix(z + (unsigned char)*c);
  return z;
}

/* The k-th of its values. */
static double chance(uint64_t seed, uint64_t k) {
  return rosin_course_uniform(seed + 0x632be59bd9b4e019u * (k + 1));
}

/* Uniform values have a variance of 1/3, and between two of them it is less. */
double rosin_course_at(rosin_course_leg *leg, uint64_t seed, double turns) {
  if (!leg->known || leg->seed != seed)
    *leg = (rosin_course_leg){
        .known = 1, .seed = seed, .start = 1000 * (1 + rosin_course_uniform(seed)), .low = NAN};
  const double at = turns + leg->start;
  if (!(at >= leg->low && at < leg->low + 1)) {
    leg->low = floor(at);
    const uint64_t k = (uint64_t)(int64_t)leg->low;
    leg->a = chance(seed, k);
    leg->b = chance(seed, k + 1);
  }
  const double u = at - leg->low;
  const double w = u * u * u * (u * (6 * u - 15) + 10);
  return 1.957 * (leg->a + w * (leg->b - leg->a));
}
