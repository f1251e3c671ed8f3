/* SPDX-License-Identifier: BSD-3-Clause */
/** Drawings as text: strokes of a pen, for letters and things. y goes up. Numbers stand between
 *  blanks, points are pairs:
 *
 *    M x y             the pen goes there       L x y   a line
 *    C x y x y x y     a curve (Bezier's)       D x y   a dot
 *    A x y rx ry a b   an arc around x y, from a to b degrees, the pen not down before
 *    a ...             the same, a line to its begin
 */
#ifndef ROSIN_WINDOW_PEN_H
#define ROSIN_WINDOW_PEN_H

#include "plugin/window/canvas.h"

/** From a drawing's units to the layout's: x and y each by a rule. `dot`: as thick as width times
 *  that. */
typedef struct {
  double x, across, width, dot;
  double (*up)(const void *context, double y); /* NULL: y - up_by * y */
  const void *context;
  double y, up_by;
} rosin_pen;

/** Adds the drawing's strokes to the canvas' path; nothing is filled. */
void rosin_pen_draw(rosin_canvas *canvas, const rosin_pen *pen, const char *drawing);

#endif
