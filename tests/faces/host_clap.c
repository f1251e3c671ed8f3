/* SPDX-License-Identifier: BSD-3-Clause */
/* A host for CLAP plugins that does to them what hosts do, and more of it:
 *
 *   host_clap FILE ID play BLOCK RATE SECONDS EVENTS [offline] > floats
 *       see host_lv2.c; also "F on|off NOTE CHANNEL KEY VELOCITY" and "F express NOTE CHANNEL KEY
 *       WHAT VALUE"; offline, the main thread never comes by; with FRESH in the environment it is a
 *       take of its own; SOUND names a file of floats that come in, mono on both channels; lines
 *       "-1 set NAME VALUE" before all others are set before it is active
 *   host_clap FILE ID state
 *       a state saved is the same when it was read; junk is refused; with a FILE.txt after it: that
 *       is read first and printed
 *   host_clap FILE ID abuse
 *       odd calls in odd orders; everything stays finite
 *   host_clap FILE ID threads
 *       a main thread reads, saves and loads while another processes, and moves all parameters
 *   host_clap FILE ID repeat
 *       after reset the same events give the same samples
 *   host_clap FILE ID ends
 *       after every way to end a note or a gesture it is below -90 dBFS within the tail that it
 * tells; it sleeps then, at 0 to the bit, and an event wakes it; says the tail in seconds host_clap
 * FILE all every plugin of the file: created, played for a moment, destroyed
 */
#include "event_line.h"
#include "format.h"
#include "plugin/clap_render.h"
#include "plugin/clap_tail.h"
#include "tests/faces/clap_bare.h"

#include <clap/entry.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <clap/ext/note-ports.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 2048, CHANNELS = 16, EVENTS = 256 };

typedef struct {
  const clap_plugin_t *plugin;
  const clap_plugin_params_t *params;
  const clap_plugin_state_t *state;
  int channels;
  float audio[CHANNELS][MOST], heard[2][MOST];
  FILE *sound; /* what comes in, or NULL */
  union {
    clap_event_header_t head;
    clap_event_midi_t midi;
    clap_event_note_t note;
    clap_event_param_value_t value;
    clap_event_note_expression_t expression;
  } event[EVENTS];
  uint32_t events;
  atomic_int callback;
} host;

static _Thread_local unsigned seed = 1;
static unsigned chance(unsigned below) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % below;
}

static void die(const char *why) {
  fprintf(stderr, "host_clap: %s\n", why);
  exit(2);
}

static void want_callback(const clap_host_t *h) {
  atomic_store(&((host *)h->host_data)->callback, 1);
}

static uint32_t size(const clap_input_events_t *list) {
  return ((const host *)list->ctx)->events;
}
static const clap_event_header_t *get(const clap_input_events_t *list, uint32_t i) {
  return &((const host *)list->ctx)->event[i].head;
}

static const clap_plugin_factory_t *factory;

static host *open_host(const char *id) {
  host *h = calloc(1, sizeof *h);
  clap_host_t *face = calloc(1, sizeof *face);
  *face = bare_host("host_clap");
  face->host_data = h;
  face->request_callback = want_callback;
  h->plugin = factory->create_plugin(factory, face, id);
  if (!h->plugin || !h->plugin->init(h->plugin))
    die("no such plugin");
  h->params = h->plugin->get_extension(h->plugin, CLAP_EXT_PARAMS);
  h->state = h->plugin->get_extension(h->plugin, CLAP_EXT_STATE);
  const clap_plugin_audio_ports_t *ports =
      h->plugin->get_extension(h->plugin, CLAP_EXT_AUDIO_PORTS);
  clap_audio_port_info_t info;
  if (!h->params || !h->state || !ports || ports->count(h->plugin, false) != 1 ||
      !ports->get(h->plugin, 0, false, &info) || info.channel_count > CHANNELS)
    die("ports");
  h->channels = (int)info.channel_count;
  return h;
}

static host *open_known(const char *id) {
  host *h = open_host(id);
  if (!bare_take(h->plugin))
    die("no state without a take");
  return h;
}

static void close_host(host *h) {
  h->plugin->destroy(h->plugin);
  free(h);
}

static void serve(host *h) {
  if (atomic_exchange(&h->callback, 0))
    h->plugin->on_main_thread(h->plugin);
}

static int run(host *h, uint32_t frames) {
  float *channel[CHANNELS];
  for (int k = 0; k < CHANNELS; k++)
    channel[k] = h->audio[k];
  float *heard[] = {h->heard[0], h->heard[1]};
  memset(h->heard, 0, sizeof h->heard);
  for (uint32_t i = 0; h->sound && i < frames; i++)
    if (fread(&h->heard[0][i], sizeof(float), 1, h->sound) == 1)
      h->heard[1][i] = h->heard[0][i];
  const int status =
      bare_driven(h->plugin, h->sound ? heard : NULL, channel, h->channels, frames, h, size, get);
  h->events = 0;
  return status;
}

static clap_event_header_t head(uint32_t size, uint32_t time, uint16_t type) {
  return (clap_event_header_t){.size = size, .time = time, .type = type};
}

static void add_midi(host *h, uint32_t time, unsigned a, unsigned b, unsigned c) {
  if (h->events < EVENTS)
    h->event[h->events++].midi =
        (clap_event_midi_t){.header = head(sizeof(clap_event_midi_t), time, CLAP_EVENT_MIDI),
                            .data = {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
}

static clap_id id_named(host *h, const char *symbol) {
  clap_param_info_t info;
  char name[64];
  snprintf(name, sizeof name, "%s", symbol);
  for (char *at = name; *at; at++)
    *at = *at == '_' ? ' ' : *at;
  for (uint32_t i = 0; h->params->get_info(h->plugin, i, &info); i++)
    if (strcmp(info.name, name) == 0)
      return info.id;
  die(symbol);
  return 0;
}

static void add_value(host *h, uint32_t time, clap_id id, double value) {
  if (h->events < EVENTS)
    h->event[h->events++].value = (clap_event_param_value_t){
        .header = head(sizeof(clap_event_param_value_t), time, CLAP_EVENT_PARAM_VALUE),
        .param_id = id,
        .note_id = -1,
        .port_index = -1,
        .channel = -1,
        .key = -1,
        .value = value};
}

/* A line of a note, or what is said of one: -1 is any. */
static void add_note(host *h, uint32_t time, const char *line) {
  int id, channel, key, what, used = 0;
  char word[8];
  if (h->events == EVENTS)
    return;
  if (sscanf(line, "%*d express %d %d %d %d %n", &id, &channel, &key, &what, &used) == 4 && used)
    h->event[h->events++].expression = (clap_event_note_expression_t){
        .header = head(sizeof(clap_event_note_expression_t), time, CLAP_EVENT_NOTE_EXPRESSION),
        .expression_id = what,
        .note_id = id,
        .port_index = 0,
        .channel = (int16_t)channel,
        .key = (int16_t)key,
        .value = rosin_number_read(line + used, NULL)};
  else if (sscanf(line, "%*d %7s %d %d %d %n", word, &id, &channel, &key, &used) == 4 && used)
    h->event[h->events++].note =
        (clap_event_note_t){.header = head(sizeof(clap_event_note_t), time,
                                           strcmp(word, "on") == 0      ? CLAP_EVENT_NOTE_ON
                                           : strcmp(word, "choke") == 0 ? CLAP_EVENT_NOTE_CHOKE
                                                                        : CLAP_EVENT_NOTE_OFF),
                            .note_id = id,
                            .port_index = 0,
                            .channel = (int16_t)channel,
                            .key = (int16_t)key,
                            .velocity = rosin_number_read(line + used, NULL)};
}

/* Lines before frame 0 are values that are set before it is active: the first that is no such, if
 * there is one. */
static int set_before(host *h, FILE *file, char line[256]) {
  const clap_input_events_t in = {h, size, get};
  const clap_output_events_t back = {h, bare_push};
  char symbol[64];
  double value;
  int more;
  while ((more = fgets(line, 256, file) != NULL) && *line == '-')
    if (read_set(line, symbol, &value))
      add_value(h, 0, id_named(h, symbol), value);
  h->params->flush(h->plugin, &in, &back);
  h->events = 0;
  return more;
}

/* ---- what it can do ---------------------------------------------------------------------- */

static void start(host *h, double rate) {
  if (!h->plugin->activate(h->plugin, rate, 1, MOST) || !h->plugin->start_processing(h->plugin))
    die("it does not start");
}

static void stop(host *h) {
  h->plugin->stop_processing(h->plugin);
  h->plugin->deactivate(h->plugin);
}

static int play(host *h, int block, double rate, double seconds, const char *path, int offline) {
  FILE *file = fopen(path, "r");
  char line[256];
  if (!file)
    die(path);
  const rosin_clap_render *mode = h->plugin->get_extension(h->plugin, ROSIN_CLAP_RENDER);
  if (offline && (!mode || !mode->set(h->plugin, ROSIN_CLAP_OFFLINE)))
    die("it knows no offline");
  const char *sound = getenv("SOUND");
  if (sound && !(h->sound = fopen(sound, "rb")))
    die(sound);
  int more = set_before(h, file, line);
  start(h, rate);
  const clap_plugin_latency_t *late = h->plugin->get_extension(h->plugin, CLAP_EXT_LATENCY);
  const long long skip = late->get(h->plugin), total = llround(seconds * rate) + skip;
  for (long long at = 0; at < total;) {
    long long now = block ? block : 1 + (int)chance(MOST);
    now = now < total - at ? now : total - at;
    for (; more && atoll(line) < at + now; more = fgets(line, sizeof line, file) != NULL) {
      unsigned a, b, c;
      char symbol[64];
      double value;
      const uint32_t time = (uint32_t)(atoll(line) - at);
      if (sscanf(line, "%*d midi %u %u %u", &a, &b, &c) == 3)
        add_midi(h, time, a, b, c);
      else if (read_set(line, symbol, &value))
        add_value(h, time, id_named(h, symbol), value);
      else
        add_note(h, time, line);
    }
    run(h, (uint32_t)now);
    if (!offline)
      serve(h);
    for (long long i = 0; i < now; i++)
      for (int k = 0; k < h->channels && at + i >= skip; k++)
        fwrite(&h->audio[k][i], sizeof(float), 1, stdout);
    at += now;
  }
  stop(h);
  fclose(file);
  return 0;
}

typedef struct {
  char data[1 << 16];
  size_t size, at, piece;
} memory;

static int64_t put(const clap_ostream_t *s, const void *data, uint64_t size) {
  memory *m = s->ctx;
  const size_t now = size < m->piece ? size : m->piece;
  if (m->size + now > sizeof m->data)
    return -1;
  memcpy(m->data + m->size, data, now);
  m->size += now;
  return (int64_t)now;
}

static int64_t fetch(const clap_istream_t *s, void *data, uint64_t size) {
  memory *m = s->ctx;
  size_t now = m->size - m->at;
  now = now < m->piece ? now : m->piece;
  now = now < size ? now : size;
  memcpy(data, m->data + m->at, now);
  m->at += now;
  return (int64_t)now;
}

static int save(host *h, memory *m) {
  m->size = m->at = 0;
  const clap_ostream_t stream = {m, put};
  return h->state->save(h->plugin, &stream);
}

static int load(host *h, memory *m) {
  m->at = 0;
  const clap_istream_t stream = {m, fetch};
  return h->state->load(h->plugin, &stream);
}

static int states(const char *id, const char *given) {
  static memory a = {.piece = 7}, b = {.piece = 1000}, bad;
  host *first = open_host(id), *second = open_host(id);
  clap_param_info_t info;
  if (given) {
    FILE *file = fopen(given, "rb");
    if (!file)
      die(given);
    b.size = fread(b.data, 1, sizeof b.data, file);
    fclose(file);
    const int taken = load(first, &b);
    save(first, &a);
    fwrite(a.data, 1, a.size, stdout);
    return !taken;
  }
  for (uint32_t i = 0; first->params->get_info(first->plugin, i, &info); i++)
    add_value(first, 0, info.id,
              info.min_value + (info.max_value - info.min_value) * chance(1000) / 1000);
  const clap_input_events_t in = {first, size, get};
  const clap_output_events_t back = {first, bare_push};
  first->params->flush(first->plugin, &in, &back); /* not active: from the main thread */
  first->events = 0;
  if (!save(first, &a) || !load(second, &a) || !save(second, &b) || a.size != b.size ||
      memcmp(a.data, b.data, a.size))
    die("a state is not the same again");
  for (int k = 0; k < 300; k++) { /* damaged: refused, or taken for what it says */
    bad = a;
    bad.piece = 1 + chance(50);
    if (k % 3 == 0)
      bad.size = chance((unsigned)a.size);
    else
      bad.data[chance((unsigned)a.size)] = (char)chance(256);
    load(second, &bad);
    for (uint32_t i = 0; second->params->get_info(second->plugin, i, &info); i++) {
      double value;
      if (!second->params->get_value(second->plugin, info.id, &value) ||
          !(value >= info.min_value && value <= info.max_value))
        die("a damaged state left a value outside its range");
    }
  }
  printf("%zu bytes of state, the same again\n", a.size);
  close_host(first);
  close_host(second);
  return 0;
}

static void any_events(host *h, uint32_t frames) {
  clap_param_info_t info;
  const uint32_t count = h->params->count(h->plugin);
  for (unsigned n = chance(8); n; n--) {
    const uint32_t time = chance(4) ? chance(frames + 1) : chance(100000); /* also too late */
    switch (chance(5)) {
    case 0:
      add_midi(h, time, chance(256), chance(256), chance(256));
      break;
    case 1:
      h->params->get_info(h->plugin, chance(count), &info);
      add_value(h, time, chance(10) ? info.id : chance(1000),
                chance(9) ? chance(2000) - 1000.0 : (double)NAN);
      if (strcmp(info.name, "level") == 0)
        h->events--;
      break;
    case 2:
      h->event[h->events++].expression = (clap_event_note_expression_t){
          .header = head(sizeof(clap_event_note_expression_t), time, CLAP_EVENT_NOTE_EXPRESSION),
          .expression_id = (int32_t)chance(9) - 1,
          .channel = (int16_t)((int)chance(20) - 2),
          .key = (int16_t)((int)chance(140) - 5),
          .value = chance(10) ? chance(100) / 50.0 : INFINITY};
      break;
    default:
      h->event[h->events++].note =
          (clap_event_note_t){.header = head(sizeof(clap_event_note_t), time, (uint16_t)chance(4)),
                              .channel = (int16_t)((int)chance(20) - 2),
                              .key = (int16_t)((int)chance(140) - 5),
                              .velocity = chance(100) / 90.0};
    }
  }
}

static void check_finite(const host *h, uint32_t frames) {
  for (int k = 0; k < h->channels; k++)
    for (uint32_t i = 0; i < frames; i++)
      if (!(fabsf(h->audio[k][i]) < 100))
        die("not finite, or absurd");
}

static int abuse(const char *id) {
  host *h[10];
  for (int k = 0; k < 10; k++)
    h[k] = open_host(id);
  for (int round = 0; round < 2; round++) {
    static const double rates[] = {44100, 48000, 96000, 22050};
    for (int k = 0; k < 10; k++)
      start(h[k], rates[(round + k) % 4]);
    for (int n = 0; n < 40; n++)
      for (int k = 0; k < 10; k++) {
        const uint32_t frames = chance(10) ? 1 + chance(700) : 0;
        any_events(h[k], frames);
        run(h[k], frames);
        serve(h[k]);
        check_finite(h[k], frames);
        if (chance(50) == 0)
          h[k]->plugin->reset(h[k]->plugin);
      }
    const clap_process_t empty = {0};
    h[0]->plugin->process(h[0]->plugin, &empty); /* no buffers, no events */
    for (int k = 9; k >= 0; k--)
      stop(h[k]);
    const clap_plugin_t *p = h[1]->plugin;
    p->deactivate(p);
    p->on_main_thread(p);
    if (p->activate(p, -1, 1, 64) || p->activate(p, NAN, 1, 64))
      die("a rate of -1 was taken");
    if (p->start_processing(p))
      die("it processes without being active");
  }
  for (int k = 0; k < 10; k++)
    close_host(h[k]);
  printf("10 instances stay finite\n");
  return 0;
}

static atomic_int done;

static void *audio_thread(void *context) {
  host *h = context;
  for (int n = 0; n < 200; n++) {
    const uint32_t frames = 1 + (uint32_t)(n * 37 % 300);
    if (n % 5 == 0)
      add_midi(h, 0, 0x90, 48 + (unsigned)(n % 20), 100);
    any_events(h, frames);
    run(h, frames);
    check_finite(h, frames);
  }
  atomic_store(&done, 1);
  return NULL;
}

static int threads(const char *id) {
  static memory m = {.piece = 100}, other = {.piece = 100};
  host *h = open_host(id), *second = open_host(id);
  clap_param_info_t info;
  pthread_t thread;
  char text[64];
  start(h, 48000);
  for (uint32_t i = 0; second->params->get_info(second->plugin, i, &info); i++)
    if (strcmp(info.name, "level"))
      add_value(second, 0, info.id, info.min_value + 0.6 * (info.max_value - info.min_value));
  const clap_input_events_t in = {second, size, get};
  const clap_output_events_t back = {second, bare_push};
  second->params->flush(second->plugin, &in, &back);
  save(second, &other);
  save(h, &m);
  if (pthread_create(&thread, NULL, audio_thread, h))
    die("no thread");
  int rounds = 0;
  for (; !atomic_load(&done); rounds++) {
    load(h, rounds % 2 ? &m : &other);
    save(h, &m);
    for (uint32_t i = 0; h->params->get_info(h->plugin, i, &info); i++) {
      double value = 0;
      h->params->get_value(h->plugin, info.id, &value);
      h->params->value_to_text(h->plugin, info.id, value, text, sizeof text);
    }
    serve(h);
    nanosleep(&(struct timespec){0, 2000000}, NULL);
  }
  pthread_join(thread, NULL);
  stop(h);
  close_host(h);
  close_host(second);
  printf("two threads\n");
  return 0;
}

static int repeat(const char *id) {
  enum { CALLS = 60, FRAMES = 200 };
  static float take[3][CALLS * FRAMES];
  host *h = open_host(id);
  start(h, 44100);
  for (int k = 0; k < 3; k++) {
    if (k)
      h->plugin->reset(h->plugin);
    for (int n = 0; n < CALLS; n++) {
      if (n % 10 == 0)
        add_midi(h, 33, 0x90, 45 + (unsigned)n % 17, 90);
      if (n % 10 == 5)
        add_midi(h, 77, 0xb0, 11, (unsigned)n);
      run(h, FRAMES);
      memcpy(take[k] + n * FRAMES, h->audio[0], FRAMES * sizeof(float));
    }
  }
  stop(h);
  close_host(h);
  const int same =
      !memcmp(take[0], take[1], sizeof take[0]) && !memcmp(take[0], take[2], sizeof take[0]);
  printf("%s after reset\n", same ? "the same" : "something else");
  return !same;
}

/* The loudest of so many frames; `status`, of the last call. */
static double loudest(host *h, long long frames, int *status) {
  double peak = 0;
  for (long long at = 0; at < frames; at += 441) {
    *status = run(h, 441);
    serve(h);
    for (int c = 0; c < h->channels; c++)
      for (int k = 0; k < 441; k++)
        peak = fmax(peak, fabsf(h->audio[c][k]));
  }
  return peak;
}

enum { RATE = 44100, ENDINGS = 6 };
static const char *const ending[ENDINGS] = {"note-off", "choke",   "120",
                                            "123",      "trigger", "a gesture"};

static void begin_way(host *h, int way) {
  if (way < 4)
    add_note(h, 0, "0 on 7 0 60 0.8");
  else
    add_value(h, 0, id_named(h, "trigger"), 1);
}

static void end_way(host *h, int way) {
  if (way == 0)
    add_note(h, 0, "0 off 7 0 60 0.5");
  else if (way == 1)
    add_note(h, 0, "0 choke 7 0 60 0");
  else if (way < 4)
    add_midi(h, 0, 0xb0, way == 2 ? 120 : 123, 0);
  else if (way == 4)
    add_value(h, 0, id_named(h, "trigger"), 0);
}

static int ends(const char *id) {
  host *h = open_known(id);
  int status, failed = 0;
  start(h, RATE);
  const rosin_clap_tail *told = h->plugin->get_extension(h->plugin, ROSIN_CLAP_TAIL);
  if (!told)
    die("it tells no tail");
  const long long tail = told->get(h->plugin);
  for (int way = 0; way < ENDINGS; way++) {
    begin_way(h, way);
    const double sounds = loudest(h, RATE, &status), awake = status != CLAP_PROCESS_SLEEP;
    end_way(h, way);
    loudest(h, tail, &status);
    const double silent = loudest(h, RATE / 10, &status);
    int seconds = 0;
    while (seconds < 60 && status != CLAP_PROCESS_SLEEP)
      seconds += loudest(h, RATE, &status) >= 0;
    const int sleeps = status == CLAP_PROCESS_SLEEP && loudest(h, RATE, &status) == 0;
    if (!(sounds > 1e-3 && awake && silent < 3.1623e-5 && sleeps)) {
      rosin_print(stderr, "%s, %s: %g, awake %d, after its tail %g, sleeps %d\n", id, ending[way],
                  sounds, awake != 0, silent, sleeps);
      failed = 1;
    }
  }
  rosin_print(stdout, "%.6f\n", (double)tail / RATE);
  stop(h);
  close_host(h);
  return failed;
}

static int all(void) {
  const uint32_t count = factory->get_plugin_count(factory);
  for (uint32_t i = 0; i < count; i++) {
    host *h = open_host(factory->get_plugin_descriptor(factory, i)->id);
    double peak = 0;
    start(h, 44100);
    add_midi(h, 0, 0x90, 60, 100);
    for (int n = 0; n < 20 || (n < 100 && !(peak > 1e-4)); n++) { /* until it is heard */
      run(h, 441);
      check_finite(h, 441);
      for (int k = 0; k < 441; k++)
        peak = fmax(peak, fabsf(h->audio[0][k]));
    }
    stop(h);
    close_host(h);
    if (!(peak > 1e-4))
      die(factory->get_plugin_descriptor(factory, i)->id);
  }
  printf("%u plugins sound\n", count);
  return 0;
}

int main(int argc, char **argv) {
  void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(argv[1]) || !(factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID)))
    die(library ? "no CLAP plugin" : dlerror());
  int status = 2;
  if (strcmp(argv[2], "all") == 0)
    status = all();
  else if (argc >= 8 && strcmp(argv[3], "play") == 0)
    status = play(getenv("FRESH") ? open_host(argv[2]) : open_known(argv[2]), atoi(argv[4]),
                  rosin_number_read(argv[5], NULL), rosin_number_read(argv[6], NULL), argv[7],
                  argc > 8 && strcmp(argv[8], "offline") == 0);
  else if (argc >= 4 && strcmp(argv[3], "state") == 0)
    status = states(argv[2], argc > 4 ? argv[4] : NULL);
  else if (argc == 4 && strcmp(argv[3], "abuse") == 0)
    status = abuse(argv[2]);
  else if (argc == 4 && strcmp(argv[3], "threads") == 0)
    status = threads(argv[2]);
  else if (argc == 4 && strcmp(argv[3], "ends") == 0)
    status = ends(argv[2]);
  else if (argc == 4 && strcmp(argv[3], "repeat") == 0)
    status = repeat(argv[2]);
  entry->deinit();
  return status;
}
