/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/limit.h"
#include "maths/maths.h"

#include <math.h>

static const float knee = 0.7f, room = 0.29f;

float rosin_limit(float x) {
  const float size = fabsf(x);
  if (size <= knee)
    return x;
  return isnan(x) ? 0
                  : copysignf(knee + room * (float)rosin_tanh((double)((size - knee) / room)), x);
}
