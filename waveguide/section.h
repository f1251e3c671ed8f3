/* SPDX-License-Identifier: BSD-3-Clause */
/** An allpass of second order as two nested rotations (the normalised lattice of Gray and
 *  Markel, 1975), 1 + k1 (1 + k2) / z + k2 / z^2 under it. */
#ifndef ROSIN_SECTION_H
#define ROSIN_SECTION_H

/** A sample through it, k^2 + c^2 = 1: what leaves and what stays hold, in squares, what came and
 *  what was there, whatever the coefficients were before. Real-time safe. */
static inline double rosin_section(double k1, double c1, double k2, double c2, double state[2],
                                   double x) {
  const double inner = c2 * x - k2 * state[1], out = k2 * x + c2 * state[1];
  state[1] = k1 * inner + c1 * state[0];
  state[0] = c1 * inner - k1 * state[0];
  return out;
}

/** The sample that came, from what left and what stays: the same rotations backward.
 *  Real-time safe. */
static inline double rosin_section_back(double k1, double c1, double k2, double c2, double state[2],
                                        double out) {
  const double inner = k1 * state[1] + c1 * state[0], before = c1 * state[1] - k1 * state[0];
  state[0] = before;
  state[1] = c2 * out - k2 * inner;
  return c2 * inner + k2 * out;
}

#endif
