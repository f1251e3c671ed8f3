/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/hands.h"
#include "core/learn.h"
#include "plugin/window/gesture.h"
#include "plugin/window/over.h"

#include <math.h>
#include <string.h>

static const double wheel = 0.02, reach = 180, finer = 0.1; /* share a click; units for a range */

static double clip(double x) {
  return fmin(fmax(x, 0), 1);
}

/* ---- the pad ------------------------------------------------------------------------------- */

static void move_on_pad(rosin_desk *d, double x, double y) {
  const rosin_layout *l = d->layout;
  const rosin_box *pad = &l->part[rosin_layout_find(l, ROSIN_PART_PAD, -1)].box;
  d->x = clip((x - pad->x) / pad->width);
  d->y = clip(1 - (y - pad->y) / pad->height);
  double across = rosin_desk_at(d, l->across, d->x), up = rosin_desk_at(d, l->up, d->y);
  if (l->bows)
    rosin_core_point(d->core, 2 * d->x - 1, d->y, &across, &up);
  rosin_desk_set(d, l->across, across);
  rosin_desk_set(d, l->up, up);
}

/* The core would do so by itself; like this the host knows, too. */
static void take_over(rosin_desk *d) {
  const int by_hand = d->layout->bows ? rosin_core_find(d->core, "by_hand") : -1;
  if (by_hand >= 0 && rosin_desk_value(d, by_hand) < 0.5)
    rosin_desk_put(d, by_hand, 1);
}

static void press_pad(rosin_desk *d, double x, double y) {
  const rosin_layout *l = d->layout;
  take_over(d);
  d->groups = 1;
  d->group++;
  rosin_desk_begin(d, l->across);
  rosin_desk_begin(d, l->up);
  rosin_desk_begin(d, l->press);
  d->groups = 0;
  d->pads = 1;
  move_on_pad(d, x, y);
  rosin_desk_set(d, l->press, 1);
}

static void release_pad(rosin_desk *d) {
  const rosin_layout *l = d->layout;
  d->pads = 0;
  if (!d->holds) {
    rosin_desk_set(d, l->press, 0);
    rosin_desk_end(d, l->press);
  }
  rosin_desk_end(d, l->across);
  rosin_desk_end(d, l->up);
}

/* The trigger stays pressed until the button is pressed again. */
static void hold(rosin_desk *d) {
  const int press = d->layout->press;
  d->holds = !d->holds;
  if (d->holds)
    rosin_desk_begin(d, press);
  rosin_desk_set(d, press, d->holds);
  if (!d->holds)
    rosin_desk_end(d, press);
}

/* ---- controls ------------------------------------------------------------------------------ */

static int is_list(const rosin_desk *d, int index) {
  return rosin_core_parameter(d->core, index)->kind == ROSIN_CHOICE;
}

static void press_control(rosin_desk *d, int part, const rosin_touch_at *at) {
  const int index = d->layout->part[part].index;
  if (at->right) {
    rosin_over_open(d, ROSIN_OVER_MENU, part);
  } else if (rosin_core_parameter(d->core, index)->kind == ROSIN_SWITCH) {
    rosin_desk_put(d, index, rosin_desk_value(d, index) < 0.5);
  } else if (is_list(d, index)) {
    rosin_over_open(d, ROSIN_OVER_WORDS, part);
  } else if (at->twice) {
    rosin_over_open(d, ROSIN_OVER_ENTRY, part);
  } else {
    d->held = part;
    d->mouse_x = at->x;
    d->mouse_y = at->y;
    rosin_desk_begin(d, index);
    d->grab = rosin_desk_share(d, index);
  }
}

/* Rightwards and upwards: more. */
static void turn(rosin_desk *d, const rosin_touch_at *at) {
  const int index = d->layout->part[d->held].index;
  const double way = at->x - d->mouse_x + d->mouse_y - at->y;
  d->grab += way / reach * (at->fine ? finer : 1);
  d->mouse_x = at->x;
  d->mouse_y = at->y;
  rosin_desk_set(d, index, rosin_desk_at(d, index, d->grab));
}

static void step_preset(rosin_desk *d, int by) {
  const int count = rosin_desk_presets(d);
  if (count)
    rosin_desk_take_preset(d, d->preset < 0 ? (by > 0 ? 0 : count - 1)
                                            : (d->preset + by + count) % count);
}

static void press_key(rosin_desk *d, const rosin_part *part, double x, double y) {
  const int key = rosin_keys_at(d->layout, &part->box, x, y);
  if (key == d->key || !d->face.note)
    return;
  if (d->key >= 0)
    d->face.note(d->face.context, d->key, 0);
  d->key = key;
  if (key >= 0) /* louder towards its front */
    d->face.note(d->face.context, key, 0.25 + 0.7 * clip((y - part->box.y) / part->box.height));
}

static void press_trigger(rosin_desk *d, int at) {
  const int index = d->layout->part[at].index;
  d->held = at;
  rosin_desk_begin(d, index);
  rosin_desk_set(d, index, 0);
  rosin_desk_set(d, index, 1);
}

static void press_part(rosin_desk *d, int at, const rosin_touch_at *touch) {
  const rosin_part *part = &d->layout->part[at];
  switch (part->kind) {
  case ROSIN_PART_KNOB:
  case ROSIN_PART_ROW:
    press_control(d, at, touch);
    break;
  case ROSIN_PART_BACK:
  case ROSIN_PART_ON:
    step_preset(d, part->kind == ROSIN_PART_ON ? 1 : -1);
    break;
  case ROSIN_PART_PRESET:
    rosin_over_open(d, ROSIN_OVER_PRESETS, at);
    break;
  case ROSIN_PART_UNDO:
    rosin_desk_undo(d);
    break;
  case ROSIN_PART_REDO:
    rosin_desk_redo(d);
    break;
  case ROSIN_PART_SIDE:
    rosin_desk_turn_over(d);
    break;
  case ROSIN_PART_TAKE:
    rosin_desk_new_take(d);
    break;
  case ROSIN_PART_PAD:
    press_pad(d, touch->x, touch->y);
    break;
  case ROSIN_PART_TRIGGER:
    press_trigger(d, at);
    break;
  case ROSIN_PART_HOLD:
    hold(d);
    break;
  case ROSIN_PART_KEYS:
    d->held = at;
    press_key(d, part, touch->x, touch->y);
    break;
  case ROSIN_PART_STAGE:
    rosin_gesture_press(d, touch);
    break;
  case ROSIN_PART_METER:
    d->most = d->meter;
    break;
  default:
    break;
  }
}

void rosin_mouse_press(rosin_desk *d, const rosin_touch_at *at) {
  if (d->pads || d->held >= 0 || d->draws)
    return;
  d->said[0] = 0;
  if (d->over) {
    rosin_over_list list;
    rosin_over_list_of(d, &list);
    const int row = rosin_over_at(&list, at->x, at->y);
    if (row >= 0 && at->right)
      rosin_over_ask(d, row);
    else if (row >= 0)
      rosin_over_choose(d, row);
    else if (!rosin_box_has(&list.box, at->x, at->y))
      rosin_over_close(d);
    return;
  }
  const int part = rosin_layout_at(d->layout, at->x, at->y);
  if (part >= 0 && (!at->right || rosin_part_turns(&d->layout->part[part]) ||
                    d->layout->part[part].kind == ROSIN_PART_STAGE))
    press_part(d, part, at);
}

void rosin_mouse_move(rosin_desk *d, const rosin_touch_at *at) {
  const rosin_part *held = d->held >= 0 ? &d->layout->part[d->held] : NULL;
  if (d->draws)
    rosin_gesture_move(d, at);
  else if (d->pads)
    move_on_pad(d, at->x, at->y);
  else if (held && rosin_part_turns(held))
    turn(d, at);
  else if (held && held->kind == ROSIN_PART_KEYS)
    press_key(d, held, at->x, at->y);
  if (d->over) {
    rosin_over_list list;
    rosin_over_list_of(d, &list);
    const int row = rosin_over_at(&list, at->x, at->y);
    d->row = row >= 0 ? row : d->row;
  }
  if (!d->pads && !held && !d->draws)
    d->under = d->over ? -1 : rosin_layout_at(d->layout, at->x, at->y);
}

void rosin_mouse_release(rosin_desk *d) {
  const rosin_part *held = d->held >= 0 ? &d->layout->part[d->held] : NULL;
  rosin_gesture_release(d);
  if (d->pads)
    release_pad(d);
  if (held && held->kind == ROSIN_PART_TRIGGER) {
    if (!d->holds) {
      rosin_desk_set(d, held->index, 0);
      rosin_desk_end(d, held->index);
    }
  } else if (held && held->kind == ROSIN_PART_KEYS) {
    if (d->key >= 0 && d->face.note)
      d->face.note(d->face.context, d->key, 0);
    d->key = -1;
  } else if (held) {
    rosin_desk_end(d, held->index);
  }
  d->held = -1;
}

void rosin_mouse_leave(rosin_desk *d) {
  if (!d->pads && d->held < 0)
    d->under = -1;
}

void rosin_mouse_scroll(rosin_desk *d, const rosin_touch_at *at, double clicks) {
  const int part = d->over || d->held >= 0 ? -1 : rosin_layout_at(d->layout, at->x, at->y);
  if (part < 0 || !isfinite(clicks) || !rosin_part_turns(&d->layout->part[part]))
    return;
  const int index = d->layout->part[part].index;
  const rosin_parameter *row = rosin_core_parameter(d->core, index);
  const double step = rosin_core_parameter_stepped(d->core, index) ? 1 / (row->high - row->low)
                      : at->fine                                   ? wheel * finer
                                                                   : wheel;
  rosin_desk_put(d, index, rosin_desk_at(d, index, rosin_desk_share(d, index) + clicks * step));
}

/* ---- a computer's keyboard ----------------------------------------------------------------- */

/* Two rows of letters as an octave and a half of a piano. */
static int note_of(const rosin_desk *d, char letter) {
  static const char letters[] = "awsedftgyhujkolp";
  const char *at = letter ? strchr(letters, letter) : NULL;
  return at && d->layout->keys ? d->layout->lowest + 12 + (int)(at - letters) : -1;
}

static int play(rosin_desk *d, char letter, int down) {
  const int key = note_of(d, letter);
  if (key < 0 || !d->face.note || d->held >= 0)
    return 0;
  if (down && key != d->key) {
    if (d->key >= 0)
      d->face.note(d->face.context, d->key, 0);
    d->key = key;
    d->face.note(d->face.context, key, 0.7);
  } else if (!down && key == d->key) {
    d->face.note(d->face.context, key, 0);
    d->key = -1;
  }
  return 1;
}

/* A list goes, or what waits for a controller does not any more: 1, or 0 where there is neither. */
static int leave(rosin_desk *d) {
  const int learns = d->plays && rosin_core_learning(d->plays) >= 0, leaves = d->over || learns;
  if (d->over)
    rosin_over_close(d);
  else if (learns)
    rosin_core_learn(d->plays, -1);
  return leaves;
}

int rosin_typed_key(rosin_desk *d, rosin_key key, char letter, int down) {
  if (!d->over && key == ROSIN_KEY_LETTER)
    return play(d, letter, down);
  if (!down)
    return 0;
  if (key == ROSIN_KEY_UNDO)
    rosin_desk_undo(d);
  else if (key == ROSIN_KEY_REDO)
    rosin_desk_redo(d);
  else if (key == ROSIN_KEY_ESCAPE)
    return leave(d);
  else if (d->over && key == ROSIN_KEY_ENTER)
    rosin_over_choose(d, d->row);
  else if (d->over && key != ROSIN_KEY_LETTER)
    rosin_over_step(d, key == ROSIN_KEY_UP ? -1 : 1);
  else if (d->over)
    rosin_over_type(d, letter);
  else
    return 0;
  return 1;
}
