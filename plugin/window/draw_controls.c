/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameters: knobs of the first ones, rows of the others on the cards of their groups. */
#include "core/learn.h"
#include "core/words.h"
#include "plugin/window/style.h"

#include <math.h>
#include <stdio.h>

static void words_of(const rosin_desk *d, int index, char *name, char *value, size_t size) {
  rosin_words_name(d->core, index, name, size);
  rosin_words_value(d->core, index, rosin_desk_value(d, index), value, size);
}

static int is_lit(const rosin_desk *d, int part) {
  return d->held == part || d->under == part || (d->over && d->of == part);
}

/* Where its range has a zero within, values are shown from there. */
static double origin(const rosin_desk *d, int index) {
  const rosin_parameter *row = rosin_core_parameter(d->core, index);
  return row->low < 0 && row->high > 0 && row->initial == 0 ? -row->low / (row->high - row->low)
                                                            : 0;
}

const char *rosin_controller_said(const rosin_desk *d, int index, char *text, size_t size) {
  const int given = d->plays ? rosin_core_controller(d->plays, index) : -1;
  if (d->plays && rosin_core_learning(d->plays) == index)
    snprintf(text, size, "cc ?");
  else if (given >= 0)
    snprintf(text, size, "cc %d", given);
  else
    snprintf(text, size, "%s", "");
  return text;
}

/* Warm while it waits. */
static void draw_controller(rosin_canvas *c, const rosin_desk *d, int index, double x, double y,
                            rosin_side side) {
  char text[16];
  const int waits = d->plays && rosin_core_learning(d->plays) == index;
  if (*rosin_controller_said(d, index, text, sizeof text))
    rosin_draw_word(c, x, y, 9, waits ? ROSIN_WARM : ROSIN_COOL, side, text);
}

/* ---- knobs --------------------------------------------------------------------------------- */

static void draw_dial(rosin_canvas *c, const rosin_desk *d, int part, double x, double y) {
  enum { FROM = 225, SWEEP = 270, RADIUS = 21 };
  const int index = d->layout->part[part].index, lit = is_lit(d, part);
  const double share = rosin_desk_share(d, index), zero = origin(d, index);
  const double angle = (FROM - SWEEP * share) * 3.14159265358979 / 180;
  rosin_canvas_arc(c, x, y, RADIUS, FROM, FROM - SWEEP, 4);
  rosin_canvas_fill(c, ROSIN_RAISED);
  if (fabs(share - zero) > 1e-3) {
    rosin_canvas_arc(c, x, y, RADIUS, FROM - SWEEP * zero, FROM - SWEEP * share, 4);
    rosin_canvas_fill(c, lit ? ROSIN_WARM : 0xffd1934fu);
  }
  rosin_canvas_disc(c, x, y, RADIUS - 6);
  rosin_canvas_fade(c, y - RADIUS + 6, lit ? 0xff454a58u : 0xff3a3e4au, y + RADIUS - 6,
                    0xff262932u);
  rosin_canvas_stroke(c, x + 5 * cos(angle), y - 5 * sin(angle), x + 12 * cos(angle),
                      y - 12 * sin(angle), 2.4);
  rosin_canvas_fill(c, ROSIN_TEXT);
}

/* A choice among the first ones: its word, in a field. */
static void draw_word_field(rosin_canvas *c, const rosin_desk *d, int part, const char *value) {
  const rosin_box *b = &d->layout->part[part].box;
  const rosin_box field = {b->x + 6, b->y + 18, b->width - 12, 30};
  rosin_canvas_box(c, &field, 6, is_lit(d, part) ? ROSIN_RAISED : ROSIN_FIELD);
  rosin_text_write(c,
                   &(rosin_writing){.x = field.x + 9,
                                    .y = field.y + 19.5,
                                    .size = ROSIN_TEXT_PLAIN,
                                    .colour = ROSIN_WARM,
                                    .at_most = field.width - 32},
                   value);
  const double x = field.x + field.width - 13, y = field.y + 14;
  rosin_canvas_stroke(c, x - 4, y - 1.5, x, y + 2.5, 1.6);
  rosin_canvas_stroke(c, x, y + 2.5, x + 4, y - 1.5, 1.6);
  rosin_canvas_fill(c, ROSIN_QUIET);
}

void rosin_draw_knob(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_part *p = &d->layout->part[part];
  const double middle = p->box.x + p->box.width / 2, y = p->box.y;
  const int choice = rosin_core_parameter(d->core, p->index)->kind == ROSIN_CHOICE;
  char name[64], value[64];
  words_of(d, p->index, name, value, sizeof name);
  rosin_canvas_clear(c, &p->box, ROSIN_GROUND);
  if (choice)
    draw_word_field(c, d, part, value);
  else
    draw_dial(c, d, part, middle, y + 30);
  rosin_writing how = {.x = middle,
                       .y = y + 71,
                       .size = ROSIN_TEXT_PLAIN,
                       .colour = is_lit(d, part) ? ROSIN_TEXT : ROSIN_SOFT,
                       .side = ROSIN_MIDDLE,
                       .at_most = p->box.width - 4};
  rosin_text_write(c, &how, name);
  how.y = y + 87;
  how.size = ROSIN_TEXT_SMALL;
  how.colour = ROSIN_QUIET;
  if (!choice)
    rosin_text_write(c, &how, value);
  draw_controller(c, d, p->index, middle + 23, y + 14, ROSIN_FROM);
}

/* ---- rows ---------------------------------------------------------------------------------- */

static void draw_switch(rosin_canvas *c, const rosin_box *b, int on, int lit) {
  const rosin_box track = {b->x + b->width - 36, b->y + 3, 28, 14};
  rosin_canvas_box(c, &track, 7, on ? ROSIN_DEEP : ROSIN_FIELD);
  rosin_canvas_disc(c, track.x + (on ? 21 : 7), track.y + 7, 5);
  rosin_canvas_fill(c, on ? ROSIN_WARM : lit ? ROSIN_SOFT : ROSIN_QUIET);
}

static void draw_bar(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_part *p = &d->layout->part[part];
  const double share = rosin_desk_share(d, p->index), zero = origin(d, p->index);
  const rosin_box track = {p->box.x + 8, p->box.y + 17, p->box.width - 16, 2};
  const double from = fmin(share, zero), to = fmax(share, zero);
  rosin_canvas_box(c, &track, 1, ROSIN_RAISED);
  rosin_canvas_box(
      c,
      &(rosin_box){track.x + from * track.width, track.y, (to - from) * track.width, track.height},
      1, is_lit(d, part) ? ROSIN_WARM : 0xffb98246u);
  if (is_lit(d, part)) {
    rosin_canvas_disc(c, track.x + share * track.width, track.y + 1, 3.2);
    rosin_canvas_fill(c, ROSIN_WARM);
  }
}

void rosin_draw_row(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_part *p = &d->layout->part[part];
  const rosin_box *b = &p->box;
  const rosin_parameter *row = rosin_core_parameter(d->core, p->index);
  const int lit = is_lit(d, part);
  char name[64], value[64];
  words_of(d, p->index, name, value, sizeof name);
  rosin_canvas_clear(c, b, ROSIN_CARD);
  rosin_draw_word(c, b->x + 8, b->y + 14, ROSIN_TEXT_PLAIN, lit ? ROSIN_TEXT : ROSIN_SOFT,
                  ROSIN_FROM, name);
  draw_controller(c, d, p->index, b->x + 14 + rosin_text_width(name, ROSIN_TEXT_PLAIN), b->y + 13,
                  ROSIN_FROM);
  if (row->kind == ROSIN_SWITCH) {
    draw_switch(c, b, rosin_desk_value(d, p->index) >= 0.5, lit);
    return;
  }
  if (row->kind == ROSIN_CHOICE) {
    const double x = b->x + b->width - 14, y = b->y + 9.5;
    rosin_canvas_stroke(c, x - 3.5, y - 1, x, y + 2.5, 1.5);
    rosin_canvas_stroke(c, x, y + 2.5, x + 3.5, y - 1, 1.5);
    rosin_canvas_fill(c, ROSIN_QUIET);
  } else {
    draw_bar(c, d, part);
  }
  rosin_draw_word(c, b->x + b->width - (row->kind == ROSIN_CHOICE ? 26 : 8), b->y + 14,
                  ROSIN_TEXT_PLAIN, row->kind == ROSIN_CHOICE ? ROSIN_WARM : ROSIN_TEXT,
                  ROSIN_UP_TO, value);
}

void rosin_draw_card(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_part *p = &d->layout->part[part];
  rosin_canvas_panel(c, &p->box, 8, ROSIN_CARD, ROSIN_CARD, ROSIN_GROUND);
  if (p->index >= 0)
    rosin_text_write(c,
                     &(rosin_writing){.x = p->box.x + 12,
                                      .y = p->box.y + 17.5,
                                      .size = ROSIN_TEXT_SMALL,
                                      .colour = ROSIN_COOL,
                                      .bold = 1.2},
                     rosin_core_group_name(d->core, p->index));
}
