/* SPDX-License-Identifier: BSD-3-Clause */
/* Macros from C: turned while the scene sounds, in any cut of time, kept over a rewind. */
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES = 12000 };

static const char text[] =
    "duration = 1.0;\n"
    "modals = { x = { shape = \"wine-glass\"; modes = 6; }; };\n"
    "contacts = { c = { a = \"-\"; b = \"x\"; position = ((0.0, 0.0), (1.0, 1.0));\n"
    "  velocity = ((0.0, 0.0), (0.1, 0.1)); force = 1.0;\n"
    "  law = { type = \"elastoplastic\"; mu_static = 0.8; stribeck_velocity = 0.08; }; }; };\n"
    "outputs = ( { signal = \"x.velocity@mic\"; gain = 3.0; } );\n"
    "macros = {\n"
    "  speed = { to = ( { key = \"c.velocity\"; how = \"scale\"; at = (0.5, 1.0, 2.0); },\n"
    "                   { key = \"c.position\"; how = \"rate\"; at = (0.5, 1.0, 2.0); } ); };\n"
    "  wet = { to = ( { key = \"c.law.mu_static\"; at = (0.5, 0.8, 1.1); },\n"
    "                 { key = \"gain\"; how = \"scale\"; at = (0.5, 1.0, 2.0); } ); };\n"
    "  size = { to = ( { key = \"x.radius\"; at = (0.03, 0.04); } ); }; };\n";

static rosin_scene *load(int count, const char *const *set) {
  char path[] = "/tmp/rosin-test-XXXXXX", *errors = NULL;
  const int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  close(file);
  rosin_scene *s = rosin_scene_load(path, count, set, &errors);
  unlink(path);
  if (!s)
    fail_msg("%s", errors ? errors : "?");
  return s;
}

static void macros_are_known(void **state) {
  (void)state;
  rosin_scene *s = load(0, NULL);
  assert_int_equal(rosin_scene_macros(s), 3);
  const rosin_parameter *row = rosin_scene_macro(s, 0);
  assert_string_equal(row->name, "speed");
  assert_true(row->low == 0 && row->high == 1 && row->initial == 0.5);
  assert_true(rosin_scene_macro_live(s, 0) && rosin_scene_macro_live(s, 1));
  assert_false(rosin_scene_macro_live(s, 2));
  assert_null(rosin_scene_macro(s, 3));
  assert_null(rosin_scene_macro(s, -1));
  assert_true(isnan(rosin_scene_macro_value(s, 3)));
  rosin_scene_free(s);
}

/* What a macro may be told, before and after the scene is prepared. */
static void macros_are_told(void **state) {
  (void)state;
  rosin_error error = {""};
  rosin_scene *s = load(0, NULL);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(rosin_scene_control(s, "speed", 0.25, &error), 0);
    assert_true(rosin_scene_macro_value(s, 0) == 0.25);
    assert_int_equal(rosin_scene_control(s, "speed", 7, &error), 0);
    assert_true(rosin_scene_macro_value(s, 0) == 1);
    assert_int_equal(rosin_scene_control(s, "speed", NAN, &error), -1);
    assert_int_equal(rosin_scene_control(s, "size", 0.2, &error), -1);
    assert_non_null(strstr(error.text, "-s size=0.2"));
    assert_int_equal(rosin_scene_control(s, "sped", 0.2, &error), -1);
    assert_int_equal(rosin_scene_prepare(s, 44100, 512, &error), 0);
  }
  rosin_scene_free(s);
}

/* Samples of a scene in calls of `block`, with a turn of two macros half-way. */
static float *play(rosin_scene *s, int block) {
  float *out = calloc(FRAMES, sizeof *out);
  rosin_error error;
  assert_non_null(out);
  assert_int_equal(rosin_scene_prepare(s, 44100, block, &error), 0);
  for (int at = 0; at < FRAMES; at += block) {
    if (at == FRAMES / 2) {
      assert_int_equal(rosin_scene_control(s, "speed", 0.9, NULL), 0);
      assert_int_equal(rosin_scene_control(s, "wet", 0.2, NULL), 0);
    }
    rosin_scene_process(s, block, out + at);
  }
  return out;
}

static void time_may_be_cut_anyhow(void **state) {
  (void)state;
  rosin_scene *a = load(0, NULL), *b = load(0, NULL);
  float *x = play(a, 40), *y = play(b, 500);
  assert_memory_equal(x, y, FRAMES * sizeof *x);
  float peak = 0;
  for (int i = 0; i < FRAMES; i++)
    peak = fmaxf(peak, fabsf(x[i]));
  assert_true(peak > 1e-5f && isfinite(peak));
  free(x);
  free(y);
  rosin_scene_free(a);
  rosin_scene_free(b);
}

/* Turned beforehand, or by -s, or kept over a rewind: the same samples. */
static void the_same_by_every_way(void **state) {
  (void)state;
  static const char *const set[] = {"speed=0.9", "wet=0.2"};
  rosin_scene *s[3] = {load(2, set), load(0, NULL), load(0, NULL)};
  float out[3][2000];
  rosin_error error;
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      assert_int_equal(rosin_scene_control(s[i], "speed", 0.9, NULL) |
                           rosin_scene_control(s[i], "wet", 0.2, NULL),
                       0);
    assert_int_equal(rosin_scene_prepare(s[i], 44100, 2000, &error), 0);
    if (i == 2) {
      rosin_scene_process(s[i], 1000, out[i]);
      assert_int_equal(rosin_scene_control(s[i], "speed", 0.9, NULL) |
                           rosin_scene_control(s[i], "wet", 0.2, NULL),
                       0);
      rosin_scene_process(s[i], 1000, out[i]);
      rosin_scene_rewind(s[i]);
    }
    rosin_scene_process(s[i], 2000, out[i]);
  }
  assert_memory_equal(out[0], out[1], sizeof out[0]);
  assert_memory_equal(out[0], out[2], sizeof out[0]);
  for (int i = 0; i < 3; i++)
    rosin_scene_free(s[i]);
}

/* A control taken by hand no longer heeds a macro, until the scene is rewound. */
static void a_hand_goes_before_a_macro(void **state) {
  (void)state;
  rosin_error error;
  rosin_scene *s = load(0, NULL);
  float out[2000];
  double quiet = 0, loud = 0;
  assert_int_equal(rosin_scene_prepare(s, 44100, 2000, &error), 0);
  assert_int_equal(rosin_scene_control(s, "c.velocity", 0, &error), 0);
  assert_int_equal(rosin_scene_control(s, "speed", 1, &error), 0);
  for (int i = 0; i < 5; i++)
    rosin_scene_process(s, 2000, out);
  for (int i = 0; i < 2000; i++)
    quiet = fmax(quiet, fabs((double)out[i]));
  rosin_scene_rewind(s);
  for (int i = 0; i < 5; i++)
    rosin_scene_process(s, 2000, out);
  for (int i = 0; i < 2000; i++)
    loud = fmax(loud, fabs((double)out[i]));
  assert_true(quiet < 1e-9 && loud > 1e-5);
  rosin_scene_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(macros_are_known),           cmocka_unit_test(macros_are_told),
      cmocka_unit_test(time_may_be_cut_anyhow),     cmocka_unit_test(the_same_by_every_way),
      cmocka_unit_test(a_hand_goes_before_a_macro),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
