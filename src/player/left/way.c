/* SPDX-License-Identifier: BSD-3-Clause */
/* What it costs a hand and a bow to come from one chord to the next: shifts are cheap in a rest,
 * on an open string and, less so, where the bow turns; all is dearer the faster it goes. */
#include "player/left/way.h"

#include <math.h>

static const double rest_of_use = 0.12; /* s: a hand can go in it */
static const double overlap = 0.03;     /* s: beyond this a note of another voice goes on */

static double shift(const rosin_left_hand *hand, const rosin_chord *c, const rosin_lay *from,
                    const rosin_lay *to) {
  if (to->free)
    return 0;
  if (from->manner < 0)
    return 0.05 * to->place; /* hands begin low on the neck */
  const rosin_grip *a = &hand->grip[from->manner], *b = &hand->grip[to->manner];
  const double way = rosin_grip_way(a, from->place, b, to->place);
  const int changes = from->manner != to->manner;
  if (way <= 0)
    return changes ? 0.15 : 0;
  const double ease = c->rest >= rest_of_use ? 0.35 : from->free ? 0.45 : c->slurred ? 1.15 : 1;
  return (1.2 + 0.1 * way + 0.015 * way * way) * ease * (1 + 0.12 / fmax(c->since, 0.03));
}

/* Strings from the last chord's to the next's. */
static int crossed(const rosin_lay *from, const rosin_lay *to) {
  int least = ROSIN_FINGERING_STRINGS;
  for (int a = 0; a < from->notes; a++)
    for (int b = 0; b < to->notes; b++) {
      const int way = from->string[a] - to->string[b];
      least = (way < 0 ? -way : way) < least ? (way < 0 ? -way : way) : least;
    }
  return from->notes && to->notes ? least : 0;
}

static double crossing(const rosin_chord *c, const rosin_lay *from, const rosin_lay *to) {
  const int strings = crossed(from, to);
  return strings ? (0.3 + 0.5 * (strings - 1)) * (1 + 0.03 / fmax(c->since, 0.03)) : 0;
}

/* A finger that stays down for one string and is wanted on another hops. */
static double hop(const rosin_lay *from, const rosin_lay *to) {
  double sum = 0;
  for (int a = 0; a < from->notes; a++)
    for (int b = 0; b < to->notes; b++)
      sum += from->finger[a] == to->finger[b] && from->finger[a] != ROSIN_FINGER_OPEN &&
                     from->string[a] != to->string[b] && from->place == to->place
                 ? 0.25
                 : 0;
  return sum;
}

/* Notes of another voice that go on: their string is taken, their finger stays. */
static double kept(const rosin_left_hand *hand, const rosin_chord *c, const rosin_lay *from,
                   const rosin_lay *to) {
  double sum = 0;
  for (int s = 0; s < hand->neck->strings; s++) {
    const rosin_way_string *on = &from->on[s];
    int taken = 0, ends = on->until <= c->note[0].on + overlap;
    for (int i = 0; i < to->notes; i++) {
      taken |= to->string[i] == s;
      ends |= c->note[i].channel == on->channel;
    }
    if (ends)
      continue;
    sum += taken ? 50 : 0;
    sum += on->stop > 0 && !to->free &&
                   !rosin_grip_finger(&hand->grip[to->manner], to->place, on->stop)
               ? 20
               : 0;
  }
  return sum;
}

double rosin_way_between(const rosin_left_hand *hand, const rosin_chord *c, const rosin_lay *from,
                         const rosin_lay *to) {
  if (to->free && (from->manner != to->manner || from->place != to->place))
    return INFINITY; /* it stays where that one was */
  return shift(hand, c, from, to) + crossing(c, from, to) + hop(from, to) + kept(hand, c, from, to);
}
