/* SPDX-License-Identifier: BSD-3-Clause */
/* See wedge.h. Between the points of the grid the logarithms are linear, in semitones and in the
 * logarithms of place and speed. */
#include "player/bow/wedge.h"
#include "maths/maths.h"

#include <math.h>

/* Where `x` lies: `index` and the next, and the share of the way to it. */
typedef struct {
  int index, next;
  double share;
} spot;

static spot find(const double *axis, int count, double x, int logarithmic) {
  int i = 0;
  while (i + 2 < count && x > axis[i + 1])
    i++;
  if (count < 2)
    return (spot){0, 0, 0};
  const double a = axis[i], b = axis[i + 1];
  const double u = logarithmic ? rosin_log(x / a) / rosin_log(b / a) : (x - a) / (b - a);
  return (spot){i, i + 1, fmin(fmax(u, 0), 1)};
}

static double between(const rosin_model_wedge *w, const double *table, spot s, spot k, spot v) {
  double sum = 0;
  for (int i = 0; i < 8; i++) {
    const int at =
        ((i & 1 ? s.next : s.index) * w->places + (i & 2 ? k.next : k.index)) * w->speeds +
        (i & 4 ? v.next : v.index);
    sum += (i & 1 ? s.share : 1 - s.share) * (i & 2 ? k.share : 1 - k.share) *
           (i & 4 ? v.share : 1 - v.share) * rosin_log(table[at]);
  }
  return rosin_exp(sum);
}

/* How far beyond an axis, as a factor. */
static double beyond(const double *axis, int count, double x) {
  return x / fmin(fmax(x, axis[0]), axis[count - 1]);
}

int rosin_wedge_at(const rosin_model_wedge *w, double stop, double place, double speed, double *low,
                   double *high) {
  if (w->stops < 1)
    return 0;
  const spot s = find(w->stop, w->stops, stop, 0), k = find(w->place, w->places, place, 1),
             v = find(w->speed, w->speeds, speed, 1);
  const double far = beyond(w->place, w->places, place), fast = beyond(w->speed, w->speeds, speed);
  *low = between(w, w->low, s, k, v) * fast / (far * far);
  *high = between(w, w->high, s, k, v) * fast / far;
  return 1;
}

/* A partial whose node is under the bow takes no part in what holds the corner together: near a
 * fifth and a sixth there are forces, in the midst of those that play, that give two slips. */
double rosin_clear_of_nodes(double beta, double near) {
  for (int n = 3; n <= 7; n++) {
    const double away = rosin_log(beta * n);
    if (fabs(away) < near)
      return rosin_exp(away < 0 ? -near : near) / n;
  }
  return beta;
}
