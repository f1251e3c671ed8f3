/* SPDX-License-Identifier: BSD-3-Clause */
/* A live scene's time: many events take effect by frame, and as they came; a scene with macros
 * begins again and again; what finds no room is counted. */
#include "core/sequencer/sequencer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "live_world.h"

enum { EVENTS = 700 };

typedef struct {
  int count;
  long long frame[EVENTS];
  double value[EVENTS];
} seen;

static void see(void *context, long long frame, const rosin_event *event) {
  seen *s = context;
  assert_true(s->count < EVENTS);
  s->frame[s->count] = frame;
  s->value[s->count++] = event->value;
}

static void events_wait_in_order(void **state) {
  (void)state;
  static seen s;
  static float out[ROSIN_SEQUENCER_GRID * 16];
  long long meant[EVENTS];
  live_world w;
  unsigned chance = 1;
  live_begin(&w, "cello-d");
  memset(&s, 0, sizeof s);
  rosin_sequencer_set_witness(w.live, see, &s);
  const int force = rosin_targets_of(rosin_sequencer_targets(w.live), "bow", "force");
  for (int i = 0; i < EVENTS; i++) { /* the value says which it is */
    chance = chance * 1664525u + 1013904223u;
    meant[i] = (chance >> 20) % 40 * 100;
    rosin_sequencer_post(w.live, meant[i], &(rosin_event){.target = force, .value = 1e-3 * i});
  }
  for (int i = 0; i < 4100 / ROSIN_SEQUENCER_GRID; i++)
    rosin_sequencer_run(w.live, ROSIN_SEQUENCER_GRID, out);
  assert_true(s.count == EVENTS && rosin_sequencer_happened(w.live) == EVENTS);
  long long last = -1;
  int before = -1;
  for (int i = 0; i < EVENTS; i++) {
    const int which = (int)lround(1e3 * s.value[i]);
    const long long cell =
        (meant[which] + ROSIN_SEQUENCER_GRID - 1) / ROSIN_SEQUENCER_GRID * ROSIN_SEQUENCER_GRID;
    assert_int_equal(s.frame[i], cell);
    assert_true(meant[which] > last || (meant[which] == last && which > before));
    last = meant[which];
    before = which;
  }
  live_end(&w);
}

/* Events of later find room for half, of now for all. */
static void what_finds_no_room_is_counted(void **state) {
  (void)state;
  live_world w;
  live_begin(&w, "cello-d");
  const rosin_event e = {.target = 0, .value = 1};
  for (int i = 0; i < ROSIN_SEQUENCER_PENDING / 2 + 7; i++)
    rosin_sequencer_post(w.live, LIVE_RATE + 1, &e);
  assert_int_equal(rosin_sequencer_lost(w.live), 7);
  for (int i = 0; i < ROSIN_SEQUENCER_PENDING / 2; i++)
    rosin_sequencer_post(w.live, LIVE_RATE, &e);
  assert_int_equal(rosin_sequencer_lost(w.live), 7);
  rosin_sequencer_post(w.live, 0, &e);
  assert_int_equal(rosin_sequencer_lost(w.live), 8);
  assert_int_equal(rosin_sequencer_happened(w.live), 0);
  live_end(&w);
}

/* What the gestures of a scene do in one turn they do in the next; a hand stays. */
static void begin_again(int hold_first) {
  enum { CELLS = 700, MOST = 24 };
  static double value[MOST][CELLS];
  static float out[ROSIN_SEQUENCER_GRID * 16];
  static const char *const set[] = {"duration=0.2"};
  rosin_error error = {""};
  char *errors = NULL;
  rosin_scene *scene = rosin_scene_load("cuica", 1, set, &errors);
  if (!scene)
    fail_msg("%s", errors);
  assert_int_equal(rosin_scene_prepare(scene, 44100, 64, &error), 0);
  rosin_sequencer *live = rosin_sequencer_new(scene, 44100, 0, &error);
  const rosin_network *n = rosin_scene_network(scene);
  const rosin_targets *t = rosin_sequencer_targets(live);
  int held = -1, first = -1, moved = 0;
  for (int i = 0; i < t->count; i++) {
    if (t->target[i].contact == 0 && !strcmp(t->target[i].row->name, "position"))
      held = i;
    if (t->target[i].control >= 0 && i != held &&
        (first < 0 || t->target[i].control < t->target[first].control))
      first = i;
  }
  assert_true(held >= 0 && first >= 0 && first != held);
  rosin_sequencer_post(live, 0, &(rosin_event){.target = held, .value = 0.3});
  if (hold_first)
    rosin_sequencer_post(live, 0, &(rosin_event){.target = first, .value = 0.3});
  for (int i = 0; i < CELLS; i++) {
    rosin_sequencer_run(live, ROSIN_SEQUENCER_GRID, out);
    for (int k = 0; k < t->count && k < MOST; k++)
      value[k][i] = rosin_network_value(n, t->target[k].control);
  }
  const int turn = (int)llround(0.2 * 44100 / ROSIN_SEQUENCER_GRID);
  for (int k = 0; k < t->count && k < MOST; k++) {
    int differ = 0;
    for (int i = 10; i < CELLS; i++)
      differ += value[k][i] != value[k][i - 1];
    const int is_held = k == held || (hold_first && k == first);
    moved += differ > 200 && !is_held;
    for (int i = 4; i + turn < CELLS && t->target[k].control >= 0 && !is_held; i++)
      assert_float_equal(value[k][i + turn], value[k][i], 1e-6 * (1 + fabs(value[k][i])));
  }
  assert_true(moved > 0);
  assert_float_equal(rosin_network_value(n, t->target[held].control), 0.3, 1e-3);
  if (hold_first)
    assert_float_equal(rosin_network_value(n, t->target[first].control), 0.3, 1e-3);
  rosin_sequencer_free(live);
  rosin_scene_free(scene);
}

static void scenes_begin_again(void **state) {
  (void)state;
  begin_again(0);
  begin_again(1);
}

/* A control goes its way in some milliseconds: 1 - 1/e of it in 4, and then rests. */
static void controls_glide(void **state) {
  (void)state;
  static float out[ROSIN_SEQUENCER_GRID * 16];
  live_world w;
  live_begin(&w, "cello-d");
  rosin_network *n = rosin_scene_network(w.scene);
  const int control = rosin_network_control(n, "bow.force");
  const int force = rosin_targets_of(rosin_sequencer_targets(w.live), "bow", "force");
  for (int turn = 0; turn < 3; turn++) { /* first to where the next begins */
    const double from = turn == 1 ? 2 : 0.5, to = turn == 1 ? 0.5 : 2;
    rosin_sequencer_post(w.live, rosin_sequencer_frame(w.live),
                         &(rosin_event){.target = force, .value = to});
    for (int k = 1; k < 80; k++) {
      rosin_sequencer_run(w.live, ROSIN_SEQUENCER_GRID, out);
      const double cell = ROSIN_SEQUENCER_GRID / (0.004 * LIVE_RATE);
      const double left = (rosin_network_value(n, control) - to) / (from - to);
      assert_true(turn == 0 || fabs(left - exp(-k * cell)) < 1e-4);
      assert_true(rosin_sequencer_value(w.live, force) == (double)to); /* where it is sent */
    }
    assert_true(rosin_network_value(n, control) == to);
  }
  live_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controls_glide),
      cmocka_unit_test(events_wait_in_order),
      cmocka_unit_test(what_finds_no_room_is_counted),
      cmocka_unit_test(scenes_begin_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
