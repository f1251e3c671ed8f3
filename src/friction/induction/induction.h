/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The curve that the induction laws share (Martinez 2025, eq. 8, 11, 38), after a
 * Steinmetz circuit:
 *   F(v) = 2 F_max v_m v / (v^2 + v_m^2),  v_m = v_0 + zeta |v| / 2 + zeta2 v^2 / 2,
 *   F_max = mu N.
 */
#ifndef ROSIN_INDUCTION_H
#define ROSIN_INDUCTION_H

#include "friction/law.h"
#include "friction/rows.h"
#include "friction/tyre/slip.h"

enum {
  INDUCTION_MU,
  INDUCTION_V0,
  INDUCTION_ZETA,
  INDUCTION_ZETA2,
  INDUCTION_SLIP,
  INDUCTION_LOW_SPEED,
  INDUCTION_MU_BACK,
  INDUCTION_V0_BACK,
  INDUCTION_ZETA_BACK,
  INDUCTION_ROWS
};

#define ROSIN_INDUCTION_CORE                                                                       \
  {"mu", "", 0, 100, 0.4, "peak friction coefficient, F_max = mu force", ROSIN_ROW(0)},            \
      {"v0",        "m/s", 1e-6,                                                                   \
       1000,        0.01,  "speed scale of the peak, which is at v0 / (1 - zeta/2)",               \
       ROSIN_ROW(1)},                                                                              \
      {"zeta",      "", 0, 1.99, 0.5, "high-speed share: F -> zeta / (1 + zeta^2/4) F_max",        \
       ROSIN_ROW(2)},                                                                              \
  {                                                                                                \
    "zeta2", "s/m", -1e3, 1e3, 0, "second order of v_m", ROSIN_ROW(3)                              \
  }

#define ROSIN_INDUCTION_TABLE                                                                       \
  ROSIN_INDUCTION_CORE,                                                                             \
      {"slip",                                                                                      \
       "",                                                                                          \
       0,                                                                                           \
       1,                                                                                           \
       0,                                                                                           \
       "1: a law of slip; v0 is a share and zeta2 has no unit",                                     \
       ROSIN_ROW(INDUCTION_SLIP)},                                                                  \
      ROSIN_ROW_LOW_SPEED(INDUCTION_LOW_SPEED),                                                     \
      {"mu_back", "", 0, 100, 1, "mu at v < 0, in shares of mu", ROSIN_ROW(INDUCTION_MU_BACK)},     \
      {"v0_back", "", 1e-3, 1000, 1, "v0 at v < 0, in shares of v0", ROSIN_ROW(INDUCTION_V0_BACK)}, \
  {                                                                                                 \
    "zeta_back", "", 0, 100, 1, "zeta at v < 0, in shares of zeta", ROSIN_ROW(INDUCTION_ZETA_BACK)  \
  }

/** v_m at speed (or slip) u >= 0 and its slope; where zeta2 < 0 would make it
 *  negative far out, it stays at v0/1000. */
static inline double rosin_induction_peak(double v0, double half_zeta, double half_zeta2, double u,
                                          double *slope) {
  const double vm = v0 + half_zeta * u + half_zeta2 * u * u;
  *slope = half_zeta + 2 * half_zeta2 * u;
  if (vm >= 1e-3 * v0)
    return vm;
  *slope = 0;
  return 1e-3 * v0;
}

/** F at velocity v by the rows of ROSIN_INDUCTION_TABLE, and dF/dv. */
double rosin_induction_curve(const double *p, const rosin_load *load, double v, double *slope);

#endif
