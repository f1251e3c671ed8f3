/* SPDX-License-Identifier: BSD-3-Clause */
/** What lies over a window's parts: words of a choice, presets, a parameter's menu, a value that is
 *  typed. */
#ifndef ROSIN_WINDOW_OVER_H
#define ROSIN_WINDOW_OVER_H

#include "plugin/window/desk.h"

enum { ROSIN_OVER_ITEMS = 64, ROSIN_OVER_ROW = 22 };

/** A line of a list; `value` -1: a heading. */
typedef struct {
  char text[64];
  int value;
} rosin_over_item;

typedef struct {
  rosin_over_item item[ROSIN_OVER_ITEMS];
  int items;
  rosin_box box; /* all of it */
  double first;  /* where its first row begins */
} rosin_over_list;

/** What is shown now; nothing: an empty box. */
void rosin_over_list_of(const rosin_desk *desk, rosin_over_list *list);
void rosin_over_open(rosin_desk *desk, rosin_over what, int part);
void rosin_over_close(rosin_desk *desk);
/** The row at a place, -1: none. */
int rosin_over_at(const rosin_over_list *list, double x, double y);
/** The row is chosen; or, of an entry, what was typed is meant. */
void rosin_over_choose(rosin_desk *desk, int row);
/** What can be done with the preset of a row. */
void rosin_over_ask(rosin_desk *desk, int row);
void rosin_over_type(rosin_desk *desk, char letter); /**< '\b': the last one goes */
void rosin_over_step(rosin_desk *desk, int by);      /**< to another row */

#endif
