/* SPDX-License-Identifier: BSD-3-Clause */
/* Silence is of what is heard: with a plugin's level at its highest and its macros at their
 * loudest, what sleeps is 100 dB below full scale. */
#include "core/inside.h"
#include "network/rest.h"
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

enum { RATE = 44100, FRAMES = 441 };

static rosin_core *opened(const char *name, int wakeful) {
  rosin_error error;
  rosin_core *c = rosin_core_new(name, &error);
  if (!c)
    fail_msg("%s: %s", name, error.text);
  rosin_core_set_take(c, 1);
  rosin_core_put(c, rosin_core_find(c, "level"), 12);
  if (rosin_core_find(c, "loud") >= 0)
    rosin_core_put(c, rosin_core_find(c, "loud"), 2);
  assert_int_equal(rosin_core_prepare(c, RATE, &error), 0);
  rosin_network_let_rest(rosin_scene_network(c->engine->scene), !wakeful);
  rosin_core_trigger(c, 0);
  rosin_core_let_go(c, RATE / 2);
  return c;
}

static void check(const char *name) {
  static float sound[2][2][FRAMES];
  rosin_core *core[2] = {opened(name, 0), opened(name, 1)};
  rosin_network *network = rosin_scene_network(core[0]->engine->scene);
  double most = 0;
  int at = 0, slept = 0;
  for (; at < 100 * RATE && slept < 100; at += FRAMES) {
    for (int i = 0; i < 2; i++)
      rosin_core_process(core[i], (float *const[]){sound[i][0], sound[i][1]}, FRAMES);
    for (int k = 0; k < FRAMES; k++)
      for (int c = 0; c < 2; c++)
        most = fmax(most, fabs((double)sound[0][c][k] - (double)sound[1][c][k]));
    slept += rosin_network_sleeps(network);
  }
  if (slept < 100)
    fail_msg("%s does not sleep within %d s", name, at / RATE);
  if (!(most < 2e-5))
    fail_msg("%s: what sleeps was %.1f dBFS", name, 20 * log10(most));
  rosin_core_free(core[0]);
  rosin_core_free(core[1]);
}

/* A bar that rings for a minute, twice as loud by a macro. */
static const char ringing[] =
    "duration = 0.5; channels = 2; tail = 90.0;\n"
    "modals = { bar = { modes = ( { frequency = 440.0; t60 = 60.0; mass = 0.1; } ); }; };\n"
    "pushes = { hand = { body = \"bar\"; force = { points = ( (0.0, 0.0), (0.01, 1.0), (0.011, "
    "0.0) ); }; }; };\n"
    "macros = { loud = { default = 1.0; low = 0.5; high = 2.0; meaning = \"loudness\";\n"
    "  to = ( { key = \"gain\"; how = \"scale\"; at = ((0.5, 0.5), (1.0, 1.0), (2.0, 2.0)); } ); "
    "}; };\n"
    "outputs = ( { signal = \"bar.velocity@0\"; gain = 0.5; } );\n";

/* A door that swings for minutes after its tail. */
static const char swinging[] =
    "duration = 0.5; channels = 2; tail = 0.5;\n"
    "modals = { door = { modes = ( { frequency = 0.3; q = 1000.0; mass = 0.1; } ); }; };\n"
    "pushes = { hand = { body = \"door\"; force = { points = ( (0.0, 0.0), (0.01, 1.0), (0.5, "
    "0.0) ); }; }; };\n"
    "outputs = ( { signal = \"door.velocity@0\"; gain = 0.5; } );\n";

static void write_scene(char path[], const char *text) {
  const int file = mkstemp(path);
  const ssize_t length = (ssize_t)strlen(text);
  assert_true(file >= 0 && write(file, text, (size_t)length) == length);
  close(file);
}

static void what_sleeps_is_silent_at_the_highest_level(void **state) {
  char path[] = "/tmp/rosin-silence-XXXXXX";
  (void)state;
  write_scene(path, ringing);
  check("wine-glass");
  check(path);
  unlink(path);
}

static void what_swings_after_its_tail_sleeps(void **state) {
  char path[] = "/tmp/rosin-silence-XXXXXX";
  (void)state;
  write_scene(path, swinging);
  check(path);
  unlink(path);
}

/* Played, at rest for long, turned down in its sleep and played again: in calls of so many. */
static void play(int call, float *out, int frames) {
  rosin_error error;
  rosin_core *c = rosin_core_new("rope", &error);
  assert_non_null(c);
  rosin_core_set_take(c, 1);
  assert_int_equal(rosin_core_prepare(c, RATE, &error), 0);
  for (int at = 0; at < frames; at += call) {
    static const int moments[] = {0, RATE / 4, 5 * RATE / 2, 5 * RATE / 2 + 9000};
    for (int k = 0; k < 4; k++) {
      const int frame = moments[k] - at;
      if (frame < 0 || frame >= call)
        continue;
      if (k == 1)
        rosin_core_let_go(c, frame);
      else if (k == 2)
        rosin_core_set(c, frame, rosin_core_find(c, "level"), -20);
      else
        rosin_core_trigger(c, frame);
      if (k == 2)
        assert_true(rosin_scene_rests(c->engine->scene) &&
                    rosin_sequencer_is_at_rest(c->engine->sequencer));
    }
    rosin_core_process(c, (float *const[]){out + at, out + frames + at}, call);
  }
  rosin_core_free(c);
}

static void what_sleeps_is_the_same_in_calls_of_any_size(void **state) {
  enum { LONG = 4 * RATE / 3000 * 3000 };
  static float a[2 * LONG], b[2 * LONG];
  double most = 0;
  (void)state;
  play(3000, a, LONG);
  play(50, b, LONG);
  assert_memory_equal(a, b, sizeof a);
  for (int i = 2 * RATE; i < LONG; i++) {
    assert_true(i >= 5 * RATE / 2 + 9000 || a[i] == 0);
    most = fmax(most, fabs((double)a[i]));
  }
  assert_true(most > 1e-3 && most < 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_sleeps_is_silent_at_the_highest_level),
      cmocka_unit_test(what_swings_after_its_tail_sleeps),
      cmocka_unit_test(what_sleeps_is_the_same_in_calls_of_any_size)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
