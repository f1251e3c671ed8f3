/* SPDX-License-Identifier: BSD-3-Clause */
/** An allpass of second order as two nested rotations (the normalised lattice of Gray and
 *  Markel, 1975), 1 + k1 (1 + k2) / Z + k2 / Z^2 under it, Z = z^2: what comes meets what was left
 * two samples ago, so two samples go through side by side. */
#ifndef ROSIN_SECTION_H
#define ROSIN_SECTION_H

#include "vector.h"

/** State of the sample that comes next and of the one after it. */
typedef struct {
  rosin_two inner, outer;
} rosin_section_state;

/** Two samples through it, k^2 + c^2 = 1: what leaves and what stays hold, in squares, what came
 *  and what was there, whatever the coefficients were before. Real-time safe. */
static inline rosin_two rosin_section_pair(rosin_two k1, rosin_two c1, rosin_two k2, rosin_two c2,
                                           rosin_section_state *s, rosin_two x) {
  const rosin_two inner = c2 * x - k2 * s->outer, out = k2 * x + c2 * s->outer;
  s->outer = k1 * inner + c1 * s->inner;
  s->inner = c1 * inner - k1 * s->inner;
  return out;
}

/** The same of one sample, bit for bit. Real-time safe. */
static inline double rosin_section(double k1, double c1, double k2, double c2,
                                   rosin_section_state *s, double x) {
  const double was = s->outer[0], within = s->inner[0];
  const double inner = c2 * x - k2 * was, out = k2 * x + c2 * was;
  s->outer = (rosin_two){s->outer[1], k1 * inner + c1 * within};
  s->inner = (rosin_two){s->inner[1], c1 * inner - k1 * within};
  return out;
}

/** The sample that came last, from what left and what stays: the same rotations backward.
 *  Real-time safe. */
static inline double rosin_section_back(double k1, double c1, double k2, double c2,
                                        rosin_section_state *s, double out) {
  const double is = s->outer[1], within = s->inner[1];
  const double inner = k1 * is + c1 * within;
  s->inner = (rosin_two){c1 * is - k1 * within, s->inner[0]};
  s->outer = (rosin_two){c2 * out - k2 * inner, s->outer[0]};
  return c2 * inner + k2 * out;
}

#endif
