/* SPDX-License-Identifier: BSD-3-Clause */
/** A window for the plugins of all formats. It changes nothing but through its face's parameters,
 *  and sees only what the core publishes. All in one thread. */
#ifndef ROSIN_WINDOW_H
#define ROSIN_WINDOW_H

#include "plugin/window/desk.h"

#include <stdint.h>

typedef struct rosin_window rosin_window;

/** In the window `parent` of a host, 0: of its own. Values are read from `core`; what is seen of
 *  the sound from `sounding`, which may be the same, or NULL. `scale`: pixels a unit of its layout,
 *  as the host has it. NULL: there is no screen. */
rosin_window *rosin_window_new(const rosin_core *core, rosin_core *sounding,
                               const rosin_window_face *face, uintptr_t parent, double scale);
void rosin_window_free(rosin_window *window); /**< NULL is allowed */
/** Pixels, at a scale; what is no scale from 0.5 to 4 is 1. */
void rosin_window_size(const rosin_core *core, double scale, int *width, int *height);
/** What is drawn grows and shrinks with it. */
void rosin_window_resize(rosin_window *window, int width, int height);
/** It goes with the size of its parent, from here on. */
void rosin_window_follow(rosin_window *window);
uintptr_t rosin_window_handle(const rosin_window *window);
/** Takes what a hand has done, draws; some 30 times a second. */
void rosin_window_turn(rosin_window *window);
/** Whether it turns by itself, so that no host's timer is wanted. */
int rosin_window_drives(void);
/** Of a host's window, as its format says: "x11" or "win32". */
const char *rosin_window_system(void);

#endif
