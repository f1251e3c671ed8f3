/* SPDX-License-Identifier: BSD-3-Clause */
/* LV2's window, a library of its own, for hosts on X. It keeps a core that never sounds for the
 * tables and for what ports are said to have; of the sound it sees what the plugin publishes, if
 * the host lends that (instance-access). */
#include "plugin/list.h"
#include "plugin/lv2.h"
#include "plugin/window/window.h"

#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/instance-access/instance-access.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  rosin_core *core; /* mirrors the ports */
  rosin_window *window;
  LV2UI_Write_Function write;
  LV2UI_Controller controller;
  LV2UI_Touch *touch;   /* or NULL */
  LV2_URID event, midi; /* 0: the host maps nothing, and hears no keys */
} ui;

static const void *find(const LV2_Feature *const *features, const char *uri) {
  for (int i = 0; features && features[i]; i++)
    if (strcmp(features[i]->URI, uri) == 0)
      return features[i]->data;
  return NULL;
}

static void touch(const ui *u, int index, bool grabbed) {
  if (u->touch)
    u->touch->touch(u->touch->handle, rosin_lv2_port(u->core, index), grabbed);
}
static void begin(void *context, int index) {
  touch(context, index, true);
}
static void end(void *context, int index) {
  touch(context, index, false);
}
static void set(void *context, int index, double value) {
  const ui *u = context;
  const float port = (float)rosin_lv2_turned(u->core, index, value);
  rosin_core_put(u->core, index, value);
  u->write(u->controller, rosin_lv2_port(u->core, index), sizeof port, 0, &port);
}

/* To the port of MIDI, as a device would. */
static void note(void *context, int key, double velocity) {
  const ui *u = context;
  struct {
    LV2_Atom atom;
    unsigned char message[4];
  } told = {{3, u->midi},
            {velocity > 0 ? LV2_MIDI_MSG_NOTE_ON : LV2_MIDI_MSG_NOTE_OFF,
             (unsigned char)(key & 127), (unsigned char)(velocity > 0 ? 1 + 126 * velocity : 64)}};
  u->write(u->controller, 0, sizeof told.atom + 3, u->event, &told);
}

/* What a host says of its scale, 0: nothing. */
static double scale_of(const LV2_Feature *const *features, const LV2_URID_Map *map) {
  const LV2_Options_Option *option = find(features, LV2_OPTIONS__options);
  if (!map)
    return 0;
  const LV2_URID scale = map->map(map->handle, LV2_UI__scaleFactor),
                 real = map->map(map->handle, LV2_ATOM__Float);
  for (; option && option->key; option++)
    if (option->key == scale && option->type == real && option->size == sizeof(float))
      return (double)*(const float *)option->value;
  return 0;
}

static void cleanup(LV2UI_Handle handle) {
  ui *u = handle;
  rosin_window_free(u->window);
  rosin_core_free(u->core);
  free(u);
}

static LV2UI_Handle instantiate(const LV2UI_Descriptor *d, const char *plugin, const char *bundle,
                                LV2UI_Write_Function write, LV2UI_Controller controller,
                                LV2UI_Widget *widget, const LV2_Feature *const *features) {
  rosin_error error;
  int width, height;
  rosin_core *const *sounding = find(features, LV2_INSTANCE_ACCESS_URI);
  const LV2UI_Resize *resize = find(features, LV2_UI__resize);
  (void)d;
  (void)bundle;
  ui *u = strncmp(plugin, ROSIN_LV2_URI, sizeof ROSIN_LV2_URI - 1) ? NULL : calloc(1, sizeof *u);
  if (!u)
    return NULL;
  u->write = write;
  u->controller = controller;
  u->touch = (LV2UI_Touch *)find(features, LV2_UI__touch);
  u->core = rosin_plugin_open(plugin + sizeof ROSIN_LV2_URI - 1, &error);
  const LV2_URID_Map *map = find(features, LV2_URID__map);
  const double scale = scale_of(features, map);
  const rosin_window_face face = {
      .context = u, .begin = begin, .set = set, .end = end, .note = map ? note : NULL};
  u->event = map ? map->map(map->handle, LV2_ATOM__eventTransfer) : 0;
  u->midi = map ? map->map(map->handle, LV2_MIDI__MidiEvent) : 0;
  if (u->core) /* an instance begins with its core: lv2.c */
    u->window = rosin_window_new(u->core, sounding ? *sounding : NULL, &face,
                                 (uintptr_t)find(features, LV2_UI__parent), scale);
  if (!u->window) {
    cleanup(u);
    return NULL;
  }
  rosin_window_follow(u->window); /* GTK counts in points, and tells us of no pixels */
  rosin_window_size(u->core, scale, &width, &height);
  if (resize)
    resize->ui_resize(resize->handle, width, height);
  *widget = (LV2UI_Widget)rosin_window_handle(u->window); // NOLINT(performance-no-int-to-ptr)
  return u;
}

static void port_event(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format,
                       const void *data) {
  const ui *u = handle;
  float value;
  if (format || size != sizeof value)
    return;
  memcpy(&value, data, sizeof value);
  const int index = rosin_lv2_index(u->core, port);
  rosin_core_put(u->core, index, rosin_lv2_turned(u->core, index, (double)value));
}

static int idle(LV2UI_Handle handle) {
  rosin_window_turn(((ui *)handle)->window);
  return 0;
}

static int resized(LV2UI_Feature_Handle handle, int width, int height) {
  rosin_window_resize(((ui *)handle)->window, width, height);
  return 0;
}

static const void *extension_data(const char *uri) {
  static const LV2UI_Idle_Interface idles = {idle};
  static const LV2UI_Resize resizes = {NULL, resized};
  if (strcmp(uri, LV2_UI__idleInterface) == 0)
    return &idles;
  return strcmp(uri, LV2_UI__resize) == 0 ? &resizes : NULL;
}

LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index) {
  static const LV2UI_Descriptor descriptor = {ROSIN_LV2_UI, instantiate, cleanup, port_event,
                                              extension_data};
  return index ? NULL : &descriptor;
}
