/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/course/tone.h"
#include "maths/maths.h"

#include <math.h>

/* Of a harmonic each loop is a string of its own: the bow keeps within a quarter of the first. */
double rosin_tone_loop(const rosin_course *c) {
  static const double LOOP = 2.2;
  return c->partial > 2 ? LOOP / c->partial : 1;
}

/* From over the fingerboard to beside the bridge: how much farther the bow is, how much faster it
 * goes there, so that it is about as loud, and how much more it leans into the string. */
double rosin_tone_toward(const rosin_player *p, const rosin_course *c, double tasto,
                         double bridge) {
  const double x = p->s.by_hand >= 0.5 ? 0 : ROSIN_TOLD(p, c, ponticello);
  return x == 0 ? 1 : rosin_pow(x < 0 ? tasto : bridge, fabs(x));
}

double rosin_tone_bears(const rosin_course *c, double most) {
  return rosin_pow(most, 1 / fmax(c->heft, 1));
}

/* Beside the bridge hair bears on its edge, and gives way less; and the stick is wood. */
static double harder(const rosin_player *p, const rosin_course *c) {
  static const double edge = 9, wood = 15;
  return c->articulation == ROSIN_WOOD_DRAWN
             ? rosin_tone_bears(c, wood)
             : rosin_tone_toward(p, c, 1, rosin_tone_bears(c, edge));
}

/* Values of the law itself, taken back afterwards. */
void rosin_tone_take_edge(const rosin_player *p, rosin_course *c) {
  const double stiff = c->hair_stiff * harder(p, c);
  if (stiff == c->stiff || !isfinite(stiff))
    return;
  c->stiff = stiff;
  rosin_contact_set(c->bow, "sigma0", stiff, NULL);
}
