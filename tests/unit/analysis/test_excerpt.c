/* SPDX-License-Identifier: BSD-3-Clause */
/* Which part of a recording is matched: of sounds that were put there the loudest, or the one asked
 * for, with a little around it, of that no more than asked for; of channels that cancel the louder;
 * what is clipped is counted; what cannot be matched is told. Frames against sums by hand. */
#include "match/excerpt.h"
#include "match/frames.h"
#include "pi.h"
#include "sound/sound_file.h"
#include "tests/verify/random.h"

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

#include "scratch.h"

enum { RATE = 8000, HOP = RATE / 100, LONGEST = 8 * RATE };

static uint64_t seed = 1;
static float sound[2 * LONGEST];
static int frames, channels;

static void begin(int of) {
  channels = of;
  frames = 0;
}

/* So many hops of a level, the channels by `left` and `right`; a square wave, whose mean square is
 * that level's in every hop. */
static void add(int hops, double level, double left, double right) {
  for (int i = 0; i < hops * HOP; i++, frames++) {
    const double x = level * (frames / 4 % 2 ? 1 : -1);
    sound[frames * channels] = (float)(left * x);
    if (channels > 1)
      sound[frames * channels + 1] = (float)(right * x);
  }
}

static void put(const char *path, int rate) {
  rosin_error error;
  rosin_sound_file *f = rosin_sound_file_create(path, rate, channels, ROSIN_SAMPLE_FLOAT, &error);
  assert_non_null(f);
  assert_int_equal(rosin_sound_file_write(f, sound, frames, &error), 0);
  assert_int_equal(rosin_sound_file_close(f, &error), 0);
}

static rosin_excerpt read_at(double at, double longest) {
  rosin_excerpt e;
  rosin_error error = {""};
  put("a.wav", RATE);
  if (rosin_excerpt_read("a.wav", at, longest, &e, &error))
    fail_msg("%s", error.text);
  return e;
}

static void is_about(double found, double wanted, double within) {
  if (!(fabs(found - wanted) <= within))
    fail_msg("%.9g, not %.9g", found, wanted);
}

/* Three sounds: 1 to 1.5 s, 2 to 2.8 s, and 3.4 to 3.9 s; less than 0.4 s of silence parts none. */
static void three(double first, double second, double third) {
  begin(1);
  add(100, 0, 1, 1);
  add(50, first, 1, 1);
  add(50, 0, 1, 1);
  add(30, second, 1, 1);
  add(39, 0, 1, 1); /* not long enough */
  add(11, second, 1, 1);
  add(60, 0, 1, 1);
  add(50, third, 1, 1);
  add(70, 0, 1, 1);
}

static void sounds_are_parted_and_chosen(void **state) {
  (void)state;
  three(0.5, 0.3, 0.4);
  rosin_excerpt e = read_at(-1, 30);
  assert_int_equal(e.sounds, 3);
  assert_int_equal(e.rate, RATE);
  assert_int_equal(e.channels, 1);
  assert_int_equal(e.one, 0);
  is_about(e.length, frames / (double)RATE, 1e-9);
  is_about(e.at, 1 - 0.03, 1.01 / RATE);
  is_about((double)e.n / RATE, 0.5 + 0.06, 2.01 / RATE);
  for (int i = 0; i < e.n; i++)
    assert_true(e.x[i] == (double)sound[(int)(e.at * RATE + 0.5) + i]);
  rosin_excerpt_free(&e);
  assert_null(e.x);
  three(0.3, 0.2, 0.5);
  e = read_at(-1, 30);
  is_about(e.at, 3.4 - 0.03, 1.01 / RATE);
  rosin_excerpt_free(&e);
  /* the one that is there, or comes then */
  static const double at[] = {0, 1.2, 1.49, 1.51, 2.2, 2.79, 2.81, 3.5},
                      from[] = {1, 1, 1, 2, 2, 2, 3.4, 3.4};
  for (int i = 0; i < 8; i++) {
    e = read_at(at[i], 30);
    is_about(e.at, from[i] - 0.03, 1.01 / RATE);
    rosin_excerpt_free(&e);
  }
  e = read_at(2.2, 30);
  is_about((double)e.n / RATE, 0.8 + 0.06, 2.01 / RATE);
  rosin_excerpt_free(&e);
}

/* What is 50 dB below the loudest is silence, and 49 dB is not. */
static void silence_is_50_db_below(void **state) {
  (void)state;
  for (int above = 0; above < 2; above++) {
    begin(1);
    add(50, 0.5, 1, 1);
    add(60, 0.5 * (above ? 3.5e-3 : 3e-3), 1, 1);
    add(50, 0.4, 1, 1);
    rosin_excerpt e = read_at(-1, 30);
    assert_int_equal(e.sounds, above ? 1 : 2);
    is_about(e.at, 0, 1e-9);
    is_about((double)e.n / RATE, above ? 1.6 : 0.53, 2.01 / RATE);
    rosin_excerpt_free(&e);
  }
}

/* Of what is too long the loudest stretch; of equal ones the first. */
static void the_loudest_stretch(void **state) {
  (void)state;
  begin(1);
  add(100, 0.2, 1, 1);
  add(30, 0.6, 1, 1);
  add(100, 0.2, 1, 1);
  rosin_excerpt e = read_at(-1, 0.3);
  is_about(e.at, 1 - 0.03, 1.01 / RATE);
  is_about((double)e.n / RATE, 0.36, 2.01 / RATE);
  rosin_excerpt_free(&e);
  begin(1);
  add(200, 0.2, 1, 1);
  e = read_at(-1, 0.5);
  is_about(e.at, 0, 1e-9);
  is_about((double)e.n / RATE, 0.53, 2.01 / RATE);
  rosin_excerpt_free(&e);
  e = read_at(-1, 2);
  is_about((double)e.n / RATE, 2, 1e-9);
  rosin_excerpt_free(&e);
}

/* The mean of both, or where half of that cancels the louder one. */
static void channels_that_cancel(void **state) {
  (void)state;
  static const double side[][3] = {{1, 1, 0},    {1, 0, 0},     {1, -1, 1},   {0.5, -1, 2},
                                   {1, -0.3, 1}, {1, -0.25, 0}, {-0.25, 1, 0}};
  for (int i = 0; i < 7; i++) {
    begin(2);
    add(60, 0.5, side[i][0], side[i][1]);
    rosin_excerpt e = read_at(-1, 30);
    const int one = (int)side[i][2];
    assert_int_equal(e.one, one);
    assert_int_equal(e.channels, 2);
    const double by = one ? side[i][one - 1] : 0.5 * (side[i][0] + side[i][1]);
    for (int k = 0; k < e.n; k++)
      is_about(e.x[k], by * 0.5 * (k / 4 % 2 ? 1 : -1), 1e-7);
    rosin_excerpt_free(&e);
  }
}

/* Rows of three and more at the top, where that is loud. */
static void what_is_flat_is_clipped(void **state) {
  (void)state;
  for (int loud = 0; loud < 2; loud++) {
    begin(1);
    const double top = loud ? 0.9 : 0.25;
    for (; frames < 4000; frames++) {
      const int k = frames % 40;
      sound[frames] = (float)(top * (k < frames / 40 % 6 ? 1 : 0.6 * sin(0.7 * frames)));
    }
    rosin_excerpt e = read_at(-1, 30);
    int wanted = 0;
    for (int cycle = 0; cycle < 100; cycle++)
      wanted += loud && cycle % 6 >= 3 ? cycle % 6 : 0;
    assert_int_equal(e.clipped, wanted);
    rosin_excerpt_free(&e);
  }
}

static void refuse(double at, int rate, const char *said) {
  rosin_excerpt e;
  rosin_error error = {""};
  put("b.wav", rate);
  assert_int_equal(rosin_excerpt_read("b.wav", at, 30, &e, &error), -1);
  if (!strstr(error.text, said))
    fail_msg("'%s' is said for '%s'", error.text, said);
  assert_null(e.x);
}

static void what_cannot_be_matched_is_told(void **state) {
  (void)state;
  rosin_excerpt e;
  rosin_error error = {""};
  begin(1);
  add(50, 0, 1, 1);
  refuse(-1, RATE, "b.wav: is silent");
  begin(1);
  add(50, 0.9e-5, 1, 1);
  refuse(-1, RATE, "is silent");
  begin(1);
  add(50, 0.5, 1, 1);
  refuse(0.6, RATE, "has no sound at or after 0.6 s");
  refuse(-1, 3999, "has a rate of 3999 Hz; must be 4000 Hz or more");
  begin(1);
  add(6, 0.5, 1, 1);
  refuse(-1, RATE, "lasts 0.06 s; must be 0.1 s or more");
  begin(1);
  add(50, 0.5, 1, 1);
  sound[777] = NAN;
  refuse(-1, RATE, "holds samples that are no numbers");
  assert_int_equal(rosin_excerpt_read("none.wav", -1, 1, &e, &error), -1);
  begin(1);
  add(50, 1.1e-5, 1, 1);
  e = read_at(-1, 30);
  rosin_excerpt_free(&e);
}

/* Power of frames by sums; where what is looked at ends; autocorrelation of what is periodic. */
static void frames_are_their_sums(void **state) {
  (void)state;
  static const struct {
    int n, overlap, size, count;
    double seconds;
  } of[] = {{700, 2, 128, 9, 0.016}, {100, 4, 128, 1, 0.016}, {1000, 4, 64, 59, 0.001},
            {128, 2, 128, 1, 0.016}, {192, 2, 128, 2, 0.016}, {3000, 2, 512, 10, 0.064}};
  static double x[4000];
  for (int i = 0; i < 4000; i++)
    x[i] = sin(0.41 * i) + 0.3 * uniform(&seed, -1, 1);
  for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
    rosin_frames f;
    assert_int_equal(rosin_frames_make(x, of[k].n, RATE, of[k].seconds, of[k].overlap, &f), 0);
    assert_int_equal(f.size, of[k].size);
    assert_int_equal(f.hop, of[k].size / of[k].overlap);
    assert_int_equal(f.frames, of[k].count);
    assert_int_equal(f.bins, of[k].size / 2 + 1);
    is_about(f.width, (double)RATE / of[k].size, 1e-12);
    for (int frame = 0; frame < f.frames; frame += 3) {
      double all = 0;
      for (int b = 0; b < f.bins; b++)
        all += (double)f.power[frame * f.bins + b];
      is_about(f.energy[frame], all, 1e-4 * all);
      for (int b = 1; b < f.bins; b += 17) {
        double re = 0, im = 0;
        for (int i = 0; i < f.size && frame * f.hop + i < of[k].n; i++) {
          const double w = 0.5 - 0.5 * cos(2 * pi * (i + 0.5) / f.size);
          re += w * x[frame * f.hop + i] * cos(2 * pi * b * i / f.size);
          im += w * x[frame * f.hop + i] * sin(2 * pi * b * i / f.size);
        }
        is_about((double)f.power[frame * f.bins + b], re * re + im * im, 1e-4 * all);
      }
    }
    rosin_frames_free(&f);
    assert_null(f.power);
  }
}

static void what_repeats_is_like_itself(void **state) {
  (void)state;
  static double x[1024];
  static float around[512];
  rosin_frames f;
  for (int i = 0; i < 1024; i++)
    x[i] = sin(2 * pi * i / 50) + 0.5 * sin(4 * pi * i / 50 + 1) + 0.8;
  assert_int_equal(rosin_frames_make(x, 1024, RATE, 0.128, 2, &f), 0);
  assert_int_equal(rosin_frames_correlate(&f, 0, 40, around), 0);
  is_about((double)around[0], 1, 1e-5);
  for (int k = 1; k < 5; k++)
    is_about((double)around[50 * k], 1, 0.02);
  is_about((double)around[25], -0.6, 0.05); /* of powers 1 and 1/4 */
  rosin_frames_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sounds_are_parted_and_chosen),
      cmocka_unit_test(silence_is_50_db_below),
      cmocka_unit_test(the_loudest_stretch),
      cmocka_unit_test(channels_that_cancel),
      cmocka_unit_test(what_is_flat_is_clipped),
      cmocka_unit_test(what_cannot_be_matched_is_told),
      cmocka_unit_test(frames_are_their_sums),
      cmocka_unit_test(what_repeats_is_like_itself),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
