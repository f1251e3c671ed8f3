/* SPDX-License-Identifier: BSD-3-Clause */
/* LuGre (Canudas-de-Wit, Olsson, Astrom and Lischinsky 1995): elasto-plastic
 * with adhesion fixed at 1. It creeps under any oscillating load. */
#include "friction/bristle/bristle.h"
#include "friction/rows.h"

enum {
  SIGMA0,
  SIGMA1,
  SIGMA2,
  MU_S,
  MU_K,
  V_S,
  EXPONENT,
  LIMIT,
  STIFFENING,
  STIFFENING_LOAD,
  LOAD_FALL
};

static const rosin_parameter table[] = {
    ROSIN_ROW_SIGMA0(SIGMA0),
    ROSIN_ROW_SIGMA1(SIGMA1),
    ROSIN_ROW_SIGMA2(SIGMA2),
    ROSIN_ROW_MU_STATIC(MU_S),
    ROSIN_ROW_MU_KINETIC(MU_K),
    ROSIN_ROW_STRIBECK_VELOCITY(V_S),
    ROSIN_ROW_STRIBECK_EXPONENT(EXPONENT),
    ROSIN_ROW_DAMPING_LIMIT(LIMIT),
    ROSIN_ROW_STIFFENING(STIFFENING),
    ROSIN_ROW_STIFFENING_LOAD(STIFFENING_LOAD),
    ROSIN_ROW_LOAD_FALL(LOAD_FALL),
    ROSIN_ROW_END,
};

static void numbers(const rosin_law *law, rosin_bristle *b) {
  const double *p = law->value;
  *b = (rosin_bristle){.sigma0 = p[SIGMA0],
                       .sigma1 = p[SIGMA1],
                       .sigma2 = p[SIGMA2],
                       .unit_coulomb = p[MU_K],
                       .unit_stiction = p[MU_S],
                       .stribeck_velocity = p[V_S],
                       .exponent = p[EXPONENT],
                       .plastic = 1,
                       .limited = p[LIMIT] >= 0.5,
                       .stiffening = p[STIFFENING],
                       .per_reference = 1 / p[STIFFENING_LOAD],
                       .relaxes = p[LOAD_FALL] >= 0.5};
}

#define ROSIN_BRISTLE_LAW rosin_law_lugre
#define ROSIN_BRISTLE_NAME "lugre"
#define ROSIN_BRISTLE_SUMMARY                                                                      \
  "bristles that always slip a little; creeps under small loads (Canudas-de-Wit 1995)"
#include "friction/bristle/bristle_ops.h"
