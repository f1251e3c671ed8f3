/* SPDX-License-Identifier: BSD-3-Clause */
/* The root (Canudas-de-Wit 2003, eq. 8): F = c1 sqrt(s) - c2 s. Its slope at no slip
 * is infinite; the root is smoothed below s = 1e-8. */
#include "friction/rows.h"
#include "friction/scalar.h"
#include "friction/tyre/slip.h"

enum { C1, C2, LOW_SPEED };

static const rosin_parameter table[] = {
    {"c1", "", 0, 10000.0, 3, "of the root", ROSIN_ROW(C1)},
    {"c2", "", 0, 10000.0, 2, "of the line; friction changes sign at (c1/c2)^2", ROSIN_ROW(C2)},
    ROSIN_ROW_LOW_SPEED(LOW_SPEED),
    ROSIN_ROW_END,
};

static double map(const double *p, double s, double speed, double *by_s, double *by_speed) {
  (void)speed;
  *by_speed = 0;
  const double smooth = s + 1e-8, root = sqrt(smooth);
  *by_s = p[C1] * (1 - 0.5 * s / smooth) / root - p[C2];
  return p[C1] * s / root - p[C2] * s;
}

#define ROSIN_SLIP_LAW rosin_law_root
#define ROSIN_SLIP_NAME "root"
#define ROSIN_SLIP_SUMMARY "square root over slip (Canudas-de-Wit 2003, eq. 8)"
#include "friction/tyre/slip_ops.h"
