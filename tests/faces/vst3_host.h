/* SPDX-License-Identifier: BSD-3-Clause */
/* What every host of VST3 plugins does: values and events handed over, calls of the audio thread,
 * streams. Where nothing else watches memory, a call of the audio thread that takes some is an end.
 */
#ifndef ROSIN_TESTS_VST3_HOST_H
#define ROSIN_TESTS_VST3_HOST_H

#include "plugin/vst3/travesty.h"

enum { MOST = 2048, CHANNELS = 16, EVENTS = 256, QUEUES = 64, MOMENTS = 64 };

typedef struct {
  const struct v3_param_value_queue *table;
  v3_param_id id;
  int count;
  struct {
    int32_t offset;
    double value;
  } point[MOMENTS];
} queue;

typedef struct {
  const struct v3_param_changes *table;
  int count;
  queue queue[QUEUES];
} values;

typedef struct {
  const struct v3_event_list *table;
  int count;
  struct v3_event event[EVENTS];
} events;

typedef struct {
  const struct v3_bstream *table;
  char data[1 << 16];
  int size, at, piece;
} memory;

typedef struct {
  struct v3_component **component;
  struct v3_audio_processor **processor;
  struct v3_edit_controller **controller;
  struct v3_midi_mapping **mapping;
  int channels, offline;
  float audio[CHANNELS][MOST], heard[2][MOST];
  int hears;           /* the second bus is on: what comes in is `heard` */
  values values, back; /* to the plugin; and what the last call told the host */
  events events;
} host;

extern const struct v3_bstream stream_table;
extern struct v3_plugin_factory_2 **factory;

/* What a host lends that has no other interface and that nobody counts. */
v3_result V3_API no_query(void *self, const v3_tuid iid, void **object);
uint32_t V3_API one(void *self);

void die(const char *why);
/* Blocks of memory that were taken and not given back so far; 0 where something else watches. */
long live_allocations(void);
unsigned chance(unsigned below);
/* The library's factory; leave it at the end. */
void enter_library(const char *path);
void leave_library(void);
void *ask(void *object, const v3_tuid iid);
host *open_class(const v3_tuid id);
host *open_host(const char *name);
/* With the take that `rosin render` gives, and not one of its own. */
host *open_known(const char *name);
void close_host(host *h);
int run(host *h, int frames);
void add_value(host *h, int32_t offset, v3_param_id id, double value);
struct v3_event *add_event(host *h, int32_t offset, int type);
/* As hosts hand MIDI to VST3: notes are events, controllers values of hidden parameters. */
void add_midi(host *h, int32_t offset, unsigned a, unsigned b, unsigned c);
int try_to_start(host *h, double rate);
void start(host *h, double rate);
void stop(host *h);

#endif
