/* SPDX-License-Identifier: BSD-3-Clause */
/* Dahl (1968), exponent 1: dF/dx = sigma0 (1 - F sgn(v) / F_c), that is LuGre
 * with f_s = f_c and no damping; rate-independent. */
#include "friction/bristle.h"
#include "friction/bristle_table.h"

enum { SIGMA0, MU_K };

static const rosin_parameter table[] = {
    ROSIN_ROW_SIGMA0(SIGMA0),
    ROSIN_ROW_MU_KINETIC(MU_K),
    ROSIN_ROW_END,
};

static void numbers(const rosin_law *law, double normal, rosin_bristle *b) {
  const double *p = law->value;
  *b = (rosin_bristle){.sigma0 = p[SIGMA0],
                       .coulomb = p[MU_K] * normal,
                       .stiction = p[MU_K] * normal,
                       .stribeck_velocity = 1,
                       .exponent = 2,
                       .plastic = 1};
}

#define ROSIN_BRISTLE_LAW rosin_law_dahl
#define ROSIN_BRISTLE_NAME "dahl"
#define ROSIN_BRISTLE_SUMMARY "hysteresis without dependence on speed (Dahl 1968)"
#include "friction/bristle_ops.h"
