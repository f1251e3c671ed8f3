/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/gesture.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 10, WITHIN = 5 };

rosin_box rosin_gesture_place(const rosin_box *b) {
  return (rosin_box){b->x + SIDE, b->y + b->height - ROSIN_GESTURE_TALL - ROSIN_GESTURE_FOOT,
                     b->width - 2 * SIDE, ROSIN_GESTURE_TALL};
}

int rosin_gesture_box(const rosin_desk *d, rosin_box *box) {
  const int stage = d->curves ? rosin_layout_find(d->layout, ROSIN_PART_STAGE, -1) : -1;
  if (stage < 0)
    return -1;
  *box = rosin_gesture_place(&d->layout->part[stage].box);
  return 0;
}

double rosin_gesture_line(const rosin_desk *d, const rosin_box *b, double height) {
  const double tall = b->height - 2 * WITHIN, foot = b->y + b->height - WITHIN;
  return foot - tall * (height - d->least) / (1 - d->least);
}

static double height_at(const rosin_desk *d, const rosin_box *b, double y) {
  const double share = (b->y + b->height - WITHIN - y) / (b->height - 2 * WITHIN);
  return fmin(fmax(d->least + share * (1 - d->least), d->least), 1);
}

/* ROSIN_DRAWN heights as ROSIN_DESK_CURVE. */
static void spread(rosin_desk *d) {
  for (int i = 0; i < ROSIN_DESK_CURVE; i++) {
    const double at = (double)i * (ROSIN_DRAWN - 1) / (ROSIN_DESK_CURVE - 1);
    const int k = (int)fmin(at, ROSIN_DRAWN - 2);
    d->curve[i] = d->drawn[k] + (at - k) * (d->drawn[k + 1] - d->drawn[k]);
  }
}

void rosin_gesture_follow(rosin_desk *d) {
  const unsigned turn = d->plays ? rosin_core_drawn_turn(d->plays) : 0;
  if (!d->curves || d->draws || turn == d->drawn_turn)
    return;
  d->drawn_turn = turn;
  if (rosin_core_is_drawn(d->plays, d->drawn))
    spread(d);
  else
    rosin_core_curve(d->core, ROSIN_DESK_CURVE, d->curve);
}

static double place_of(const rosin_box *b, double x) {
  return fmin(fmax((x - b->x) / b->width, 0), 1) * (ROSIN_DRAWN - 1);
}

/* A straight line from where the mouse was; at least the nearest place. */
static void draw_to(rosin_desk *d, const rosin_box *b, double x, double y) {
  const double from = place_of(b, d->mouse_x), to = place_of(b, x);
  const double first = height_at(d, b, d->mouse_y), last = height_at(d, b, y);
  const int low = (int)floor(fmin(from, to) + 0.5), high = (int)floor(fmax(from, to) + 0.5);
  for (int i = low; i <= high; i++) {
    const double share = from == to ? 1 : fmin(fmax((i - from) / (to - from), 0), 1);
    d->drawn[i] = first + share * (last - first);
  }
  d->mouse_x = x;
  d->mouse_y = y;
  d->draws++;
  spread(d);
}

void rosin_gesture_press(rosin_desk *d, const rosin_touch_at *at) {
  rosin_box box;
  if (!d->plays || rosin_gesture_box(d, &box) || !rosin_box_has(&box, at->x, at->y))
    return;
  if (at->right) {
    rosin_core_draw(d->plays, NULL);
    snprintf(d->said, sizeof d->said, "the gesture is the scene's own again");
    return;
  }
  for (int i = 0; i < ROSIN_DRAWN; i++) { /* over what is there */
    const double place = (double)i * (ROSIN_DESK_CURVE - 1) / (ROSIN_DRAWN - 1);
    const int k = (int)fmin(place, ROSIN_DESK_CURVE - 2);
    d->drawn[i] = d->curve[k] + (place - k) * (d->curve[k + 1] - d->curve[k]);
  }
  d->draws = 1;
  d->mouse_x = at->x;
  d->mouse_y = at->y;
  draw_to(d, &box, at->x, at->y);
}

void rosin_gesture_move(rosin_desk *d, const rosin_touch_at *at) {
  rosin_box box;
  if (d->draws && rosin_gesture_box(d, &box) == 0)
    draw_to(d, &box, at->x, at->y);
}

void rosin_gesture_release(rosin_desk *d) {
  if (d->draws && d->plays)
    rosin_core_draw(d->plays, d->drawn);
  d->draws = 0;
}
