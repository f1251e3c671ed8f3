/* SPDX-License-Identifier: BSD-3-Clause */
/* An instrument's strings as they move, in slow motion, from bridge to nut: fingers where they are
 * stopped, the bow where it rubs. */
#include "plugin/window/style.h"

#include <math.h>
#include <stdio.h>

enum {
  TOP = 74,
  LEAST = 36,
  SEATS = 196
}; /* the highest string below the top; units between two;
       what a section's stage is wide */

static const double swing = 15; /* of the string that moves most */

typedef struct {
  double bridge, nut, top, apart;
  int strings;
} neck;

static int is_section(const rosin_desk *d) {
  return d->sees && d->view.players > 1;
}

static neck neck_of(const rosin_desk *d, const rosin_box *b) {
  const int strings =
      d->sees && d->view.contacts >= 1 ? (int)d->view.contacts : rosin_core_strings(d->core);
  const double room = b->height - TOP - 40;
  const double seats = is_section(d) ? SEATS : 0;
  return (neck){b->x + 54, b->x + b->width - 34 - seats, b->y + TOP,
                strings > 1 ? fmin(room / (strings - 1), LEAST + 14) : room, strings};
}

/* The lowest string below. */
static double line_of(const neck *n, int string) {
  return n->top + n->apart * (n->strings - 1 - string);
}

static void draw_wood(rosin_canvas *c, const rosin_box *b, const neck *n) {
  rosin_canvas_panel(c, b, 8, 0xff211d1bu, 0xff17161au, ROSIN_GROUND);
  const double low = line_of(n, 0), high = line_of(n, n->strings - 1);
  const rosin_box board = {n->bridge + 0.36 * (n->nut - n->bridge), high - 22,
                           n->nut - n->bridge - 0.36 * (n->nut - n->bridge) + 4, low - high + 44};
  rosin_canvas_wash(c, &board, 0xff2a2522u, 0xff1e1b1bu);
  rosin_canvas_box(c, &(rosin_box){n->bridge - 5, high - 20, 7, low - high + 40}, 3, ROSIN_WOOD);
  rosin_canvas_box(c, &(rosin_box){n->nut, high - 20, 4, low - high + 40}, 2, 0xff7b6a58u);
}

static void draw_string(rosin_canvas *c, const rosin_desk *d, const neck *n, int i, double most) {
  const rosin_view_contact *k = &d->view.contact[i];
  const double y = line_of(n, i), width = 1.3 + 0.6 * (n->strings - 1 - i);
  const double share =
      d->sees && k->pitch > k->open && k->open > 0 ? (double)(k->open / k->pitch) : 1;
  const double end = n->bridge + share * (n->nut - n->bridge);
  const double reach = d->sees && most > 0 ? swing * sqrt((double)k->swing / most) : 0;
  const rosin_colour still = 0xff8d8a84u;
  if (reach > 0.4) {
    double point[2 * ROSIN_CORE_SHAPE];
    for (int s = 0; s < ROSIN_CORE_SHAPE; s++) {
      const int ends = s == 0 || s == ROSIN_CORE_SHAPE - 1;
      point[2 * s] = n->bridge + (end - n->bridge) * s / (ROSIN_CORE_SHAPE - 1);
      point[2 * s + 1] = ends ? y : y - reach * (double)k->shape[s];
    }
    rosin_canvas_ribbon(c, point, ROSIN_CORE_SHAPE, width);
    rosin_canvas_fill(c, rosin_colour_mix(still, 0xffffe2b0u, fmin(reach / 8, 1)));
  } else {
    rosin_canvas_stroke(c, n->bridge, y, end, y, width);
    rosin_canvas_fill(c, still);
  }
  rosin_canvas_stroke(c, n->bridge - 26, y, n->bridge, y, width * 0.8);
  rosin_canvas_stroke(c, end, y, n->nut + 22, y, width);
  rosin_canvas_fill(c, 0xff6a6763u);
  if (share < 0.997) {
    rosin_canvas_disc(c, end, y, 7.5);
    rosin_canvas_fade(c, y - 7, 0xffe9c8a6u, y + 7, 0xffb98d66u);
  }
}

/* What the strings are called is known once they sound; before that nothing is said. */
static void name_string(rosin_canvas *c, const rosin_desk *d, const neck *n, int i) {
  const rosin_view_contact *k = &d->view.contact[i];
  char name[8] = "";
  if (d->sees)
    rosin_key_name(rosin_key_of((double)(k->pitch > k->open ? k->pitch : k->open)), name,
                   sizeof name);
  rosin_draw_word(c, n->bridge - 47, line_of(n, i) + 4, ROSIN_TEXT_SMALL,
                  k->force > 0 && d->sees ? ROSIN_TEXT : ROSIN_QUIET, ROSIN_FROM, name);
}

static void draw_bow(rosin_canvas *c, const rosin_desk *d, const rosin_box *b, const neck *n) {
  double place = 0.1;
  int down = 0;
  for (int i = 0; d->sees && i < n->strings; i++)
    if (d->view.contact[i].force > 0 || (!down && d->view.contact[i].place > 0)) {
      place = (double)d->view.contact[i].place;
      down |= d->view.contact[i].force > 0;
    }
  const double x = n->bridge + place * (n->nut - n->bridge), low = b->y + b->height - 8;
  const rosin_colour hair = down ? 0xffece3d2u : 0xff5a564fu,
                     stick = down ? 0xff8a5530u : 0xff3f3029u;
  rosin_canvas_box(c, &(rosin_box){x - 5, b->y + 40, 8, low - b->y - 40}, 2,
                   rosin_colour_thin(hair, down ? 0.86 : 0.5));
  rosin_canvas_box(c, &(rosin_box){x + 7, b->y + 36, 5, low - b->y - 34}, 2, stick);
  for (int i = 0; d->sees && i < n->strings; i++) {
    const rosin_view_contact *k = &d->view.contact[i];
    if (!(k->force > 0))
      continue;
    const rosin_colour colour = rosin_regime_colour((int)k->regime);
    rosin_canvas_glow(c, x - 1, line_of(n, i), 16 + 9 * log1p((double)k->force),
                      rosin_colour_thin(colour, 0.75));
    rosin_canvas_disc(c, x - 1, line_of(n, i), 4);
    rosin_canvas_fill(c, colour);
  }
}

void rosin_draw_strings(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_box *b = &d->layout->part[part].box;
  const neck n = neck_of(d, b);
  double most = 0;
  draw_wood(c, b, &n);
  for (int i = 0; d->sees && i < n.strings; i++)
    most = fmax(most, fmax((double)d->view.contact[i].swing, 0.02));
  for (int i = 0; i < n.strings; i++) {
    draw_string(c, d, &n, i, most);
    name_string(c, d, &n, i);
  }
  draw_bow(c, d, b, &n);
  rosin_draw_regime(c, d, b);
  rosin_draw_loop(c, d, &(rosin_box){b->x + b->width - 100, b->y + 32, 86, 34});
  if (is_section(d))
    rosin_draw_seats(
        c, d, &(rosin_box){b->x + b->width - SEATS, b->y + TOP, SEATS - 14, b->height - TOP - 10});
  rosin_draw_word(c, n.bridge, b->y + b->height - 10, 10, ROSIN_QUIET, ROSIN_UP_TO, "bridge");
  rosin_draw_word(c, n.nut + 4, b->y + b->height - 10, 10, ROSIN_QUIET, ROSIN_UP_TO, "nut");
}
