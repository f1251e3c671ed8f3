/* SPDX-License-Identifier: BSD-3-Clause */
/* Schelleng's limits for Helmholtz motion (1973, eq. 2 and 5): 2 Z v / (b d) at most and
 * Z^2 v / (2 R b^2 d) at least, b being the share of what sounds, d the fall of the friction
 * coefficient, and R = 2 Z Q / pi what a string of quality Q on firm ends amounts to. */
#include "pi.h"
#include "waveguide/damping.h"
#include "waveguide/string.h"

#include <math.h>

int rosin_string_rubbed(rosin_body *body, double position, rosin_rubbed *rubbed) {
  const rosin_string *s = (const rosin_string *)body;
  const double hertz = fmax(s->finger, s->spec.frequency), z = s->spec.impedance;
  const double share = position * hertz / s->spec.frequency;
  const double b = fmin(share, 1 - share); /* beyond its middle it is bowed from the other end */
  if (!(b > 1e-3))
    return 0;
  const double q = pi * hertz / fmax(rosin_damping_rate(&s->spec, hertz), 1e-3);
  *rubbed = (rosin_rubbed){
      .least = pi * z / (4 * q * b * b), .greatest = 2 * z / b, .slip = 1 / b, .hertz = hertz};
  return 1;
}
