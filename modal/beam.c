/* SPDX-License-Identifier: BSD-3-Clause */
/* The frequency equations are cosh b cos b = 1 (free, clamped at both ends) and
 * = -1 (clamped at one). Shapes are written without the difference of large numbers
 * that cosh - s sinh is from the sixth mode on. */
#include "modal/beam.h"
#include "maths/maths.h"
#include "pi.h"

double rosin_beam_root(rosin_beam beam, int n) {
  const double side = beam == ROSIN_BEAM_CLAMPED_FREE ? -1 : 1;
  double b = beam == ROSIN_BEAM_CLAMPED_FREE ? (n - 0.5) * pi : (n + 0.5) * pi;
  /* cos b = side / cosh b, solved for the distance from the zero of the cosine */
  for (int i = 0; i < 60; i++) {
    const double f = rosin_cos(b) - side / rosin_cosh(b),
                 d = -rosin_sin(b) + side * rosin_tanh(b) / rosin_cosh(b);
    b -= f / d;
  }
  return b;
}

double rosin_beam_shape(rosin_beam beam, double b, double x) {
  const double e = rosin_exp(-b), sign = beam == ROSIN_BEAM_FREE ? 1 : -1;
  double s, rise; /* s, and (1 - s) e^b */
  if (beam == ROSIN_BEAM_CLAMPED_FREE) {
    const double d = 0.5 * (1 - e * e + 2 * e * rosin_sin(b));
    s = (0.5 * (1 + e * e) + e * rosin_cos(b)) / d;
    rise = (rosin_sin(b) - rosin_cos(b) - e) / d;
  } else {
    const double d = 0.5 * (1 - e * e - 2 * e * rosin_sin(b));
    s = (0.5 * (1 + e * e) - e * rosin_cos(b)) / d;
    rise = (rosin_cos(b) - rosin_sin(b) - e) / d;
  }
  return 0.5 * (rise * rosin_exp(b * (x - 1)) + (1 + s) * rosin_exp(-b * x)) +
         sign * (rosin_cos(b * x) - s * rosin_sin(b * x));
}
