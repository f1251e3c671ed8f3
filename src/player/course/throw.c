/* SPDX-License-Identifier: BSD-3-Clause */
/* One stick for all strings: the strings of a chord share what its hair presses, and a string that
 * was left for another feels nothing of it. */
#include "player/course/throw.h"

#include <math.h>

/* s: notes of one stroke do not begin further apart */
static const double together = 0.03;

/* N, that all strings of this stroke want. */
static double all_of(const rosin_player *p) {
  double sum = 0;
  for (int i = 0; i < p->courses; i++) {
    const rosin_course *c = &p->course[i];
    if (c->sounding && (c->articulation == ROSIN_SPICCATO || c->articulation == ROSIN_COL_LEGNO) &&
        fabs(c->began - p->bounce.began) <= together)
      sum += c->wants;
  }
  return sum;
}

double rosin_player_throw(rosin_player *p, rosin_course *c, double beta, double most) {
  static const double least = 1e-3; /* N */
  rosin_bounce *b = &p->bounce;
  if (c->began > b->began + together)
    rosin_bounce_throw(b, c->began, (int)(c - p->course), rosin_player_stiffness(c, beta),
                       c->articulation == ROSIN_COL_LEGNO);
  c->lift = 0;
  if (c->began < b->began - together || c->crossed)
    return 0;
  c->wants = fmax(most, least);
  const double all = fmax(all_of(p), c->wants);
  if (b->now < p->now)
    rosin_bounce_step(b, p->now, all);
  c->lift = b->force > 0;
  return b->force * c->wants / all;
}
