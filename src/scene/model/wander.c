/* SPDX-License-Identifier: BSD-3-Clause */
/* Of two paces, as tremor rides on drift. */
#include "scene/model/wander.h"
#include "maths/maths.h"

#include <math.h>

static const double slow = 0.85, quick = 0.527; /* their squares sum to 1 */
static const double quicker = 3.1;
static const double bound = 2.6;

double rosin_wander_at(rosin_course_leg leg[2], uint64_t seed, double pace, double time) {
  const double turns = time / pace;
  const double x = slow * rosin_course_at(&leg[0], seed, turns) +
                   quick * rosin_course_at(&leg[1], ~seed, quicker * turns);
  return fmin(fmax(x, -bound), bound);
}

double rosin_wander_most(double share) {
  return rosin_exp(bound * share - 0.5 * share * share);
}
