/* SPDX-License-Identifier: BSD-3-Clause */
/* The tracker of a voice on sounds whose pitch is known. */
#include "features/pitch.h"
#include "pi.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, COUNT = RATE };

static float x[COUNT];
static double hertz[COUNT]; /* of each sample */

static rosin_pitch_track find(void) {
  rosin_pitch_track track;
  rosin_error error;
  assert_int_equal(rosin_pitch_find(&track, x, COUNT, RATE, &error), 0);
  assert_int_equal(track.frames, ROSIN_PITCH_HOPS);
  return track;
}

static double noise(uint32_t *state) {
  *state = *state * 1664525U + 1013904223U;
  return (double)*state / 2147483648.0 - 1;
}

/* Partials of amplitude[k], k from 1 on, under a vibrato (cents) of 5.5 Hz, from 0.2 to 0.8 s. */
static void sing(double about, double vibrato, const double *amplitude, int partials,
                 double breath) {
  double phase = 0;
  uint32_t state = 1;
  for (int i = 0; i < COUNT; i++) {
    const double t = (double)i / RATE;
    hertz[i] = about * exp2(vibrato / 1200 * sin(2 * pi * 5.5 * t));
    phase += 2 * pi * hertz[i] / RATE;
    double sum = breath * noise(&state);
    for (int k = 1; k <= partials && t > 0.2 && t < 0.8; k++)
      sum += amplitude[k - 1] * sin(k * phase);
    x[i] = (float)(0.2 * sum);
  }
}

/* Cents that 95 of 100 frames are within, from 0.23 to 0.77 s; what has no pitch is 9999. */
static double worst(const rosin_pitch_track *t) {
  double list[ROSIN_PITCH_HOPS];
  int count = 0, off = 0;
  for (int i = 46; i < 154; i++) {
    const double is = (double)t->frame[i].hertz, at = hertz[i * (RATE / ROSIN_PITCH_HOPS)];
    list[count++] = is > 0 ? fabs(1200 * log2(is / at)) : 9999;
  }
  double most = 0;
  for (int k = 0; k < count; k++) {
    off = 0;
    for (int j = 0; j < count; j++)
      off += list[j] > list[k];
    if (off >= 5 && list[k] > most)
      most = list[k];
  }
  return most;
}

static void tones_are_followed(void **state) {
  (void)state;
  static const double rich[] = {1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1}, bare[] = {1};
  static const double about[] = {65.4, 98, 220, 466, 880, 1760};
  for (int k = 0; k < 6; k++) {
    sing(about[k], 30, rich, 10, 0);
    rosin_pitch_track t = find();
    assert_true(worst(&t) < 6);
    rosin_pitch_free(&t);
  }
  sing(2400, 30, bare, 1, 0.05); /* a whistle and its breath */
  rosin_pitch_track t = find();
  assert_true(worst(&t) < 6);
  rosin_pitch_free(&t);
}

static void octaves_are_not_mistaken(void **state) {
  (void)state;
  static const double second[] = {0.25, 1, 0.1, 0.3}; /* a vowel whose formant is on the second */
  static const double weak[] = {0.02, 0.4, 1, 0.8, 0.5, 0.6, 0.4, 0.3}; /* a bass in a small room */
  static const double odd[] = {1, 0.02, 0.5, 0.02, 0.3};
  static const double *const all[] = {second, weak, odd};
  static const int partials[] = {4, 8, 5};
  for (int k = 0; k < 3; k++) {
    sing(147, 20, all[k], partials[k], 0);
    rosin_pitch_track t = find();
    assert_true(worst(&t) < 10);
    rosin_pitch_free(&t);
  }
}

static void silence_and_breath_have_no_pitch(void **state) {
  (void)state;
  static const double bare[] = {1, 0.3};
  sing(300, 0, bare, 2, 0);
  rosin_pitch_track t = find();
  for (int i = 0; i < ROSIN_PITCH_HOPS; i++)
    if (i < 37 || i > 163)
      assert_true(t.frame[i].hertz == 0);
  assert_true(t.frame[10].tone < -110 && t.frame[100].tone > -20);
  rosin_pitch_free(&t);
  sing(300, 0, bare, 0, 1);
  t = find();
  int pitched = 0;
  for (int i = 0; i < ROSIN_PITCH_HOPS; i++)
    pitched += t.frame[i].hertz > 0;
  assert_true(pitched < 10);
  rosin_pitch_free(&t);
  memset(x, 0, sizeof x);
  t = find();
  for (int i = 0; i < ROSIN_PITCH_HOPS; i++)
    assert_true(t.frame[i].hertz == 0 && t.frame[i].tone <= -119 && t.frame[i].chord == 0);
  rosin_pitch_free(&t);
}

/* The level of a tone is that of its mean square, breath apart. */
static void levels_are_of_the_tone(void **state) {
  (void)state;
  static const double bare[] = {1};
  sing(440, 0, bare, 1, 0);
  rosin_pitch_track t = find();
  assert_true(fabs((double)t.frame[100].tone - 20 * log10(0.2) + 3.01) < 0.3);
  assert_true(fabs((double)(t.frame[100].tone - t.frame[100].level)) < 0.3F);
  assert_true(t.frame[100].clear > 0.99F);
  rosin_pitch_free(&t);
}

static void chords_are_known(void **state) {
  (void)state;
  static const double ratio[][3] = {{1, 1.26, 1.498}, {1, 1.498, 0}, {1, 1.26, 0}, {1, 1.335, 0}};
  for (int c = 0; c < 4; c++) {
    for (int i = 0; i < COUNT; i++) {
      double sum = 0;
      for (int n = 0; n < 3; n++)
        for (int k = 1; k < 6 && ratio[c][n] > 0; k++)
          sum += sin(2 * pi * 262 * ratio[c][n] * k * i / RATE) / k;
      x[i] = (float)(0.1 * sum);
    }
    rosin_pitch_track t = find();
    int chords = 0, clear = 0;
    for (int i = 10; i < 190; i++) {
      chords += t.frame[i].chord > 0;
      clear += t.frame[i].clear > 0.9F;
    }
    assert_true(chords > 90 || clear < 90);
    rosin_pitch_free(&t);
  }
}

/* Two notes: the step is where it is, within a frame and a half. */
static void a_step_is_in_its_place(void **state) {
  (void)state;
  double phase = 0;
  for (int i = 0; i < COUNT; i++) {
    phase += 2 * pi * (i < COUNT / 2 ? 220 : 262) / RATE;
    x[i] = (float)(0.2 * sin(phase) + 0.1 * sin(2 * phase));
  }
  rosin_pitch_track t = find();
  for (int i = 10; i < 190; i++)
    if (i < 97 || i > 103)
      assert_true(fabs((double)t.frame[i].hertz - (i < 100 ? 220 : 262)) < 2);
  assert_true(t.frame[98].hertz < 241 && t.frame[102].hertz > 241);
  rosin_pitch_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tones_are_followed),
      cmocka_unit_test(octaves_are_not_mistaken),
      cmocka_unit_test(silence_and_breath_have_no_pitch),
      cmocka_unit_test(levels_are_of_the_tone),
      cmocka_unit_test(chords_are_known),
      cmocka_unit_test(a_step_is_in_its_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
