/* SPDX-License-Identifier: BSD-3-Clause */
/* A mouse made of X events, for windows within a host's. */
#ifndef ROSIN_TEST_MOUSE_H
#define ROSIN_TEST_MOUSE_H

#include <X11/Xlib.h>

static inline Window child_of(Display *display, Window parent) {
  Window root, up, *children = NULL, child = 0;
  unsigned count = 0;
  XQueryTree(display, parent, &root, &up, &children, &count);
  if (count)
    child = children[0];
  XFree(children);
  return child;
}

/* `type`: ButtonPress, MotionNotify or ButtonRelease. */
static inline void send_button(Display *display, Window window, int type, int x, int y,
                               unsigned button) {
  XEvent e = {0};
  e.xbutton.type = type;
  e.xbutton.window = window;
  e.xbutton.x = x;
  e.xbutton.y = y;
  if (type != MotionNotify)
    e.xbutton.button = button;
  e.xbutton.same_screen = True;
  XSendEvent(display, window, False,
             type == ButtonPress     ? ButtonPressMask
             : type == ButtonRelease ? ButtonReleaseMask
                                     : PointerMotionMask,
             &e);
  XFlush(display);
}

static inline void send_mouse(Display *display, Window window, int type, int x, int y) {
  send_button(display, window, type, x, y, Button1);
}

#endif
