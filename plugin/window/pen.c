/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/pen.h"
#include "number.h"

#include <math.h>
#include <string.h>

static const double degree = 3.14159265358979323846 / 180;

enum { POINTS = 256 };

typedef struct {
  rosin_canvas *canvas;
  const rosin_pen *pen;
  double x, y;
  double point[2 * POINTS]; /* of the stroke, in the layout's units */
  int points;
} hand;

static double up(const rosin_pen *p, double y) {
  return p->up ? p->up(p->context, y) : p->y - p->up_by * y;
}

/* What was drawn since the pen came down. */
static void lift(hand *h) {
  rosin_canvas_ribbon(h->canvas, h->point, h->points, h->pen->width);
  h->points = 0;
}

static void put(hand *h) {
  h->point[2 * h->points] = h->pen->x + h->pen->across * h->x;
  h->point[2 * h->points + 1] = up(h->pen, h->y);
  h->points++;
}

/* A sharp corner is where two strokes meet. */
static int is_sharp(const hand *h, double x, double y) {
  const double *p = h->point + 2 * (h->points - 1);
  if (h->points < 2)
    return 0;
  const double ax = p[0] - p[-2], ay = p[1] - p[-1];
  const double bx = h->pen->x + h->pen->across * x - p[0], by = up(h->pen, y) - p[1];
  return ax * bx + ay * by < 0.6 * hypot(ax, ay) * hypot(bx, by);
}

static void line(hand *h, double x, double y) {
  if (x == h->x && y == h->y)
    return;
  if (!h->points)
    put(h);
  if (h->points == POINTS || is_sharp(h, x, y)) {
    lift(h);
    put(h);
  }
  h->x = x;
  h->y = y;
  put(h);
}

static void curve(hand *h, const double *n) {
  enum { PARTS = 10 };
  const double x = h->x, y = h->y;
  for (int i = 1; i <= PARTS; i++) {
    const double t = (double)i / PARTS, s = 1 - t;
    const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    line(h, a * x + b * n[0] + c * n[2] + d * n[4], a * y + b * n[1] + c * n[3] + d * n[5]);
  }
}

static void arc(hand *h, const double *n, int joins) {
  const double pixels = fmax(n[2], n[3]) * fabs(h->pen->across) * h->canvas->scale;
  const int parts = (int)fmax(ceil(fabs(n[5] - n[4]) / (pixels > 12 ? 6 : 15)), 1);
  for (int i = 0; i <= parts; i++) {
    const double turn = (n[4] + (n[5] - n[4]) * i / parts) * degree;
    const double x = n[0] + n[2] * cos(turn), y = n[1] + n[3] * sin(turn);
    if (i || joins)
      line(h, x, y);
    h->x = x;
    h->y = y;
  }
}

static int numbers_of(char command) {
  return command == 'C' || command == 'A' || command == 'a' ? 6 : 2;
}

void rosin_pen_draw(rosin_canvas *canvas, const rosin_pen *pen, const char *drawing) {
  hand h = {.canvas = canvas, .pen = pen};
  for (const char *at = drawing; *at;) {
    const char command = *at++;
    double n[6] = {0};
    if (!strchr("MLCDAa", command))
      continue;
    for (int i = 0; i < numbers_of(command); i++) {
      char *end;
      n[i] = rosin_number_read(at, &end);
      at = end;
    }
    if (command == 'M' || command == 'D' || command == 'A')
      lift(&h);
    if (command == 'L')
      line(&h, n[0], n[1]);
    else if (command == 'C')
      curve(&h, n);
    else if (command == 'A' || command == 'a')
      arc(&h, n, command == 'a');
    else if (command == 'D')
      rosin_canvas_disc(canvas, pen->x + pen->across * n[0], up(pen, n[1]), pen->dot * pen->width);
    if (command == 'M' || command == 'D') {
      h.x = n[0];
      h.y = n[1];
    }
  }
  lift(&h);
}
