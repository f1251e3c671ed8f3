/* SPDX-License-Identifier: BSD-3-Clause */
/* Down to the output rate: what passes, what is stopped, blocks, alignment. Measured with
 * sines; rates are shares of the output rate, for which 20/44.1 stands for 20 kHz. */
#include "scene/sound/decimate.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 16, BLOCK = 64, SKIP = 128, FRAMES = 2048 };
static const double pi = 3.14159265358979323846, edge = 20 / 44.1;

/* `count` frames of a sum of the input, decimated. */
static void decimate(int factor, int block, int channels, const float *in, int frames, float *out) {
  rosin_decimator *d = rosin_decimator_new(channels, factor, block);
  assert_non_null(d);
  int at = 0;
  for (int done = 0; done + block <= frames; done += block)
    at += rosin_decimator_push(d, in + (size_t)(done * channels), out + (size_t)(at * channels));
  assert_true(at >= (frames - block) / factor - 48);
  rosin_decimator_free(d);
}

/* Amplitude at the output of a sine of 1 at `frequency` (of the output rate): the least
 * squares over whatever it was folded to. */
static double heard(int factor, double frequency) {
  static float in[MOST * (FRAMES + SKIP + 96)], out[FRAMES + SKIP + 96];
  const int frames = (int)(sizeof in / sizeof *in) / MOST * factor;
  for (int i = 0; i < frames; i++)
    in[i] = (float)sin(2 * pi * frequency * i / factor);
  decimate(factor, BLOCK, 1, in, frames, out);
  double cc = 0, cs = 0, ss = 0, c = 0, s = 0;
  for (int i = SKIP; i < SKIP + FRAMES; i++) {
    const double a = 2 * pi * fmod(frequency * i, 1), x = cos(a), y = sin(a);
    cc += x * x;
    cs += x * y;
    ss += y * y;
    c += x * out[i];
    s += y * out[i];
  }
  const double det = cc * ss - cs * cs;
  return hypot((ss * c - cs * s) / det, (cc * s - cs * c) / det);
}

static void what_is_heard_passes(void **state) {
  (void)state;
  for (int factor = 2; factor <= MOST; factor++)
    for (int i = 1; i <= 150; i += factor % 5 == 0 ? 1 : 13) {
      const double decibel = 20 * log10(heard(factor, edge * i / 150));
      if (!(fabs(decibel) < 0.001))
        fail_msg("factor %d: %g dB at %g", factor, decibel, edge * i / 150);
    }
}

/* All that would fold to below the edge. */
static void what_would_alias_is_stopped(void **state) {
  (void)state;
  for (int factor = 2; factor <= MOST; factor++)
    for (double f = 1 - edge; f < 0.5 * factor; f += 0.0037 * SHARE * (factor > 5 ? 7.1 : 1)) {
      const double folded = fabs(f - floor(f + 0.5));
      if (folded > edge || folded < 0.002) /* too slow to be measured as a sine */
        continue;
      const double decibel = 20 * log10(heard(factor, f) + 1e-12);
      if (!(decibel < -106))
        fail_msg("factor %d: %g dB at %g", factor, decibel, f);
    }
  assert_true(20 * log10(heard(2, 1 - edge) + 1e-12) < -106);
}

/* Frame n is centred at input frame n * factor, and a constant stays what it is. */
static void output_is_aligned_with_the_input(void **state) {
  (void)state;
  for (int factor = 2; factor <= MOST; factor++) {
    float in[MOST * 512] = {0}, out[512 + 8];
    in[200 * factor] = 1;
    decimate(factor, BLOCK, 1, in, 512 * factor, out);
    int peak = 0;
    for (int i = 0; i < 400; i++)
      if (out[i] > out[peak])
        peak = i;
    assert_int_equal(peak, 200);
    assert_true(fabsf(out[199] - out[201]) < 1e-6F);
    for (int i = 0; i < 512 * factor; i++)
      in[i] = 0.7F;
    decimate(factor, BLOCK, 1, in, 512 * factor, out);
    assert_true(fabsf(out[300] - 0.7F) < 2e-5F);
  }
}

static float noise(unsigned *seed) {
  return (float)(*seed = *seed * 1664525u + 1013904223u) / 2147483648.0F - 1;
}

static void blocks_change_no_bit(void **state) {
  (void)state;
  enum { N = 3000 };
  static float in[2 * N], one[2 * N], other[2 * N];
  unsigned seed = 3;
  for (int i = 0; i < 2 * N; i++)
    in[i] = noise(&seed);
  const int blocks[] = {1, 7, 63, 64, 1000, 3000};
  for (int factor = 2; factor <= MOST; factor++) {
    decimate(factor, 64, 2, in, N, one);
    for (int k = 0; k < 6; k++) {
      decimate(factor, blocks[k], 2, in, N, other);
      assert_memory_equal(one, other, 2 * (size_t)(N - 1100) / (size_t)factor * sizeof *one);
    }
  }
}

/* Channels do not hear each other; a reset leaves silence. */
static void a_reset_forgets(void **state) {
  (void)state;
  for (int factor = 2; factor <= MOST; factor++) {
    float in[2 * BLOCK], silent[2 * BLOCK] = {0}, out[2 * BLOCK + 2];
    unsigned seed = 5;
    rosin_decimator *d = rosin_decimator_new(2, factor, BLOCK);
    for (int i = 0; i < BLOCK; i++) {
      in[2 * i] = noise(&seed);
      in[2 * i + 1] = 0;
    }
    float loudest = 0;
    for (int k = 0; k < 40; k++) {
      const int frames = rosin_decimator_push(d, in, out);
      for (int i = 0; i < frames; i++) {
        loudest = fmaxf(loudest, fabsf(out[2 * i]));
        assert_true(out[2 * i + 1] == 0);
      }
    }
    assert_true(loudest > 0.1F);
    rosin_decimator_reset(d);
    for (int k = 0; k < 20; k++) {
      const int frames = rosin_decimator_push(d, silent, out);
      for (int i = 0; i < 2 * frames; i++)
        assert_true(out[i] == 0);
    }
    rosin_decimator_free(d);
  }
}

/* The first frame comes when the filter has seen as far ahead as it says. */
static void latency_is_as_stated(void **state) {
  (void)state;
  for (int factor = 2; factor <= MOST; factor++) {
    rosin_decimator *d = rosin_decimator_new(1, factor, 1);
    const float in = 0;
    float out[2];
    int pushed = 1;
    while (rosin_decimator_push(d, &in, out) == 0)
      pushed++;
    assert_int_equal(pushed - 1, lround(rosin_decimator_latency(d) * factor));
    rosin_decimator_free(d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_heard_passes),
      cmocka_unit_test(what_would_alias_is_stopped),
      cmocka_unit_test(output_is_aligned_with_the_input),
      cmocka_unit_test(blocks_change_no_bit),
      cmocka_unit_test(a_reset_forgets),
      cmocka_unit_test(latency_is_as_stated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
