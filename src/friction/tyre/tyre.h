/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What the LuGre tyre laws have in common (Canudas-de-Wit, Tsiotras, Velenis, Basset
 * and Gissinger 2003): parameters per unit load, the steady friction
 *   g(v) = theta (mu_c + (mu_s - mu_c) exp(-|v/v_s|^alpha))                  (26)
 * and the renewal of bristles by rolling.
 */
#ifndef ROSIN_TYRE_H
#define ROSIN_TYRE_H

#include "friction/law.h"
#include "friction/rows.h"
#include "maths/maths.h"

#include <math.h>

enum {
  TYRE_SIGMA0,
  TYRE_SIGMA1,
  TYRE_SIGMA2,
  TYRE_MU_S,
  TYRE_MU_K,
  TYRE_V_S,
  TYRE_EXPONENT,
  TYRE_LENGTH,
  TYRE_ROWS
};

/* Defaults: Table 1 */
#define ROSIN_TYRE_TABLE                                                                            \
  {                                                                                                 \
      "sigma0",                                                                                     \
      "1/m",                                                                                        \
      1e-3,                                                                                         \
      1e9,                                                                                          \
      181.54,                                                                                       \
      "bristle stiffness, per unit load",                                                           \
      ROSIN_ROW(TYRE_SIGMA0)},                                                                      \
      {"sigma1", "s/m", 0, 1e6, 0, "bristle damping, per unit load", ROSIN_ROW(TYRE_SIGMA1)},       \
      {"sigma2", "s/m", 0, 1e3, 0.0018, "viscous friction, per unit load", ROSIN_ROW(TYRE_SIGMA2)}, \
      {"mu_static", "", 1e-6, 100, 1.55, "static friction coefficient", ROSIN_ROW(TYRE_MU_S)},      \
      {"mu_kinetic", "", 1e-6, 100, 0.8, "kinetic friction coefficient", ROSIN_ROW(TYRE_MU_K)},     \
      {"stribeck_velocity", "m/s", 1e-6, 1000, 6.57, "speed at which static friction has worn off", \
       ROSIN_ROW(TYRE_V_S)},                                                                        \
      {"stribeck_exponent",     "", 0.1, 10, 0.5, "alpha in exp(-|v/v_s|^alpha)",                   \
       ROSIN_ROW(TYRE_EXPONENT)},                                                                   \
  {                                                                                                 \
    "length", "m", 1e-5, 10, 0.2, "length of the patch, L", ROSIN_ROW(TYRE_LENGTH)                  \
  }

/** b(v) = sigma0 |v| / g(v), 1/s, the rate at which sliding wears a bristle off,
 *  and its slope. */
static inline double rosin_tyre_wear(const double *p, const rosin_load *load, double v,
                                     double *slope) {
  const double speed = fabs(v), u = speed / p[TYRE_V_S], n = p[TYRE_EXPONENT];
  const double power = n == 1 ? u : n == 0.5 ? sqrt(u) : n == 2 ? u * u : rosin_pow(u, n);
  const double road = rosin_load_road(load);
  const double excess = (p[TYRE_MU_S] - p[TYRE_MU_K]) * rosin_exp(-power);
  const double g = road * (p[TYRE_MU_K] + excess);
  const double g_bend = -road * excess * p[TYRE_EXPONENT] * power; /* |v| dg/d|v| */
  const double by_speed = p[TYRE_SIGMA0] / g * (1 - g_bend / g);
  *slope = v < 0 ? -by_speed : by_speed;
  return p[TYRE_SIGMA0] * speed / g;
}

/** The most a bristle can be bent, m. */
static inline double rosin_tyre_limit(const double *p, const rosin_load *load) {
  return rosin_load_road(load) * fmax(p[TYRE_MU_S], p[TYRE_MU_K]) / p[TYRE_SIGMA0];
}

/** Rolling carries bristles off and brings fresh ones: a cell of a patch, wearing at
 *  rate b, exchanges its mean deflection for that before it at rate c k. With
 *  x = b cell / speed these make each cell's steady mean exact:
 *  k = x (1 - e^-x)/(x - 1 + e^-x) where z = 0 enters (of a single cell: eq. 67),
 *  k = x/(e^x - 1) where the cell before ends. `slope` gets dk/dx. */
#define ROSIN_TYRE_STILL 1e-200 /* exchanges a second that are none */

double rosin_tyre_entry(double x, double *slope);
double rosin_tyre_passage(double x, double *slope);

#endif
