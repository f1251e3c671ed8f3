/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/mouse.h"

#include <math.h>

static const double wheel = 0.02; /* of the range, a click */

void rosin_mouse_start(rosin_mouse *m, const rosin_core *core, const rosin_layout *layout,
                       const rosin_window_face *face) {
  *m = (rosin_mouse){.core = core, .layout = layout, .face = *face, .held = -1, .x = 0.5, .y = 0.5};
}

static double clip(double x) {
  return fmin(fmax(x, 0), 1);
}

/* A value at a share of its range, as its parameter takes it. */
static double value_at(const rosin_mouse *m, int index, double share) {
  const rosin_parameter *row = rosin_core_parameter(m->core, index);
  if (!row)
    return 0;
  const double value = row->low + clip(share) * (row->high - row->low);
  return rosin_core_parameter_stepped(m->core, index) ? round(value) : value;
}

static void set_slider(rosin_mouse *m, double value) {
  const int index = m->layout->slider[m->held].index;
  m->at = value;
  m->face.set(m->face.context, index, value);
}

static void slide(rosin_mouse *m, double x) {
  const rosin_box *box = &m->layout->slider[m->held].box;
  set_slider(m, value_at(m, m->layout->slider[m->held].index, (x - box->x) / box->width));
}

static int bows(const rosin_mouse *m) {
  return m->layout->press >= 0 && m->layout->press == rosin_core_find(m->core, "bow_down");
}

static void move_on_pad(rosin_mouse *m, double x, double y) {
  const rosin_layout *l = m->layout;
  m->x = clip((x - l->pad.x) / l->pad.width);
  m->y = clip(1 - (y - l->pad.y) / l->pad.height);
  double across = value_at(m, l->across, m->x), up = value_at(m, l->up, m->y);
  if (bows(m))
    rosin_core_point(m->core, 2 * m->x - 1, m->y, &across, &up);
  if (l->across >= 0)
    m->face.set(m->face.context, l->across, across);
  if (l->up >= 0)
    m->face.set(m->face.context, l->up, up);
}

/* All that the pad moves, taken hold of or let go. */
static void hold_pad(const rosin_mouse *m, void (*what)(void *context, int index)) {
  const int held[] = {m->layout->across, m->layout->up, m->layout->press};
  for (int i = 0; i < 3; i++)
    if (held[i] >= 0)
      what(m->face.context, held[i]);
}

/* The core would do so by itself; like this the host knows, too. */
static void take_over(const rosin_mouse *m) {
  const int by_hand = bows(m) ? rosin_core_find(m->core, "by_hand") : -1;
  if (by_hand < 0 || rosin_core_get(m->core, by_hand) >= 0.5)
    return;
  m->face.begin(m->face.context, by_hand);
  m->face.set(m->face.context, by_hand, 1);
  m->face.end(m->face.context, by_hand);
}

/* Another take, as a value of the seed that the host sees and keeps. */
static void draw_take(const rosin_mouse *m) {
  const int seed = rosin_core_find(m->core, "seed");
  if (seed < 0)
    return;
  m->face.begin(m->face.context, seed);
  m->face.set(m->face.context, seed, rosin_core_new_take(m->core));
  m->face.end(m->face.context, seed);
}

void rosin_mouse_press(rosin_mouse *m, double x, double y, int again) {
  if (m->pads || m->held >= 0)
    return;
  if (rosin_box_has(&m->layout->take, x, y)) {
    draw_take(m);
    return;
  }
  if (rosin_box_has(&m->layout->pad, x, y)) {
    m->pads = 1;
    take_over(m);
    hold_pad(m, m->face.begin);
    move_on_pad(m, x, y);
    if (m->layout->press >= 0)
      m->face.set(m->face.context, m->layout->press, 1);
    return;
  }
  m->held = rosin_layout_slider(m->layout, x, y);
  if (m->held < 0)
    return;
  const int index = m->layout->slider[m->held].index;
  const rosin_parameter *row = rosin_core_parameter(m->core, index);
  m->face.begin(m->face.context, index);
  if (again)
    set_slider(m, row->initial);
  else if (row->kind == ROSIN_SWITCH)
    set_slider(m, rosin_core_get(m->core, index) < 0.5);
  else
    slide(m, x);
}

void rosin_mouse_move(rosin_mouse *m, double x, double y) {
  if (m->pads)
    move_on_pad(m, x, y);
  if (m->held < 0)
    return;
  const rosin_parameter *row = rosin_core_parameter(m->core, m->layout->slider[m->held].index);
  if (row->kind != ROSIN_SWITCH)
    slide(m, x);
}

void rosin_mouse_release(rosin_mouse *m) {
  if (m->pads) {
    m->pads = 0;
    if (m->layout->press >= 0)
      m->face.set(m->face.context, m->layout->press, 0);
    hold_pad(m, m->face.end);
  }
  if (m->held >= 0)
    m->face.end(m->face.context, m->layout->slider[m->held].index);
  m->held = -1;
}

void rosin_mouse_scroll(rosin_mouse *m, double x, double y, double clicks) {
  const int slider = m->held < 0 ? rosin_layout_slider(m->layout, x, y) : -1;
  if (slider < 0 || !isfinite(clicks))
    return;
  const int index = m->layout->slider[slider].index;
  const rosin_parameter *row = rosin_core_parameter(m->core, index);
  const double share = (rosin_core_get(m->core, index) - row->low) / (row->high - row->low);
  const double step =
      rosin_core_parameter_stepped(m->core, index) ? 1 / (row->high - row->low) : wheel;
  m->face.begin(m->face.context, index);
  m->face.set(m->face.context, index, value_at(m, index, share + clicks * step));
  m->face.end(m->face.context, index);
}
