/* SPDX-License-Identifier: BSD-3-Clause */
/** What a mouse does to a plugin's parameters; knows no screen. */
#ifndef ROSIN_WINDOW_MOUSE_H
#define ROSIN_WINDOW_MOUSE_H

#include "plugin/window/layout.h"

/** Whom a window tells of it; plain values, in the thread of the window. */
typedef struct {
  void *context;
  void (*begin)(void *context, int index); /**< somebody takes hold of a parameter */
  void (*set)(void *context, int index, double value);
  void (*end)(void *context, int index);
} rosin_window_face;

typedef struct {
  const rosin_core *core;
  const rosin_layout *layout;
  rosin_window_face face;
  int held;    /* slider, -1: none */
  int pads;    /* the pad is pressed */
  double at;   /* value of the slider that is held */
  double x, y; /* last place on the pad, 0 to 1 */
} rosin_mouse;

void rosin_mouse_start(rosin_mouse *mouse, const rosin_core *core, const rosin_layout *layout,
                       const rosin_window_face *face);
/** The left button goes down; with `again` set the slider there goes back to its default. */
void rosin_mouse_press(rosin_mouse *mouse, double x, double y, int again);
void rosin_mouse_move(rosin_mouse *mouse, double x, double y);
void rosin_mouse_release(rosin_mouse *mouse);
/** A wheel, by so many clicks upwards. */
void rosin_mouse_scroll(rosin_mouse *mouse, double x, double y, double clicks);

#endif
