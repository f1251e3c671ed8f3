/* SPDX-License-Identifier: BSD-3-Clause */
/* An effect: the thing, lit where it is rubbed, and its gesture as a curve. */
#include "plugin/window/gesture.h"
#include "plugin/window/pen.h"
#include "plugin/window/style.h"
#include "plugin/window/things.h"

#include <math.h>

static double share_of(const rosin_desk *d) {
  const double duration = rosin_core_duration(d->core);
  const double at = d->sees && duration > 0 ? (double)d->view.at / duration : -1;
  return at >= 0 && at <= 1 ? at : -1;
}

/* What has been pulled as far as that: the curve's area, of all of it. */
static double moved(const rosin_desk *d, double share) {
  double sum = 0, all = 1e-9;
  for (int i = 0; i < ROSIN_DESK_CURVE; i++) {
    all += d->curve[i];
    if (i <= share * (ROSIN_DESK_CURVE - 1))
      sum += d->curve[i];
  }
  return share < 0 ? 0 : d->curves ? sum / all : share;
}

static void draw_curve(rosin_canvas *c, const rosin_desk *d, const rosin_box *b) {
  const double share = share_of(d);
  rosin_canvas_clear(c, b, 0xff101115u);
  if (d->curves) {
    const double zero = rosin_gesture_line(d, b, 0);
    double point[2 * ROSIN_DESK_CURVE];
    for (int i = 0; i < ROSIN_DESK_CURVE; i++) {
      point[2 * i] = b->x + b->width * i / (ROSIN_DESK_CURVE - 1);
      point[2 * i + 1] = rosin_gesture_line(d, b, d->curve[i]);
    }
    rosin_canvas_move(c, b->x, zero);
    for (int i = 0; i < ROSIN_DESK_CURVE; i++)
      rosin_canvas_line(c, point[2 * i], point[2 * i + 1]);
    rosin_canvas_line(c, b->x + b->width, zero);
    const int drawn = d->draws || (d->plays && rosin_core_is_drawn(d->plays, NULL));
    const rosin_colour colour = drawn ? ROSIN_WARM : ROSIN_COOL;
    rosin_canvas_fade(c, b->y, rosin_colour_thin(colour, 0.375), b->y + b->height - 5,
                      rosin_colour_thin(colour, 0.06));
    rosin_canvas_ribbon(c, point, ROSIN_DESK_CURVE, 1.5);
    rosin_canvas_fill(c, colour);
  }
  rosin_draw_word(c, b->x + 8, b->y + 13, 10, ROSIN_QUIET, ROSIN_FROM, "gesture");
  if (share >= 0)
    rosin_canvas_box(c, &(rosin_box){b->x + share * b->width - 1, b->y, 2, b->height}, 0,
                     ROSIN_WARM);
}

void rosin_draw_thing(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_box *b = &d->layout->part[part].box;
  const rosin_box curve = rosin_gesture_place(b);
  const rosin_thing *t = rosin_thing_of(d->core);
  const rosin_view_contact *k = &d->view.contact[(int)d->view.pressed];
  const double unit = (b->height - ROSIN_GESTURE_TALL - 62) / 104, share = moved(d, share_of(d));
  const double left = b->x + (b->width - 200 * unit) / 2,
               foot = b->y + b->height - ROSIN_GESTURE_TALL - 20;
  const int lives = d->sees && k->regime > ROSIN_STICKING && k->force > 0;
  const double shiver = lives ? 0.5 * sin(997 * (double)d->view.at) : 0;
  const double across = share * t->across + shiver, up = share * t->up;
  rosin_pen pen = {.x = left, .across = unit, .width = 2.4, .dot = 1.2, .y = foot, .up_by = unit};
  rosin_canvas_panel(c, b, 8, 0xff1f2026u, 0xff17181du, ROSIN_GROUND);
  rosin_pen_draw(c, &pen, t->still);
  rosin_canvas_fill(c, 0xff6f7482u);
  pen.x += unit * (across + share * t->narrows * t->x);
  pen.across *= 1 - share * t->narrows;
  pen.y -= unit * up;
  rosin_pen_draw(c, &pen, t->moving);
  rosin_canvas_fill(c, 0xffd8cdbbu);
  const double x = left + unit * (t->x + (t->goes ? across : 0));
  const double y = foot - unit * (t->y + (t->goes ? up : 0));
  const int presses = d->sees && k->regime > ROSIN_LIFTED && k->force > 0;
  const rosin_colour colour = rosin_regime_colour(presses ? (int)k->regime : ROSIN_LIFTED);
  if (presses)
    rosin_canvas_glow(c, x, y,
                      14 + 7 * log1p((double)k->force) + 4 * log1p(0.05 * (double)k->slips),
                      rosin_colour_thin(colour, 0.85));
  rosin_canvas_disc(c, x, y, presses ? 4.5 : 3);
  rosin_canvas_fill(c, colour);
  draw_curve(c, d, &curve);
  rosin_draw_regime(c, d, b);
  rosin_draw_loop(c, d, &(rosin_box){b->x + b->width - 126, b->y + 36, 112, 64});
}
