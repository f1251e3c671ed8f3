/* SPDX-License-Identifier: BSD-3-Clause */
/* The pad. Behind a bow's point lies where its string sings at this place: forces from too light to
 * too heavy, as the player knows them of this string, this note and each speed; lines of equal
 * force, in newtons, are drawn through it. */
#include "core/words.h"
#include "format.h"
#include "plugin/window/style.h"

#include <math.h>
#include <stdio.h>

enum { CELLS = 40, LINES = 4 };

/* From airy to dense. */
static rosin_colour tone(double up, double across) {
  const rosin_colour k = rosin_colour_mix(0xff2a4a58u, 0xff6a4120u, up);
  return rosin_colour_mix(0xff1d1f26u, k, fmin(fabs(across) * 2.2, 1));
}

static void draw_region(rosin_canvas *c, const rosin_box *b) {
  const rosin_pixels p = rosin_canvas_pixels(c, b);
  const double wide = p.right - p.left, tall = p.bottom - p.top;
  for (int x = p.left; x < p.right; x++) {
    const double across = 2 * (x + 0.5 - p.left) / wide - 1;
    const rosin_colour top = tone(1, across), foot = tone(0, across);
    for (int y = p.top; y < p.bottom; y++)
      c->pixel[(size_t)y * (size_t)c->width + (size_t)x] =
          rosin_colour_mix(top, foot, (y + 0.5 - p.top) / tall) & 0xffffff;
  }
  c->drawn += (long long)(wide * tall);
}

static void draw_line(rosin_canvas *c, const rosin_box *b, const rosin_view *s, double force) {
  char words[24];
  double named_x = -1, named_y = 0;
  for (int side = -1; side <= 1; side += 2) {
    double point[2 * (CELLS + 1)];
    int points = 0;
    for (int i = 0; i <= CELLS; i++) {
      const double up = (double)i / CELLS, at = rosin_view_reached(s, force, up);
      if (at < 0)
        continue;
      point[2 * points] = b->x + b->width * (0.5 + 0.5 * side * at);
      point[2 * points++ + 1] = b->y + b->height * (1 - up);
      if (side > 0 && i >= CELLS * 7 / 10 && named_x < 0) {
        named_x = b->x + b->width * (0.5 + 0.5 * at);
        named_y = b->y + b->height * (1 - up);
      }
    }
    rosin_canvas_ribbon(c, point, points, 1.1);
  }
  rosin_canvas_fill(c, 0x70e6d7bcu);
  rosin_format(words, sizeof words, "%.3g N", force);
  if (named_x >= 0 && named_x < b->x + b->width - 34)
    rosin_draw_word(c, named_x + 4, named_y + 3, 10, 0xffd9cdb8u, ROSIN_FROM, words);
}

static void draw_forces(rosin_canvas *c, const rosin_box *b, const rosin_view *s) {
  double force[LINES];
  const int lines = rosin_view_lines(s, LINES, force);
  for (int i = 0; i < lines; i++)
    draw_line(c, b, s, force[i]);
}

static void draw_names(rosin_canvas *c, const rosin_desk *d, const rosin_box *b) {
  char across[64] = "", up[64] = "";
  const int bows = d->layout->bows;
  if (d->layout->across >= 0)
    rosin_words_name(d->core, d->layout->across, across, sizeof across);
  if (d->layout->up >= 0)
    rosin_words_name(d->core, d->layout->up, up, sizeof up);
  rosin_draw_word(c, b->x + b->width - 10, b->y + b->height - 9, ROSIN_TEXT_SMALL, ROSIN_SOFT,
                  ROSIN_UP_TO, bows ? "faster" : across);
  if (bows)
    rosin_draw_word(c, b->x + 10, b->y + b->height - 9, ROSIN_TEXT_SMALL, ROSIN_SOFT, ROSIN_FROM,
                    "faster");
  rosin_draw_word(c, b->x + 10, b->y + 18, ROSIN_TEXT_SMALL, ROSIN_SOFT, ROSIN_FROM,
                  bows ? "dense" : up);
}

/* Where it did what, by the colours of that. */
static void draw_sung(rosin_canvas *c, const rosin_desk *d, const rosin_box *b) {
  const double wide = (b->width - 2) / ROSIN_SUNG, tall = (b->height - 2) / ROSIN_SUNG;
  for (int j = 0; j < ROSIN_SUNG; j++)
    for (int i = 0; i < ROSIN_SUNG; i++)
      if (d->sung.most[j][i] >= 0)
        rosin_canvas_box(
            c, &(rosin_box){b->x + 1 + i * wide, b->y + b->height - 1 - (j + 1) * tall, wide, tall},
            0, rosin_colour_thin(rosin_regime_colour(d->sung.most[j][i]), 0.35));
}

void rosin_draw_pad(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_box *b = &d->layout->part[part].box;
  const int bows = d->layout->bows;
  if (bows) {
    draw_region(c, b);
    if (d->sees && d->view.low[0] > 0)
      draw_forces(c, b, &d->view);
  } else {
    rosin_canvas_panel(c, b, 8, 0xff2b2a2cu, 0xff1c1e25u, ROSIN_GROUND);
    draw_sung(c, d, b);
    for (int i = 1; i < 4; i++) {
      rosin_canvas_box(c, &(rosin_box){b->x + i * b->width / 4, b->y, 1, b->height}, 0,
                       0x18ffffffu);
      rosin_canvas_box(c, &(rosin_box){b->x, b->y + i * b->height / 4, b->width, 1}, 0,
                       0x18ffffffu);
    }
  }
  const int lives = bows && d->sees && d->view.contact[(int)d->view.pressed].regime > ROSIN_LIFTED;
  const rosin_colour colour =
      lives     ? rosin_regime_colour((int)d->view.contact[(int)d->view.pressed].regime)
      : d->pads ? ROSIN_WARM
                : ROSIN_QUIET;
  const double x = b->x + d->x * b->width, y = b->y + (1 - d->y) * b->height;
  if (bows)
    rosin_canvas_box(c, &(rosin_box){b->x + b->width / 2, b->y, 1, b->height}, 0, 0x50ffffffu);
  if (d->pads)
    rosin_canvas_glow(c, x, y, 40, rosin_colour_thin(colour, 0.7));
  rosin_canvas_disc(c, x, y, d->pads ? 9 : 7);
  rosin_canvas_fill(c, colour);
  rosin_canvas_arc(c, x, y, d->pads ? 9 : 7, 0, 360, 1.5);
  rosin_canvas_fill(c, 0xc0131418u);
  draw_names(c, d, b);
  rosin_canvas_outline(c, b, bows ? 0 : 8, 1, d->under == part ? ROSIN_EDGE : 0xff2c303au);
}
