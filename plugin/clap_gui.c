/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/clap_gui.h"

#ifdef ROSIN_WINDOW
#include "core/drawn.h"
#include "core/learn.h"
#include "plugin/clap_menu.h"
#include "plugin/window/window.h"

#include <clap/ext/state.h>
#include <stdatomic.h>
#include <string.h>

enum { MILLISECONDS = 33, LEAST_WIDTH = 480, LARGEST = 8192, LEAST_SCALE = 1, MOST_SCALE = 4 };

static rosin_clap_gui *of(const clap_plugin_t *face) {
  return face->plugin_data;
}

/* ---- edits --------------------------------------------------------------------------------- */

static void put(rosin_clap_gui *g, uint16_t type, int index, double value) {
  const unsigned at = atomic_load(&g->put);
  if (at - atomic_load(&g->taken) == ROSIN_CLAP_EDITS)
    return; /* nobody listens */
  g->edit[at % ROSIN_CLAP_EDITS].type = type;
  g->edit[at % ROSIN_CLAP_EDITS].index = index;
  g->edit[at % ROSIN_CLAP_EDITS].value = value;
  atomic_store(&g->put, at + 1);
  const clap_host_params_t *params = g->host->get_extension(g->host, CLAP_EXT_PARAMS);
  if (params)
    params->request_flush(g->host);
}

static void begin(void *context, int index) {
  put(context, CLAP_EVENT_PARAM_GESTURE_BEGIN, index, 0);
}
static void set(void *context, int index, double value) {
  put(context, CLAP_EVENT_PARAM_VALUE, index, value);
}
static void end(void *context, int index) {
  put(context, CLAP_EVENT_PARAM_GESTURE_END, index, 0);
}

static void note(void *context, int key, double velocity) {
  rosin_clap_gui *g = context;
  rosin_keys_put(&g->keys, key, velocity);
  if (g->host->request_process)
    g->host->request_process(g->host); /* it may sleep */
}

static const rosin_clap_menu *menus(const rosin_clap_gui *g) {
  const rosin_clap_menu *m = g->host->get_extension(g->host, ROSIN_CLAP_MENU);
  return m && m->can_popup && m->popup && m->can_popup(g->host) ? m : NULL;
}

static int menu(void *context, int index, int x, int y) {
  const rosin_clap_gui *g = context;
  const rosin_clap_menu *m = menus(g);
  const rosin_clap_menu_target target = {ROSIN_CLAP_MENU_OF_PARAMETER, g->id[index]};
  return m && m->popup(g->host, &target, 0, x, y);
}

void rosin_clap_gui_tell(rosin_clap_gui *g, const clap_output_events_t *out) {
  rosin_keys_play(&g->keys, g->core);
  for (unsigned at = atomic_load(&g->taken); at != atomic_load(&g->put); at++) {
    const int index = g->edit[at % ROSIN_CLAP_EDITS].index;
    const uint16_t type = g->edit[at % ROSIN_CLAP_EDITS].type;
    const double value = g->edit[at % ROSIN_CLAP_EDITS].value;
    const clap_event_param_value_t turned = {.header = {.size = sizeof turned, .type = type},
                                             .param_id = g->id[index],
                                             .note_id = -1,
                                             .port_index = -1,
                                             .channel = -1,
                                             .key = -1,
                                             .value = value};
    const clap_event_param_gesture_t gesture = {.header = {.size = sizeof gesture, .type = type},
                                                .param_id = g->id[index]};
    atomic_store(&g->taken, at + 1);
    if (type == CLAP_EVENT_PARAM_VALUE)
      rosin_core_set(g->core, 0, index, value);
    if (out)
      out->try_push(out, type == CLAP_EVENT_PARAM_VALUE ? &turned.header : &gesture.header);
  }
}

/* ---- the window ---------------------------------------------------------------------------- */

static bool is_supported(const clap_plugin_t *face, const char *api, bool floating) {
  (void)face;
  return !floating && strcmp(api, rosin_window_system()) == 0;
}

static bool preferred(const clap_plugin_t *face, const char **api, bool *floating) {
  (void)face;
  *api = rosin_window_system();
  *floating = false;
  return true;
}

static const clap_host_timer_support_t *timers(const rosin_clap_gui *g) {
  return g->host->get_extension(g->host, CLAP_EXT_TIMER_SUPPORT);
}

/* Nothing moves without a timer. */
static bool has_timer(const rosin_clap_gui *g) {
  return rosin_window_drives() || timers(g);
}

static bool create(const clap_plugin_t *face, const char *api, bool floating) {
  return is_supported(face, api, floating) && has_timer(of(face));
}

void rosin_clap_gui_close(rosin_clap_gui *g) {
  if (g->timed)
    timers(g)->unregister_timer(g->host, g->timer);
  g->timed = 0;
  rosin_window_free(g->window);
  g->window = NULL;
  g->width = g->height = 0;
}

static void destroy(const clap_plugin_t *face) {
  rosin_clap_gui_close(of(face));
}

/* Before it has a size of its own. */
static bool set_scale(const clap_plugin_t *face, double scale) {
  if (!(scale >= LEAST_SCALE && scale <= MOST_SCALE))
    return false;
  of(face)->scale = scale;
  return true;
}

static void shape(const clap_plugin_t *face, uint32_t *width, uint32_t *height) {
  int wide, high;
  rosin_window_size(of(face)->core, of(face)->scale, &wide, &high);
  *width = (uint32_t)wide;
  *height = (uint32_t)high;
}

static bool get_size(const clap_plugin_t *face, uint32_t *width, uint32_t *height) {
  shape(face, width, height);
  if (of(face)->width) {
    *width = (uint32_t)of(face)->width;
    *height = (uint32_t)of(face)->height;
  }
  return true;
}

static bool can_resize(const clap_plugin_t *face) {
  (void)face;
  return true;
}

static bool get_hints(const clap_plugin_t *face, clap_gui_resize_hints_t *hints) {
  *hints = (clap_gui_resize_hints_t){true, true, true, 0, 0};
  shape(face, &hints->aspect_ratio_width, &hints->aspect_ratio_height);
  return true;
}

static bool adjust_size(const clap_plugin_t *face, uint32_t *width, uint32_t *height) {
  uint32_t wide, high;
  shape(face, &wide, &high);
  *width = *width < LEAST_WIDTH ? LEAST_WIDTH : *width;
  *height = *width * high / wide;
  return true;
}

static bool set_size(const clap_plugin_t *face, uint32_t width, uint32_t height) {
  if (width < 1 || height < 1 || width > LARGEST || height > LARGEST)
    return false;
  of(face)->width = (int)width;
  of(face)->height = (int)height;
  if (of(face)->window)
    rosin_window_resize(of(face)->window, (int)width, (int)height);
  return true;
}

static bool set_parent(const clap_plugin_t *face, const clap_window_t *parent) {
  rosin_clap_gui *g = of(face);
  const rosin_window_face told = {.context = g,
                                  .begin = begin,
                                  .set = set,
                                  .end = end,
                                  .note = note,
                                  .menu = menus(g) ? menu : NULL};
  if (g->window || !parent || !has_timer(g))
    return false;
  g->given = rosin_core_given_turn(g->core) + rosin_core_drawn_turn(g->core);
  g->window = rosin_window_new(g->core, g->core, &told, (uintptr_t)parent->x11, g->scale);
  if (g->window && g->width)
    rosin_window_resize(g->window, g->width, g->height);
  if (rosin_window_drives())
    return g->window != NULL;
  g->timed = g->window && timers(g)->register_timer(g->host, MILLISECONDS, &g->timer);
  if (!g->timed)
    rosin_clap_gui_close(g);
  return g->timed;
}

static bool set_transient(const clap_plugin_t *face, const clap_window_t *window) {
  (void)face;
  (void)window;
  return false;
}

static void suggest_title(const clap_plugin_t *face, const char *title) {
  (void)face;
  (void)title;
}

static bool show(const clap_plugin_t *face) {
  return of(face)->window != NULL;
}

/* Another controller for something, another gesture: there is a session to save. */
static void tell_given(rosin_clap_gui *g) {
  const unsigned turn = rosin_core_given_turn(g->core) + rosin_core_drawn_turn(g->core);
  if (turn == g->given)
    return;
  g->given = turn;
  if (g->host->request_process)
    g->host->request_process(g->host); /* it may sleep, and has something to build */
  const clap_host_state_t *state = g->host->get_extension(g->host, CLAP_EXT_STATE);
  if (state)
    state->mark_dirty(g->host);
}

static void on_timer(const clap_plugin_t *face, clap_id timer) {
  if (!of(face)->window || timer != of(face)->timer)
    return;
  rosin_window_turn(of(face)->window);
  tell_given(of(face));
}

const void *rosin_clap_gui_extension(const char *id) {
  static const clap_plugin_gui_t gui = {is_supported,  preferred, create,     destroy,
                                        set_scale,     get_size,  can_resize, get_hints,
                                        adjust_size,   set_size,  set_parent, set_transient,
                                        suggest_title, show,      show};
  static const clap_plugin_timer_support_t timer = {on_timer};
  if (strcmp(id, CLAP_EXT_GUI) == 0)
    return &gui;
  return strcmp(id, CLAP_EXT_TIMER_SUPPORT) == 0 ? &timer : NULL;
}

#else

#include <stddef.h>

const void *rosin_clap_gui_extension(const char *id) {
  (void)id;
  return NULL;
}
void rosin_clap_gui_tell(rosin_clap_gui *gui, const clap_output_events_t *out) {
  (void)gui;
  (void)out;
}
void rosin_clap_gui_close(rosin_clap_gui *gui) {
  (void)gui;
}

#endif
