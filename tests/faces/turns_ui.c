/* SPDX-License-Identifier: BSD-3-Clause */
/* turns_ui FILE: the LV2 plugins' window, on X, in a host of our own. A mouse made of X events goes
 * over it: ports are written within their ranges, as often let go as touched; a value that comes
 * from the host is shown, and not written back. */
#include "tests/faces/mouse.h"

#include <dlfcn.h>
#include <lv2/ui/ui.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PORTS = 128, FIRST = 4 }; /* MIDI, two sides, latency */

static Display *display;
static const LV2UI_Idle_Interface *idles;
static LV2UI_Handle ui;
static int writes[PORTS], touched[PORTS], touches, sizes;
static float last[PORTS];

static void die(const char *why) {
  fprintf(stderr, "turns_ui: %s\n", why);
  exit(1);
}

static void written(LV2UI_Controller controller, uint32_t port, uint32_t size, uint32_t format,
                    const void *data) {
  if (controller != (void *)writes || format || size != sizeof(float) || port < FIRST ||
      port >= PORTS)
    die("a port is written that is none");
  memcpy(&last[port], data, size);
  writes[port]++;
  if (!isfinite(last[port]))
    die("a port is no number");
}

static void touch(LV2UI_Feature_Handle handle, uint32_t port, bool grabbed) {
  if (handle != (void *)touched || port < FIRST || port >= PORTS)
    die("a port is touched that is none");
  touched[port] += grabbed ? 1 : -1;
  touches += grabbed;
}

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  (void)handle;
  sizes = width > 100 && height > 100;
  return 0;
}

static void turn(int times) {
  for (int i = 0; i < times; i++) {
    if (idles->idle(ui))
      die("it wants to be closed");
    nanosleep(&(struct timespec){0, 10000000L}, NULL);
  }
}

static void mouse(Window window, int type, int x, int y) {
  send_mouse(display, window, type, x, y);
  XSync(display, False);
  turn(4);
}

static void drag(Window window, int x, int y, int by) {
  mouse(window, ButtonPress, x, y);
  for (int i = 1; i <= 4; i++)
    mouse(window, MotionNotify, x + by * i / 4, y);
  mouse(window, ButtonRelease, x + by, y);
}

/* The port that a drag from here writes, or 0. */
static uint32_t port_at(Window window, int x, int y, int by) {
  int before[PORTS];
  memcpy(before, writes, sizeof before);
  drag(window, x, y, by);
  for (uint32_t p = FIRST; p < PORTS; p++)
    if (writes[p] != before[p])
      return p;
  return 0;
}

/* The file's only window, for a plugin that is ours, within a host's. */
static Window open_within(Window parent, const LV2UI_Descriptor *d) {
  static LV2UI_Touch touching = {touched, touch}; /* kept by the window */
  static LV2UI_Resize resizing = {NULL, resize};
  const LV2_Feature over = {LV2_UI__parent, (void *)parent}, // NOLINT
      feels = {LV2_UI__touch, &touching}, sized = {LV2_UI__resize, &resizing};
  const LV2_Feature *features[] = {&over, &feels, &sized, NULL};
  LV2UI_Widget widget = NULL;
  if (d->instantiate(d, "urn:other:cello", "", written, writes, &widget, features) ||
      d->instantiate(d, "urn:rosin:nobody", "", written, writes, &widget, features))
    die("it shows plugins that are not ours");
  ui = d->instantiate(d, "urn:rosin:wine-glass", "", written, writes, &widget, features);
  if (!ui || !sizes || !(idles = d->extension_data(LV2_UI__idleInterface)) ||
      d->extension_data("x"))
    die("no window");
  turn(20);
  const Window window = child_of(display, parent);
  if (!window || (Window)widget != window)
    die("it is not within its parent");
  return window;
}

/* The port of the first knob: its lower end is written, and what the host says is not. */
static uint32_t knob_of(const LV2UI_Descriptor *d, Window window) {
  const uint32_t level = port_at(window, 190, 390, -400);
  if (level != FIRST + 3 || fabsf(last[level] - 0.06F) > 1e-6F)
    die("the first knob is not the speed, or does not come to its lower end");
  const int before = writes[level];
  const float shown = 0.2F;
  d->port_event(ui, level, sizeof shown, 0, &shown);
  d->port_event(ui, level, sizeof shown, 77, &shown); /* in another form: nothing */
  turn(20);
  if (writes[level] != before)
    die("what the host says is written back");
  return level;
}

int main(int argc, char **argv) {
  void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  LV2UI_DescriptorFunction find = NULL;
  if (library)
    *(void **)&find = dlsym(library, "lv2ui_descriptor");
  const LV2UI_Descriptor *d = find ? find(0) : NULL;
  if (!d || find(1) || !(display = XOpenDisplay(NULL)))
    die("usage: turns_ui FILE, on a screen");
  const Window parent =
      XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1000, 600, 0, 0, 0);
  XMapWindow(display, parent);
  XSync(display, False);
  const Window window = open_within(parent, d);
  const uint32_t level = knob_of(d, window);
  const uint32_t pad = port_at(window, 700, 150, 40);
  if (pad <= FIRST)
    die("the pad writes nothing");
  if (touches < 2)
    die("nothing is touched");
  for (int p = 0; p < PORTS; p++)
    if (touched[p])
      die("what was touched is not let go");
  mouse(window, ButtonPress, 700, 150); /* held, while the window goes */
  d->cleanup(ui);
  XSync(display, False);
  if (child_of(display, parent))
    die("its window stays");
  printf("%d touches, the knob at port %u, the pad at %u\n", touches, level, pad);
  XCloseDisplay(display);
  return 0;
}
