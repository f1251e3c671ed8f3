/* SPDX-License-Identifier: BSD-3-Clause */
/** What a window asks of a system: a place for pixels, a mouse, keys. A file for each system; where
 *  it has none, or it cannot be opened now, there is no window. */
#ifndef ROSIN_WINDOW_SCREEN_H
#define ROSIN_WINDOW_SCREEN_H

#include "plugin/window/hands.h"

#include <stdint.h>

typedef enum {
  ROSIN_SCREEN_SIZED, /* x, y: the size that it has now */
  ROSIN_SCREEN_EXPOSED,
  ROSIN_SCREEN_PRESSED,
  ROSIN_SCREEN_RELEASED,
  ROSIN_SCREEN_MOVED,
  ROSIN_SCREEN_LEFT,
  ROSIN_SCREEN_SCROLLED,
  ROSIN_SCREEN_KEY /* down or up */
} rosin_screen_kind;

typedef struct {
  rosin_screen_kind kind;
  int x, y; /* pixels */
  int right, shift, down;
  double clicks;
  rosin_key key;
  char letter;
} rosin_screen_event;

typedef struct rosin_screen rosin_screen;

/** Within the window `parent` of a host, 0: by itself. NULL: there is no screen. */
rosin_screen *rosin_screen_new(uintptr_t parent, int width, int height, const char *title);
void rosin_screen_free(rosin_screen *screen); /**< NULL is allowed */
uintptr_t rosin_screen_handle(const rosin_screen *screen);
void rosin_screen_resize(rosin_screen *screen, int width, int height);
/** It goes with the size of its parent from here on: of hosts that say nothing of sizes. */
void rosin_screen_follow(rosin_screen *screen);
/** The next thing that has happened: 1, or 0: nothing has. */
int rosin_screen_next(rosin_screen *screen, rosin_screen_event *event);
/** Pixels of a canvas come to the screen, at their places. */
void rosin_screen_show(rosin_screen *screen, const rosin_canvas *canvas, const rosin_pixels *box);
/** s, of some begin. */
double rosin_screen_clock(void);
/** Keys are to come here. */
void rosin_screen_focus(rosin_screen *screen);
/** Whether it turns windows by itself (where hosts lend no timer); it then calls that, some 30
 * times a second, in the thread of the window. */
int rosin_screen_drives(void);
void rosin_screen_drive(rosin_screen *screen, void (*turn)(void *context), void *context);

#endif
