/* SPDX-License-Identifier: BSD-3-Clause */
/* The only user of liblo, which reads and writes messages. The socket is ours: liblo
 * cannot bind to one address, and here a packet is checked before it is looked into. */
#include "live/devices/osc.h"
#include "error.h"
#include "format.h"
#include "live/clock.h"
#include "live/say.h"

#include <errno.h>
#include <lo/lo.h>
#include <math.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PACKET = 65536, DEPTH = 8, ANSWERS = 500, LATEST = 60 };

struct rosin_osc {
  rosin_core *core;
  const rosin_targets *targets;
  rosin_queue *queue;
  int socket, port;
  pthread_t thread;
  int running;
  atomic_int stop;
  struct sockaddr_storage from;
  socklen_t from_size;
  double answers_since; /* so that a flood of errors is not answered by another */
  int answers;
  void (*learn)(void *context, int target);
  void *learn_context;
  unsigned char packet[PACKET];
};

/* A message that is being looked at. */
typedef struct {
  const char *path, *types;
  lo_arg **value;
  int count;
  double when; /* on rosin_now's clock */
} message;

/* ---- answers ----------------------------------------------------------------- */

static void send_message(rosin_osc *o, const char *path, lo_message m) {
  size_t size = 0;
  void *data = o->from_size ? lo_message_serialise(m, path, NULL, &size) : NULL;
  if (data)
    sendto(o->socket, data, size, MSG_DONTWAIT, (struct sockaddr *)&o->from, o->from_size);
  free(data);
  lo_message_free(m);
}

static int may_answer(rosin_osc *o) {
  const double now = rosin_now();
  if (now - o->answers_since > 1) {
    o->answers_since = now;
    o->answers = 0;
  }
  return o->answers++ < ANSWERS;
}

static void complain(rosin_osc *o, const char *path, const char *text) {
  lo_message m = may_answer(o) ? lo_message_new() : NULL;
  if (!m)
    return;
  lo_message_add_string(m, path);
  lo_message_add_string(m, text);
  send_message(o, "/error", m);
}

static void describe(rosin_osc *o, int target) {
  const rosin_target *t = &o->targets->target[target];
  char path[2 * ROSIN_MODEL_NAME + 1];
  lo_message m = lo_message_new();
  if (!m)
    return;
  snprintf(path, sizeof path, "/%s", t->name);
  for (char *dot = path; (dot = strchr(dot, '.'));)
    *dot = '/';
  lo_message_add_float(m, (float)rosin_core_target_value(o->core, target));
  lo_message_add_float(m, (float)t->low);
  lo_message_add_float(m, (float)t->high);
  lo_message_add_string(m, t->row->unit);
  send_message(o, path, m);
}

/* ---- messages ---------------------------------------------------------------- */

static void put(rosin_osc *o, const message *m, const rosin_event *event) {
  rosin_event e = *event;
  e.time = m->when;
  if (!rosin_event_put(o->queue, &e))
    complain(o, m->path, "too much at once: dropped");
}

/* Argument `index` as a finite number: 0, or -1 and an answer. */
static int number(rosin_osc *o, const message *m, int index, double *x) {
  const char type = index < m->count ? m->types[index] : 0;
  if (type == 'T' || type == 'F')
    *x = type == 'T';
  else if (type && lo_is_numerical_type((lo_type)type))
    *x = (double)lo_hires_val((lo_type)type, m->value[index]);
  else {
    complain(o, m->path, type ? "must be a number" : "an argument is missing");
    return -1;
  }
  if (isfinite(*x))
    return 0;
  complain(o, m->path, "must be a finite number");
  return -1;
}

/* An argument that may be left out. */
static int option(rosin_osc *o, const message *m, int index, double initial, double *x) {
  *x = initial;
  return index < m->count ? number(o, m, index, x) : 0;
}

static int in_range(rosin_osc *o, const message *m, const char *what, double x, double low,
                    double high) {
  char text[256];
  if (x >= low && x <= high)
    return 1;
  rosin_format(text, sizeof text, "%.127s: %g is out of range: %g to %g", what, x, low, high);
  complain(o, m->path, text);
  return 0;
}

static void move(rosin_osc *o, const message *m, int target, double value) {
  const rosin_target *t = &o->targets->target[target];
  if (in_range(o, m, t->name, value, t->row->low, t->row->high))
    put(o, m, &(rosin_event){.target = target, .value = value});
}

static void play(rosin_osc *o, const message *m, rosin_player_kind kind, double controller,
                 double key, double value, double channel) {
  if (in_range(o, m, "channel", channel, 0, 15))
    put(o, m,
        &(rosin_event){.target = ROSIN_EVENT_PLAYER,
                       .player = {.kind = kind,
                                  .channel = (int)channel,
                                  .controller = (int)controller,
                                  .key = key,
                                  .value = value}});
}

static void note(rosin_osc *o, const message *m) {
  double key, velocity, channel;
  if (number(o, m, 0, &key) || option(o, m, 1, 0.7, &velocity) || option(o, m, 2, 0, &channel))
    return;
  if (in_range(o, m, "key", key, 0, 127) && in_range(o, m, "velocity", velocity, 0, 1))
    play(o, m, velocity > 0 ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF, 0, key, velocity,
         channel);
}

static void bend(rosin_osc *o, const message *m) {
  double semitones, channel;
  if (number(o, m, 0, &semitones) == 0 && option(o, m, 1, 0, &channel) == 0 &&
      in_range(o, m, "semitones", semitones, -96, 96))
    play(o, m, ROSIN_PLAYER_BEND, 0, 0, semitones, channel);
}

static void pressure(rosin_osc *o, const message *m) {
  double x, channel;
  if (number(o, m, 0, &x) == 0 && option(o, m, 1, 0, &channel) == 0 &&
      in_range(o, m, "pressure", x, 0, 1))
    play(o, m, ROSIN_PLAYER_PRESSURE, 0, 0, x, channel);
}

static void controller(rosin_osc *o, const message *m) {
  double which, x, channel;
  if (number(o, m, 0, &which) == 0 && number(o, m, 1, &x) == 0 &&
      option(o, m, 2, 0, &channel) == 0 && in_range(o, m, "controller", which, 0, 127) &&
      in_range(o, m, "value", x, 0, 1))
    play(o, m, ROSIN_PLAYER_CONTROL, which, 0, x, channel);
}

static void quiet(rosin_osc *o, const message *m) {
  play(o, m, ROSIN_PLAYER_QUIET, 0, 0, 0, 0);
  if (rosin_core_is_instrument(o->core))
    return;
  for (int i = 0; i < o->targets->count; i++) /* whoever moved a hand: it rests */
    if (o->targets->target[i].contact >= 0 && rosin_core_target_value(o->core, i) != 0 &&
        (strcmp(o->targets->target[i].row->name, "velocity") == 0 ||
         strcmp(o->targets->target[i].row->name, "force") == 0))
      put(o, m, &(rosin_event){.target = i, .value = 0});
}

/* The contact a pad is for: named by the argument at `index`, or a middle one of an
 * instrument's bows, or the first there is. Targets; -1 after an answer. */
static int pad_targets(rosin_osc *o, const message *m, int index, int *velocity, int *force) {
  const int named = index < m->count && m->types[index] == 's';
  const char *name = named ? &m->value[index]->s : rosin_core_contact(o->core);
  *velocity = rosin_targets_of(o->targets, name, "velocity");
  *force = rosin_targets_of(o->targets, name, "force");
  if (*velocity >= 0 && *force >= 0)
    return 0;
  complain(o, m->path, named ? "there is no contact of this name" : "nothing rubs in this scene");
  return -1;
}

/* One finger on glass: left-right speed, down-up force. */
static void pad_at(rosin_osc *o, const message *m, double least) {
  double x, y;
  int velocity, force;
  if (number(o, m, 0, &x) || number(o, m, 1, &y) || pad_targets(o, m, 2, &velocity, &force))
    return;
  if (in_range(o, m, "x", x, least, 1) && in_range(o, m, "y", y, 0, 1)) {
    move(o, m, velocity, (2 * (x - least) / (1 - least) - 1) * o->targets->target[velocity].high);
    move(o, m, force, y * o->targets->target[force].high);
  }
}

static void pad(rosin_osc *o, const message *m) {
  pad_at(o, m, -1);
}

/* As pads of touch screens send it: 0 to 1 both ways. */
static void xy(rosin_osc *o, const message *m) {
  pad_at(o, m, 0);
}

/* The finger is gone. */
static void lift(rosin_osc *o, const message *m) {
  int velocity, force;
  if (pad_targets(o, m, 0, &velocity, &force) == 0)
    move(o, m, force, 0);
}

static void list(rosin_osc *o, const message *m) {
  (void)m;
  for (int i = 0; i < o->targets->count && may_answer(o); i++)
    describe(o, i);
}

static void ping(rosin_osc *o, const message *m) {
  lo_message answer = may_answer(o) ? lo_message_new() : NULL;
  (void)m;
  if (answer)
    send_message(o, "/pong", answer);
}

/* "/bow/force" -> index of "bow.force", -1 if there is none. */
static int target_of(const rosin_osc *o, const char *path) {
  char name[2 * ROSIN_MODEL_NAME];
  if (*path != '/' || snprintf(name, sizeof name, "%s", path + 1) >= (int)sizeof name)
    return -1;
  for (char *slash = name; (slash = strchr(slash, '/'));)
    *slash = '.';
  return rosin_targets_find(o->targets, name);
}

static void learn(rosin_osc *o, const message *m) {
  const int is_text = m->count && m->types[0] == 's';
  const int target = is_text ? target_of(o, &m->value[0]->s) : -1;
  if (target < 0)
    complain(o, m->path, "must be followed by a key, as in /learn /bow/force");
  else if (!o->learn)
    complain(o, m->path, "there is no MIDI to learn from");
  else
    o->learn(o->learn_context, target);
}

static void scaled(rosin_osc *o, const message *m, const char *path) {
  double x;
  const int target = target_of(o, path);
  if (target < 0)
    complain(o, m->path, "there is no such key; /list lists them");
  else if (number(o, m, 0, &x) == 0 && in_range(o, m, "value", x, 0, 1)) {
    const rosin_target *t = &o->targets->target[target];
    move(o, m, target, t->low + x * (t->high - t->low));
  }
}

static void key(rosin_osc *o, const message *m) {
  double x;
  const int target = target_of(o, m->path);
  if (target < 0)
    complain(o, m->path, "there is no such key; /list lists them");
  else if (!m->count && may_answer(o))
    describe(o, target);
  else if (m->count && number(o, m, 0, &x) == 0)
    move(o, m, target, x);
}

static void dispatch(rosin_osc *o, const message *m) {
  static const struct {
    const char *path;
    void (*act)(rosin_osc *o, const message *m);
  } acts[] = {{"/note", note}, {"/bend", bend}, {"/pressure", pressure}, {"/cc", controller},
              {"/pad", pad},   {"/xy", xy},     {"/lift", lift},         {"/quiet", quiet},
              {"/list", list}, {"/ping", ping}, {"/learn", learn}};
  for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
    if (strcmp(acts[i].path, m->path) == 0) {
      acts[i].act(o, m);
      return;
    }
  if (strncmp(m->path, "/scaled/", 8) == 0)
    scaled(o, m, m->path + 7);
  else
    key(o, m);
}

/* ---- packets ----------------------------------------------------------------- */

static unsigned long big_endian(const unsigned char *p) {
  return (unsigned long)p[0] << 24 | (unsigned long)p[1] << 16 | (unsigned long)p[2] << 8 | p[3];
}

static void read_message(rosin_osc *o, unsigned char *data, int size, double when) {
  int result = 0;
  const int is_path = data[0] == '/' && memchr(data, 0, (size_t)size);
  lo_message m = is_path ? lo_message_deserialise(data, (size_t)size, &result) : NULL;
  if (!m) {
    complain(o, "", "this is no OSC message");
    return;
  }
  const message seen = {.path = (const char *)data,
                        .types = lo_message_get_types(m),
                        .value = lo_message_get_argv(m),
                        .count = lo_message_get_argc(m),
                        .when = when};
  dispatch(o, &seen);
  lo_message_free(m);
}

/* When a time tag means, on our clock; `when` for "at once". */
static double time_of(const unsigned char *tag, double when) {
  struct timespec now;
  const unsigned long seconds = big_endian(tag), part = big_endian(tag + 4);
  if (seconds == 0 && part <= 1)
    return when;
  clock_gettime(CLOCK_REALTIME, &now);
  const double ahead = ((double)seconds - 2208988800.0 - (double)now.tv_sec) +
                       ((double)part / 4294967296.0 - 1e-9 * (double)now.tv_nsec);
  return ahead > 0 ? rosin_now() + ahead : when;
}

/* A bundle holds packets again, DEPTH deep. NOLINTNEXTLINE(misc-no-recursion) */
static void read_packet(rosin_osc *o, unsigned char *data, int size, double when, int depth) {
  if (size < 4 || size % 4) {
    complain(o, "", "this is no OSC packet");
    return;
  }
  if (size < 16 || memcmp(data, "#bundle", 8) != 0) {
    read_message(o, data, size, when);
    return;
  }
  when = time_of(data + 8, when);
  if (depth == DEPTH || when - rosin_now() > LATEST) {
    complain(o, "#bundle", depth == DEPTH ? "too deep" : "more than a minute ahead");
    return;
  }
  for (int at = 16; at + 4 <= size;) {
    const unsigned long length = big_endian(data + at);
    at += 4;
    if (length > (unsigned long)(size - at)) {
      complain(o, "#bundle", "cut off");
      return;
    }
    read_packet(o, data + at, (int)length, when, depth + 1);
    at += (int)length;
  }
}

void rosin_osc_packet(rosin_osc *o, const void *data, int size) {
  if (size < 0 || size > PACKET)
    return;
  memcpy(o->packet, data, (size_t)size);
  o->from_size = 0;
  read_packet(o, o->packet, size, rosin_now(), 0);
}

static void *listen_on(void *context) {
  rosin_osc *o = context;
  struct pollfd waited = {.fd = o->socket, .events = POLLIN};
  while (!o->stop) {
    if (poll(&waited, 1, 100) <= 0)
      continue;
    o->from_size = sizeof o->from;
    const ssize_t size =
        recvfrom(o->socket, o->packet, PACKET, 0, (struct sockaddr *)&o->from, &o->from_size);
    if (size >= 0)
      read_packet(o, o->packet, (int)size, rosin_now(), 0);
  }
  return NULL;
}

/* ---- the socket ---------------------------------------------------------------- */

static int open_socket(const char *where, int port, int *got, rosin_error *error) {
  const struct addrinfo hints = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_PASSIVE};
  struct addrinfo *found = NULL;
  struct sockaddr_storage at;
  socklen_t size = sizeof at;
  char text[16], service[16] = "";
  snprintf(text, sizeof text, "%d", port);
  const int status = getaddrinfo(where, text, &hints, &found);
  if (status)
    return rosin_fail(error, "--osc-bind %.200s: %s", where, gai_strerror(status));
  int s = socket(found->ai_family, SOCK_DGRAM, 0);
  const int bad = s < 0 || bind(s, found->ai_addr, found->ai_addrlen) != 0;
  const int why = errno;
  freeaddrinfo(found);
  if (bad) {
    if (s >= 0)
      close(s);
    return rosin_fail(error, "--osc-port %d: %.200s: %s", port, where, strerror(why));
  }
  getsockname(s, (struct sockaddr *)&at, &size);
  getnameinfo((struct sockaddr *)&at, size, NULL, 0, service, sizeof service,
              NI_NUMERICHOST | NI_NUMERICSERV | NI_DGRAM);
  *got = atoi(service);
  return s;
}

rosin_osc *rosin_osc_open(rosin_sources *sources, const char *where, int port, rosin_error *error) {
  rosin_osc *o = calloc(1, sizeof *o);
  if (!o || !(o->queue = rosin_sources_add(sources))) {
    free(o);
    rosin_fail(error, "out of memory");
    return NULL;
  }
  o->core = sources->core;
  o->targets = rosin_core_targets(o->core);
  if ((o->socket = open_socket(where ? where : "127.0.0.1", port, &o->port, error)) < 0) {
    free(o);
    return NULL;
  }
  return o;
}

int rosin_osc_start(rosin_osc *o, rosin_error *error) {
  if (pthread_create(&o->thread, NULL, listen_on, o))
    return rosin_fail(error, "no thread for OSC");
  o->running = 1;
  return 0;
}

void rosin_osc_on_learn(rosin_osc *o, void (*act)(void *context, int target), void *context) {
  o->learn = act;
  o->learn_context = context;
}

int rosin_osc_port(const rosin_osc *o) {
  return o->port;
}

void rosin_osc_close(rosin_osc *o) {
  if (!o)
    return;
  o->stop = 1;
  if (o->running)
    pthread_join(o->thread, NULL);
  close(o->socket);
  free(o);
}
