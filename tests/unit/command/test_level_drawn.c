/* SPDX-License-Identifier: BSD-3-Clause */
/* Levels of files, of random sounds and wishes: one gain on all of it, which the wish and what the
 * whole measures give by arithmetic; what stands in the file is that, and what is told is what the
 * file measures. */
#include "draw.h"
#include "host/write/level.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 8000, MOST = 4 * RATE, CHANNELS = 3 };

static float sound[MOST * CHANNELS], other[MOST * CHANNELS];
static double held[MOST * CHANNELS];

static void any_sound(float *x, int values, double level) {
  for (int i = 0; i < values; i++)
    x[i] = (float)(level * between(-1, 1));
}

static rosin_loudness measure(const float *x, int frames, int channels, double gain, int clips) {
  static float copy[MOST * CHANNELS];
  rosin_loudness m;
  rosin_loudness_meter *meter = rosin_loudness_new(RATE, channels, NULL);
  for (int i = 0; i < frames * channels; i++) {
    copy[i] = (float)(gain * (double)x[i]);
    if (clips)
      copy[i] = fminf(fmaxf(copy[i], -1), 1);
  }
  assert_int_equal(rosin_loudness_add(meter, copy, frames), 0);
  assert_int_equal(rosin_loudness_end(meter, &m), 0);
  rosin_loudness_free(meter);
  return m;
}

static double meant(const rosin_loudness *m, rosin_loudness_of of, int frames) {
  const int momentary =
      of == ROSIN_LOUDNESS_MOMENTARY || (of == ROSIN_LOUDNESS_AUTO && frames < 3 * RATE);
  return momentary ? m->momentary : m->integrated;
}

typedef struct {
  rosin_level_wish wish;
  int channels, first, own, after, before; /* frames beside the file, its own, beside, before */
  int clips;
} taken;

static taken any_take(int r) {
  taken t = {.channels = 1 + one_of(CHANNELS), .own = RATE / 2 + one_of(RATE), .clips = one_of(2)};
  t.wish.of = (rosin_loudness_of)one_of(3);
  t.own += r % 8 == 3 ? 2 * RATE : 0;
  switch (r % 4) {
  case 0:
    t.wish.loudness = between(-40, -8);
    break;
  case 1:
    t.wish.normalize = 1;
    break;
  case 2:
    t.wish.as_before = 1;
    t.before = RATE / 2 + one_of(RATE);
    break;
  default:
    break;
  }
  if (one_of(2))
    t.wish.ceiling = between(-12, -0.5);
  if (rosin_level_wanted(&t.wish) || t.wish.as_before)
    t.first = one_of(3) ? 0 : one_of(2000), t.after = one_of(3) ? 0 : one_of(2000);
  return t;
}

static void put_all(rosin_level *l, const taken *t) {
  const int all = t->first + t->own + t->after;
  for (int at = 0, n; at < t->before; at += n) {
    n = 1 + one_of(t->before - at);
    assert_int_equal(rosin_level_before(l, other + at * t->channels, n, NULL), 0);
  }
  for (int at = 0, n; at < all; at += n) {
    const int end = at < t->first ? t->first : at < t->first + t->own ? t->first + t->own : all;
    const int is_own = at >= t->first && at < t->first + t->own;
    n = 1 + one_of(end - at);
    if (is_own)
      assert_int_equal(rosin_level_write(l, sound + at * t->channels, n, NULL), 0);
    else
      assert_int_equal(rosin_level_beside(l, sound + at * t->channels, n, NULL), 0);
  }
}

/* dB that it is moved by, and falls short of what was wished for. */
static double gain_of(const taken *t, double *limited) {
  const int all = t->first + t->own + t->after;
  const rosin_loudness m = measure(sound, all, t->channels, 1, 0);
  double most = t->wish.ceiling < 0 ? t->wish.ceiling : t->wish.normalize ? -1 : HUGE_VAL, by = 0;
  rosin_loudness_of of = t->wish.of;
  if (t->wish.loudness < 0) {
    by = t->wish.loudness - meant(&m, of, all);
  } else if (t->wish.normalize) {
    by = most - m.true_peak;
  } else if (t->wish.as_before) {
    const rosin_loudness b = measure(other, t->before, t->channels, 1, 0);
    most = t->wish.ceiling < 0 ? most : fmax(b.true_peak, 0);
    by = b.integrated - m.integrated;
  }
  const double over = m.true_peak + by - most;
  *limited = over > 0 ? over : 0;
  return by - *limited;
}

static void is_in_the_file(const taken *t, double gain) {
  rosin_error error;
  rosin_sound_info info;
  rosin_sound_source *from = rosin_sound_open("a.wav", &info, &error);
  assert_non_null(from);
  assert_int_equal(info.frames, t->own);
  assert_int_equal(rosin_sound_read(from, held, MOST), t->own);
  rosin_sound_close(from);
  for (int i = 0; i < t->own * t->channels; i++) {
    const double wanted = (double)(float)(gain * (double)sound[t->first * t->channels + i]);
    assert_float_equal(held[i], t->clips ? fmin(fmax(wanted, -1), 1) : wanted,
                       t->clips ? 3e-7 : 1e-12);
  }
}

static void one_gain_is_what_was_wished_for(void **state) {
  (void)state;
  for (int r = 0; r < 48; r++) {
    const taken t = any_take(r);
    const int all = t.first + t.own + t.after;
    rosin_error error;
    rosin_leveled end;
    double limited;
    any_sound(sound, all * t.channels, log_between(0.02, 1.6));
    any_sound(other, t.before * t.channels, log_between(0.02, 1.6));
    rosin_sound_file *file = rosin_sound_file_create(
        "a.wav", RATE, t.channels, t.clips ? ROSIN_SAMPLE_24 : ROSIN_SAMPLE_FLOAT, &error);
    assert_non_null(file);
    rosin_level *l = rosin_level_new(file, RATE, t.channels, &t.wish, &error);
    assert_non_null(l);
    put_all(l, &t);
    assert_int_equal(rosin_level_end(l, &end, &error), 0);
    rosin_level_free(l);
    assert_int_equal(rosin_sound_file_close(file, &error), 0);
    const double by = gain_of(&t, &limited);
    assert_float_equal(20 * log10(end.gain), by, 0.03);
    assert_float_equal(end.limited, limited, 0.03);
    is_in_the_file(&t, end.gain);
    const rosin_loudness m =
        measure(sound + t.first * t.channels, t.own, t.channels, end.gain, t.clips);
    const rosin_loudness_of of =
        t.wish.as_before && !(t.wish.loudness < 0) ? ROSIN_LOUDNESS_INTEGRATED : t.wish.of;
    if (all == t.own) {
      assert_float_equal(end.measured.integrated, m.integrated, 0.01);
      assert_float_equal(end.measured.momentary, m.momentary, 0.01);
      assert_float_equal(end.measured.true_peak, m.true_peak, 0.01);
      assert_float_equal(end.loudness, meant(&m, of, t.own), 0.01);
    }
  }
  rosin_level_free(NULL);
}

static void silence_stays(void **state) {
  (void)state;
  for (int r = 0; r < 3; r++) {
    const rosin_level_wish wish = {.loudness = r == 0 ? -20 : 0, .normalize = r == 1};
    rosin_error error;
    rosin_leveled end;
    memset(sound, 0, sizeof sound);
    rosin_sound_file *file = rosin_sound_file_create("a.wav", RATE, 1, ROSIN_SAMPLE_16, &error);
    rosin_level *l = rosin_level_new(file, RATE, 1, &wish, &error);
    assert_int_equal(rosin_level_write(l, sound, RATE, &error), 0);
    assert_int_equal(rosin_level_end(l, &end, &error), 0);
    rosin_level_free(l);
    assert_int_equal(rosin_sound_file_close(file, &error), 0);
    assert_true(end.gain == 1 && end.limited == 0);
    assert_true(isnan(end.loudness) && isnan(end.measured.true_peak));
  }
}

static void wishes_have_names(void **state) {
  static const char *const name[] = {"integrated", "momentary", "auto"};
  rosin_loudness_of of;
  (void)state;
  for (int i = 0; i < 3; i++) {
    assert_int_equal(rosin_loudness_of_named(name[i], &of), 0);
    assert_string_equal(rosin_loudness_of_name(of), name[i]);
  }
  assert_int_equal(rosin_loudness_of_named("loud", &of), -1);
  for (int r = 0; r < 16; r++) {
    const rosin_level_wish wish = {
        .loudness = r & 1 ? -9 : 0, .normalize = r >> 1 & 1, .ceiling = r & 4 ? -3 : 0};
    const rosin_sample_format format = r & 8 ? ROSIN_SAMPLE_FLOAT : ROSIN_SAMPLE_24;
    assert_int_equal(rosin_level_wanted(&wish), (r & 7) != 0);
    assert_true(rosin_level_ceiling(&wish, format) == ((r & 3) == 0 && r & 8 ? 0 : -1));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_gain_is_what_was_wished_for),
      cmocka_unit_test(silence_stays),
      cmocka_unit_test(wishes_have_names),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
