/* SPDX-License-Identifier: BSD-3-Clause */
/* turns_window FILE: the CLAP plugins' window, on X, in a host of our own: what it says of its
 * size, that it lives by the host's timer, and that a mouse's edits come as gestures that begin,
 * set and end, by the core's own frames. */
#include "plugin/clap_menu.h"
#include "tests/faces/clap_bare.h"
#include "tests/faces/mouse.h"

#include <clap/entry.h>
#include <clap/ext/gui.h>
#include <clap/ext/params.h>
#include <clap/ext/timer-support.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static Display *display;
static const clap_plugin_t *plugin;
static int timed, timers = 1, flushes, held, begun, sets, ended;
static clap_id moved, popped;
static double last;

static void die(const char *why) {
  fprintf(stderr, "turns_window: %s\n", why);
  exit(1);
}

static bool add_timer(const clap_host_t *h, uint32_t milliseconds, clap_id *id) {
  (void)h;
  *id = 42;
  timed += milliseconds >= 10 && milliseconds <= 50;
  return true;
}
static bool end_timer(const clap_host_t *h, clap_id id) {
  (void)h;
  timed -= id == 42;
  return true;
}
static void flush_wanted(const clap_host_t *h) {
  (void)h;
  flushes++;
}
static void rescan(const clap_host_t *h, clap_param_rescan_flags flags) {
  (void)h, (void)flags;
}
static void clear(const clap_host_t *h, clap_id id, clap_param_clear_flags flags) {
  (void)h, (void)id, (void)flags;
}

static bool no_items(const clap_host_t *h, const rosin_clap_menu_target *target,
                     const void *builder) {
  (void)h, (void)target, (void)builder;
  return false;
}
static bool no_action(const clap_host_t *h, const rosin_clap_menu_target *target, clap_id action) {
  (void)h, (void)target, (void)action;
  return false;
}
static bool can_popup(const clap_host_t *h) {
  (void)h;
  return true;
}
static bool popup(const clap_host_t *h, const rosin_clap_menu_target *target, int32_t screen,
                  int32_t x, int32_t y) {
  (void)h, (void)screen;
  if (target->kind != ROSIN_CLAP_MENU_OF_PARAMETER || x < 0 || y < 0)
    die("a menu is of no parameter");
  popped = target->id;
  return true;
}

static const void *extension(const clap_host_t *h, const char *id) {
  static const clap_host_timer_support_t timer = {add_timer, end_timer};
  static const clap_host_params_t params = {rescan, clear, flush_wanted};
  static const rosin_clap_menu menu = {no_items, no_action, can_popup, popup};
  (void)h;
  if (strcmp(id, ROSIN_CLAP_MENU) == 0)
    return &menu;
  if (strcmp(id, CLAP_EXT_PARAMS) == 0)
    return &params;
  return timers && strcmp(id, CLAP_EXT_TIMER_SUPPORT) == 0 ? &timer : NULL;
}

static bool heard(const clap_output_events_t *list, const clap_event_header_t *e) {
  const clap_event_param_gesture_t *g = (const clap_event_param_gesture_t *)e;
  const clap_event_param_value_t *v = (const clap_event_param_value_t *)e;
  (void)list;
  if (e->space_id != CLAP_CORE_EVENT_SPACE_ID || e->time || e->flags)
    die("an edit is of another space or time");
  if (e->type == CLAP_EVENT_PARAM_VALUE) {
    if (e->size != sizeof *v || v->note_id != -1 || v->port_index != -1 || v->channel != -1 ||
        v->key != -1 || !isfinite(v->value))
      die("a value is told wrong");
    sets++;
    moved = v->param_id;
    last = v->value;
  } else {
    if (e->size != sizeof *g)
      die("a gesture is told wrong");
    held += e->type == CLAP_EVENT_PARAM_GESTURE_BEGIN ? 1 : -1;
    begun += e->type == CLAP_EVENT_PARAM_GESTURE_BEGIN;
    ended += e->type == CLAP_EVENT_PARAM_GESTURE_END;
  }
  return true;
}

static void flush(void) {
  const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
  const clap_output_events_t out = {NULL, heard};
  params->flush(plugin, NULL, &out);
}

static void turn(int times) {
  const clap_plugin_timer_support_t *t = plugin->get_extension(plugin, CLAP_EXT_TIMER_SUPPORT);
  for (int i = 0; i < times; i++) {
    t->on_timer(plugin, 42);
    nanosleep(&(struct timespec){0, 10000000L}, NULL);
  }
}

static void mouse(Window window, int type, int x, int y) {
  send_mouse(display, window, type, x, y);
  XSync(display, False);
  turn(4);
}

/* What the file says of its window before there is one. */
static void sizes(const clap_plugin_gui_t *gui) {
  const char *api = "";
  bool floating = true;
  uint32_t wide = 0, high = 0, a = 10, b = 10;
  clap_gui_resize_hints_t hints = {0};
  if (!gui->is_api_supported(plugin, CLAP_WINDOW_API_X11, false) ||
      gui->is_api_supported(plugin, CLAP_WINDOW_API_X11, true) ||
      gui->is_api_supported(plugin, "wayland", false) ||
      !gui->get_preferred_api(plugin, &api, &floating) || strcmp(api, CLAP_WINDOW_API_X11) != 0 ||
      floating)
    die("which windows it can have");
  if (!gui->get_size(plugin, &wide, &high) || wide < 300 || high < 300 ||
      !gui->can_resize(plugin) || !gui->get_resize_hints(plugin, &hints) ||
      !hints.can_resize_horizontally || !hints.can_resize_vertically ||
      !hints.preserve_aspect_ratio || hints.aspect_ratio_width != wide ||
      hints.aspect_ratio_height != high)
    die("its size, or that it can have others");
  if (!gui->adjust_size(plugin, &a, &b) || a != 480 || b != 480 * high / wide)
    die("the least size");
  if (gui->set_scale(plugin, 0.1) || gui->set_scale(plugin, (double)NAN) ||
      !gui->set_scale(plugin, 2) || !gui->get_size(plugin, &a, &b) || a != 2 * wide ||
      b < 2 * high - 1 || b > 2 * high || !gui->set_scale(plugin, 1) ||
      !gui->get_size(plugin, &a, &b) || a != wide || b != high)
    die("it does not take the host's scale");
  a = 2 * wide;
  if (!gui->adjust_size(plugin, &a, &b) || a != 2 * wide || b != 2 * high ||
      gui->set_size(plugin, 0, b) || gui->set_size(plugin, 1u << 31, b) ||
      !gui->set_size(plugin, a, b) || gui->set_transient(plugin, NULL) || gui->show(plugin))
    die("another size");
  gui->destroy(plugin); /* and forgets it */
}

static Window open_within(const clap_plugin_gui_t *gui, Window parent) {
  const clap_window_t over = {.api = CLAP_WINDOW_API_X11, .x11 = parent};
  timers = 0;
  if (gui->create(plugin, CLAP_WINDOW_API_X11, false) || gui->set_parent(plugin, &over))
    die("it opens without a timer");
  timers = 1;
  if (gui->create(plugin, CLAP_WINDOW_API_X11, true) ||
      !gui->create(plugin, CLAP_WINDOW_API_X11, false) || gui->set_parent(plugin, NULL) ||
      !gui->set_parent(plugin, &over) || gui->set_parent(plugin, &over) || timed != 1 ||
      !gui->show(plugin) || !gui->hide(plugin))
    die("no window, or no timer");
  gui->suggest_title(plugin, "x");
  turn(20);
  const Window window = child_of(display, parent);
  if (!window)
    die("it is not within its parent");
  return window;
}

static int width_of(Window window) {
  XWindowAttributes a;
  XGetWindowAttributes(display, window, &a);
  return a.width;
}

/* Of the parameter that was moved last. */
static clap_param_info_t moved_info(const clap_plugin_params_t *params) {
  clap_param_info_t info = {0};
  for (uint32_t i = 0; i < params->count(plugin); i++)
    if (params->get_info(plugin, i, &info) && info.id == moved)
      return info;
  die("a parameter is moved that is none");
  return info;
}

/* A hundred times, and another one of the same file beside it. */
static void open_again(const clap_plugin_factory_t *factory, const clap_host_t *host,
                       const clap_plugin_gui_t *gui, Window parent) {
  const clap_window_t over = {.api = CLAP_WINDOW_API_X11, .x11 = parent};
  const clap_plugin_t *other = factory->create_plugin(factory, host, "rosin.cello");
  if (!other || !other->init(other))
    die("no second plugin");
  if (!gui->create(other, CLAP_WINDOW_API_X11, false) || !gui->set_parent(other, &over))
    die("no second window");
  for (int i = 0; i < 100; i++) {
    if (!gui->create(plugin, CLAP_WINDOW_API_X11, false) || !gui->set_parent(plugin, &over))
      die("it does not open again");
    const clap_plugin_timer_support_t *t = plugin->get_extension(plugin, CLAP_EXT_TIMER_SUPPORT);
    t->on_timer(plugin, 42);
    t->on_timer(other, 42);
    gui->destroy(plugin);
  }
  gui->destroy(other);
  other->destroy(other);
  XSync(display, False);
  if (timed || child_of(display, parent))
    die("a window stays");
}

int main(int argc, char **argv) {
  void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  const clap_plugin_factory_t *factory = NULL;
  clap_host_t host = bare_host("window");
  host.get_extension = extension;
  if (!entry || !entry->init(argv[1]) || !(factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID)) ||
      !(display = XOpenDisplay(NULL)))
    die("usage: turns_window FILE, on a screen");
  plugin = factory->create_plugin(factory, &host, "rosin.wine-glass");
  if (!plugin || !plugin->init(plugin))
    die("no plugin");
  const clap_plugin_gui_t *gui = plugin->get_extension(plugin, CLAP_EXT_GUI);
  const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
  const Window parent =
      XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1000, 600, 0, 0, 0);
  XMapWindow(display, parent);
  XSync(display, False);
  sizes(gui);
  const Window window = open_within(gui, parent);
  /* the first knob, as far down as it goes, in one gesture */
  mouse(window, ButtonPress, 190, 390);
  for (int y = 400; y <= 750; y += 50)
    mouse(window, MotionNotify, 190, y);
  flush();
  if (held != 1 || begun != 1 || sets < 4 || flushes < sets)
    die("an edit does not come to the host");
  mouse(window, ButtonRelease, 190, 750);
  flush();
  double value = 0;
  const clap_param_info_t info = moved_info(params);
  params->get_value(plugin, info.id, &value);
  if (held || ended != 1 || moved != info.id || last != info.min_value || value != last)
    die("a gesture does not end, or is of another parameter");
  send_button(display, window, ButtonPress, 190, 390, Button3); /* the host's own menu of it */
  send_button(display, window, ButtonRelease, 190, 390, Button3);
  mouse(window, ButtonPress, 150, 526);
  mouse(window, ButtonRelease, 150, 526);
  if (popped != info.id)
    die("the host's menu is not shown");
  /* more edits than there is room for: those that are told are in order */
  const int before = sets;
  for (int i = 0; i < 3; i++) {
    mouse(window, ButtonPress, 700, 150);
    mouse(window, ButtonRelease, 700, 150);
  }
  flush();
  if (held || sets <= before)
    die("the pad writes nothing");
  if (!gui->set_size(plugin, 600, 300))
    die("no other size");
  turn(20);
  if (width_of(window) != 600)
    die("it does not take the size that it is given");
  gui->destroy(plugin);
  XSync(display, False);
  if (timed || child_of(display, parent) || gui->show(plugin))
    die("its window or its timer stays");
  open_again(factory, &host, gui, parent);
  open_within(gui, parent);
  plugin->destroy(plugin); /* with its window open */
  XSync(display, False);
  if (timed || child_of(display, parent))
    die("its window or its timer stays behind it");
  printf("%d sets in %d gestures\n", sets, begun);
  XCloseDisplay(display);
  entry->deinit();
  return 0;
}
