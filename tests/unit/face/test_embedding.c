/* SPDX-License-Identifier: BSD-3-Clause */
/* All that a program does that embeds the library, by its public functions: whichever allocation
 * fails, it ends with an error, nothing of it is kept, and it goes well the next time. The
 * allocator is wrapped by the linker. */
#include "core/core.h"
#include "kept.h"
#include "rosin/player.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES = 64, MOST = 5000 };

static char folder[] = "/tmp/rosin-embedding-XXXXXX";
static float side[2][FRAMES], both[2 * FRAMES];
static float *const out[2] = {side[0], side[1]};

/* Moved by a recording that lies beside it. */
static const char text[] =
    "rate = 16000; duration = 0.1;\n"
    "modals = { bar = { shape = \"bar-hinged\"; modes = 2; }; };\n"
    "contacts = { bow = { a = \"-\"; b = \"bar\"; position = 0.1; law = { type = \"lugre\"; };\n"
    "    force = { file = \"hand.wav\"; }; velocity = 0.1; }; };\n"
    "outputs = ( { signal = \"bar.velocity@0.3\"; } );\n";
/* An instrument in little, quick to prepare. */
static const char fiddle[] =
    "duration = 1.0; channels = 2;\n"
    "strings = { d = { frequency = 146.8; length = 0.69; impedance = 0.68; q = 500.0; }; };\n"
    "contacts = { bow = { a = \"-\"; b = \"d\"; position = 0.11; velocity = 0.0; force = 0.0;\n"
    "    law = { type = \"elastoplastic\"; sigma0 = 4e4; sigma1 = 0.1; mu_static = 1.0;\n"
    "      mu_kinetic = 0.4; stribeck_velocity = 0.2; breakaway = 0.6; }; }; };\n"
    "instrument = { highest = 29; strings = ( { string = \"d\"; bow = \"bow\"; } ); };\n"
    "outputs = ( { signal = \"d.bridge_force\"; gain = 0.1; } );\n";
/* 16 bits, 8 frames at 100 Hz */
static const unsigned char hand[] = "RIFF\064\0\0\0WAVEfmt \020\0\0\0\1\0\1\0d\0\0\0\310\0\0\0"
                                    "\2\0\020\0data\020\0\0\0\0\1\0\2\0\3\0\4\0\5\0\6\0\7\0\10";

static void put(const char *name, const void *bytes, size_t size) {
  const int file = open(name, O_WRONLY | O_CREAT, 0600);
  assert_true(file >= 0 && write(file, bytes, size) == (ssize_t)size);
  close(file);
}

static int enter(void **state) {
  (void)state;
  if (!mkdtemp(folder) || chdir(folder))
    return -1;
  put("hand.wav", hand, sizeof hand - 1);
  put("scene.cfg", text, sizeof text - 1);
  return 0;
}

static int leave(void **state) {
  (void)state;
  return unlink("hand.wav") || unlink("scene.cfg") || chdir("/") || rmdir(folder);
}

/* What there is after a failure: one line at least, or the list of errors had no room. */
static int told(const rosin_error *error) {
  return *error->text && !strchr(error->text, '\n');
}

static int play(rosin_scene *scene, char *errors) {
  rosin_error error = {""};
  free(errors);
  int done = scene && rosin_scene_prepare(scene, 0, FRAMES, &error) == 0;
  assert_true(!scene || done || told(&error));
  done = done && rosin_scene_process(scene, FRAMES, both) == 0;
  rosin_scene_free(scene);
  return done;
}

static int by_name(void) {
  char *errors;
  rosin_scene *scene = rosin_scene_load("squeak", 0, NULL, &errors);
  return play(scene, errors);
}

static int by_file(void) {
  static const char *const set[] = {"bow.velocity=0.2"};
  char *errors;
  rosin_scene *scene = rosin_scene_load("scene.cfg", 1, set, &errors);
  return play(scene, errors);
}

static int by_text(void) {
  char *errors;
  rosin_scene *scene = rosin_scene_parse(text, "of a program", 0, NULL, &errors);
  return play(scene, errors);
}

static int by_player(void) {
  const rosin_player_event_t note = {ROSIN_PLAYER_NOTE_ON, 0, 0, 50, 0.7, 0, 0};
  rosin_error error = {""};
  rosin_scene *scene = rosin_scene_parse(fiddle, "fiddle", 0, NULL, NULL);
  rosin_player *player = NULL;
  if (scene && rosin_scene_prepare(scene, 44100, FRAMES, &error) == 0) {
    player = rosin_player_new(scene, 1, &error);
    assert_true(player || told(&error));
  }
  if (player) {
    rosin_player_event(player, &note);
    rosin_scene_process(scene, FRAMES, both);
  }
  const int done = player != NULL;
  rosin_player_free(player);
  rosin_scene_free(scene);
  return done;
}

/* A core that is prepared, saved, told what was saved, and gets another engine. */
static int by_core(void) {
  rosin_error error = {""};
  rosin_core *core = rosin_core_new("wine-glass", &error);
  assert_true(core || told(&error));
  if (!core)
    return 0;
  rosin_core_add_limiter(core);
  rosin_core_add_seed(core);
  int done = rosin_core_prepare(core, 16000, &error) == 0;
  assert_true(done || told(&error));
  char *saved = rosin_core_save(core);
  if (saved && rosin_core_load(core, saved, &error))
    done = !told(&error); /* says why, and is as it was */
  rosin_core_process(core, out, FRAMES);
  rosin_core_put(core, rosin_core_find(core, "size"), 45);
  rosin_core_process(core, out, FRAMES);
  rosin_engine *engine = done ? rosin_core_build(core, &error) : NULL;
  assert_true(engine || told(&error));
  if (engine)
    rosin_core_swap(core, engine);
  for (int i = 0; i < 3; i++)
    rosin_core_process(core, out, FRAMES);
  done = done && saved && engine;
  free(saved);
  rosin_core_free(core);
  return done;
}

/* Runs it with each allocation failing in turn. */
static void fails_in_turn(int (*use)(void)) {
  const long before = left;
  long failures = 0, k = 0;
  for (int done = 0; !done; k++) {
    calls = 0;
    fail_at = k;
    counting = 1;
    const int all = use();
    counting = 0;
    done = calls <= k;
    fail_at = -1;
    failures += !all;
    assert_true(all || !done);
    if (left != before)
      fail_msg("allocation %ld: %ld blocks are kept", k, left - before);
    assert_true(k < MOST);
  }
  assert_true(k > 10);
  assert_true(failures > k / 2); /* what fails is told, not passed over */
  assert_true(use());
  assert_int_equal(left, before);
}

static void a_scene_by_name(void **state) {
  (void)state;
  fails_in_turn(by_name);
}
static void a_scene_by_file(void **state) {
  (void)state;
  fails_in_turn(by_file);
}
static void a_scene_by_text(void **state) {
  (void)state;
  fails_in_turn(by_text);
}
static void a_player(void **state) {
  (void)state;
  fails_in_turn(by_player);
}
static void a_core(void **state) {
  (void)state;
  fails_in_turn(by_core);
}

static void what_there_is_is_listed(void **state) {
  (void)state;
  assert_true(rosin_scenes() > 40);
  assert_null(rosin_scene_name(-1));
  assert_null(rosin_scene_name(rosin_scenes()));
  for (int i = 0; i < rosin_scenes(); i++) {
    assert_non_null(rosin_scene_name(i));
    assert_true(i == 0 || strcmp(rosin_scene_name(i - 1), rosin_scene_name(i)));
  }
}

static void what_is_no_scene_is_told(void **state) {
  static const char *const missing[] = {NULL};
  char *errors = NULL;
  (void)state;
  assert_null(rosin_scene_parse(NULL, "x", 0, NULL, &errors));
  assert_string_equal(errors, "there is no text of a scene\n");
  free(errors);
  assert_null(rosin_scene_parse(text, NULL, 0, NULL, &errors));
  assert_string_equal(errors, "there is no name of a scene\n");
  free(errors);
  assert_null(rosin_scene_parse(text, "x", 1, missing, &errors));
  assert_string_equal(errors, "overrides: number 1 is missing\n");
  free(errors);
  assert_null(rosin_scene_parse("rate = 16000;\nrat = 1;", "mine", 0, NULL, &errors));
  assert_int_equal(strncmp(errors, "mine:2: rat: ", 13), 0);
  free(errors);
  assert_null(rosin_scene_parse(text, "elsewhere/mine", 0, NULL, &errors)); /* no hand.wav there */
  assert_non_null(strstr(errors, "elsewhere/hand.wav"));
  free(errors);
  assert_null(rosin_scene_parse("", "x", 0, NULL, NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_scene_by_name),
      cmocka_unit_test(a_scene_by_file),
      cmocka_unit_test(a_scene_by_text),
      cmocka_unit_test(a_player),
      cmocka_unit_test(a_core),
      cmocka_unit_test(what_there_is_is_listed),
      cmocka_unit_test(what_is_no_scene_is_told),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
