/* SPDX-License-Identifier: BSD-3-Clause */
/* twin_clap FILE SCENE...: whatever a host tells a plugin (notes by id, key, channel or for all,
 * expressions, values, modulation, MIDI, states, modes, at random frames) sounds as the same told
 * to a core does, to the bit; and what the host can ask is what the core says (tests/faces/twin.h).
 */
#include "plugin/clap_render.h"
#include "plugin/clap_tail.h"
#include "tests/faces/clap_bare.h"
#include "tests/faces/twin.h"

#include <clap/entry.h>
#include <clap/ext/latency.h>
#include <clap/ext/params.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <math.h>

enum { CALLS = 240, EVENTS = 64 };

typedef union {
  clap_event_header_t head;
  clap_event_note_t note;
  clap_event_note_expression_t expression;
  clap_event_param_value_t value;
  clap_event_param_mod_t mod;
  clap_event_midi_t midi;
} event;

typedef struct {
  const char *scene;
  const clap_plugin_t *plugin;
  const clap_plugin_params_t *params;
  const clap_plugin_state_t *state;
  event event[EVENTS];
  uint32_t events;
  int calls, processes; /* how often the plugin wanted its main thread; to be run again */
  char text[2][1 << 14];
  size_t size, at;
  twin twin;
} pair;

static const clap_plugin_factory_t *factory;

static void called(const clap_host_t *h) {
  ((pair *)h->host_data)->calls++;
}
static void run_again(const clap_host_t *h) {
  ((pair *)h->host_data)->processes++;
}
static uint32_t size(const clap_input_events_t *list) {
  return ((const pair *)list->ctx)->events;
}
static const clap_event_header_t *get(const clap_input_events_t *list, uint32_t i) {
  return &((const pair *)list->ctx)->event[i].head;
}
static int64_t put(const clap_ostream_t *s, const void *data, uint64_t count) {
  pair *p = s->ctx;
  memcpy(p->text[0] + p->size, data, (size_t)count);
  p->size += (size_t)count;
  p->text[0][p->size] = 0;
  return (int64_t)count;
}
static int64_t give(const clap_istream_t *s, void *data, uint64_t most) {
  pair *p = s->ctx;
  const size_t left = strlen(p->text[1]) - p->at, now = left < most ? left : (size_t)most;
  memcpy(data, p->text[1] + p->at, now);
  p->at += now;
  return (int64_t)now;
}

/* ---- an event, to both ------------------------------------------------------------------- */

static event *add(pair *p, uint32_t time, uint16_t type, size_t bytes) {
  event *e = &p->event[p->events++];
  memset(e, 0, sizeof *e);
  e->head = (clap_event_header_t){.size = (uint32_t)bytes, .time = time, .type = type};
  if (twin_chance(20) == 0)
    e->head.space_id = 7; /* somebody else's: nothing */
  return e;
}

/* Any (-1), or one of so many. */
static int address(int some) {
  return (int)twin_chance((unsigned)some + 1) - 1;
}
/* Any, or the first, the second, the last. */
static int16_t channel(void) {
  return (int16_t[]){-1, 0, 1, 15}[twin_chance(4)];
}

static void add_note(pair *p, uint32_t time, int frame) {
  static const uint16_t types[] = {CLAP_EVENT_NOTE_ON, CLAP_EVENT_NOTE_ON, CLAP_EVENT_NOTE_OFF,
                                   CLAP_EVENT_NOTE_CHOKE};
  event *e = add(p, time, types[twin_chance(4)], sizeof e->note);
  const int on = e->head.type == CLAP_EVENT_NOTE_ON, key = 36 + (int)twin_chance(40);
  e->note.note_id = address(4);
  e->note.channel = channel();
  e->note.key = (int16_t)(on || twin_chance(2) ? key : -1);
  e->note.velocity = twin_within(0.1, 1);
  if (e->head.space_id)
    return;
  rosin_player_event_t told = {.channel = e->note.channel,
                               .key = e->note.key,
                               .note = e->note.note_id,
                               .value = e->note.velocity,
                               .single = 1};
  if (on) {
    told.kind = ROSIN_PLAYER_NOTE_ON;
    told.channel = told.channel < 0 ? 0 : told.channel;
  } else {
    const int all = told.note < 0 && told.channel < 0 && told.key < 0;
    told.kind = all ? ROSIN_PLAYER_QUIET : ROSIN_PLAYER_NOTE_OFF;
    told.single = !all;
  }
  rosin_core_play(p->twin.core, frame, &told);
}

static void add_expression(pair *p, uint32_t time, int frame) {
  event *e = add(p, time, CLAP_EVENT_NOTE_EXPRESSION, sizeof e->expression);
  const clap_note_expression what = (clap_note_expression)twin_chance(8);
  const double value = what == CLAP_NOTE_EXPRESSION_TUNING ? twin_within(-3, 3) : twin_within(0, 1);
  e->expression.expression_id = what;
  e->expression.note_id = twin_chance(2) ? -1 : address(4);
  e->expression.channel = channel();
  e->expression.key = (int16_t)(twin_chance(2) ? -1 : 36 + (int)twin_chance(40));
  e->expression.value = value;
  rosin_player_event_t told = {.kind = ROSIN_PLAYER_CONTROL,
                               .note = e->expression.note_id,
                               .channel = e->expression.channel,
                               .key = e->expression.key,
                               .value = value};
  if (what == CLAP_NOTE_EXPRESSION_TUNING)
    told.kind = ROSIN_PLAYER_BEND;
  else if (what == CLAP_NOTE_EXPRESSION_PRESSURE)
    told.kind = ROSIN_PLAYER_PRESSURE;
  else if (what == CLAP_NOTE_EXPRESSION_EXPRESSION)
    told.controller = 11;
  else if (what == CLAP_NOTE_EXPRESSION_VIBRATO)
    told.controller = 77;
  else if (what == CLAP_NOTE_EXPRESSION_BRIGHTNESS) { /* nearer to the bridge is brighter */
    told.controller = 74;
    told.value = 1 - value;
  } else
    return; /* volume, pan: a host's own affair */
  if (!e->head.space_id)
    twin_express(&p->twin, frame, told);
}

/* A value or an amount, at times of a parameter that nobody has. */
static void add_turn(pair *p, uint32_t time, int frame) {
  const int index = twin_parameter(&p->twin);
  const rosin_parameter *row = rosin_core_parameter(p->twin.core, index);
  const int nobody = twin_chance(10) == 0;
  clap_param_info_t info;
  p->params->get_info(p->plugin, (uint32_t)index, &info);
  if (twin_chance(2)) {
    event *e = add(p, time, CLAP_EVENT_PARAM_VALUE, sizeof e->value);
    e->value.param_id = nobody ? 3 : info.id;
    e->value.value = twin_chance(20) ? twin_within(row->low, row->high) : (double)NAN;
    if (!nobody && !e->head.space_id)
      rosin_core_set(p->twin.core, frame, index, e->value.value);
  } else {
    event *e = add(p, time, CLAP_EVENT_PARAM_MOD, sizeof e->mod);
    e->mod.param_id = nobody ? 3 : info.id;
    e->mod.amount = twin_within(-0.3, 0.3) * (row->high - row->low);
    if (!nobody && !e->head.space_id)
      rosin_core_modulate(p->twin.core, frame, index, e->mod.amount);
  }
}

static void add_event(pair *p, int frames) {
  const int last = frames ? frames - 1 : 0;
  const uint32_t time = twin_chance(10) ? twin_chance((unsigned)last + 1) : 100000; /* too late */
  const int frame = (int)time < last ? (int)time : last;
  const unsigned kind = twin_chance(TWIN_KINDS);
  if (kind == 0) {
    add_note(p, time, frame);
  } else if (kind == 1) {
    add_expression(p, time, frame);
  } else if (kind == 2) {
    add_turn(p, time, frame);
  } else {
    event *e = add(p, time, CLAP_EVENT_MIDI, sizeof e->midi);
    twin_midi(e->midi.data);
    if (!e->head.space_id)
      rosin_core_midi(p->twin.core, frame, e->midi.data, 3);
  }
}

/* ---- what both say ------------------------------------------------------------------------- */

static void compare(pair *p) {
  const clap_plugin_t *plugin = p->plugin;
  for (int i = 0; i < rosin_core_parameters(p->twin.core); i++) {
    clap_param_info_t info;
    double value = -1;
    if (!p->params->get_info(plugin, (uint32_t)i, &info) ||
        !p->params->get_value(plugin, info.id, &value) || value != rosin_core_get(p->twin.core, i))
      twin_die(p->scene, "a parameter has another value than its core's");
  }
  p->size = 0;
  char *text = rosin_core_save(p->twin.core);
  if (!p->state->save(plugin, &(clap_ostream_t){p, put}) || strcmp(text, p->text[0]) != 0)
    twin_die(p->scene, "saves another state than its core");
  free(text);
}

/* A state of earlier comes back, to both. */
static void restore(pair *p) {
  rosin_error error;
  const int before = p->processes;
  p->at = 0;
  if (!p->state->load(p->plugin, &(clap_istream_t){p, give}) ||
      rosin_core_load(p->twin.core, p->text[1], &error))
    twin_die(p->scene, "a state cannot be read");
  if (p->processes != before + 1)
    twin_die(p->scene, "a state was read, and the host not asked to go on");
}

/* Values while no sound is made. */
static void flush(pair *p) {
  const clap_input_events_t in = {p, size, get};
  const clap_output_events_t back = {p, bare_push};
  const int before = p->processes;
  p->events = 0;
  add_event(p, 0);
  p->params->flush(p->plugin, &in, &back);
  p->events = 0;
  if (p->processes != before + 1)
    twin_die(p->scene, "a value was given, and the host not asked to go on");
}

static void begin(pair *p, double rate) {
  rosin_error error;
  const clap_plugin_latency_t *late = p->plugin->get_extension(p->plugin, CLAP_EXT_LATENCY);
  const rosin_clap_tail *tail = p->plugin->get_extension(p->plugin, ROSIN_CLAP_TAIL);
  twin_forget(&p->twin);
  if (!p->plugin->activate(p->plugin, rate, 1, TWIN_MOST) ||
      !p->plugin->start_processing(p->plugin) || rosin_core_prepare(p->twin.core, rate, &error))
    twin_die(p->scene, "is not activated");
  if (late->get(p->plugin) !=
          (uint32_t)(rosin_core_latency(p->twin.core) + rosin_core_input_delay(p->twin.core)) ||
      tail->get(p->plugin) != (uint32_t)ceil(rosin_core_tail(p->twin.core) * rate))
    twin_die(p->scene, "tells another latency or tail than its core");
}

/* ---- a life -------------------------------------------------------------------------------- */

static void turn_mode(pair *p, int offline) {
  const rosin_clap_render *render = p->plugin->get_extension(p->plugin, ROSIN_CLAP_RENDER);
  render->set(p->plugin, offline ? ROSIN_CLAP_OFFLINE : ROSIN_CLAP_REALTIME);
  rosin_core_set_offline(p->twin.core, offline);
}

static int call(pair *p, int offline, int quiet) {
  float sound[TWIN_CHANNELS][TWIN_MOST], *out[TWIN_CHANNELS] = {sound[0], sound[1]};
  const int channels = rosin_core_channels(p->twin.core), frames = (int)twin_chance(300);
  p->events = 0;
  for (unsigned n = quiet ? 0 : twin_chance(5); n; n--)
    add_event(p, frames);
  p->twin.wanted = p->calls = 0;
  if (!offline)
    twin_exchange(&p->twin);
  if (quiet)
    memset(p->twin.heard, 0, sizeof p->twin.heard);
  else
    twin_listen(&p->twin, frames);
  float *heard[TWIN_HEARD] = {p->twin.heard[0], p->twin.heard[1]};
  if (frames)
    twin_process(&p->twin, frames);
  const clap_process_status told =
      bare_driven(p->plugin, heard, out, channels, (uint32_t)frames, p, size, get);
  if ((told == CLAP_PROCESS_SLEEP) != rosin_core_rests(p->twin.core))
    twin_die(p->scene, "sleeps where its core does not, or the other way");
  if (p->calls != p->twin.wanted)
    twin_die(p->scene, "wants its main thread where nothing is to be done, or the other way");
  if (p->calls) {
    p->plugin->on_main_thread(p->plugin);
    twin_serve(&p->twin);
  }
  return twin_same(&p->twin, p->scene, out, channels, frames);
}

static void live(const char *scene) {
  static pair p;
  clap_host_t host = bare_host("twin");
  char id[80];
  int heard = 0, offline = 0;
  p = (pair){.scene = scene, .twin = twin_open(scene)};
  host.host_data = &p;
  host.request_callback = called;
  host.request_process = run_again;
  snprintf(id, sizeof id, "rosin.%s", scene);
  p.plugin = factory->create_plugin(factory, &host, id);
  if (!p.plugin || !p.plugin->init(p.plugin) || !bare_take(p.plugin))
    twin_die(scene, "there is none");
  p.params = p.plugin->get_extension(p.plugin, CLAP_EXT_PARAMS);
  p.state = p.plugin->get_extension(p.plugin, CLAP_EXT_STATE);
  begin(&p, 44100);
  for (int n = 0; n < CALLS; n++) {
    if (n % 40 == 39)
      turn_mode(&p, offline = !offline);
    if (n == 60 || n == 150) {
      p.plugin->reset(p.plugin);
      rosin_core_reset(p.twin.core);
    }
    if (n == 100) {
      p.plugin->stop_processing(p.plugin);
      p.plugin->deactivate(p.plugin);
      flush(&p);
      begin(&p, 32000);
    }
    if (n % 50 == 20) {
      compare(&p);
      if (n > 20)
        restore(&p);
      memcpy(p.text[1], p.text[0], sizeof p.text[1]);
    }
    heard += call(&p, offline, 0);
  }
  if (heard < CALLS / 8)
    twin_die(scene, "hardly sounds: nothing was compared");
  p.plugin->stop_processing(p.plugin);
  p.plugin->deactivate(p.plugin);
  p.plugin->destroy(p.plugin);
  twin_close(&p.twin);
  printf("%s: %d of %d calls heard\n", scene, heard, CALLS);
}

int main(int argc, char **argv) {
  void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(argv[1]) || !(factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID)))
    twin_die("usage", "twin_clap FILE SCENE...");
  for (int i = 2; i < argc; i++)
    live(argv[i]);
  entry->deinit();
  return 0;
}
