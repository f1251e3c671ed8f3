/* SPDX-License-Identifier: BSD-3-Clause */
/* What CLAP hosts turn while a plugin sounds, beside a second instance that is turned otherwise:
 *
 *   turns_clap FILE modulation    an amount is added to a value, which stays, in the state too
 *   turns_clap FILE wildcards     a note-off for any key or any channel ends what it is for
 *   turns_clap FILE pages         each parameter stands on one page of eight; presets are loaded
 *   turns_clap FILE presets       presets that a host lists without a plugin, each loaded in its
 * own and printed: SCENE/NAME */
#include "plugin/clap_pages.h"
#include "plugin/clap_presets.h"
#include "tests/faces/clap_bare.h"

#include <clap/entry.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 256, RATE = 44100 };

typedef union {
  clap_event_header_t head;
  clap_event_note_t note;
  clap_event_param_value_t value;
  clap_event_param_mod_t mod;
} event;

typedef struct {
  const clap_plugin_t *plugin;
  const clap_plugin_params_t *params;
  event event[8];
  uint32_t events;
  float sound[2][FRAMES];
  char text[1 << 14];
  size_t size;
} instance;

static const clap_plugin_factory_t *factory;

static void die(const char *why) {
  fprintf(stderr, "turns_clap: %s\n", why);
  exit(1);
}
static uint32_t size(const clap_input_events_t *list) {
  return ((const instance *)list->ctx)->events;
}
static const clap_event_header_t *get(const clap_input_events_t *list, uint32_t i) {
  return &((const instance *)list->ctx)->event[i].head;
}
static int64_t put(const clap_ostream_t *s, const void *data, uint64_t count) {
  instance *h = s->ctx;
  if (h->size + count >= sizeof h->text)
    return -1;
  memcpy(h->text + h->size, data, (size_t)count);
  h->size += (size_t)count;
  h->text[h->size] = 0;
  return (int64_t)count;
}

static instance *open_instance(const char *id) {
  static clap_host_t host;
  host = bare_host("turns");
  instance *h = calloc(1, sizeof *h);
  h->plugin = factory->create_plugin(factory, &host, id);
  if (!h->plugin || !h->plugin->init(h->plugin) || !bare_take(h->plugin) ||
      !h->plugin->activate(h->plugin, RATE, 1, FRAMES) || !h->plugin->start_processing(h->plugin))
    die(id);
  h->params = h->plugin->get_extension(h->plugin, CLAP_EXT_PARAMS);
  return h;
}

static void close_instance(instance *h) {
  h->plugin->stop_processing(h->plugin);
  h->plugin->deactivate(h->plugin);
  h->plugin->destroy(h->plugin);
  free(h);
}

/* The level of so many blocks. */
static double run(instance *h, int blocks) {
  double sum = 0;
  for (int k = 0; k < blocks; k++) {
    float *channel[] = {h->sound[0], h->sound[1]};
    bare_process(h->plugin, channel, 2, FRAMES, h, size, get);
    h->events = 0;
    for (int i = 0; i < FRAMES; i++)
      sum += (double)(h->sound[0][i] * h->sound[0][i]);
  }
  return sqrt(sum / (blocks * FRAMES));
}

static void add_note(instance *h, uint16_t type, int channel, int key) {
  h->event[h->events++].note =
      (clap_event_note_t){.header = {.size = sizeof(clap_event_note_t), .time = 3, .type = type},
                          .note_id = -1,
                          .port_index = type == CLAP_EVENT_NOTE_ON ? 0 : (int16_t)-1,
                          .channel = (int16_t)channel,
                          .key = (int16_t)key,
                          .velocity = 0.7};
}

static clap_param_info_t info_of(const instance *h, const char *name) {
  clap_param_info_t info;
  for (uint32_t i = 0; h->params->get_info(h->plugin, i, &info); i++)
    if (strcmp(info.name, name) == 0)
      return info;
  die(name);
  return info;
}

static const char *state_of(instance *h) {
  const clap_plugin_state_t *state = h->plugin->get_extension(h->plugin, CLAP_EXT_STATE);
  h->size = 0;
  if (!state->save(h->plugin, &(clap_ostream_t){h, put}))
    die("no state");
  return h->text;
}

static void turn(instance *h, uint16_t type, clap_id id, double value) {
  event *e = &h->event[h->events++];
  if (type == CLAP_EVENT_PARAM_MOD)
    e->mod = (clap_event_param_mod_t){.header = {.size = sizeof e->mod, .time = 5, .type = type},
                                      .param_id = id,
                                      .note_id = -1,
                                      .port_index = -1,
                                      .channel = -1,
                                      .key = -1,
                                      .amount = value};
  else
    e->value =
        (clap_event_param_value_t){.header = {.size = sizeof e->value, .time = 5, .type = type},
                                   .param_id = id,
                                   .note_id = -1,
                                   .port_index = -1,
                                   .channel = -1,
                                   .key = -1,
                                   .value = value};
}

static void modulation(void) {
  instance *a = open_instance("rosin.saw"), *b = open_instance("rosin.saw");
  const clap_param_info_t info = info_of(a, "pressure");
  const double amount = 0.25 * (info.max_value - info.default_value);
  char *before = strdup(state_of(a));
  add_note(a, CLAP_EVENT_NOTE_ON, 0, 60);
  add_note(b, CLAP_EVENT_NOTE_ON, 0, 60);
  for (int k = 3; k >= 0; k--) {
    double shown = 0;
    turn(a, CLAP_EVENT_PARAM_MOD, info.id, k * amount);
    turn(b, CLAP_EVENT_PARAM_VALUE, info.id, info.default_value + k * amount);
    for (int i = 0; i < 20; i++) {
      const double heard = run(a, 1);
      run(b, 1);
      if (memcmp(a->sound, b->sound, sizeof a->sound))
        die("an amount does not sound as the value that it leads to");
      if (i == 19 && !(heard > 1e-4))
        die("nothing is heard");
    }
    a->params->get_value(a->plugin, info.id, &shown);
    if (shown != info.default_value || strcmp(state_of(a), before) != 0)
      die("an amount has changed the value");
    if (k && strcmp(state_of(b), before) == 0)
      die("a value has changed no state");
  }
  free(before);
  close_instance(a);
  close_instance(b);
}

static void wildcards(void) {
  static const struct {
    int channel, key, ends;
  } offs[] = {{-1, -1, 1}, {0, -1, 1}, {-1, 50, 1}, {0, 50, 1}, {0, 51, 0}};
  for (size_t i = 0; i < sizeof offs / sizeof *offs; i++) {
    instance *h = open_instance("rosin.cello");
    add_note(h, CLAP_EVENT_NOTE_ON, 0, 50);
    run(h, 100);
    const double sounding = run(h, 20);
    add_note(h, CLAP_EVENT_NOTE_OFF, offs[i].channel, offs[i].key);
    run(h, 250);
    const double after = run(h, 20);
    printf("off for channel %d, key %d: %.1f dB\n", offs[i].channel, offs[i].key,
           20 * log10(after / sounding));
    if (!(sounding > 1e-3) || (after < 0.1 * sounding) != offs[i].ends)
      die("a note-off does not end what it is for, or another");
    close_instance(h);
  }
}

static double value_of(const instance *h, const char *name) {
  for (uint32_t i = 0; i < h->params->count(h->plugin); i++) {
    clap_param_info_t info;
    double value = 0;
    if (h->params->get_info(h->plugin, i, &info) && strcmp(info.name, name) == 0 &&
        h->params->get_value(h->plugin, info.id, &value))
      return value;
  }
  die("no parameter of that name");
  return 0;
}

static void pages(void) {
  instance *h = open_instance("rosin.cello");
  const rosin_clap_controls *c = h->plugin->get_extension(h->plugin, ROSIN_CLAP_CONTROLS);
  const rosin_clap_preset_load *l = h->plugin->get_extension(h->plugin, ROSIN_CLAP_PRESET_LOAD);
  if (!c || !l || c->count(h->plugin) < 5)
    die("no pages, or no presets");
  static rosin_clap_page told[64];
  const uint32_t count = c->count(h->plugin);
  for (uint32_t p = 0; p < count; p++)
    if (count > 64 || !c->get(h->plugin, p, &told[p]) || told[p].id != p || !*told[p].name ||
        !*told[p].section)
      die("a page is not told");
  for (uint32_t i = 0; i < h->params->count(h->plugin); i++) {
    clap_param_info_t info;
    int found = 0;
    h->params->get_info(h->plugin, i, &info);
    for (uint32_t p = 0; p < count; p++)
      for (int k = 0; k < ROSIN_CLAP_PAGE; k++)
        found += told[p].parameter[k] == info.id;
    if (found != 1)
      die("a parameter is on no page, or on two");
  }
  const double limits = value_of(h, "limiter"); /* which presets leave */
  rosin_clap_page page;
  if (c->get(h->plugin, c->count(h->plugin), &page))
    die("a page beyond the last");
  if (!l->from_location(h->plugin, ROSIN_CLAP_FROM_PLUGIN, NULL, "Baroque") ||
      value_of(h, "a4") != 415 || value_of(h, "limiter") != limits)
    die("a preset is not loaded");
  if (l->from_location(h->plugin, ROSIN_CLAP_FROM_PLUGIN, NULL, "Nobody's") ||
      l->from_location(h->plugin, ROSIN_CLAP_FROM_PLUGIN, NULL, NULL) ||
      l->from_location(h->plugin, ROSIN_CLAP_FROM_FILE, "/nowhere/at/all", NULL) ||
      l->from_location(h->plugin, 7, "", "Baroque") || value_of(h, "a4") != 415)
    die("a preset is loaded that is none");
  FILE *file = fopen("preset.txt", "w");
  if (!file)
    die("no file");
  fputs("rosin-state 1\nscene cello\nset a4 442\nend\n", file);
  fclose(file);
  if (!l->from_location(h->plugin, ROSIN_CLAP_FROM_FILE, "preset.txt", NULL) ||
      value_of(h, "a4") != 442)
    die("a file is not loaded");
  close_instance(h);
}

/* ---- presets that are listed ---------------------------------------------------------------- */

enum { PRESETS = 400, KEY = 256 };

static struct {
  char key[KEY], plugin[KEY], name[KEY];
  uint32_t flags;
} listed[PRESETS];
static int presets, most = PRESETS, refused, places, types;
static char folder[1024];

static int errors;
static void heard_error(const rosin_clap_receiver *r, int32_t error, const char *text) {
  (void)r;
  (void)error;
  errors += *text != 0;
}
static bool begin_preset(const rosin_clap_receiver *r, const char *name, const char *key) {
  (void)r;
  if (presets >= most && refused++)
    die("a host that wants no more is told more");
  if (presets >= most)
    return false;
  snprintf(listed[presets].name, KEY, "%s", name);
  snprintf(listed[presets++].key, KEY, "%s", key ? key : "");
  return true;
}
static void of_plugin(const rosin_clap_receiver *r, const rosin_clap_plugin_name *plugin) {
  (void)r;
  if (strcmp(plugin->abi, "clap") != 0)
    die("a preset of another kind of plugin");
  snprintf(listed[presets - 1].plugin, KEY, "%s", plugin->id);
}
static void take_flags(const rosin_clap_receiver *r, uint32_t flags) {
  (void)r;
  listed[presets - 1].flags = flags;
}
static void take_text(const rosin_clap_receiver *r, const char *text) {
  (void)r;
  if (!text || !*text)
    die("an empty text");
}
static void take_pair(const rosin_clap_receiver *r, const char *key, const char *value) {
  take_text(r, key);
  take_text(r, value);
}
static bool take_location(const rosin_clap_indexer *i, const rosin_clap_location *location) {
  (void)i;
  places += location->kind == ROSIN_CLAP_FROM_PLUGIN && !location->location && *location->name;
  if (location->kind == ROSIN_CLAP_FROM_FILE && location->flags == ROSIN_CLAP_IS_USER_CONTENT)
    snprintf(folder, sizeof folder, "%s", location->location);
  return true;
}
static bool take_type(const rosin_clap_indexer *i, const rosin_clap_filetype *type) {
  (void)i;
  types += strcmp(type->extension, "rosin") == 0;
  return true;
}

/* A host's indexer: of it only places are wanted. */
static const rosin_clap_receiver receiver = {.on_error = heard_error,
                                             .begin_preset = begin_preset,
                                             .add_plugin_id = of_plugin,
                                             .set_flags = take_flags,
                                             .add_creator = take_text,
                                             .set_description = take_text,
                                             .add_feature = take_text,
                                             .add_extra_info = take_pair};

/* A user's file in the folder that was told: whose it is; others are errors. */
static void user_files(const rosin_clap_provider *p) {
  static const struct {
    const char *name, *text, *plugin;
  } files[] = {
      {"My door.rosin", "rosin-state 1\nscene oak-door\nset push 7\nend\n", "rosin.oak-door"},
      {"of nobody.rosin", "rosin-state 1\nscene nobody\nend\n", NULL},
      {"later.rosin", "rosin-state 2\nscene cello\nend\n", NULL},
      {"empty.rosin", "", NULL}};
  char path[2048];
  if (strcmp(folder, "home/rosin/presets") != 0)
    die("the folder of a user's presets is not told");
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(path, sizeof path, "./%s", files[i].name);
    FILE *file = fopen(path, "w");
    if (!file)
      die("no file");
    fputs(files[i].text, file);
    fclose(file);
    presets = errors = 0;
    if (p->get_metadata(p, ROSIN_CLAP_FROM_FILE, path, &receiver) != (files[i].plugin != NULL) ||
        presets != (files[i].plugin != NULL) || errors != (files[i].plugin == NULL))
      die("a file is told that is none, or one is not told");
    if (files[i].plugin &&
        (strcmp(listed[0].plugin, files[i].plugin) != 0 || strcmp(listed[0].name, "My door") != 0 ||
         *listed[0].key || listed[0].flags != ROSIN_CLAP_IS_USER_CONTENT))
      die("a user's file is told wrongly");
  }
  presets = 0;
}

static void crawl(const clap_plugin_entry_t *entry, const char *id) {
  static const rosin_clap_indexer indexer = {.clap_version = CLAP_VERSION_INIT,
                                             .name = "turns_clap",
                                             .declare_location = take_location,
                                             .declare_filetype = take_type};
  const rosin_clap_presets *f = entry->get_factory(id);
  if (!f || f->count(f) != 1 || f->get_descriptor(f, 1))
    die("no presets are told, or too many providers");
  const rosin_clap_provider_name *name = f->get_descriptor(f, 0);
  const rosin_clap_provider *p = f->create(f, &indexer, name->id);
  if (!p || p->desc != name || f->create(f, &indexer, "nobody") || p->get_extension(p, "any") ||
      !p->init(p) || places != 1 || types != 1)
    die("no provider, or its place is not told");
  user_files(p);
  errors = 0;
  if (p->get_metadata(p, ROSIN_CLAP_FROM_FILE, "/nowhere", &receiver) || presets || errors != 1 ||
      p->get_metadata(p, 7, "/nowhere", &receiver))
    die("a file that is not there has presets");
  errors = 0;
  most = 3;
  if (!p->get_metadata(p, ROSIN_CLAP_FROM_PLUGIN, NULL, &receiver) || presets != most)
    die("a host that wants no more has more");
  presets = refused = 0;
  most = PRESETS;
  p->get_metadata(p, ROSIN_CLAP_FROM_PLUGIN, NULL, &receiver);
  p->destroy(p);
  if (errors)
    die("a plugin cannot be opened");
}

/* Each in its own plugin, and in no other: its key is what its name is. */
static void load_listed(void) {
  instance *h = NULL, *other = open_instance("rosin.saw");
  const rosin_clap_preset_load *l =
      other->plugin->get_extension(other->plugin, ROSIN_CLAP_PRESET_LOAD);
  for (int i = 0; i < presets; i++) {
    if (!i || strcmp(listed[i].plugin, listed[i - 1].plugin) != 0) {
      if (h)
        close_instance(h);
      h = open_instance(listed[i].plugin);
    }
    for (int k = 0; k < i; k++)
      if (strcmp(listed[k].key, listed[i].key) == 0)
        die("two presets have one key");
    if (listed[i].flags != ROSIN_CLAP_IS_FACTORY_CONTENT ||
        !l->from_location(h->plugin, ROSIN_CLAP_FROM_PLUGIN, NULL, listed[i].key))
      die("a preset that is told is not there");
    char *by_key = strdup(state_of(h));
    if (!l->from_location(h->plugin, ROSIN_CLAP_FROM_PLUGIN, NULL, listed[i].name) ||
        strcmp(by_key, state_of(h)) != 0)
      die("by its key another preset comes than by its name");
    free(by_key);
    if (strcmp(listed[i].plugin, "rosin.saw") != 0 &&
        l->from_location(other->plugin, ROSIN_CLAP_FROM_PLUGIN, NULL, listed[i].key))
      die("a preset is loaded in a plugin that it is not for");
    printf("%s\n", listed[i].key);
  }
  close_instance(h);
  close_instance(other);
}

int main(int argc, char **argv) {
  void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  if (!entry || !entry->init(argv[1]) || !(factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID)))
    die("usage: turns_clap FILE modulation|wildcards|pages|presets");
  if (strcmp(argv[2], "modulation") == 0)
    modulation();
  else if (strcmp(argv[2], "pages") == 0)
    pages();
  else if (strcmp(argv[2], "presets") == 0) {
    if (entry->get_factory(ROSIN_CLAP_PRESETS_BEFORE) != entry->get_factory(ROSIN_CLAP_PRESETS))
      die("hosts from before CLAP 1.2 are told of no presets");
    crawl(entry, ROSIN_CLAP_PRESETS);
    load_listed();
  } else
    wildcards();
  entry->deinit();
  return 0;
}
