/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/draw.h"
#include "core/words.h"
#include "format.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  double red, green, blue;
} colour;

static const colour ground = {0.11, 0.10, 0.10}, field = {0.17, 0.155, 0.15},
                    line = {0.36, 0.32, 0.29}, text = {0.93, 0.90, 0.85},
                    quiet = {0.66, 0.62, 0.57}, warm = {0.90, 0.60, 0.22},
                    dark_warm = {0.47, 0.31, 0.13};

enum { WORDS = 128 };

static void ink(cairo_t *c, colour k) {
  cairo_set_source_rgb(c, k.red, k.green, k.blue);
}

static void box(cairo_t *c, const rosin_box *b, colour k) {
  ink(c, k);
  cairo_rectangle(c, b->x, b->y, b->width, b->height);
  cairo_fill(c);
}

/* `side` 0: from x on; 1: up to x. */
static void say(cairo_t *c, double x, double y, double size, colour k, int side,
                const char *words) {
  cairo_text_extents_t extents;
  cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(c, size);
  cairo_text_extents(c, words, &extents);
  ink(c, k);
  cairo_move_to(c, side ? x - extents.x_advance : x, y);
  cairo_show_text(c, words);
}

static void draw_slider(cairo_t *c, const rosin_mouse *m, int i) {
  const int index = m->layout->slider[i].index;
  const rosin_box b = m->layout->slider[i].box;
  const rosin_parameter *row = rosin_core_parameter(m->core, index);
  const double value = m->held == i ? m->at : rosin_core_get(m->core, index);
  const double share = (value - row->low) / (row->high - row->low);
  char words[WORDS];
  box(c, &b, field);
  box(c, &(rosin_box){b.x, b.y, share * b.width, b.height}, m->held == i ? warm : dark_warm);
  rosin_words_name(m->core, index, words, sizeof words);
  say(c, b.x + 8, b.y + 15.5, 12, text, 0, words);
  rosin_words_value(m->core, index, value, words, sizeof words);
  say(c, b.x + b.width - 8, b.y + 15.5, 12, text, 1, words);
}

static void draw_pad(cairo_t *c, const rosin_mouse *m) {
  const rosin_layout *l = m->layout;
  const rosin_box b = l->pad;
  const int bows = rosin_core_find(m->core, "bow_down") >= 0;
  char across[WORDS] = "", up[WORDS] = "";
  box(c, &b, field);
  ink(c, line);
  cairo_set_line_width(c, 1);
  if (bows) { /* the bow turns in the middle */
    cairo_move_to(c, b.x + b.width / 2, b.y);
    cairo_line_to(c, b.x + b.width / 2, b.y + b.height);
  }
  cairo_rectangle(c, b.x + 0.5, b.y + 0.5, b.width - 1, b.height - 1);
  cairo_stroke(c);
  if (l->across >= 0)
    rosin_words_name(m->core, l->across, across, sizeof across);
  if (l->up >= 0)
    rosin_words_name(m->core, l->up, up, sizeof up);
  say(c, b.x + b.width - 8, b.y + b.height - 8, 12, quiet, 1, bows ? "speed, airy" : across);
  say(c, b.x + 8, b.y + 18, 12, quiet, 0, bows ? "dense, loud" : up);
  if (!m->pads)
    say(c, b.x + b.width - 8, b.y + 18, 12, quiet, 1, bows ? "press to bow" : "press to trigger");
  ink(c, m->pads ? warm : line);
  cairo_arc(c, b.x + m->x * b.width, b.y + (1 - m->y) * b.height, m->pads ? 11 : 7, 0, 6.2832);
  cairo_fill(c);
}

static void draw_string(cairo_t *c, const rosin_box *b, int strings, const rosin_core_picture *p) {
  const double middle = b->y + 0.56 * b->height, reach = 0.34 * b->height;
  char words[WORDS] = "";
  box(c, b, field);
  if (p && *p->contact && p->regime != ROSIN_LIFTED && p->pitch > 0)
    rosin_format(words, sizeof words, "%s: %.2f N, %.2f m/s, %.1f slips/s at %.1f Hz", p->contact,
                 p->force, p->velocity, p->slips, p->pitch);
  else if (p && *p->contact && p->regime != ROSIN_LIFTED)
    rosin_format(words, sizeof words, "%s: %.2f N, %.0f slips a second", p->contact, p->force,
                 p->slips);
  say(c, b->x + 8, b->y + 16, 11, quiet, 0, words);
  const int moves = p && p->moves;
  if (!moves && !strings)
    return;
  ink(c, moves ? warm : line);
  cairo_set_line_width(c, 2);
  cairo_move_to(c, b->x + 10, middle);
  for (int i = 0; i < ROSIN_CORE_SHAPE; i++)
    cairo_line_to(c, b->x + 10 + (b->width - 20) * i / (ROSIN_CORE_SHAPE - 1.0),
                  middle - (moves ? reach * (double)p->shape[i] : 0));
  cairo_stroke(c);
}

/* The names of what can be, that which is being lit. */
static void draw_regimes(cairo_t *c, const rosin_box *b, const rosin_core_picture *p) {
  double at = b->x;
  for (int i = ROSIN_LIFTED; i <= ROSIN_SLIDING; i++) {
    cairo_text_extents_t extents;
    const int lit = p && (int)p->regime == i;
    cairo_set_font_size(c, 11.5);
    cairo_text_extents(c, rosin_touch_name((rosin_touch)i), &extents);
    if (lit)
      box(c, &(rosin_box){at - 3, b->y + 2, extents.x_advance + 6, b->height - 4}, dark_warm);
    say(c, at, b->y + 15, 11.5, lit ? text : quiet, 0, rosin_touch_name((rosin_touch)i));
    at += extents.x_advance + 10;
  }
}

void rosin_draw(cairo_t *c, const rosin_mouse *m, const rosin_core_picture *picture) {
  const rosin_layout *l = m->layout;
  char words[WORDS];
  ink(c, ground);
  cairo_paint(c);
  snprintf(words, sizeof words, "Rosin %s", rosin_core_scene(m->core));
  say(c, l->title.x, l->title.y + 24, 19, text, 0, words);
  box(c, &l->take, field);
  say(c, l->take.x + l->take.width / 2 + 28, l->take.y + 17, 12, text, 1, "new take");
  draw_pad(c, m);
  draw_string(c, &l->string, rosin_core_is_instrument(m->core), picture);
  draw_regimes(c, &l->regimes, picture);
  for (int i = 0; i < l->sliders; i++)
    draw_slider(c, m, i);
}
