/* SPDX-License-Identifier: BSD-3-Clause */
/* What sessions of LV2 hosts rest on, for all plugins in LV2_PATH whose address begins with
 * urn:rosin: (see clap.c; `table` lists presets too). A state is Turtle, as lilv writes it for
 * jalv and others: values of ports, and the plugin's own text.
 *
 *   lv2 over    a state that is restored stands over ports that rest */
#include "format.h"
#include "tests/faces/urids.h"
#include "tests/yesterday/yesterday.h"

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/presets/presets.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>

enum { PORTS = 128, FRAMES = 64 };

static LV2_URID_Map mapper = {NULL, map};
static LV2_URID_Unmap unmapper = {NULL, unmap};
static const char prefix[] = "urn:rosin:";

typedef struct {
  LilvWorld *world;
  const LilvPlugin *plugin;
  const char *uri, *name;
  LilvInstance *instance;
  int ports;
  float low[PORTS], high[PORTS], initial[PORTS], value[PORTS], audio[FRAMES];
  const char *symbol[PORTS];
  char is_control[PORTS];
  LV2_Atom_Sequence events;
} host;

static int is(const host *h, const LilvPort *port, const char *what) {
  LilvNode *node = lilv_new_uri(h->world, what);
  const int found = lilv_port_is_a(h->plugin, port, node);
  lilv_node_free(node);
  return found;
}

static int is_stepped(const host *h, const LilvPort *port) {
  LilvNode *whole = lilv_new_uri(h->world, LV2_CORE__integer),
           *toggled = lilv_new_uri(h->world, LV2_CORE__toggled);
  const int found = lilv_port_has_property(h->plugin, port, whole) ||
                    lilv_port_has_property(h->plugin, port, toggled);
  lilv_node_free(whole);
  lilv_node_free(toggled);
  return found;
}

static void look(host *h) {
  h->uri = lilv_node_as_uri(lilv_plugin_get_uri(h->plugin));
  h->name = h->uri + strlen(prefix);
  h->ports = (int)lilv_plugin_get_num_ports(h->plugin);
  if (h->ports > PORTS)
    yesterday_die(h->uri, "too many ports");
  lilv_plugin_get_port_ranges_float(h->plugin, h->low, h->high, h->initial);
  for (int i = 0; i < h->ports; i++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(h->plugin, (uint32_t)i);
    h->symbol[i] = lilv_node_as_string(lilv_port_get_symbol(h->plugin, port));
    h->is_control[i] =
        (char)(is(h, port, LV2_CORE__ControlPort) && is(h, port, LV2_CORE__InputPort));
    h->value[i] = h->initial[i];
  }
}

static void tabulate(const host *h) {
  LilvNode *name = lilv_plugin_get_name(h->plugin),
           *kind = lilv_new_uri(h->world, LV2_PRESETS__Preset);
  printf("plugin\t%s\t%s\t%d\n", h->uri, lilv_node_as_string(name), h->ports);
  lilv_node_free(name);
  for (int i = 0; i < h->ports; i++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(h->plugin, (uint32_t)i);
    LilvNode *label = lilv_port_get_name(h->plugin, port);
    rosin_print(stdout, "parameter\t%s\t%d\t%s\t%s\t%.7g\t%.7g\t%.7g\t%s\n", h->uri, i,
                h->symbol[i], lilv_node_as_string(label), (double)h->low[i], (double)h->high[i],
                (double)h->initial[i],
                !h->is_control[i]     ? "other"
                : is_stepped(h, port) ? "stepped"
                                      : "-");
    lilv_node_free(label);
  }
  LilvNodes *all = lilv_plugin_get_related(h->plugin, kind);
  LILV_FOREACH(nodes, i, all) {
    printf("preset\t%s\n", lilv_node_as_uri(lilv_nodes_get(all, i)));
  }
  lilv_nodes_free(all);
  lilv_node_free(kind);
}

static void open_instance(host *h) {
  const LV2_Feature map_feature = {LV2_URID__map, &mapper},
                    unmap_feature = {LV2_URID__unmap, &unmapper};
  const LV2_Feature *features[] = {&map_feature, &unmap_feature, NULL};
  h->instance = lilv_plugin_instantiate(h->plugin, 44100, features);
  if (!h->instance)
    yesterday_die(h->uri, "no instance");
  h->events =
      (LV2_Atom_Sequence){.atom = {sizeof(LV2_Atom_Sequence_Body), map(NULL, LV2_ATOM__Sequence)}};
  for (int i = 0; i < h->ports; i++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(h->plugin, (uint32_t)i);
    lilv_instance_connect_port(h->instance, (uint32_t)i,
                               is(h, port, LV2_CORE__AudioPort)  ? (void *)h->audio
                               : is(h, port, LV2_ATOM__AtomPort) ? (void *)&h->events
                                                                 : (void *)&h->value[i]);
  }
}

static int port_of(const host *h, const char *symbol) {
  for (int i = 0; i < h->ports; i++)
    if (strcmp(h->symbol[i], symbol) == 0)
      return i;
  yesterday_die(h->uri, symbol);
  return 0;
}

static const void *get_port(const char *symbol, void *context, uint32_t *size, uint32_t *type) {
  host *h = context;
  *size = sizeof(float);
  *type = map(NULL, LV2_ATOM__Float);
  return &h->value[port_of(h, symbol)];
}

static void set_port(const char *symbol, void *context, const void *value, uint32_t size,
                     uint32_t type) {
  host *h = context;
  if (size != sizeof(float) || type != map(NULL, LV2_ATOM__Float))
    yesterday_die(symbol, "is no float");
  memcpy(&h->value[port_of(h, symbol)], value, size);
}

/* What the plugin itself stores. */
static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
  (void)key, (void)type, (void)flags;
  yesterday_append(handle, value, size - 1);
  return LV2_STATE_SUCCESS;
}

static void write_state(host *h, const char *folder) {
  static yesterday_text text;
  open_instance(h);
  for (int i = 0; i < h->ports; i++)
    if (h->is_control[i])
      h->value[i] = (float)yesterday_value(
          (double)h->low[i], (double)h->high[i],
          is_stepped(h, lilv_plugin_get_port_by_index(h->plugin, (uint32_t)i)));
  lilv_instance_activate(h->instance);
  lilv_instance_run(h->instance, FRAMES);
  LilvState *s = lilv_state_new_from_instance(h->plugin, h->instance, &mapper, NULL, NULL, NULL,
                                              NULL, get_port, h, LV2_STATE_IS_POD, NULL);
  char *turtle = lilv_state_to_string(h->world, &mapper, &unmapper, s, "urn:state", NULL);
  text.size = 0;
  yesterday_append(&text, turtle, strlen(turtle));
  yesterday_write(&text, folder, h->name);
  free(turtle);
  lilv_state_free(s);
  lilv_instance_free(h->instance);
}

static void read_state(host *h, const char *folder) {
  static yesterday_text text, saved;
  if (!yesterday_read(&text, folder, h->name))
    return; /* one that yesterday had not */
  text.data[text.size] = 0;
  open_instance(h);
  LilvState *s = lilv_state_new_from_string(h->world, &mapper, text.data);
  if (!s)
    yesterday_die(h->uri, "its state is refused");
  lilv_state_restore(s, h->instance, set_port, h, 0, NULL);
  lilv_state_free(s);
  lilv_instance_activate(h->instance);
  lilv_instance_run(h->instance, FRAMES);
  for (int i = 0; i < h->ports; i++)
    if (h->is_control[i])
      rosin_print(stdout, "value\t%s\t%s\t%.7g\n", h->uri, h->symbol[i], (double)h->value[i]);
  const LV2_State_Interface *state =
      lilv_instance_get_extension_data(h->instance, LV2_STATE__interface);
  saved.size = 0;
  state->save(lilv_instance_get_handle(h->instance), store, &saved, 0, NULL);
  yesterday_print(&saved, h->uri);
  lilv_instance_free(h->instance);
}

/* A session: its ports stand where they stood, which is not where the state has been brought since
 * (by a preset, say). The state counts, until a port moves. */
static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
  const yesterday_text *text = handle;
  *size = text->size + 1;
  *type = map(NULL, LV2_ATOM__String);
  *flags = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
  return key == map(NULL, "urn:rosin:state") ? text->data : NULL;
}

static void restore_over_ports(host *h) {
  static yesterday_text given, saved;
  open_instance(h);
  for (int i = 0; i < h->ports; i++)
    if (h->is_control[i])
      h->value[i] = 0.25F * h->low[i] + 0.75F * h->high[i];
  const LV2_State_Interface *state =
      lilv_instance_get_extension_data(h->instance, LV2_STATE__interface);
  LV2_Handle handle = lilv_instance_get_handle(h->instance);
  given.size = saved.size = 0;
  state->save(handle, store, &given, 0, NULL); /* at the defaults: no port was seen yet */
  given.data[given.size] = 0;
  state->restore(handle, retrieve, &given, 0, NULL);
  lilv_instance_activate(h->instance);
  lilv_instance_run(h->instance, FRAMES);
  state->save(handle, store, &saved, 0, NULL);
  if (saved.size != given.size || memcmp(saved.data, given.data, given.size))
    yesterday_die(h->uri, "ports that rest have moved what was restored");
  for (int i = 0; i < h->ports; i++) /* those behind the sound: the first control is the level */
    if (h->is_control[i] && strcmp(h->symbol[i], "level") == 0)
      h->value[i] = -7;
  lilv_instance_run(h->instance, FRAMES);
  saved.size = 0;
  state->save(handle, store, &saved, 0, NULL);
  saved.data[saved.size] = 0;
  if (!strstr(saved.data, "\nset level -7\n"))
    yesterday_die(h->uri, "a port that moves moves nothing");
  lilv_instance_free(h->instance);
}

static int by_address(const void *a, const void *b) {
  return strcmp(lilv_node_as_uri(lilv_plugin_get_uri(*(const LilvPlugin *const *)a)),
                lilv_node_as_uri(lilv_plugin_get_uri(*(const LilvPlugin *const *)b)));
}

int main(int argc, char **argv) {
  static const LilvPlugin *found[1024];
  static host h;
  size_t count = 0;
  if (argc < 2)
    yesterday_die("usage", "lv2 table|write FOLDER|read FOLDER");
  LilvWorld *world = lilv_world_new();
  lilv_world_load_all(world);
  const LilvPlugins *all = lilv_world_get_all_plugins(world);
  LILV_FOREACH(plugins, i, all) {
    const LilvPlugin *p = lilv_plugins_get(all, i);
    if (count < 1024 &&
        strncmp(lilv_node_as_uri(lilv_plugin_get_uri(p)), prefix, strlen(prefix)) == 0)
      found[count++] = p;
  }
  qsort(found, count, sizeof *found, by_address);
  for (size_t i = 0; i < count; i++) {
    h = (host){.world = world, .plugin = found[i]};
    look(&h);
    if (strcmp(argv[1], "table") == 0)
      tabulate(&h);
    else if (argc > 2 && strcmp(argv[1], "write") == 0)
      write_state(&h, argv[2]);
    else if (argc > 2 && strcmp(argv[1], "read") == 0)
      read_state(&h, argv[2]);
    else if (strcmp(argv[1], "over") == 0)
      restore_over_ports(&h);
  }
  lilv_world_free(world);
  return 0;
}
