/* SPDX-License-Identifier: BSD-3-Clause */
/* What is measured of random sounds, against the plainest way to work it out: sums over all pairs
 * in place of transforms, windows added up anew for each moment, filters as the standard prints
 * them. */
#include "features/features.h"
#include "features/loudness.h"
#include "features/slips.h"
#include "features/thumbnail.h"
#include "sound/sound_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "scratch.h"

static const double pi = 3.14159265358979323846;
static rosin_error error;

/* ---- features ------------------------------------------------------------------------ */

enum { RATE = 3000, WINDOW = 256, HOP = 30, MOST = 6000, CHANNELS = 3 };

static float x[MOST * CHANNELS];
static double mono[MOST];

/* Tones that fall, noise, pauses. */
static void draw_sound(int frames, int channels) {
  double hertz = log_between(60, 700), level = log_between(0.01, 0.5), noise = 0, fall = 0;
  for (int i = 0; i < frames; i++) {
    if (one_of(700) == 0 || i == 0) {
      hertz = log_between(60, 700);
      level = one_of(5) ? log_between(0.003, 0.5) : 0;
      noise = one_of(2) ? 0 : between(0, 0.5);
      fall = one_of(2) ? log_between(3e-4, 6e-3) : 0;
    }
    level *= 1 - fall;
    for (int c = 0; c < channels; c++)
      x[i * channels + c] =
          (float)(level * (sin(2 * pi * hertz * i / RATE + 0.3 * c) +
                           0.5 * sin(4 * pi * hertz * i / RATE) + noise * between(-1, 1)));
  }
}

static double lag_of(const double *v, int lag) {
  double sum = 0;
  for (int i = 0; i + lag < WINDOW; i++)
    sum += v[i] * v[i + lag];
  return sum;
}

typedef struct {
  double power, weighted, pitch;
} framed;

/* Of a frame: its power, the same by frequency, and the first high peak of its autocorrelation. */
static framed look_at(const double *from, int count) {
  static double seen[WINDOW], window[WINDOW], near[WINDOW], turn[2][2 * WINDOW], own[WINDOW];
  framed f = {0, 0, 0};
  for (int i = 0; i < WINDOW; i++) {
    window[i] = pow(sin(pi * (i + 0.5) / WINDOW), 2);
    seen[i] = i < count ? from[i] * window[i] : 0;
  }
  for (int i = 0; i < 2 * WINDOW; i++)
    turn[0][i] = cos(pi * i / WINDOW), turn[1][i] = sin(pi * i / WINDOW);
  for (int k = 1; k <= WINDOW; k++) {
    double re = 0, im = 0;
    for (int i = 0; i < WINDOW; i++) {
      re += seen[i] * turn[0][k * i % (2 * WINDOW)];
      im += seen[i] * turn[1][k * i % (2 * WINDOW)];
    }
    f.power += re * re + im * im;
    f.weighted += (re * re + im * im) * k * RATE / (2.0 * WINDOW);
  }
  const int last = RATE / 40;
  if (own[0] == 0)
    for (int i = 0; i <= last + 1; i++)
      own[i] = lag_of(window, i) / lag_of(window, 0);
  for (int i = 0; i <= last + 1; i++)
    near[i] = lag_of(seen, i) / lag_of(seen, 0) / own[i];
  int begin = 1;
  double most = 0;
  while (begin < last && near[begin] > 0.5)
    begin++;
  begin = begin < 2 ? 2 : begin;
  for (int i = begin; i <= last; i++)
    most = near[i] > most ? near[i] : most;
  for (int i = begin; i <= last && most >= 0.8 && f.pitch == 0; i++)
    if (near[i] >= 0.92 * most && near[i] >= near[i - 1] && near[i] > near[i + 1])
      f.pitch = RATE /
                (i + (near[i - 1] - near[i + 1]) / (2 * (near[i - 1] - 2 * near[i] + near[i + 1])));
  return f;
}

static int rising(const void *a, const void *b) {
  const double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

static double level_around(const double *level, int hops, int at) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < hops; i++)
    if (abs(i - at) <= 2)
      sum += level[i], count++;
  return sum / count;
}

/* The line of least squares from the last loud moment on, by centred sums. */
static double decay_of(const double *level, int hops) {
  static double y[MOST];
  double top = 0, mx = 0, my = 0, xx = 0, xy = 0;
  int first = 0, n = 0;
  for (int i = 0; i < hops; i++)
    top = fmax(top, level_around(level, hops, i));
  for (int i = 0; i < hops; i++)
    if (level_around(level, hops, i) >= 0.1 * top)
      first = i;
  for (int i = first; i < hops; i++, n++) {
    y[n] = 10 * log10(level_around(level, hops, i) + 1e-30);
    if (y[n] < y[0] - 50)
      break;
  }
  for (int i = 0; i < n; i++)
    mx += 0.01 * (first + i) / n, my += y[i] / n;
  for (int i = 0; i < n; i++) {
    xx += pow(0.01 * (first + i) - mx, 2);
    xy += (0.01 * (first + i) - mx) * (y[i] - my);
  }
  return n > 4 && top > 0 && xy < 0 && y[n - 1] < y[0] - 10 ? -60 * xx / xy : (double)NAN;
}

static void is_about(const char *what, int round, double is, double wanted, double within) {
  if (isnan(is) != isnan(wanted) || !(isnan(is) || fabs(is - wanted) <= within))
    fail_msg("%s of sound %d: %.9g for %.9g", what, round, is, wanted);
}

static double level[MOST], pitch[MOST];

static rosin_features measured(int frames, int channels) {
  rosin_features f;
  rosin_loudness l;
  rosin_meter *m = rosin_meter_new(RATE, channels, &error);
  assert_non_null(m);
  for (int at = 0, part; at < frames; at += part) {
    part = 1 + one_of(frames - at);
    assert_int_equal(rosin_meter_add(m, x + (ptrdiff_t)at * channels, part), 0);
  }
  assert_int_equal(rosin_meter_end(m, &f, &l), 0);
  rosin_meter_free(m);
  return f;
}

/* The mean of the channels, and the mean square of each hundredth of a second. */
static void add_up(int frames, int channels) {
  memset(level, 0, sizeof level);
  for (int i = 0; i < frames; i++) {
    const int begin = i / HOP * HOP, in_hop = begin + HOP > frames ? frames - begin : HOP;
    mono[i] = 0;
    for (int c = 0; c < channels; c++) {
      const double v = (double)x[i * channels + c];
      mono[i] += v / channels;
      level[i / HOP] += v * v / channels / in_hop;
    }
  }
}

static void shape_is_that_of(const rosin_features *f, int round, int hops) {
  double mean = 0;
  for (int i = 0; i < hops; i++)
    mean += level[i] / hops;
  for (int k = 0; k < 8; k++) {
    const int from = k * hops / 8, to = (k + 1) * hops / 8;
    double sum = 0;
    for (int i = from; i < to; i++)
      sum += level[i] / (to - from);
    is_about("shape", round, f->shape[k], sum > 0 ? fmax(10 * log10(sum / mean), -60) : -60, 0.051);
  }
}

/* Of all frames together: the centroid, and the pitch of the middle one. Returns the pitch. */
static double spectra_are_those_of(const rosin_features *f, int round, int frames) {
  double power = 0, weighted = 0, loudest = 0;
  framed all[MOST / (WINDOW / 2) + 1];
  int count = 0, heard = 0, found = 0;
  for (int at = 0; at + WINDOW <= frames || !at; at += WINDOW / 2)
    all[count++] = look_at(mono + at, frames - at);
  for (int i = 0; i < count; i++) {
    power += all[i].power, weighted += all[i].weighted;
    loudest = fmax(loudest, all[i].power);
  }
  for (int i = 0; i < count; i++)
    if (all[i].power > 0.01 * loudest) {
      heard++;
      if (all[i].pitch > 0)
        pitch[found++] = all[i].pitch;
    }
  qsort(pitch, (size_t)found, sizeof *pitch, rising);
  const double median = found && 2 * found >= heard ? pitch[found / 2] : (double)NAN;
  is_about("centroid", round, f->centroid, power > 0 ? weighted / power : (double)NAN, 0.06);
  is_about("pitch", round, f->pitch, median, 0.011);
  return median;
}

static void features_are_plain_sums(void **state) {
  (void)state;
  int pitched = 0, decayed = 0;
  for (int round = 0; round < 45; round++) {
    const int channels = 1 + one_of(CHANNELS);
    const int frames = round % 5 ? 1 + one_of(MOST) : 1 + one_of(300);
    const int hops = (frames + HOP - 1) / HOP;
    draw_sound(frames, channels);
    const rosin_features f = measured(frames, channels);
    add_up(frames, channels);
    const double decay = decay_of(level, hops);
    is_about("duration", round, f.duration, (double)frames / RATE, 1e-12);
    is_about("decay", round, f.decay, decay, 1e-3 * fmax(decay, 1));
    shape_is_that_of(&f, round, hops);
    pitched += !isnan(spectra_are_those_of(&f, round, frames));
    decayed += !isnan(decay);
  }
  assert_in_range(pitched, 8, 44);
  assert_in_range(decayed, 8, 44);
}

/* ---- loudness ------------------------------------------------------------------------ */

enum { FULL = 48000, LONGEST = 5 * FULL };

/* The two filters of ITU-R BS.1770, with the numbers that it prints for 48 kHz. */
static void weigh(double *v, int count) {
  static const double b[2][3] = {{1.53512485958697, -2.69169618940638, 1.19839281085285},
                                 {1, -2, 1}};
  static const double a[2][2] = {{-1.69065929318241, 0.73248077421585},
                                 {-1.99004745483398, 0.99007225036621}};
  for (int f = 0; f < 2; f++) {
    double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < count; i++) {
      const double y = b[f][0] * v[i] + b[f][1] * x1 + b[f][2] * x2 - a[f][0] * y1 - a[f][1] * y2;
      x2 = x1, x1 = v[i], y2 = y1, y1 = y;
      v[i] = y;
    }
  }
}

static double lufs(double mean) {
  return mean > 0 ? -0.691 + 10 * log10(mean) : -HUGE_VAL;
}

static float in[2 * LONGEST];
static double sum[LONGEST + FULL + 1]; /* of weighted squares, of all channels, up to a frame */

/* Tones that come and go. */
static void draw_tones(int frames, int channels) {
  double loud = 0, hertz = 0;
  for (int i = 0, burst = 0; i < frames; i++) {
    if (i == burst) {
      loud = one_of(4) ? log_between(0.001, 0.5) : 0, hertz = log_between(80, 5000);
      burst += 2000 + one_of(40000);
    }
    for (int c = 0; c < channels; c++)
      in[i * channels + c] = (float)(loud * (c ? 0.6 : 1) * sin(2 * pi * hertz * i / FULL + c));
  }
}

/* Returns the highest sample. */
static double sum_up(int frames, int channels, int end) {
  static double v[LONGEST + FULL];
  double peak = 0;
  memset(sum, 0, sizeof sum);
  for (int c = 0; c < channels; c++) {
    memset(v, 0, sizeof v);
    for (int i = 0; i < frames; i++) {
      v[i] = (double)in[i * channels + c];
      peak = fmax(peak, fabs(v[i]));
    }
    weigh(v, end);
    for (int i = 0; i < end; i++)
      sum[i + 1] += v[i] * v[i];
  }
  for (int i = 0; i < end; i++)
    sum[i + 1] += sum[i];
  return peak;
}

/* Mean square of so many frames up to one, with silence before the first. */
static double mean_before(int at, int frames) {
  return (sum[at] - sum[at < frames ? 0 : at - frames]) / frames;
}

/* The mean of the blocks over -70, then of those within 10 of that. */
static double gated(int frames) {
  double gate = pow(10, (-70 + 0.691) / 10), mean = 0;
  for (int pass = 0; pass < 2; pass++) {
    int blocks = 0;
    double all = 0;
    for (int i = 19200; i <= frames; i += 4800)
      if (mean_before(i, 19200) >= gate)
        all += mean_before(i, 19200), blocks++;
    mean = blocks ? all / blocks : 0;
    gate = fmax(gate, 0.1 * mean);
  }
  return mean;
}

static rosin_loudness loudness_of(int frames, int channels) {
  rosin_loudness l;
  rosin_loudness_meter *m = rosin_loudness_new(FULL, channels, &error);
  assert_non_null(m);
  for (int at = 0, part; at < frames; at += part) {
    part = 1 + one_of(frames - at);
    assert_int_equal(rosin_loudness_add(m, in + (ptrdiff_t)at * channels, part), 0);
  }
  assert_int_equal(rosin_loudness_end(m, &l), 0);
  rosin_loudness_free(m);
  return l;
}

static void loudness_is_what_the_standard_says(void **state) {
  (void)state;
  for (int round = 0; round < 6; round++) {
    const int channels = 1 + round % 2, least = 41 * FULL / 100;
    const int frames = round ? FULL / 2 + one_of(LONGEST - FULL / 2) : 1 + one_of(FULL / 5);
    const int padded = frames < least ? least : frames, end = padded + 2 * FULL / 5;
    double momentary = 0, short_term = 0;
    draw_tones(frames, channels);
    const double peak = 20 * log10(sum_up(frames, channels, end));
    const rosin_loudness l = loudness_of(frames, channels);
    for (int i = 1; i <= end; i++) {
      if (i % 480 == 0 || i == padded)
        momentary = fmax(momentary, mean_before(i, 19200));
      if (i % 4800 == 0 || i == padded)
        short_term = fmax(short_term, mean_before(i, 144000));
    }
    is_about("integrated", round, l.integrated, lufs(gated(padded)), 0.01);
    is_about("momentary", round, l.momentary, lufs(momentary), 0.01);
    is_about("short term", round, l.short_term, lufs(short_term), 0.01);
    assert_true(l.true_peak > peak - 1e-6 && l.true_peak < peak + 3);
  }
}

/* Whichever channel has it. */
static void the_true_peak_is_of_all_channels(void **state) {
  (void)state;
  for (int channels = 1; channels < 5; channels++)
    for (int loud = 0; loud < channels; loud++) {
      rosin_loudness l;
      rosin_loudness_meter *m = rosin_loudness_new(FULL, channels, &error);
      for (int i = 0; i < 4800; i++)
        for (int c = 0; c < channels; c++)
          in[i * channels + c] =
              (float)((c == loud ? 0.5 : 0.1) * sin(pi * i / 4800) * cos(0.05 * (i - 2400)));
      assert_int_equal(rosin_loudness_add(m, in, 4800), 0);
      assert_int_equal(rosin_loudness_end(m, &l), 0);
      assert_float_equal(l.true_peak, -6.02, 0.05);
      rosin_loudness_free(m);
    }
}

/* ---- slips, and at a glance ---------------------------------------------------------- */

static void slips_are_counted_plainly(void **state) {
  static float v[2000];
  (void)state;
  for (int round = 0; round < 300; round++) {
    const int count = 1 + one_of(2000);
    const double rate = between(8000, 96000);
    double top = 0, now = 0;
    for (int i = 0; i < count; i++) {
      now = one_of(9) ? now : one_of(3) ? between(-1, 1) : between(-0.3, 0.3);
      v[i] = (float)now;
      top = fmax(top, fabs((double)v[i]));
    }
    int slips = 0, inside = 0, on = 0;
    for (int i = 0; i < count; i++) {
      const double speed = fabs((double)v[i]);
      if (!on && speed > 0.25 * top)
        on = 1, slips++;
      else if (on && speed <= 0.1 * top)
        on = 0;
      inside += on;
    }
    rosin_slip_statistics found;
    assert_int_equal(rosin_slips_end(&(rosin_slips){.count = count, .velocity = v}, rate, &found),
                     0);
    if (top > 0) {
      is_about("rate", round, found.rate, slips * rate / count, 0.0051);
      is_about("share", round, found.share, (double)inside / count, 5.1e-5);
    }
  }
}

enum { SIZE = 2048, W = ROSIN_THUMBNAIL_WIDTH, B = ROSIN_THUMBNAIL_BANDS, SEEN = 40000 };

static double all[SEEN], peak[W], power[W][B];

/* A file of tones and some noise, as the mean of its channels; returns its highest value. */
static double draw_file(int frames, int channels, int rate) {
  double loud = 0.1, hertz = 1000, top = 0;
  memset(peak, 0, sizeof peak);
  for (int i = 0; i < frames; i++) {
    if (one_of(2000) == 0)
      loud = log_between(0.001, 0.9), hertz = log_between(100, 9000);
    all[i] = 0;
    for (int c = 0; c < channels; c++) {
      const double now = sin(2 * pi * hertz * i / rate + c) + between(-0.1, 0.1);
      in[i * channels + c] = (float)(loud * now);
      all[i] += (double)in[i * channels + c] / channels;
    }
    const int column = (int)((long long)i * W / frames);
    peak[column] = fmax(peak[column], fabs(all[i]));
    top = fmax(top, peak[column]);
  }
  rosin_sound_file *f =
      rosin_sound_file_create("t.wav", rate, channels, ROSIN_SAMPLE_FLOAT, &error);
  assert_non_null(f);
  assert_int_equal(rosin_sound_file_write(f, in, frames, &error), 0);
  assert_int_equal(rosin_sound_file_close(f, &error), 0);
  return top;
}

/* The power of bin k of 2048 frames. */
static double bin_of(long long first, int frames, int k) {
  static double turn[2][SIZE], window[SIZE];
  double re = 0, im = 0;
  for (int i = 0; i < SIZE && window[SIZE - 1] == 0; i++) {
    turn[0][i] = cos(2 * pi * i / SIZE), turn[1][i] = sin(2 * pi * i / SIZE);
    window[i] = pow(sin(pi * (i + 0.5) / SIZE), 2);
  }
  for (int i = 0; i < SIZE && first + i < frames; i++) {
    re += all[first + i] * window[i] * turn[0][k * i % SIZE];
    im += all[first + i] * window[i] * turn[1][k * i % SIZE];
  }
  return re * re + im * im;
}

/* Every sixth band of a column, from its middle. */
static void look_at_column(int w, int frames, int rate) {
  const long long middle = (2 * w + 1) * (long long)frames / (2 * W) - SIZE / 2;
  for (int b = w % 6; b < B; b += 6) {
    const double low = 50 * pow(320, (double)b / B), high = 50 * pow(320, (b + 1.0) / B);
    int k = (int)floor(low * SIZE / rate + 0.5);
    power[w][b] = 0;
    do
      if (k > 0 && k <= SIZE / 2)
        power[w][b] += bin_of(middle < 0 ? 0 : middle, frames, k);
    while (++k < high * SIZE / rate);
  }
}

/* Peaks of all frames of a column, power of 2048 frames in its middle by plain sums. */
static void is_seen_as_it_is(void **state) {
  (void)state;
  for (int round = 0; round < 3; round++) {
    const int frames = round ? 5000 + one_of(SEEN - 5000) : 1000, channels = 1 + round % 2;
    const int rate = round == 1 ? 44100 : 22050;
    const double top = draw_file(frames, channels, rate);
    double most = 0;
    rosin_thumbnail t;
    assert_int_equal(rosin_thumbnail_make("t.wav", &t, &error), 0);
    for (int w = 0; w < W; w++) {
      look_at_column(w, frames, rate);
      assert_true(fabs(t.peak[w] - 255 * peak[w] / top) < 0.51);
      for (int b = w % 6; b < B; b += 6)
        if (t.power[w][b] == 15) /* near the most there is */
          most = fmax(most, power[w][b]);
    }
    for (int w = 0; w < W; w++)
      for (int b = w % 6; b < B; b += 6) {
        const double wanted = 15 * (1 + 10 * log10(power[w][b] / most + 1e-20) / 72);
        is_about("power", round * W + w, t.power[w][b], fmax(wanted, 0), 0.51 + 15 * 2.5 / 72);
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(features_are_plain_sums),
      cmocka_unit_test(loudness_is_what_the_standard_says),
      cmocka_unit_test(the_true_peak_is_of_all_channels),
      cmocka_unit_test(slips_are_counted_plainly),
      cmocka_unit_test(is_seen_as_it_is),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
