/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes on a scene that has no player: a plain hand that fingers and bows. */
#include "core/sequencer/hand.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
  rosin_scene *scene;
  rosin_targets targets;
  rosin_hand hand;
  int moves;
  double value[256];
} world;

static void move(void *context, int target, double value) {
  world *w = context;
  w->moves++;
  w->value[target] = value;
}

static world *begin(const char *name) {
  world *w = calloc(1, sizeof *w);
  assert_non_null(w);
  assert_non_null(w->scene = rosin_scene_load(name, 0, NULL, NULL));
  assert_int_equal(rosin_scene_prepare(w->scene, 0, 64, NULL), 0);
  assert_int_equal(rosin_targets_open(&w->targets, w->scene, NULL), 0);
  assert_true(w->targets.count < 256);
  rosin_hand_open(&w->hand, rosin_scene_model(w->scene), &w->targets);
  return w;
}

static void end(world *w) {
  rosin_targets_close(&w->targets);
  rosin_scene_free(w->scene);
  free(w);
}

static void event(world *w, rosin_player_kind kind, int controller, double key, double value) {
  w->moves = 0;
  rosin_hand_event(
      &w->hand,
      &(rosin_player_event_t){.kind = kind, .controller = controller, .key = key, .value = value},
      move, w);
}

static double at(const world *w, const char *name) {
  const int target = rosin_targets_find(&w->targets, name);
  assert_true(target >= 0);
  return w->value[target];
}

static double top(const world *w, const char *name) {
  return w->targets.target[rosin_targets_find(&w->targets, name)].high;
}

#define NEAR(a, b) assert_true(fabs((a) - (b)) <= 1e-9 * (1 + fabs(1.0 * (b))))

static void keys_finger_and_bow(void **state) {
  (void)state;
  world *w = begin("cello-d");
  const double open = 147, force = top(w, "bow.force"), speed = top(w, "bow.velocity");
  assert_true(force > 0 && speed > 0);
  event(w, ROSIN_PLAYER_NOTE_ON, 0, 57, 1); /* A3 */
  assert_int_equal(w->moves, 3);
  NEAR(at(w, "d.finger"), 220);
  NEAR(at(w, "bow.velocity"), 0.5 * speed); /* half the expression, struck fully */
  NEAR(at(w, "bow.force"), 0.5 * force);
  event(w, ROSIN_PLAYER_NOTE_ON, 0, 59, 0.4); /* the newest key sounds, and its strike */
  NEAR(at(w, "d.finger"), 440 * exp2(-10 / 12.0));
  NEAR(at(w, "bow.velocity"), 0.5 * 0.7 * speed);
  event(w, ROSIN_PLAYER_BEND, 0, 0, 2);
  NEAR(at(w, "d.finger"), 440 * exp2(-8 / 12.0));
  event(w, ROSIN_PLAYER_BEND, 0, 0, 0);
  event(w, ROSIN_PLAYER_NOTE_OFF, 0, 59, 0); /* back to the one still held */
  NEAR(at(w, "d.finger"), 220);
  event(w, ROSIN_PLAYER_PRESSURE, 0, 0, 0.6);
  NEAR(at(w, "bow.velocity"), (0.5 * 0.7 + 0.3) * speed);
  event(w, ROSIN_PLAYER_PRESSURE, 0, 0, 7); /* no more than full speed */
  NEAR(at(w, "bow.velocity"), (0.5 * 0.7 + 0.5) * speed);
  event(w, ROSIN_PLAYER_CONTROL, 11, 0, 1);
  NEAR(at(w, "bow.velocity"), speed);
  event(w, ROSIN_PLAYER_CONTROL, 2, 0, 0.2);
  NEAR(at(w, "bow.velocity"), (0.2 * 0.7 + 0.5) * speed);
  event(w, ROSIN_PLAYER_CONTROL, 1, 0, 0.25);
  NEAR(at(w, "bow.force"), 0.25 * force);
  event(w, ROSIN_PLAYER_CONTROL, 9, 0, 0.25); /* nobody's */
  assert_int_equal(w->moves, 0);
  event(w, ROSIN_PLAYER_NOTE_OFF, 0, 57, 0);
  assert_true(at(w, "bow.velocity") == 0 && at(w, "bow.force") == 0);
  assert_int_equal(w->moves, 2); /* the finger stays */
  /* by octaves into what the string sounds: from open to four times that */
  event(w, ROSIN_PLAYER_NOTE_ON, 0, 21, 1);
  NEAR(at(w, "d.finger"), 220);
  event(w, ROSIN_PLAYER_NOTE_ON, 0, 105, 1);
  NEAR(at(w, "d.finger"), 440);
  event(w, ROSIN_PLAYER_NOTE_ON, 0, 50.01, 1); /* a hair below open is open */
  NEAR(at(w, "d.finger"), open);
  end(w);
}

static void place_and_quiet(void **state) {
  (void)state;
  world *w = begin("cello-d");
  const rosin_target *p = &w->targets.target[rosin_targets_find(&w->targets, "bow.position")];
  event(w, ROSIN_PLAYER_CONTROL, 74, 0, 0.25); /* without a note, too */
  assert_int_equal(w->moves, 1);
  NEAR(at(w, "bow.position"), p->low + 0.25 * (p->high - p->low));
  event(w, ROSIN_PLAYER_CONTROL, 74, 0, 3);
  NEAR(at(w, "bow.position"), p->high);
  const int quiet[] = {120, 123, -1};
  for (int i = 0; i < 3; i++) {
    event(w, ROSIN_PLAYER_NOTE_ON, 0, 57, 1);
    event(w, ROSIN_PLAYER_PRESSURE, 0, 0, 1);
    assert_true(at(w, "bow.velocity") > 0);
    if (quiet[i] > 0)
      event(w, ROSIN_PLAYER_CONTROL, quiet[i], 0, 0);
    else
      event(w, ROSIN_PLAYER_QUIET, 0, 0, 0);
    assert_true(at(w, "bow.velocity") == 0 && at(w, "bow.force") == 0);
  }
  event(w, ROSIN_PLAYER_NOTE_ON, 0, 57, 1); /* pressure was let go, too */
  NEAR(at(w, "bow.velocity"), 0.5 * top(w, "bow.velocity"));
  /* more keys than it can hold: the oldest is forgotten, the last one sounds */
  for (int i = 0; i < 20; i++)
    event(w, ROSIN_PLAYER_NOTE_ON, 0, 50 + i, 1);
  NEAR(at(w, "d.finger"), 440);
  for (int i = 19; i > 4; i--)
    event(w, ROSIN_PLAYER_NOTE_OFF, 0, 50 + i, 1);
  assert_true(at(w, "bow.velocity") > 0);
  event(w, ROSIN_PLAYER_NOTE_OFF, 0, 54, 1);
  assert_true(at(w, "bow.velocity") == 0);
  end(w);
}

static void a_glass_is_rubbed_without_fingers(void **state) {
  (void)state;
  world *w = begin("glass");
  assert_int_equal(w->hand.finger, -1);
  event(w, ROSIN_PLAYER_NOTE_ON, 0, 57, 0.5);
  assert_int_equal(w->moves, 2);
  NEAR(at(w, "finger.velocity"), 0.5 * 0.75 * top(w, "finger.velocity"));
  end(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keys_finger_and_bow),
      cmocka_unit_test(place_and_quiet),
      cmocka_unit_test(a_glass_is_rubbed_without_fingers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
