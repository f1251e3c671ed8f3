/* SPDX-License-Identifier: BSD-3-Clause */
/* Where on a pad a bow's string sings: lines of equal force, for all that draw one. */
#include "core/view.h"
#include "maths/maths.h"

#include <math.h>

enum { LINES = 10 };

static const double quieter = 11; /* dB, of a light hand: player/bow/pad.c */

/* N at a point of the pad, as the bow's limits say. */
static double force_at(const rosin_view *s, double across, double up) {
  const double speed = fabs(across) * rosin_pow(10, -quieter * (1 - up) / 20) * ROSIN_VIEW_SPEEDS;
  const double at = fmin(fmax(speed - 1, 0), ROSIN_VIEW_SPEEDS - 1.001);
  const int i = (int)at;
  const double low = (double)s->low[i] + (at - i) * (double)(s->low[i + 1] - s->low[i]);
  const double high = (double)s->high[i] + (at - i) * (double)(s->high[i + 1] - s->high[i]);
  const double slow = fmin(speed, 1); /* below the slowest: in proportion */
  return low > 0 ? slow * low * rosin_pow(high / low, up) : 0;
}

double rosin_view_reached(const rosin_view *s, double force, double up) {
  if (force_at(s, 1, up) < force)
    return -1;
  double low = 0, high = 1;
  for (int i = 0; i < 20; i++) {
    const double middle = 0.5 * (low + high);
    if (force_at(s, middle, up) < force)
      low = middle;
    else
      high = middle;
  }
  return high;
}

int rosin_view_lines(const rosin_view *s, int most, double *force) {
  static const double worth[LINES] = {0.1, 0.2, 0.5, 1, 2, 3, 5, 8, 12, 20};
  int lines = 0;
  for (int i = LINES - 1; i >= 0 && lines < most; i--) {
    const double at = rosin_view_reached(s, worth[i], 1);
    if (at >= 0 && at < 0.95)
      force[lines++] = worth[i];
  }
  return lines;
}

int rosin_core_region(rosin_core *core, int most, int count, float *number) {
  rosin_view view;
  double force[LINES];
  if (rosin_core_view(core, &view) || view.low[0] <= 0)
    return 0;
  const int lines = rosin_view_lines(&view, most < LINES ? most : LINES, force);
  for (int k = 0; k < lines; k++) {
    *number++ = (float)force[k];
    for (int i = 0; i < count; i++)
      *number++ = (float)rosin_view_reached(&view, force[k], (double)i / (count - 1));
  }
  return lines;
}
