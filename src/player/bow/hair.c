/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/bow/hair.h"

#include <math.h>

/* s in the air after which a bow may be put down anywhere */
static const double air = 0.15;
/* of the length: kept free at either end; room that a stroke wants at least; where short strokes
 * have their middle, near the point of balance */
static const double margin = 0.02, least = 0.2, balance = 0.4;

void rosin_hair_start(rosin_hair *h, double length) {
  *h = (rosin_hair){.length = length, .at = margin * length, .touched = -1e3, .direction = -1};
}

double rosin_hair_left(const rosin_hair *h, double direction) {
  return fmax((direction > 0 ? h->length - h->at : h->at) - margin * h->length, 0);
}

/* In the air: a long stroke begins at an end, a short one so that it has its middle at the
 * balance. */
static void put_down(rosin_hair *h, double direction, double need) {
  const double room = (1 - 2 * margin) * h->length, drawn = fmin(need, room);
  const double low = fmin(fmax(balance * h->length - drawn / 2, margin * h->length),
                          (1 - margin) * h->length - drawn);
  h->at = direction > 0 ? low : low + drawn;
}

double rosin_hair_stroke(rosin_hair *h, const rosin_hair_plan *plan, double now, int *lifts) {
  const int free = now - h->touched > air;
  double direction = plan->asked ? plan->asked : free ? (plan->upbeat ? -1 : 1) : -h->direction;
  *lifts = free;
  if (!free && plan->asked && plan->asked == h->direction)
    *lifts = 1;
  if (*lifts)
    put_down(h, direction, plan->need);
  else if (!plan->asked && rosin_hair_left(h, direction) < fmin(plan->need, least * h->length) &&
           rosin_hair_left(h, -direction) > rosin_hair_left(h, direction))
    direction = -direction;
  h->direction = direction;
  h->drawn = 0;
  return direction;
}

void rosin_hair_draw(rosin_hair *h, double distance) {
  h->at = fmin(fmax(h->at + distance, 0), h->length);
  h->drawn += distance * h->direction;
}

int rosin_hair_must_turn(const rosin_hair *h, double speed, double slope, double span) {
  const double stop = speed > 0 ? speed * speed / (2 * fmax(slope, 1e-3)) : 0;
  return stop > 0 && (rosin_hair_left(h, h->direction) <= stop || h->drawn + stop >= span);
}

void rosin_hair_turn(rosin_hair *h) {
  h->direction = -h->direction;
  h->drawn = 0;
}
