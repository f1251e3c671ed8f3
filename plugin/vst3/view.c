/* SPDX-License-Identifier: BSD-3-Clause */
/* The plugin's window in a host's. It turns knobs as any host's slider does: by edits that the host
 * hands on to the processor. */
#include "core/drawn.h"
#include "core/learn.h"
#include "plugin/vst3/plugin.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef ROSIN_WINDOW
#include "plugin/window/window.h"

enum { MILLISECONDS = 33, LEAST_WIDTH = 480 };

typedef struct {
  const struct v3_plugin_view *table;
  const struct v3_timer_handler *timer; /* a second face, which the host's loop calls */
  const struct v3_plugin_view_content_scale *scaled; /* a third: the host says how large */
  _Atomic uint32_t references;
  rosin_vst3 *plugin;
  int width, height;
  double scale; /* 0: the host has not said */
  rosin_window *window;
  struct v3_plugin_frame **frame;
  struct v3_run_loop **loop;
  unsigned given, drawn; /* as the host knows it */
} view;

/* ---- what a hand does --------------------------------------------------------------------- */

static void begin(void *context, int index) {
  rosin_vst3 *p = ((view *)context)->plugin;
  if (p->handler)
    (*p->handler)->begin_edit(p->handler, p->id[index]);
}

static void set(void *context, int index, double value) {
  rosin_vst3 *p = ((view *)context)->plugin;
  atomic_store(&p->shown[index], value);
  if (p->handler)
    (*p->handler)->perform_edit(p->handler, p->id[index], rosin_vst3_normal(p, index, value));
}

static void end(void *context, int index) {
  rosin_vst3 *p = ((view *)context)->plugin;
  if (p->handler)
    (*p->handler)->end_edit(p->handler, p->id[index]);
}

static double get(void *context, int index) {
  rosin_vst3 *p = ((view *)context)->plugin;
  return atomic_load(&p->shown[index]);
}

static void note(void *context, int key, double velocity) {
  rosin_keys_put(&((view *)context)->plugin->keys, key, velocity);
}

static int menu(void *context, int index, int x, int y) {
  view *v = context;
  rosin_vst3 *p = v->plugin;
  void *found = NULL;
  if (!p->handler ||
      (*p->handler)->query_interface(p->handler, v3_component_handler_3_iid, &found) != V3_OK ||
      !found)
    return 0;
  struct v3_component_handler_3 **handler = found;
  struct v3_context_menu **shown =
      (*handler)->create_context_menu(handler, (struct v3_plugin_view **)v, &p->id[index]);
  const int is_there = shown && (*shown)->popup(shown, x, y) == V3_OK;
  if (shown)
    (*shown)->unref(shown);
  (*handler)->unref(handler);
  return is_there;
}

/* ---- the object ---------------------------------------------------------------------------- */

static v3_result V3_API query(void *self, const v3_tuid iid, void **object) {
  view *v = self;
  if (v3_tuid_match(iid, v3_funknown_iid) || v3_tuid_match(iid, v3_plugin_view_iid)) {
    atomic_fetch_add(&v->references, 1);
    *object = self;
    return V3_OK;
  }
  if (v3_tuid_match(iid, v3_plugin_view_content_scale_iid)) {
    atomic_fetch_add(&v->references, 1);
    *object = &v->scaled;
    return V3_OK;
  }
  *object = NULL;
  return V3_NO_INTERFACE;
}

static uint32_t V3_API ref(void *self) {
  return atomic_fetch_add(&((view *)self)->references, 1) + 1;
}

static v3_result V3_API removed(void *self) {
  view *v = self;
  if (v->loop) {
    (*v->loop)->unregister_timer(v->loop, (void *)&v->timer);
    (*v->loop)->unref(v->loop);
  }
  v->loop = NULL;
  rosin_window_free(v->window);
  v->window = NULL;
  return V3_OK;
}

static uint32_t V3_API unref(void *self) {
  view *v = self;
  const uint32_t left = atomic_fetch_sub(&v->references, 1) - 1;
  if (left)
    return left;
  removed(v);
  rosin_vst3_unref(&v->plugin->face[ROSIN_VST3_CONTROLLER]);
  free(v);
  return 0;
}

static v3_result V3_API is_supported(void *self, const char *platform) {
  (void)self;
  return platform && strcmp(platform, V3_VIEW_PLATFORM_TYPE_NATIVE) == 0 ? V3_TRUE : V3_FALSE;
}

static int open_window(view *v, void *parent) {
  const rosin_window_face face = {v, begin, set, end, get, note, menu};
  v->window =
      rosin_window_new(v->plugin->core, v->plugin->core, &face, (uintptr_t)parent, v->scale);
  if (v->window)
    rosin_window_resize(v->window, v->width, v->height);
  return v->window != NULL;
}

/* Nothing moves without the host's loop, where the window has no timer of its own. */
static v3_result V3_API attached(void *self, void *parent, const char *platform) {
  view *v = self;
  void *loop = NULL;
  if (is_supported(self, platform) != V3_TRUE || v->window || !v->frame)
    return V3_INVALID_ARG;
  if (rosin_window_drives())
    return open_window(v, parent) ? V3_OK : V3_INTERNAL_ERR;
  if ((*v->frame)->query_interface(v->frame, v3_run_loop_iid, &loop) != V3_OK || !loop)
    return V3_NOT_IMPLEMENTED;
  v->loop = loop;
  if (open_window(v, parent) &&
      (*v->loop)->register_timer(v->loop, (void *)&v->timer, MILLISECONDS) == V3_OK)
    return V3_OK;
  rosin_window_free(v->window);
  v->window = NULL;
  (*v->loop)->unref(v->loop);
  v->loop = NULL;
  return V3_INTERNAL_ERR;
}

static v3_result V3_API on_wheel(void *self, float distance) {
  (void)self;
  (void)distance;
  return V3_FALSE; /* the window sees its own */
}

static v3_result V3_API on_key(void *self, int16_t letter, int16_t code, int16_t modifiers) {
  (void)self;
  (void)letter;
  (void)code;
  (void)modifiers;
  return V3_FALSE;
}

static v3_result V3_API get_size(void *self, struct v3_view_rect *rect) {
  const view *v = self;
  *rect = (struct v3_view_rect){.right = v->width, .bottom = v->height};
  return V3_OK;
}

static v3_result V3_API on_size(void *self, struct v3_view_rect *rect) {
  view *v = self;
  v->width = rect->right - rect->left;
  v->height = rect->bottom - rect->top;
  if (v->window)
    rosin_window_resize(v->window, v->width, v->height);
  return V3_OK;
}

static v3_result V3_API on_focus(void *self, v3_bool state) {
  (void)self;
  (void)state;
  return V3_OK;
}

static v3_result V3_API set_frame(void *self, struct v3_plugin_frame **frame) {
  ((view *)self)->frame = frame;
  return V3_OK;
}

static v3_result V3_API can_resize(void *self) {
  (void)self;
  return V3_TRUE;
}

/* Any, but no smaller than can be read, and of its own shape. */
static v3_result V3_API check_size(void *self, struct v3_view_rect *rect) {
  int width, height;
  rosin_window_size(((view *)self)->plugin->core, 1, &width, &height);
  if (rect->right - rect->left < LEAST_WIDTH)
    rect->right = rect->left + LEAST_WIDTH;
  rect->bottom = rect->top + (rect->right - rect->left) * height / width;
  return V3_OK;
}

/* ---- the host's timer ---------------------------------------------------------------------- */

static view *of_timer(void *self) {
  return (view *)((char *)self - offsetof(view, timer));
}

static v3_result V3_API query_timer(void *self, const v3_tuid iid, void **object) {
  if (v3_tuid_match(iid, v3_funknown_iid) || v3_tuid_match(iid, v3_timer_handler_iid)) {
    ref(of_timer(self));
    *object = self;
    return V3_OK;
  }
  *object = NULL;
  return V3_NO_INTERFACE;
}

static uint32_t V3_API ref_timer(void *self) {
  return ref(of_timer(self));
}
static uint32_t V3_API unref_timer(void *self) {
  return unref(of_timer(self));
}
/* Another controller for something: hosts ask anew who moves what. They have a session to save; for
 * another gesture, too. */
static void tell_given(view *v) {
  rosin_vst3 *p = v->plugin;
  void *found = NULL;
  const unsigned given = rosin_core_given_turn(p->core), drawn = rosin_core_drawn_turn(p->core);
  if ((given == v->given && drawn == v->drawn) || !p->handler)
    return;
  if (given != v->given)
    (*p->handler)->restart_component(p->handler, V3_RESTART_MIDI_CC_ASSIGNMENT_CHANGED);
  v->given = given;
  v->drawn = drawn;
  if ((*p->handler)->query_interface(p->handler, v3_component_handler2_iid, &found) != V3_OK ||
      !found)
    return;
  struct v3_component_handler2 **handler = found;
  (*handler)->set_dirty(handler, 1);
  (*handler)->unref(handler);
}

static void V3_API on_timer(void *self) {
  if (!of_timer(self)->window)
    return;
  rosin_window_turn(of_timer(self)->window);
  tell_given(of_timer(self));
}

/* ---- the host's scale ---------------------------------------------------------------------- */

static view *of_scaled(void *self) {
  return (view *)((char *)self - offsetof(view, scaled));
}
static v3_result V3_API query_scaled(void *self, const v3_tuid iid, void **object) {
  return query(of_scaled(self), iid, object);
}
static uint32_t V3_API ref_scaled(void *self) {
  return ref(of_scaled(self));
}
static uint32_t V3_API unref_scaled(void *self) {
  return unref(of_scaled(self));
}

static v3_result V3_API set_scale(void *self, float factor) {
  view *v = of_scaled(self);
  if (!(factor >= 1 && factor <= 4))
    return V3_INVALID_ARG;
  v->scale = (double)factor;
  rosin_window_size(v->plugin->core, v->scale, &v->width, &v->height);
  struct v3_view_rect rect = {.right = v->width, .bottom = v->height};
  if (v->window && v->frame)
    (*v->frame)->resize_view(v->frame, (struct v3_plugin_view **)v, &rect);
  return V3_OK;
}

struct v3_plugin_view **rosin_vst3_view(rosin_vst3 *plugin) {
  static const struct v3_plugin_view_content_scale scaled = {.query_interface = query_scaled,
                                                             .ref = ref_scaled,
                                                             .unref = unref_scaled,
                                                             .set_content_scale_factor = set_scale};
  static const struct v3_timer_handler timer = {
      .query_interface = query_timer, .ref = ref_timer, .unref = unref_timer, .on_timer = on_timer};
  static const struct v3_plugin_view table = {.query_interface = query,
                                              .ref = ref,
                                              .unref = unref,
                                              .is_platform_type_supported = is_supported,
                                              .attached = attached,
                                              .removed = removed,
                                              .on_wheel = on_wheel,
                                              .on_key_down = on_key,
                                              .on_key_up = on_key,
                                              .get_size = get_size,
                                              .on_size = on_size,
                                              .on_focus = on_focus,
                                              .set_frame = set_frame,
                                              .can_resize = can_resize,
                                              .check_size_constraint = check_size};
  view *v = calloc(1, sizeof *v);
  if (!v)
    return NULL;
  v->table = &table;
  v->timer = &timer;
  v->scaled = &scaled;
  v->plugin = plugin;
  v->references = 1;
  v->given = rosin_core_given_turn(plugin->core);
  v->drawn = rosin_core_drawn_turn(plugin->core);
  rosin_window_size(plugin->core, v->scale, &v->width, &v->height);
  rosin_vst3_ref(&plugin->face[ROSIN_VST3_CONTROLLER]);
  return (struct v3_plugin_view **)v;
}

#else

struct v3_plugin_view **rosin_vst3_view(rosin_vst3 *plugin) {
  (void)plugin;
  return NULL;
}

#endif
