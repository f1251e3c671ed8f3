/* SPDX-License-Identifier: BSD-3-Clause */
/* The component: its buses, whether it is active, its state. */
#include "plugin/shared.h"
#include "plugin/vst3/plugin.h"
#include "plugin/vst3/text.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 128 };

/* There is none of its own: the component is asked for that interface. */
static v3_result V3_API get_controller(void *self, v3_tuid id) {
  (void)self;
  (void)id;
  return V3_NOT_IMPLEMENTED;
}

static v3_result V3_API set_io_mode(void *self, int32_t mode) {
  (void)self;
  (void)mode;
  return V3_NOT_IMPLEMENTED;
}

static int is_bus(int32_t media, int32_t direction) {
  return media == V3_AUDIO || (media == V3_EVENT && direction == V3_INPUT);
}

/* A sound that drives the scene: off until somebody wants it. */
static int is_sound_in(int32_t media, int32_t direction) {
  return media == V3_AUDIO && direction == V3_INPUT;
}

static int32_t V3_API get_bus_count(void *self, int32_t media, int32_t direction) {
  (void)self;
  return is_bus(media, direction);
}

static v3_result V3_API get_bus_info(void *self, int32_t media, int32_t direction, int32_t index,
                                     struct v3_bus_info *info) {
  if (!is_bus(media, direction) || index)
    return V3_INVALID_ARG;
  const int sounds = media == V3_AUDIO, heard = is_sound_in(media, direction);
  const int channels = heard    ? ROSIN_VST3_HEARD
                       : sounds ? rosin_core_channels(rosin_vst3_of(self)->core)
                                : 16;
  *info = (struct v3_bus_info){.media_type = media,
                               .direction = direction,
                               .channel_count = channels,
                               .bus_type = heard ? V3_AUX : V3_MAIN,
                               .flags = heard ? 0 : V3_DEFAULT_ACTIVE};
  rosin_vst3_widen(info->bus_name, NAME, heard ? "In" : sounds ? "Out" : "Notes");
  return V3_OK;
}

static v3_result V3_API get_routing(void *self, struct v3_routing_info *in,
                                    struct v3_routing_info *out) {
  (void)self;
  (void)in;
  (void)out;
  return V3_NOT_IMPLEMENTED;
}

static v3_result V3_API activate_bus(void *self, int32_t media, int32_t direction, int32_t index,
                                     v3_bool state) {
  (void)self;
  (void)state;
  return is_bus(media, direction) && !index ? V3_OK : V3_INVALID_ARG;
}

/* Not in the audio thread. What is ready already is only put to rest. */
static v3_result activate(rosin_vst3 *p) {
  rosin_error error;
  if (!(p->rate > 0))
    return V3_NOT_INITIALIZED;
  rosin_renewal_forget(&p->renewal);
  if (p->prepared != p->rate || rosin_core_stale(p->core)) {
    p->prepared = 0;
    if (rosin_core_prepare(p->core, p->rate, &error)) {
      fprintf(stderr, "rosin %s: %s\n", rosin_core_scene(p->core), error.text);
      return V3_INTERNAL_ERR;
    }
    p->prepared = p->rate;
  } else {
    rosin_core_reset(p->core);
  }
  p->notes = 0;
  atomic_store(&p->latency, rosin_plugin_latency(p->core));
  rosin_vst3_start_builder(p);
  atomic_store(&p->active, 1);
  return V3_OK;
}

static v3_result V3_API set_active(void *self, v3_bool state) {
  rosin_vst3 *p = rosin_vst3_of(self);
  if (state)
    return atomic_load(&p->active) ? V3_OK : activate(p);
  if (atomic_exchange(&p->active, 0)) {
    rosin_vst3_stop_builder(p);
    rosin_plugin_say_lost(p->core);
  }
  return V3_OK;
}

/* What makes it later is what comes in. Not what the engine says: another thread plays it. */
static double input_of(const rosin_vst3 *p) {
  const int index = rosin_core_find(p->core, "input");
  return index >= 0 ? rosin_core_get(p->core, index) : 0;
}

static v3_result V3_API set_state(void *self, struct v3_bstream **stream) {
  rosin_vst3 *p = rosin_vst3_of(self);
  rosin_error error = {"no text"};
  char *text = rosin_vst3_read(stream);
  const double input = input_of(p);
  const int failed = !text || rosin_core_load(p->core, text, &error);
  free(text);
  if (failed) {
    fprintf(stderr, "rosin %s: %s\n", rosin_core_scene(p->core), error.text);
    return V3_INVALID_ARG;
  }
  rosin_vst3_show(p);
  if (atomic_load(&p->active) && p->handler && input_of(p) != input)
    (*p->handler)->restart_component(p->handler, V3_RESTART_LATENCY_CHANGED);
  return V3_OK;
}

static v3_result V3_API get_state(void *self, struct v3_bstream **stream) {
  char *text = stream ? rosin_core_save(rosin_vst3_of(self)->core) : NULL;
  const int failed = !text || rosin_vst3_write(stream, text);
  free(text);
  return failed ? V3_INTERNAL_ERR : V3_OK;
}

const struct v3_component rosin_vst3_component = {
    .query_interface = rosin_vst3_query,
    .ref = rosin_vst3_ref,
    .unref = rosin_vst3_unref,
    .initialize = rosin_vst3_initialize,
    .terminate = rosin_vst3_terminate,
    .get_controller_class_id = get_controller,
    .set_io_mode = set_io_mode,
    .get_bus_count = get_bus_count,
    .get_bus_info = get_bus_info,
    .get_routing_info = get_routing,
    .activate_bus = activate_bus,
    .set_active = set_active,
    .set_state = set_state,
    .get_state = get_state,
};
