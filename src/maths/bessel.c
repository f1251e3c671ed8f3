/* SPDX-License-Identifier: BSD-3-Clause */
/* J_n(x) by Miller's recurrence from above, where it is stable: J_(m-1) = 2m/x J_m - J_(m+1),
 * scaled by J_0^2 + 2 sum J_m^2 = 1 (Abramowitz and Stegun 9.1.27, 9.1.76), in which nothing
 * cancels. */
#include "maths/scalar.h"

double rosin_bessel(int n, double x) {
  const double size = fabs(x), large = 0x1p300;
  if (x != x)
    return x;
  if (size < 0x1p-60 || size > 1e6)
    return n || size > 1e6 ? 0 : 1;
  const int top = (int)fmax(n, size), from = top + 20 + (int)(4 * sqrt(top));
  double above = 0, here = 0x1p-300, found = 0, sum = 0;
  for (int m = from; m >= 0; m--) { /* here: J_m, but for a scale */
    if (m == n)
      found = here;
    sum += (m ? 2 : 1) * (here * here);
    const double below = 2 * m / size * here - above;
    above = here;
    here = below;
    if (fabs(here) > large) {
      here *= 0x1p-300;
      above *= 0x1p-300;
      found *= 0x1p-300;
      sum *= 0x1p-300 * 0x1p-300;
    }
  }
  return (x < 0 && n & 1 ? -found : found) / sqrt(sum);
}
