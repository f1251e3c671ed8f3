/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/course/hand.h"
#include "player/course/force.h"

#include <math.h>

/* The fastest (m/s) that a hand draws this string at this press: beyond it, what plays wants more
 * force than a hand has. */
static double reach_at(const rosin_player *p, const rosin_course *c, double place, double press) {
  enum { HALVINGS = 14 };
  double slow = 0.005, fast = ROSIN_PLAYER_FASTEST;
  if (rosin_bow_force(p, c, fast, place, press) <= p->instrument->hand_force)
    return fast;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = sqrt(slow * fast);
    if (rosin_bow_force(p, c, middle, place, press) <= p->instrument->hand_force)
      slow = middle;
    else
      fast = middle;
  }
  return slow;
}

double rosin_hand_draws(const rosin_player *p, const rosin_course *c, double place) {
  const double asked = fabs(p->hand_speed), help = p->s.assist;
  if (help * rosin_bow_force(p, c, fmax(asked, ROSIN_HAND_SLOWEST), place, p->hand_press) <=
      p->instrument->hand_force)
    return p->hand_speed;
  const double most = fmin(reach_at(p, c, place, p->hand_press), asked);
  return copysign(help * most + (1 - help) * asked, p->hand_speed);
}

double rosin_hand_presses(const rosin_player *p, const rosin_course *c, double speed,
                          double place) {
  return fmin(rosin_bow_force(p, c, speed, place, 1), p->instrument->hand_force);
}

static const rosin_course *bowed(const rosin_player *p, double *place) {
  const rosin_course *c = &p->course[p->last < 0 ? p->courses > 1 : p->last];
  *place = rosin_bow_usual_place(p, c) * ROSIN_TOLD(p, c, position) * c->aside;
  return c;
}

void rosin_hand_limits(const rosin_player *p, double speed, double *low, double *high) {
  double place;
  const rosin_course *c = bowed(p, &place);
  rosin_bow_limits(p, c, speed, place, low, high);
}

double rosin_player_reach(const rosin_player *p) {
  double place;
  const rosin_course *c = bowed(p, &place);
  const double own = (ROSIN_BOW_SOFTEST + ROSIN_BOW_LOUDER) / sqrt(c->heft), help = p->s.assist;
  return help * fmin(reach_at(p, c, place, 1), own) + (1 - help) * own;
}
