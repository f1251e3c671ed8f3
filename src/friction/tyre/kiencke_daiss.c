/* SPDX-License-Identifier: BSD-3-Clause */
/* Kiencke and Daiss (Canudas-de-Wit 2003, eq. 6): F = ks s / (c1 s^2 + c2 s + 1). */
#include "friction/rows.h"
#include "friction/scalar.h"
#include "friction/tyre/slip.h"

enum { KS, C1, C2, LOW_SPEED };

static const rosin_parameter table[] = {
    {"ks", "", 0, 10000.0, 30, "slope at no slip", ROSIN_ROW(KS)},
    {"c1", "", 0, 1000000.0, 20, "peak at slip 1/sqrt(c1)", ROSIN_ROW(C1)},
    {"c2", "", 0, 1000000.0, 17, "peak of ks / (2 sqrt(c1) + c2)", ROSIN_ROW(C2)},
    ROSIN_ROW_LOW_SPEED(LOW_SPEED),
    ROSIN_ROW_END,
};

static double map(const double *p, double s, double speed, double *by_s, double *by_speed) {
  (void)speed;
  *by_speed = 0;
  const double over = p[C1] * s * s + p[C2] * s + 1;
  *by_s = p[KS] * (1 - p[C1] * s * s) / (over * over);
  return p[KS] * s / over;
}

#define ROSIN_SLIP_LAW rosin_law_kiencke_daiss
#define ROSIN_SLIP_NAME "kiencke-daiss"
#define ROSIN_SLIP_SUMMARY "rational over slip (Canudas-de-Wit 2003, eq. 6)"
#include "friction/tyre/slip_ops.h"
