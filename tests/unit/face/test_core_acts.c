/* SPDX-License-Identifier: BSD-3-Clause */
/* What a core does with each thing that it is told, by its insides or against another that is told
 * the same in another way: bows, pads, what goes on, takes, pictures, engines built offline. */
#include "core/inside.h"
#include "player/bow/pad.h"
#include "plugin/list.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 64 };

static float side[2][2][FRAMES]; /* of two cores */
static rosin_error error;

/* As plugins open it, each with the same take. */
static rosin_core *open_core(const char *scene) {
  rosin_core *c = rosin_plugin_open(scene, &error);
  if (!c)
    fail_msg("%s", error.text);
  rosin_core_set_take(c, 5);
  return c;
}

static rosin_core *open_ready(const char *scene) {
  rosin_core *c = open_core(scene);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  return c;
}

static void set(rosin_core *c, const char *name, double value) {
  const int index = rosin_core_find(c, name);
  assert_true(index >= 0);
  rosin_core_set(c, 0, index, value);
}

static void run(rosin_core *c, int which, int calls) {
  for (int i = 0; i < calls; i++)
    rosin_core_process(c, (float *const[]){side[which][0], side[which][1]}, FRAMES);
}

/* Whether two give the same samples; `heard`: and any. */
static int same(rosin_core *a, rosin_core *b, int calls, int *heard) {
  int is_same = 1;
  for (int i = 0; i < calls; i++) {
    run(a, 0, 1);
    run(b, 1, 1);
    is_same &= !memcmp(side[0], side[1], sizeof side[0]);
    *heard |= fabsf(side[0][0][FRAMES - 1]) > 1e-4F;
  }
  return is_same;
}

/* Three parameters are one bow: the same as a hand's, whichever of them moves. */
static void rows_are_a_hands_bow(void **state) {
  (void)state;
  static const double bows[][3] = {{1, 0.3, 0.9},     {1, 0.3, 0.1},     {1, -0.15, 0.1},
                                   {0.5, -0.15, 0.4}, {0.4, -0.15, 0.4}, {0.4, 0.2, 0.4},
                                   {1, 0.2, 0.4}};
  static const char *const name[] = {"bow_down", "bow_speed", "bow_press"};
  rosin_core *a = open_ready("cello"), *b = open_ready("cello");
  int heard = 0;
  set(a, "bow_press", 0.7); /* in the air it is nothing */
  set(a, "bow_speed", 1);
  assert_true(same(a, b, 4, &heard) && !heard);
  assert_true(rosin_core_get(a, rosin_core_find(a, "by_hand")) == 0);
  for (int on = 0; on < 2; on++) { /* but where a hand has the bow already */
    set(a, "by_hand", on ? 0.5 : 0.4);
    set(a, "bow_speed", 0.5 + 0.1 * on);
    assert_true(rosin_core_get(a, rosin_core_find(a, "by_hand")) == (on ? 1 : 0.4));
  }
  for (size_t i = 0; i < sizeof bows / sizeof *bows; i++) {
    for (int k = 2; k >= 0; k--)
      set(a, name[k], bows[i][k]);
    rosin_core_bow(b, bows[i][0] >= 0.5, bows[i][1], bows[i][2]);
    assert_true(same(a, b, 60, &heard) && heard);
    assert_true(rosin_core_get(a, rosin_core_find(a, "by_hand")) == 1);
    assert_true(rosin_core_get(b, rosin_core_find(b, "by_hand")) == 1);
  }
  for (int k = -1; k <= 1; k += 2) { /* as fast as 2 m/s, either way */
    set(a, name[1], 9 * k);
    assert_true(rosin_core_get(a, rosin_core_find(a, name[1])) == 2 * k);
  }
  rosin_core_free(a);
  rosin_core_free(b);
}

/* A pad is as far as the hand reaches on the string that is bowed now. */
static void a_pad_is_of_the_string_that_is_bowed(void **state) {
  (void)state;
  rosin_core *a = open_ready("cello"), *b = open_ready("cello");
  double speed, press, before = 0;
  int heard = 0, other = 0;
  static const int keys[] = {38, 45, 59, 69};
  for (int i = 0; i < 4; i++) {
    rosin_core_midi(a, 0, (const unsigned char[]){0x90, (unsigned char)keys[i], 90}, 3);
    rosin_core_midi(b, 0, (const unsigned char[]){0x90, (unsigned char)keys[i], 90}, 3);
    assert_true(same(a, b, 60, &heard));
    rosin_core_pad(a, 1, 0.8, 0.3 + 0.1 * i);
    const double reach = rosin_player_reach(rosin_sequencer_player(a->engine->sequencer));
    const rosin_pad_bow bow = rosin_pad_at(0.8, 0.3 + 0.1 * i, reach);
    other += reach != before;
    before = reach;
    assert_true(a->reach == reach);
    rosin_core_point(a, 0.8, 0.3 + 0.1 * i, &speed, &press);
    assert_true(speed == bow.speed && press == bow.press && speed != press);
    rosin_core_bow(b, 1, speed, press);
    assert_true(same(a, b, 60, &heard));
  }
  assert_true(heard && other > 2);
  rosin_core_free(a);
  rosin_core_free(b);
  /* before there is a string: as fast as a bow by default */
  a = open_core("cello");
  rosin_core_point(a, 1, 1, &speed, &press);
  assert_true(speed == rosin_core_get(a, rosin_core_find(a, "bow_speed")) && press == 1);
  rosin_core_free(a);
}

/* What is on begins as it is switched on, but where it plays already; nothing else begins it. */
static void what_goes_on_begins_once(void **state) {
  (void)state;
  rosin_core *c = open_ready("chalk");
  const double whole = rosin_core_duration(c);
  run(c, 0, 10);
  assert_true(rosin_core_at(c) < 0);
  set(c, "continuous", 0.4);
  run(c, 0, 10);
  assert_true(rosin_core_at(c) < 0);
  set(c, "continuous", 0.5);
  run(c, 0, 200);
  const double at = rosin_core_at(c);
  assert_true(at > 0.2 && at < whole);
  run(c, 0, (int)(whole * 44100 / FRAMES)); /* and again */
  assert_true(fabs(rosin_core_at(c) - at) < 0.1);
  set(c, "continuous", 0.9); /* it is on already */
  run(c, 0, 1);
  assert_true(rosin_core_at(c) > at);
  set(c, "continuous", 0.49); /* off: it goes to its end, and is not begun again */
  run(c, 0, 1);
  assert_true(rosin_core_at(c) > at);
  set(c, "continuous", 1); /* on while it plays: it goes on */
  run(c, 0, 1);
  assert_true(rosin_core_at(c) > at);
  set(c, "continuous", 0);
  run(c, 0, (int)(whole * 44100 / FRAMES) + 100);
  assert_true(rosin_core_at(c) >= whole);
  set(c, "continuous", 1); /* it is over: anew */
  run(c, 0, 50);
  assert_true(rosin_core_at(c) > 0 && rosin_core_at(c) < 0.2);
  set(c, "continuous", 0);
  set(c, "continuous", 0.5);
  run(c, 0, 50);
  rosin_core_post(c, 0, &(rosin_event){.target = ROSIN_EVENT_END, .value = 1});
  run(c, 0, 10);
  const double ended = rosin_core_at(c);
  set(c, "continuous", 0.6); /* it is on already */
  run(c, 0, 20);
  assert_true(rosin_core_at(c) < 0 || rosin_core_at(c) >= ended);
  set(c, "continuous", 0); /* a fall begins nothing */
  run(c, 0, 100);
  assert_true(rosin_core_at(c) < 0 || rosin_core_at(c) >= ended);
  set(c, "continuous", 1); /* it was ended before its time: anew */
  run(c, 0, 20);
  assert_true(rosin_core_at(c) > 0 && rosin_core_at(c) < 0.1);
  set(c, "continuous", 0);
  set(c, "trigger", 1); /* which plays once */
  run(c, 0, (int)(whole * 44100 / FRAMES) + 100);
  assert_true(rosin_core_at(c) >= whole);
  rosin_core_free(c);
}

/* Switched on before it is ready, or as it is reset, it plays from the first frame on. */
static void what_is_on_plays_at_once(void **state) {
  (void)state;
  rosin_core *c = open_core("chalk");
  assert_int_equal(rosin_core_channels(c), rosin_scene_channels(c->model));
  assert_true(rosin_core_strings(c) == 0 && !rosin_core_is_instrument(c));
  rosin_core_put(c, rosin_core_find(c, "continuous"), 0.5);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  for (int turn = 0; turn < 2; turn++) {
    run(c, 0, 50);
    assert_true(rosin_core_at(c) > 0.05 && rosin_core_at(c) < 0.1);
    rosin_core_reset(c);
  }
  rosin_core_put(c, rosin_core_find(c, "continuous"), 0.4);
  rosin_core_reset(c);
  run(c, 0, 50);
  assert_true(rosin_core_at(c) < 0);
  rosin_core_free(c);
}

/* An effect's gesture ends with the last of its notes, called by a name or not; not before, and not
 * by one that was not down. */
static void the_last_note_up_ends_it(void **state) {
  (void)state;
  rosin_core *c = open_ready("rope");
  if (rosin_core_find(c, "key_hold") >= 0)
    rosin_core_put(c, rosin_core_find(c, "key_hold"), 0);
  for (int single = 0; single < 2; single++) {
    rosin_core_reset(c);
    rosin_player_event_t e = {.kind = ROSIN_PLAYER_NOTE_ON, .single = single, .value = 0.5};
    for (int i = 0; i < 2; i++) {
      e.key = 60 + i;
      e.note = i;
      rosin_core_play(c, 0, &e);
    }
    e.kind = ROSIN_PLAYER_NOTE_OFF;
    for (int i = 2; i >= 0; i--) { /* the third was never down */
      run(c, 0, 10);
      assert_int_equal(rosin_sequencer_has_ended(c->engine->sequencer), 0);
      e.key = 60 + i;
      e.note = i;
      rosin_core_play(c, 0, &e);
    }
    run(c, 0, 10);
    assert_int_equal(rosin_sequencer_has_ended(c->engine->sequencer), 1);
  }
  rosin_core_free(c);
}

/* A trigger is up from a half on. */
static void a_trigger_has_two_ends(void **state) {
  (void)state;
  static const struct {
    double value;
    int ended;
  } moves[] = {{0.5, 0}, {0.9, 0}, {0.5, 0}, {0.49, 1}, {0.5, 0}, {0.1, 1}, {0.4, 1}, {1, 0}};
  rosin_core *c = open_ready("rope");
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    set(c, "trigger", moves[i].value);
    run(c, 0, 10);
    assert_int_equal(rosin_sequencer_has_ended(c->engine->sequencer), moves[i].ended);
  }
  assert_true(rosin_core_at(c) >= 0 && rosin_core_at(c) < 0.02);
  rosin_core_free(c);
}

static void what_is_wrong_is_told(void **state) {
  (void)state;
  strcpy(error.text, "of another");
  assert_null(rosin_core_new("nobody", &error));
  assert_non_null(strstr(error.text, "nobody"));
  rosin_core *c = open_core("wine-glass");
  rosin_core_set_offline(c, 1);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  rosin_core_set(c, 500, rosin_core_find(c, "size"), 45);
  assert_int_equal(c->lates, 1);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0); /* which forgets what was to come */
  assert_int_equal(c->lates, 0);
  rosin_core_free(c);
}

/* The first engine and each after it have the take; where the row says another, that. */
static void a_seed_is_a_take(void **state) {
  (void)state;
  rosin_core *c = open_core("rope");
  const int row = rosin_core_seed_row(c);
  assert_true(rosin_core_tail(c) > rosin_core_duration(c)); /* told before it is ready */
  assert_true(row >= 0 && row == rosin_core_find(c, "input") - 1 - ROSIN_TAKES_ROWS);
  assert_true(rosin_core_get(c, row) == 0 && rosin_core_parameter_stepped(c, row));
  assert_true(rosin_core_meant(c, row) == 5);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  assert_true(c->applied[row] == 5 && c->engine->built[row] == 5);
  assert_true(rosin_scene_model(c->engine->scene)->seed == 5);
  set(c, "seed", 7.4); /* whole numbers */
  assert_true(rosin_core_get(c, row) == 7 && c->applied[row] == 7);
  set(c, "seed", 1);
  assert_true(rosin_core_meant(c, row) == 1 && rosin_core_parameter_live(c, row));
  assert_false(rosin_core_parameter_live(c, -1) ||
               rosin_core_parameter_live(c, rosin_core_parameters(c)));
  set(c, "seed", 1e9);
  assert_true(rosin_core_get(c, row) == 16777215);
  set(c, "seed", 0);
  assert_true(rosin_core_meant(c, row) == 5);
  rosin_core_set_take(c, 4294967295.0);
  rosin_core_set_take(c, 4294967296.0);
  rosin_core_set_take(c, -1);
  assert_true(rosin_core_take(c) == 4294967295.0);
  rosin_core_set_take(c, 0.5);
  assert_true(rosin_core_take(c) == 0);
  rosin_core_free(c);
  c = rosin_core_new("rope", &error);
  assert_int_equal(rosin_core_seed_row(c), -1);
  const double own = rosin_scene_model(c->model)->seed;
  rosin_core_add_seed(c);
  assert_true(rosin_core_take(c) == own && rosin_core_get(c, rosin_core_seed_row(c)) == 0);
  assert_true(c->applied[rosin_core_seed_row(c)] == own);
  rosin_core_free(c);
}

/* The loop of what is watched: as the observer has it, and bounded; none of what is not. */
static void a_loop_is_told(void **state) {
  (void)state;
  enum { COUNT = 300 };
  static float v[COUNT + 1], f[COUNT + 1], v2[COUNT], f2[COUNT];
  for (int watched = 0; watched < 2; watched++) {
    rosin_core *c = open_core("chalk");
    rosin_core_set_watched(c, watched);
    assert_true(rosin_core_rate(c) == 44100 && rosin_core_loop(c, COUNT, v, f) == 0);
    assert_int_equal(rosin_core_prepare(c, 48000, &error), 0);
    assert_true(rosin_core_rate(c) == 44100); /* its own, whatever it plays at */
    rosin_core_trigger(c, 0);
    for (int i = 0; i < 300; i++)
      run(c, 0, 1);
    v[COUNT] = f[COUNT] = 7;
    assert_int_equal(rosin_core_loop(c, COUNT, v, f), watched ? COUNT : 0);
    assert_true(v[COUNT] == 7 && f[COUNT] == 7);
    assert_int_equal(rosin_core_loop(c, COUNT, NULL, f), 0);
    if (watched) {
      assert_int_equal(rosin_observer_loop(rosin_core_observer(c), -1, COUNT, v2, f2), COUNT);
      assert_memory_equal(v, v2, sizeof v2);
      assert_memory_equal(f, f2, sizeof f2);
      assert_true(fabsf(f[COUNT - 1]) > 0.01f);
    }
    rosin_core_free(c);
  }
}

/* A picture's shape turns slowly, and is what the observer draws; the reach is renewed with it. */
static void a_picture_turns(void **state) {
  (void)state;
  static const unsigned char on[] = {0x90, 50, 90};
  rosin_core_picture p;
  double shape[ROSIN_CORE_SHAPE];
  rosin_core *c = open_core("cello");
  rosin_core_set_watched(c, ROSIN_CORE_WATCHED_WHEN_LOOKED_AT);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  rosin_core_midi(c, 0, on, 3);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 150; i++) { /* up to the call that draws one */
      const unsigned before = c->published.turn;
      rosin_core_look(c, &p);
      c->reach = 0;
      run(c, 0, 1);
      if (i > 100 && c->published.turn != before)
        break;
    }
    assert_int_equal(rosin_core_look(c, &p), 0);
    const rosin_observed seen = rosin_observer_look(rosin_core_observer(c));
    assert_true(c->reach > 0 &&
                c->reach == rosin_player_reach(rosin_sequencer_player(c->engine->sequencer)));
    assert_string_equal(p.contact, seen.name);
    assert_true(p.regime == seen.regime && p.force == seen.force && p.velocity == seen.velocity &&
                p.slips == seen.slips && p.pitch == seen.pitch);
    assert_int_equal(
        rosin_observer_picture(rosin_core_observer(c), c->published.phase, ROSIN_CORE_SHAPE, shape),
        0);
    for (int i = 0; i < ROSIN_CORE_SHAPE; i++)
      assert_true(p.shape[i] == (float)shape[i]);
    const double phase = c->published.phase = k ? 0.995 : 0.3;
    const unsigned before = c->published.turn;
    while (c->published.turn == before) {
      rosin_core_look(c, &p);
      run(c, 0, 1);
    }
    assert_true(fabs(c->published.phase - fmod(phase + 0.01, 1)) < 1e-12);
  }
  c->published.turn++; /* while it is drawn there is none */
  assert_int_equal(rosin_core_look(c, &p), -1);
  rosin_core_free(c);
}

/* Built offline: macros as they are in what plays, a take as it is heard; what cannot be built is
 * tried once. */
static void an_engine_built_offline_is_of_what_plays(void **state) {
  (void)state;
  rosin_core *c = open_core("wine-glass");
  rosin_core_set_offline(c, 1);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  const int size = rosin_core_find(c, "size"), pressure = rosin_core_find(c, "pressure"),
            level = rosin_core_find(c, "level"), seed = rosin_core_find(c, "seed");
  rosin_core_set(c, 0, size, 30);
  assert_int_equal(rosin_core_frame(c), 0);
  run(c, 0, 1); /* of what is silent nothing is left */
  assert_true(c->engine->built[size] == 30 && rosin_core_settled(c));
  assert_true(rosin_core_get(c, seed) == 0 && c->engine->built[seed] == rosin_core_take(c));
  assert_true(rosin_core_frame(c) > 0);
  rosin_core_trigger(c, 0);
  run(c, 0, 100);
  rosin_core_set(c, 0, seed, 9);
  rosin_core_put(c, pressure, 1.25); /* told as the call begins, heard later */
  rosin_core_set(c, 0, size, 45);
  rosin_core_set(c, 0, level, -7);
  const rosin_engine *before = c->engine;
  const double heard = rosin_sequencer_value(before->sequencer, before->target[pressure]);
  run(c, 0, 1);
  assert_ptr_not_equal(c->engine, before);
  assert_true(c->engine->built[size] == 45 && c->engine->built[level] == -7);
  assert_true(c->engine->built[seed] == c->applied[seed] && c->applied[seed] == 9);
  assert_true(c->engine->built[pressure] == heard && heard != 1.25);
  assert_int_equal(rosin_core_stale(c), 0);
  run(c, 0, 100);
  assert_true(rosin_sequencer_value(c->engine->sequencer, c->engine->target[pressure]) == 1.25);
  const char *const name = c->plan.source.scene;
  c->plan.source.scene = "nobody";
  before = c->engine;
  rosin_core_set(c, 0, size, 40);
  assert_int_equal(rosin_core_stale(c), 1);
  run(c, 0, 1);
  assert_ptr_equal(c->engine, before);
  assert_int_equal(rosin_core_stale(c), 0);
  c->plan.source.scene = name;
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_a_hands_bow),
      cmocka_unit_test(a_pad_is_of_the_string_that_is_bowed),
      cmocka_unit_test(what_goes_on_begins_once),
      cmocka_unit_test(what_is_on_plays_at_once),
      cmocka_unit_test(the_last_note_up_ends_it),
      cmocka_unit_test(a_trigger_has_two_ends),
      cmocka_unit_test(what_is_wrong_is_told),
      cmocka_unit_test(a_seed_is_a_take),
      cmocka_unit_test(a_loop_is_told),
      cmocka_unit_test(a_picture_turns),
      cmocka_unit_test(an_engine_built_offline_is_of_what_plays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
