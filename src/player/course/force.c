/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/course/force.h"
#include "maths/maths.h"
#include "player/bow/wedge.h"

#include <math.h>

/* Schelleng's greatest force for Helmholtz motion (Schelleng 1973, eq. 2), N. */
double rosin_bow_greatest(const rosin_course *c, double speed, double beta) {
  return 2 * c->impedance * speed / (beta * c->slack);
}

/* Where the bow usually is on this note, as a share of the open string: nearer the bridge for short
 * strings, so that its share of the sounding length grows less than the notes rise. */
double rosin_bow_usual_place(const rosin_player *p, const rosin_course *c) {
  return p->instrument->bow_position * rosin_pow(fmax(c->wanted / c->partial / c->open, 1), -0.6);
}

/* Forces that play, from airy to dense: what was measured of this string, less a margin, or shares
 * of Schelleng's greatest, well above his least, Z^2 v / (2 beta^2 R dmu), R being what the bridge
 * takes away. */
static void plain_limits(const rosin_player *p, const rosin_course *c, double speed, double place,
                         double *low, double *high) {
  const double ratio = fmax(c->wanted / c->partial / c->open, 1), beta = fmin(place * ratio, 0.45);
  if (c->wedge && rosin_wedge_at(c->wedge, 12 * rosin_log2(ratio),
                                 place / rosin_bow_usual_place(p, c), speed, low, high)) {
    const double room = sqrt(*high / *low);
    *low *= fmin(1.25, room);
    *high /= fmin(1.1, room);
    return;
  }
  const double most = rosin_bow_greatest(c, speed, beta);
  const double least = c->impedance * c->impedance * speed /
                       (2 * beta * beta * p->instrument->resistance * c->slack);
  *low = fmin(fmax(1.5 * least, 0.12 * most), 0.5 * most);
  *high = 0.65 * most;
}

/* Of a harmonic each of its loops is a string, of which the bow takes a larger share: Schelleng's
 * limits go with 1/beta^2 and 1/beta. */
void rosin_bow_limits(const rosin_player *p, const rosin_course *c, double speed, double place,
                      double *low, double *high) {
  plain_limits(p, c, speed, place, low, high);
  *low /= c->partial * c->partial;
  *high /= c->partial;
}

double rosin_bow_force(const rosin_player *p, const rosin_course *c, double speed, double place,
                       double press) {
  double low, high;
  rosin_bow_limits(p, c, speed, place, &low, &high);
  return low * rosin_pow(high / low, press);
}
