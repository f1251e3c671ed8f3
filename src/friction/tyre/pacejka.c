/* SPDX-License-Identifier: BSD-3-Clause */
/* Pacejka's magic formula (Bakker et al. 1987; Canudas-de-Wit 2003, eq. 4):
 *   F = c1 sin(c2 atan(c3 s - c4 (c3 s - atan(c3 s)))).
 * s is a share; the constants of Fig. 8 there (c3 = 0.1) are for s in percent. */
#include "friction/rows.h"
#include "friction/scalar.h"
#include "friction/tyre/slip.h"
#include "maths/maths.h"

enum { C1, C2, C3, C4, LOW_SPEED };

static const rosin_parameter table[] = {
    {"c1", "", 0, 100, 1, "peak friction coefficient", ROSIN_ROW(C1)},
    {"c2", "", 0, 2, 2, "shape; above 2 friction would change sign", ROSIN_ROW(C2)},
    {"c3", "", 0, 10000.0, 10, "stiffness, for slip as a share", ROSIN_ROW(C3)},
    {"c4", "", -100, 1, 1, "curvature", ROSIN_ROW(C4)},
    ROSIN_ROW_LOW_SPEED(LOW_SPEED),
    ROSIN_ROW_END,
};

static double map(const double *p, double s, double speed, double *by_s, double *by_speed) {
  (void)speed;
  *by_speed = 0;
  const double x = p[C3] * s, bow = rosin_atan(x), inner = x - p[C4] * (x - bow);
  const double angle = p[C2] * rosin_atan(inner);
  const double inner_slope = p[C3] * (1 - p[C4] * (1 - 1 / (1 + x * x)));
  *by_s = p[C1] * rosin_cos(angle) * p[C2] * inner_slope / (1 + inner * inner);
  return p[C1] * rosin_sin(angle);
}

#define ROSIN_SLIP_LAW rosin_law_pacejka
#define ROSIN_SLIP_NAME "pacejka"
#define ROSIN_SLIP_SUMMARY "magic formula over slip (Bakker 1987; Canudas-de-Wit 2003, eq. 4)"
#include "friction/tyre/slip_ops.h"
