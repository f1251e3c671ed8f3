/* SPDX-License-Identifier: BSD-3-Clause */
/* pugl (ISC) knows the screen; this is the only file that knows pugl. */
#include "plugin/window/window.h"
#include "plugin/window/draw.h"

#include <pugl/cairo.h>
#include <pugl/pugl.h>
#include <stdlib.h>

struct rosin_window {
  PuglWorld *world;
  PuglView *view;
  rosin_core *sounding;
  rosin_layout layout;
  rosin_mouse mouse;
  rosin_core_picture picture;
  int sees;
  double scale; /* of what is drawn, when a host makes it larger or smaller */
};

static void expose(rosin_window *w) {
  cairo_t *c = puglGetContext(w->view);
  const PuglRect frame = puglGetFrame(w->view);
  const double across = frame.width / w->layout.width, down = frame.height / w->layout.height;
  w->scale = across < down ? across : down;
  cairo_scale(c, w->scale, w->scale);
  rosin_draw(c, &w->mouse, w->sees ? &w->picture : NULL);
}

static PuglStatus take(PuglView *view, const PuglEvent *e) {
  rosin_window *w = puglGetHandle(view);
  const double scale = w->scale > 0 ? w->scale : 1;
  switch (e->type) {
  case PUGL_EXPOSE:
    expose(w);
    break;
  case PUGL_BUTTON_PRESS: /* with the right button or control: back to the default */
    rosin_mouse_press(&w->mouse, e->button.x / scale, e->button.y / scale,
                      e->button.button == 1 || (e->button.state & PUGL_MOD_CTRL));
    break;
  case PUGL_BUTTON_RELEASE:
    rosin_mouse_release(&w->mouse);
    break;
  case PUGL_MOTION:
    rosin_mouse_move(&w->mouse, e->motion.x / scale, e->motion.y / scale);
    break;
  case PUGL_SCROLL:
    rosin_mouse_scroll(&w->mouse, e->scroll.x / scale, e->scroll.y / scale, e->scroll.dy);
    break;
  default:
    break;
  }
  return PUGL_SUCCESS;
}

void rosin_window_size(const rosin_core *core, int *width, int *height) {
  const rosin_layout l = rosin_layout_of(core);
  *width = (int)l.width;
  *height = (int)l.height;
}

rosin_window *rosin_window_new(const rosin_core *core, rosin_core *sounding,
                               const rosin_window_face *face, uintptr_t parent) {
  rosin_window *w = calloc(1, sizeof *w);
  if (!w)
    return NULL;
  w->sounding = sounding;
  w->layout = rosin_layout_of(core);
  rosin_mouse_start(&w->mouse, core, &w->layout, face);
  if (!(w->world = puglNewWorld(parent ? PUGL_MODULE : PUGL_PROGRAM, 0)) ||
      !(w->view = puglNewView(w->world))) {
    rosin_window_free(w);
    return NULL;
  }
  puglSetClassName(w->world, "rosin");
  puglSetHandle(w->view, w);
  puglSetEventFunc(w->view, take);
  puglSetBackend(w->view, puglCairoBackend());
  puglSetViewHint(w->view, PUGL_RESIZABLE, 1);
  puglSetWindowTitle(w->view, rosin_core_scene(core));
  puglSetSizeHint(w->view, PUGL_DEFAULT_SIZE, (PuglSpan)w->layout.width,
                  (PuglSpan)w->layout.height);
  if (parent)
    puglSetParentWindow(w->view, parent);
  if (puglRealize(w->view) != PUGL_SUCCESS) {
    rosin_window_free(w);
    return NULL;
  }
  puglShow(w->view);
  return w;
}

void rosin_window_free(rosin_window *w) {
  if (!w)
    return;
  rosin_mouse_release(&w->mouse); /* nobody holds a bow of a window that is gone */
  if (w->view)
    puglFreeView(w->view);
  if (w->world)
    puglFreeWorld(w->world);
  free(w);
}

void rosin_window_resize(rosin_window *w, int width, int height) {
  if (width > 0 && height > 0)
    puglSetSize(w->view, (unsigned)width, (unsigned)height);
}

uintptr_t rosin_window_handle(const rosin_window *w) {
  return puglGetNativeView(w->view);
}

void rosin_window_turn(rosin_window *w) {
  w->sees = w->sounding && rosin_core_look(w->sounding, &w->picture) == 0;
  puglPostRedisplay(w->view);
  puglUpdate(w->world, 0);
}
