/* SPDX-License-Identifier: BSD-3-Clause */
/** Where things are in a plugin's window: a pad, the string, a slider for each parameter. */
#ifndef ROSIN_WINDOW_LAYOUT_H
#define ROSIN_WINDOW_LAYOUT_H

#include "core/core.h"

typedef struct {
  double x, y, width, height;
} rosin_box;

typedef struct {
  double width, height;
  rosin_box title, pad, string, regimes, take; /* take: a button for another one */
  int across, up;                              /* parameters that the pad moves, -1: none */
  int press;                                   /* the one that is 1 while it is pressed */
  int sliders;
  struct {
    int index; /* of the parameter */
    rosin_box box;
  } slider[ROSIN_CORE_PARAMETERS];
} rosin_layout;

rosin_layout rosin_layout_of(const rosin_core *core);
int rosin_box_has(const rosin_box *box, double x, double y);
/** The slider at a place, -1: none. */
int rosin_layout_slider(const rosin_layout *layout, double x, double y);

#endif
