/* SPDX-License-Identifier: BSD-3-Clause */
/* OSC messages become events: which, with what numbers; and what is out of range becomes
 * none. What is answered is tested in live.bats. */
#include "live/devices/osc.h"

#include <lo/lo.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "live_world.h"

typedef struct {
  live_world live;
  rosin_osc *osc;
} world;

static world *begin(const char *name) {
  rosin_error error = {""};
  world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  live_begin(&w->live, name);
  assert_non_null(w->osc = rosin_osc_open(&w->live.sources, NULL, 0, &error));
  return w;
}

static void end(world *w) {
  rosin_osc_close(w->osc);
  live_end(&w->live);
  free(w);
}

/* Sends a message of numbers ('f' and 'i' by type, 's' a bow's name); the events it made
 * are in w->live.event. */
static int post(world *w, const char *path, const char *types, const double *x) {
  static unsigned char bytes[512];
  lo_message m = lo_message_new();
  size_t size = sizeof bytes;
  for (int i = 0; types[i]; i++)
    if (types[i] == 'f')
      lo_message_add_float(m, (float)x[i]);
    else if (types[i] == 'i')
      lo_message_add_int32(m, (int)x[i]);
    else if (types[i] == 'T')
      lo_message_add_true(m);
    else if (types[i] == 'F')
      lo_message_add_false(m);
    else
      lo_message_add_string(m, types[i] == 's' ? "bow" : "nobody");
  assert_non_null(lo_message_serialise(m, path, bytes, &size));
  rosin_osc_packet(w->osc, bytes, (int)size);
  lo_message_free(m);
  return live_run(&w->live);
}

#define SEND(w, path, types, ...) post(w, path, types, (const double[]){__VA_ARGS__})

static const rosin_target *target(const world *w, const char *name) {
  return live_target(&w->live, name);
}

static void is_move(const world *w, int index, const char *name, double value) {
  live_is_move(&w->live, index, name, value);
}

static void keys_move_what_they_name(void **state) {
  (void)state;
  world *w = begin("cello-d");
  const rosin_target *force = target(w, "bow.force"), *speed = target(w, "bow.velocity");
  assert_int_equal(SEND(w, "/bow/force", "f", 0.7), 1);
  is_move(w, 0, "bow.force", 0.7);
  assert_int_equal(SEND(w, "/bow/force", "i", 2), 1);
  is_move(w, 0, "bow.force", 2);
  assert_int_equal(SEND(w, "/bow/force", "T", 0), 1);
  is_move(w, 0, "bow.force", 1);
  assert_int_equal(SEND(w, "/bow/force", "F", 0), 1);
  is_move(w, 0, "bow.force", 0);
  assert_int_equal(SEND(w, "/bow/force", "f", force->row->high), 1);
  assert_int_equal(SEND(w, "/bow/force", "f", force->row->low), 1);
  assert_int_equal(SEND(w, "/bow/force", "f", 1.01 * force->row->high), 0);
  assert_int_equal(SEND(w, "/bow/force", "f", -0.01), 0);
  assert_int_equal(SEND(w, "/bow/force", "f", NAN), 0);
  assert_int_equal(SEND(w, "/bow/force", "s", 0), 0);
  assert_int_equal(SEND(w, "/bow/force", "", 0), 0);
  assert_int_equal(SEND(w, "/bow/colour", "f", 0.5), 0);
  assert_int_equal(SEND(w, "/scaled/bow/force", "f", 0.25), 1);
  is_move(w, 0, "bow.force", force->low + 0.25 * (force->high - force->low));
  assert_int_equal(SEND(w, "/scaled/bow/velocity", "f", 1), 1);
  is_move(w, 0, "bow.velocity", speed->high);
  assert_int_equal(SEND(w, "/scaled/bow/velocity", "f", 1.1), 0);
  assert_int_equal(SEND(w, "/scaled/bow/colour", "f", 0.5), 0);
  end(w);
}

static void pads_bow(void **state) {
  (void)state;
  world *w = begin("cello-d");
  const double force = target(w, "bow.force")->high, speed = target(w, "bow.velocity")->high;
  assert_int_equal(SEND(w, "/pad", "ff", 0.5, 0.25), 2);
  is_move(w, 0, "bow.velocity", 0.5 * speed);
  is_move(w, 1, "bow.force", 0.25 * force);
  assert_int_equal(SEND(w, "/pad", "ffs", -1, 1, 0), 2);
  is_move(w, 0, "bow.velocity", -speed);
  is_move(w, 1, "bow.force", force);
  assert_int_equal(SEND(w, "/xy", "ff", 0.25, 0), 2);
  is_move(w, 0, "bow.velocity", -0.5 * speed);
  is_move(w, 1, "bow.force", 0);
  assert_int_equal(SEND(w, "/xy", "ff", 1, 0.5), 2);
  is_move(w, 0, "bow.velocity", speed);
  assert_int_equal(SEND(w, "/xy", "ff", -0.1, 0.5), 0);
  assert_int_equal(SEND(w, "/pad", "ff", -1.1, 0.5), 0);
  assert_int_equal(SEND(w, "/pad", "ff", 0, 1.5), 0);
  assert_int_equal(SEND(w, "/pad", "ff", 0, -0.5), 0);
  assert_int_equal(SEND(w, "/pad", "f", 0.5), 0);
  assert_int_equal(SEND(w, "/pad", "ffn", 0.5, 0.5, 0), 0);
  assert_int_equal(SEND(w, "/lift", "", 0), 1);
  is_move(w, 0, "bow.force", 0);
  assert_int_equal(SEND(w, "/lift", "n", 0), 0);
  /* whoever moved the hand: it rests, where there is something to rest */
  SEND(w, "/pad", "ff", 0.5, 0.25);
  const int quiet = SEND(w, "/quiet", "", 0);
  assert_int_equal(quiet, 3);
  assert_int_equal(w->live.event[0].target, ROSIN_EVENT_PLAYER);
  assert_true(w->live.event[1].value == 0 && w->live.event[2].value == 0);
  assert_int_equal(SEND(w, "/quiet", "", 0), 1);
  end(w);
}

static void is_played(const world *w, rosin_player_kind kind, double key, double value, int channel,
                      int controller) {
  assert_int_equal(w->live.seen, 1);
  const rosin_event *e = &w->live.event[0];
  live_is_played(&w->live, 0, kind, key, value);
  assert_int_equal(e->player.channel, channel);
  assert_int_equal(e->player.controller, controller);
}

static void notes_are_played(void **state) {
  (void)state;
  world *w = begin("cello");
  SEND(w, "/note", "f", 57.5);
  is_played(w, ROSIN_PLAYER_NOTE_ON, 57.5, 0.7, 0, 0);
  SEND(w, "/note", "ffi", 45, 0.25, 15);
  is_played(w, ROSIN_PLAYER_NOTE_ON, 45, 0.25, 15, 0);
  SEND(w, "/note", "ff", 45, 0);
  is_played(w, ROSIN_PLAYER_NOTE_OFF, 45, 0, 0, 0);
  SEND(w, "/bend", "f", -2.5);
  is_played(w, ROSIN_PLAYER_BEND, 0, -2.5, 0, 0);
  SEND(w, "/bend", "fi", 96, 3);
  is_played(w, ROSIN_PLAYER_BEND, 0, 96, 3, 0);
  SEND(w, "/pressure", "fi", 0.75, 2);
  is_played(w, ROSIN_PLAYER_PRESSURE, 0, 0.75, 2, 0);
  SEND(w, "/cc", "ifi", 74, 0.5, 4);
  is_played(w, ROSIN_PLAYER_CONTROL, 0, 0.5, 4, 74);
  SEND(w, "/quiet", "", 0);
  is_played(w, ROSIN_PLAYER_QUIET, 0, 0, 0, 0);
  const struct {
    const char *path, *types;
    double x[3];
  } bad[] = {{"/note", "", {0}},
             {"/note", "f", {-1}},
             {"/note", "f", {127.5}},
             {"/note", "ff", {60, 1.1}},
             {"/note", "ff", {60, -0.1}},
             {"/note", "ffi", {60, 1, 16}},
             {"/note", "ffi", {60, 1, -1}},
             {"/note", "s", {0}},
             {"/bend", "f", {96.5}},
             {"/bend", "f", {-96.5}},
             {"/bend", "", {0}},
             {"/pressure", "f", {1.1}},
             {"/pressure", "f", {-0.1}},
             {"/pressure", "", {0}},
             {"/cc", "if", {128, 0.5}},
             {"/cc", "if", {-1, 0.5}},
             {"/cc", "if", {1, 1.5}},
             {"/cc", "if", {1, -0.5}},
             {"/cc", "i", {1}},
             {"/cc", "ifi", {1, 0.5, 16}}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (post(w, bad[i].path, bad[i].types, bad[i].x))
      fail_msg("%s %s %g %g", bad[i].path, bad[i].types, bad[i].x[0], bad[i].x[1]);
  end(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keys_move_what_they_name),
      cmocka_unit_test(pads_bow),
      cmocka_unit_test(notes_are_played),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
