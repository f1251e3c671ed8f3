/* SPDX-License-Identifier: BSD-3-Clause */
/* A section on its stage, from above: the microphones are at the foot, rows behind each other. */
#include "plugin/window/style.h"

#include <math.h>
#include <stdio.h>

enum { MARGIN = 22, HEAD = 8, FOOT = 22 }; /* units; of who sits there; below, for what is said */

static const double faint = -54, full = -12; /* dB of a player's largest sample */
static const double widest = 66;             /* units a metre, at most */

double rosin_seat_lit(const rosin_view_player *p) {
  const double level = 20 * log10(fmax((double)p->loud, 1e-6));
  return fmin(fmax((level - faint) / (full - faint), 0), 1);
}

typedef struct {
  double left, right, front, back; /* m: where they sit */
} seats;

static seats seats_of(const rosin_view *v) {
  seats s = {(double)v->player[0].aside, (double)v->player[0].aside, (double)v->player[0].back,
             (double)v->player[0].back};
  for (int i = 1; i < (int)v->players; i++) {
    s.left = fmin(s.left, (double)v->player[i].aside);
    s.right = fmax(s.right, (double)v->player[i].aside);
    s.front = fmin(s.front, (double)v->player[i].back);
    s.back = fmax(s.back, (double)v->player[i].back);
  }
  return s;
}

/* A chair turned to the foot, and who sits on it. */
static void draw_player(rosin_canvas *c, double x, double y, double lit) {
  const rosin_colour wood = rosin_colour_mix(0xff5b4a3cu, ROSIN_WARM, lit);
  if (lit > 0)
    rosin_canvas_glow(c, x, y, HEAD + 4 + 13 * lit,
                      rosin_colour_thin(ROSIN_WARM, 0.25 + 0.5 * lit));
  rosin_canvas_box(c, &(rosin_box){x - HEAD, y - HEAD + 1, 2 * HEAD, HEAD}, 3,
                   rosin_colour_mix(0xff33302fu, ROSIN_DEEP, lit));
  rosin_canvas_disc(c, x, y, 0.75 * HEAD);
  rosin_canvas_fill(c, wood);
  rosin_canvas_stroke(c, x + 4, y - 3, x - 3, y + HEAD + 3, 2);
  rosin_canvas_fill(c, wood);
}

void rosin_draw_seats(rosin_canvas *c, const rosin_desk *d, const rosin_box *b) {
  const rosin_view *v = &d->view;
  const seats s = seats_of(v);
  const double wide = s.right - s.left, deep = s.back - s.front;
  const double across = fmin((b->width - 2 * MARGIN) / fmax(wide, 0.1), widest);
  const double up =
      fmin((b->height - 2 * MARGIN - FOOT) / fmax(deep, 0.1), widest); /* rows lie nearer */
  const double middle = b->x + b->width / 2, foot = b->y + b->height - FOOT;
  const double low = foot - MARGIN - fmax(b->height - 2 * MARGIN - FOOT - up * deep, 0) / 2;
  char said[32];
  rosin_canvas_box(c, &(rosin_box){b->x, b->y, b->width, b->height - FOOT}, 6, 0xff24211fu);
  for (int i = (int)v->players - 1; i >= 0; i--) /* whoever sits in front lies on top */
    draw_player(c, middle + across * ((double)v->player[i].aside - (s.left + s.right) / 2),
                low - up * ((double)v->player[i].back - s.front), rosin_seat_lit(&v->player[i]));
  rosin_canvas_disc(c, middle - 5, foot - 4, 2.5);
  rosin_canvas_disc(c, middle + 5, foot - 4, 2.5);
  rosin_canvas_fill(c, ROSIN_QUIET);
  snprintf(said, sizeof said, "%d players", (int)v->players);
  rosin_draw_word(c, middle, b->y + b->height - 5, 10, ROSIN_QUIET, ROSIN_MIDDLE, said);
}
