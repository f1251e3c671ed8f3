/* SPDX-License-Identifier: BSD-3-Clause */
/* Burckhardt, with velocity (Canudas-de-Wit 2003, eq. 5):
 *   F = (c1 (1 - exp(-c2 s)) - c3 s) exp(-c4 v), v the speed of the body.
 * Defaults: dry asphalt. */
#include "friction/rows.h"
#include "friction/scalar.h"
#include "friction/tyre/slip.h"
#include "maths/maths.h"

enum { C1, C2, C3, C4, LOW_SPEED };

static const rosin_parameter table[] = {
    {"c1", "", 0, 100, 1.2801, "level", ROSIN_ROW(C1)},
    {"c2", "", 0, 10000.0, 23.99, "rise with slip", ROSIN_ROW(C2)},
    {"c3", "", 0, 100, 0.52, "fall towards sliding", ROSIN_ROW(C3)},
    {"c4", "s/m", 0, 10, 0.02, "fall with the speed of the body", ROSIN_ROW(C4)},
    ROSIN_ROW_LOW_SPEED(LOW_SPEED),
    ROSIN_ROW_END,
};

static double map(const double *p, double s, double speed, double *by_s, double *by_speed) {
  const double fade = rosin_exp(-p[C4] * speed), rise = rosin_exp(-p[C2] * s);
  const double f = (p[C1] * (1 - rise) - p[C3] * s) * fade;
  *by_s = (p[C1] * p[C2] * rise - p[C3]) * fade;
  *by_speed = -p[C4] * f;
  return f;
}

#define ROSIN_SLIP_LAW rosin_law_burckhardt
#define ROSIN_SLIP_NAME "burckhardt"
#define ROSIN_SLIP_SUMMARY "exponential over slip and speed (Canudas-de-Wit 2003, eq. 5)"
#include "friction/tyre/slip_ops.h"
