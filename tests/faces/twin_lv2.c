/* SPDX-License-Identifier: BSD-3-Clause */
/* twin_lv2 FILE SCENE...: whatever a host tells a plugin (ports, MIDI at random frames, states,
 * free wheeling, a worker that is busy at times) sounds as the same told to a core does, to the
 * bit; and what it saves is what the core would (tests/faces/twin.h). */
#include "core/inside.h"
#include "plugin/lv2.h"
#include "tests/faces/blocks.h"
#include "tests/faces/twin.h"
#include "tests/faces/urids.h"

#include <dlfcn.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/state/state.h>
#include <lv2/worker/worker.h>

enum { CALLS = 400, EVENTS = 16, JOB = 64 };

typedef struct {
  const char *scene;
  const LV2_Descriptor *face;
  LV2_Handle plugin;
  twin twin;
  int parameters, channels;
  float port[ROSIN_CORE_PARAMETERS], seen[ROSIN_CORE_PARAMETERS], latency, free_wheels;
  float sound[TWIN_CHANNELS][TWIN_MOST];
  struct {
    LV2_Atom_Sequence head;
    struct {
      LV2_Atom_Event head;
      unsigned char message[8];
    } event[EVENTS];
  } events;
  int count;
  unsigned char job[JOB], answer[JOB];
  uint32_t job_size, answer_size;
  int busy; /* the worker takes nothing */
  char text[1 << 14];
  size_t size;
  uint32_t type;
} pair;

static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                  const void *data) {
  pair *p = handle;
  if (p->busy || p->job_size || size > JOB)
    return LV2_WORKER_ERR_NO_SPACE;
  memcpy(p->job, data, p->job_size = size);
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                 const void *data) {
  pair *p = handle;
  if (p->answer_size || size > JOB)
    return LV2_WORKER_ERR_NO_SPACE;
  memcpy(p->answer, data, p->answer_size = size);
  return LV2_WORKER_SUCCESS;
}

static LV2_State_Status store(LV2_State_Handle handle, uint32_t key, const void *value, size_t size,
                              uint32_t type, uint32_t flags) {
  pair *p = handle;
  if (key != map(NULL, ROSIN_LV2_STATE) || type != map(NULL, LV2_ATOM__String) ||
      flags != (LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE) || size > sizeof p->text)
    return LV2_STATE_ERR_UNKNOWN;
  memcpy(p->text, value, p->size = size);
  p->type = type;
  return LV2_STATE_SUCCESS;
}

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
  const pair *p = handle;
  *size = p->size;
  *type = p->type;
  *flags = LV2_STATE_IS_POD;
  return key == map(NULL, ROSIN_LV2_STATE) && p->size ? p->text : NULL;
}

/* ---- told to both -------------------------------------------------------------------------- */

static void turn(pair *p) {
  const int i = twin_parameter(&p->twin);
  const rosin_parameter *row = rosin_core_parameter(p->twin.core, i);
  p->port[i] = (float)twin_within(row->low, row->high);
}

/* Its last port says the contrary of the core's last parameter: enabled, and bypassed. */
static double said(const pair *p, int i, double value) {
  return i == p->parameters - 1 ? 1 - value : value;
}

/* What has moved since the last call is told. */
static void listen(pair *p) {
  for (int i = 0; i < p->parameters; i++)
    if (p->port[i] != p->seen[i])
      rosin_core_set(p->twin.core, 0, i, said(p, i, (double)(p->seen[i] = p->port[i])));
}

static void add_midi(pair *p, int frames) {
  const int64_t frame = twin_chance(10) ? (int64_t)twin_chance((unsigned)frames + 1) : -3;
  LV2_Atom_Event *e = &p->events.event[p->count].head;
  unsigned char *message = p->events.event[p->count++].message;
  twin_midi(message);
  e->time.frames = frame;
  e->body = (LV2_Atom){3, map(NULL, twin_chance(10) ? LV2_MIDI__MidiEvent : LV2_ATOM__Chunk)};
  if (e->body.type == map(NULL, LV2_MIDI__MidiEvent))
    rosin_core_midi(p->twin.core, frame < 0 ? 0 : (int)frame, message, 3);
}

/* The worker's part, at once; a core's engine is built at the same moment. */
static void work(pair *p, int builds) {
  const LV2_Worker_Interface *worker = p->face->extension_data(LV2_WORKER__interface);
  if (builds != (p->job_size > 0))
    twin_die(p->scene, "wants its worker where nothing is to be done, or the other way");
  if (!builds)
    return;
  rosin_error error;
  if (worker->work(p->plugin, respond, p, JOB - 1, p->job) != LV2_WORKER_ERR_UNKNOWN ||
      worker->work(p->plugin, respond, p, p->job_size, p->job) != LV2_WORKER_SUCCESS)
    twin_die(p->scene, "a job is not as it was asked for");
  if (p->answer_size) {
    if (worker->work_response(p->plugin, JOB - 1, p->answer) != LV2_WORKER_ERR_UNKNOWN ||
        worker->work_response(p->plugin, p->answer_size, p->answer) != LV2_WORKER_SUCCESS)
      twin_die(p->scene, "an answer is not as it was asked for");
  }
  if (!p->twin.done)
    rosin_core_swap(p->twin.core, rosin_core_build(p->twin.core, &error));
  rosin_engine_free(p->twin.done);
  p->twin.done = NULL;
  p->job_size = p->answer_size = 0;
}

static int call(pair *p) {
  const int frames = (int)twin_chance(300), offline = p->free_wheels > 0;
  float *out[] = {p->sound[0], p->sound[1]};
  rosin_core_set_offline(p->twin.core, offline);
  for (unsigned n = twin_chance(3); n; n--)
    turn(p);
  listen(p);
  p->count = 0;
  for (unsigned n = twin_chance(4); n; n--)
    add_midi(p, frames);
  p->events.head.atom.size =
      (uint32_t)(sizeof p->events.head.body + (size_t)p->count * sizeof *p->events.event);
  p->busy = twin_chance(4) == 0;
  int builds = 0;
  if (!offline) {
    p->twin.done = p->twin.done ? p->twin.done : rosin_core_retired(p->twin.core);
    builds = !p->busy &&
             (p->twin.done || (rosin_core_settled(p->twin.core) && rosin_core_stale(p->twin.core)));
  }
  twin_listen(&p->twin, frames);
  const int late = rosin_core_latency(p->twin.core) + rosin_core_input_delay(p->twin.core);
  p->face->run(p->plugin, (uint32_t)frames);
  twin_process(&p->twin, frames);
  if (p->latency != (float)late)
    twin_die(p->scene, "tells another latency than its core");
  work(p, builds);
  return twin_same(&p->twin, p->scene, out, p->channels, frames);
}

/* ---- states -----------------------------------------------------------------------------------
 */

static void save(pair *p) {
  const LV2_State_Interface *state = p->face->extension_data(LV2_STATE__interface);
  char *text = rosin_core_save(p->twin.core);
  if (state->save(p->plugin, store, p, 0, NULL) != LV2_STATE_SUCCESS ||
      p->size != strlen(text) + 1 || memcmp(p->text, text, p->size))
    twin_die(p->scene, "saves another state than its core");
  free(text);
}

static LV2_State_Status restore(pair *p) {
  const LV2_State_Interface *state = p->face->extension_data(LV2_STATE__interface);
  return state->restore(p->plugin, retrieve, p, 0, NULL);
}

/* What is damaged changes nothing; what is not comes back, and stands over ports that rest. */
static void states(pair *p) {
  rosin_error error;
  const size_t whole = p->size;
  const char first = p->text[0];
  p->size = 0;
  int wrong = restore(p) != LV2_STATE_ERR_NO_PROPERTY;
  p->size = whole - 1;
  wrong |= restore(p) != LV2_STATE_ERR_BAD_TYPE;
  p->size = whole;
  p->type++;
  wrong |= restore(p) != LV2_STATE_ERR_BAD_TYPE;
  p->type--;
  p->text[0] = '?';
  wrong |= restore(p) != LV2_STATE_ERR_UNKNOWN;
  p->text[0] = first;
  if (wrong)
    twin_die(p->scene, "takes a state that is damaged");
  if (restore(p) != LV2_STATE_SUCCESS || rosin_core_load(p->twin.core, p->text, &error))
    twin_die(p->scene, "does not take its own state");
  memcpy(p->seen, p->port, sizeof p->seen);
}

/* ---- a life ------------------------------------------------------------------------------------
 */

static void connect(pair *p) {
  uint32_t at = 0;
  p->events.head.atom.type = map(NULL, LV2_ATOM__Sequence);
  p->face->connect_port(p->plugin, at++, &p->events);
  for (int k = 0; k < p->channels; k++)
    p->face->connect_port(p->plugin, at++, p->sound[k]);
  p->face->connect_port(p->plugin, at++, &p->latency);
  for (int i = 0; i < p->parameters; i++)
    p->port[i] = p->seen[i] = (float)said(p, i, rosin_core_get(p->twin.core, i));
  for (int i = 0; i < p->parameters - 1; i++) {
    if (i == rosin_core_find(p->twin.core, "input"))
      p->face->connect_port(p->plugin, at++, &p->free_wheels);
    p->face->connect_port(p->plugin, at++, &p->port[i]);
  }
  for (int k = 0; k < TWIN_HEARD; k++)
    p->face->connect_port(p->plugin, at++, p->twin.heard[k]);
  p->face->connect_port(p->plugin, at++, &p->port[p->parameters - 1]);
  p->face->connect_port(p->plugin, at, p); /* there is none: nothing is done with it */
}

/* It is stopped, turned and begun again: what was turned meanwhile is there at once. */
static void begin(pair *p, double rate) {
  rosin_error error;
  turn(p);
  p->face->activate(p->plugin);
  for (int i = 0; i < p->parameters; i++)
    if (p->port[i] != p->seen[i])
      rosin_core_put(p->twin.core, i, said(p, i, (double)(p->seen[i] = p->port[i])));
  if (rosin_core_stale(p->twin.core) && rosin_core_prepare(p->twin.core, rate, &error))
    twin_die(p->scene, error.text);
  rosin_core_reset(p->twin.core);
}

/* How many engines are asked for in some calls. */
static int asked(pair *p) {
  const LV2_Worker_Interface *worker = p->face->extension_data(LV2_WORKER__interface);
  int builds = 0;
  for (int i = 0; i < 30; i++) {
    p->face->run(p->plugin, 64);
    void *engine = NULL;
    if (!p->job_size)
      continue;
    memcpy(&engine, p->job, sizeof engine);
    builds += !engine;
    worker->work(p->plugin, respond, p, p->job_size, p->job);
    if (p->answer_size)
      worker->work_response(p->plugin, p->answer_size, p->answer);
    p->job_size = p->answer_size = 0;
  }
  return builds;
}

/* What cannot be built is tried once; what slept without an engine wakes up with one. */
static void broken(pair *p) {
  rosin_core *core = *(rosin_core **)p->plugin; /* the first */
  float *input = &p->port[rosin_core_find(core, "input")];
  const char *const name = core->plan.source.scene;
  p->free_wheels = (float)(p->busy = 0);
  *input = 0;
  p->face->activate(p->plugin);
  asked(p);
  core->plan.source.scene = "nobody";
  core->plan.source.untried = 1; /* as it was read it is no good either */
  *input = 1;
  if (asked(p) != 1 || asked(p))
    twin_die(p->scene, "builds what cannot be built again and again");
  *input = 2;
  p->face->activate(p->plugin);
  if (rosin_core_is_prepared(core) || asked(p))
    twin_die(p->scene, "has what cannot be built");
  core->plan.source.scene = name;
  core->plan.source.untried = 0;
  *input = 0;
  p->face->activate(p->plugin);
  if (!rosin_core_is_prepared(core))
    twin_die(p->scene, "stays silent after what could not be built");
}

static void live(const LV2_Descriptor *face, const char *scene, double rate) {
  static pair p;
  rosin_error error;
  LV2_URID_Map urids_of = {NULL, map};
  LV2_Worker_Schedule worker = {&p, schedule};
  const LV2_Feature features[] = {{LV2_URID__map, &urids_of}, {LV2_WORKER__schedule, &worker}};
  const LV2_Feature *const none[] = {NULL}, *const list[] = {&features[0], &features[1], NULL};
  int heard = 0;
  p = (pair){.scene = scene, .face = face, .twin = twin_open(scene)};
  p.parameters = rosin_core_parameters(p.twin.core);
  p.channels = rosin_core_channels(p.twin.core);
  if (face->instantiate(face, rate, "", none) || face->instantiate(face, 1, "", list))
    twin_die(scene, "opens without what it needs, or at 1 Hz");
  p.plugin = face->instantiate(face, rate, "", list);
  if (!p.plugin || rosin_core_prepare(p.twin.core, rate, &error))
    twin_die(scene, "there is none");
  snprintf(p.text, sizeof p.text, "rosin-state 1\nend\n"); /* its take becomes the scene's */
  p.size = strlen(p.text) + 1;
  p.type = map(NULL, LV2_ATOM__String);
  if (restore(&p) != LV2_STATE_SUCCESS)
    twin_die(scene, "no state without a take");
  connect(&p);
  begin(&p, rate);
  for (int n = 0; n < CALLS; n++) {
    p.free_wheels = (float)(n / 40 % 2);
    if (n % 70 == 60)
      begin(&p, rate);
    if (n % 50 == 20)
      save(&p);
    if (n % 50 == 45)
      states(&p);
    heard += call(&p);
  }
  if (heard < CALLS / 16)
    twin_die(scene, "hardly sounds: nothing was compared");
  broken(&p);
  face->cleanup(p.plugin);
  twin_close(&p.twin);
  printf("%s: %d of %d calls heard\n", scene, heard, CALLS);
}

int main(int argc, char **argv) {
  void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  LV2_Descriptor_Function of = NULL;
  if (library)
    *(void **)&of = dlsym(library, "lv2_descriptor");
  if (!of)
    twin_die("usage", "twin_lv2 FILE SCENE...");
  for (int i = 2; i < argc; i++) {
    const LV2_Descriptor *face;
    char uri[80];
    uint32_t at = 0;
    snprintf(uri, sizeof uri, ROSIN_LV2_URI "%s", argv[i]);
    while ((face = of(at)) && strcmp(face->URI, uri))
      at++;
    if (!face)
      twin_die(argv[i], "there is none");
    long left[2];
    for (int k = 0; k < 2; k++) {
      live(face, argv[i], i % 2 ? 32000 : 44100);
      left[k] = atomic_load(&live_blocks);
    }
    if (left[1] != left[0])
      twin_die(argv[i], "does not give back all that it took");
  }
  return 0;
}
