/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes of which paths are made; all turn the same way, so that what overlaps is one. */
#include "plugin/window/canvas.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Corners of a circle that looks round. */
static int corners(const rosin_canvas *c, double radius) {
  return (int)fmin(fmax(6 + 2.2 * sqrt(c->scale * radius) * 2, 8), 96);
}

void rosin_canvas_disc(rosin_canvas *c, double x, double y, double radius) {
  const int n = corners(c, radius);
  rosin_canvas_move(c, x + radius, y);
  for (int i = 1; i < n; i++)
    rosin_canvas_line(c, x + radius * cos(2 * pi * i / n), y + radius * sin(2 * pi * i / n));
}

/* Half a circle from an angle on. */
static void round_end(rosin_canvas *c, const double *at, double from, double half, int begins) {
  const int n = corners(c, half) / 2;
  for (int i = 0; i <= n; i++) {
    const double turn = from + pi * i / n;
    const double x = at[0] + half * cos(turn), y = at[1] + half * sin(turn);
    if (begins && !i)
      rosin_canvas_move(c, x, y);
    else
      rosin_canvas_line(c, x, y);
  }
}

static double heading(const double *from, const double *to) {
  return atan2(to[1] - from[1], to[0] - from[0]);
}

/* Beside its inner points, on the side of `way`, where both lines next to one meet. */
static void along(rosin_canvas *c, const double *p, double half, int way) {
  const double before = heading(p - 2, p), after = heading(p, p + 2);
  const double bend = remainder(after - before, 2 * pi) / 2, middle = before + bend + way * pi / 2;
  const double reach = half / fmax(cos(bend), 0.5);
  rosin_canvas_line(c, p[0] + reach * cos(middle), p[1] + reach * sin(middle));
}

void rosin_canvas_ribbon(rosin_canvas *c, const double *p, int count, double width) {
  const double half = width / 2;
  if (count < 2)
    return;
  const double *last = p + 2 * (count - 1);
  round_end(c, p, heading(p, p + 2) + pi / 2, half, 1);
  for (int i = 1; i < count - 1; i++)
    along(c, p + 2 * i, half, -1);
  round_end(c, last, heading(last - 2, last) - pi / 2, half, 0);
  for (int i = count - 2; i > 0; i--)
    along(c, p + 2 * i, half, 1);
}

void rosin_canvas_stroke(rosin_canvas *c, double x0, double y0, double x1, double y1,
                         double width) {
  const double points[] = {x0, y0, x1, y1};
  rosin_canvas_ribbon(c, points, 2, width);
}

void rosin_canvas_arc(rosin_canvas *c, double x, double y, double radius, double from, double to,
                      double width) {
  const double low = fmin(from, to) * pi / 180, high = fmax(from, to) * pi / 180;
  const double half = width / 2;
  const int n = (int)fmax(ceil((high - low) / (2 * pi) * corners(c, radius + half)), 2);
  const int ends = corners(c, half) / 2;
  for (int i = 0; i <= n; i++) { /* outside, the angle growing: on the screen that is leftwards */
    const double turn = high + (low - high) * i / n, r = radius + half;
    if (i)
      rosin_canvas_line(c, x + r * cos(turn), y - r * sin(turn));
    else
      rosin_canvas_move(c, x + r * cos(turn), y - r * sin(turn));
  }
  for (int i = 1; i < ends; i++) {
    const double turn = low - pi * i / ends;
    rosin_canvas_line(c, x + radius * cos(low) + half * cos(turn),
                      y - radius * sin(low) - half * sin(turn));
  }
  for (int i = 0; i <= n; i++) {
    const double turn = low + (high - low) * i / n, r = radius - half;
    rosin_canvas_line(c, x + r * cos(turn), y - r * sin(turn));
  }
  for (int i = 1; i < ends; i++) {
    const double turn = high + pi - pi * i / ends;
    rosin_canvas_line(c, x + radius * cos(high) + half * cos(turn),
                      y - radius * sin(high) - half * sin(turn));
  }
}

void rosin_canvas_round(rosin_canvas *c, const rosin_box *b, double radius) {
  const double r = fmin(radius, fmin(b->width, b->height) / 2);
  const double right = b->x + b->width, bottom = b->y + b->height;
  if (!(r > 0)) {
    rosin_canvas_move(c, b->x, b->y);
    rosin_canvas_line(c, right, b->y);
    rosin_canvas_line(c, right, bottom);
    rosin_canvas_line(c, b->x, bottom);
    return;
  }
  const int n = corners(c, r) / 4 + 1;
  for (int side = 0; side < 4; side++)
    for (int i = 0; i <= n; i++) {
      const double turn = pi * side / 2 + pi / 2 * i / n;
      const double x = (side == 0 || side == 3 ? right - r : b->x + r) + r * cos(turn);
      const double y = (side < 2 ? bottom - r : b->y + r) + r * sin(turn);
      if (side || i)
        rosin_canvas_line(c, x, y);
      else
        rosin_canvas_move(c, x, y);
    }
}

void rosin_canvas_clear(rosin_canvas *c, const rosin_box *box, rosin_colour colour) {
  rosin_canvas_wash(c, box, colour, colour);
}

void rosin_canvas_panel(rosin_canvas *c, const rosin_box *b, double radius, rosin_colour above,
                        rosin_colour below, rosin_colour around) {
  const int n = corners(c, radius) / 4 + 2;
  rosin_canvas_wash(c, b, above, below);
  for (int side = 0; side < 4; side++) { /* what of a corner lies outside its quarter of a circle */
    const int right = side == 0 || side == 3, low = side < 2;
    const double x = right ? b->x + b->width : b->x, y = low ? b->y + b->height : b->y;
    rosin_canvas_move(c, x, y);
    for (int i = n; i >= 0; i--) {
      const double turn = pi * side / 2 + pi / 2 * i / n;
      rosin_canvas_line(c, x + (right ? -radius : radius) + radius * cos(turn),
                        y + (low ? -radius : radius) + radius * sin(turn));
    }
    rosin_canvas_fill(c, around);
  }
}

void rosin_canvas_box(rosin_canvas *c, const rosin_box *box, double radius, rosin_colour colour) {
  rosin_canvas_round(c, box, radius);
  rosin_canvas_fill(c, colour);
}

void rosin_canvas_outline(rosin_canvas *c, const rosin_box *b, double radius, double width,
                          rosin_colour colour) {
  const rosin_box inner = {b->x + width, b->y + width, b->width - 2 * width, b->height - 2 * width};
  const double r = fmin(radius, fmin(b->width, b->height) / 2), turned = fmax(r - width, 0);
  rosin_canvas_round(c, b, r);
  rosin_canvas_move(c, b->x, b->y);
  const int outer = c->edges;
  rosin_canvas_round(c, &inner, turned);
  rosin_canvas_move(c, b->x, b->y); /* closes it; then it turns the other way */
  for (int i = outer; i < c->edges; i++) {
    float *e = c->edge + 4 * i;
    const float x = e[0], y = e[1];
    e[0] = e[2];
    e[1] = e[3];
    e[2] = x;
    e[3] = y;
  }
  rosin_canvas_fill(c, colour);
}
