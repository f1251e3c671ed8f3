/* SPDX-License-Identifier: BSD-3-Clause */
/** Slip of a rolling contact, as signed share. */
#ifndef ROSIN_SLIP_H
#define ROSIN_SLIP_H

#include "friction/law.h"

#include <math.h>

#define ROSIN_ROW_LOW_SPEED(i)                                                                     \
  {                                                                                                \
    "low_speed", "m/s", 1e-6, 1e3, 0.01, "slip is taken over no less than this speed",             \
        (i) * sizeof(double)                                                                       \
  }

/** Slip at relative velocity v = |omega r| - v_body of a surface that rolls at
 *  load->rolling = omega r (Canudas-de-Wit 2003, eq. 3): over the greater of both
 *  speeds, positive for driving, negative for braking, 1 at most; over `low` where
 *  both are slower, so that it is defined at rest. `slope` gets ds/dv. */
static inline double rosin_slip(const rosin_load *load, double v, double low, double *slope) {
  const double body = load->rolling - v, wheel = fabs(load->rolling);
  double over = wheel > low ? wheel : low, over_slope = 0;
  if (fabs(body) > over) {
    over = fabs(body);
    over_slope = body > 0 ? -1 : 1;
  }
  const double s = v / over;
  *slope = (1 - s * over_slope) / over;
  if (fabs(s) <= 1)
    return s;
  *slope = 0; /* wheel and body in opposite directions */
  return copysign(1, s);
}

#endif
