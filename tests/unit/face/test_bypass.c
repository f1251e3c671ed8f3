/* SPDX-License-Identifier: BSD-3-Clause */
/* Bypass: what sounds goes without a click, to silence or to what comes in, as late as the plugin
 * tells; it makes nothing then; back, it is as after a reset; states keep it, presets do not. */
#include "core/core.h"
#include "core/inside.h"
#include "core/presets.h"
#include "plugin/list.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, FRAMES = 48000, MOST = 700, OFF_AT = 20011, BACK_AT = 30007, GLIDE = 256 };

static float sound[2][FRAMES], plain[2][FRAMES], made[2][FRAMES], other[2][FRAMES];

static rosin_core *opened(const char *scene, int input) {
  rosin_error error;
  rosin_core *core = rosin_plugin_open(scene, &error);
  assert_non_null(core);
  rosin_core_set_take(core, 1);
  rosin_core_put(core, rosin_core_find(core, "input"), input);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  return core;
}

static int row_of(const rosin_core *core) {
  const int row = rosin_core_find(core, "bypass");
  assert_int_equal(row, rosin_core_parameters(core) - 1);
  return row;
}

/* What happens at its frame, in whichever call that is. */
typedef struct {
  int frame, key, trigger, bypass; /* -1: not that */
  int bend;                        /* 0: not that */
} happens;

static void tell(rosin_core *core, int frame, const happens *h) {
  if (h->key >= 0)
    rosin_core_midi(core, frame, (const unsigned char[]){0x90, (unsigned char)h->key, 90}, 3);
  if (h->bend)
    rosin_core_midi(core, frame, (const unsigned char[]){0xe0, 0, (unsigned char)h->bend}, 3);
  if (h->trigger >= 0)
    rosin_core_set(core, frame, rosin_core_find(core, "trigger"), h->trigger);
  if (h->bypass >= 0)
    rosin_core_set(core, frame, row_of(core), h->bypass);
}

/* `block` frames a call, 0: by chance, until `end`; what comes in is where it goes out. */
static void run_until(rosin_core *core, int block, const happens *what, float to[2][FRAMES],
                      int end) {
  unsigned seed = 3;
  memmove(to, sound, sizeof sound);
  for (int at = 0; at < end;) {
    int now = block ? block : 1 + (int)((seed = seed * 1664525u + 1013904223u) >> 8) % MOST;
    now = now < end - at ? now : end - at;
    for (const happens *h = what; h->frame >= 0; h++)
      if (h->frame >= at && h->frame < at + now)
        tell(core, h->frame - at, h);
    float *const out[2] = {to[0] + at, to[1] + at};
    rosin_core_hear(core, (const float *const *)out, 2, now);
    rosin_core_process(core, out, now);
    at += now;
  }
}

static void run(rosin_core *core, int block, const happens *what, float to[2][FRAMES]) {
  run_until(core, block, what, to, FRAMES);
}

static double peak(float x[2][FRAMES], int from, int to) {
  double most = 0;
  for (int k = 0; k < 2; k++)
    for (int i = from; i < to; i++)
      most = fmax(most, fabs((double)x[k][i]));
  return most;
}

static const happens goes[] = {{100, 50, -1, -1},    {100, -1, 1, -1},    {OFF_AT, -1, -1, 1},
                               {25000, 57, -1, -1},  {25000, -1, 0, -1},  {25100, -1, 1, -1},
                               {BACK_AT, -1, -1, 0}, {31000, 52, -1, -1}, {31000, -1, 0, -1},
                               {31100, -1, 1, -1},   {-1, 0, 0, 0}};
static const happens stays[] = {{100, 50, -1, -1}, {100, -1, 1, -1}, {-1, 0, 0, 0}};

static void it_goes_to_silence_without_a_click(void **state) {
  static const char *const scenes[] = {"cello", "oak-door", "singing-bowls"};
  (void)state;
  memset(sound, 0, sizeof sound);
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    rosin_core *core = opened(scenes[s], 0);
    const int off = OFF_AT + rosin_core_latency(core), back = BACK_AT + rosin_core_latency(core);
    run(core, 256, stays, plain);
    rosin_core_put(core, rosin_core_find(core, "trigger"), 0);
    rosin_core_reset(core);
    run(core, 256, goes, made);
    for (int k = 0; k < rosin_core_channels(core); k++) {
      assert_memory_equal(made[k], plain[k], (size_t)off * sizeof(float));
      for (int i = off; i < off + GLIDE; i++) { /* a straight line down */
        const double share = 1 - (double)(i - off + 1) / GLIDE;
        assert_true(fabs((double)made[k][i] - share * (double)plain[k][i]) <=
                    1e-6 * fabs((double)plain[k][i]) + 1e-9);
      }
    }
    assert_true(peak(plain, off - 4000, off) > 1e-4);
    assert_true(peak(made, off + GLIDE, back) == 0);
    assert_true(peak(made, back, FRAMES) > 1e-4);
    rosin_core_free(core);
  }
}

/* Nothing that was played meanwhile sounds, nor what sounded before; what is played then does, as
 * in an instance that was bypassed from its begin, at these frames. */
static void back_it_is_as_after_a_reset(void **state) {
  static const happens fresh[] = {{0, -1, -1, 1},      {25100, -1, 1, -1}, {BACK_AT, -1, -1, 0},
                                  {31000, 52, -1, -1}, {31000, -1, 0, -1}, {31100, -1, 1, -1},
                                  {-1, 0, 0, 0}};
  static const char *const scenes[] = {"viola", "rope", "glass-harmonica"};
  (void)state;
  memset(sound, 0, sizeof sound);
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    rosin_core *core = opened(scenes[s], 0), *young = opened(scenes[s], 0);
    run(core, 333, goes, made);
    run(young, 333, fresh, other);
    assert_true(peak(made, 0, OFF_AT) > 1e-4 && peak(other, 0, BACK_AT) == 0);
    for (int k = 0; k < rosin_core_channels(core); k++)
      assert_memory_equal(made[k] + BACK_AT, other[k] + BACK_AT,
                          (FRAMES - BACK_AT) * sizeof(float));
    rosin_core_free(core);
    rosin_core_free(young);
  }
}

static void blocks_change_no_bit(void **state) {
  static const struct {
    const char *scene;
    int input, continuous;
  } all[] = {{"cello", 0, 0},
             {"violin", 1, 0},
             {"oak-door", 0, 1},
             {"wine-glass", 2, 0},
             {"singing-bowls", 0, 0}};
  (void)state;
  unsigned seed = 9;
  for (int i = 0; i < FRAMES; i++)
    for (int k = 0; k < 2; k++)
      sound[k][i] = (float)((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 26) - 0.125F;
  for (size_t s = 0; s < sizeof all / sizeof *all; s++) {
    rosin_core *core = opened(all[s].scene, all[s].input);
    rosin_core_put(core, rosin_core_find(core, "continuous"), all[s].continuous);
    rosin_core_reset(core);
    run(core, 1, goes, made);
    for (int block = 0; block < 1025; block += 512) {
      rosin_core_put(core, rosin_core_find(core, "trigger"), 0);
      rosin_core_reset(core);
      run(core, block, goes, other);
      for (int k = 0; k < rosin_core_channels(core); k++)
        assert_memory_equal(made[k], other[k], FRAMES * sizeof(float));
    }
    rosin_core_free(core);
  }
}

/* Where a sound drives it, that is heard, side by side, as late as a host was told. */
static void what_comes_in_is_heard_as_it_is(void **state) {
  static const char *const scenes[] = {"violin", "wine-glass", "oak-door"};
  (void)state;
  for (int i = 0; i < FRAMES; i++) {
    sound[0][i] = 0.25F * (float)sin(0.03 * i);
    sound[1][i] = i % 1000 == 500 ? NAN : 0.125F * (float)cos(0.05 * i);
  }
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    rosin_core *core = opened(scenes[s], 1);
    const int late = rosin_core_latency(core) + rosin_core_input_delay(core);
    const int off = OFF_AT + late + GLIDE;
    assert_true(late > 0);
    run(core, 0, goes, made);
    assert_int_equal(rosin_core_latency(core) + rosin_core_input_delay(core), late);
    for (int i = off; i < BACK_AT; i++)
      if (rosin_core_channels(core) == 2) {
        assert_true(made[0][i] == sound[0][i - late]);
        assert_true(made[1][i] == (isfinite(sound[1][i - late]) ? sound[1][i - late] : 0));
      } else if (isfinite(sound[1][i - late])) {
        assert_true(made[0][i] == (sound[0][i - late] + sound[1][i - late]) / 2);
      }
    /* and back: it never jumps farther than both together do */
    for (int i = BACK_AT + late; i < BACK_AT + late + GLIDE; i++)
      assert_true(fabsf(made[0][i] - made[0][i - 1]) < 0.1F);
    rosin_core_free(core);
  }
}

/* Another `input` while it is bypassed: what comes in goes and comes without a click. */
static void another_input_meanwhile_clicks_not(void **state) {
  (void)state;
  rosin_error error;
  float quiet[2][512], *const out[2] = {quiet[0], quiet[1]};
  rosin_core *core = opened("cello", 1);
  rosin_core_set(core, 0, row_of(core), 1);
  float before = 0;
  for (int n = 0; n < 60; n++) {
    if (n == 20 || n == 40) {
      rosin_core_put(core, rosin_core_find(core, "input"), n == 40);
      rosin_core_swap(core, rosin_core_build(core, &error));
      rosin_engine_free(rosin_core_retired(core));
      assert_int_equal(rosin_core_settled(core), 1); /* nothing fades: nothing sounds */
    }
    for (int i = 0; i < 512; i++)
      quiet[0][i] = quiet[1][i] = 0.5F;
    rosin_core_hear(core, (const float *const *)out, 2, 512);
    rosin_core_process(core, out, 512);
    for (int i = 0; i < 512; i++) {
      assert_true(n < 2 || fabsf(quiet[0][i] - before) < 0.005F);
      before = quiet[0][i];
    }
    assert_true(n < 2 || before == (n < 20 || n >= 40 ? 0.5F : 0));
  }
  rosin_core_free(core);
}

/* A host may let it sleep; it makes nothing, whatever is played: the engine's time stands. */
static void bypassed_it_makes_nothing(void **state) {
  (void)state;
  float out[2][512], *const to[2] = {out[0], out[1]};
  rosin_core *core = opened("cello", 0);
  rosin_core_midi(core, 0, (const unsigned char[]){0x90, 50, 90}, 3);
  rosin_core_set(core, 0, row_of(core), 1);
  for (int n = 0; n < 12; n++)
    rosin_core_process(core, to, 512);
  const long long frame = rosin_core_frame(core), happened = rosin_core_happened(core);
  for (int n = 0; n < 100; n++) {
    rosin_core_midi(core, 7, (const unsigned char[]){0x90, 50, 90}, 3);
    rosin_core_process(core, to, 512);
    assert_true(rosin_core_frame(core) == frame && rosin_core_happened(core) == happened);
  }
  assert_int_equal(rosin_core_rests(core), 1);
  for (int i = 0; i < 9000; i++) /* nothing waits that would have to be lost */
    rosin_core_midi(core, 7, (const unsigned char[]){0xb0, 11, 90}, 3);
  assert_true(rosin_core_lost(core) == 0);
  rosin_core_reset(core); /* as a transport does */
  rosin_core_midi(core, 7, (const unsigned char[]){0x90, 50, 90}, 3);
  for (int n = 0; n < 20; n++) {
    rosin_core_process(core, to, 512);
    for (int i = 0; i < 512; i++)
      assert_true(out[0][i] == 0);
  }
  rosin_core_free(core);
}

/* What was turned meanwhile is there from the first frame on. */
static void what_is_turned_meanwhile_counts(void **state) {
  static const happens later[] = {{BACK_AT, -1, -1, 0}, {31000, 52, -1, -1}, {-1, 0, 0, 0}};
  (void)state;
  memset(sound, 0, sizeof sound);
  rosin_core *core = opened("cello", 0), *young = opened("cello", 0);
  rosin_core_put(young, row_of(young), 1);
  rosin_core_reset(young);
  rosin_core_set(core, 0, row_of(core), 1);
  run(core, 512, &later[2], made);
  rosin_core_set(core, 5, rosin_core_find(core, "position"), 2);
  rosin_core_set(core, 5, rosin_core_find(core, "level"), -20);
  rosin_core_put(young, rosin_core_find(young, "position"), 2);
  rosin_core_put(young, rosin_core_find(young, "level"), -20);
  rosin_core_reset(young);
  run(core, 512, later, made);
  run(young, 512, later, other);
  assert_true(peak(made, BACK_AT, FRAMES) > 1e-4);
  assert_memory_equal(made[0], other[0], FRAMES * sizeof(float));
  rosin_core_free(core);
  rosin_core_free(young);
}

static void states_keep_it_and_presets_do_not(void **state) {
  (void)state;
  rosin_error error;
  rosin_core *core = opened("cello", 0), *next = opened("cello", 0);
  rosin_core_put(core, row_of(core), 1);
  char *text = rosin_core_save(core);
  assert_int_equal(rosin_core_load(next, text, &error), 0);
  assert_true(rosin_core_get(next, row_of(next)) == 1);
  assert_int_equal(rosin_core_take_preset(next, 0, &error), 0);
  assert_true(rosin_core_get(next, row_of(next)) == 1);
  assert_int_equal(rosin_preset_sets(core, row_of(core)), 0);
  free(text);
  /* what 0.2 has saved says nothing of it */
  assert_int_equal(rosin_core_load(next, "rosin-state 1\nset level -6\nend\n", &error), 0);
  assert_true(rosin_core_get(next, row_of(next)) == 0);
  rosin_core_free(core);
  rosin_core_free(next);
}

/* What goes on by itself goes on again; and a low rate that wants a faster engine needs no place
 * for an error. */
static void what_goes_on_comes_back(void **state) {
  (void)state;
  static const happens off_and_on[] = {{OFF_AT, -1, -1, 1}, {BACK_AT, -1, -1, 0}, {-1, 0, 0, 0}};
  rosin_core *core = opened("wine-glass", 0);
  rosin_core_put(core, rosin_core_find(core, "continuous"), 1);
  run(core, 256, off_and_on, made);
  assert_true(peak(made, OFF_AT + 2000, BACK_AT) == 0);
  assert_true(peak(made, BACK_AT, FRAMES) > 1e-4);
  rosin_core_free(core);
  assert_non_null(core = rosin_plugin_open("oak-door", NULL));
  assert_int_equal(rosin_core_prepare(core, 8000, NULL), 0);
  rosin_core_free(core);
}

/* Back within a moment, it goes on as if nothing had been, later it begins anew; either way blocks
 * change no bit, wherever the return falls in a call. Two blocks for each gap, others for the next:
 * gaps lie close together where it changes its way. */
static void short_turns_are_the_same_in_all_blocks(void **state) {
  static const int gaps[] = {5, 200, 280, 293, 294, 300, 420, 2000, 4380, 4389, 4400, 5000};
  static const int blocks[][2] = {{64, 1024}, {480, 4096}};
  (void)state;
  memset(sound, 0, sizeof sound);
  rosin_core *core = opened("cello", 0);
  for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g += SHARE) {
    const happens turn[] = {{100, 50, -1, -1},
                            {OFF_AT, -1, -1, 1},
                            {OFF_AT + gaps[g], -1, -1, 0},
                            {OFF_AT + gaps[g] + 40, 57, -1, -1},
                            {-1, 0, 0, 0}};
    const int end = OFF_AT + gaps[g] + 5000;
    rosin_core_reset(core);
    run_until(core, 1, turn, made, end);
    assert_true(peak(made, OFF_AT + gaps[g] + 1000, end) > 1e-4);
    for (int b = 0; b < 2; b++) {
      rosin_core_reset(core);
      run_until(core, blocks[g / SHARE % 2][b], turn, other, end);
      for (int k = 0; k < rosin_core_channels(core); k++)
        if (memcmp(made[k], other[k], (size_t)end * sizeof(float)))
          fail_msg("back after %d frames: blocks of %d make another sound", gaps[g],
                   blocks[g / SHARE % 2][b]);
    }
  }
  rosin_core_free(core);
}

/* What a host has said once for all holds on: its modulation, and how far a bend bends. */
static void what_is_set_up_stays(void **state) {
  static const unsigned char range[][3] = {{0xb0, 101, 0}, {0xb0, 100, 0}, {0xb0, 6, 0}};
  static const happens turn[] = {
      {10, -1, -1, 1}, {OFF_AT, -1, -1, 0}, {OFF_AT + 100, 50, -1, -1}, {-1, 0, 0, 0}};
  static const happens bent[] = {
      {10, -1, -1, 1}, {OFF_AT, -1, -1, 0}, {OFF_AT + 100, 50, -1, -1, 127}, {-1, 0, 0, 0}};
  (void)state;
  memset(sound, 0, sizeof sound);
  rosin_core *core[4]; /* two that bend by no semitone, one that does, one that is modulated */
  for (int k = 0; k < 4; k++) {
    core[k] = opened("cello", 0);
    for (int i = 0; k < 2 && i < 3; i++)
      rosin_core_midi(core[k], 0, range[i], 3);
  }
  rosin_core_modulate(core[3], 0, rosin_core_find(core[3], "level"), -20);
  run(core[0], 480, turn, plain);
  run(core[1], 480, bent, other);
  assert_true(peak(plain, OFF_AT, FRAMES) > 1e-4);
  assert_memory_equal(plain[0], other[0], sizeof plain[0]);
  run(core[2], 480, bent, made);
  assert_memory_not_equal(made[0], plain[0], sizeof plain[0]);
  run(core[3], 480, turn, made);
  for (int i = OFF_AT; i < FRAMES; i++)
    assert_true(fabs((double)made[0][i] - 0.1 * (double)plain[0][i]) < 1e-6);
  for (int k = 0; k < 4; k++)
    rosin_core_free(core[k]);
}

static void others_have_none(void **state) {
  (void)state;
  rosin_error error;
  rosin_core *core = rosin_core_new("cello", &error);
  assert_int_equal(rosin_core_find(core, "bypass"), -1);
  rosin_core_add_bypass(core);
  const int rows = rosin_core_parameters(core);
  rosin_core_add_bypass(core); /* once */
  assert_int_equal(rosin_core_parameters(core), rows);
  rosin_core_free(core);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_goes_to_silence_without_a_click),
      cmocka_unit_test(back_it_is_as_after_a_reset),
      cmocka_unit_test(blocks_change_no_bit),
      cmocka_unit_test(what_comes_in_is_heard_as_it_is),
      cmocka_unit_test(another_input_meanwhile_clicks_not),
      cmocka_unit_test(bypassed_it_makes_nothing),
      cmocka_unit_test(what_is_turned_meanwhile_counts),
      cmocka_unit_test(states_keep_it_and_presets_do_not),
      cmocka_unit_test(what_goes_on_comes_back),
      cmocka_unit_test(short_turns_are_the_same_in_all_blocks),
      cmocka_unit_test(what_is_set_up_stays),
      cmocka_unit_test(others_have_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
