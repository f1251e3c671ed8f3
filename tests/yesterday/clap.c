/* SPDX-License-Identifier: BSD-3-Clause */
/* What sessions of CLAP hosts rest on, for all plugins of a file:
 *
 *   clap FILE table           plugins, and ids, names and ranges of their parameters
 *   clap FILE write FOLDER    a state of each, its parameters moved, into FOLDER/NAME.state
 *   clap FILE read FOLDER     these states are loaded; values by id, and what is saved then */
#include "format.h"
#include "tests/faces/clap_bare.h"
#include "tests/yesterday/yesterday.h"

#include <clap/entry.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>

enum { VALUES = 128 };

typedef struct {
  clap_event_param_value_t value[VALUES];
  uint32_t count;
} values;

static uint32_t size(const clap_input_events_t *list) {
  return ((const values *)list->ctx)->count;
}
static const clap_event_header_t *get(const clap_input_events_t *list, uint32_t i) {
  return &((const values *)list->ctx)->value[i].header;
}
static int64_t put(const clap_ostream_t *s, const void *data, uint64_t count) {
  return yesterday_append(s->ctx, data, (size_t)count);
}
static int64_t fetch(const clap_istream_t *s, void *data, uint64_t count) {
  return (int64_t)yesterday_take(s->ctx, data, (size_t)count);
}
static void tabulate(const clap_plugin_t *p, const clap_plugin_params_t *params) {
  const clap_plugin_audio_ports_t *ports = p->get_extension(p, CLAP_EXT_AUDIO_PORTS);
  clap_audio_port_info_t port;
  clap_param_info_t info;
  if (!ports || !ports->get(p, 0, false, &port))
    yesterday_die(p->desc->id, "no audio port");
  printf("plugin\t%s\t%s\t%u\n", p->desc->id, p->desc->name, port.channel_count);
  for (uint32_t i = 0; params->get_info(p, i, &info); i++)
    rosin_print(stdout, "parameter\t%s\t%u\t%u\t%s\t%.9g\t%.9g\t%.9g\t%s\n", p->desc->id, i,
                info.id, info.name, info.min_value, info.max_value, info.default_value,
                info.flags & CLAP_PARAM_IS_STEPPED ? "stepped" : "-");
}

static void write_state(const clap_plugin_t *p, const clap_plugin_params_t *params,
                        const clap_plugin_state_t *state, const char *folder) {
  static values moved;
  static yesterday_text text;
  clap_param_info_t info;
  moved.count = 0;
  for (uint32_t i = 0; i < VALUES && params->get_info(p, i, &info); i++)
    moved.value[moved.count++] = (clap_event_param_value_t){
        .header = {.size = sizeof(clap_event_param_value_t), .type = CLAP_EVENT_PARAM_VALUE},
        .param_id = info.id,
        .note_id = -1,
        .port_index = -1,
        .channel = -1,
        .key = -1,
        .value = yesterday_value(info.min_value, info.max_value,
                                 (info.flags & CLAP_PARAM_IS_STEPPED) != 0)};
  params->flush(p, &(clap_input_events_t){&moved, size, get},
                &(clap_output_events_t){NULL, bare_push});
  text.size = text.at = 0;
  if (!state->save(p, &(clap_ostream_t){&text, put}))
    yesterday_die(p->desc->id, "saves nothing");
  yesterday_write(&text, folder, p->desc->id + strlen("rosin."));
}

static void read_state(const clap_plugin_t *p, const clap_plugin_params_t *params,
                       const clap_plugin_state_t *state, const char *folder) {
  static yesterday_text text, again;
  clap_param_info_t info;
  if (!yesterday_read(&text, folder, p->desc->id + strlen("rosin.")))
    return; /* one that yesterday had not */
  if (!state->load(p, &(clap_istream_t){&text, fetch}))
    yesterday_die(p->desc->id, "its state is refused");
  for (uint32_t i = 0; params->get_info(p, i, &info); i++) {
    double value = NAN;
    params->get_value(p, info.id, &value);
    rosin_print(stdout, "value\t%s\t%u\t%.9g\n", p->desc->id, info.id, value);
  }
  again.size = again.at = 0;
  if (!state->save(p, &(clap_ostream_t){&again, put}))
    yesterday_die(p->desc->id, "saves nothing");
  yesterday_print(&again, p->desc->id);
  if (!p->activate(p, 44100, 1, 64))
    yesterday_die(p->desc->id, "it does not start");
  p->deactivate(p);
}

int main(int argc, char **argv) {
  void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(argv[1]))
    yesterday_die("usage", "clap FILE table|write FOLDER|read FOLDER");
  const clap_host_t host = bare_host("yesterday");
  const clap_plugin_factory_t *factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
  for (uint32_t i = 0; i < factory->get_plugin_count(factory); i++) {
    const clap_plugin_t *p =
        factory->create_plugin(factory, &host, factory->get_plugin_descriptor(factory, i)->id);
    if (!p || !p->init(p))
      yesterday_die(argv[1], "a plugin does not open");
    const clap_plugin_params_t *params = p->get_extension(p, CLAP_EXT_PARAMS);
    const clap_plugin_state_t *state = p->get_extension(p, CLAP_EXT_STATE);
    if (strcmp(argv[2], "table") == 0)
      tabulate(p, params);
    else if (argc > 3 && strcmp(argv[2], "write") == 0)
      write_state(p, params, state, argv[3]);
    else if (argc > 3 && strcmp(argv[2], "read") == 0)
      read_state(p, params, state, argv[3]);
    p->destroy(p);
  }
  entry->deinit();
  return 0;
}
