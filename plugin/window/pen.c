/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/pen.h"
#include "number.h"

#include <math.h>
#include <string.h>

static const double degree = 3.14159265358979323846 / 180;

typedef struct {
  rosin_canvas *canvas;
  const rosin_pen *pen;
  double x, y;
} hand;

static double up(const rosin_pen *p, double y) {
  return p->up ? p->up(p->context, y) : p->y - p->up_by * y;
}

static void line(hand *h, double x, double y) {
  const rosin_pen *p = h->pen;
  rosin_canvas_stroke(h->canvas, p->x + p->across * h->x, up(p, h->y), p->x + p->across * x,
                      up(p, y), p->width);
  h->x = x;
  h->y = y;
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
  const int parts = (int)fmax(ceil(fabs(n[5] - n[4]) / 18), 1);
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
  hand h = {canvas, pen, 0, 0};
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
}
