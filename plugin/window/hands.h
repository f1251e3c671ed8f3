/* SPDX-License-Identifier: BSD-3-Clause */
/** What a mouse and a keyboard do to a window; places are the layout's. */
#ifndef ROSIN_WINDOW_HANDS_H
#define ROSIN_WINDOW_HANDS_H

#include "plugin/window/desk.h"

/** Keys that are no letters. */
typedef enum {
  ROSIN_KEY_LETTER,
  ROSIN_KEY_ENTER,
  ROSIN_KEY_ESCAPE,
  ROSIN_KEY_UP,
  ROSIN_KEY_DOWN,
  ROSIN_KEY_UNDO,
  ROSIN_KEY_REDO
} rosin_key;

typedef struct {
  double x, y;
  int right; /* the right button */
  int twice; /* soon after another at the same place */
  int fine;  /* shift */
} rosin_touch_at;

void rosin_mouse_press(rosin_desk *desk, const rosin_touch_at *at);
void rosin_mouse_move(rosin_desk *desk, const rosin_touch_at *at);
void rosin_mouse_release(rosin_desk *desk);
void rosin_mouse_leave(rosin_desk *desk);
/** A wheel, by so many clicks upwards. */
void rosin_mouse_scroll(rosin_desk *desk, const rosin_touch_at *at, double clicks);
/** A key of the computer goes down or up; letters play, unless something is typed. 1: it was
 *  wanted. */
int rosin_typed_key(rosin_desk *desk, rosin_key key, char letter, int down);

#endif
