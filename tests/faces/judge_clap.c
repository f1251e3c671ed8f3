/* SPDX-License-Identifier: BSD-3-Clause */
/* judge_clap FILE [SCENE...]: what clap-validator (0.4.1, by its public list) asks of a CLAP
 * plugin, check by check, in our own words; of these plugins, or of all. docs/judges.md says which
 * check of that list is which of these. A line for each that fails, and how many were made. */
#include "tests/faces/clap_bare.h"

#include <clap/entry.h>
#include <clap/ext/params.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 2048, EVENTS = 48, PARAMETERS = 128, TEXT = 1 << 15 };

typedef union {
  clap_event_header_t head;
  clap_event_note_t note;
  clap_event_note_expression_t expression;
  clap_event_param_value_t value;
  clap_event_param_mod_t mod;
  clap_event_midi_t midi;
  clap_event_transport_t transport;
} event;

static const clap_plugin_factory_t *factory;
static clap_host_t host;
static const char *judged;
static event queue[EVENTS];
static int events, checks, failed;
static float sound[2][MOST];
static char saved[TEXT];
static size_t at, written, piece;

static void check(const char *name, int holds) {
  checks++;
  failed += !holds;
  if (!holds)
    printf("%s: %s fails\n", judged, name);
}

static unsigned seed = 1;
static unsigned chance(unsigned below) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % below;
}

/* ---- what a host hands over ---------------------------------------------------------------- */

static uint32_t size(const clap_input_events_t *list) {
  (void)list;
  return (uint32_t)events;
}
static const clap_event_header_t *get(const clap_input_events_t *list, uint32_t i) {
  (void)list;
  return &queue[i].head;
}
static int64_t put(const clap_ostream_t *s, const void *data, uint64_t count) {
  (void)s;
  const size_t now = count < piece ? (size_t)count : piece;
  if (written + now >= TEXT)
    return -1;
  memcpy(saved + written, data, now);
  written += now;
  return (int64_t)now;
}
static int64_t fetch(const clap_istream_t *s, void *data, uint64_t room) {
  (void)s;
  size_t now = written - at < piece ? written - at : piece;
  now = now < room ? now : (size_t)room;
  memcpy(data, saved + at, now);
  at += now;
  return (int64_t)now;
}
static int64_t noise(const clap_istream_t *s, void *data, uint64_t room) {
  size_t *left = s->ctx;
  const size_t now = room < *left ? (size_t)room : *left;
  for (size_t i = 0; i < now; i++)
    ((unsigned char *)data)[i] = (unsigned char)chance(256);
  *left -= now;
  return (int64_t)now;
}
static int64_t nothing(const clap_istream_t *s, void *data, uint64_t room) {
  (void)s, (void)data, (void)room;
  return 0;
}

static event *add(uint16_t type, uint32_t bytes, uint32_t time) {
  event *e = &queue[events];
  events += events < EVENTS - 1;
  memset(e, 0, sizeof *e);
  e->head = (clap_event_header_t){.size = bytes, .time = time, .type = type};
  return e;
}

/* Notes, ends of others, expressions and MIDI, in the order of their frames; `wild`: -1 at times.
 */
static void add_notes(int frames, int wild) {
  const int count = (int)chance(12);
  for (int i = 0; i < count; i++) {
    const uint32_t time = (uint32_t)(frames * i / count);
    const int any = wild && chance(3) == 0;
    switch (chance(4)) {
    case 0:
      add(CLAP_EVENT_MIDI, sizeof(clap_event_midi_t), time)->midi.data[0] = (uint8_t)chance(256);
      queue[events - 1].midi.data[1] = (uint8_t)chance(128);
      queue[events - 1].midi.data[2] = (uint8_t)chance(128);
      break;
    case 1:
      add(CLAP_EVENT_NOTE_EXPRESSION, sizeof(clap_event_note_expression_t), time)->expression =
          (clap_event_note_expression_t){.header = queue[events - 1].head,
                                         .expression_id = (clap_note_expression)chance(7),
                                         .note_id = any ? -1 : (int32_t)chance(9),
                                         .port_index = any ? -1 : 0,
                                         .channel = any ? -1 : (int16_t)chance(16),
                                         .key = any ? -1 : (int16_t)chance(128),
                                         .value = chance(1000) / 500.0 - 0.5};
      break;
    default: {
      static const uint16_t kinds[] = {CLAP_EVENT_NOTE_ON, CLAP_EVENT_NOTE_ON, CLAP_EVENT_NOTE_OFF,
                                       CLAP_EVENT_NOTE_CHOKE};
      const uint16_t kind = kinds[chance(4)];
      clap_event_note_t *n = &add(kind, sizeof *n, time)->note;
      n->note_id = any ? -1 : (int32_t)chance(9);
      n->port_index = any ? -1 : 0;
      n->channel = any && kind != CLAP_EVENT_NOTE_ON ? -1 : (int16_t)chance(16);
      n->key = any && kind != CLAP_EVENT_NOTE_ON ? -1 : (int16_t)chance(128);
      n->velocity = chance(128) / 127.0;
    }
    }
  }
}

/* ---- a plugin -------------------------------------------------------------------------------- */

typedef struct {
  const clap_plugin_t *p;
  const clap_plugin_params_t *params;
  const clap_plugin_state_t *state;
  clap_param_info_t info[PARAMETERS];
  int count;
} instance;

static instance made(void) {
  instance i = {factory->create_plugin(factory, &host, judged), NULL, NULL, {{0}}, 0};
  if (!i.p || !i.p->init(i.p)) {
    fprintf(stderr, "judge_clap: there is no %s\n", judged);
    exit(1);
  }
  i.params = i.p->get_extension(i.p, CLAP_EXT_PARAMS);
  i.state = i.p->get_extension(i.p, CLAP_EXT_STATE);
  for (uint32_t k = 0; k < PARAMETERS && i.params->get_info(i.p, k, &i.info[k]); k++)
    i.count++;
  return i;
}

static int begin(instance *i, double rate) {
  return i->p->activate(i->p, rate, 1, MOST) && i->p->start_processing(i->p);
}
static void end(instance *i) {
  i->p->stop_processing(i->p);
  i->p->deactivate(i->p);
}

/* A block with what waits: whether all is finite, nothing denormal, and zeros are what is flagged.
 * Noise comes in, where it goes out (in place) or beside that. */
static int call(instance *i, int frames, int in_place, const clap_event_transport_t *transport) {
  static float heard[2][MOST];
  float *out[] = {sound[0], sound[1]}, *in[] = {heard[0], heard[1]};
  for (int k = 0; k < 2; k++)
    for (int f = 0; f < frames; f++)
      (in_place ? sound : heard)[k][f] = (float)chance(2000) / 1000 - 1;
  clap_audio_buffer_t from = {.data32 = in_place ? out : in, .channel_count = 2};
  clap_audio_buffer_t to = {.data32 = out, .channel_count = 2, .constant_mask = 0};
  const clap_input_events_t told = {NULL, size, get};
  const clap_output_events_t back = {NULL, bare_push};
  const clap_process_status status =
      i->p->process(i->p, &(clap_process_t){.frames_count = (uint32_t)frames,
                                            .transport = transport,
                                            .audio_inputs = &from,
                                            .audio_inputs_count = 1,
                                            .audio_outputs = &to,
                                            .audio_outputs_count = 1,
                                            .in_events = &told,
                                            .out_events = &back});
  events = 0;
  int holds = status != CLAP_PROCESS_ERROR, silent = 1;
  for (int f = 0; f < frames; f++) {
    const float x = sound[0][f];
    holds &= isfinite(x) && fpclassify(x) != FP_SUBNORMAL;
    silent &= x == 0;
  }
  holds &= (int)(to.constant_mask & 1) == (frames > 0 ? silent : 1);
  return holds && !(status == CLAP_PROCESS_SLEEP && !silent);
}

static double value_of(const instance *i, int k) {
  double value = NAN;
  i->params->get_value(i->p, i->info[k].id, &value);
  return value;
}

static void turn(const instance *i, int k, double value, uint32_t time, uint16_t space) {
  clap_event_param_value_t *v = &add(CLAP_EVENT_PARAM_VALUE, sizeof *v, time)->value;
  v->header.space_id = space;
  v->param_id = i->info[k].id;
  v->note_id = v->port_index = v->channel = v->key = -1;
  v->value = value;
}

static double any_value(const instance *i, int k, int bounds) {
  const clap_param_info_t *p = &i->info[k];
  const double x =
      p->min_value + (p->max_value - p->min_value) * (bounds ? chance(2) : chance(1001) / 1000.0);
  return p->flags & CLAP_PARAM_IS_STEPPED ? round(x) : x;
}

/* ---- the checks ------------------------------------------------------------------------------ */

static int has(const char *const *list, const char *word, int times) {
  int found = 0;
  for (; *list; list++)
    found += strcmp(*list, word) == 0;
  return found == times;
}

static void descriptor(const clap_plugin_descriptor_t *d) {
  instance i = made();
  check("descriptor-consistency", i.p->desc && !strcmp(i.p->desc->id, d->id) &&
                                      !strcmp(i.p->desc->name, d->name) &&
                                      !strcmp(i.p->desc->version, d->version));
  check("features-categories", has(d->features, "instrument", 1));
  int twice = 0;
  for (const char *const *f = d->features; *f; f++)
    twice |= !has(d->features, *f, 1);
  check("features-duplicates", !twice);
  char longer[128];
  snprintf(longer, sizeof longer, "%s-more", d->id);
  check("create-id-with-trailing-garbage", !factory->create_plugin(factory, &host, longer));
  for (int k = 0; k < i.count; k++)
    check("param-default-values", value_of(&i, k) == i.info[k].default_value);
  i.p->destroy(i.p);
}

static void conversions(void) {
  instance i = made();
  for (int k = 0; k < i.count; k++)
    for (int n = 0; n < 5; n++) {
      char first[64], second[64];
      double back = NAN, again = NAN;
      const double value =
          n < 2 ? (n ? i.info[k].max_value : i.info[k].min_value) : any_value(&i, k, 0);
      int holds = i.params->value_to_text(i.p, i.info[k].id, value, first, sizeof first) &&
                  i.params->text_to_value(i.p, i.info[k].id, first, &back) &&
                  i.params->value_to_text(i.p, i.info[k].id, back, second, sizeof second) &&
                  i.params->text_to_value(i.p, i.info[k].id, second, &again);
      check("param-conversions", holds && strcmp(first, second) == 0 && back == again);
    }
  i.p->destroy(i.p);
}

/* A flush and a call come to the same values; a mismatched namespace to none. */
static void settings(void) {
  instance a = made(), b = made();
  const clap_input_events_t told = {NULL, size, get};
  const clap_output_events_t back = {NULL, bare_push};
  begin(&b, 48000);
  for (int k = 0; k < a.count; k++) {
    const double before = value_of(&a, k);
    turn(&a, k, any_value(&a, k, 1), 0, 0xbeef);
    a.params->flush(a.p, &told, &back);
    events = 0;
    check("param-set-wrong-namespace", value_of(&a, k) == before);
  }
  for (int k = 0; k < a.count; k += 20) {
    const unsigned same = seed;
    for (int n = k; n < k + 20 && n < a.count; n++)
      turn(&a, n, any_value(&a, n, 0), 0, CLAP_CORE_EVENT_SPACE_ID);
    a.params->flush(a.p, &told, &back);
    events = 0;
    seed = same;
    for (int n = k; n < k + 20 && n < a.count; n++)
      turn(&b, n, any_value(&b, n, 0), 0, CLAP_CORE_EVENT_SPACE_ID);
    check("param-set-events", call(&b, 64, 0, NULL));
  }
  for (int k = 0; k < a.count; k++)
    if (!strstr(a.info[k].name, "by hand")) /* which the bow takes, as its bow moves */
      check("param-set-events, param-set-no-cookies", value_of(&a, k) == value_of(&b, k));
  end(&b);
  a.p->destroy(a.p);
  b.p->destroy(b.p);
}

static void states(void) {
  static char first[TEXT];
  static const size_t pieces[] = {TEXT, 23};
  size_t left = 1 << 20;
  for (int n = 0; n < 2; n++) {
    instance a = made(), b = made();
    check("state-invalid-empty", !a.state->load(a.p, &(clap_istream_t){NULL, nothing}));
    left = 1 << 20;
    a.state->load(a.p, &(clap_istream_t){&left, noise});
    begin(&a, 44100);
    for (int k = 0; k < a.count; k++) {
      turn(&a, k, any_value(&a, k, 0), 0, CLAP_CORE_EVENT_SPACE_ID);
      check("state-invalid-random", call(&a, 16, 0, NULL));
    }
    piece = pieces[n];
    at = written = 0;
    check("state-reproducibility-buffered", a.state->save(a.p, &(clap_ostream_t){NULL, put}));
    memcpy(first, saved, written);
    const size_t length = written;
    check("state-reproducibility-basic", b.state->load(b.p, &(clap_istream_t){NULL, fetch}));
    for (int k = 0; k < a.count; k++)
      check("state-reproducibility-basic", value_of(&a, k) == value_of(&b, k) ||
                                               strstr(a.info[k].name, "bow ") ||
                                               strcmp(a.info[k].name, "trigger") == 0);
    at = written = 0;
    b.state->save(b.p, &(clap_ostream_t){NULL, put});
    check("state-reproducibility-binary", written == length && !memcmp(saved, first, length));
    end(&a);
    a.p->destroy(a.p);
    b.p->destroy(b.p);
  }
}

static void rates(void) {
  static const double all[] = {8000,   22050,  44100,     48000,     88200,
                               192000, 768000, 12345.678, 45678.901, 123456.78};
  instance i = made();
  for (size_t r = 0; r < sizeof all / sizeof *all; r++) {
    check("process-varying-sample-rates", begin(&i, all[r]));
    for (int n = 0; n < 3; n++) {
      add_notes(256, 0);
      check("process-varying-sample-rates", call(&i, 256, 0, NULL));
    }
    end(&i);
  }
  check("process-varying-sample-rates: what is none of ours is refused", !begin(&i, 1234.5678));
  i.p->destroy(i.p);
}

static void blocks(void) {
  static const int fixed[] = {1, 7, 64, 255, 1024, MOST};
  instance i = made();
  begin(&i, 48000);
  for (int n = 0; n < 40; n++) {
    const int frames = n < 12 ? fixed[n / 2] : 1 + (int)chance(MOST);
    add_notes(frames, n % 3 == 0);
    check(n < 12 ? "process-varying-block-sizes" : "process-random-block-sizes",
          call(&i, frames, n % 2, NULL));
  }
  i.p->reset(i.p);
  check("process-reset-reactivate", call(&i, 64, 0, NULL));
  end(&i);
  check("process-reset-reactivate", begin(&i, 96000) && call(&i, 64, 0, NULL));
  end(&i);
  i.p->destroy(i.p);
}

/* All that moves at any frame, with modulation; at the ends of their ranges, too. */
static void fuzz(void) {
  for (int bounds = 0; bounds < 2; bounds++) {
    instance i = made();
    begin(&i, 48000);
    for (int n = 0; n < 30; n++) {
      for (int k = 0; k < 20; k++) {
        const int which = (int)chance((unsigned)i.count);
        const uint32_t time = (uint32_t)k * 10;
        if (k % 3 || !(i.info[which].flags & CLAP_PARAM_IS_MODULATABLE)) {
          turn(&i, which, any_value(&i, which, bounds), time, CLAP_CORE_EVENT_SPACE_ID);
        } else {
          clap_event_param_mod_t *m = &add(CLAP_EVENT_PARAM_MOD, sizeof *m, time)->mod;
          m->param_id = i.info[which].id;
          m->note_id = k % 2 ? -1 : (int32_t)chance(9);
          m->port_index = m->channel = m->key = -1;
          m->amount = any_value(&i, which, bounds) - i.info[which].default_value;
        }
      }
      check(bounds ? "param-fuzz-bounds" : "param-fuzz-basic, -sample-accurate, -modulation",
            call(&i, 256, 0, NULL));
      i.p->on_main_thread(i.p);
    }
    end(&i);
    i.p->destroy(i.p);
  }
}

static void transports(void) {
  instance i = made();
  begin(&i, 48000);
  for (int n = 0; n < 20; n++) {
    clap_event_transport_t t = {.header = {.size = sizeof t, .type = CLAP_EVENT_TRANSPORT},
                                .flags = chance(256),
                                .tempo = chance(400),
                                .tsig_num = (uint16_t)chance(20),
                                .tsig_denom = (uint16_t)chance(20)};
    add_notes(200, 0);
    for (int k = 0; k < 8 && events < EVENTS - 1; k++)
      add(CLAP_EVENT_TRANSPORT, sizeof t, 199)->transport = t;
    check("transport-null, -fuzz, -fuzz-sample-accurate", call(&i, 200, 0, n % 2 ? &t : NULL));
  }
  end(&i);
  i.p->destroy(i.p);
}

/* Silence is flagged (see call), and a plugin sleeps only in silence: until it does. */
static void sleep_at_last(void) {
  instance i = made();
  begin(&i, 48000);
  add_notes(512, 0);
  for (int n = 0; n < 40; n++)
    check("process-sleep-constant-mask, -process-status", call(&i, 512, 0, NULL));
  end(&i);
  i.p->destroy(i.p);
}

static int is_asked(int argc, char **argv, const char *id) {
  for (int i = 2; i < argc; i++)
    if (strcmp(argv[i], id + sizeof "rosin." - 1) == 0)
      return 1;
  return argc == 2;
}

int main(int argc, char **argv) {
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL; /* scan-rtld-now */
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(argv[1])) {
    fprintf(stderr, "usage: judge_clap FILE [SCENE...]\n");
    return 1;
  }
  judged = argv[1];
  host = bare_host("judge");
  check("query-nonexistent-factory", !entry->get_factory("no such factory"));
  factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
  for (uint32_t n = 0; n < factory->get_plugin_count(factory); n++) {
    const clap_plugin_descriptor_t *d = factory->get_plugin_descriptor(factory, n);
    judged = d->id;
    if (!is_asked(argc, argv, d->id))
      continue;
    descriptor(d);
    conversions();
    settings();
    states();
    rates();
    blocks();
    fuzz();
    transports();
    sleep_at_last();
  }
  entry->deinit();
  printf("%d checks, %d failed\n", checks, failed);
  return failed > 0;
}
