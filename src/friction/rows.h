/* SPDX-License-Identifier: BSD-3-Clause */
/** Parameter rows that several laws have in common. */
#ifndef ROSIN_FRICTION_ROWS_H
#define ROSIN_FRICTION_ROWS_H

#define ROSIN_ROW(index) ((index) * sizeof(double))
/** The same, extensive: the contact's as a whole. */
#define ROSIN_WHOLE_ROW(index) ((index) * sizeof(double)), 1

#define ROSIN_ROW_SIGMA0(i)                                                                        \
  { "sigma0", "N/m", 1, 1e9, 1e4, "bristle stiffness", ROSIN_WHOLE_ROW(i) }
#define ROSIN_ROW_SIGMA1(i)                                                                        \
  { "sigma1", "N s/m", 0, 1e5, 0.1, "bristle damping", ROSIN_WHOLE_ROW(i) }
#define ROSIN_ROW_SIGMA2(i)                                                                        \
  { "sigma2", "N s/m", 0, 1e5, 0, "viscous friction", ROSIN_WHOLE_ROW(i) }
#define ROSIN_ROW_MU_STATIC(i)                                                                     \
  {                                                                                                \
    "mu_static", "", 0, 100, 0.4, "static friction coefficient, f_s = mu_static force",            \
        ROSIN_ROW(i)                                                                               \
  }
#define ROSIN_ROW_MU_KINETIC(i)                                                                    \
  {                                                                                                \
    "mu_kinetic", "", 1e-6, 100, 0.2, "kinetic friction coefficient, f_c = mu_kinetic force",      \
        ROSIN_ROW(i)                                                                               \
  }
#define ROSIN_ROW_STRIBECK_VELOCITY(i)                                                             \
  {                                                                                                \
    "stribeck_velocity", "m/s", 1e-6, 1000, 0.1, "speed at which static friction has worn off",    \
        ROSIN_ROW(i)                                                                               \
  }
#define ROSIN_ROW_STRIBECK_EXPONENT(i)                                                             \
  { "stribeck_exponent", "", 0.1, 10, 2, "n in exp(-|v/v_s|^n)", ROSIN_ROW(i) }
#define ROSIN_ROW_DAMPING_LIMIT(i)                                                                 \
  {                                                                                                \
    "damping_limit", "", 0, 1, 0, "1: sigma1 falls with speed, which is always passive",           \
        ROSIN_ROW(i)                                                                               \
  }
#define ROSIN_ROW_STIFFENING(i)                                                                    \
  {                                                                                                \
    "stiffening", "", 0, 2, 0, "p: sigma0 and sigma1 grow as (force/stiffening_load)^p",           \
        ROSIN_ROW(i)                                                                               \
  }
#define ROSIN_ROW_STIFFENING_LOAD(i)                                                               \
  {                                                                                                \
    "stiffening_load", "N", 1e-6, 1e6, 1, "force at which they are what is given",                 \
        ROSIN_WHOLE_ROW(i)                                                                         \
  }
#define ROSIN_ROW_LOAD_FALL(i)                                                                     \
  {                                                                                                \
    "load_fall", "", 0, 1, 0,                                                                      \
        "a load that falls: 0 hold, at once what it can hold; 1 relax, by sliding alone",          \
        ROSIN_ROW(i)                                                                               \
  }
#define ROSIN_ROW_END                                                                              \
  { NULL, NULL, 0, 0, 0, NULL, 0 }

#endif
