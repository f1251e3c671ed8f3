/* SPDX-License-Identifier: BSD-3-Clause */
/* The limiter of plugins and page: what it leaves alone, what never passes, what 0.2 saved. */
#include "core/limit.h"
#include "core/presets.h"
#include "plugin/list.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 24000, OFF = 12000, ON = 18000 };

typedef struct {
  float x[2][FRAMES];
} sound;

static sound made[3];

static void the_curve_bends(void **state) {
  (void)state;
  float before = 0;
  for (int i = 0; i <= 4000; i++) {
    const float x = (float)i / 400, y = rosin_limit(x);
    assert_true(y >= before && y <= 0.99f && rosin_limit(-x) == -y);
    assert_true(x > 0.7f || y == x);
    assert_true(y - before <= 1.0001f / 400 + 1e-6f);
    before = y;
  }
  assert_true(rosin_limit(INFINITY) <= 0.99f && rosin_limit(-INFINITY) >= -0.99f);
  assert_true(rosin_limit(NAN) == 0);
}

static rosin_core *opened(int limiter, const char *state_text) {
  rosin_error error;
  rosin_core *core = limiter ? rosin_plugin_open("cello", &error) : rosin_core_new("cello", &error);
  assert_non_null(core);
  rosin_core_set_take(core, 1); /* a new instance has a take of its own */
  if (state_text)
    assert_int_equal(rosin_core_load(core, state_text, &error), 0);
  assert_int_equal(rosin_core_prepare(core, 44100, &error), 0);
  return core;
}

/* A loud note in blocks of `block`; it is switched off and on again where that is asked for. */
static void play(rosin_core *core, sound *to, int block, double decibel, int switches) {
  rosin_core_set(core, 0, rosin_core_find(core, "level"), decibel);
  rosin_core_set(core, 0, rosin_core_find(core, "dynamics"), 1);
  rosin_core_midi(core, 0, (const unsigned char[]){0x90, 43, 120}, 3);
  for (int at = 0; at < FRAMES; at += block) {
    float *const out[2] = {to->x[0] + at, to->x[1] + at};
    const int frames = block < FRAMES - at ? block : FRAMES - at;
    for (int k = 0; switches && k < 2; k++)
      if (at <= (k ? ON : OFF) && (k ? ON : OFF) < at + frames)
        rosin_core_set(core, (k ? ON : OFF) - at, rosin_core_find(core, "limiter"), k);
    rosin_core_process(core, out, frames);
  }
  rosin_core_free(core);
}

static double peak(const sound *s) {
  double most = 0;
  for (int i = 0; i < FRAMES; i++)
    most = fmax(most, fmax(fabsf(s->x[0][i]), fabsf(s->x[1][i])));
  return most;
}

static void it_is_on_and_never_passed(void **state) {
  (void)state;
  play(opened(1, NULL), &made[0], 256, 12, 0);
  play(opened(0, NULL), &made[1], 256, 12, 0);
  assert_true(peak(&made[1]) > 1 && peak(&made[0]) <= 0.99);
  for (int i = 0; i < FRAMES; i++)
    assert_true(made[0].x[0][i] == rosin_limit(made[1].x[0][i]));
  play(opened(1, NULL), &made[0], 256, -6, 0); /* nothing to limit, no bit differs */
  play(opened(0, NULL), &made[1], 256, -6, 0);
  assert_true(peak(&made[1]) < 0.7 && memcmp(&made[0], &made[1], sizeof made[0]) == 0);
}

/* A session of 0.2 says nothing of a limiter. */
static void what_0_2_saved_sounds_as_it_did(void **state) {
  (void)state;
  static const char old[] = "rosin-state 1\nscene cello\nset dynamics 0.9\nend\n";
  play(opened(1, old), &made[0], 256, 12, 0);
  play(opened(0, old), &made[1], 256, 12, 0);
  assert_true(peak(&made[1]) > 1 && memcmp(&made[0], &made[1], sizeof made[0]) == 0);
  rosin_core *core = opened(1, NULL);
  char *text = rosin_core_save(core);
  rosin_core_put(core, rosin_core_find(core, "limiter"), 0);
  assert_int_equal(rosin_core_load(core, text, NULL), 0);
  assert_true(rosin_core_get(core, rosin_core_find(core, "limiter")) == 1);
  free(text);
  for (int on = 0; on < 2; on++) { /* a preset leaves it as it is */
    rosin_core_put(core, rosin_core_find(core, "limiter"), on);
    text = rosin_preset_state(core, rosin_core_preset(core, 2));
    assert_int_equal(rosin_core_load(core, text, NULL), 0);
    assert_true(rosin_core_get(core, rosin_core_find(core, "limiter")) == on);
    free(text);
  }
  rosin_core_free(core);
}

static void blocks_change_no_bit(void **state) {
  (void)state;
  play(opened(1, NULL), &made[0], 256, 12, 1);
  play(opened(1, NULL), &made[1], 77, 12, 1);
  assert_true(peak(&made[0]) > 1);
  assert_memory_equal(&made[0], &made[1], sizeof made[0]);
}

/* Switched, it goes and comes within 256 frames, evenly. */
static void it_glides(void **state) {
  (void)state;
  int bent = 0;
  rosin_core *core = opened(1, NULL);
  const int late = rosin_core_latency(core);
  play(core, &made[0], 256, 12, 1);
  play(opened(0, NULL), &made[1], 256, 12, 0);
  for (int i = 0; i < FRAMES; i++) {
    const double off = fmin(fmax((i - OFF - late + 1) / 256.0, 0), 1),
                 on = fmin(fmax((i - ON - late + 1) / 256.0, 0), 1), share = 1 - off + on;
    const float x = made[1].x[0][i];
    assert_float_equal(made[0].x[0][i], x + share * (double)(rosin_limit(x) - x), 1e-5);
    bent += share > 0 && share < 1 && rosin_limit(x) != x;
  }
  assert_true(bent > 20);
}

/* What is turned in the silence before a note is turned at its frame, not as the note begins. */
static void it_is_turned_in_silence(void **state) {
  (void)state;
  static float quiet[2][4096];
  for (int late = 0; late < 2; late++) {
    rosin_core *core = opened(1, late ? NULL : "rosin-state 1\nset limiter 0\nend\n");
    if (late)
      rosin_core_set(core, 4000, rosin_core_find(core, "limiter"), 0);
    for (int n = 0; n < 2; n++)
      rosin_core_process(core, (float *const[]){quiet[0], quiet[1]}, 4096);
    play(core, &made[late], 256, 12, 0);
  }
  assert_true(peak(&made[0]) > 1);
  assert_memory_equal(&made[0], &made[1], sizeof made[0]);
}

/* Ids and ports of 0.2 stay: what is new comes after them. */
static void it_is_the_last(void **state) {
  (void)state;
  const char *name;
  for (int n = 0; (name = rosin_plugin_at(n)); n++) {
    rosin_error error;
    rosin_core *core = rosin_plugin_open(name, &error), *plain = rosin_core_new(name, &error);
    rosin_core_add_bow(plain);
    for (int i = 0; i < rosin_core_parameters(plain); i++)
      assert_string_equal(rosin_core_parameter(core, i)->name,
                          rosin_core_parameter(plain, i)->name);
    assert_true(rosin_core_find(core, "limiter") >= rosin_core_parameters(plain));
    for (int i = 0; i < rosin_core_parameters(core); i++) { /* presets set the rest */
      const char *row = rosin_core_parameter(core, i)->name;
      const int others =
          !strcmp(row, "limiter") || !strcmp(row, "seed") || !strcmp(row, "trigger") ||
          !strncmp(row, "bow_", 4) || !strcmp(row, "key_range") || !strcmp(row, "key_effort") ||
          !strcmp(row, "key_hold") || !strcmp(row, "key_round") || !strcmp(row, "input") ||
          !strcmp(row, "input_gain") || !strcmp(row, "bypass");
      assert_int_equal(rosin_preset_sets(core, i), !others);
    }
    rosin_core_free(core);
    rosin_core_free(plain);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_curve_bends),
      cmocka_unit_test(it_is_on_and_never_passed),
      cmocka_unit_test(what_0_2_saved_sounds_as_it_did),
      cmocka_unit_test(blocks_change_no_bit),
      cmocka_unit_test(it_glides),
      cmocka_unit_test(it_is_turned_in_silence),
      cmocka_unit_test(it_is_the_last),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
