/* SPDX-License-Identifier: BSD-3-Clause */
/* What a recording is taken for: where its knock begins and ends, what is clipped, and what is
 * refused. Every sound is made here, so that what is found is known. */
#include "modes/knock.h"
#include "sound/sound_file.h"

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

enum { RATE = 8000, FRAME = RATE / 200, N = 3 * RATE, MOST = 257 };

static char folder[] = "/tmp/rosin-knocks-XXXXXX", path[60];
static rosin_error error;
static rosin_knock k;
static float x[N];

static int enter(void **state) {
  (void)state;
  if (!mkdtemp(folder))
    return -1;
  snprintf(path, sizeof path, "%s/k.wav", folder);
  return 0;
}

static int leave(void **state) {
  (void)state;
  unlink(path);
  return rmdir(folder);
}

static int read_frames(const float *frames, int n, int channels, int channel) {
  rosin_sound_file *f = rosin_sound_file_create(path, RATE, channels, ROSIN_SAMPLE_FLOAT, &error);
  assert_non_null(f);
  assert_int_equal(rosin_sound_file_write(f, frames, n, &error), 0);
  assert_int_equal(rosin_sound_file_close(f, &error), 0);
  error.text[0] = 0;
  return rosin_knock_read(path, channel, &k, &error);
}

static void is_refused(int status, const char *text) {
  char wanted[200];
  snprintf(wanted, sizeof wanted, "%s: %s", path, text);
  assert_int_equal(status, -1);
  assert_null(k.x);
  assert_string_equal(error.text, wanted);
}

static void silence(void) {
  memset(x, 0, sizeof x);
}

/* A tone of `hertz` from sample `at` on that falls by e in a tenth of a second. */
static void add(int at, double size, double hertz) {
  for (int i = at; i < N; i++) {
    const double t = (double)(i - at) / RATE;
    x[i] += (float)(size * exp(-10 * t) * cos(6.283185307 * hertz * t));
  }
}

static void what_is_no_knock(void **state) {
  (void)state;
  static float wide[MOST * 100];
  is_refused(read_frames(wide, 100, 257, 0), "257 channels; at most 256");
  is_refused(read_frames(x, 0, 1, 0), "there is no sound in it");
  silence();
  is_refused(read_frames(x, N, 1, 0), "it is silent");
  x[4000] = 5e-6f;
  is_refused(read_frames(x, N, 1, 0), "it is silent: its peak is -106 dBFS");
  silence();
  add(4000, 0.5, 300);
  x[4123] = NAN;
  is_refused(read_frames(x, N, 1, 0), "sample 4124 is not a finite number");
  x[4123] = -INFINITY;
  is_refused(read_frames(x, N, 1, 0), "sample 4124 is not a finite number");
  x[4123] = 0;
  is_refused(read_frames(x, N, 1, 2), "--channel 2: it has 1");
  is_refused(read_frames(x, 4100, 1, 0), "only 12 ms ring freely, at least 50 are needed");
  for (int i = 4000; i < 4300; i++)
    x[i] = 0.5f;
  is_refused(read_frames(x, 4360, 1, 0),
             "only 8 ms ring freely after the last clipped sample, at least 50 are needed");
  unlink(path);
  assert_int_equal(rosin_knock_read(path, 0, &k, &error), -1);
  assert_null(k.x);
}

/* Flat tops of `length` samples at `at` and, if not 0, at `other`. */
static int clipped(int length, int at, int other) {
  silence();
  add(4000, 0.5, 300);
  for (int i = 0; i < length; i++) {
    x[4000 + at + i] = 0.6f;
    if (other)
      x[4000 + other + i] = -0.6f;
  }
  assert_int_equal(read_frames(x, N, 1, 0), 0);
  const int found = k.clipped;
  const double after = (k.at + k.late) * RATE - (4000 + (other ? other : at) + length);
  if (found) /* it rings freely after the last of them */
    assert_true(after > -1e-6 && after < RATE / 2000 + 1e-6);
  rosin_knock_free(&k);
  return found;
}

static void flat_tops_are_clipped(void **state) {
  (void)state;
  assert_int_equal(clipped(2, 5, 20), 0);
  assert_int_equal(clipped(3, 5, 0), 0); /* a slow wave's crest may be one */
  assert_int_equal(clipped(3, 5, 20), 6);
  assert_int_equal(clipped(7, 5, 0), 0);
  assert_int_equal(clipped(8, 5, 0), 8);
  assert_int_equal(clipped(8, 5, 40), 16);
}

/* Its begin, crest and rise; the time is the crest's. */
static void a_knock_is_found(void **state) {
  (void)state;
  for (int at = 10; at < 9000; at += 1717) {
    silence();
    add(at, 0.5, 300);
    assert_int_equal(read_frames(x, N, 1, 0), 0);
    assert_true(k.rate == RATE && k.channels == 1 && k.channel == 1 && k.clipped == 0);
    assert_true(fabs(k.at * RATE - at) < 1e-6);
    assert_true(fabs(k.late * RATE - RATE / 2000) < 1e-6);
    assert_true(k.rise == 0);
    assert_true(fabs(k.peak - 0.5) < 0.02);
    for (int i = 0; i < 200; i++) /* but for what does not swing */
      assert_true(fabs(k.x[i] - (double)x[at + RATE / 2000 + i]) < 1e-3);
    rosin_knock_free(&k);
    assert_null(k.x);
  }
}

static void it_ends_before_the_next(void **state) {
  (void)state;
  silence();
  add(2000, 0.5, 300);
  add(8000, 0.3, 200);
  assert_int_equal(read_frames(x, N, 1, 0), 0);
  const int end = 2000 + RATE / 2000 + k.n;
  assert_true(end <= 8000 && end > 8000 - 3 * FRAME);
  rosin_knock_free(&k);
  silence(); /* a weak one is none */
  add(2000, 0.5, 300);
  add(8000, 0.005, 200);
  assert_int_equal(read_frames(x, N, 1, 0), 0);
  assert_true(2000 + k.n > 8000 + FRAME);
  rosin_knock_free(&k);
  silence(); /* the louder of two */
  add(2000, 0.2, 300);
  add(9000, 0.5, 200);
  assert_int_equal(read_frames(x, N, 1, 0), 0);
  assert_true(fabs(k.at * RATE - 9000) < 1e-6);
  rosin_knock_free(&k);
}

/* Lost in the noise for a quarter of a second, or after ten seconds. */
static void it_ends_in_noise(void **state) {
  (void)state;
  unsigned seed = 1;
  silence();
  add(2000, 0.5, 300);
  for (int i = 0; i < N; i++) {
    seed = seed * 1664525u + 1013904223u;
    x[i] += (float)(0.01 * ((double)(seed >> 8) / 8388608.0 - 1));
  }
  assert_int_equal(read_frames(x, N, 1, 0), 0);
  /* with the noise's own 0.0095 it is 1.3 times that after some 0.53 s */
  const double lost = 2000.0 / RATE + 0.53 + 0.25, ends = k.at + k.late + (double)k.n / RATE;
  assert_true(fabs(ends - lost) < 0.06);
  rosin_knock_free(&k);
  static float tone[13 * RATE];
  for (int i = 0; i < 13 * RATE; i++)
    tone[i] = (float)(i < 2 * RATE ? 0 : 0.5 * exp(-0.1 * (i - 2 * RATE) / RATE) * sin(0.4 * i));
  assert_int_equal(read_frames(tone, 13 * RATE, 1, 0), 0);
  assert_true(abs(k.n - 10 * RATE) < 3 * FRAME);
  rosin_knock_free(&k);
}

static void the_loudest_channel_is_taken(void **state) {
  (void)state;
  static float three[3 * N];
  static const float share[] = {0.3f, 1, 0.6f};
  silence();
  add(4000, 0.5, 300);
  for (int i = 0; i < N; i++)
    for (int c = 0; c < 3; c++)
      three[3 * i + c] = share[c] * x[i];
  for (int channel = 0; channel < 4; channel++) {
    assert_int_equal(read_frames(three, N, 3, channel), 0);
    const int taken = channel ? channel : 2;
    assert_true(k.channels == 3 && k.channel == taken);
    assert_true(fabs(k.peak - 0.5 * (double)share[taken - 1]) < 0.02);
    rosin_knock_free(&k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_no_knock), cmocka_unit_test(flat_tops_are_clipped),
      cmocka_unit_test(a_knock_is_found), cmocka_unit_test(it_ends_before_the_next),
      cmocka_unit_test(it_ends_in_noise), cmocka_unit_test(the_loudest_channel_is_taken),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
