/* SPDX-License-Identifier: BSD-3-Clause */
/* A host for one LV2 plugin that does to it what hosts do, and more of it:
 *
 *   host_lv2 URI play BLOCK RATE SECONDS EVENTS > floats
 *       BLOCK frames a call, or 0: a random number each time; EVENTS is a file of lines
 *       "FRAME midi A B C" or "FRAME set SYMBOL VALUE", in order; latency is taken off
 *   host_lv2 URI play BLOCK RATE SECONDS EVENTS PRESET > floats
 *       the same, with the preset of this label; SOUND names a file of floats that come in, mono on
 *       all channels; lines "-1 set SYMBOL VALUE" before all others are there as it is activated
 *   host_lv2 URI presets   labels of its presets
 *   host_lv2 URI state     a state is saved, read by a second instance, saved again: the same
 *   host_lv2 URI state FILE    the text in FILE is restored, and what is saved then printed
 *   host_lv2 URI abuse     odd calls: runs of 0 frames, no ports, junk events, activate twice
 *
 * The worker's jobs are done at once, between calls. */
#include "event_line.h"
#include "format.h"
#include "tests/faces/urids.h"

#include <lilv/lilv.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/midi/midi.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS = 128, MOST = 2048, SEQUENCE = 1 << 16 };

typedef struct {
  const LilvPlugin *plugin;
  LilvInstance *instance;
  const LV2_Worker_Interface *worker;
  float value[PORTS], audio[PORTS][MOST];
  int ports, audios, out[PORTS], ins, in[PORTS], latency, midi;
  FILE *sound; /* what comes in, or NULL */
  const char *symbol[PORTS];
  union {
    LV2_Atom_Sequence sequence;
    char bytes[SEQUENCE];
  } events;
  char job[64], answer[64];
  uint32_t job_size, answer_size;
} host;

static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                  const void *data) {
  host *h = handle;
  if (size > sizeof h->job || h->job_size)
    return LV2_WORKER_ERR_NO_SPACE;
  memcpy(h->job, data, h->job_size = size);
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                 const void *data) {
  host *h = handle;
  if (size > sizeof h->answer)
    return LV2_WORKER_ERR_NO_SPACE;
  memcpy(h->answer, data, h->answer_size = size);
  return LV2_WORKER_SUCCESS;
}

static void work(host *h) {
  LV2_Handle handle = lilv_instance_get_handle(h->instance);
  if (h->job_size && h->worker) {
    char job[64];
    const uint32_t size = h->job_size;
    memcpy(job, h->job, size);
    h->job_size = 0;
    h->worker->work(handle, respond, h, size, job);
  }
  if (h->answer_size && h->worker) {
    const uint32_t size = h->answer_size;
    h->answer_size = 0;
    h->worker->work_response(handle, size, h->answer);
  }
}

static LV2_URID_Map mapper = {NULL, map};
static LV2_URID_Unmap unmapper = {NULL, unmap};

static host *open_host(LilvWorld *world, const char *uri, double rate) {
  host *h = calloc(1, sizeof *h);
  LilvNode *node = lilv_new_uri(world, uri);
  h->plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), node);
  lilv_node_free(node);
  if (!h->plugin) {
    fprintf(stderr, "%s: no such plugin\n", uri);
    exit(2);
  }
  static LV2_Worker_Schedule scheduling;
  LV2_Worker_Schedule *own = malloc(sizeof *own);
  *own = (LV2_Worker_Schedule){h, schedule};
  (void)scheduling;
  const LV2_Feature map_feature = {LV2_URID__map, &mapper},
                    unmap_feature = {LV2_URID__unmap, &unmapper},
                    work_feature = {LV2_WORKER__schedule, own};
  const LV2_Feature *features[] = {&map_feature, &unmap_feature, &work_feature, NULL};
  h->instance = lilv_plugin_instantiate(h->plugin, rate, features);
  if (!h->instance) {
    fprintf(stderr, "%s: no instance\n", uri);
    exit(2);
  }
  h->worker = lilv_instance_get_extension_data(h->instance, LV2_WORKER__interface);
  h->ports = (int)lilv_plugin_get_num_ports(h->plugin);
  float least[PORTS], most[PORTS];
  lilv_plugin_get_port_ranges_float(h->plugin, least, most, h->value);
  LilvNode *audio = lilv_new_uri(world, LV2_CORE__AudioPort),
           *atom = lilv_new_uri(world, LV2_ATOM__AtomPort),
           *input = lilv_new_uri(world, LV2_CORE__InputPort);
  h->latency = -1;
  for (int i = 0; i < h->ports; i++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(h->plugin, (uint32_t)i);
    h->symbol[i] = lilv_node_as_string(lilv_port_get_symbol(h->plugin, port));
    if (lilv_port_is_a(h->plugin, port, audio) && lilv_port_is_a(h->plugin, port, input)) {
      h->in[h->ins++] = i;
      lilv_instance_connect_port(h->instance, (uint32_t)i, getenv("SOUND") ? h->audio[i] : NULL);
    } else if (lilv_port_is_a(h->plugin, port, audio)) {
      h->out[h->audios++] = i;
      lilv_instance_connect_port(h->instance, (uint32_t)i, h->audio[i]);
    } else if (lilv_port_is_a(h->plugin, port, atom)) {
      h->midi = i;
      lilv_instance_connect_port(h->instance, (uint32_t)i, &h->events);
    } else {
      if (strcmp(h->symbol[i], "latency") == 0)
        h->latency = i;
      lilv_instance_connect_port(h->instance, (uint32_t)i, &h->value[i]);
    }
  }
  lilv_node_free(audio);
  lilv_node_free(atom);
  lilv_node_free(input);
  h->events.sequence.atom.type = map(NULL, LV2_ATOM__Sequence);
  h->events.sequence.atom.size = sizeof(LV2_Atom_Sequence_Body);
  return h;
}

static void add_midi(host *h, int frame, const unsigned char *bytes, unsigned size) {
  struct {
    LV2_Atom_Event event;
    unsigned char bytes[8];
  } e = {.event = {.time.frames = frame, .body = {size, map(NULL, LV2_MIDI__MidiEvent)}}};
  memcpy(e.bytes, bytes, size);
  lv2_atom_sequence_append_event(&h->events.sequence, SEQUENCE - sizeof(LV2_Atom_Sequence),
                                 &e.event);
}

/* Mono, to all that hears. */
static void sound(host *h, unsigned frames) {
  for (unsigned i = 0; h->sound && i < frames; i++) {
    float x = 0;
    if (fread(&x, sizeof x, 1, h->sound) != 1)
      x = 0;
    for (int k = 0; k < h->ins; k++)
      h->audio[h->in[k]][i] = x;
  }
}

static void run(host *h, unsigned frames) {
  sound(h, frames);
  lilv_instance_run(h->instance, frames);
  lv2_atom_sequence_clear(&h->events.sequence);
  work(h);
}

static int port_of(const host *h, const char *symbol) {
  for (int i = 0; i < h->ports; i++)
    if (strcmp(h->symbol[i], symbol) == 0)
      return i;
  fprintf(stderr, "no port %s\n", symbol);
  exit(2);
}

/* The take that `rosin render` gives, and not one of its own: a state of a version that knew none.
 */
static const void *as_it_was(LV2_State_Handle h, uint32_t key, size_t *size, uint32_t *type,
                             uint32_t *flags) {
  static const char text[] = "rosin-state 1\nend\n";
  (void)h;
  (void)key;
  *size = sizeof text;
  *type = map(NULL, LV2_ATOM__String);
  *flags = 0;
  return text;
}

static void make_known(host *h) {
  const LV2_State_Interface *state =
      lilv_instance_get_extension_data(h->instance, LV2_STATE__interface);
  if (state && !getenv("FRESH"))
    state->restore(lilv_instance_get_handle(h->instance), as_it_was, NULL, 0, NULL);
}

/* ---- presets ---------------------------------------------------------------------------- */

static void set_port(const char *symbol, void *context, const void *value, uint32_t size,
                     uint32_t type) {
  host *h = context;
  if (size != sizeof(float) || type != map(NULL, LV2_ATOM__Float))
    exit(2);
  memcpy(&h->value[port_of(h, symbol)], value, size);
}

/* Label each, or apply that of one label: 0, or 1 if there is none. */
static int presets(LilvWorld *world, host *h, const char *wanted) {
  LilvNode *kind = lilv_new_uri(world, "http://lv2plug.in/ns/ext/presets#Preset");
  LilvNodes *all = lilv_plugin_get_related(h->plugin, kind);
  int found = 0;
  LILV_FOREACH(nodes, i, all) {
    const LilvNode *preset = lilv_nodes_get(all, i);
    lilv_world_load_resource(world, preset);
    LilvState *state = lilv_state_new_from_world(world, &mapper, preset);
    const char *label = state ? lilv_state_get_label(state) : NULL;
    if (label && !wanted)
      printf("%s\n", label);
    if (label && wanted && strcmp(label, wanted) == 0) {
      lilv_state_restore(state, h->instance, set_port, h, 0, NULL);
      found = 1;
    }
    lilv_state_free(state);
  }
  lilv_nodes_free(all);
  lilv_node_free(kind);
  return wanted && !found;
}

static int play(host *h, int block, double rate, double seconds, const char *path) {
  FILE *file = fopen(path, "r");
  char line[256];
  long long total = llround(seconds * rate), at = 0, next = -1, skip = -1;
  unsigned seed = 1;
  if (!file)
    return 2;
  if (getenv("SOUND") && !(h->sound = fopen(getenv("SOUND"), "rb")))
    return 2;
  int more;
  while ((more = fgets(line, sizeof line, file) != NULL) && *line == '-') {
    char symbol[64];
    double value;
    if (read_set(line, symbol, &value)) /* before it is active */
      h->value[port_of(h, symbol)] = (float)value;
  }
  lilv_instance_activate(h->instance);
  while (at < total) {
    int now = block ? block : 1 + (int)((seed = seed * 1664525u + 1013904223u) >> 21) % MOST;
    if (now > total - at)
      now = (int)(total - at);
    for (; more; more = fgets(line, sizeof line, file) != NULL) {
      unsigned a, b, c;
      char symbol[64];
      double value;
      next = atoll(line);
      if (next >= at + now)
        break;
      if (sscanf(line, "%*d midi %u %u %u", &a, &b, &c) == 3)
        add_midi(h, (int)(next - at),
                 (unsigned char[]){(unsigned char)a, (unsigned char)b, (unsigned char)c}, 3);
      else if (read_set(line, symbol, &value) && next > at) {
        now = (int)(next - at); /* as hosts do: controls move at the begin of a call */
        break;
      } else if (read_set(line, symbol, &value))
        h->value[port_of(h, symbol)] = value;
    }
    run(h, (unsigned)now);
    if (skip < 0) {
      skip = h->latency < 0 ? 0 : (long long)h->value[h->latency];
      total += skip;
    }
    for (int i = 0; i < now; i++)
      for (int k = 0; k < h->audios && at + i >= skip; k++)
        fwrite(&h->audio[h->out[k]][i], sizeof(float), 1, stdout);
    at += now;
  }
  lilv_instance_deactivate(h->instance);
  fclose(file);
  return 0;
}

static LilvState *saved(LilvWorld *world, host *h, char **text) {
  LilvState *s = lilv_state_new_from_instance(h->plugin, h->instance, &mapper, NULL, NULL, NULL,
                                              NULL, NULL, NULL, LV2_STATE_IS_POD, NULL);
  *text = lilv_state_to_string(world, &mapper, &unmapper, s, "urn:state", NULL);
  return s;
}

static int state(LilvWorld *world, const char *uri) {
  host *a = open_host(world, uri, 48000), *b = open_host(world, uri, 48000);
  char *first, *moved, *again;
  for (int i = 0; i < a->ports; i++)
    if (strcmp(a->symbol[i], "position") == 0 || strcmp(a->symbol[i], "speed") == 0 ||
        strcmp(a->symbol[i], "size") == 0)
      a->value[i] *= 1.25f;
  lilv_instance_activate(a->instance);
  lilv_instance_activate(b->instance);
  run(a, 64);
  lilv_state_free(saved(world, b, &first));
  lilv_state_free(saved(world, a, &moved));
  LilvState *same = lilv_state_new_from_string(world, &mapper, moved);
  lilv_state_restore(same, b->instance, NULL, NULL, 0, NULL);
  lilv_state_free(same);
  run(b, 64);
  lilv_state_free(saved(world, b, &again));
  const int is_same = strcmp(moved, again) == 0 && strcmp(first, moved) != 0;
  printf("%zu bytes of state, %s\n", strlen(moved), is_same ? "the same again" : "not the same");
  if (!is_same)
    printf("%s\n---\n%s\n", moved, again);
  return !is_same;
}

/* ---- a state as text ---------------------------------------------------------------------- */

static char given[1 << 16];

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
  (void)handle;
  *size = strlen(given) + 1;
  *type = map(NULL, LV2_ATOM__String);
  *flags = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
  return key == map(NULL, "urn:rosin:state") ? given : NULL;
}

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
  (void)handle, (void)key, (void)size, (void)type, (void)flags;
  fputs(value, stdout);
  return LV2_STATE_SUCCESS;
}

static int state_from(host *h, const char *path) {
  FILE *file = fopen(path, "r");
  const LV2_State_Interface *state =
      lilv_instance_get_extension_data(h->instance, LV2_STATE__interface);
  LV2_Handle handle = lilv_instance_get_handle(h->instance);
  if (!file || !state)
    return 2;
  given[fread(given, 1, sizeof given - 1, file)] = 0;
  fclose(file);
  lilv_instance_activate(h->instance);
  if (state->restore(handle, retrieve, NULL, 0, NULL) != LV2_STATE_SUCCESS)
    return 1;
  run(h, 64); /* ports that rest leave it as it is */
  return state->save(handle, store, NULL, 0, NULL) != LV2_STATE_SUCCESS;
}

static int abuse(host *h) {
  unsigned seed = 7;
  double peak = 0;
  lilv_instance_activate(h->instance);
  lilv_instance_activate(h->instance);
  for (int k = 0; k < 200; k++) {
    for (int i = 0; i < 4; i++) {
      unsigned char bytes[8];
      for (int j = 0; j < 8; j++)
        bytes[j] = (unsigned char)((seed = seed * 1664525u + 1013904223u) >> 24);
      add_midi(h, i * 50 - 20, bytes, 1 + (seed >> 8) % 8);
    }
    for (int i = 0; i < h->ports; i++)
      if (h->symbol[i] && i != h->midi && i != h->latency && k % 8 == 0) {
        seed = seed * 1664525u + 1013904223u;
        h->value[i] =
            (seed >> 20) % 5 == 0 ? (float)NAN : ((float)(seed >> 8) / (1 << 23) - 1) * 1e3f;
      }
    const int level = port_of(h, "level");
    h->value[level] = 0;
    run(h, k % 5 == 0 ? 0 : 1 + (seed >> 16) % 1024);
    for (int c = 0; c < h->audios; c++)
      for (int i = 0; i < 1024; i++) {
        if (!isfinite(h->audio[h->out[c]][i]))
          return 1;
        peak = fmax(peak, fabsf(h->audio[h->out[c]][i]));
      }
    if (k % 100 == 50) {
      lilv_instance_deactivate(h->instance);
      lilv_instance_activate(h->instance);
    }
  }
  rosin_print(stdout, "finite, peak %.3g\n", peak);
  return 0;
}

int main(int argc, char **argv) {
  LilvWorld *world = lilv_world_new();
  lilv_world_load_all(world);
  if ((argc == 7 || argc == 8) && strcmp(argv[2], "play") == 0) {
    host *h = open_host(world, argv[1], rosin_number_read(argv[4], NULL));
    make_known(h);
    if (argc == 8 && presets(world, h, argv[7]))
      return 2;
    return play(h, atoi(argv[3]), rosin_number_read(argv[4], NULL),
                rosin_number_read(argv[5], NULL), argv[6]);
  }
  if (argc == 3 && strcmp(argv[2], "presets") == 0)
    return presets(world, open_host(world, argv[1], 48000), NULL);
  if (argc == 3 && strcmp(argv[2], "state") == 0)
    return state(world, argv[1]);
  if (argc == 4 && strcmp(argv[2], "state") == 0)
    return state_from(open_host(world, argv[1], 48000), argv[3]);
  if (argc == 3 && strcmp(argv[2], "abuse") == 0)
    return abuse(open_host(world, argv[1], 44100));
  fprintf(stderr, "usage: host_lv2 URI play BLOCK RATE SECONDS EVENTS | state | abuse\n");
  return 2;
}
