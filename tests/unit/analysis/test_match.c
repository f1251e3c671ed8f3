/* SPDX-License-Identifier: BSD-3-Clause */
/* What a match rests on: every feature and every third octave counts in a distance, profiles say of
 * known sounds what they are, and the search finds a hidden place, the same one for the same seed.
 */
#include "golden.h"
#include "match/evolution.h"
#include "match/profile.h"
#include "pi.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, N = RATE };

/* ---- profiles ----------------------------------------------------------------------------- */

static uint32_t noise_state;

static double noise(void) {
  noise_state = noise_state * 1664525u + 1013904223u;
  return (double)noise_state / 2147483648.0 - 1;
}

/* A tone, noise, or both, in eight swells. */
static rosin_profile sound(double tone, double hiss, double swell, double gain) {
  static double x[N];
  rosin_profile p;
  noise_state = 7;
  for (int i = 0; i < N; i++) {
    const double t = (double)i / RATE, e = 1 - swell * 0.5 * (1 + cos(2 * pi * 5 * t));
    x[i] = gain * e * (tone * sin(2 * pi * 440 * t) + hiss * noise());
  }
  assert_int_equal(rosin_profile_make(x, N, RATE, 17800, &p), 0);
  return p;
}

static void every_feature_counts(void **state) {
  const rosin_profile a = sound(1, 0.3, 0.5, 0.2);
  (void)state;
  assert_true(rosin_profile_distance(&a, &a) == 0);
  assert_true(rosin_profile_octaves(&a, &a) == 0);
  for (int i = 0; i < ROSIN_PROFILE_FEATURES; i++) {
    rosin_profile b = a;
    const rosin_profile_row *row = &rosin_profile_rows()[i];
    assert_true(row->step > 0 && *row->name && *row->more && *row->less);
    assert_true(isfinite(a.feature[i]));
    b.feature[i] += 3 * row->step;
    if (i == ROSIN_PROFILE_SHAPE)
      for (int k = 0; k < ROSIN_PROFILE_EIGHTHS; k++)
        b.eighth[k] += k % 2 ? 3 * row->step : -3 * row->step;
    const double far = 3 / sqrt(ROSIN_PROFILE_FEATURES);
    if (fabs(rosin_profile_distance(&a, &b) - far) > 1e-9)
      fail_msg("%s is off by 3 steps of %d features, and the distance is %g", row->name,
               ROSIN_PROFILE_FEATURES, rosin_profile_distance(&a, &b));
    b = a;
    b.feature[i] = (double)NAN; /* what one has and the other has not */
    assert_true(fabs(rosin_profile_distance(&a, &b) - 4 / sqrt(ROSIN_PROFILE_FEATURES)) < 1e-9);
  }
}

static void every_third_octave_counts(void **state) {
  const rosin_profile a = sound(0, 1, 0, 0.2);
  (void)state;
  assert_int_equal(a.bands, ROSIN_PROFILE_BANDS);
  for (int b = 0; b < a.bands; b++) {
    rosin_profile other = a;
    other.band[b] += 6;
    const double off = rosin_profile_octaves(&other, &a);
    if (!(off > 0.5)) /* of white noise none is 40 dB below the loudest */
      fail_msg("6 dB at %g Hz are %g dB", rosin_profile_band(b), off);
    assert_true(rosin_profile_band_off(&other, &a, b) > 5);
    /* the mean of all is taken off: the one is 6 - 6 / n off, the others 6 / n */
    const double n = a.bands, rest = 6 * sqrt((n - 1) / (n * n));
    assert_true(fabs(off - rest) < 1e-9);
    assert_true(fabs(rosin_profile_band_off(&a, &other, b) + 6 - 6 / n) < 1e-9);
  }
  for (int b = 0; b < ROSIN_PROFILE_BANDS; b++) /* thirds of octaves as IEC 61260 has them */
    assert_true(fabs(10 * log10(rosin_profile_band(b) / 1000) - (b - 13)) < 1e-9);
  rosin_profile louder = a; /* levels are taken from where they stand */
  for (int b = 0; b < a.bands; b++)
    louder.band[b] += 11;
  assert_true(rosin_profile_octaves(&louder, &a) < 1e-9);
}

static void loudness_does_not_count(void **state) {
  const rosin_profile a = sound(1, 0.3, 0.5, 0.5), b = sound(1, 0.3, 0.5, 0.005);
  (void)state;
  assert_true(rosin_profile_distance(&a, &b) < 0.01);
  assert_true(rosin_profile_octaves(&a, &b) < 0.01);
}

static void known_sounds(void **state) {
  const rosin_profile tone = sound(1, 0.001, 0, 0.3), hiss = sound(0, 1, 0, 0.3),
                      swell = sound(1, 0.001, 0.9, 0.3);
  (void)state;
  assert_true(fabs(tone.feature[ROSIN_PROFILE_PITCH] - log2(440)) < 0.02);
  assert_true(isnan(hiss.feature[ROSIN_PROFILE_PITCH]));
  assert_true(tone.feature[ROSIN_PROFILE_PERIODICITY] > 0.95);
  assert_true(hiss.feature[ROSIN_PROFILE_PERIODICITY] < 0.4);
  assert_true(fabs(hiss.feature[ROSIN_PROFILE_FLATNESS]) < 3);
  assert_true(fabs(hiss.feature[ROSIN_PROFILE_TILT] - 3) < 0.5); /* bands grow by 3 dB an octave */
  assert_true(tone.feature[ROSIN_PROFILE_FLATNESS] < -30);
  assert_true(fabs(tone.feature[ROSIN_PROFILE_CREST] - 3.01) < 0.3);
  assert_true(swell.feature[ROSIN_PROFILE_SLOW] > tone.feature[ROSIN_PROFILE_SLOW] + 15);
}

/* What profiles say of sounds of many kinds, and how far each is from the one before, against
 * tests/unit/analysis/profiles.txt; transforms of single precision differ a little. */
static void profiles_hold_still(void **state) {
  (void)state;
  static double x[2 * N];
  static const double rates[] = {RATE, 48000, 22050, 96000};
  golden g = golden_open("tests/unit/analysis/profiles.txt");
  rosin_profile before = {0};
  noise_state = 11;
  for (int k = 0; k < 16; k++) {
    const double rate = rates[k % 4], pitch = 70 * pow(1.35, k), beats = 1.5 * (1 + k % 9);
    const int n = (int)(rate * (0.3 + 0.11 * (k % 6)));
    for (int i = 0; i < n; i++) {
      const double t = i / rate, gap = k % 4 == 3 && t > 0.15 && t < 0.22 ? 0.01 : 1;
      const double e = gap * (k % 3 == 2 ? exp(-6 * t) : t < 0.1 || k % 3 ? 1 : 0.03);
      const double beat = 1 - 0.2 * (k % 4) * (1 + cos(2 * pi * beats * t)) / 2;
      x[i] = 0.3 * e * beat *
             (sin(2 * pi * pitch * t) + 0.5 * sin(4 * pi * pitch * t * (1 + 0.1 * (k % 2) * t)) +
              0.1 * (k % 5) * noise());
    }
    rosin_profile p;
    assert_int_equal(rosin_profile_make(x, n, rate, k % 2 ? 17800 : 6000, &p), 0);
    golden_in(&g, "%d", k);
    golden_row(&g, "features", p.feature, ROSIN_PROFILE_FEATURES, 1e-3, 0.3);
    golden_row(&g, "eighths", p.eighth, ROSIN_PROFILE_EIGHTHS, 1e-3, 0.3);
    golden_row(&g, "bands", p.band, p.bands, 1e-3, 0.3);
    const double apart[] = {p.bands,
                            p.level,
                            p.peak,
                            rosin_profile_distance(&p, &before),
                            rosin_profile_octaves(&p, &before),
                            rosin_profile_apart(&before, &p)};
    golden_columns(&g, "whole", "bands level peak distance octaves apart", apart, 1e-3, 0.01);
    before = p;
  }
  assert_int_equal(golden_close(&g), 0);
}

static void silence_has_none(void **state) {
  static const double x[N];
  rosin_profile p;
  (void)state;
  assert_int_equal(rosin_profile_make(x, N, RATE, 17800, &p), 0);
  assert_true(isnan(p.feature[ROSIN_PROFILE_CENTROID]));
}

/* ---- the search ---------------------------------------------------------------------------- */

enum { AXES = 8, ROUNDS = 120, POINTS = 12 };

/* A valley of unequal sides around a hidden place. */
static double valley(const double *at) {
  double sum = 0;
  for (int i = 0; i < AXES; i++) {
    const double off = at[i] - (0.15 + 0.09 * i);
    sum += (i % 3 + 1) * (i % 3 + 1) * off * off;
  }
  return sqrt(sum);
}

static rosin_evolution searched(uint64_t seed, int rounds) {
  double start[AXES], value[POINTS];
  rosin_evolution s;
  for (int i = 0; i < AXES; i++)
    start[i] = 0.5;
  rosin_evolution_begin(&s, AXES, start, 0.2, POINTS, seed);
  for (int r = 0; r < rounds; r++) {
    rosin_evolution_ask(&s);
    for (int k = 0; k < POINTS; k++) {
      for (int i = 0; i < AXES; i++)
        assert_true(s.point[k][i] >= 0 && s.point[k][i] <= 1);
      value[k] = valley(s.point[k]);
    }
    rosin_evolution_tell(&s, value);
  }
  return s;
}

static void it_finds_the_place(void **state) {
  double start[AXES];
  (void)state;
  for (int i = 0; i < AXES; i++)
    start[i] = 0.5;
  for (uint64_t seed = 1; seed <= 5; seed++) {
    const rosin_evolution s = searched(seed, ROUNDS);
    assert_true(s.best < 0.01 * valley(start));
    assert_true(fabs(valley(s.at) - s.best) < 1e-12);
  }
}

/* How a search goes, generation by generation, against tests/unit/analysis/search.txt. */
static void a_search_goes_as_it_went(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/analysis/search.txt");
  for (int axes = 1; axes <= 40; axes = 2 * axes + axes % 3) {
    rosin_evolution s;
    double start[64], value[ROSIN_EVOLUTION_POINTS];
    for (int i = 0; i < axes; i++)
      start[i] = 0.2 + 0.013 * i;
    rosin_evolution_begin(&s, axes, start, 0.3, 4 + axes % 20, 5);
    for (int k = 0; k < 30; k++) {
      rosin_evolution_ask(&s);
      for (int p = 0; p < s.points; p++) {
        value[p] = k == 3 && p == 1 ? (double)NAN : 0;
        for (int i = 0; i < axes; i++)
          value[p] += (1 + i) * pow(s.point[p][i] - 0.6 - 0.003 * i, 2);
      }
      rosin_evolution_tell(&s, value);
      if (k % 10 != 9)
        continue;
      double x[7] = {s.sigma, s.best, s.mu_effective};
      for (int i = 0; i < axes; i++) {
        x[3] += (1 + i) * s.mean[i];
        x[4] += (1 + i) * s.spread[i];
        x[5] += (1 + i) * fabs(s.path[i]);
        x[6] += (1 + i) * fabs(s.path_sigma[i]);
      }
      golden_in(&g, "%d:%d", axes, k + 1);
      golden_columns(&g, "search", "sigma best parents mean spread path width", x, 1e-6, 1e-9);
    }
  }
  assert_int_equal(golden_close(&g), 0);
}

static void the_same_seed_is_the_same_search(void **state) {
  const rosin_evolution a = searched(3, 20), b = searched(3, 20), c = searched(4, 20);
  (void)state;
  assert_memory_equal(a.at, b.at, sizeof a.at);
  assert_memory_not_equal(a.at, c.at, sizeof a.at);
}

static void the_best_is_kept(void **state) {
  rosin_evolution s = searched(1, 10);
  const double best = s.best;
  double worse[POINTS];
  (void)state;
  for (int k = 0; k < POINTS; k++)
    worse[k] = k % 2 ? (double)NAN : 1e3 + k;
  rosin_evolution_ask(&s);
  rosin_evolution_tell(&s, worse);
  assert_true(s.best == best && fabs(valley(s.at) - best) < 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_feature_counts),
      cmocka_unit_test(every_third_octave_counts),
      cmocka_unit_test(loudness_does_not_count),
      cmocka_unit_test(known_sounds),
      cmocka_unit_test(profiles_hold_still),
      cmocka_unit_test(silence_has_none),
      cmocka_unit_test(it_finds_the_place),
      cmocka_unit_test(a_search_goes_as_it_went),
      cmocka_unit_test(the_same_seed_is_the_same_search),
      cmocka_unit_test(the_best_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
