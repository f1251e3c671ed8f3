/* SPDX-License-Identifier: BSD-3-Clause */
/** A string without torsion, of an inharmonicity B (Fletcher 1964), whose first partial is tuned.
 */
#ifndef ROSIN_TEST_PLAIN_STRING_H
#define ROSIN_TEST_PLAIN_STRING_H

#include "rosin.h"

#include <math.h>

static inline rosin_string_spec plain_string(double frequency, double b) {
  static const double pi = 3.14159265358979323846;
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.torsion_frequency = 0;
  s.frequency = frequency;
  s.bending_stiffness =
      b * 2 * pow(s.length, 3) * frequency / sqrt(1 + b) * s.impedance / (pi * pi);
  return s;
}

#endif
