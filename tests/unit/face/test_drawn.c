/* SPDX-License-Identifier: BSD-3-Clause */
/* A gesture that is drawn over a scene's own: it is what is played, kept in the state, given back.
 */
#include "core/core.h"
#include "core/drawn.h"
#include "core/inside.h"
#include "core/view.h"
#include "plugin/list.h"
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

enum { RATE = 48000, MOST = 6 * RATE };

static rosin_core *core;
static float sound[2][MOST], other[2][MOST];

static void open_core(const char *scene) {
  rosin_error error;
  core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  rosin_core_set_take(core, 1);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
}

/* What a worker does for it. */
static void build(void) {
  rosin_error error;
  assert_int_equal(rosin_core_stale(core), 1);
  rosin_core_swap(core, rosin_core_build(core, &error));
  rosin_engine_free(rosin_core_retired(core));
  assert_int_equal(rosin_core_stale(core), 0);
}

/* Its gesture from the begin; how many frames that is. */
static int play(float to[2][MOST]) {
  const int frames = (int)fmin(rosin_core_duration(core) * RATE, MOST);
  rosin_core_reset(core);
  rosin_core_trigger(core, 0);
  for (int at = 0; at < frames; at += 512) {
    float *out[2] = {to[0] + at, to[1] + at};
    rosin_core_process(core, out, frames - at < 512 ? frames - at : 512);
  }
  return frames;
}

static double level(float x[2][MOST], int from, int to) {
  double sum = 0;
  for (int i = from; i < to; i++)
    sum += (double)(x[0][i] * x[0][i]);
  return sqrt(sum / fmax(to - from, 1));
}

/* A look at it moves nothing in it: another thread may play it. */
static void a_look_moves_nothing(void **state) {
  double height[ROSIN_DRAWN];
  (void)state;
  open_core("rope");
  const rosin_model *m = rosin_scene_model(core->model);
  int moved = 0;
  for (int i = 0; i < m->contacts; i++)
    for (int k = 0; k < m->contact[i].controls; k++) {
      const rosin_gesture before = m->contact[i].control[k].gesture;
      assert_int_equal(rosin_core_curve(core, ROSIN_DRAWN, height), 0);
      assert_int_equal(before.next, m->contact[i].control[k].gesture.next);
      moved += before.kind == ROSIN_GESTURE_POINTS;
    }
  assert_true(moved > 0);
  rosin_core_free(core);
}

/* Two pulls with a pause between them: something sounds in both and is still in the pause. */
static void what_is_drawn_is_played(void **state) {
  double height[ROSIN_DRAWN];
  (void)state;
  open_core("rope");
  const int frames = play(sound);
  for (int i = 0; i < ROSIN_DRAWN; i++)
    height[i] = i < 16 || (i >= 36 && i < 52) ? 0.8 : 0;
  rosin_core_draw(core, height);
  build();
  play(other);
  const double first = level(other, frames / 16, frames / 4),
               pause = level(other, 7 * frames / 16, 8 * frames / 16),
               second = level(other, 10 * frames / 16, 12 * frames / 16);
  assert_true(first > 1e-4 && second > 1e-4 && pause < 0.1 * fmin(first, second));
  rosin_core_draw(core, NULL); /* given back, to the bit */
  build();
  play(other);
  assert_memory_equal(sound[0], other[0], (size_t)frames * sizeof(float));
  rosin_core_free(core);
}

/* Its own curve, drawn over it, is nearly what it was. */
static void its_own_is_what_it_was(void **state) {
  static const char *const scenes[] = {"rope", "tyre-skid"};
  double height[ROSIN_DRAWN];
  (void)state;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
    open_core(scenes[i]);
    const int frames = play(sound);
    assert_int_equal(rosin_core_curve(core, ROSIN_DRAWN, height), 0);
    rosin_core_draw(core, height);
    build();
    play(other);
    const double decibel = 20 * log10(level(other, 0, frames) / level(sound, 0, frames));
    assert_true(fabs(decibel) < 1);
    rosin_core_free(core);
  }
}

/* Nothing drawn: nothing moves, nothing sounds. What is not drawn needs no engine. */
static void nothing_is_nothing(void **state) {
  static const double none[ROSIN_DRAWN];
  (void)state;
  open_core("rope");
  rosin_core_draw(core, NULL);
  assert_int_equal(rosin_core_stale(core), 0);
  rosin_core_draw(core, none);
  build();
  const int frames = play(sound);
  assert_true(level(sound, frames / 4, frames) < 1e-5);
  rosin_core_free(core);
  open_core("cello"); /* an instrument has no gesture of its own */
  rosin_core_draw(core, none);
  assert_int_equal(rosin_core_stale(core), 0);
  rosin_core_free(core);
}

/* Every effect whose gesture is shown can be drawn over and stays finite, whatever is drawn. */
static void all_can_be_drawn_over(void **state) {
  const char *name;
  int drawn = 0;
  unsigned seed = 5;
  (void)state;
  for (int n = 0; (name = rosin_plugin_at(n)); n++) {
    rosin_error error;
    double height[ROSIN_DRAWN], curve[16];
    core = rosin_plugin_open(name, &error);
    const int has = !rosin_core_is_instrument(core) && rosin_core_curve(core, 16, curve) == 0;
    for (int i = 0; i < ROSIN_DRAWN; i++)
      height[i] = i == 7   ? NAN
                  : i == 8 ? 1e9
                           : (double)((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 23) - 1;
    rosin_core_draw(core, height);
    assert_int_equal(rosin_core_is_drawn(core, height), has);
    for (int i = 0; has && i < ROSIN_DRAWN; i++)
      assert_true(height[i] >= -1 && height[i] <= 1);
    if (has && n % (3 * SHARE) == 0) {
      assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
      const int frames = play(sound);
      for (int i = 0; i < frames; i++)
        assert_true(fabsf(sound[0][i]) <= 0.99F);
      drawn++;
    }
    rosin_core_free(core);
  }
  assert_true(drawn >= 5 / SHARE && drawn);
}

static void states_keep_it(void **state) {
  double height[ROSIN_DRAWN], back[ROSIN_DRAWN];
  (void)state;
  rosin_error error;
  open_core("rope");
  for (int i = 0; i < ROSIN_DRAWN; i++)
    height[i] = sin(0.1 * i);
  rosin_core_draw(core, height);
  build();
  const int frames = play(sound);
  char *text = rosin_core_save(core), *again;
  rosin_core_is_drawn(core, height);
  assert_int_equal(rosin_core_take_preset(core, 0, &error), 0); /* leaves it */
  assert_int_equal(rosin_core_is_drawn(core, NULL), 1);
  assert_int_equal(rosin_core_load(core, "rosin-state 1\nend\n", &error), 0); /* 0.2 had none */
  assert_int_equal(rosin_core_is_drawn(core, NULL), 0);
  rosin_core_free(core);
  open_core("rope");
  assert_int_equal(rosin_core_load(core, text, &error), 0);
  assert_int_equal(rosin_core_is_drawn(core, back), 1);
  assert_memory_equal(height, back, sizeof height);
  build();
  play(other);
  assert_memory_equal(sound[0], other[0], (size_t)frames * sizeof(float));
  again = rosin_core_save(core);
  assert_string_equal(text, again);
  static const char *const wrong[] = {"draw 1", "draw x", "draw"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char state_text[64];
    snprintf(state_text, sizeof state_text, "rosin-state 1\n%s\nend\n", wrong[i]);
    assert_int_equal(rosin_core_load(core, state_text, &error), -1);
  }
  char *high = strstr(again, "draw 0 "); /* a height of 7 */
  high[5] = '7';
  assert_int_equal(rosin_core_load(core, again, &error), -1);
  assert_non_null(strstr(error.text, "from -1 to 1"));
  assert_int_equal(rosin_core_is_drawn(core, NULL), 1);
  free(text);
  free(again);
  rosin_core_free(core);
}

/* Offline it is there at once, whatever another thread does. */
static void a_bounce_has_it_at_once(void **state) {
  static const double none[ROSIN_DRAWN];
  (void)state;
  open_core("rope");
  rosin_core_set_offline(core, 1);
  rosin_core_draw(core, none);
  const int frames = play(sound);
  assert_int_equal(rosin_core_stale(core), 0);
  assert_true(level(sound, frames / 4, frames) < 1e-5);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_look_moves_nothing),    cmocka_unit_test(what_is_drawn_is_played),
      cmocka_unit_test(its_own_is_what_it_was),  cmocka_unit_test(nothing_is_nothing),
      cmocka_unit_test(all_can_be_drawn_over),   cmocka_unit_test(states_keep_it),
      cmocka_unit_test(a_bounce_has_it_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
