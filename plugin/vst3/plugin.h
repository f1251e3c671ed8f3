/* SPDX-License-Identifier: BSD-3-Clause */
/** A VST3 plugin: one object that is component, processor and controller at once. */
#ifndef ROSIN_VST3_PLUGIN_H
#define ROSIN_VST3_PLUGIN_H

#include "core/core.h"
#include "plugin/keys.h"
#include "plugin/renew.h"
#include "plugin/vst3/travesty.h"

#include <pthread.h>

enum { ROSIN_VST3_NOTES = 64, ROSIN_VST3_CHANGES = 1024, ROSIN_VST3_HEARD = 2 /* channels in */ };

/** Its interfaces. */
typedef enum {
  ROSIN_VST3_COMPONENT,
  ROSIN_VST3_PROCESSOR,
  ROSIN_VST3_CONTROLLER,
  ROSIN_VST3_MAPPING,
  ROSIN_VST3_EXPRESSIONS,
  ROSIN_VST3_NEEDS,
  ROSIN_VST3_UNITS,
  ROSIN_VST3_FACES
} rosin_vst3_kind;

typedef struct rosin_vst3 rosin_vst3;

/** What hosts hold: a pointer to a table of functions. */
typedef struct {
  const void *table;
  rosin_vst3 *plugin;
} rosin_vst3_face;

/** A note that sounds: a channel and key for its id. */
typedef struct {
  int id, channel, pitch;
  double key;
} rosin_vst3_note;

/** A value at a frame; `order` says what comes first: frame, then rank, then as they came. */
typedef struct {
  uint64_t order;
  int what; /* index of a parameter; from ROSIN_CORE_PARAMETERS on a MIDI controller */
  double value;
} rosin_vst3_change;

struct rosin_vst3 {
  rosin_vst3_face face[ROSIN_VST3_FACES];
  _Atomic uint32_t references;
  rosin_core *core;
  double rate, prepared; /* Hz: as set up, and what the core is ready for */
  int offline;           /* a call may take its time */
  _Atomic int active, latency;
  v3_param_id id[ROSIN_CORE_PARAMETERS];
  _Atomic double shown[ROSIN_CORE_PARAMETERS]; /* what the controller says values are */
  double (*program)[ROSIN_CORE_PARAMETERS];    /* [programs], 0: there are none */
  int programs;
  _Atomic int chosen, played; /* the last one, by controller and processor */
  struct v3_component_handler **handler;
  rosin_keys keys; /* of the window's keyboard */
  /* the thread that builds engines */
  rosin_renewal renewal;
  pthread_t builder;
  int builds;
  _Atomic int stop;
  /* of the audio thread */
  rosin_vst3_note note[ROSIN_VST3_NOTES];
  int notes; /* ever */
  rosin_vst3_change change[ROSIN_VST3_CHANGES];
  int changes;
};

extern const struct v3_component rosin_vst3_component;
extern const struct v3_audio_processor rosin_vst3_processor;
extern const struct v3_edit_controller rosin_vst3_controller;
extern const struct v3_midi_mapping rosin_vst3_mapping;
extern const struct v3_expressions rosin_vst3_expressions;
extern const struct v3_unit_information rosin_vst3_units;
extern const struct v3_process_context_requirements rosin_vst3_needs;

/** Of any of its interfaces. */
rosin_vst3 *rosin_vst3_of(void *self);

/** The three functions that every interface begins with. */
v3_result V3_API rosin_vst3_query(void *self, const v3_tuid iid, void **object);
uint32_t V3_API rosin_vst3_ref(void *self);
uint32_t V3_API rosin_vst3_unref(void *self);
/** The two that component and controller have besides: there is nothing to do. */
v3_result V3_API rosin_vst3_initialize(void *self, struct v3_funknown **context);
v3_result V3_API rosin_vst3_terminate(void *self);

/** Parameters: index of an id, -1: none. MIDI controllers have indices from ROSIN_CORE_PARAMETERS
 *  on, the program has ROSIN_VST3_PROGRAM. */
enum { ROSIN_VST3_PROGRAM = 1 << 20, ROSIN_VST3_PROGRAM_ID = 0x70726f67 /* "prog" */ };
int rosin_vst3_find(const rosin_vst3 *plugin, v3_param_id id);
v3_param_id rosin_vst3_id(const rosin_parameter *row);
double rosin_vst3_normal(const rosin_vst3 *plugin, int index, double plain);
double rosin_vst3_plain(const rosin_vst3 *plugin, int index, double normal);
/** Whether another value than the core has may be on its way: offline what builds bodies waits for
 *  its frame. Audio thread. */
int rosin_vst3_may_wait(const rosin_vst3 *plugin, int index);
/** The controller shows what the core has. */
void rosin_vst3_show(rosin_vst3 *plugin);

/** Presets as programs: read those of a new plugin; 0, or -1 without memory. Number 0 is what a new
 *  plugin has. */
int rosin_vst3_programs_make(rosin_vst3 *plugin);
const char *rosin_vst3_program_name(const rosin_vst3 *plugin, int at); /**< NULL past the last */
/** Number and share of the parameter's range. */
int rosin_vst3_program_of(const rosin_vst3 *plugin, double normal);
double rosin_vst3_program_normal(const rosin_vst3 *plugin, int at);
/** What presets set becomes what the program has, at a frame of the next call; nothing, if it is
 *  the one that was played last. Audio thread. */
void rosin_vst3_program_play(rosin_vst3 *plugin, int frame, int at);
/** The same for what the controller shows; the host is told. Its thread. */
void rosin_vst3_program_show(rosin_vst3 *plugin, int at);
/** The controller's own state. */
v3_result rosin_vst3_program_save(rosin_vst3 *plugin, struct v3_bstream **stream);
v3_result rosin_vst3_program_load(rosin_vst3 *plugin, struct v3_bstream **stream);

/** Its window; NULL where there is none. */
struct v3_plugin_view **rosin_vst3_view(rosin_vst3 *plugin);

/** Engines are built beside the audio thread from here on, until the second is called. */
void rosin_vst3_start_builder(rosin_vst3 *plugin);
void rosin_vst3_stop_builder(rosin_vst3 *plugin);

#endif
