/* SPDX-License-Identifier: BSD-3-Clause */
/* What hosts of VST3 plugins share: see vst3_host.h. */
#include "tests/faces/vst3_host.h"
#include "tests/faces/blocks.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void die(const char *why) {
  fprintf(stderr, "host_vst3: %s\n", why);
  exit(2);
}

/* ---- memory of the audio thread ------------------------------------------------------------ */

long live_allocations(void) {
  return atomic_load(&live_blocks);
}

/* ---- what a host lends: queues of values, events, streams ---------------------------------- */

v3_result V3_API no_query(void *self, const v3_tuid iid, void **object) {
  (void)self;
  (void)iid;
  *object = NULL;
  return V3_NO_INTERFACE;
}
uint32_t V3_API one(void *self) {
  (void)self;
  return 1;
}

static v3_param_id V3_API get_id(void *self) {
  return ((queue *)self)->id;
}
static int32_t V3_API points(void *self) {
  return ((queue *)self)->count;
}
static v3_result V3_API get_point(void *self, int32_t i, int32_t *offset, double *value) {
  const queue *q = self;
  if (i < 0 || i >= q->count)
    return V3_INVALID_ARG;
  *offset = q->point[i].offset;
  *value = q->point[i].value;
  return V3_OK;
}
static int32_t V3_API queues(void *self) {
  return ((values *)self)->count;
}
static struct v3_param_value_queue **V3_API get_queue(void *self, int32_t i) {
  return (void *)&((values *)self)->queue[i];
}
static v3_result V3_API add_point(void *self, int32_t offset, double value, int32_t *index) {
  queue *q = self;
  if (q->count == MOMENTS)
    return V3_INTERNAL_ERR;
  q->point[q->count].offset = offset;
  q->point[q->count].value = value;
  *index = q->count++;
  return V3_OK;
}
static struct v3_param_value_queue **V3_API add_queue(void *self, v3_param_id *id, int32_t *index);
static uint32_t V3_API count_events(void *self) {
  return (uint32_t)((events *)self)->count;
}
static v3_result V3_API get_event(void *self, int32_t i, struct v3_event *e) {
  *e = ((events *)self)->event[i];
  return V3_OK;
}

static const struct v3_param_value_queue queue_table = {.query_interface = no_query,
                                                        .ref = one,
                                                        .unref = one,
                                                        .get_param_id = get_id,
                                                        .get_point_count = points,
                                                        .get_point = get_point,
                                                        .add_point = add_point};
static const struct v3_param_changes values_table = {.query_interface = no_query,
                                                     .ref = one,
                                                     .unref = one,
                                                     .get_param_count = queues,
                                                     .get_param_data = get_queue,
                                                     .add_param_data = add_queue};

static struct v3_param_value_queue **V3_API add_queue(void *self, v3_param_id *id, int32_t *index) {
  values *v = self;
  if (v->count == QUEUES)
    return NULL;
  v->queue[v->count] = (queue){.table = &queue_table, .id = *id};
  *index = v->count;
  return (void *)&v->queue[v->count++];
}

static const struct v3_event_list events_table = {.query_interface = no_query,
                                                  .ref = one,
                                                  .unref = one,
                                                  .get_event_count = count_events,
                                                  .get_event = get_event};

static v3_result V3_API fetch(void *self, void *to, int32_t size, int32_t *done) {
  memory *m = self;
  int now = m->size - m->at;
  now = now < m->piece ? now : m->piece;
  now = now < size ? now : size;
  memcpy(to, m->data + m->at, (size_t)now);
  m->at += now;
  *done = now;
  return V3_OK;
}
static v3_result V3_API put(void *self, void *from, int32_t size, int32_t *done) {
  memory *m = self;
  const int now = size < m->piece ? size : m->piece;
  if (m->size + now > (int)sizeof m->data)
    return V3_INTERNAL_ERR;
  memcpy(m->data + m->size, from, (size_t)now);
  m->size += now;
  *done = now;
  return V3_OK;
}
const struct v3_bstream stream_table = {
    .query_interface = no_query, .ref = one, .unref = one, .read = fetch, .write = put};

/* ---- a plugin ------------------------------------------------------------------------------ */

static unsigned seed = 1;
unsigned chance(unsigned below) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % below;
}

struct v3_plugin_factory_2 **factory;

void *ask(void *object, const v3_tuid iid) {
  void *found = NULL;
  if ((*(struct v3_funknown **)object)->query_interface(object, iid, &found) != V3_OK)
    die("an interface is missing");
  return found;
}

host *open_class(const v3_tuid id) {
  host *h = calloc(1, sizeof *h);
  struct v3_bus_info bus;
  void *component = NULL;
  if ((*factory)->create_instance(factory, id, v3_component_iid, &component) != V3_OK)
    die("no such plugin");
  h->component = component;
  h->processor = ask(component, v3_audio_processor_iid);
  h->controller = ask(component, v3_edit_controller_iid);
  h->mapping = ask(component, v3_midi_mapping_iid);
  h->values.table = &values_table;
  h->events.table = &events_table;
  if ((*h->component)->initialize(h->component, NULL) != V3_OK ||
      (*h->component)->get_bus_count(h->component, V3_AUDIO, V3_OUTPUT) != 1 ||
      (*h->component)->get_bus_count(h->component, V3_AUDIO, V3_INPUT) != 1 ||
      (*h->component)->get_bus_info(h->component, V3_AUDIO, V3_INPUT, 0, &bus) != V3_OK ||
      bus.flags || bus.bus_type != V3_AUX || bus.channel_count != 2 || /* off at first */
      (*h->component)->get_bus_info(h->component, V3_AUDIO, V3_OUTPUT, 0, &bus) != V3_OK ||
      bus.channel_count > CHANNELS)
    die("buses");
  h->channels = bus.channel_count;
  return h;
}

host *open_host(const char *name) {
  struct v3_class_info_2 info;
  for (int i = 0; (*factory)->get_class_info_2(factory, i, &info) == V3_OK; i++)
    if (strncmp(info.name, "Rosin ", 6) == 0 && strcmp(info.name + 6, name) == 0)
      return open_class(info.class_id);
  die(name);
  return NULL;
}

host *open_known(const char *name) {
  static memory m = {.data = "rosin-state 1\nend\n", .piece = 100}; /* of a time without takes */
  host *h = open_host(name);
  m.table = &stream_table;
  m.size = (int)strlen(m.data);
  m.at = 0;
  if ((*h->component)->set_state(h->component, (void *)&m) != V3_OK)
    die("no state without a take");
  return h;
}

void close_host(host *h) {
  (*h->component)->terminate(h->component);
  (*h->mapping)->unref(h->mapping);
  (*h->controller)->unref(h->controller);
  (*h->processor)->unref(h->processor);
  if ((*h->component)->unref(h->component))
    die("somebody still holds it");
  free(h);
}

int run(host *h, int frames) {
  float *channel[CHANNELS];
  for (int k = 0; k < CHANNELS; k++)
    channel[k] = h->audio[k];
  struct v3_audio_bus_buffers out = {.num_channels = h->channels, .channel_buffers_32 = channel};
  float *heard[] = {h->heard[0], h->heard[1]};
  struct v3_audio_bus_buffers in = {.num_channels = 2, .channel_buffers_32 = heard};
  struct v3_process_data data = {.symbolic_sample_size = V3_SAMPLE_32,
                                 .nframes = frames,
                                 .num_input_buses = h->hears,
                                 .inputs = h->hears ? &in : NULL,
                                 .num_output_buses = 1,
                                 .outputs = &out,
                                 .input_params = (void *)&h->values,
                                 .output_params = (void *)&h->back,
                                 .input_events = (void *)&h->events};
  h->back.table = &values_table;
  h->back.count = 0;
  watched = !h->offline;
  const int status = (*h->processor)->process(h->processor, &data);
  watched = 0;
  if (touched)
    die("the audio thread took memory");
  h->values.count = h->events.count = 0;
  return status;
}

void add_value(host *h, int32_t offset, v3_param_id id, double value) {
  values *v = &h->values;
  int i = 0;
  while (i < v->count && v->queue[i].id != id)
    i++;
  if (i == QUEUES)
    return;
  queue *q = &v->queue[i];
  if (i == v->count) {
    v->count++;
    q->table = &queue_table;
    q->id = id;
    q->count = 0;
  }
  if (q->count == MOMENTS)
    return;
  q->point[q->count].offset = offset;
  q->point[q->count].value = value;
  q->count++;
}

struct v3_event *add_event(host *h, int32_t offset, int type) {
  struct v3_event *e = &h->events.event[h->events.count];
  h->events.count += h->events.count < EVENTS - 1;
  *e = (struct v3_event){.sample_offset = offset, .type = (uint16_t)type};
  return e;
}

void add_midi(host *h, int32_t offset, unsigned a, unsigned b, unsigned c) {
  const int16_t channel = (int16_t)(a & 15);
  v3_param_id id;
  if ((a & 0xf0) == 0x90 && c)
    add_event(h, offset, V3_EVENT_NOTE_ON)->note_on = (struct v3_event_note_on){
        .channel = channel, .pitch = (int16_t)b, .velocity = (float)c / 127, .note_id = -1};
  else if ((a & 0xe0) == 0x80)
    add_event(h, offset, V3_EVENT_NOTE_OFF)->note_off = (struct v3_event_note_off){
        .channel = channel, .pitch = (int16_t)b, .velocity = (float)c / 127, .note_id = -1};
  else if ((a & 0xf0) == 0xb0 &&
           (*h->mapping)->get_midi_controller_assignment(h->mapping, 0, channel, (int16_t)b, &id) ==
               V3_OK)
    add_value(h, offset, id, c / 127.0);
  else if ((a & 0xf0) == 0xd0 &&
           (*h->mapping)->get_midi_controller_assignment(h->mapping, 0, channel, 128, &id) == V3_OK)
    add_value(h, offset, id, b / 127.0);
  else if ((a & 0xf0) == 0xe0 &&
           (*h->mapping)->get_midi_controller_assignment(h->mapping, 0, channel, 129, &id) == V3_OK)
    add_value(h, offset, id, (c << 7 | b) / 16383.0);
}

int try_to_start(host *h, double rate) {
  struct v3_process_setup setup = {.process_mode = h->offline ? V3_OFFLINE : V3_REALTIME,
                                   .max_block_size = MOST,
                                   .sample_rate = rate};
  return (*h->processor)->setup_processing(h->processor, &setup) == V3_OK &&
         (*h->component)->activate_bus(h->component, V3_AUDIO, V3_OUTPUT, 0, 1) == V3_OK &&
         (*h->component)->set_active(h->component, 1) == V3_OK &&
         (*h->processor)->set_processing(h->processor, 1) == V3_OK;
}

void start(host *h, double rate) {
  if (!try_to_start(h, rate))
    die("it does not start");
}

void stop(host *h) {
  (*h->processor)->set_processing(h->processor, 0);
  (*h->component)->set_active(h->component, 0);
}

/* what the systems call them; on Windows they take nothing, and bear an argument */
#ifdef _WIN32
static const char entrance[] = "InitDll", way_out[] = "ExitDll";
#else
static const char entrance[] = "ModuleEntry", way_out[] = "ModuleExit";
#endif
static void *library;

void enter_library(const char *path) {
  bool (*enter)(void *) = NULL;
  void *(*get)(void) = NULL;
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library) { /* as POSIX has it; ISO C knows no functions in a void * */
    *(void **)&enter = dlsym(library, entrance);
    *(void **)&get = dlsym(library, "GetPluginFactory");
  }
  if (!enter || !get || !enter(library))
    die(library ? "no VST3 plugin" : dlerror());
  factory = ask(get(), v3_plugin_factory_2_iid);
}

void leave_library(void) {
  bool (*leave)(void) = NULL;
  *(void **)&leave = dlsym(library, way_out);
  if (!leave || !leave())
    die("it does not end");
}
