/* SPDX-License-Identifier: BSD-3-Clause */
/** The window's alphabet, and what is written with it. */
#ifndef ROSIN_WINDOW_WRITING_H
#define ROSIN_WINDOW_WRITING_H

#include "plugin/window/canvas.h"

typedef struct {
  char letter;
  double width;
  const char *drawing; /* see pen.h */
} rosin_letter;

/** A question mark for what is not of ASCII. */
const rosin_letter *rosin_letter_of(char c);

typedef enum { ROSIN_FROM, ROSIN_MIDDLE, ROSIN_UP_TO } rosin_side;

/** Where a text is written, `y` being its line. */
typedef struct {
  double x, y, size;
  rosin_colour colour;
  rosin_side side;
  double bold;    /* times its usual thickness; 0: 1 */
  double at_most; /* what is wider than this ends in dots; 0: nothing is */
} rosin_writing;

double rosin_text_width(const char *text, double size);
void rosin_text_write(rosin_canvas *canvas, const rosin_writing *how, const char *text);
/** The same over lines no wider than `how->at_most`, `gap` below each other; only counted if
 *  `canvas` is NULL. How many there are. */
int rosin_text_lines(rosin_canvas *canvas, const rosin_writing *how, double gap, const char *text);

#endif
