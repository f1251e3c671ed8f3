/* SPDX-License-Identifier: BSD-3-Clause */
/* LV2: one plugin a scene, all in one library; for its ports see lv2.h. */
#include "plugin/lv2.h"
#include "core/core.h"
#include "plugin/list.h"
#include "plugin/shared.h"

#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLUGINS = 64, CHANNELS = 16 };

typedef struct {
  rosin_core *core; /* the first: lv2_ui.c */
  double rate;
  const LV2_Atom_Sequence *events;
  float *out[CHANNELS], *latency;
  const float *in[ROSIN_LV2_HEARD]; /* NULL where the host has connected nothing */
  const float *free_wheels;
  const float *port[ROSIN_CORE_PARAMETERS];
  float seen[ROSIN_CORE_PARAMETERS];
  const LV2_Worker_Schedule *schedule; /* or NULL */
  rosin_engine *ended;                 /* waits for a worker that has no room */
  int building;
  LV2_URID midi, state, string;
} plugin;

/* What is sent to the worker: an engine to be freed, or NULL: build one. What it answers: the one
 * that it built, or NULL. */
typedef struct {
  rosin_engine *engine;
} errand;

static const void *find(const LV2_Feature *const *features, const char *uri) {
  for (int i = 0; features && features[i]; i++)
    if (strcmp(features[i]->URI, uri) == 0)
      return features[i]->data;
  return NULL;
}

static LV2_Handle instantiate(const LV2_Descriptor *d, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  (void)bundle;
  rosin_error error = {"it needs urid:map"};
  const LV2_URID_Map *map = find(features, LV2_URID__map);
  plugin *p = calloc(1, sizeof *p);
  if (!p || !map || !(p->core = rosin_plugin_open(d->URI + sizeof ROSIN_LV2_URI - 1, &error)) ||
      rosin_core_prepare(p->core, rate, &error)) {
    fprintf(stderr, "%s: %s\n", d->URI, p ? error.text : "out of memory");
    if (p)
      rosin_core_free(p->core);
    free(p);
    return NULL;
  }
  p->rate = rate;
  p->schedule = find(features, LV2_WORKER__schedule);
  p->midi = map->map(map->handle, LV2_MIDI__MidiEvent);
  p->string = map->map(map->handle, LV2_ATOM__String);
  p->state = map->map(map->handle, ROSIN_LV2_STATE);
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    p->seen[i] = (float)rosin_lv2_turned(p->core, i, rosin_core_get(p->core, i));
  return p;
}

static void cleanup(LV2_Handle handle) {
  plugin *p = handle;
  rosin_plugin_say_lost(p->core);
  rosin_engine_free(p->ended);
  rosin_core_free(p->core);
  free(p);
}

static void connect_later(plugin *p, uint32_t port, void *data) {
  const int index = rosin_lv2_index(p->core, port);
  const uint32_t heard = rosin_lv2_heard(p->core);
  if (index >= 0)
    p->port[index] = data;
  else if (port >= heard && port < heard + ROSIN_LV2_HEARD)
    p->in[port - heard] = data;
  else if (port < heard)
    p->free_wheels = data;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  plugin *p = handle;
  const uint32_t channels = (uint32_t)rosin_core_channels(p->core);
  if (port == 0)
    p->events = data;
  else if (port <= channels)
    p->out[port - 1] = data;
  else if (port == channels + 1)
    p->latency = data;
  else
    connect_later(p, port, data);
}

/* What a port says, where that is something else than before: 1. */
static int is_moved(plugin *p, int index, double *value) {
  if (!p->port[index] || *p->port[index] == p->seen[index])
    return 0;
  p->seen[index] = *p->port[index];
  *value = rosin_lv2_turned(p->core, index, (double)p->seen[index]);
  return 1;
}

/* Not in the audio thread: what was changed while it slept is built now, and so is what could not
 * be built before. */
static void activate(LV2_Handle handle) {
  plugin *p = handle;
  rosin_error error;
  double value;
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    if (is_moved(p, i, &value))
      rosin_core_put(p->core, i, value);
  const int wanted = !rosin_core_is_prepared(p->core) || rosin_core_stale(p->core);
  if (wanted && rosin_core_prepare(p->core, p->rate, &error))
    fprintf(stderr, "%s: %s\n", rosin_core_scene(p->core), error.text);
  rosin_core_reset(p->core);
}

static void listen(plugin *p) {
  double value;
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    if (is_moved(p, i, &value))
      rosin_core_set(p->core, 0, i, value);
  if (!p->events)
    return;
  LV2_ATOM_SEQUENCE_FOREACH(p->events, event) {
    const int frame = (int)event->time.frames;
    if (event->body.type == p->midi)
      rosin_core_midi(p->core, frame < 0 ? 0 : frame, (const unsigned char *)(event + 1),
                      (int)event->body.size);
  }
}

static void ask_worker(plugin *p) {
  if (!p->schedule)
    return;
  if (!p->ended)
    p->ended = rosin_core_retired(p->core);
  const errand e = {p->ended};
  if (!e.engine && (p->building || !rosin_core_settled(p->core) || !rosin_core_stale(p->core)))
    return;
  p->building |= !e.engine;
  if (p->schedule->schedule_work(p->schedule->handle, sizeof e, &e) == LV2_WORKER_SUCCESS)
    p->ended = NULL;
  else if (!e.engine)
    p->building = 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  plugin *p = handle;
  const int offline = p->free_wheels && *p->free_wheels > 0;
  rosin_core_set_offline(p->core, offline);
  listen(p);
  if (!offline)
    ask_worker(p);
  if (p->latency)
    *p->latency = (float)rosin_plugin_latency(p->core);
  rosin_core_hear(p->core, p->in, ROSIN_LV2_HEARD, (int)frames);
  rosin_core_process(p->core, p->out, (int)frames);
}

/* ---- engines, outside the audio thread -------------------------------------------------- */

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle to, uint32_t size, const void *data) {
  plugin *p = handle;
  rosin_error error;
  errand e;
  if (size != sizeof e)
    return LV2_WORKER_ERR_UNKNOWN;
  memcpy(&e, data, sizeof e);
  if (e.engine) {
    rosin_engine_free(e.engine);
    return LV2_WORKER_SUCCESS;
  }
  e.engine = rosin_core_build(p->core, &error);
  if (!e.engine)
    fprintf(stderr, "%s: %s\n", rosin_core_scene(p->core), error.text);
  const LV2_Worker_Status status = respond(to, sizeof e, &e);
  if (status != LV2_WORKER_SUCCESS)
    rosin_engine_free(e.engine);
  return status;
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data) {
  plugin *p = handle;
  errand e;
  if (size != sizeof e)
    return LV2_WORKER_ERR_UNKNOWN;
  memcpy(&e, data, sizeof e);
  p->building = 0;
  if (e.engine && rosin_core_settled(p->core))
    rosin_core_swap(p->core, e.engine);
  else /* meanwhile one was built offline */
    rosin_engine_free(e.engine);
  return LV2_WORKER_SUCCESS;
}

/* ---- state ---------------------------------------------------------------------------- */

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle to,
                             uint32_t flags, const LV2_Feature *const *features) {
  plugin *p = handle;
  (void)flags;
  (void)features;
  char *text = rosin_core_save(p->core);
  if (!text)
    return LV2_STATE_ERR_NO_SPACE;
  const LV2_State_Status status = store(to, p->state, text, strlen(text) + 1, p->string,
                                        LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  free(text);
  return status;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                LV2_State_Handle from, uint32_t flags,
                                const LV2_Feature *const *features) {
  plugin *p = handle;
  size_t size = 0;
  uint32_t type = 0, its_flags = 0;
  rosin_error error;
  (void)flags;
  (void)features;
  const char *text = retrieve(from, p->state, &size, &type, &its_flags);
  if (!text)
    return LV2_STATE_ERR_NO_PROPERTY;
  if (type != p->string || !size || text[size - 1])
    return LV2_STATE_ERR_BAD_TYPE;
  if (rosin_core_load(p->core, text, &error)) {
    fprintf(stderr, "%s\n", error.text);
    return LV2_STATE_ERR_UNKNOWN;
  }
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    if (p->port[i])
      p->seen[i] = *p->port[i]; /* only what moves from here on counts */
  return LV2_STATE_SUCCESS;
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface state = {save, restore};
  static const LV2_Worker_Interface worker = {work, work_response, NULL};
  if (strcmp(uri, LV2_STATE__interface) == 0)
    return &state;
  return strcmp(uri, LV2_WORKER__interface) == 0 ? &worker : NULL;
}

/* ---- the table --------------------------------------------------------------------------- */

static char uris[PLUGINS][64];
static LV2_Descriptor descriptors[PLUGINS];

/* Filled in by the loader, before any thread can ask. */
__attribute__((constructor)) static void fill_in(void) {
  const char *name;
  for (int i = 0; i < PLUGINS && (name = rosin_plugin_at(i)); i++) {
    snprintf(uris[i], sizeof uris[i], ROSIN_LV2_URI "%s", name);
    descriptors[i] = (LV2_Descriptor){uris[i], instantiate, connect_port, activate,
                                      run,     NULL,        cleanup,      extension_data};
  }
}

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index < PLUGINS && descriptors[index].URI ? &descriptors[index] : NULL;
}
