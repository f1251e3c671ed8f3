/* SPDX-License-Identifier: BSD-3-Clause */
/* The bar at the top, and what is pressed. */
#include "plugin/window/style.h"

#include <math.h>
#include <stdio.h>

/* "door-hinge-slow" as "Door hinge slow". */
static void title(const rosin_desk *d, char *text, size_t size) {
  snprintf(text, size, "%s", rosin_core_scene(d->core));
  for (char *at = text; *at; at++)
    *at = *at == '-' || *at == '_' ? ' ' : *at;
  if (*text >= 'a' && *text <= 'z')
    *text = (char)(*text - 'a' + 'A');
}

static void draw_title(rosin_canvas *c, const rosin_desk *d, const rosin_box *b) {
  char name[64];
  title(d, name, sizeof name);
  rosin_canvas_clear(c, b, ROSIN_GROUND);
  rosin_text_write(c,
                   &(rosin_writing){.x = b->x + 2,
                                    .y = b->y + 22,
                                    .size = ROSIN_TEXT_LARGE,
                                    .colour = ROSIN_TEXT,
                                    .bold = 1.15,
                                    .at_most = b->width - 62},
                   name);
  const double after = fmin(rosin_text_width(name, ROSIN_TEXT_LARGE), b->width - 62);
  const int out = rosin_desk_value(d, rosin_core_find(d->core, "bypass")) >= 0.5;
  rosin_draw_word(c, b->x + after + 12, b->y + 22, ROSIN_TEXT_PLAIN, out ? ROSIN_RED : ROSIN_WARM,
                  ROSIN_FROM, out ? "bypassed" : "rosin");
}

/* An arrow that turns back to the left, or the same mirrored. */
static void draw_turn(rosin_canvas *c, const rosin_box *b, int right, rosin_colour k) {
  const double x = b->x + b->width / 2, y = b->y + b->height / 2 + 1, side = right ? 1 : -1;
  rosin_canvas_arc(c, x, y + 2, 6, right ? -60 : 30, right ? 150 : 240, 1.7);
  rosin_canvas_stroke(c, x + side * 6, y - 1, x + side * 6.6, y - 6.5, 1.7);
  rosin_canvas_stroke(c, x + side * 6, y - 1, x + side * 0.8, y - 1.4, 1.7);
  rosin_canvas_fill(c, k);
}

static void draw_arrow(rosin_canvas *c, const rosin_box *b, int right) {
  const double x = b->x + b->width / 2, y = b->y + b->height / 2, way = right ? 3 : -3;
  rosin_canvas_stroke(c, x - way, y - 5, x + way, y, 1.7);
  rosin_canvas_stroke(c, x + way, y, x - way, y + 5, 1.7);
  rosin_canvas_fill(c, ROSIN_SOFT);
}

static void draw_side(rosin_canvas *c, const rosin_desk *d, int part) {
  rosin_draw_button(c, d, part, "", 0);
  const rosin_box *b = &d->layout->part[part].box;
  for (int k = 0; k < 2; k++) {
    const rosin_box half = {b->x + 3 + k * (b->width - 6) / 2, b->y + 3, (b->width - 6) / 2,
                            b->height - 6};
    if (d->now == k)
      rosin_canvas_box(c, &half, 4, ROSIN_DEEP);
    rosin_draw_word(c, half.x + half.width / 2, half.y + half.height / 2 + 4.2, ROSIN_TEXT_PLAIN,
                    d->now == k ? ROSIN_TEXT : ROSIN_QUIET, ROSIN_MIDDLE, k ? "B" : "A");
  }
}

static void draw_preset(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_box *b = &d->layout->part[part].box;
  const char *name = rosin_desk_preset_name(d, d->preset);
  rosin_draw_button(c, d, part, "", 0);
  rosin_text_write(c,
                   &(rosin_writing){.x = b->x + 12,
                                    .y = b->y + b->height / 2 + 4.2,
                                    .size = ROSIN_TEXT_PLAIN,
                                    .colour = name ? ROSIN_TEXT : ROSIN_SOFT,
                                    .at_most = b->width - 40},
                   name ? name : "Presets");
  const double x = b->x + b->width - 16, y = b->y + b->height / 2 - 1;
  rosin_canvas_stroke(c, x - 4, y - 1.5, x, y + 2.5, 1.6);
  rosin_canvas_stroke(c, x, y + 2.5, x + 4, y - 1.5, 1.6);
  rosin_canvas_fill(c, ROSIN_QUIET);
}

void rosin_draw_bar(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_part *p = &d->layout->part[part];
  const int redo = p->kind == ROSIN_PART_REDO;
  switch (p->kind) {
  case ROSIN_PART_TITLE:
    draw_title(c, d, &p->box);
    break;
  case ROSIN_PART_PRESET:
    draw_preset(c, d, part);
    break;
  case ROSIN_PART_BACK:
  case ROSIN_PART_ON:
    rosin_draw_button(c, d, part, "", 0);
    draw_arrow(c, &p->box, p->kind == ROSIN_PART_ON);
    break;
  case ROSIN_PART_UNDO:
  case ROSIN_PART_REDO:
    rosin_draw_button(c, d, part, "", 0);
    draw_turn(c, &p->box, redo,
              (redo ? rosin_desk_can_redo(d) : rosin_desk_can_undo(d)) ? ROSIN_TEXT : ROSIN_EDGE);
    break;
  case ROSIN_PART_SIDE:
    draw_side(c, d, part);
    break;
  case ROSIN_PART_TAKE:
    rosin_draw_button(c, d, part, "New take", d->held == part);
    break;
  case ROSIN_PART_TRIGGER:
    rosin_draw_button(c, d, part, "Trigger", rosin_desk_value(d, p->index) >= 0.5);
    break;
  default:
    rosin_draw_button(c, d, part, "Hold", d->holds);
    break;
  }
}

/* ---- the meter ----------------------------------------------------------------------------- */

static double along(const rosin_box *b, double decibel) {
  return b->width * fmin(fmax(1 + decibel / 60, 0), 1);
}

void rosin_draw_meter(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_box *b = &d->layout->part[part].box;
  const rosin_box bar = {b->x, b->y + 6, b->width, 9};
  char words[24] = "";
  rosin_canvas_clear(c, b, ROSIN_GROUND);
  rosin_canvas_box(c, &bar, 3, ROSIN_FIELD);
  const double now = along(&bar, d->meter), most = along(&bar, d->most);
  if (now > 1) {
    rosin_canvas_box(c, &(rosin_box){bar.x, bar.y, fmin(now, along(&bar, -12)), bar.height}, 3,
                     0xff58b083u);
    if (now > along(&bar, -12))
      rosin_canvas_box(
          c, &(rosin_box){bar.x + along(&bar, -12), bar.y, now - along(&bar, -12), bar.height}, 0,
          d->meter > -3 ? ROSIN_WARM : 0xffb9c05cu);
  }
  if (d->work > 0.05) { /* from the right: what the limiter takes */
    const double taken = fmin(d->work / 24, 1) * bar.width;
    rosin_canvas_box(c, &(rosin_box){bar.x + bar.width - taken, bar.y, taken, bar.height}, 3,
                     ROSIN_RED);
  }
  if (most > 1)
    rosin_canvas_box(c, &(rosin_box){bar.x + fmin(most, bar.width - 2), bar.y, 2, bar.height}, 0,
                     ROSIN_TEXT);
  static const int mark[] = {-48, -36, -24, -12, -3};
  for (size_t i = 0; i < sizeof mark / sizeof *mark; i++) {
    snprintf(words, sizeof words, "%d", mark[i]);
    rosin_draw_word(c, bar.x + along(&bar, mark[i]), b->y + b->height - 3, 9, ROSIN_QUIET,
                    ROSIN_MIDDLE, words);
  }
}
