/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/window.h"
#include "core/learn.h"
#include "plugin/window/pane.h"
#include "plugin/window/screen.h"

#include <math.h>
#include <stdlib.h>

struct rosin_window {
  rosin_pane *pane;
  rosin_screen *screen;
  double pressed; /* s, when; at: */
  int x, y;
};

static const double twice = 0.4; /* s */

const char *rosin_window_system(void) {
#ifdef _WIN32
  return "win32";
#else
  return "x11";
#endif
}

int rosin_window_drives(void) {
  return rosin_screen_drives();
}

void rosin_window_size(const rosin_core *core, double scale, int *width, int *height) {
  const rosin_layout l = rosin_layout_of(core);
  const double times = scale >= 0.5 && scale <= 4 ? scale : 1;
  *width = (int)ceil(times * l.width);
  *height = (int)ceil(times * l.height);
}

static void turned(void *context) {
  rosin_window_turn(context);
}

rosin_window *rosin_window_new(const rosin_core *core, rosin_core *sounding,
                               const rosin_window_face *face, uintptr_t parent, double scale) {
  rosin_window *w = calloc(1, sizeof *w);
  int width, height;
  rosin_window_size(core, scale, &width, &height);
  if (w && (w->screen = rosin_screen_new(parent, width, height, rosin_core_scene(core))) &&
      (w->pane = rosin_pane_new(core, sounding, face))) {
    w->pressed = -1;
    rosin_pane_size(w->pane, width, height);
    rosin_screen_drive(w->screen, turned, w);
    return w;
  }
  rosin_window_free(w);
  return NULL;
}

void rosin_window_free(rosin_window *w) {
  if (!w)
    return;
  rosin_pane_free(w->pane); /* nobody holds a bow of a window that is gone */
  rosin_screen_free(w->screen);
  free(w);
}

void rosin_window_resize(rosin_window *w, int width, int height) {
  rosin_screen_resize(w->screen, width, height);
}

void rosin_window_follow(rosin_window *w) {
  rosin_screen_follow(w->screen);
}

uintptr_t rosin_window_handle(const rosin_window *w) {
  return rosin_screen_handle(w->screen);
}

static void press(rosin_window *w, const rosin_screen_event *e, rosin_touch_at *at) {
  const double when = rosin_screen_clock();
  at->twice =
      w->pressed >= 0 && when - w->pressed < twice && abs(e->x - w->x) < 5 && abs(e->y - w->y) < 5;
  w->pressed = at->twice ? -1 : when;
  w->x = e->x;
  w->y = e->y;
  w->pane->desk.pixel_x = e->x;
  w->pane->desk.pixel_y = e->y;
  rosin_mouse_press(&w->pane->desk, at);
  const rosin_desk *d = &w->pane->desk;
  if (d->over == ROSIN_OVER_ENTRY || d->over == ROSIN_OVER_PRESETS || d->key >= 0 ||
      (d->plays && rosin_core_learning(d->plays) >= 0))
    rosin_screen_focus(w->screen);
}

static void take(rosin_window *w, const rosin_screen_event *e) {
  rosin_desk *d = &w->pane->desk;
  rosin_touch_at at = rosin_pane_at(w->pane, e->x, e->y);
  at.right = e->right;
  at.fine = e->shift;
  switch (e->kind) {
  case ROSIN_SCREEN_SIZED:
    rosin_pane_size(w->pane, e->x, e->y);
    break;
  case ROSIN_SCREEN_EXPOSED:
    w->pane->fresh = 1;
    break;
  case ROSIN_SCREEN_PRESSED:
    press(w, e, &at);
    break;
  case ROSIN_SCREEN_RELEASED:
    if (!e->right)
      rosin_mouse_release(d);
    break;
  case ROSIN_SCREEN_MOVED:
    rosin_mouse_move(d, &at);
    break;
  case ROSIN_SCREEN_LEFT:
    rosin_mouse_leave(d);
    break;
  case ROSIN_SCREEN_SCROLLED:
    rosin_mouse_scroll(d, &at, e->clicks);
    break;
  case ROSIN_SCREEN_KEY:
    rosin_typed_key(d, e->key, e->letter, e->down);
    break;
  }
}

void rosin_window_turn(rosin_window *w) {
  rosin_screen_event e;
  while (rosin_screen_next(w->screen, &e))
    take(w, &e);
  rosin_pane_turn(w->pane);
  for (int i = 0; i < w->pane->dirties; i++)
    rosin_screen_show(w->screen, &w->pane->canvas, &w->pane->dirty[i]);
}
