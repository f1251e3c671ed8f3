/* SPDX-License-Identifier: BSD-3-Clause */
/* What is answered over OSC, asked through a socket: every refusal's text, what keys say of
 * themselves, bundles and what is no packet. Which events come of it: test_osc.c. */
#include "format.h"
#include "live/devices/osc.h"

#include <arpa/inet.h>
#include <lo/lo.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "live_world.h"

enum { PATIENCE = 60000 }; /* ms, for what has to come however busy the machine is */

typedef struct {
  live_world live;
  rosin_osc *osc;
  int socket;
} world;

static world *begin(const char *name) {
  rosin_error error = {""};
  world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  live_begin(&w->live, name);
  assert_non_null(w->osc = rosin_osc_open(&w->live.sources, "127.0.0.1", 0, &error));
  struct sockaddr_in to = {.sin_family = AF_INET,
                           .sin_port = htons((unsigned short)rosin_osc_port(w->osc)),
                           .sin_addr = {htonl(INADDR_LOOPBACK)}};
  w->socket = socket(AF_INET, SOCK_DGRAM, 0);
  assert_int_equal(connect(w->socket, (struct sockaddr *)&to, sizeof to), 0);
  assert_int_equal(rosin_osc_start(w->osc, &error), 0);
  return w;
}

static void end(world *w) {
  rosin_osc_close(w->osc);
  close(w->socket);
  live_end(&w->live);
  free(w);
}

/* The next answer as text, its arguments after blanks; "" if none comes in time. */
static const char *answer(const world *w, int milliseconds) {
  static char text[600];
  unsigned char bytes[2048];
  struct pollfd waited = {.fd = w->socket, .events = POLLIN};
  *text = 0;
  if (poll(&waited, 1, milliseconds) <= 0)
    return text;
  const ssize_t size = recv(w->socket, bytes, sizeof bytes, 0);
  int result = 0;
  lo_message m = size > 0 ? lo_message_deserialise(bytes, (size_t)size, &result) : NULL;
  assert_non_null(m);
  snprintf(text, sizeof text, "%.200s", (const char *)bytes);
  for (int i = 0; i < lo_message_get_argc(m); i++) {
    const size_t at = strlen(text);
    const void *x = lo_message_get_argv(m)[i]; /* wherever it stands: not aligned */
    float value;
    memcpy(&value, x, sizeof value);
    if (lo_message_get_types(m)[i] == 's')
      snprintf(text + at, sizeof text - at, " %s", (const char *)x);
    else
      rosin_format(text + at, sizeof text - at, " %.5g", value);
  }
  lo_message_free(m);
  return text;
}

/* A message of numbers ('f', 'i'), or 's' with `word`. */
static lo_message message_of(const char *types, const double *x, const char *word) {
  lo_message m = lo_message_new();
  for (int i = 0; types[i]; i++)
    if (types[i] == 'f')
      lo_message_add_float(m, (float)x[i]);
    else if (types[i] == 'i')
      lo_message_add_int32(m, (int)x[i]);
    else
      lo_message_add_string(m, word);
  return m;
}

static void post(const world *w, const char *path, const char *types, const double *x,
                 const char *word) {
  static unsigned char bytes[1024];
  lo_message m = message_of(types, x, word);
  size_t size = sizeof bytes;
  assert_non_null(lo_message_serialise(m, path, bytes, &size));
  assert_int_equal(send(w->socket, bytes, size, 0), (ssize_t)size);
  lo_message_free(m);
}

/* What was sent before has been taken once /ping is answered. */
static void is_silent(const world *w) {
  post(w, "/ping", "", NULL, NULL);
  assert_string_equal(answer(w, PATIENCE), "/pong");
}

typedef struct {
  const char *path, *types, *word, *answer;
  double x[3];
} asked;

static void ask(const world *w, const asked *row, size_t count) {
  for (size_t i = 0; i < count; i++) {
    post(w, row[i].path, row[i].types, row[i].x, row[i].word);
    if (*row[i].answer)
      assert_string_equal(answer(w, PATIENCE), row[i].answer);
    else
      is_silent(w);
  }
}

static int learnt = -1;
static void learn(void *context, int target) {
  assert_ptr_equal(context, &learnt);
  learnt = target;
}

static void refusals_are_told(void **state) {
  (void)state;
  static const asked rows[] = {
      {"/ping", "", NULL, "/pong", {0}},
      {"/bow/force", "f", NULL, "", {1}},
      {"/bow/force",
       "f",
       NULL,
       "/error /bow/force bow.force: -1 is out of range: 0 to 10000",
       {-1}},
      {"/bow/force", "f", NULL, "/error /bow/force must be a finite number", {INFINITY}},
      {"/bow/force", "s", "loud", "/error /bow/force must be a number", {0}},
      {"/bow/colour", "f", NULL, "/error /bow/colour there is no such key; /list lists them", {0}},
      {"/scaled/bow/colour",
       "f",
       NULL,
       "/error /scaled/bow/colour there is no such key; /list lists them",
       {0}},
      {"/scaled/bow/force",
       "f",
       NULL,
       "/error /scaled/bow/force value: 1.5 is out of range: 0 to 1",
       {1.5}},
      {"/scaled/bow/force", "", NULL, "/error /scaled/bow/force an argument is missing", {0}},
      {"/note", "", NULL, "/error /note an argument is missing", {0}},
      {"/note", "f", NULL, "/error /note key: 128 is out of range: 0 to 127", {128}},
      {"/note", "ff", NULL, "/error /note velocity: 2 is out of range: 0 to 1", {60, 2}},
      {"/note", "ffi", NULL, "/error /note channel: 16 is out of range: 0 to 15", {60, 1, 16}},
      {"/bend", "f", NULL, "/error /bend semitones: 97 is out of range: -96 to 96", {97}},
      {"/pressure", "f", NULL, "/error /pressure pressure: 2 is out of range: 0 to 1", {2}},
      {"/cc", "if", NULL, "/error /cc controller: 128 is out of range: 0 to 127", {128, 0}},
      {"/cc", "if", NULL, "/error /cc value: -1 is out of range: 0 to 1", {1, -1}},
      {"/pad", "ff", NULL, "/error /pad x: -2 is out of range: -1 to 1", {-2, 0}},
      {"/pad", "ff", NULL, "/error /pad y: 2 is out of range: 0 to 1", {0, 2}},
      {"/xy", "ff", NULL, "/error /xy x: -2 is out of range: 0 to 1", {-2, 0}},
      {"/lift", "s", "foot", "/error /lift there is no contact of this name", {0}},
      {"/learn", "", NULL, "/error /learn must be followed by a key, as in /learn /bow/force", {0}},
      {"/learn",
       "s",
       "/bow/colour",
       "/error /learn must be followed by a key, as in /learn /bow/force",
       {0}},
      {"/learn",
       "s",
       "bow/force",
       "/error /learn must be followed by a key, as in /learn /bow/force",
       {0}},
      {"/learn", "s", "/bow/force", "/error /learn there is no MIDI to learn from", {0}},
  };
  world *w = begin("cello-d");
  ask(w, rows, sizeof rows / sizeof *rows);
  rosin_osc_on_learn(w->osc, learn, &learnt);
  post(w, "/learn", "s", NULL, "/bow/force");
  is_silent(w);
  assert_ptr_equal(&rosin_sequencer_targets(w->live.live)->target[learnt],
                   live_target(&w->live, "bow.force"));
  end(w);
}

/* "/bow/force 0.5 0 4 N": where it is, a fader's range, its unit. */
static const char *told(const world *w, int i) {
  static char text[400];
  const rosin_target *t = &rosin_sequencer_targets(w->live.live)->target[i];
  char path[200];
  snprintf(path, sizeof path, "/%s", t->name);
  for (char *c = path; *c; c++)
    *c = *c == '.' ? '/' : *c;
  rosin_format(text, sizeof text, "%s %.5g %.5g %.5g %s", path,
               (float)rosin_sequencer_value(w->live.live, i), (float)t->low, (float)t->high,
               t->row->unit);
  return text;
}

static void keys_say_what_they_are(void **state) {
  (void)state;
  world *w = begin("cello-d");
  const int count = rosin_sequencer_targets(w->live.live)->count;
  assert_true(count > 10 && count < 500);
  post(w, "/list", "", NULL, NULL);
  for (int i = 0; i < count; i++)
    assert_string_equal(answer(w, PATIENCE), told(w, i));
  post(w, "/bow/force", "f", (const double[]){2.5}, NULL);
  is_silent(w);
  live_run(&w->live);
  post(w, "/bow/force", "", NULL, NULL);
  const char *said = answer(w, PATIENCE);
  assert_int_equal(strncmp(said, "/bow/force 2.5 0 ", 17), 0);
  assert_string_equal(said + strlen(said) - 2, " N");
  end(w);
}

/* No more than 500 answers a second. */
static void floods_are_not_answered(void **state) {
  (void)state;
  world *w = begin("cello-d");
  int answers = 0, waited = 1;
  const double start = rosin_now();
  for (int i = 0; i < 30; i++) {
    for (int k = 0; k < 20; k++)
      post(w, "/nobody", "", NULL, NULL);
    for (int k = 0; k < 20 && waited; k++) {
      waited = *answer(w, answers < 500 ? PATIENCE : 200) != 0;
      answers += waited;
    }
  }
  assert_in_range(answers, 500, (int)(500 * (1 + rosin_now() - start)));
  end(w);
}

/* ---- packets ------------------------------------------------------------------ */

static int put_32(unsigned char *to, unsigned long x) {
  for (int i = 0; i < 4; i++)
    to[i] = (unsigned char)(x >> (24 - 8 * i));
  return 4;
}

/* A bundle of one packet, `ahead` s from now (0: at once). Its size. */
static int bundle(unsigned char *to, double ahead, const void *inner, int size) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const double part = 1e-9 * (double)now.tv_nsec + ahead, whole = floor(part);
  memmove(to + 20, inner, (size_t)size);
  memcpy(to, "#bundle", 8);
  put_32(to + 8, ahead != 0 ? (unsigned long)now.tv_sec + 2208988800ul + (unsigned long)whole : 0);
  put_32(to + 12, ahead != 0 ? (unsigned long)((part - whole) * 4294967296.0) : 1);
  put_32(to + 16, (unsigned long)size);
  return 20 + size;
}

static int force(unsigned char *to, double value) {
  size_t size = 64;
  lo_message m = message_of("f", &value, NULL);
  lo_message_serialise(m, "/bow/force", to, &size);
  lo_message_free(m);
  return (int)size;
}

static void packets_are_checked(void **state) {
  (void)state;
  world *w = begin("cello-d");
  unsigned char inner[1024], outer[1024];
  const int size = force(inner, 1);
  const struct {
    const char *bytes;
    int size;
    const char *answer;
  } rows[] = {{"abc", 3, "/error  this is no OSC packet"},
              {"/abcd", 5, "/error  this is no OSC packet"},
              {"abcdefg", 8, "/error  this is no OSC message"},
              {"/abcdefg", 8, "/error  this is no OSC message"},
              {"/a\0\0", 4, "/error  this is no OSC message"},
              {"#bundle\0\0\0\0\0\0\0\0\1\0\0\0\10", 20, "/error #bundle cut off"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    send(w->socket, rows[i].bytes, (size_t)rows[i].size, 0);
    assert_string_equal(answer(w, PATIENCE), rows[i].answer);
  }
  for (int deep = 1; deep <= 9; deep++) {
    int made = size;
    memcpy(outer, inner, (size_t)size);
    for (int i = 0; i < deep; i++)
      made = bundle(outer, 0, outer, made);
    send(w->socket, outer, (size_t)made, 0);
    if (deep > 8)
      assert_string_equal(answer(w, PATIENCE), "/error #bundle too deep");
    else
      is_silent(w);
  }
  assert_int_equal(live_run(&w->live), 8);
  send(w->socket, outer, (size_t)bundle(outer, 70, inner, size), 0);
  assert_string_equal(answer(w, PATIENCE), "/error #bundle more than a minute ahead");
  /* two in one, the second cut off */
  const int one = bundle(outer, 0, inner, size);
  put_32(outer + one, (unsigned long)size);
  memcpy(outer + one + 4, inner, (size_t)size);
  send(w->socket, outer, (size_t)(one + 4 + size), 0);
  is_silent(w);
  assert_int_equal(live_run(&w->live), 2);
  put_32(outer + one, (unsigned long)size + 4);
  send(w->socket, outer, (size_t)(one + 4 + size), 0);
  assert_string_equal(answer(w, PATIENCE), "/error #bundle cut off");
  assert_int_equal(live_run(&w->live), 1);
  end(w);
}

/* A bundle's events carry the time it is meant for, and what is past is meant for now. */
static void bundles_carry_their_time(void **state) {
  (void)state;
  world *w = begin("cello-d");
  unsigned char inner[64], outer[128];
  const int size = force(inner, 1);
  static const double ahead[] = {0, 0.5, 20, 55, -3};
  for (int i = 0; i < 5; i++) {
    const double before = rosin_now();
    rosin_sources_gather(&w->live.sources, before + 10); /* what is nearer is due at once */
    send(w->socket, outer, (size_t)bundle(outer, ahead[i], inner, size), 0);
    is_silent(w);
    const double taken = rosin_now(), meant = fmax(ahead[i], 0);
    live_run(&w->live);
    if (ahead[i] > 1) { /* it waits in the heap: nothing yet */
      assert_int_equal(w->live.seen, 0);
      continue;
    }
    assert_int_equal(w->live.seen, 1);
    const double time = w->live.event[0].time; /* two clocks, to 10 ms */
    assert_true(time > before + meant - 0.01 && time < taken + meant + 0.01);
  }
  end(w);
}

static void a_place_that_cannot_be_had_is_named(void **state) {
  (void)state;
  world *w = begin("cello-d");
  rosin_error error = {""};
  char text[200];
  assert_null(rosin_osc_open(&w->live.sources, "no such place", 0, &error));
  assert_int_equal(strncmp(error.text, "--osc-bind no such place: ", 26), 0);
  assert_null(rosin_osc_open(&w->live.sources, NULL, rosin_osc_port(w->osc), &error));
  snprintf(text, sizeof text, "--osc-port %d: 127.0.0.1: Address already in use",
           rosin_osc_port(w->osc));
  assert_string_equal(error.text, text);
  while (rosin_sources_add(&w->live.sources))
    ;
  assert_null(rosin_osc_open(&w->live.sources, NULL, 0, &error));
  assert_string_equal(error.text, "out of memory");
  end(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refusals_are_told),
      cmocka_unit_test(keys_say_what_they_are),
      cmocka_unit_test(floods_are_not_answered),
      cmocka_unit_test(packets_are_checked),
      cmocka_unit_test(bundles_carry_their_time),
      cmocka_unit_test(a_place_that_cannot_be_had_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
