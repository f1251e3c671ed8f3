/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/draw.h"
#include "plugin/window/style.h"

#include <math.h>
#include <string.h>

typedef uint64_t look;

/* FNV-1a of whole numbers. */
static void mix(look *l, long long value) {
  for (int i = 0; i < 8; i++)
    *l = (*l ^ (unsigned char)((unsigned long long)value >> 8 * i)) * 1099511628211u;
}

static void mix_at(look *l, double value, double steps) {
  mix(l, isfinite(value) ? llround(value * steps) : -1);
}

static void mix_text(look *l, const char *text) {
  for (; text && *text; text++)
    mix(l, *text);
}

/* ---- what sounds --------------------------------------------------------------------------- */

static void mix_contact(look *l, const rosin_view_contact *c) {
  mix(l, (int)c->regime);
  mix_at(l, c->force, 50);
  mix_at(l, c->velocity, 100);
  mix_at(l, c->slips, 0.2);
  mix_at(l, c->pitch, 5);
  mix_at(l, c->place, 2000);
  for (int i = 0; c->swing > 0 && i < ROSIN_CORE_SHAPE; i += 4)
    mix_at(l, c->shape[i], 30);
}

static void mix_stage(look *l, const rosin_desk *d) {
  mix(l, d->sees);
  mix(l, d->draws);
  mix(l, d->drawn_turn);
  if (!d->sees)
    return;
  mix(l, (int)d->view.pressed); /* whose readings are told */
  for (int i = 0; i < (int)d->view.contacts; i++)
    mix_contact(l, &d->view.contact[i]);
  if (!d->layout->bows)
    mix_at(l, d->view.at, 30);
  mix(l, (int)d->view.players);
  for (int i = 0; i < (int)d->view.players; i++)
    mix_at(l, rosin_seat_lit(&d->view.player[i]), 12);
  for (int i = 0; i < (int)d->view.moments; i += 8) {
    mix_at(l, d->view.slid[i], 1000);
    mix_at(l, d->view.rubbed[i], 100);
  }
}

static void mix_pad(look *l, const rosin_desk *d) {
  mix_at(l, d->x, 2000);
  mix_at(l, d->y, 2000);
  mix(l, d->pads);
  mix(l, d->layout->bows ? 0 : d->sung.turn);
  const int regime = d->sees ? (int)d->view.contact[(int)d->view.pressed].regime : -1;
  mix(l, d->layout->bows ? regime : 0); /* of effects it changes all the time */
  for (int i = 0; d->sees && d->layout->bows && i < ROSIN_VIEW_SPEEDS; i++) {
    mix_at(l, log2(1e-6 + (double)d->view.low[i]), 6);
    mix_at(l, log2(1e-6 + (double)d->view.high[i]), 6);
  }
  mix_at(l, d->sees ? log2(1e-6 + (double)d->view.reach) : 0, 6);
}

static void mix_keys(look *l, const rosin_desk *d) {
  mix(l, d->key);
  for (int i = 0; d->sees && i < (int)d->view.contacts; i++)
    mix(l, d->view.contact[i].force > 0 ? rosin_key_of((double)d->view.contact[i].pitch) : -1);
}

static void mix_meter(look *l, const rosin_desk *d) {
  mix_at(l, fmax(d->meter, -61), 2);
  mix_at(l, fmax(d->most, -61), 2);
  mix_at(l, d->work, 5);
}

static void mix_control(look *l, const rosin_desk *d, int index) {
  char text[16];
  mix_at(l, rosin_desk_value(d, index), 1e6);
  mix_text(l, rosin_controller_said(d, index, text, sizeof text));
}

static void mix_line(look *l, const rosin_desk *d) {
  char text[400];
  rosin_line_says(d, text, sizeof text);
  mix_text(l, text);
}

uint64_t rosin_draw_look(const rosin_desk *d, int part) {
  const rosin_part *p = &d->layout->part[part];
  look l = 14695981039346656037u;
  mix(&l, d->under == part);
  mix(&l, d->held == part);
  switch (p->kind) {
  case ROSIN_PART_KNOB:
  case ROSIN_PART_ROW:
    mix_control(&l, d, p->index);
    break;
  case ROSIN_PART_PRESET:
    mix(&l, d->preset);
    mix_text(&l, rosin_desk_preset_name(d, d->preset));
    break;
  case ROSIN_PART_TITLE:
    mix(&l, rosin_desk_value(d, rosin_core_find(d->core, "bypass")) >= 0.5);
    break;
  case ROSIN_PART_UNDO:
  case ROSIN_PART_REDO:
    mix(&l, rosin_desk_can_undo(d) + 2 * rosin_desk_can_redo(d));
    break;
  case ROSIN_PART_SIDE:
    mix(&l, d->now);
    break;
  case ROSIN_PART_METER:
    mix_meter(&l, d);
    break;
  case ROSIN_PART_STAGE:
    mix_stage(&l, d);
    break;
  case ROSIN_PART_PAD:
    mix_pad(&l, d);
    break;
  case ROSIN_PART_TRIGGER:
  case ROSIN_PART_HOLD:
    mix(&l, rosin_desk_value(d, p->index) >= 0.5);
    mix(&l, d->holds);
    break;
  case ROSIN_PART_KEYS:
    mix_keys(&l, d);
    break;
  case ROSIN_PART_LINE:
    mix_line(&l, d);
    break;
  default:
    break;
  }
  return l;
}

/* -------------------------------------------------------------------------------------------- */

void rosin_draw_part(rosin_canvas *c, const rosin_desk *d, int part) {
  static void (*const draws[])(rosin_canvas *, const rosin_desk *, int) = {
      [ROSIN_PART_TITLE] = rosin_draw_bar,   [ROSIN_PART_BACK] = rosin_draw_bar,
      [ROSIN_PART_PRESET] = rosin_draw_bar,  [ROSIN_PART_ON] = rosin_draw_bar,
      [ROSIN_PART_UNDO] = rosin_draw_bar,    [ROSIN_PART_REDO] = rosin_draw_bar,
      [ROSIN_PART_SIDE] = rosin_draw_bar,    [ROSIN_PART_TAKE] = rosin_draw_bar,
      [ROSIN_PART_METER] = rosin_draw_meter, [ROSIN_PART_STAGE] = rosin_draw_strings,
      [ROSIN_PART_PAD] = rosin_draw_pad,     [ROSIN_PART_TRIGGER] = rosin_draw_bar,
      [ROSIN_PART_HOLD] = rosin_draw_bar,    [ROSIN_PART_KNOB] = rosin_draw_knob,
      [ROSIN_PART_CARD] = rosin_draw_card,   [ROSIN_PART_ROW] = rosin_draw_row,
      [ROSIN_PART_KEYS] = rosin_draw_keys,   [ROSIN_PART_LINE] = rosin_draw_line};
  const rosin_part *p = &d->layout->part[part];
  rosin_canvas_clip(c, &p->box);
  if (p->kind == ROSIN_PART_STAGE && !d->layout->bows)
    rosin_draw_thing(c, d, part);
  else
    draws[p->kind](c, d, part);
  rosin_canvas_clip(c, NULL);
}

void rosin_draw_ground(rosin_canvas *c) {
  for (int i = 0; i < c->width * c->height; i++)
    c->pixel[i] = ROSIN_GROUND & 0xffffff;
  c->drawn += (long long)c->width * c->height;
}

void rosin_draw_bare(rosin_canvas *c, const rosin_box *box) {
  rosin_canvas_clear(c, box, ROSIN_GROUND);
}
