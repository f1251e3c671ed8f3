/* SPDX-License-Identifier: BSD-3-Clause */
/* told_clap FILE SCENE...: all that a host can ask, printed: plugins, ports, parameters with their
 * words at both ends and between, tails, states (tests/faces/told_clap.txt); and that an instance
 * gives back all that it took. */
#include "format.h"
#include "plugin/clap_render.h"
#include "plugin/clap_tail.h"
#include "tests/faces/blocks.h"
#include "tests/faces/clap_bare.h"

#include <clap/entry.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/latency.h>
#include <clap/ext/note-ports.h>
#include <clap/ext/params.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const clap_plugin_factory_t *factory;
static char text[1 << 15];
static size_t length, at;

static void die(const char *why) {
  fprintf(stderr, "told_clap: %s\n", why);
  exit(1);
}

static int64_t put(const clap_ostream_t *s, const void *data, uint64_t size) {
  const size_t now = size < 7 ? size : 7;
  (void)s;
  if (length + now > sizeof text)
    return -1;
  memcpy(text + length, data, now);
  length += now;
  return (int64_t)now;
}

static int64_t full(const clap_ostream_t *s, const void *data, uint64_t size) {
  (void)s, (void)data, (void)size;
  return -1;
}

static int64_t get(const clap_istream_t *s, void *data, uint64_t size) {
  const size_t left = length - at, most = left < 5 ? left : 5, now = size < most ? size : most;
  (void)s;
  memcpy(data, text + at, now);
  at += now;
  return (int64_t)now;
}

static int64_t broken(const clap_istream_t *s, void *data, uint64_t size) {
  (void)s, (void)data, (void)size;
  return -1;
}

static void plugins(void) {
  const uint32_t count = factory->get_plugin_count(factory);
  for (uint32_t i = 0; i < count; i++) {
    const clap_plugin_descriptor_t *d = factory->get_plugin_descriptor(factory, i);
    rosin_print(stdout, "'%s' '%s' '%s' '%s' '%s' '%s' '%s'%s", d->id, d->name, d->vendor, d->url,
                d->manual_url, d->support_url, d->description,
                d->version && *d->version ? "" : " no version");
    for (const char *const *f = d->features; *f; f++)
      rosin_print(stdout, " %s", *f);
    rosin_print(stdout, "\n");
  }
  if (factory->get_plugin_descriptor(factory, count) ||
      factory->create_plugin(factory, NULL, "rosin.nobody"))
    die("a plugin that nobody has");
}

static void ports(const clap_plugin_t *p) {
  const clap_plugin_audio_ports_t *audio = p->get_extension(p, CLAP_EXT_AUDIO_PORTS);
  const clap_plugin_note_ports_t *notes = p->get_extension(p, CLAP_EXT_NOTE_PORTS);
  for (int in = 0; in < 2; in++) {
    rosin_print(stdout, "ports %d: %u %u\n", in, audio->count(p, in), notes->count(p, in));
    for (uint32_t i = 0; i < 2; i++) {
      clap_audio_port_info_t a;
      clap_note_port_info_t n;
      memset(&a, 1, sizeof a);
      memset(&n, 1, sizeof n);
      if (audio->get(p, i, in, &a))
        rosin_print(stdout, "  %u '%s' %x, %u channels, %s, %x\n", a.id, a.name, a.flags,
                    a.channel_count, a.port_type ? a.port_type : "-", a.in_place_pair);
      if (notes->get(p, i, in, &n))
        rosin_print(stdout, "  %u '%s' %x %x\n", n.id, n.name, n.supported_dialects,
                    n.preferred_dialect);
    }
  }
}

static void parameters(const clap_plugin_t *p) {
  static const double shares[] = {0, 0.25, 0.5, 0.77, 1};
  const clap_plugin_params_t *params = p->get_extension(p, CLAP_EXT_PARAMS);
  const uint32_t count = params->count(p);
  for (uint32_t i = 0; i <= count; i++) {
    clap_param_info_t info;
    double value = -1;
    char words[128];
    memset(&info, 1, sizeof info);
    if (!params->get_info(p, i, &info)) {
      rosin_print(stdout, "no parameter more\n");
      continue;
    }
    const int had = params->get_value(p, info.id, &value);
    rosin_print(stdout, "parameter %08x %x '%s' '%s' %.6g %.6g %.6g; %d %.6g", info.id, info.flags,
                info.name, info.module, info.min_value, info.max_value, info.default_value, had,
                value);
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
      double back = -1;
      const int shown = params->value_to_text(
          p, info.id, info.min_value + shares[k] * (info.max_value - info.min_value), words,
          sizeof words);
      const int read = params->text_to_value(p, info.id, words, &back);
      rosin_print(stdout, "; %d '%s' %d %.6g", shown, words, read, back);
    }
    rosin_print(stdout, "; %d\n", params->text_to_value(p, info.id, "no such word", &value));
  }
  double value = -1;
  char words[16];
  rosin_print(stdout, "nobody: %d %d %d\n", params->get_value(p, 77, &value),
              params->value_to_text(p, 77, 0, words, sizeof words),
              params->text_to_value(p, 77, "1", &value));
}

static void states(const clap_plugin_t *p) {
  static const char *const given[] = {"rosin-state 1\nset level -7.25\nend\n",
                                      "rosin-state 1\nset level 1000\nend\n", "rosin-state 7\n",
                                      ""};
  const clap_plugin_state_t *state = p->get_extension(p, CLAP_EXT_STATE);
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
    at = 0;
    length = (size_t)snprintf(text, sizeof text, "%s", given[i]);
    rosin_print(stdout, "state %d\n", state->load(p, &(clap_istream_t){NULL, get}));
  }
  rosin_print(stdout, "no stream %d %d\n", state->load(p, &(clap_istream_t){NULL, broken}),
              state->save(p, &(clap_ostream_t){NULL, full}));
  length = 0;
  const int saved = state->save(p, &(clap_ostream_t){NULL, put});
  rosin_print(stdout, "saved %d\n%.*s", saved, (int)length, text);
}

static const clap_plugin_t *open_plugin(const char *scene) {
  static clap_host_t host;
  char id[80];
  host = bare_host("told");
  snprintf(id, sizeof id, "rosin.%s", scene);
  const clap_plugin_t *p = factory->create_plugin(factory, &host, id);
  if (!p || !p->init(p) || !bare_take(p))
    die(id);
  return p;
}

static uint32_t none(const clap_input_events_t *list) {
  (void)list;
  return 0;
}

static int run(const clap_plugin_t *p) {
  static float sound[2][64];
  float *channel[] = {sound[0], sound[1]};
  return bare_process(p, channel, 2, 64, NULL, none, NULL);
}

static void tell(const char *scene) {
  const clap_plugin_t *p = open_plugin(scene);
  const clap_plugin_latency_t *late = p->get_extension(p, CLAP_EXT_LATENCY);
  const rosin_clap_tail *tail = p->get_extension(p, ROSIN_CLAP_TAIL);
  const rosin_clap_render *render = p->get_extension(p, ROSIN_CLAP_RENDER);
  rosin_print(stdout, "---- %s\n", scene);
  ports(p);
  parameters(p);
  rosin_print(stdout, "at rest: %d, %d; other extensions %d; modes %d %d %d %d\n", run(p),
              p->start_processing(p), p->get_extension(p, "clap.nothing") != NULL,
              render->has_hard_realtime_requirement(p), render->set(p, ROSIN_CLAP_OFFLINE),
              render->set(p, 7), render->set(p, ROSIN_CLAP_REALTIME));
  for (int k = 0; k < 2; k++) {
    const double rate = k ? 96000 : 44100;
    const int active = p->activate(p, rate, 1, 64), begun = p->start_processing(p);
    rosin_print(stdout, "rate %g: %d %d", rate, active, begun);
    rosin_print(stdout, ", late %u, tail %u, %d\n", late->get(p), tail->get(p), run(p));
    p->stop_processing(p);
    p->deactivate(p);
  }
  rosin_print(stdout, "rate 1: %d\n", p->activate(p, 1, 1, 64));
  states(p);
  p->destroy(p);
}

static long after_a_life(const char *scene) {
  const clap_plugin_t *p = open_plugin(scene);
  p->activate(p, 44100, 1, 64);
  p->start_processing(p);
  run(p);
  p->reset(p);
  states(p);
  run(p);
  p->on_main_thread(p);
  p->stop_processing(p);
  p->deactivate(p);
  p->destroy(p);
  return atomic_load(&live_blocks);
}

int main(int argc, char **argv) {
  void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  long left[4];
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  if (!entry || !entry->init(argv[1]) || entry->get_factory("clap.nothing") ||
      !(factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID)))
    die("usage: told_clap FILE SCENE...");
  plugins();
  for (int i = 2; i < argc; i++)
    tell(argv[i]);
  for (int i = 0; i < 4; i++)
    left[i] = after_a_life(argv[2]);
  if (left[3] != left[1])
    die("an instance does not give back all that it took");
  entry->deinit();
  return 0;
}
