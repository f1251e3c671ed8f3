/* SPDX-License-Identifier: BSD-3-Clause */
/* What batches are made of: hashes against FIPS 180-4's examples, loudness against EBU's, pitch,
 * centroid and decay of sounds that are known, rows there and back, names, shards, draws. */
#include "batch/jobs.h"
#include "batch/manifest.h"
#include "batch/name.h"
#include "batch/sha256.h"
#include "features/features.h"
#include "features/nearest.h"
#include "number.h"
#include "variation/variation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846;

static void test_sha256(void **state) {
  static const struct {
    const char *text;
    int times;
    const char *digest;
  } known[] = {
      {"", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {"a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char text[ROSIN_SHA256_TEXT];
    rosin_sha256 hash;
    rosin_sha256_begin(&hash);
    for (int k = 0; k < known[i].times; k++)
      rosin_sha256_add(&hash, known[i].text, strlen(known[i].text));
    rosin_sha256_end(&hash, text);
    assert_string_equal(text, known[i].digest);
  }
}

/* ---- measured ---------------------------------------------------------------------- */

typedef double sound(double t, int channel);

static rosin_features measure(sound *make, int rate, int channels, double seconds) {
  rosin_error error;
  rosin_features found;
  float frame[64];
  rosin_meter *meter = rosin_meter_new(rate, channels, &error);
  assert_non_null(meter);
  for (int i = 0; i < (int)lround(seconds * rate); i++) {
    for (int c = 0; c < channels; c++)
      frame[c] = (float)make((double)i / rate, c);
    assert_int_equal(rosin_meter_add(meter, frame, 1), 0);
  }
  rosin_loudness loudness;
  assert_int_equal(rosin_meter_end(meter, &found, &loudness), 0);
  rosin_meter_free(meter);
  return found;
}

/* EBU Tech 3341, case 1: a stereo sine of 1 kHz at -23 dBFS is -23 LUFS. */
static double case_1(double t, int channel) {
  (void)channel;
  return pow(10, -23.0 / 20) * sin(2 * pi * 1000 * t);
}
/* The same, case 2, -33 dBFS. */
static double case_2(double t, int channel) {
  return case_1(t, channel) * pow(10, -0.5);
}
/* EBU Tech 3341, case 15: a quarter of the rate, 45 degrees: samples 0.5 / sqrt(2), peak -6 dBTP.
 */
static double quarter(double t, int channel) {
  (void)channel;
  return 0.5 * sin(2 * pi * 12000 * t + pi / 4);
}
static double decaying(double t, int channel) {
  (void)channel;
  return 0.5 * exp(-6.907755 * t / 0.8) * sin(2 * pi * 440 * t);
}
static double harmonics(double t, int channel) {
  double sum = 0;
  (void)channel;
  for (int k = 1; k <= 12; k++)
    sum += 0.05 * sin(2 * pi * 110 * k * t + k * k);
  return sum;
}
static double hiss(double t, int channel) {
  static unsigned long long s = 1;
  (void)t, (void)channel;
  s = s * 6364136223846793005ULL + 1442695040888963407ULL;
  return 0.2 * ((double)(s >> 33) / 1073741824.0 - 1);
}
static double silence(double t, int channel) {
  (void)t, (void)channel;
  return 0;
}

static void test_features(void **state) {
  (void)state;
  rosin_features f = measure(case_1, 48000, 2, 5);
  assert_float_equal(f.loudness, -23, 0.1);
  assert_float_equal(f.true_peak, -23, 0.2);
  assert_float_equal(f.pitch, 1000, 2);
  assert_float_equal(f.centroid, 1000, 10);
  assert_float_equal(f.duration, 5, 1e-9);
  assert_true(isnan(f.decay));
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++)
    assert_float_equal(f.shape[k], 0, 0.1001);
  f = measure(case_2, 48000, 2, 5);
  assert_float_equal(f.loudness, -33, 0.1);
  f = measure(quarter, 48000, 1, 2);
  assert_float_equal(f.true_peak, -6.02, 0.4); /* EBU allows +0.2, -0.4 */
  f = measure(decaying, 44100, 1, 2);
  assert_float_equal(f.decay, 0.8, 0.02);
  assert_float_equal(f.pitch, 440, 2);
  f = measure(harmonics, 44100, 1, 1);
  assert_float_equal(f.pitch, 110, 0.5);
  assert_float_equal(f.centroid, 715, 15);
  f = measure(harmonics, 96000, 1, 1);
  assert_float_equal(f.pitch, 110, 0.5);
  f = measure(hiss, 44100, 1, 2);
  assert_true(isnan(f.pitch));
  assert_float_equal(f.centroid, 11025, 250);
  f = measure(silence, 44100, 1, 0.2);
  assert_float_equal(f.loudness, -99, 0);
  assert_float_equal(f.true_peak, -99, 0);
  assert_true(isnan(f.centroid) && isnan(f.pitch) && isnan(f.decay));
  f = measure(case_1, 48000, 1, 0.01); /* shorter than any frame */
  assert_true(f.loudness > -60 && f.centroid > 500);
}

/* Between two frequencies or times, in steps of which an octave has so many. */
static double octaves(double a, double b, int steps) {
  const int has_a = a > 0, has_b = b > 0; /* NaN: no */
  if (has_a && has_b)
    return log2(a / b) / (1.0 / steps);
  return has_a == has_b ? 0 : ROSIN_FEATURES_NONE;
}

/* How far two sounds are apart, as docs/batch.md says it, in so many words: what the tree is held
 * against. */
static double distance(const rosin_features *a, const rosin_features *b) {
  const double d[] = {a->loudness - b->loudness,
                      octaves(a->centroid, b->centroid, ROSIN_FEATURES_CENTROID_STEPS),
                      octaves(a->pitch, b->pitch, ROSIN_FEATURES_PITCH_STEPS),
                      octaves(a->decay, b->decay, ROSIN_FEATURES_DECAY_STEPS)};
  double sum = 0, shape = 0;
  for (int i = 0; i < 4; i++)
    sum += d[i] * d[i];
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++) {
    const double step = (a->shape[k] - b->shape[k]) / ROSIN_FEATURES_SHAPE_STEP;
    shape += step * step / ROSIN_FEATURES_SHAPE;
  }
  return sqrt((sum + shape) / 5);
}

static double apart(const rosin_features *a, const rosin_features *b) {
  rosin_nearest *all = rosin_nearest_new();
  rosin_nearest_place place;
  double found;
  rosin_nearest_place_of(&place, a);
  assert_int_equal(rosin_nearest_add(all, &place, 0), 0);
  rosin_nearest_place_of(&place, b);
  assert_int_equal(rosin_nearest_find(all, &place, -1, &found), 0);
  rosin_nearest_free(all);
  return found;
}

static void test_distance(void **state) {
  const rosin_features a = {.loudness = -20, .pitch = 440, .centroid = 1000, .decay = 0.5};
  rosin_features b = a;
  (void)state;
  assert_float_equal(apart(&a, &b), 0, 1e-6);
  b.loudness = -25;
  assert_float_equal(apart(&a, &b), 5 / sqrt(5), 1e-6);
  b = a, b.pitch = (double)NAN;
  assert_float_equal(apart(&a, &b), 4 / sqrt(5), 1e-6);
  assert_float_equal(apart(&b, &b), 0, 1e-6);
  b = a, b.centroid *= exp2(0.1);
  assert_float_equal(apart(&a, &b), 1 / sqrt(5), 1e-6);
}

/* The tree finds what reading through all of them finds, in any order, whatever some have not. */
static void test_nearest(void **state) {
  enum { SOUNDS = 600 };
  static rosin_features f[SOUNDS];
  (void)state;
  for (int sorted = 0; sorted < 2; sorted++) {
    rosin_nearest *all = rosin_nearest_new();
    rosin_nearest_place place;
    double found, least;
    for (int i = 0; i < SOUNDS; i++) {
      const double far = sorted ? i : hiss(0, 0) * 100; /* of which a tree gets deep */
      f[i] = (rosin_features){.loudness = -40 + far, .centroid = 1000 * exp2(hiss(0, 0))};
      f[i].pitch = i % 3 ? 400 * exp2(hiss(0, 0)) : (double)NAN;
      f[i].decay = i % 4 ? 1 + hiss(0, 0) : (double)NAN;
      for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++)
        f[i].shape[k] = 20 * hiss(0, 0);
      rosin_nearest_place_of(&place, &f[i]);
      const long long is = rosin_nearest_find(all, &place, -1, &found);
      least = HUGE_VAL;
      for (int k = 0; k < i; k++)
        least = fmin(least, distance(&f[i], &f[k]));
      assert_true(i ? is >= 0 && fabs(found - least) < 1e-4 : is < 0 && isnan(found));
      assert_true(!i || fabs(distance(&f[i], &f[is]) - least) < 1e-4);
      assert_int_equal(rosin_nearest_add(all, &place, i), 0);
      assert_int_equal(rosin_nearest_find(all, &place, -1, &found), i);
      assert_true(rosin_nearest_find(all, &place, i, &found) == is);
    }
    rosin_nearest_free(all);
  }
}

/* ---- text --------------------------------------------------------------------------- */

/* What was measured comes back from its row bit for bit: who goes on decides as who began. */
static void test_rows(void **state) {
  rosin_manifest_row row = {0};
  rosin_features back, f = measure(decaying, 44100, 1, 1);
  (void)state;
  assert_int_equal(rosin_manifest_set_features(&row, &f), 0);
  rosin_manifest_features(&row, &back);
  assert_memory_equal(&f.shape, &back.shape, sizeof f.shape);
  assert_true(f.loudness == back.loudness && f.true_peak == back.true_peak &&
              f.pitch == back.pitch && f.centroid == back.centroid && f.decay == back.decay);
  rosin_manifest_free(&row);
}

static const char *name_of(const char *template, const char *title, rosin_error *error) {
  static char name[256];
  rosin_jobs_row row;
  rosin_jobs_plain(&row);
  row.row = row.listed = 4;
  row.variations = 9;
  row.seed = 7;
  snprintf(row.scene, sizeof row.scene, "sub/door-hinge-slow.cfg");
  snprintf(row.name, sizeof row.name, "%s", template);
  snprintf(row.title, sizeof row.title, "%s", title);
  assert_int_equal(rosin_jobs_add(&row, 0, "push=6.5", error), 0);
  assert_int_equal(rosin_jobs_add(&row, 0, "a=../x", error), 0);
  assert_int_equal(rosin_jobs_add(&row, 0, "push=7.5", error), 0);
  return rosin_name_make(&row, 41, 3, name, sizeof name, error) ? NULL : name;
}

static void test_names(void **state) {
  rosin_error error;
  (void)state;
  assert_string_equal(name_of("", "", &error), "door-hinge-slow-004-003.wav");
  assert_string_equal(name_of("{scene}/{n:03}-{seed}", "", &error), "door-hinge-slow/003-7.wav");
  assert_string_equal(name_of("{job}{row}{push}", "", &error), "4247.5.wav");
  assert_string_equal(name_of("x{a}", "", &error), "x..-x.wav");
  assert_string_equal(name_of("ucs", "", &error),
                      "DOORWood_door hinge slow 04-003_ROSIN_rosin.wav");
  assert_string_equal(name_of("ucs", "a_b/c", &error), "DOORWood_a-b-c 04-003_ROSIN_rosin.wav");
  static const char *const bad[] = {
      "{a}",          "../x",           "/x",   "a/../b", "a//b",
      ".a",           "a/.b",           "{",    "{no}",   "{n:}",
      "{n:x}",        "{n:99}",         "a\nb", "a\\b",   "manifest.csv/x",
      "SHA256SUMS/x", "Index-12.HTML/x"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    *error.text = 0;
    assert_null(name_of(bad[i], "", &error));
    assert_true(*error.text);
  }
}

static void test_shards(void **state) {
  (void)state;
  for (int n = 1; n < 9; n++)
    for (long long unit = 0; unit < 40; unit++) {
      int of = 0;
      for (int k = 1; k <= n; k++)
        of += rosin_shard_has((rosin_shard){k, n}, unit);
      assert_int_equal(of, 1);
    }
}

/* ---- draws -------------------------------------------------------------------------- */

static void test_draws(void **state) {
  rosin_vary_key key[] = {
      {.key = "m", .with = "m", .kind = ROSIN_VARY_MACRO, .value = 5, .high = 6, .spread = 0.5},
      {.key = "g.2.1",
       .with = "g.2.1",
       .kind = ROSIN_VARY_TIME,
       .value = 1,
       .high = 9,
       .spread = 0.5},
      {.key = "g.3.1",
       .with = "g.3.1",
       .kind = ROSIN_VARY_TIME,
       .value = 2,
       .before = 1,
       .follows = 1,
       .high = 9,
       .spread = 0.5},
      {.key = "f", .with = "f", .kind = ROSIN_VARY_HEIGHT, .value = 10, .high = 100, .spread = 0.1},
  };
  const rosin_vary all = {4, key}, last = {1, key + 3};
  char text[ROSIN_VARY_MOST + 1][ROSIN_VARY_TEXT], alone[ROSIN_VARY_MOST + 1][ROSIN_VARY_TEXT];
  double low = 100, high = 0, sum = 0;
  (void)state;
  for (int n = 1; n <= 2000; n++) {
    double m, a, b, f;
    assert_int_equal(rosin_vary_draw(&all, 7, n, 0, text), 5);
    m = rosin_number_read(text[0] + strlen("m="), NULL);
    a = rosin_number_read(text[1] + strlen("g.2.1="), NULL);
    b = rosin_number_read(text[2] + strlen("g.3.1="), NULL);
    f = rosin_number_read(text[3] + strlen("f="), NULL);
    assert_true(m >= 2 && m <= 6); /* 5 +- 3, within its range */
    assert_true(a >= 0.5 && a <= 1.5 && b - a >= 0.4999 && b - a <= 1.5001);
    low = fmin(low, f), high = fmax(high, f), sum += f;
    rosin_vary_draw(&last, 7, n, 0, alone); /* without the other keys: the same */
    assert_string_equal(alone[0], text[3]);
    assert_string_equal(alone[1], text[4]);
    rosin_vary_draw(&last, 7, n, 1, alone);
    assert_string_not_equal(alone[0], text[3]);
  }
  assert_true(low >= 9 && low < 9.01 && high <= 11 && high > 10.99);
  assert_float_equal(sum / 2000, 10, 0.05);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sha256),  cmocka_unit_test(test_features),
      cmocka_unit_test(test_nearest), cmocka_unit_test(test_distance),
      cmocka_unit_test(test_rows),    cmocka_unit_test(test_names),
      cmocka_unit_test(test_shards),  cmocka_unit_test(test_draws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
