/* SPDX-License-Identifier: BSD-3-Clause */
/* A core over a scene that somebody else has loaded: the samples of the scene itself, whatever the
 * pieces they are asked for in; its player and settings; and what it does not do. */
#include "core/core.h"
#include "scene/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, FRAMES = 9000 };

static rosin_scene *load(const char *name, int oversample) {
  char text[32];
  const char *const set[] = {text};
  snprintf(text, sizeof text, "oversample=%d", oversample);
  rosin_scene *scene = rosin_scene_load(name, 1, set, NULL);
  assert_non_null(scene);
  return scene;
}

static rosin_core *over(rosin_scene *scene, int by_hand) {
  rosin_core *core = rosin_core_over(scene, by_hand, 1, NULL);
  assert_non_null(core);
  return core;
}

/* So that no piece begins where another did. */
static int piece(int at) {
  return 1 + (int)((unsigned)at * 2654435761u >> 16) % 700;
}

static void it_gives_the_samples_of_its_scene(void **state) {
  (void)state;
  static const char *const names[] = {"chalk", "wine-glass", "cello-d", "sneaker"};
  static float alone[2 * FRAMES], whole[2 * FRAMES], left[FRAMES], right[FRAMES];
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    for (int oversample = 1; oversample <= 3; oversample++) {
      rosin_scene *scene = load(names[k], oversample);
      const int channels = rosin_scene_channels(scene);
      assert_in_range(channels, 1, 2);
      assert_int_equal(rosin_scene_prepare(scene, RATE, FRAMES, NULL), 0);
      assert_int_equal(rosin_scene_process(scene, FRAMES, alone), 0);
      rosin_scene_free(scene);
      double sum = 0;
      for (int i = 0; i < FRAMES * channels; i++)
        sum += (double)(alone[i] * alone[i]);
      assert_true(sum > 0);
      for (int planar = 0; planar < 2; planar++) {
        scene = load(names[k], oversample);
        rosin_core *core = over(scene, 0);
        assert_int_equal(rosin_core_prepare(core, RATE, NULL), 0);
        rosin_core_pass_latency(core);
        for (int at = 0, now; at < FRAMES; at += now) {
          now = piece(at) < FRAMES - at ? piece(at) : FRAMES - at;
          if (planar)
            rosin_core_process(core, (float *const[]){left + at, right + at}, now);
          else
            rosin_core_process_frames(core, whole + at * channels, now);
        }
        for (int i = 0; planar && i < FRAMES; i++) {
          whole[channels * i] = left[i];
          whole[channels * i + channels - 1] = channels > 1 ? right[i] : left[i];
        }
        assert_memory_equal(alone, whole, sizeof(float) * (size_t)(FRAMES * channels));
        rosin_core_free(core);
        rosin_scene_free(scene);
      }
    }
}

static void its_player_has_settings(void **state) {
  (void)state;
  static const struct {
    const char *text, *error;
  } wrong[] = {{"player.nobody=1", "the scene has no 'player.nobody'"},
               {"player.vibrato", "-s player.vibrato: must be player.KEY=VALUE"},
               {"player.humanity=7", "out of range"},
               {"player.level=1", "the scene has no 'player.level'"}};
  static const char *const right[] = {"player.humanity=0.25", "player.articulation=pizzicato"};
  rosin_error error;
  rosin_scene *scene = load("cello", 1);
  rosin_core *core = over(scene, 1);
  assert_true(rosin_core_is_instrument(core));
  assert_null(rosin_core_player(core));
  assert_null(rosin_core_targets(core));
  assert_int_equal(rosin_core_settings(core, 2, right, &error), 0);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(rosin_core_settings(core, 1, &wrong[i].text, &error), -1);
    assert_non_null(strstr(error.text, wrong[i].error));
  }
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  rosin_player *player = rosin_core_player(core);
  assert_non_null(player);
  assert_true(rosin_player_get(player, "humanity") == 0.25);
  assert_true(rosin_player_get(player, "articulation") ==
              rosin_core_get(core, rosin_core_find(core, "articulation")));
  assert_true(rosin_player_get(player, "articulation") > 0);
  assert_non_null(rosin_core_targets(core));
  rosin_core_free(core);
  rosin_scene_free(scene);
  scene = load("chalk", 1);
  core = over(scene, 1);
  assert_false(rosin_core_is_instrument(core));
  assert_int_equal(rosin_core_settings(core, 1, right, &error), -1);
  assert_string_equal(error.text, "-s player.humanity=0.25: this scene has no player");
  rosin_core_free(core);
  rosin_scene_free(scene);
}

/* What builds bodies is no parameter; what is prepared again begins again; the scene stays. */
static void it_does_not_build_what_it_was_given(void **state) {
  (void)state;
  static float first[2 * FRAMES], again[2 * FRAMES];
  rosin_scene *scene = load("wine-glass", 1);
  rosin_core *core = over(scene, 0);
  rosin_error error;
  assert_int_equal(rosin_core_find(core, "size"), -1);
  assert_int_equal(rosin_core_find(core, "trigger"), -1);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  rosin_core_process_frames(core, first, FRAMES);
  assert_int_equal(rosin_core_stale(core), 0);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  rosin_core_process_frames(core, again, FRAMES);
  assert_memory_equal(first, again, sizeof(float) * (size_t)(FRAMES * rosin_core_channels(core)));
  assert_int_equal(rosin_core_prepare(core, 1, &error), -1);
  assert_non_null(strstr(error.text, "rate: 1 is out of range"));
  rosin_core_process_frames(core, again, FRAMES);
  for (int i = 0; i < FRAMES; i++)
    assert_true(again[i] == 0);
  rosin_core_free(core);
  assert_int_equal(rosin_scene_prepare(scene, RATE, FRAMES, NULL), 0); /* as nobody's */
  assert_int_equal(rosin_scene_process(scene, FRAMES, again), 0);
  rosin_scene_free(scene);
}

/* Whoever was compiled with a shorter struct is understood, with a longer one refused. */
static void a_source_says_how_long_it_is(void **state) {
  (void)state;
  rosin_core_source source;
  char *errors;
  memset(&source, 1, sizeof source); /* beyond its size anything may stand */
  source.size = offsetof(rosin_core_source, overrides);
  source.scene = "chalk";
  rosin_core *core = rosin_core_open(&source, &errors);
  assert_non_null(core);
  assert_false(rosin_core_is_instrument(core));
  rosin_core_free(core);
  source = (rosin_core_source){.size = sizeof source, .scene = "chalk"};
  assert_non_null(core = rosin_core_open(&source, &errors));
  rosin_core_free(core);
  source.size++;
  assert_null(rosin_core_open(&source, &errors));
  assert_non_null(strstr(errors, "newer rosin"));
  free(errors);
}

/* Whoever has it may rewind it between calls: parts of a sound did, and frames were taken that were
 * not there. */
static void its_owner_may_rewind_it(void **state) {
  (void)state;
  static float first[2 * FRAMES], again[2 * FRAMES];
  for (int oversample = 1; oversample <= 3; oversample++) {
    rosin_scene *scene = load("sneaker", oversample);
    rosin_core *core = over(scene, 0);
    assert_int_equal(rosin_core_prepare(core, RATE, NULL), 0);
    assert_int_equal(rosin_core_latency(core), 0);
    rosin_core_process_frames(core, first, FRAMES);
    for (int k = 1; k < 40; k++) {
      rosin_scene_rewind(scene);
      rosin_core_process_frames(core, again, 33 * k);
      assert_memory_equal(first, again,
                          sizeof(float) * (size_t)(33 * k * rosin_core_channels(core)));
    }
    rosin_core_free(core);
    rosin_scene_free(scene);
  }
}

/* What a program on the library can list and take. */
static void presets_are_named_and_taken(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello", "oak-door"};
  for (int k = 0; k < 2; k++) {
    rosin_error error;
    rosin_core *core = rosin_core_new(scenes[k], &error);
    const char *name;
    int count = 0, moved = 0;
    assert_non_null(core);
    assert_true(k == 0 || *rosin_core_category(core));
    for (; (name = rosin_core_preset_name(core, count)); count++) {
      assert_int_equal(rosin_core_take_preset(core, count, &error), 0);
      for (int i = 0; i < rosin_core_parameters(core); i++)
        moved += rosin_core_get(core, i) != rosin_core_parameter(core, i)->initial;
    }
    assert_true(count > 1 && moved >= count);
    const int level = rosin_core_find(core, "level");
    rosin_core_put(core, level, -7);
    assert_int_equal(rosin_core_take_preset(core, count, &error), -1);
    assert_non_null(strstr(error.text, scenes[k]));
    assert_int_equal(rosin_core_take_preset(core, -1, &error), -1);
    assert_true(rosin_core_get(core, level) == -7);
    rosin_core_free(core);
  }
}

/* By keys: its gestures wait, of an instrument as of an effect. */
static void it_waits_for_keys(void **state) {
  (void)state;
  static const char *const names[] = {"cello", "chalk"};
  static float out[2 * FRAMES];
  for (int k = 0; k < 2; k++) {
    rosin_scene *scene = load(names[k], 1);
    rosin_core *core = rosin_core_over(scene, ROSIN_CORE_WAITS, 0, NULL);
    double sum[2] = {0, 0};
    assert_int_equal(rosin_core_is_instrument(core), k == 0);
    rosin_core_add_seed(core);
    assert_int_equal(rosin_core_takes_notes(core), 1);
    assert_int_equal(rosin_core_prepare(core, RATE, NULL), 0);
    for (int played = 0; played < 2; played++) {
      if (played)
        rosin_core_play(
            core, 0,
            &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = 50, .value = 0.8});
      rosin_core_process_frames(core, out, FRAMES);
      for (int i = 0; i < FRAMES * rosin_core_channels(core); i++)
        sum[played] += (double)(out[i] * out[i]);
    }
    assert_true(sum[0] == 0 && sum[1] > 0);
    rosin_core_free(core);
    rosin_scene_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_gives_the_samples_of_its_scene),
      cmocka_unit_test(its_player_has_settings),
      cmocka_unit_test(it_does_not_build_what_it_was_given),
      cmocka_unit_test(a_source_says_how_long_it_is),
      cmocka_unit_test(presets_are_named_and_taken),
      cmocka_unit_test(its_owner_may_rewind_it),
      cmocka_unit_test(it_waits_for_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
