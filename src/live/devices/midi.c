/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/devices/midi.h"
#include "error.h"
#include "live/clock.h"
#include "live/devices/midi_map.h"
#include "live/devices/midi_ports.h"
#include "live/say.h"
#include "player/midi/midi.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 1024 };

struct rosin_live_midi {
  const rosin_targets *targets;
  rosin_queue *queue;
  rosin_live_midi_setup setup;
  rosin_midi_ports *ports;
  int file; /* -1: none */
  int open; /* something has written to it */
  rosin_midi said;
  rosin_midi_line line;
  rosin_midi_map map;
  atomic_int learning;
  pthread_t thread;
  int running;
  atomic_int stop;
  double now; /* when what is being taken came */
  long dropped;
};

/* ---- messages ----------------------------------------------------------------- */

static void put(rosin_live_midi *m, const rosin_event *event) {
  rosin_event e = *event;
  e.time = m->now;
  if (rosin_event_put(m->queue, &e))
    return;
  if (m->dropped++ == 0)
    rosin_say("MIDI: more than can be played at once; some of it is dropped");
}

static void learn(rosin_live_midi *m, int number) {
  rosin_error error;
  const int target = m->learning;
  rosin_midi_map_learn(&m->map, m->targets, number, target);
  rosin_say("controller %d moves %s", number, m->targets->target[target].name);
  if (m->setup.map && rosin_midi_map_write(&m->map, m->targets, m->setup.map, &error))
    rosin_say("%s", error.text);
  m->learning = -1;
}

static void take_event(rosin_live_midi *m, const rosin_player_event_t *e) {
  if (e->kind == ROSIN_PLAYER_CONTROL) {
    if (m->learning >= 0)
      learn(m, e->controller);
    const int target = m->map.of[e->controller].target;
    const double low = m->map.of[e->controller].low, high = m->map.of[e->controller].high;
    if (target >= 0) {
      put(m, &(rosin_event){.target = target, .value = low + e->value * (high - low)});
      return;
    }
  }
  put(m, &(rosin_event){.target = ROSIN_EVENT_PLAYER, .player = *e});
}

static void take(void *midi, const unsigned char *message, int length) {
  rosin_live_midi *m = midi;
  rosin_player_event_t events[ROSIN_MIDI_CHANNELS];
  const int count = rosin_midi_events(&m->said, message, length, events);
  for (int i = 0; i < count; i++)
    take_event(m, &events[i]);
}

void rosin_live_midi_bytes(rosin_live_midi *m, const unsigned char *bytes, int count) {
  m->now = rosin_now();
  for (int i = 0; i < count; i++) {
    const int length = rosin_midi_byte(&m->line, bytes[i]);
    if (length)
      take(m, m->line.message, length);
  }
}

/* Whoever held keys is gone. */
static void let_go(rosin_live_midi *m) {
  m->now = rosin_now();
  m->line.length = 0;
  put(m, &(rosin_event){.target = ROSIN_EVENT_PLAYER, .player = {.kind = ROSIN_PLAYER_QUIET}});
}

/* ---- bytes from a path --------------------------------------------------------- */

/* 1 if there was something. A pipe may find another writer later. */
static int read_file(rosin_live_midi *m) {
  unsigned char bytes[BYTES];
  const ssize_t count = read(m->file, bytes, sizeof bytes);
  if (count > 0) {
    m->open = 1;
    rosin_live_midi_bytes(m, bytes, (int)count);
    return 1;
  }
  if (count < 0 && (errno == EAGAIN || errno == EINTR))
    return 0;
  if (count < 0) {
    rosin_say("%s: %s; playing goes on", m->setup.path, strerror(errno));
    close(m->file);
    m->file = -1;
    let_go(m);
  } else if (m->open) {
    rosin_say("%s: has ended; playing goes on", m->setup.path);
    m->open = 0;
    let_go(m);
  }
  return 0;
}

static void *listen_on(void *context) {
  rosin_live_midi *m = context;
  while (!m->stop) {
    struct pollfd waited = {.fd = m->file, .events = POLLIN};
    const int ready = poll(&waited, m->file >= 0, m->ports ? 1 : 50);
    if (ready > 0 && !read_file(m)) /* ended: wait for another writer */
      nanosleep(&(struct timespec){0, m->ports ? 1000000 : 20000000}, NULL);
    if (!m->ports)
      continue;
    m->now = rosin_now();
    if (rosin_midi_ports_poll(m->ports, take, m))
      let_go(m);
  }
  return NULL;
}

/* ---- life ------------------------------------------------------------------------ */

static int open_map(rosin_live_midi *m, rosin_error *error) {
  int missing = 0;
  rosin_midi_map_start(&m->map, m->targets);
  if (!m->setup.map)
    return 0;
  if (rosin_midi_map_read(&m->map, m->targets, m->setup.map, &missing, error))
    return -1;
  if (missing)
    rosin_say("%s: %d controllers move what this scene does not have", m->setup.map, missing);
  return 0;
}

/* Whatever may be waited for is not looked into. */
int rosin_live_midi_check(const char *path, rosin_error *error) {
  struct stat is;
  char head[4];
  if (!path || stat(path, &is) || !S_ISREG(is.st_mode))
    return 0;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const int scored = file >= 0 && read(file, head, 4) == 4 && memcmp(head, "MThd", 4) == 0;
  if (file >= 0)
    close(file);
  return scored ? rosin_fail(error,
                             "--midi-in %.300s: is a MIDI file, with times of its own, not bytes "
                             "as they are played; rosin render SCENE --midi FILE plays it",
                             path)
                : 0;
}

static int open_all(rosin_live_midi *m, rosin_error *error) {
  if (open_map(m, error))
    return -1;
  if (m->setup.path && (m->file = open(m->setup.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) < 0)
    return rosin_fail(error, "--midi-in %.400s: %s", m->setup.path, strerror(errno));
  if (m->setup.device && !(m->ports = rosin_midi_ports_open(m->setup.device, error)))
    return -1;
  return 0;
}

rosin_live_midi *rosin_live_midi_open(rosin_sources *sources, const rosin_live_midi_setup *setup,
                                      rosin_error *error) {
  rosin_live_midi *m = calloc(1, sizeof *m);
  if (!m || !(m->queue = rosin_sources_add(sources))) {
    free(m);
    rosin_fail(error, "out of memory");
    return NULL;
  }
  m->targets = rosin_core_targets(sources->core);
  m->setup = *setup;
  m->file = -1;
  m->learning = -1;
  rosin_midi_start(&m->said);
  if (setup->mpe > 0)
    rosin_midi_mpe(&m->said, setup->mpe);
  if (open_all(m, error) == 0)
    return m;
  rosin_live_midi_close(m);
  return NULL;
}

/* Before whoever only computes, behind the audio, where that is allowed: a key that is
 * seen late sounds late. */
static void hurry(rosin_live_midi *m) {
  pthread_setschedparam(m->thread, SCHED_FIFO, &(struct sched_param){.sched_priority = 5});
}

int rosin_live_midi_start(rosin_live_midi *m, rosin_error *error) {
  if (pthread_create(&m->thread, NULL, listen_on, m))
    return rosin_fail(error, "no thread for MIDI");
  hurry(m);
  m->running = 1;
  return 0;
}

void rosin_live_midi_learn(void *midi, int target) {
  rosin_live_midi *m = midi;
  m->learning = target;
  if (target >= 0)
    rosin_say("move the controller for %s", m->targets->target[target].name);
}

int rosin_live_midi_learning(const rosin_live_midi *m) {
  return m->learning;
}

void rosin_live_midi_close(rosin_live_midi *m) {
  if (!m)
    return;
  m->stop = 1;
  if (m->running)
    pthread_join(m->thread, NULL);
  rosin_midi_ports_close(m->ports);
  if (m->file >= 0)
    close(m->file);
  free(m);
}
