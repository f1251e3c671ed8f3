/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys and what rubs their bodies, told of notes, pedals, bends, pressures and settings at random:
 * where each hand is, how fast and how hard it rubs, and what is heard, against
 * tests/unit/face/keys.txt. The same once more after a reset. */
#include "golden.h"
#include "keys/inside.h"
#include "maths/maths.h"
#include "rosin/scene.h"
#include "tests/unit/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 44100, CELLS = 700, MOST = 4 };

static rosin_player_event_t event(const rosin_keyboard *keys) {
  static const rosin_player_kind kind[] = {
      ROSIN_PLAYER_NOTE_ON, ROSIN_PLAYER_NOTE_ON, ROSIN_PLAYER_NOTE_ON,  ROSIN_PLAYER_NOTE_OFF,
      ROSIN_PLAYER_BEND,    ROSIN_PLAYER_TUNE,    ROSIN_PLAYER_PRESSURE, ROSIN_PLAYER_CONTROL,
      ROSIN_PLAYER_CONTROL, ROSIN_PLAYER_TELL,    ROSIN_PLAYER_QUIET};
  static const int controller[] = {64, 66, 64, 66, 7, 10, 1, 2, 11, 74, 120, 123};
  rosin_player_event_t e = {.kind = kind[one_of(one_of(8) ? 10 : 11)],
                            .channel = one_of(2),
                            .key = keys->model->low - 1 + one_of(28),
                            .value = between(0, 1)};
  if (e.kind == ROSIN_PLAYER_BEND || e.kind == ROSIN_PLAYER_TUNE)
    e.value = between(-1, 1);
  e.controller = e.kind == ROSIN_PLAYER_TELL ? one_of(20) : controller[one_of(12)];
  if (one_of(4) == 0) {
    e.single = 1;
    e.note = one_of(4) - 1;
    e.channel = one_of(3) - (e.kind != ROSIN_PLAYER_NOTE_ON);
  }
  return e;
}

/* What keys are, each number weighed by its place. */
static void row(golden *g, const char *name, const rosin_keyboard *keys, const double *heard) {
  double x[11] = {heard[0], heard[1], keys->motor, rosin_keyboard_sounding(keys),
                  rosin_keyboard_missed(keys)};
  for (int i = 0; i < keys->keys; i++) {
    const rosin_key *k = &keys->key[i];
    const double weight = 1 + 0.1 * i;
    x[5] += weight * (k->held + 3 * k->keyed + 9 * k->kept + 27 * k->sounds + 81 * k->back);
    x[6] += weight * fabs(k->speed);
    x[7] += weight * k->press;
    x[8] += weight * k->swing;
    x[9] += weight * (fabs(k->slide) + k->age + k->waves + fabs(k->round));
    x[10] += weight * (k->lid + k->fades + k->side[0] + 2 * k->side[1]);
  }
  golden_columns(g, name, "left right motor sounding missed held speed press swing way shown", x,
                 1e-6, 1e-9);
}

static void run(golden *g, rosin_keyboard *keys, const char *scene, unsigned begin) {
  float out[ROSIN_KEYBOARD_CELL * MOST];
  double heard[2] = {0};
  seed = begin;
  for (int cell = 0; cell < CELLS; cell++) {
    if (cell % 10 == 0) {
      const rosin_player_event_t e = event(keys);
      rosin_keyboard_event(keys, &e);
    }
    memset(out, 0, sizeof out);
    const int frames = cell % 7 ? ROSIN_KEYBOARD_CELL : 1 + cell % 31;
    rosin_keyboard_run(keys, frames, out);
    for (int i = 0; i < frames; i++)
      for (int s = 0; s < 2; s++)
        heard[s] += fabs((double)out[i * keys->channels + s % keys->channels]);
    if (cell % 100 == 99) {
      char name[24];
      snprintf(name, sizeof name, "%d", cell + 1);
      golden_in(g, "%s", scene);
      row(g, name, keys, heard);
    }
  }
}

/* Only so many keys, so that it is made soon. */
static rosin_keyboard *open_keys(const char *name, rosin_scene **scene) {
  char *errors = NULL;
  rosin_error error;
  *scene = rosin_scene_load(name, 0, NULL, &errors);
  if (!*scene)
    fail_msg("%s", errors ? errors : "no memory");
  rosin_model_keys *m = (rosin_model_keys *)&rosin_scene_model(*scene)->keys;
  m->high = fmin(m->high, m->low + 25);
  rosin_keyboard *keys = rosin_keyboard_new(*scene, RATE, 1, &error);
  if (!keys)
    fail_msg("%s", error.text);
  return keys;
}

/* What a score says comes in its time, later by what the keys wait; notes that have no key are
 * told; who heeds which controller. */
static int told, low, high;
static double when;

static void left_out(void *context, double time, double key, int channel, rosin_left why) {
  (void)context;
  (void)channel;
  told++;
  low += why == ROSIN_LEFT_LOW && key < 60;
  high += why == ROSIN_LEFT_HIGH && key > 60;
  when = time;
}

static void scores_come_in_time(void **state) {
  (void)state;
  rosin_scene *scene;
  rosin_keyboard *keys = open_keys("saw", &scene);
  float out[ROSIN_KEYBOARD_CELL * MOST];
  rosin_player_score_t score[] = {
      {0.01, {.kind = ROSIN_PLAYER_NOTE_ON, .key = keys->model->low + 2, .value = 0.8}},
      {0.02, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 3, .value = 0.8}},
      {0.03, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 126, .value = 0.8}},
      {0.04, {.kind = ROSIN_PLAYER_NOTE_ON, .key = keys->model->low + 2, .value = 0}}};
  assert_true(rosin_keyboard_heed(keys, 120) && rosin_keyboard_heed(keys, 123));
  assert_true(rosin_keyboard_heed(keys, 64) && !rosin_keyboard_heed(keys, 119));
  rosin_keyboard_set_witness(keys, left_out, NULL);
  for (int waits = 0; waits < 2; waits++) {
    rosin_keyboard_reset(keys);
    rosin_keyboard_score(keys, score, 4);
    rosin_keyboard_wait(keys, 441 * waits);
    told = low = high = 0;
    assert_false(rosin_keyboard_rest(keys));
    for (int i = 0; i < RATE / 10; i += 9) {
      const double now = (i - 441.0 * waits) / RATE;
      memset(out, 0, sizeof out);
      rosin_keyboard_run(keys, 9, out);
      assert_int_equal(keys->key[0].held, now >= 0.01 - 0.5 / RATE && now < 0.04 - 0.5 / RATE);
      assert_int_equal(told, (now >= 0.02 - 0.5 / RATE) + (now >= 0.03 - 0.5 / RATE));
    }
    assert_true(low == 1 && high == 1 && fabs(when - 0.03) < 0.001);
    assert_int_equal(rosin_keyboard_missed(keys), 2);
    rosin_keyboard_score(keys, NULL, 0);
  }
  rosin_keyboard_free(keys);
  rosin_scene_free(scene);
}

static void keys_hold_still(void **state) {
  (void)state;
  static const char *const name[] = {"glass-harmonica", "bowed-vibraphone", "singing-bowls", "saw"};
  golden g = golden_open("tests/unit/face/keys.txt");
  for (int s = 0; s < 4; s++) {
    rosin_scene *scene;
    rosin_keyboard *keys = open_keys(name[s], &scene);
    char again[80];
    run(&g, keys, name[s], 5u + (unsigned)s);
    rosin_keyboard_reset(keys);
    snprintf(again, sizeof again, "%s:again", name[s]);
    run(&g, keys, again, 50u + (unsigned)s);
    rosin_keyboard_free(keys);
    rosin_scene_free(scene);
  }
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(keys_hold_still),
                                     cmocka_unit_test(scores_come_in_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
