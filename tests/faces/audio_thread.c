/* SPDX-License-Identifier: BSD-3-Clause */
/* What the faces do in the audio thread, in a host that plays a tune:
 *
 *   audio_thread LV2.so FILE.clap cost SCENE BLOCK
 *       processor time of the faces over that of the engine alone, "lv2 RATIO", "clap RATIO": all
 *       three play the same notes in turns, and of each stretch counts the quickest of ROUNDS
 *   audio_thread LV2.so FILE.clap sins SCENE
 *       "lv2 N", "clap N": memory asked for or given back, locks, and one more if the kernel ends
 *       a process that may not call it
 */
#define _GNU_SOURCE
#include "core/core.h"
#include "player/midi/midi.h"
#include "tests/faces/clap_bare.h"

#include <clap/entry.h>
#include <clap/plugin-factory.h>
#include <dlfcn.h>
#include <linux/seccomp.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/urid/urid.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RATE = 48000, MOST = 1024, CHANNELS = 16, STRETCH = 4096, STRETCHES = 36, ROUNDS = 9 };

/* ---- memory and locks: the libraries take ours ---------------------------------------------- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *old);

#pragma GCC visibility push(default) /* or the libraries keep libc's */

static _Thread_local int watched;
static _Thread_local long sins, seen; /* while watched; ever */

void *malloc(size_t size) {
  seen++;
  sins += watched;
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  seen++;
  sins += watched;
  return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  sins += watched;
  return __libc_realloc(old, size);
}
void free(void *old) {
  sins += watched;
  __libc_free(old);
}
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*real)(pthread_mutex_t *);
  sins += watched;
  if (!real)
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  return real(mutex);
}

#pragma GCC visibility pop

/* ---- who plays ---------------------------------------------------------------------------------
 */

static void die(const char *why) {
  fprintf(stderr, "audio_thread: %s\n", why);
  exit(2);
}

typedef struct {
  /* the engine alone */
  rosin_scene *scene;
  rosin_player *player;
  rosin_midi midi;
  /* LV2 */
  const LV2_Descriptor *lv2;
  LV2_Handle handle;
  float value[ROSIN_CORE_PARAMETERS], latency;
  union {
    LV2_Atom_Sequence sequence;
    char room[4096];
  } atoms;
  LV2_URID event;
  /* CLAP */
  const clap_plugin_t *clap;
  clap_event_midi_t messages[8];
  unsigned count;
  float sound[CHANNELS * MOST];
} players;

static players p;

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  static char known[32][128];
  (void)handle;
  for (unsigned i = 0; i < 32; i++) {
    if (!known[i][0])
      snprintf(known[i], sizeof known[i], "%s", uri);
    if (strcmp(known[i], uri) == 0)
      return i + 1;
  }
  return 0;
}

static void open_engine(const char *name) {
  rosin_error error;
  p.scene = rosin_scene_load(name, 0, NULL, NULL);
  if (!p.scene || rosin_scene_prepare(p.scene, RATE, MOST, &error))
    die("no scene");
  if (rosin_player_strings(p.scene) && !(p.player = rosin_player_new(p.scene, 1, &error)))
    die(error.text);
  rosin_midi_start(&p.midi);
}

static void open_lv2(const char *path, const char *name) {
  static const LV2_URID_Map mapper = {NULL, map};
  const LV2_Feature feature = {LV2_URID__map, (void *)&mapper};
  const LV2_Feature *const features[] = {&feature, NULL};
  rosin_error error;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  LV2_Descriptor_Function all = NULL;
  if (library)
    *(void **)&all = dlsym(library, "lv2_descriptor");
  for (uint32_t i = 0; all && (p.lv2 = all(i)) && strcmp(strrchr(p.lv2->URI, ':') + 1, name); i++)
    ;
  rosin_core *core = rosin_core_new(name, &error); /* for its table */
  rosin_core_add_bow(core);
  if (!p.lv2 || !core || !(p.handle = p.lv2->instantiate(p.lv2, RATE, "", features)))
    die("no LV2 plugin");
  uint32_t port = 0;
  p.lv2->connect_port(p.handle, port++, &p.atoms);
  for (int k = 0; k < rosin_core_channels(core); k++)
    p.lv2->connect_port(p.handle, port++, p.sound + (size_t)k * MOST);
  p.lv2->connect_port(p.handle, port++, &p.latency);
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    p.value[i] = (float)rosin_core_get(core, i);
    p.lv2->connect_port(p.handle, port++, &p.value[i]);
  }
  p.event = map(NULL, LV2_MIDI__MidiEvent);
  p.atoms.sequence.atom.type = map(NULL, LV2_ATOM__Sequence);
  lv2_atom_sequence_clear(&p.atoms.sequence);
  p.lv2->activate(p.handle);
  rosin_core_free(core);
}

static void open_clap(const char *path, const char *name) {
  static clap_host_t face;
  face = bare_host("audio_thread");
  char id[128];
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const clap_plugin_entry_t *entry = library ? dlsym(library, "clap_entry") : NULL;
  const clap_plugin_factory_t *factory =
      entry && entry->init(path) ? entry->get_factory(CLAP_PLUGIN_FACTORY_ID) : NULL;
  snprintf(id, sizeof id, "rosin.%s", name);
  p.clap = factory ? factory->create_plugin(factory, &face, id) : NULL;
  if (!p.clap || !p.clap->init(p.clap) || !p.clap->activate(p.clap, RATE, 1, MOST) ||
      !p.clap->start_processing(p.clap))
    die("no CLAP plugin");
}

/* ---- the tune ----------------------------------------------------------------------------------
 */

/* What is sent at the begin of the block that begins at `frame`: notes that overlap, and a
 * controller that never rests. */
static int messages(long long frame, int block, unsigned char out[4][3]) {
  static const unsigned char keys[] = {50, 57, 62, 45, 66, 69, 52, 59};
  const long long every = 9600, at = frame / every;
  const int is_new = frame % every < block;
  int count = 0;
  if (is_new)
    memcpy(out[count++], (unsigned char[]){0x90, keys[at % 8], 90}, 3);
  if (is_new && at > 0)
    memcpy(out[count++], (unsigned char[]){0x80, keys[(at - 1) % 8], 0}, 3);
  memcpy(out[count++], (unsigned char[]){0xb0, 11, (unsigned char)(64 + frame / 480 % 60)}, 3);
  return count;
}

static void run_engine(long long frame, int block) {
  unsigned char out[4][3];
  const int count = messages(frame, block, out);
  for (int i = 0; p.player && i < count; i++) {
    rosin_player_event_t events[ROSIN_MIDI_CHANNELS];
    const int found = rosin_midi_events(&p.midi, out[i], 3, events);
    for (int k = 0; k < found; k++)
      rosin_player_event(p.player, &events[k]);
  }
  rosin_scene_process(p.scene, block, p.sound);
}

static void run_lv2(long long frame, int block) {
  unsigned char out[4][3];
  const int count = messages(frame, block, out);
  lv2_atom_sequence_clear(&p.atoms.sequence);
  for (int i = 0; i < count && (p.player || frame == 0); i++) {
    struct {
      LV2_Atom_Event event;
      unsigned char bytes[8];
    } e = {.event = {.body = {3, p.event}}};
    memcpy(e.bytes, out[i], 3);
    lv2_atom_sequence_append_event(&p.atoms.sequence, sizeof p.atoms - sizeof(LV2_Atom_Sequence),
                                   &e.event);
  }
  p.lv2->run(p.handle, (uint32_t)block);
}

static uint32_t size(const clap_input_events_t *list) {
  (void)list;
  return p.count;
}
static const clap_event_header_t *get(const clap_input_events_t *list, uint32_t i) {
  (void)list;
  return &p.messages[i].header;
}
static void run_clap(long long frame, int block) {
  unsigned char out[4][3];
  const int count = messages(frame, block, out);
  p.count = 0;
  for (int i = 0; i < count && (p.player || frame == 0); i++) {
    clap_event_midi_t *m = &p.messages[p.count++];
    *m = (clap_event_midi_t){.header = {.size = sizeof *m, .type = CLAP_EVENT_MIDI}};
    memcpy(m->data, out[i], 3);
  }
  float *channel[CHANNELS];
  for (int k = 0; k < CHANNELS; k++)
    channel[k] = p.sound + (size_t)k * MOST;
  bare_process(p.clap, channel, rosin_scene_channels(p.scene), (uint32_t)block, NULL, size, get);
}

static void (*const run[])(long long frame, int block) = {run_engine, run_lv2, run_clap};

/* ---- what is asked
 * --------------------------------------------------------------------------------- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void rewind_all(void) {
  if (p.player)
    rosin_player_reset(p.player);
  else
    rosin_scene_rewind(p.scene);
  rosin_midi_start(&p.midi);
  p.lv2->deactivate ? p.lv2->deactivate(p.handle) : (void)0;
  p.lv2->activate(p.handle);
  p.clap->reset(p.clap);
}

static void cost(int block) {
  double least[3][STRETCHES], sum[3] = {0};
  for (int round = 0; round < ROUNDS; round++) {
    rewind_all();
    for (int s = 0; s < STRETCHES; s++)
      for (int turn = 0; turn < 3; turn++) {
        const int who = (turn + round + s) % 3;
        const double before = now();
        for (long long at = 0; at < STRETCH; at += block)
          run[who](s * (long long)STRETCH + at, block);
        const double took = now() - before;
        if (round == 0 || took < least[who][s])
          least[who][s] = took;
      }
  }
  for (int who = 0; who < 3; who++)
    for (int s = 0; s < STRETCHES; s++)
      sum[who] += least[who][s];
  printf("lv2 %.4f\nclap %.4f\n", sum[1] / sum[0], sum[2] / sum[0]);
}

static void count_sins(int who, const char *name) {
  watched = 1;
  for (long long at = 0; at < 3 * RATE; at += 64)
    run[who](at, 64);
  watched = 0;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
      syscall(SYS_exit, 3);
    for (long long at = 0; at < RATE; at += 64)
      run[who](at, 64);
    syscall(SYS_exit, 0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    die("no child");
  printf("%s %ld\n", name, sins + (status != 0));
  sins = 0;
}

int main(int argc, char **argv) {
  const int is_cost = argc == 6 && strcmp(argv[3], "cost") == 0;
  const int block = is_cost ? atoi(argv[5]) : 64;
  if ((!is_cost && (argc != 5 || strcmp(argv[3], "sins") != 0)) || block < 1 || block > MOST ||
      STRETCH % block)
    die("usage: audio_thread LV2.so FILE.clap cost SCENE BLOCK | sins SCENE");
  open_engine(argv[4]);
  open_lv2(argv[1], argv[4]);
  seen = 0;
  open_clap(argv[2], argv[4]);
  if (seen < 100) /* its scene was read, in a library */
    die("memory is not watched");
  if (is_cost) {
    cost(block);
    return 0;
  }
  count_sins(1, "lv2");
  count_sins(2, "clap");
  return 0;
}
