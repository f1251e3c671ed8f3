/* SPDX-License-Identifier: BSD-3-Clause */
/* Burckhardt, three parameters (Canudas-de-Wit 2003, eq. 7):
 *   F = c1 (1 - exp(-c2 s)) - c3 s. Defaults: dry asphalt. */
#include "friction/rows.h"
#include "friction/scalar.h"
#include "friction/tyre/slip.h"
#include "maths/maths.h"

enum { C1, C2, C3, LOW_SPEED };

static const rosin_parameter table[] = {
    {"c1", "", 0, 100, 1.2801, "level", ROSIN_ROW(C1)},
    {"c2", "", 0, 10000.0, 23.99, "rise with slip", ROSIN_ROW(C2)},
    {"c3", "", 0, 100, 0.52, "fall towards sliding", ROSIN_ROW(C3)},
    ROSIN_ROW_LOW_SPEED(LOW_SPEED),
    ROSIN_ROW_END,
};

static double map(const double *p, double s, double speed, double *by_s, double *by_speed) {
  (void)speed;
  *by_speed = 0;
  const double rise = rosin_exp(-p[C2] * s);
  *by_s = p[C1] * p[C2] * rise - p[C3];
  return p[C1] * (1 - rise) - p[C3] * s;
}

#define ROSIN_SLIP_LAW rosin_law_burckhardt_3
#define ROSIN_SLIP_NAME "burckhardt-3"
#define ROSIN_SLIP_SUMMARY "exponential over slip (Canudas-de-Wit 2003, eq. 7)"
#include "friction/tyre/slip_ops.h"
