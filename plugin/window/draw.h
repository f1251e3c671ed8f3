/* SPDX-License-Identifier: BSD-3-Clause */
/** A plugin's window, drawn by cairo. */
#ifndef ROSIN_WINDOW_DRAW_H
#define ROSIN_WINDOW_DRAW_H

#include "plugin/window/mouse.h"

#include <cairo.h>

/** `picture`: what is seen of the sound, or NULL. */
void rosin_draw(cairo_t *to, const rosin_mouse *mouse, const rosin_core_picture *picture);

#endif
