/* SPDX-License-Identifier: BSD-3-Clause */
/* given_clap FILE: a controller that was given to a parameter, in a CLAP host: the host hears of
 * what it has moved, while the plugin runs and while it sleeps, and the state keeps it. */
#include "tests/faces/clap_bare.h"

#include <clap/entry.h>
#include <clap/ext/params.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 128 };

static clap_event_midi_t message;
static int sends, told;
static clap_event_param_value_t moved;
static char saved[1 << 14];
static size_t read_at, written;

static void die(const char *why) {
  fprintf(stderr, "given_clap: %s\n", why);
  exit(1);
}
static uint32_t size(const clap_input_events_t *list) {
  (void)list;
  return (uint32_t)sends;
}
static const clap_event_header_t *get(const clap_input_events_t *list, uint32_t i) {
  (void)list, (void)i;
  return &message.header;
}
static bool push(const clap_output_events_t *list, const clap_event_header_t *e) {
  (void)list;
  if (e->type == CLAP_EVENT_PARAM_VALUE && e->space_id == CLAP_CORE_EVENT_SPACE_ID &&
      e->size == sizeof moved) {
    memcpy(&moved, e, sizeof moved);
    told++;
  }
  return true;
}
static int64_t fetch(const clap_istream_t *s, void *data, uint64_t room) {
  (void)s;
  const size_t left = strlen(saved) - read_at, now = room < left ? room : left;
  memcpy(data, saved + read_at, now);
  read_at += now;
  return (int64_t)now;
}
static int64_t put(const clap_ostream_t *s, const void *data, uint64_t count) {
  (void)s;
  memcpy(saved + written, data, count);
  written += count;
  saved[written] = 0;
  return (int64_t)count;
}

static void control(int number, int value) {
  message =
      (clap_event_midi_t){.header = {.size = sizeof message, .time = 5, .type = CLAP_EVENT_MIDI},
                          .data = {0xb3, (uint8_t)number, (uint8_t)value}};
  sends = 1;
  told = 0;
}

static void judge(const clap_plugin_t *p) {
  const clap_plugin_params_t *params = p->get_extension(p, CLAP_EXT_PARAMS);
  const clap_plugin_state_t *state = p->get_extension(p, CLAP_EXT_STATE);
  clap_param_info_t info = {0};
  for (uint32_t i = 0; strcmp(info.name, "vibrato") != 0; i++)
    if (!params->get_info(p, i, &info))
      die("no vibrato");
  static float sound[2][FRAMES];
  float *channel[] = {sound[0], sound[1]};
  const clap_output_events_t back = {NULL, push};
  const clap_input_events_t in = {NULL, size, get};
  clap_audio_buffer_t out = {.data32 = channel, .channel_count = 2};
  const clap_process_t call = {.frames_count = FRAMES,
                               .audio_outputs = &out,
                               .audio_outputs_count = 1,
                               .in_events = &in,
                               .out_events = &back};
  control(21, 127);
  p->process(p, &call);
  if (told)
    die("a controller that nobody gave to anything moves something");
  strcpy(saved, "rosin-state 1\ngive 21 vibrato\nend\n");
  if (!state->load(p, &(clap_istream_t){NULL, fetch}))
    die("a state is refused");
  p->process(p, &call);
  double value = 0;
  if (told != 1 || moved.param_id != info.id || moved.value != info.max_value ||
      !params->get_value(p, info.id, &value) || value != info.max_value)
    die("a host is not told what a controller has moved");
  sends = told = 0;
  p->process(p, &call);
  if (told)
    die("a host is told twice");
  control(21, 0);
  params->flush(p, &in, &back);
  if (told != 1 || moved.value != info.min_value)
    die("a host is not told what a controller has moved while it sleeps");
  if (!state->save(p, &(clap_ostream_t){NULL, put}) || !strstr(saved, "\ngive 21 vibrato\n"))
    die("a state does not keep it");
}

int main(int argc, char **argv) {
  void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(argv[1]))
    die("usage: given_clap FILE");
  const clap_plugin_factory_t *factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID);
  clap_host_t host = bare_host("given");
  const clap_plugin_t *p = factory->create_plugin(factory, &host, "rosin.cello");
  if (!p || !p->init(p) || !p->activate(p, 48000, 1, FRAMES) || !p->start_processing(p))
    die("there is no cello");
  judge(p);
  p->stop_processing(p);
  p->deactivate(p);
  p->destroy(p);
  entry->deinit();
  puts("given");
  return 0;
}
