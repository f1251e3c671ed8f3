/* SPDX-License-Identifier: BSD-3-Clause */
/* What a core does as it plays, against plain rules: engines of many rates, takes and inputs; when
 * it rests and what wakes it; keys as they begin; values that wait for their frames offline. */
#include "chance.h"
#include "core/inside.h"
#include "scene/scene.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "whole.h"

enum { FRAMES = 400 };

/* ---- engines ------------------------------------------------------------------------------ */

/* Low rates run twice or four times as fast, at least. */
static void engines_run_fast_enough(void **state) {
  (void)state;
  for (int own = 1; own < 5; own++)
    for (int asked = 0; asked < 5; asked++)
      for (int rate = 8000; rate <= 96000; rate += 1) {
        if (rate > 8010 && rate < 22040)
          rate = 22040;
        if (rate > 22060 && rate < 44090)
          rate = 44090;
        if (rate > 44110)
          rate = 96000;
        const int least = rate < 22050 ? 4 : rate < 44100 ? 2 : 1, wanted = asked ? asked : own;
        assert_int_equal(rosin_engine_oversample(
                             &(rosin_engine_plan){.rate = rate, .own = own, .oversample = asked}),
                         wanted > least ? wanted : least);
      }
}

static float one[FRAMES * 8], other[FRAMES * 8];

static void play(rosin_core *c, float *to) {
  rosin_core_trigger(c, 0);
  rosin_core_midi(c, 0, (const unsigned char[]){0x90, 60, 100}, 3);
  rosin_core_process_frames(c, to, FRAMES);
}

/* What was opened on trial is taken over by the first engine where nothing else is asked for: the
 * same bits as where it is read anew, of any take; its values are those that were set. */
static void what_was_tried_is_what_is_read(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "chalk", "wine-glass", "saw", "oak-door"};
  seed = 41;
  for (size_t s = 0; s < 2 * sizeof scenes / sizeof *scenes; s++) {
    rosin_core *c[2];
    char *errors;
    for (int k = 0; k < 2; k++) {
      c[k] = rosin_core_open(&(rosin_core_source){.scene = scenes[s / 2], .untried = k}, &errors);
      assert_non_null(c[k]);
      if (s % 2)
        rosin_core_add_seed(c[k]);
      rosin_core_set_take(c[k], 12345);
    }
    for (int turn = 0; turn < 3; turn++) {
      for (int i = 0; turn && i < c[0]->rows; i++) {
        const rosin_parameter *p = rosin_core_parameter(c[0], i);
        const double x = turn == 1 ? between(p->low, p->high) : p->initial;
        for (int k = 0; k < 2 && c[0]->row[i].kind != ROSIN_CORE_LEVEL &&
                        c[0]->row[i].kind != ROSIN_CORE_SEED && p->kind == ROSIN_NUMBER;
             k++)
          rosin_core_put(c[k], i, x);
      }
      for (int k = 0; k < 2; k++) {
        if (rosin_core_prepare(c[k], 44100, &error))
          fail_msg("%s", error.text);
      }
      const rosin_scene *made = c[0]->engine->scene;
      assert_true(s % 2 == 0 || rosin_scene_model(made)->seed == 12345);
      for (int i = 0, macro = 0; i < c[0]->rows; i++) {
        const rosin_core_kind kind = c[0]->row[i].kind;
        if (kind == ROSIN_CORE_MACRO || kind == ROSIN_CORE_BUILDER)
          if (!(fabs(rosin_scene_macro_value(made, macro++) - rosin_core_get(c[0], i)) <=
                1e-12 * (1 + fabs(rosin_core_get(c[0], i)))))
            fail_msg("%s: %s, %.17g", scenes[s / 2], c[0]->row[i].row->name,
                     rosin_core_get(c[0], i));
        if (kind == ROSIN_CORE_PLAYER)
          assert_true(rosin_player_at(rosin_core_player(c[0]), rosin_core_parameter(c[0], i)) ==
                      rosin_core_get(c[0], i));
        const int target = c[0]->engine->target[i];
        assert_int_equal(target >= 0, kind == ROSIN_CORE_PLAYER || kind == ROSIN_CORE_MACRO);
        if (target >= 0)
          assert_ptr_equal(strstr(rosin_core_targets(c[0])->target[target].name,
                                  rosin_core_parameter(c[0], i)->name) +
                               strlen(rosin_core_parameter(c[0], i)->name),
                           rosin_core_targets(c[0])->target[target].name +
                               strlen(rosin_core_targets(c[0])->target[target].name));
      }
      play(c[0], one);
      play(c[1], other);
      assert_memory_equal(one, other, sizeof one);
    }
    rosin_core_free(c[0]);
    rosin_core_free(c[1]);
  }
}

/* A new engine is wanted as long as what builds bodies is not what it was built of, or another
 * gesture is drawn; one that could not be built is not tried again before another value is set. */
static void engines_are_wanted_by_a_rule(void **state) {
  (void)state;
  rosin_core *c = open_whole("wine-glass");
  double built[ROSIN_CORE_PARAMETERS], height[ROSIN_DRAWN] = {0.5};
  unsigned drawn = 0;
  assert_int_equal(rosin_core_stale(c), 0);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  seed = 42;
  for (int i = 0; i < c->rows; i++)
    built[i] = rosin_core_get(c, i);
  for (int turn = 0; turn < 60 / SHARE; turn++) {
    for (int k = one_of(3); k > 0; k--) {
      const int i = one_of(c->rows);
      if (c->row[i].kind != ROSIN_CORE_INPUT && c->row[i].kind != ROSIN_CORE_BYPASS)
        rosin_core_put(c, i,
                       one_of(2) ? built[i] : between(c->row[i].row->low, c->row[i].row->high));
    }
    if (!one_of(6))
      rosin_core_draw(c, one_of(2) ? height : NULL);
    int wanted = rosin_core_drawn_turn(c) != drawn;
    for (int i = 0; i < c->rows; i++)
      wanted |= rosin_core_get(c, i) != built[i] && !rosin_core_parameter_live(c, i);
    assert_int_equal(rosin_core_stale(c), wanted);
    if (wanted && !one_of(4)) { /* of a scene that is gone */
      const char *name = c->plan.source.scene;
      c->plan.source.scene = "nobody";
      assert_null(rosin_core_build(c, &error));
      c->plan.source.scene = name;
      assert_int_equal(rosin_core_stale(c), 0);
      const double size = rosin_core_get(c, rosin_core_find(c, "size"));
      rosin_core_put(c, rosin_core_find(c, "size"), size < 40 ? size + 1 : size - 1);
      assert_int_equal(rosin_core_stale(c), rosin_core_get(c, rosin_core_find(c, "size")) !=
                                                    built[rosin_core_find(c, "size")] ||
                                                rosin_core_drawn_turn(c) != drawn);
    } else if (wanted) {
      rosin_engine *e = rosin_core_build(c, &error);
      assert_non_null(e);
      rosin_core_swap(c, e);
      while (!rosin_core_settled(c)) {
        rosin_engine_free(rosin_core_retired(c));
        rosin_core_process_frames(c, one, FRAMES);
      }
      for (int i = 0; i < c->rows; i++)
        built[i] = rosin_core_get(c, i);
      drawn = rosin_core_drawn_turn(c);
    }
  }
  rosin_core_free(c);
}

/* ---- rest ---------------------------------------------------------------------------------- */

static int frames_to_rest(rosin_core *c, int most) {
  int frames = 0;
  while (!rosin_core_rests(c) && frames < most) {
    rosin_core_process_frames(c, one, 64);
    frames += 64;
  }
  return frames;
}

static void next_call(rosin_core *c) {
  rosin_core_process_frames(c, one, 64);
}

/* It rests once nothing has happened for a second; each thing that is to come, moves, sounds or is
 * to be built, alone, wakes it for as long as it is so, and for a second more. */
static void it_rests_a_second_after_all(void **state) {
  (void)state;
  enum { RATE = 44100, LONG = 60 * RATE };
  static const char *const scenes[] = {"rope", "cello", "wine-glass"};
  for (int s = 0; s < 3; s++) {
    rosin_core *c = open_whole(scenes[s]);
    const int effect = s != 1, bypass = rosin_core_find(c, "bypass");
    int builds = 0; /* the first row that wants another engine */
    while (rosin_core_parameter_live(c, builds))
      builds++;
    assert_int_equal(rosin_core_rests(c), 0);
    assert_int_equal(rosin_core_prepare(c, RATE, &error), 0);
    assert_in_range(frames_to_rest(c, LONG), RATE, effect ? RATE + 128 : 4 * RATE);
    const double built = rosin_core_get(c, builds), far = rosin_core_parameter(c, builds)->high;
    rosin_core_put(c, builds, far); /* an engine is wanted */
    assert_int_equal(rosin_core_stale(c), 1);
    for (int i = 0; i < 3; i++, next_call(c))
      assert_int_equal(rosin_core_rests(c), i == 0);
    rosin_core_put(c, builds, built);
    assert_in_range(frames_to_rest(c, LONG), RATE - 256, 4 * RATE);
    rosin_core_set(c, 40, 0, -3); /* a level is to glide */
    next_call(c);
    assert_true(s == 1 || frames_to_rest(c, LONG) < 2 * RATE);
    rosin_core_set(c, 9000, 0, -6);
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    assert_in_range(frames_to_rest(c, LONG), RATE, 4 * RATE);
    rosin_core_set(c, 0, bypass, 1);
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    assert_in_range(frames_to_rest(c, LONG), RATE - 64, 4 * RATE);
    rosin_core_set(c, 0, bypass, 0);
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    frames_to_rest(c, LONG);
    rosin_core_midi(c, 30000, (const unsigned char[]){0x90, 62, 90}, 3); /* a note is to come */
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    rosin_core_midi(c, 40000, (const unsigned char[]){0x80, 62, 90}, 3);
    assert_in_range(frames_to_rest(c, LONG), RATE + 30000, LONG - 64);
    if (effect) { /* of a gesture all of its time counts, also where it is not heard */
      rosin_core_trigger(c, 0);
      next_call(c);
      assert_int_equal(rosin_core_rests(c), 0);
      assert_in_range(frames_to_rest(c, LONG), (int)((rosin_core_duration(c) + 0.99) * RATE),
                      LONG - 64);
    }
    rosin_core_set_offline(c, 1); /* a value is to come */
    rosin_core_set(c, 300, builds, built + 0.25 * (far - built));
    next_call(c);
    assert_int_equal(rosin_core_rests(c), 0);
    rosin_core_free(c);
  }
}

/* What comes in wakes nothing where it drives nothing. */
static void what_drives_nothing_wakes_nothing(void **state) {
  (void)state;
  static const float loud[64] = {0.5f, -0.5f, 0.25f};
  const float *const in[] = {loud, loud};
  rosin_core *c = open_whole("wine-glass");
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  for (int i = 0; i < 700; i++) {
    rosin_core_hear(c, in, 2, 64);
    rosin_core_process_frames(c, one, 64);
  }
  assert_int_equal(rosin_core_rests(c), 1);
  rosin_core_put(c, rosin_core_find(c, "input"), 1);
  rosin_core_swap(c, rosin_core_build(c, &error));
  rosin_engine_free(rosin_core_retired(c));
  for (int i = 0; i < 700; i++) {
    rosin_core_hear(c, in, 2, 64);
    rosin_core_process_frames(c, one, 64);
    rosin_engine_free(rosin_core_retired(c));
  }
  assert_int_equal(rosin_core_rests(c), 0);
  rosin_core_free(c);
}

/* Rows have an end: what finds no room is not added, and nothing of it. */
static void rows_have_an_end(void **state) {
  (void)state;
  static const struct {
    void (*add)(rosin_core *core);
    int rows, whole; /* whole: all of them or none */
  } adds[] = {{rosin_core_add_input, 2, 1},
              {rosin_core_add_takes, ROSIN_TAKES_ROWS, 1},
              {rosin_core_add_bypass, 1, 1},
              {rosin_core_add_limiter, 1, 1},
              {rosin_core_add_seed, 5, 0}};
  for (size_t k = 0; k < sizeof adds / sizeof *adds; k++)
    for (int rows = ROSIN_CORE_PARAMETERS - 8; rows <= ROSIN_CORE_PARAMETERS; rows++) {
      rosin_core *c = rosin_core_new("rope", &error);
      while (c->rows < rows)
        c->row[c->rows++] = c->row[1];
      adds[k].add(c);
      const int room = ROSIN_CORE_PARAMETERS - rows, got = c->rows - rows;
      assert_true(got <= room);
      if (adds[k].whole)
        assert_int_equal(got, room >= adds[k].rows ? adds[k].rows : 0);
      else
        assert_int_equal(got, room >= 5 ? 5 : room > 0);
      adds[k].add(c); /* once */
      assert_true(c->rows <= ROSIN_CORE_PARAMETERS);
      if (k < 3)
        assert_int_equal(c->rows - rows, got);
      rosin_core_free(c);
    }
}

/* What is asked of a core is of what plays in it; before that there is nothing. */
static void what_plays_is_told(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "rope", "glass-harmonica"};
  static const char *const contact[] = {"bow-d", "turn", NULL};
  for (int s = 0; s < 3; s++) {
    rosin_core *c = open_whole(scenes[s]);
    rosin_player_score_t note = {.time = 0.1,
                                 .event = {.kind = ROSIN_PLAYER_NOTE_ON, .key = 60, .value = 0.5}};
    double wanted = 7;
    assert_true(!rosin_core_player(c) && !rosin_core_keys(c) && !rosin_core_targets(c) &&
                !rosin_core_observer(c) && rosin_core_target_value(c, 0) == 0 &&
                rosin_core_frame(c) == 0 && rosin_core_happened(c) == 0 &&
                rosin_core_latency(c) == 0 && rosin_core_at(c) == 0 && rosin_core_rescued(c) == 0 &&
                rosin_core_input_delay(c) == 0 && rosin_core_hears(c, 0, &wanted) == 0 &&
                rosin_core_score(c, &note, 1, NULL, &error) == -1);
    assert_string_equal(error.text, "this scene has no instrument to be played by notes");
    if (contact[s])
      assert_string_equal(rosin_core_contact(c), contact[s]);
    rosin_core_set_watched(c, 1);
    assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
    const rosin_sequencer *q = c->engine->sequencer;
    assert_ptr_equal(rosin_core_player(c), rosin_sequencer_player(q));
    assert_int_equal(rosin_core_player(c) != NULL, s == 0);
    assert_ptr_equal(rosin_core_keys(c), c->keyed.keys);
    assert_int_equal(rosin_core_keys(c) != NULL, s == 2);
    assert_ptr_equal(rosin_core_targets(c), rosin_sequencer_targets(q));
    assert_ptr_equal(rosin_core_observer(c), c->engine->observer);
    assert_non_null(rosin_core_observer(c));
    assert_int_equal(rosin_core_score(c, &note, 1, NULL, &error), s ? -1 : 0);
    rosin_core_process_frames(c, one, 100);
    rosin_core_post(c, 0,
                    &(rosin_event){.target = 0, .value = rosin_core_targets(c)->target[0].high});
    rosin_core_process_frames(c, one, 100);
    for (int i = 0; i < rosin_core_targets(c)->count; i++)
      assert_true(rosin_core_target_value(c, i) == rosin_sequencer_value(q, i));
    assert_true(rosin_core_target_value(c, 0) == rosin_core_targets(c)->target[0].high);
    assert_true(rosin_core_frame(c) == 200 && rosin_core_happened(c) == 1);
    assert_true(rosin_core_latency(c) == rosin_sequencer_latency(q));
    rosin_core_free(c);
  }
}

/* As all begins: a gesture's keys are played as a new instance plays them. */
static void keys_begin_as_they_say(void **state) {
  (void)state;
  static const char *const names[] = {"key_range", "key_effort", "key_hold", "key_round"};
  rosin_core *c = open_whole("rope");
  for (int i = 0; i < ROSIN_TAKES_ROWS; i++) {
    const rosin_parameter *p = rosin_core_parameter(c, rosin_core_find(c, names[i]));
    assert_ptr_equal(p, &rosin_takes_rows[i]);
    assert_true(p->initial == 1 && p->low == 0 && p->high == 1);
    assert_int_equal(p->kind, i < 2 ? ROSIN_NUMBER : ROSIN_SWITCH);
    assert_int_equal(rosin_takes_row(names[i] + 4), i);
    assert_true(rosin_core_get(c, rosin_core_find(c, names[i])) == 1);
  }
  assert_int_equal(rosin_takes_row("range2"), -1);
  static const struct {
    const char *scene, *name;
    double low, high, initial;
  } rows[] = {{"rope", "trigger", 0, 1, 0},
              {"rope", "continuous", 0, 1, 0},
              {"rope", "limiter", 0, 1, 1},
              {"rope", "seed", 0, 16777215, 0},
              {"rope", "input", 0, 3, 0},
              {"rope", "input_gain", -60, 40, 0},
              {"rope", "bypass", 0, 1, 0},
              {"cello", "bow_down", 0, 1, 0},
              {"cello", "bow_speed", -2, 2, 0.2},
              {"cello", "bow_press", 0, 1, 0.5},
              {"cello", "players", 1, 16, 1},
              {"cello", "tightness", 0, 1, 0.6},
              {"cello", "unison", 0, 30, 8},
              {"saw", "key_dynamics", 0, 1, 0.55},
              {"saw", "key_pressure", 0, 1, 0.5},
              {"saw", "key_position", 0.3, 3, 1},
              {"saw", "key_assist", 0, 1, 1},
              {"saw", "key_attack", 0, 1, 0},
              {"saw", "key_vibrato", 0, 100, 12},
              {"saw", "key_vibrato_rate", 1, 12, 5.2},
              {"saw", "key_portamento", 0, 2, 0.05},
              {"saw", "key_a4", 300, 600, 440}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) { /* sessions count on them */
    rosin_core *d = open_whole(rows[i].scene);
    const rosin_parameter *p = rosin_core_parameter(d, rosin_core_find(d, rows[i].name));
    assert_true(p && p->low == rows[i].low && p->high == rows[i].high &&
                p->initial == rows[i].initial);
    rosin_core_free(d);
  }
  rosin_core_free(c);
}

/* ---- offline ------------------------------------------------------------------------------- */

typedef struct {
  int frame, index;
  double value;
} late;

/* Values that build bodies wait for their frames, sorted, those of one frame as they came; of too
 * many the last makes room. What is due in a call is set in it. */
static void values_wait_in_order(void **state) {
  (void)state;
  static late list[ROSIN_CORE_LATE + 1];
  int count = 0;
  rosin_core *c = open_whole("wine-glass");
  const int size = rosin_core_find(c, "size"), pressure = rosin_core_find(c, "pressure");
  const rosin_parameter *p = rosin_core_parameter(c, size);
  seed = 43;
  rosin_core_set_offline(c, 1);
  rosin_core_set(c, 100, size, p->low + 0.1); /* nothing plays yet: at once */
  assert_true(c->lates == 0 && rosin_core_get(c, size) == p->low + 0.1);
  assert_int_equal(rosin_core_prepare(c, 44100, &error), 0);
  for (int turn = 0; turn < 60; turn++) {
    const int many = one_of(20) ? one_of(5) : 300;
    for (int k = 0; k < many; k++) {
      const late l = {one_of(4) ? one_of(3000) : 0, size, between(p->low, p->high)};
      rosin_core_set(c, l.frame, size, l.value);
      rosin_core_set(c, l.frame, pressure, rosin_core_get(c, pressure)); /* it is heard at once */
      if (!l.frame)
        assert_true(rosin_core_get(c, size) == l.value);
      if (!l.frame)
        continue;
      int at = count < ROSIN_CORE_LATE ? count++ : count - 1;
      for (; at > 0 && list[at - 1].frame > l.frame; at--)
        list[at] = list[at - 1];
      list[at] = l;
    }
    assert_int_equal(c->lates, count);
    for (int i = 0; i < count; i++)
      assert_true(c->late[i].frame == list[i].frame && c->late[i].index == size &&
                  c->late[i].value == list[i].value);
    if (one_of(10) == 0) { /* somebody waits for the sound again: all at once */
      rosin_core_set_offline(c, 0);
      assert_true(c->lates == 0 && (!count || rosin_core_get(c, size) == list[count - 1].value));
      count = 0;
      rosin_core_set_offline(c, 1);
    }
    const int frames = 1 + one_of(FRAMES);
    double value = rosin_core_get(c, size);
    int due = 0;
    for (; due < count && list[due].frame < frames; due++)
      value = list[due].value;
    rosin_core_process_frames(c, one, frames);
    assert_true(rosin_core_get(c, size) == value);
    memmove(list, list + due, (size_t)(count -= due) * sizeof *list);
    for (int i = 0; i < count; i++)
      list[i].frame -= frames;
  }
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(engines_run_fast_enough),
      cmocka_unit_test(what_was_tried_is_what_is_read),
      cmocka_unit_test(engines_are_wanted_by_a_rule),
      cmocka_unit_test(it_rests_a_second_after_all),
      cmocka_unit_test(what_drives_nothing_wakes_nothing),
      cmocka_unit_test(rows_have_an_end),
      cmocka_unit_test(what_plays_is_told),
      cmocka_unit_test(keys_begin_as_they_say),
      cmocka_unit_test(values_wait_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
