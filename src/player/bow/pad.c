/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/bow/pad.h"
#include "maths/maths.h"

#include <math.h>

/* dB that a bow at the lower edge is slower. Force alone is hardly heard as loudness: while a
 * string slips once a period its swing goes with the bow's speed (Schelleng 1973), so a light hand
 * draws less. */
static const double quieter = 11;

static double within(double x, double low, double high) {
  return isnan(x) ? fmax(low, 0) : fmin(fmax(x, low), high);
}

rosin_pad_bow rosin_pad_at(double across, double up, double reach) {
  const double press = within(up, 0, 1);
  const double share = rosin_pow(10, -quieter * (1 - press) / 20);
  return (rosin_pad_bow){.speed = within(across, -1, 1) * share * reach, .press = press};
}
