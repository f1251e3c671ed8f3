/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes on a scene that has no player: a plain hand that fingers and bows. */
#include "chance.h"
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

/* ---- at random ----------------------------------------------------------------------------- */

static double clip(double x) {
  return fmin(fmax(x, 0), 1);
}

/* What a hand has heard, as a list. */
typedef struct {
  double key[ROSIN_HAND_KEYS + 1], strike, pressure, expression, weight, bend;
  int keys;
} heard;

static void drop(heard *h, int i) {
  memmove(h->key + i, h->key + i + 1, (size_t)(--h->keys - i) * sizeof *h->key);
}

static void drop_key(heard *h, double key) {
  for (int i = h->keys - 1; i >= 0; i--)
    if (h->key[i] == key)
      drop(h, i);
}

/* Whether the hand moves then. */
static int hears(heard *h, rosin_player_kind kind, int controller, double key, double value) {
  const int quiet = kind == ROSIN_PLAYER_QUIET ||
                    (kind == ROSIN_PLAYER_CONTROL && (controller == 120 || controller == 123));
  if (kind == ROSIN_PLAYER_NOTE_ON) {
    drop_key(h, key);
    h->key[h->keys++] = key;
    if (h->keys > ROSIN_HAND_KEYS)
      drop(h, 0);
    h->strike = clip(value);
  } else if (kind == ROSIN_PLAYER_NOTE_OFF) {
    drop_key(h, key);
  } else if (kind == ROSIN_PLAYER_BEND) {
    h->bend = value;
  } else if (kind == ROSIN_PLAYER_PRESSURE) {
    h->pressure = clip(value);
  } else if (quiet) {
    h->keys = 0;
    if (kind == ROSIN_PLAYER_QUIET)
      h->pressure = h->bend = 0;
  } else if (kind == ROSIN_PLAYER_CONTROL && controller == 1) {
    h->weight = clip(value);
  } else if (kind == ROSIN_PLAYER_CONTROL && (controller == 2 || controller == 11)) {
    h->expression = clip(value);
  } else {
    return 0;
  }
  return 1;
}

/* By octaves to between the open string and the second above it. */
static double fingered(const heard *h, double open) {
  double f = 440 * exp2((h->key[h->keys - 1] + h->bend - 69) / 12);
  for (int i = 0; i < 10 && f < 0.999 * open; i++)
    f *= 2;
  for (int i = 0; i < 10 && f > 4 * open; i++)
    f /= 2;
  return fmax(f, open);
}

static void whatever_comes_it_is_a_hand(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello-d", "glass", "chalk"};
  static const rosin_player_kind kinds[] = {
      ROSIN_PLAYER_NOTE_ON,  ROSIN_PLAYER_NOTE_ON, ROSIN_PLAYER_NOTE_ON,  ROSIN_PLAYER_NOTE_OFF,
      ROSIN_PLAYER_NOTE_OFF, ROSIN_PLAYER_BEND,    ROSIN_PLAYER_PRESSURE, ROSIN_PLAYER_CONTROL,
      ROSIN_PLAYER_CONTROL,  ROSIN_PLAYER_CONTROL, ROSIN_PLAYER_QUIET,    ROSIN_PLAYER_PROGRAM,
      ROSIN_PLAYER_TUNE,     ROSIN_PLAYER_TELL};
  static const int controllers[] = {1, 2, 11, 74, 64, 120, 123};
  seed = 100;
  for (int s = 0; s < 3; s++) {
    world *w = begin(scenes[s]);
    const rosin_model *m = rosin_scene_model(w->scene);
    const rosin_model_contact *c = &m->contact[0];
    const rosin_model_body *string = rosin_model_string_of(m, c);
    const int force = rosin_targets_of(&w->targets, c->name, "force"),
              velocity = rosin_targets_of(&w->targets, c->name, "velocity"),
              position = rosin_targets_of(&w->targets, c->name, "position"),
              finger = string ? rosin_targets_of(&w->targets, c->b, "finger") : -1;
    heard h = {.weight = 0.5, .expression = 0.5};
    for (int i = 0; i < 4000; i++) {
      const rosin_player_kind kind = one_of(400) ? kinds[one_of(14)] : ROSIN_PLAYER_QUIET;
      if ((kind == ROSIN_PLAYER_QUIET) && one_of(6))
        continue;
      const int controller = kind == ROSIN_PLAYER_CONTROL ? controllers[one_of(i % 50 ? 5 : 7)] : 0;
      const double key = 20 + one_of(i % 500 < 250 ? 8 : 90), value = between(-0.3, 1.3);
      event(w, kind, controller, key, value);
      if (kind == ROSIN_PLAYER_CONTROL && controller == 74 && position >= 0) {
        const rosin_target *p = &w->targets.target[position];
        assert_true(w->moves == 1 &&
                    fabs(w->value[position] - (p->low + clip(value) * (p->high - p->low))) < 1e-9);
        continue;
      }
      if (!hears(&h, kind, controller, key, value)) {
        assert_int_equal(w->moves, 0);
        continue;
      }
      const int on = h.keys > 0;
      const double effort = clip(h.expression * (0.5 + 0.5 * h.strike) + 0.5 * h.pressure);
      assert_int_equal(w->moves, 2 + (on && finger >= 0));
      assert_true(fabs(w->value[velocity] - (on ? effort * w->targets.target[velocity].high : 0)) <
                  1e-9);
      assert_true(fabs(w->value[force] - (on ? h.weight * w->targets.target[force].high : 0)) <
                  1e-9);
      if (on && finger >= 0)
        assert_true(fabs(w->value[finger] / fingered(&h, string->string.frequency) - 1) < 1e-9);
    }
    end(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keys_finger_and_bow),
      cmocka_unit_test(place_and_quiet),
      cmocka_unit_test(a_glass_is_rubbed_without_fingers),
      cmocka_unit_test(whatever_comes_it_is_a_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
