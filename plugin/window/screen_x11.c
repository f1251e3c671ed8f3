/* SPDX-License-Identifier: BSD-3-Clause */
/* X11, opened as a window is: a plugin loads, and plays, where it is not. */
#if defined(ROSIN_WINDOW) && !defined(_WIN32)
#include "plugin/window/screen.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of Xlib what is used. */
#define NAMES(X)                                                                                   \
  X(XOpenDisplay)                                                                                  \
  X(XCloseDisplay)                                                                                 \
  X(XCreateWindow)                                                                                 \
  X(XDestroyWindow)                                                                                \
  X(XMapWindow)                                                                                    \
  X(XResizeWindow)                                                                                 \
  X(XSelectInput)                                                                                  \
  X(XStoreName)                                                                                    \
  X(XCreateColormap)                                                                               \
  X(XFreeColormap)                                                                                 \
  X(XPending)                                                                                      \
  X(XNextEvent)                                                                                    \
  X(XPutImage)                                                                                     \
  X(XCreateImage)                                                                                  \
  X(XCreateGC)                                                                                     \
  X(XFreeGC)                                                                                       \
  X(XFree)                                                                                         \
  X(XSync)                                                                                         \
  X(XLookupString)                                                                                 \
  X(XSetInputFocus)                                                                                \
  X(XInternAtom)                                                                                   \
  X(XChangeProperty)                                                                               \
  X(XSetWMNormalHints)                                                                             \
  X(XSetErrorHandler)                                                                              \
  X(XkbSetDetectableAutoRepeat)

typedef struct {
#define MEMBER(name) __typeof__(&name) name;
  NAMES(MEMBER)
} functions;

struct rosin_screen {
  void *library;
  functions x;
  Display *display;
  Window window, parent;
  Colormap colours;
  GC gc;
  XImage *image;
  int width, height, gone;
  int asked_width, asked_height; /* which may be on its way */
};

static int open_library(rosin_screen *s) {
  static const struct {
    const char *name;
    size_t at;
  } table[] = {
#define ROW(name) {#name, offsetof(functions, name)},
      NAMES(ROW)};
  s->library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; s->library && i < sizeof table / sizeof *table; i++) {
    void *found = dlsym(s->library, table[i].name);
    memcpy((char *)&s->x + table[i].at, &found, sizeof found);
    if (!found)
      return -1;
  }
  return s->library ? 0 : -1;
}

/* Hosts close their windows when they like: what goes to one that is gone is no error of ours, and
 * Xlib's own handler would end the program. */
static int pass_over(Display *display, XErrorEvent *event) {
  (void)display;
  (void)event;
  return 0;
}

static const long wanted = ExposureMask | StructureNotifyMask | ButtonPressMask |
                           ButtonReleaseMask | PointerMotionMask | LeaveWindowMask | KeyPressMask |
                           KeyReleaseMask;

static int open_window(rosin_screen *s, Window parent, const char *title) {
  const int screen = DefaultScreen(s->display), depth = DefaultDepth(s->display, screen);
  Visual *visual = DefaultVisual(s->display, screen);
  if ((depth != 24 && depth != 32) || visual->red_mask != 0xff0000 || visual->blue_mask != 0xff)
    return -1;
  const Window over = parent ? parent : RootWindow(s->display, screen);
  s->colours = s->x.XCreateColormap(s->display, RootWindow(s->display, screen), visual, AllocNone);
  XSetWindowAttributes a = {
      .colormap = s->colours, .event_mask = wanted, .background_pixel = 0x131418};
  s->window = s->x.XCreateWindow(s->display, over, 0, 0, (unsigned)s->width, (unsigned)s->height, 0,
                                 depth, InputOutput, visual,
                                 CWColormap | CWEventMask | CWBackPixel | CWBorderPixel, &a);
  s->gc = s->x.XCreateGC(s->display, s->window, 0, NULL);
  s->image = s->x.XCreateImage(s->display, visual, (unsigned)depth, ZPixmap, 0, NULL, 1, 1, 32, 0);
  if (!s->window || !s->gc || !s->image)
    return -1;
  const Atom embedded = s->x.XInternAtom(s->display, "_XEMBED_INFO", False);
  const long info[] = {0, 1}; /* it is mapped */
  s->x.XChangeProperty(s->display, s->window, embedded, embedded, 32, PropModeReplace,
                       (const unsigned char *)info, 2);
  XSizeHints hints = {.flags = PBaseSize | PMinSize,
                      .base_width = s->width,
                      .base_height = s->height,
                      .min_width = s->width / 2,
                      .min_height = s->height / 2};
  s->x.XSetWMNormalHints(s->display, s->window, &hints);
  s->x.XStoreName(s->display, s->window, title);
  s->x.XkbSetDetectableAutoRepeat(s->display, True, NULL);
  s->x.XMapWindow(s->display, s->window);
  return 0;
}

rosin_screen *rosin_screen_new(uintptr_t parent, int width, int height, const char *title) {
  rosin_screen *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->width = s->asked_width = width;
  s->height = s->asked_height = height;
  s->parent = (Window)parent;
  if (open_library(s) || !(s->display = s->x.XOpenDisplay(NULL))) {
    rosin_screen_free(s);
    return NULL;
  }
  const XErrorHandler before = s->x.XSetErrorHandler(pass_over);
  const int failed = open_window(s, (Window)parent, title);
  s->x.XSync(s->display, False);
  s->x.XSetErrorHandler(before);
  if (!failed)
    return s;
  rosin_screen_free(s);
  return NULL;
}

void rosin_screen_free(rosin_screen *s) {
  if (!s)
    return;
  if (s->display) {
    const XErrorHandler before = s->x.XSetErrorHandler(pass_over);
    if (s->image)
      s->x.XFree(s->image); /* its pixels are the canvas' */
    if (s->gc)
      s->x.XFreeGC(s->display, s->gc);
    if (s->window && !s->gone)
      s->x.XDestroyWindow(s->display, s->window);
    if (s->colours)
      s->x.XFreeColormap(s->display, s->colours);
    s->x.XSync(s->display, False);
    s->x.XSetErrorHandler(before);
    s->x.XCloseDisplay(s->display);
  }
  if (s->library)
    dlclose(s->library);
  free(s);
}

uintptr_t rosin_screen_handle(const rosin_screen *s) {
  return s->window;
}

void rosin_screen_resize(rosin_screen *s, int width, int height) {
  if (s->gone || width < 1 || height < 1 ||
      (width == s->width && height == s->height && width == s->asked_width &&
       height == s->asked_height))
    return;
  s->asked_width = width;
  s->asked_height = height;
  const XErrorHandler before = s->x.XSetErrorHandler(pass_over);
  s->x.XResizeWindow(s->display, s->window, (unsigned)width, (unsigned)height);
  s->x.XSync(s->display, False);
  s->x.XSetErrorHandler(before);
}

void rosin_screen_follow(rosin_screen *s) {
  const XErrorHandler before = s->x.XSetErrorHandler(pass_over);
  if (s->parent)
    s->x.XSelectInput(s->display, s->parent, StructureNotifyMask);
  s->x.XSync(s->display, False);
  s->x.XSetErrorHandler(before);
}

void rosin_screen_focus(rosin_screen *s) {
  const XErrorHandler before = s->x.XSetErrorHandler(pass_over);
  if (!s->gone)
    s->x.XSetInputFocus(s->display, s->window, RevertToParent, CurrentTime);
  s->x.XSync(s->display, False);
  s->x.XSetErrorHandler(before);
}

/* ---- what happens -------------------------------------------------------------------------- */

static int take_key(rosin_screen *s, XKeyEvent *x, rosin_screen_event *e) {
  static const struct {
    KeySym symbol;
    rosin_key key;
  } table[] = {{XK_Return, ROSIN_KEY_ENTER},
               {XK_KP_Enter, ROSIN_KEY_ENTER},
               {XK_Escape, ROSIN_KEY_ESCAPE},
               {XK_Up, ROSIN_KEY_UP},
               {XK_Down, ROSIN_KEY_DOWN}};
  KeySym symbol = 0;
  char text[8] = "";
  const int length = s->x.XLookupString(x, text, sizeof text - 1, &symbol, NULL);
  *e = (rosin_screen_event){.kind = ROSIN_SCREEN_KEY, .down = x->type == KeyPress};
  if (x->state & ControlMask) {
    e->key = symbol == XK_z ? ROSIN_KEY_UNDO : ROSIN_KEY_REDO;
    return symbol == XK_z || symbol == XK_y || symbol == XK_Z;
  }
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].symbol == symbol) {
      e->key = table[i].key;
      return 1;
    }
  e->letter = text[0];
  return length == 1;
}

static int take_button(const XButtonEvent *x, rosin_screen_event *e) {
  *e = (rosin_screen_event){.kind = x->type == ButtonPress ? ROSIN_SCREEN_PRESSED
                                                           : ROSIN_SCREEN_RELEASED,
                            .x = x->x,
                            .y = x->y,
                            .right = x->button == Button3,
                            .shift = (x->state & ShiftMask) != 0};
  if (x->button == Button4 || x->button == Button5) {
    e->kind = ROSIN_SCREEN_SCROLLED;
    e->clicks = x->button == Button4 ? 1 : -1;
    return x->type == ButtonPress;
  }
  return x->button == Button1 || x->button == Button3;
}

static int take(rosin_screen *s, XEvent *x, rosin_screen_event *e) {
  switch (x->type) {
  case ConfigureNotify:
    if (x->xconfigure.window != s->window) {
      rosin_screen_resize(s, x->xconfigure.width, x->xconfigure.height);
      return 0;
    }
    if (s->width == x->xconfigure.width && s->height == x->xconfigure.height)
      return 0;
    s->width = x->xconfigure.width;
    s->height = x->xconfigure.height;
    *e = (rosin_screen_event){ROSIN_SCREEN_SIZED, s->width, s->height};
    return 1;
  case Expose:
    *e = (rosin_screen_event){ROSIN_SCREEN_EXPOSED};
    return x->xexpose.count == 0;
  case ButtonPress:
  case ButtonRelease:
    return take_button(&x->xbutton, e);
  case MotionNotify:
    *e = (rosin_screen_event){.kind = ROSIN_SCREEN_MOVED,
                              .x = x->xmotion.x,
                              .y = x->xmotion.y,
                              .shift = (x->xmotion.state & ShiftMask) != 0};
    return 1;
  case LeaveNotify:
    *e = (rosin_screen_event){ROSIN_SCREEN_LEFT};
    return 1;
  case KeyPress:
  case KeyRelease:
    return take_key(s, &x->xkey, e);
  case DestroyNotify:
    s->gone |= x->xdestroywindow.window == s->window;
    return 0;
  default:
    return 0;
  }
}

int rosin_screen_next(rosin_screen *s, rosin_screen_event *e) {
  XEvent x;
  while (!s->gone && s->x.XPending(s->display)) {
    s->x.XNextEvent(s->display, &x);
    if (take(s, &x, e))
      return 1;
  }
  return 0;
}

void rosin_screen_show(rosin_screen *s, const rosin_canvas *c, const rosin_pixels *b) {
  if (s->gone || b->right <= b->left || b->bottom <= b->top)
    return;
  const XErrorHandler before = s->x.XSetErrorHandler(pass_over);
  s->image->width = c->width;
  s->image->height = c->height;
  s->image->bytes_per_line = 4 * c->width;
  s->image->data = (char *)c->pixel;
  s->x.XPutImage(s->display, s->window, s->gc, s->image, b->left, b->top, b->left, b->top,
                 (unsigned)(b->right - b->left), (unsigned)(b->bottom - b->top));
  s->x.XSync(s->display, False);
  s->x.XSetErrorHandler(before);
}
double rosin_screen_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* By the host's timer alone: Xlib is no friend of several threads. */
int rosin_screen_drives(void) {
  return 0;
}

void rosin_screen_drive(rosin_screen *s, void (*turn)(void *context), void *context) {
  (void)s;
  (void)turn;
  (void)context;
}
#else
typedef int rosin_no_x11; /* a file has something in it */
#endif
