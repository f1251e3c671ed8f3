/* SPDX-License-Identifier: BSD-3-Clause */
/* CLAP: one plugin a scene. */
#include "core/core.h"
#include "core/learn.h"
#include "core/words.h"
#include "plugin/clap_gui.h"
#include "plugin/clap_notes.h"
#include "plugin/clap_pages.h"
#include "plugin/clap_presets.h"
#include "plugin/clap_render.h"
#include "plugin/clap_tail.h"
#include "plugin/list.h"
#include "plugin/renew.h"
#include "plugin/shared.h"

#include <clap/entry.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <clap/ext/note-ports.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  PLUGINS = 64,
  LARGEST_STATE = 1 << 16,
  INPUT = 1 /* id of the port; that of the output is 0 */
};

typedef struct {
  rosin_clap_gui gui; /* the first */
  clap_plugin_t face; /* what the host sees */
  const clap_host_t *host;
  rosin_core *core;
  clap_id id[ROSIN_CORE_PARAMETERS];
  int active;
  double rate;
  int told;              /* frames of latency, as it was activated */
  _Atomic int offline;   /* nobody waits for the sound */
  int bounces;           /* the core knows so; audio thread */
  rosin_renewal renewal; /* of its engine, by the main thread */
} plugin;

static plugin *of(const clap_plugin_t *face) {
  return face->plugin_data;
}

static int index_of(const plugin *p, clap_id id) {
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    if (p->id[i] == id)
      return i;
  return -1;
}

/* ---- events ---------------------------------------------------------------------------- */

static void take(plugin *p, const clap_event_header_t *e, int most) {
  const int frame = (int)e->time < most ? (int)e->time : most;
  if (e->space_id != CLAP_CORE_EVENT_SPACE_ID)
    return;
  switch (e->type) {
  case CLAP_EVENT_NOTE_ON:
  case CLAP_EVENT_NOTE_OFF:
  case CLAP_EVENT_NOTE_CHOKE:
    rosin_clap_note(p->core, (const clap_event_note_t *)e, frame);
    break;
  case CLAP_EVENT_NOTE_EXPRESSION:
    rosin_clap_express(p->core, (const clap_event_note_expression_t *)e, frame);
    break;
  case CLAP_EVENT_PARAM_VALUE: {
    const clap_event_param_value_t *v = (const clap_event_param_value_t *)e;
    rosin_core_set(p->core, frame, index_of(p, v->param_id), v->value);
    break;
  }
  case CLAP_EVENT_PARAM_MOD: {
    const clap_event_param_mod_t *m = (const clap_event_param_mod_t *)e;
    rosin_core_modulate(p->core, frame, index_of(p, m->param_id), m->amount);
    break;
  }
  case CLAP_EVENT_MIDI:
    rosin_core_midi(p->core, frame, ((const clap_event_midi_t *)e)->data, 3);
    break;
  default:
    break;
  }
}

static void take_all(plugin *p, const clap_input_events_t *in, int most) {
  const uint32_t count = in ? in->size(in) : 0;
  for (uint32_t i = 0; i < count; i++)
    take(p, in->get(in, i), most);
}

/* What a controller has moved is the host's to know. */
static void tell_moved(plugin *p, const clap_output_events_t *out) {
  for (int i; (i = rosin_core_next_moved(p->core)) >= 0;) {
    const clap_event_param_value_t moved = {
        .header = {.size = sizeof moved, .type = CLAP_EVENT_PARAM_VALUE},
        .param_id = p->id[i],
        .note_id = -1,
        .port_index = -1,
        .channel = -1,
        .key = -1,
        .value = rosin_core_get(p->core, i)};
    if (out)
      out->try_push(out, &moved.header);
  }
}

/* ---- life -------------------------------------------------------------------------------- */

static bool init(const clap_plugin_t *face) {
  plugin *p = of(face);
  rosin_error error;
  p->core = rosin_plugin_open(face->desc->id + sizeof "rosin." - 1, &error);
  if (!p->core)
    fprintf(stderr, "%s: %s\n", face->desc->id, error.text);
  for (int i = 0; p->core && i < rosin_core_parameters(p->core); i++)
    p->id[i] = rosin_plugin_id(rosin_core_parameter(p->core, i));
  p->renewal.core = p->gui.core = p->core;
  p->gui.host = p->host;
  p->gui.id = p->id;
  return p->core != NULL;
}

static void destroy(const clap_plugin_t *face) {
  plugin *p = of(face);
  rosin_clap_gui_close(&p->gui);
  rosin_renewal_forget(&p->renewal);
  rosin_core_free(p->core);
  free(p);
}

static bool activate(const clap_plugin_t *face, double rate, uint32_t least, uint32_t most) {
  plugin *p = of(face);
  rosin_error error;
  (void)least;
  (void)most;
  rosin_renewal_forget(&p->renewal);
  if (rosin_core_prepare(p->core, rate, &error)) {
    fprintf(stderr, "%s: %s\n", face->desc->id, error.text);
    return false;
  }
  p->active = 1;
  p->told = rosin_plugin_latency(p->core);
  p->rate = rate;
  return true;
}

static void deactivate(const clap_plugin_t *face) {
  rosin_plugin_say_lost(of(face)->core);
  of(face)->active = 0;
}
static bool start_processing(const clap_plugin_t *face) {
  return of(face)->active;
}
static void stop_processing(const clap_plugin_t *face) {
  (void)face;
}
static void reset(const clap_plugin_t *face) {
  rosin_core_reset(of(face)->core);
}

static void on_main_thread(const clap_plugin_t *face) {
  rosin_error error;
  const int builds = of(face)->active && !of(face)->offline;
  if (rosin_renewal_serve(&of(face)->renewal, builds, &error))
    fprintf(stderr, "%s: %s\n", face->desc->id, error.text);
}

/* Engines are built in place, or beside the audio thread. */
static void take_mode(plugin *p) {
  if (p->bounces != p->offline) {
    p->bounces = p->offline;
    rosin_core_set_offline(p->core, p->bounces);
  }
}

/* What the host has connected, whether it is wanted or not: the core hears only what drives it. */
static void hear(plugin *p, const clap_process_t *call) {
  const clap_audio_buffer_t *in = call->audio_inputs_count ? call->audio_inputs : NULL;
  const int hears = in && in->data32 && in->channel_count;
  rosin_core_hear(p->core, hears ? (const float *const *)in->data32 : NULL,
                  hears ? (int)in->channel_count : 0, (int)call->frames_count);
}

/* How late it is may only change while it is not active. */
static void tell_latency(plugin *p) {
  const int latency = rosin_plugin_latency(p->core);
  if (latency == p->told)
    return;
  p->told = latency;
  p->host->request_restart(p->host);
}

static clap_process_status process(const clap_plugin_t *face, const clap_process_t *call) {
  plugin *p = of(face);
  const int frames = (int)call->frames_count, channels = rosin_core_channels(p->core);
  if (!p->active)
    return CLAP_PROCESS_ERROR;
  rosin_clap_gui_tell(&p->gui, call->out_events);
  take_mode(p);
  tell_latency(p);
  take_all(p, call->in_events, frames ? frames - 1 : 0);
  tell_moved(p, call->out_events);
  if (!p->bounces && rosin_renewal_exchange(&p->renewal))
    p->host->request_callback(p->host);
  hear(p, call);
  if (frames && call->audio_outputs_count && call->audio_outputs[0].data32 &&
      call->audio_outputs[0].channel_count >= (uint32_t)channels) {
    rosin_core_process(p->core, call->audio_outputs[0].data32, frames);
    call->audio_outputs[0].constant_mask =
        rosin_plugin_silent(call->audio_outputs[0].data32, channels, frames);
  }
  return rosin_core_rests(p->core) ? CLAP_PROCESS_SLEEP : CLAP_PROCESS_CONTINUE;
}

/* ---- extensions -------------------------------------------------------------------------- */

static uint32_t audio_count(const clap_plugin_t *face, bool is_input) {
  (void)face;
  (void)is_input;
  return 1;
}

/* Beside notes, and not the main one: hosts leave it open until somebody connects it. */
static bool input_get(clap_audio_port_info_t *info) {
  *info = (clap_audio_port_info_t){.id = INPUT,
                                   .name = "In",
                                   .channel_count = 2,
                                   .port_type = CLAP_PORT_STEREO,
                                   .in_place_pair = CLAP_INVALID_ID};
  return true;
}

static bool audio_get(const clap_plugin_t *face, uint32_t index, bool is_input,
                      clap_audio_port_info_t *info) {
  if (index)
    return false;
  if (is_input)
    return input_get(info);
  const uint32_t channels = (uint32_t)rosin_core_channels(of(face)->core);
  *info = (clap_audio_port_info_t){.name = "Out",
                                   .flags = CLAP_AUDIO_PORT_IS_MAIN,
                                   .channel_count = channels,
                                   .port_type = channels == 1   ? CLAP_PORT_MONO
                                                : channels == 2 ? CLAP_PORT_STEREO
                                                                : NULL,
                                   .in_place_pair = CLAP_INVALID_ID};
  return true;
}

static uint32_t note_count(const clap_plugin_t *face, bool is_input) {
  (void)face;
  return is_input;
}

static bool note_get(const clap_plugin_t *face, uint32_t index, bool is_input,
                     clap_note_port_info_t *info) {
  (void)face;
  if (index || !is_input)
    return false;
  *info = (clap_note_port_info_t){.supported_dialects = CLAP_NOTE_DIALECT_CLAP |
                                                        CLAP_NOTE_DIALECT_MIDI |
                                                        CLAP_NOTE_DIALECT_MIDI_MPE,
                                  .preferred_dialect = CLAP_NOTE_DIALECT_CLAP,
                                  .name = "Notes"};
  return true;
}

static uint32_t latency(const clap_plugin_t *face) {
  return (uint32_t)rosin_plugin_latency(of(face)->core);
}

static bool is_bound(const clap_plugin_t *face) {
  (void)face;
  return false;
}

static bool set_mode(const clap_plugin_t *face, int32_t mode) {
  if (mode != ROSIN_CLAP_REALTIME && mode != ROSIN_CLAP_OFFLINE)
    return false;
  of(face)->offline = mode == ROSIN_CLAP_OFFLINE;
  return true;
}

static uint32_t count(const clap_plugin_t *face) {
  return (uint32_t)rosin_core_parameters(of(face)->core);
}

static bool get_info(const clap_plugin_t *face, uint32_t index, clap_param_info_t *info) {
  const rosin_core *c = of(face)->core;
  const rosin_parameter *row = rosin_core_parameter(c, (int)index);
  if (!row)
    return false;
  const int stepped = rosin_core_parameter_stepped(c, (int)index);
  *info = (clap_param_info_t){.id = of(face)->id[index],
                              .flags = CLAP_PARAM_IS_AUTOMATABLE,
                              .min_value = row->low,
                              .max_value = row->high,
                              .default_value = row->initial};
  if (stepped)
    info->flags |= CLAP_PARAM_IS_STEPPED;
  else if (rosin_core_parameter_live(c, (int)index))
    info->flags |= CLAP_PARAM_IS_MODULATABLE;
  if ((int)index == rosin_core_find(c, "bypass"))
    info->flags |= CLAP_PARAM_IS_BYPASS;
  rosin_words_name(c, (int)index, info->name, sizeof info->name);
  snprintf(info->module, sizeof info->module, "%s", row->group ? row->group : "");
  return true;
}

static bool get_value(const clap_plugin_t *face, clap_id id, double *value) {
  const int index = index_of(of(face), id);
  if (index >= 0)
    *value = rosin_core_get(of(face)->core, index);
  return index >= 0;
}

static bool value_to_text(const clap_plugin_t *face, clap_id id, double value, char *text,
                          uint32_t size) {
  const int index = index_of(of(face), id);
  if (index < 0)
    return false;
  rosin_words_value(of(face)->core, index, value, text, size);
  return true;
}

static bool text_to_value(const clap_plugin_t *face, clap_id id, const char *text, double *value) {
  return rosin_words_read(of(face)->core, index_of(of(face), id), text, value) == 0;
}

static void flush(const clap_plugin_t *face, const clap_input_events_t *in,
                  const clap_output_events_t *out) {
  rosin_clap_gui_tell(&of(face)->gui, out);
  take_all(of(face), in, 0);
  tell_moved(of(face), out);
  of(face)->host->request_process(of(face)->host); /* it may sleep */
}

static bool save(const clap_plugin_t *face, const clap_ostream_t *stream) {
  char *text = rosin_core_save(of(face)->core);
  const size_t size = text ? strlen(text) : 0;
  size_t at = 0;
  while (at < size) {
    const int64_t now = stream->write(stream, text + at, size - at);
    if (now <= 0)
      break;
    at += (size_t)now;
  }
  free(text);
  return size && at == size;
}

static bool load(const clap_plugin_t *face, const clap_istream_t *stream) {
  plugin *p = of(face);
  rosin_error error = {"no text"};
  size_t at = 0;
  char *text = malloc(LARGEST_STATE + 1);
  int64_t now = 0;
  while (text && at < LARGEST_STATE &&
         (now = stream->read(stream, text + at, LARGEST_STATE - at)) > 0)
    at += (size_t)now;
  int failed = !text || now < 0;
  if (!failed) {
    text[at] = 0;
    failed = rosin_core_load(p->core, text, &error);
  }
  free(text);
  if (failed)
    fprintf(stderr, "%s: %s\n", face->desc->id, error.text);
  else
    p->host->request_process(p->host);
  return !failed;
}

static uint32_t tail(const clap_plugin_t *face) {
  const plugin *p = of(face);
  return (uint32_t)fmin(ceil(rosin_core_tail(p->core) * p->rate), INT32_MAX);
}

static const void *get_extension(const clap_plugin_t *face, const char *id) {
  static const clap_plugin_audio_ports_t audio = {audio_count, audio_get};
  static const clap_plugin_note_ports_t notes = {note_count, note_get};
  static const clap_plugin_latency_t late = {latency};
  static const clap_plugin_params_t params = {count,         get_info,      get_value,
                                              value_to_text, text_to_value, flush};
  static const clap_plugin_state_t state = {save, load};
  static const rosin_clap_tail ending = {tail};
  static const rosin_clap_render render = {is_bound, set_mode};
  const struct {
    const char *id;
    const void *extension;
  } table[] = {{CLAP_EXT_AUDIO_PORTS, &audio}, {CLAP_EXT_NOTE_PORTS, &notes},
               {CLAP_EXT_LATENCY, &late},      {CLAP_EXT_PARAMS, &params},
               {CLAP_EXT_STATE, &state},       {ROSIN_CLAP_RENDER, &render},
               {ROSIN_CLAP_TAIL, &ending}};
  (void)face;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(table[i].id, id) == 0)
      return table[i].extension;
  const void *pages = rosin_clap_pages_extension(id);
  return pages ? pages : rosin_clap_gui_extension(id);
}

/* ---- the table --------------------------------------------------------------------------- */

static char ids[PLUGINS][64], names[PLUGINS][64];
static clap_plugin_descriptor_t descriptors[PLUGINS];
static uint32_t plugins;

static const char *instrument_features[] = {
    CLAP_PLUGIN_FEATURE_INSTRUMENT, CLAP_PLUGIN_FEATURE_SYNTHESIZER, "physical-modelling", NULL};

static bool entry_init(const char *path) {
  const char *name;
  (void)path;
  for (plugins = 0; plugins < PLUGINS && (name = rosin_plugin_at((int)plugins)); plugins++) {
    snprintf(ids[plugins], sizeof ids[plugins], "rosin.%s", name);
    snprintf(names[plugins], sizeof names[plugins], "Rosin %s", name);
    descriptors[plugins] = (clap_plugin_descriptor_t){.clap_version = CLAP_VERSION,
                                                      .id = ids[plugins],
                                                      .name = names[plugins],
                                                      .vendor = "rosin",
                                                      .url = "",
                                                      .manual_url = "",
                                                      .support_url = "",
                                                      .version = ROSIN_VERSION,
                                                      .description = "friction, from physics",
                                                      .features = instrument_features};
  }
  return true;
}

static void entry_deinit(void) {}

static uint32_t factory_count(const clap_plugin_factory_t *factory) {
  (void)factory;
  return plugins;
}

static const clap_plugin_descriptor_t *factory_get(const clap_plugin_factory_t *factory,
                                                   uint32_t index) {
  (void)factory;
  return index < plugins ? &descriptors[index] : NULL;
}

static const clap_plugin_t *factory_create(const clap_plugin_factory_t *factory,
                                           const clap_host_t *host, const char *id) {
  (void)factory;
  uint32_t i = 0;
  while (i < plugins && strcmp(ids[i], id))
    i++;
  plugin *p = i < plugins ? calloc(1, sizeof *p) : NULL;
  if (!p)
    return NULL;
  p->host = host;
  p->face = (clap_plugin_t){.desc = &descriptors[i],
                            .plugin_data = p,
                            .init = init,
                            .destroy = destroy,
                            .activate = activate,
                            .deactivate = deactivate,
                            .start_processing = start_processing,
                            .stop_processing = stop_processing,
                            .reset = reset,
                            .process = process,
                            .get_extension = get_extension,
                            .on_main_thread = on_main_thread};
  return &p->face;
}

static const void *get_factory(const char *id) {
  static const clap_plugin_factory_t factory = {factory_count, factory_get, factory_create};
  return strcmp(id, CLAP_PLUGIN_FACTORY_ID) == 0 ? &factory : rosin_clap_presets_factory(id);
}

CLAP_EXPORT const clap_plugin_entry_t clap_entry = {
    .clap_version = CLAP_VERSION_INIT,
    .init = entry_init,
    .deinit = entry_deinit,
    .get_factory = get_factory,
};
