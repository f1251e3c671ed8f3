/* SPDX-License-Identifier: BSD-3-Clause */
/* Scenes within a scene, at random: the whole is the sum of what each gives alone, with its gain,
 * pan, seed and begin; however time is cut; after a rewind the same. What can be turned of each has
 * its name, range and value. And what is wrong in `layers` is told with its thing, value, range. */
#include "format.h"
#include "maths/maths.h"
#include "pi.h"
#include "rosin.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chance.h"
#include "scratch.h"

enum { RATE = 44100, FRAMES = 6000, BLOCK = 512, LAYERS = 3 };

/* A mass of two modes that is pushed by chance; so many channels, and macros. */
static void write_part(const char *name, int channels, int oversample) {
  FILE *to = fopen(name, "w");
  fprintf(to,
          "channels = %d; oversample = %d; duration = 1.0;\n"
          "macros = { push = { default = 1.0; low = 0.0; high = 4.0; to = ( { key = \"k.force\"; "
          "how = \"scale\"; at = ((0.0, 0.0), (4.0, 4.0)); } ); }; };\n"
          "modals = { m = { points = { p = 0.0; }; modes = ( { frequency = 310.0; q = 40.0; mass = "
          "0.01; }, { frequency = 700.0; q = 30.0; mass = 0.02; } ); }; };\n"
          "pushes = { k = { body = \"m\"; position = \"p\"; force = { points = ( (0.0, 0.0), "
          "(0.002, 1.0), (1.0, 1.0) ); wander = 0.9; pace = 0.01; }; }; };\n"
          "outputs = ( { signal = \"m.velocity@p\"; gain = 0.2; %s } );\n",
          channels, oversample, channels == 2 ? "pan = 0.4;" : "");
  fclose(to);
}

static rosin_scene *load(const char *path, int sets, const char *const *set) {
  char *errors = NULL;
  rosin_scene *s = rosin_scene_load(path, sets, set, &errors);
  if (!s)
    fail_msg("%s: %s", path, errors);
  free(errors);
  return s;
}

/* All of a scene in calls of up to `most`; -1: in one length. */
static void play(rosin_scene *s, int most, float *out) {
  const int channels = rosin_scene_channels(s);
  for (int at = 0, n; at < FRAMES; at += n) {
    n = most > 0 ? 1 + one_of(most) : 480;
    n = at + n > FRAMES ? FRAMES - at : n;
    assert_int_equal(rosin_scene_process(s, n, out + (size_t)at * (size_t)channels), 0);
  }
}

typedef struct {
  const char *file;
  double at, gain, pan, push;
  int seeded; /* has a seed of its own */
} layer;

static layer part[LAYERS];
static double master;
static int whole_channels, whole_seed;

/* Numbers have a point in whatever country this is run. */
static void make_whole(void) {
  static const char *const files[] = {"mono.cfg", "stereo.cfg", "double.cfg"};
  FILE *to = fopen("whole.cfg", "w");
  whole_channels = 1 + one_of(2);
  whole_seed = one_of(1000);
  master = between(0.3, 2);
  rosin_print(to, "channels = %d; seed = %d; gain = %.6f; duration = 1.0; layers = {\n",
              whole_channels, whole_seed, master);
  for (int i = 0; i < LAYERS; i++) {
    layer *l = &part[i];
    *l = (layer){files[one_of(3)], one_of(2) ? 0 : one_of(60) * 0.001,
                 between(0, 3),    one_of(3) ? between(-1, 1) : 0,
                 between(0.2, 3),  one_of(3) == 0};
    rosin_print(
        to, "  l%d = { scene = \"%s\"; at = %.3f; gain = %.6f; pan = %.6f; push = %.6f; %s };\n", i,
        l->file, l->at, l->gain, l->pan, l->push, l->seeded ? "seed = 77;" : "");
  }
  rosin_print(to, "};\n");
  fclose(to);
}

/* As the file has it. */
static double rounded(double value) {
  return round(value * 1e6) / 1e6;
}

static void add_alone(int index, double *sum) {
  static float out[2 * FRAMES];
  const layer *l = &part[index];
  char push[40], own_seed[40];
  rosin_format(push, sizeof push, "push=%.6f", l->push);
  snprintf(own_seed, sizeof own_seed, "seed=%d", l->seeded ? 77 : whole_seed + 7919 * index);
  rosin_scene *s = load(l->file, 2, (const char *const[]){push, own_seed});
  assert_int_equal(rosin_scene_prepare(s, RATE, BLOCK, NULL), 0);
  const int from = rosin_scene_channels(s), begin = (int)lround(l->at * RATE);
  play(s, -1, out);
  rosin_scene_free(s);
  const double pan = rounded(l->pan), gain = rounded(l->gain) * rounded(master);
  const double left = from == 2 ? fmin(1, 1 - pan) : cos(pi / 4 * (1 + pan));
  const double right = from == 2 ? fmin(1, 1 + pan) : sin(pi / 4 * (1 + pan));
  for (int i = begin; i < FRAMES; i++) {
    const float *x = out + (size_t)(i - begin) * (size_t)from;
    if (whole_channels == 1) {
      sum[i] += gain * (from == 1 ? x[0] : 0.5 * (x[0] + x[1]));
    } else {
      sum[2 * i] += gain * left * x[0];
      sum[2 * i + 1] += gain * right * x[from - 1];
    }
  }
}

static void a_whole_is_the_sum_of_its_layers(void **state) {
  static double sum[2 * FRAMES];
  static float out[2][2 * FRAMES];
  (void)state;
  write_part("mono.cfg", 1, 1);
  write_part("stereo.cfg", 2, 1);
  write_part("double.cfg", 1, 2);
  seed = 4;
  for (int round = 0; round < 25; round++) {
    make_whole();
    rosin_scene *s = load("whole.cfg", 0, NULL);
    assert_int_equal(rosin_scene_prepare(s, RATE, BLOCK, NULL), 0);
    assert_int_equal(rosin_scene_channels(s), whole_channels);
    const size_t size = (size_t)(FRAMES * whole_channels) * sizeof **out;
    play(s, BLOCK, out[0]);
    rosin_scene_rewind(s);
    play(s, 1 + one_of(BLOCK), out[1]);
    assert_memory_equal(out[0], out[1], size);
    rosin_scene_free(s);
    memset(sum, 0, sizeof sum);
    for (int i = 0; i < LAYERS; i++)
      add_alone(i, sum);
    double most = 0;
    for (int i = 0; i < FRAMES * whole_channels; i++)
      most = fmax(most, fabs(sum[i]));
    assert_true(most > 1e-4);
    for (int i = 0; i < FRAMES * whole_channels; i++)
      if (!(fabs(out[0][i] - sum[i]) < 1e-5 * most))
        fail_msg("round %d: sample %d: %g, not %g", round, i, (double)out[0][i], sum[i]);
  }
}

static void what_can_be_turned_has_its_name(void **state) {
  (void)state;
  seed = 9;
  for (int round = 0; round < 10; round++) {
    make_whole();
    rosin_scene *s = load("whole.cfg", 0, NULL);
    assert_int_equal(rosin_scene_macros(s), 2 * LAYERS);
    for (int i = 0; i < 2 * LAYERS; i++) {
      const layer *l = &part[i / 2];
      const rosin_parameter *row = rosin_scene_macro(s, i);
      char name[40];
      snprintf(name, sizeof name, "l%d.%s", i / 2, i % 2 ? "push" : "gain");
      assert_string_equal(row->name, name);
      snprintf(name, sizeof name, "l%d", i / 2);
      assert_string_equal(row->group, name);
      const double value = rounded(i % 2 ? l->push : l->gain);
      assert_float_equal(row->initial, value, 1e-9);
      assert_float_equal(rosin_scene_macro_value(s, i), value, 1e-9);
      assert_float_equal(row->low, 0, 0);
      assert_float_equal(row->high, (i & 1) ? 4 : fmax(2, 2 * value), 1e-9);
      assert_int_equal(rosin_scene_macro_live(s, i), 1);
    }
    assert_null(rosin_scene_macro(s, -1));
    assert_null(rosin_scene_macro(s, 2 * LAYERS));
    rosin_scene_free(s);
  }
}

/* A gain is turned within its range, and comes there in some hundredths of a second. */
static void a_gain_is_turned(void **state) {
  static float out[2 * FRAMES];
  (void)state;
  FILE *to = fopen("whole.cfg", "w");
  fprintf(to, "duration = 1.0; layers = { a = { scene = \"mono.cfg\"; gain = 0.5; }; };");
  fclose(to);
  const struct {
    const char *name;
    double asked, gain, push;
  } turned[] = {{"a.gain", 1.5, 1.5, 1},
                {"a.gain", 9, 2, 1},
                {"a.gain", -1, 0, 1},
                {"a.gain", 0.5, 0.5, 1},
                {"a.push", 2, 0.5, 2}};
  float usual[2] = {0};
  for (size_t i = 0; i < 1 + sizeof turned / sizeof *turned; i++) {
    rosin_error error;
    rosin_scene *s = load("whole.cfg", 0, NULL);
    assert_int_equal(rosin_scene_prepare(s, RATE, BLOCK, NULL), 0);
    if (i)
      assert_int_equal(rosin_scene_control(s, turned[i - 1].name, turned[i - 1].asked, &error), 0);
    assert_int_equal(rosin_scene_control(s, "a.gain", NAN, &error), -1);
    assert_string_equal(error.text, "a.gain: must be a finite number");
    assert_int_equal(rosin_scene_control(s, "b.gain", 1, &error), -1);
    assert_string_equal(error.text, "there is no control 'b.gain'");
    play(s, -1, out);
    rosin_scene_free(s);
    float late = 0; /* at the same places, long after */
    for (int k = FRAMES - 1000; k < FRAMES; k++)
      late = fmaxf(late, fabsf(out[k]));
    if (!i)
      usual[0] = late;
    else
      assert_float_equal(late / usual[0], turned[i - 1].gain / 0.5 * turned[i - 1].push, 0.1);
  }
}

static void wrong(const char *layers, const char *told) {
  char *errors = NULL;
  FILE *to = fopen("wrong.cfg", "w");
  fprintf(to, "duration = 1.0; layers = { %s };", layers);
  fclose(to);
  rosin_scene *s = rosin_scene_load("wrong.cfg", 0, NULL, &errors);
  if (s || !errors || !strstr(errors, told))
    fail_msg("%s: '%s' lacks '%s'", layers, errors ? errors : "", told);
  free(errors);
}

static void what_is_wrong_is_told(void **state) {
  char many[8192] = "a = { scene = \"mono.cfg\"; set = ( ";
  (void)state;
  wrong("a = { scene = \"mono.cfg\"; at = -1.0; };", "a.at: -1 is out of range: 0 to ");
  wrong("a = { scene = \"mono.cfg\"; gain = -0.1; };", "a.gain: -0.1 is out of range: 0 to 1e+06");
  wrong("a = { scene = \"mono.cfg\"; pan = 1.5; };", "a.pan: 1.5 is out of range: -1 to 1");
  wrong("a = { scene = \"mono.cfg\"; push = (1.0); };", "a.push: must be a number or a text");
  wrong("a = { scene = \"mono.cfg\"; push = true; };", "a.push: must be a number or a text");
  wrong("a = { scene = \"mono.cfg\"; set = 3; };", "a.set: must be a list of \"KEY=VALUE\"");
  wrong("a = { scene = \"mono.cfg\"; set = ( \"push=1\", \"push\" ); };",
        "a.set.2: must be \"KEY=VALUE\"");
  wrong("a = { scene = \"mono.cfg\"; set = ( 1.0 ); };", "a.set.1: must be \"KEY=VALUE\"");
  wrong("a = { scene = \"mono.cfg\"; nothing = 1.0; };", "nothing");
  wrong("a = { };", "a: 'scene' is missing");
  wrong("a = { scene = \"none.cfg\"; };", "none.cfg");
  for (int i = 0; i < 256; i++)
    strcat(many, i ? ", \"push=1\"" : "\"push=1\"");
  strcat(many, " ); };");
  wrong(many, "a: more than 256 settings");
}

/* What a text sets counts as a number does. */
static void texts_set_too(void **state) {
  static float out[2][2 * FRAMES];
  static const char *const how[] = {"push = 2.5;", "push = \"2.5\";", "set = ( \"push=2.5\" );"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    FILE *to = fopen("whole.cfg", "w");
    fprintf(to, "duration = 1.0; layers = { a = { scene = \"mono.cfg\"; %s }; };", how[i]);
    fclose(to);
    rosin_scene *s = load("whole.cfg", 0, NULL);
    assert_int_equal(rosin_scene_prepare(s, RATE, BLOCK, NULL), 0);
    play(s, -1, out[i > 0]);
    assert_float_equal(rosin_scene_macro_value(s, 1), 2.5, 0);
    rosin_scene_free(s);
    if (i)
      assert_memory_equal(out[0], out[1], sizeof out[0] / 2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_whole_is_the_sum_of_its_layers),
      cmocka_unit_test(what_can_be_turned_has_its_name), cmocka_unit_test(a_gain_is_turned),
      cmocka_unit_test(what_is_wrong_is_told), cmocka_unit_test(texts_set_too)};
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
