/* SPDX-License-Identifier: BSD-3-Clause */
/** A window's parts as they look. Each is drawn within its box, and by itself: what has the same
 *  look as before need not be drawn again. */
#ifndef ROSIN_WINDOW_DRAW_H
#define ROSIN_WINDOW_DRAW_H

#include "plugin/window/desk.h"

/** Of all that a part is drawn from. */
uint64_t rosin_draw_look(const rosin_desk *desk, int part);
void rosin_draw_part(rosin_canvas *canvas, const rosin_desk *desk, int part);
/** What lies between the parts: all of it, or within a box. */
void rosin_draw_ground(rosin_canvas *canvas);
void rosin_draw_bare(rosin_canvas *canvas, const rosin_box *box);

#endif
