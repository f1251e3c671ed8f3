/* SPDX-License-Identifier: BSD-3-Clause */
/* A file of notes on a scene's instrument: whose notes are played, what is told of the others, how
 * long it lasts, and what is refused. */
#include "player/play/performance.h"
#include "scene/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/player/stage.h"

static double last; /* s, of the last event */
static rosin_error warning, error;

/* Two instruments, a note that is too low, controllers that do something and not. */
static rosin_player_score_t *reader(const char *path, int *count, rosin_left_out *left,
                                    rosin_error *why) {
  const rosin_player_score_t all[] = {
      {0, {.kind = ROSIN_PLAYER_PROGRAM, .channel = 1, .controller = 40}},
      {0, {.kind = ROSIN_PLAYER_PROGRAM, .controller = 42}},
      {0, {.kind = ROSIN_PLAYER_CONTROL, .controller = 7, .value = 1}},
      {0, {.kind = ROSIN_PLAYER_CONTROL, .controller = 93, .value = 1}},
      {0, {.kind = ROSIN_PLAYER_CONTROL, .controller = 93, .value = 0}},
      {0.01, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 50, .value = 0.8}},
      {0.02, {.kind = ROSIN_PLAYER_NOTE_ON, .channel = 1, .key = 76, .value = 0.8}},
      {0.05, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 50}},
      {0.05, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 20, .value = 0.8}},
      {0.1, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 57, .value = 0.8}},
      {last, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 57}}};
  *why->text = '\0';
  rosin_player_score_t *score = malloc(sizeof all);
  assert_non_null(score);
  assert_int_equal(rosin_left_out_start(left, 11), 0);
  if (strcmp(path, "nothing") == 0) {
    left->ignored[5] = 3;
    free(score);
    strcpy(why->text, "there is nothing");
    return NULL;
  }
  if (strcmp(path, "damaged") == 0)
    strcpy(why->text, "damaged at byte 9");
  *count = 11;
  return memcpy(score, all, sizeof all);
}

static rosin_scene *ready(void) {
  rosin_scene *scene = stage_scene("program = 42;");
  assert_int_equal(rosin_scene_prepare(scene, STAGE_RATE, STAGE_BLOCK, NULL), 0);
  return scene;
}

static void notes_are_played_or_told(void **state) {
  (void)state;
  stage s = {.scene = ready()};
  s.player = rosin_player_new(s.scene, 1, &error);
  last = 0.6;
  rosin_performance_spec spec = {
      .midi = "damaged", .reader = reader, .whole = 1, .controls = "swam"};
  rosin_performance *p = rosin_performance_new(s.scene, s.player, &spec, &warning, &error);
  assert_non_null(p);
  assert_string_equal(warning.text, "damaged at byte 9");
  assert_true(rosin_scene_duration(s.scene) == 4.6);
  stage_run(&s, 0.4);
  assert_true(s.peak > 1e-4);
  const rosin_left_out *left = rosin_performance_left(p);
  assert_int_equal(left->played, 2); /* of three of the cello's */
  assert_int_equal(left->count, 2);
  assert_true(left->note[0].key == 76 && left->note[0].reason == ROSIN_LEFT_PART);
  assert_true(left->note[1].key == 20 && left->note[1].reason == ROSIN_LEFT_LOW);
  assert_int_equal(rosin_left_out_count(left, ROSIN_LEFT_LOW), 1);
  assert_int_equal(left->ignored[93], 2);
  assert_int_equal(left->ignored[7], 0);
  rosin_performance_free(p);
  stage_run(&s, 2); /* no note comes any more */
  stage_close(&s);
  rosin_performance_free(NULL);
}

/* At most ten hours, if all is to be played. */
static void what_is_too_long_is_refused(void **state) {
  (void)state;
  rosin_scene *scene = ready();
  rosin_player *player = rosin_player_new(scene, 1, &error);
  const double before = rosin_scene_duration(scene);
  rosin_performance_spec spec = {.midi = "long", .reader = reader, .whole = 1};
  last = 35996.5;
  assert_null(rosin_performance_new(scene, player, &spec, &warning, &error));
  assert_string_equal(error.text,
                      "long: lasts 36000 s; at most 36000, or the part that -d SECONDS says");
  spec.whole = 0;
  rosin_performance *p = rosin_performance_new(scene, player, &spec, &warning, &error);
  assert_non_null(p);
  assert_string_equal(warning.text, "");
  assert_true(rosin_scene_duration(scene) == before);
  rosin_performance_free(p);
  spec.whole = 1;
  last = 35996;
  p = rosin_performance_new(scene, player, &spec, &warning, &error);
  assert_non_null(p);
  assert_true(rosin_scene_duration(scene) == 36000);
  rosin_performance_free(p);
  rosin_player_free(player);
  rosin_scene_free(scene);
}

static void what_is_wrong_is_refused(void **state) {
  (void)state;
  rosin_scene *scene = ready();
  rosin_player *player = rosin_player_new(scene, 1, &error);
  rosin_left_out left = {.count = 0};
  last = 1;
  const rosin_performance_spec specs[] = {
      {.midi = "nothing", .reader = reader},
      {.midi = "nothing", .reader = reader, .refused = &left},
      {.midi = "/nowhere/a.mid"},
      {.midi = "a", .reader = reader, .scale = "/nowhere/a.scl"},
      {.midi = "a", .reader = reader, .controls = "/nowhere/a.map"}};
  static const char *const said[] = {"there is nothing", "there is nothing", "/nowhere/a.mid",
                                     "/nowhere/a.scl", "/nowhere/a.map"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    strcpy(warning.text, "of the file before");
    assert_null(rosin_performance_new(scene, player, &specs[i], &warning, &error));
    assert_non_null(strstr(error.text, said[i]));
    assert_string_equal(warning.text, "");
  }
  assert_null(rosin_performance_new(
      scene, NULL, &(rosin_performance_spec){.midi = "a", .reader = reader}, &warning, &error));
  assert_string_equal(error.text, "this scene has no instrument to be played by notes");
  assert_int_equal(left.ignored[5], 3);
  assert_int_equal(left.room, 11);
  rosin_left_out_free(&left);
  rosin_player_free(player);
  rosin_scene_free(scene);
  assert_string_equal(rosin_performance_scene("a", reader, &error), "cello");
  assert_null(rosin_performance_scene("nothing", reader, &error));
  assert_null(rosin_performance_scene("/nowhere/a.mid", NULL, &error));
}

/* Keys take what a player would, and are let go of all of it. */
static struct { int score, controls, witness, tuned; /* what they have */ } keys;

void __wrap_rosin_keyboard_score(rosin_keyboard *k, const rosin_player_score_t *score, int count);
void __wrap_rosin_keyboard_score(rosin_keyboard *k, const rosin_player_score_t *score, int count) {
  (void)k;
  keys.score = score ? count : 0;
}
void __wrap_rosin_keyboard_set_controls(rosin_keyboard *k, const rosin_controls *controls);
void __wrap_rosin_keyboard_set_controls(rosin_keyboard *k, const rosin_controls *controls) {
  (void)k;
  keys.controls = controls ? controls->count : 0;
}
void __wrap_rosin_keyboard_set_witness(rosin_keyboard *k, rosin_player_witness w, void *context);
void __wrap_rosin_keyboard_set_witness(rosin_keyboard *k, rosin_player_witness w, void *context) {
  (void)k;
  keys.witness = w != NULL && context != NULL;
}
void __wrap_rosin_keyboard_tune(rosin_keyboard *k, const rosin_tuning *tuning);
void __wrap_rosin_keyboard_tune(rosin_keyboard *k, const rosin_tuning *tuning) {
  (void)k;
  keys.tuned = tuning->steps;
}
int __wrap_rosin_keyboard_heed(const rosin_keyboard *k, int controller);
int __wrap_rosin_keyboard_heed(const rosin_keyboard *k, int controller) {
  (void)k;
  return controller == 93;
}
int __wrap_rosin_keyboard_missed(const rosin_keyboard *k);
int __wrap_rosin_keyboard_missed(const rosin_keyboard *k) {
  (void)k;
  return 1;
}

static void keys_are_let_go_of(void **state) {
  (void)state;
  char scale[] = "/tmp/rosin-scale-XXXXXX";
  FILE *f = fdopen(mkstemp(scale), "w");
  fputs("x\n3\n400.\n800.\n2/1\n", f);
  fclose(f);
  last = 0.6;
  rosin_scene *scene = ready();
  const rosin_performance_spec spec = {.midi = "a",
                                       .reader = reader,
                                       .scale = scale,
                                       .controls = "swam",
                                       .keys = (rosin_keyboard *)&keys};
  rosin_performance *p = rosin_performance_new(scene, NULL, &spec, &warning, &error);
  assert_non_null(p);
  assert_true(keys.score > 5 && keys.controls == 9 && keys.witness && keys.tuned == 3);
  const rosin_left_out *left = rosin_performance_left(p);
  assert_true(left->ignored[93] == 0 && left->ignored[7] == 1 && left->played == 2);
  rosin_performance_free(p);
  assert_true(!keys.score && !keys.controls && !keys.witness);
  rosin_player *player = rosin_player_new(scene, 1, &error); /* a player has the scale, too */
  const rosin_performance_spec tuned = {.midi = "a", .reader = reader, .scale = scale};
  p = rosin_performance_new(scene, player, &tuned, &warning, &error);
  assert_non_null(p);
  rosin_performance_free(p);
  rosin_player_free(player);
  rosin_scene_free(scene);
  unlink(scale);
}

/* Keys that play an effect have no scale and no table; what they heed are wheel and pedal. */
static void takes_have_no_scale(void **state) {
  (void)state;
  rosin_scene *scene = ready();
  const rosin_performance_spec wrong[] = {
      {.midi = "a", .reader = reader, .takes = 1, .scale = "a.scl"},
      {.midi = "a", .reader = reader, .takes = 1, .controls = "swam"}};
  static const char *const said[] = {"--scale a.scl: keys that play an effect move its size",
                                     "--controls swam: keys that play an effect move its size"};
  last = 0.6;
  for (int i = 0; i < 2; i++) {
    assert_null(rosin_performance_new(scene, NULL, &wrong[i], &warning, &error));
    assert_ptr_equal(strstr(error.text, said[i]), error.text);
  }
  const rosin_performance_spec right = {
      .midi = "a", .reader = reader, .takes = 1, .whole = 1, .ring = 2};
  rosin_performance *p = rosin_performance_new(scene, NULL, &right, &warning, &error);
  assert_non_null(p);
  int count;
  assert_non_null(rosin_performance_score(p, &count));
  assert_int_equal(count, 11); /* all parts */
  assert_true(fabs(rosin_scene_duration(scene) - 2.6) < 1e-12);
  const rosin_left_out *left = rosin_performance_left(p);
  assert_true(left->ignored[93] == 2 && left->ignored[7] == 1 && left->played == 4);
  rosin_performance_free(p);
  rosin_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(notes_are_played_or_told), cmocka_unit_test(what_is_too_long_is_refused),
      cmocka_unit_test(keys_are_let_go_of),       cmocka_unit_test(takes_have_no_scale),
      cmocka_unit_test(what_is_wrong_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
