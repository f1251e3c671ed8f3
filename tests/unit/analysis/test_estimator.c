/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of `rosin modes`, each on small sounds, against tests/unit/analysis/estimator.txt: what
 * the steps give before the later ones have mended it, and what a knock is taken for. */
#include "format.h"
#include "golden.h"
#include "modes/estimate.h"
#include "modes/knock.h"
#include "modes/spectrum.h"
#include "sound/sound_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

enum { RATE = 8000, N = 6000 };

static const double pi = 3.14159265358979323846;
static golden table;

static double noise(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static void row(const char *name, const double *value, int count, double tolerance) {
  golden_row(&table, name, value, count, tolerance, 1e-9);
}

static void exponentials(const char *name, const rosin_exponential *e, int count,
                         double tolerance) {
  double value[5 * 64] = {0};
  for (int k = 0; k < count; k++) {
    const double one[] = {creal(e[k].s) * 1e3, cimag(e[k].s), creal(e[k].c), cimag(e[k].c),
                          e[k].energy};
    memcpy(value + 5 * k, one, sizeof one);
  }
  row(name, value, 5 * count, tolerance);
}

static const rosin_knock_mode sound[] = {
    {220, 0.6, 1, 0.4, 0}, {226, 0.3, 0.7, 2, 0}, {900, 0.1, 0.5, -1, 0}, {2500, 0.02, 0.8, 0, 0}};

static void made(double *x, int n, double level) {
  uint64_t seed = 11;
  memset(x, 0, (size_t)n * sizeof *x);
  rosin_modes_synthesise(sound, 4, RATE, n, -1, x);
  for (int i = 0; i < n; i++)
    x[i] += level * noise(&seed);
}

static void synthesis(void **state) {
  (void)state;
  static double x[N];
  memset(x, 0, sizeof x);
  x[3] = 1;
  const rosin_knock_mode slow[] = {{30, 0.05, 1, 1, 0}, {10, 0.05, 0.5, 0.3, 0}};
  rosin_modes_synthesise(sound, 4, RATE, N, 1, x);
  rosin_modes_synthesise(slow, 2, RATE, 900, -0.5, x);
  double value[40];
  for (int i = 0; i < 20; i++)
    value[i] = x[i];
  for (int i = 20; i < 40; i++)
    value[i] = x[127 * i];
  row("synthesis", value, 40, 1e-7);
}

/* From beside the truth, after none, one, some rounds. */
static void fits(void **state) {
  (void)state;
  static double x[N];
  for (int wide = 0; wide < 3; wide++)
    for (int rounds = 0; rounds < 8; rounds += 1 + rounds) {
      rosin_exponential e[4];
      double left;
      made(x, N, 0.01);
      for (int k = 0; k < 4; k++)
        e[k].s = CMPLX(-log(1000) / sound[k].t60 * (1 + 0.3 * wide),
                       2 * pi * (sound[k].frequency + 2 * wide + 0.3)) /
                 RATE;
      left = rosin_modes_fit(x, N, e, 4, rounds, NULL);
      golden_in(&table, "off:%d:rounds:%d", wide, rounds);
      row("left", &left, 1, 1e-6);
      exponentials("fit", e, 4, 1e-5);
    }
  golden_out(&table);
  rosin_exponential twice[2] = {{.s = CMPLX(-1e-3, 0.2)}, {.s = CMPLX(-1e-3, 0.2)}};
  double left = rosin_modes_fit(x, N, twice, 2, 0, NULL);
  assert_true(left > 0 && isfinite(creal(twice[0].c + twice[1].c)));
  left = rosin_modes_fit(x, N, twice, 0, 3, NULL);
  row("nothing", &left, 1, 1e-7);
  memset(x, 0, sizeof x);
  twice[1].s = CMPLX(-1e-3, 0.3);
  assert_true(rosin_modes_fit(x, N, twice, 2, 3, NULL) == 0);
}

static int rising(const void *a, const void *b) {
  const double x = carg(*(const double complex *)a), y = carg(*(const double complex *)b);
  return x < y ? -1 : x > y;
}

/* Poles of short and long series, without noise and in some. */
static void poles(void **state) {
  (void)state;
  static const int length[] = {18, 30, 100, 500};
  double complex y[500], pole[40], amplitude[40];
  const double complex truth[] = {0.98 * cexp(0.3 * I), 0.95 * cexp(0.9 * I), 0.99 * cexp(-I)};
  for (int l = 0; l < 4; l++)
    for (int loud = 0; loud < 2; loud++) {
      uint64_t seed = 4;
      for (int k = 0; k < length[l]; k++)
        y[k] = cpow(truth[0], k) + 0.3 * I * cpow(truth[1], k) - cpow(truth[2], k) +
               (loud ? 0.003 : 1e-9) * CMPLX(noise(&seed), noise(&seed));
      const int most = l == 3 && loud ? 2 : 40, count = rosin_poles(y, length[l], most, pole);
      double value[3 * 40 + 2] = {count}, left;
      assert_true(count >= 0 && count <= 40);
      qsort(pole, (size_t)count, sizeof *pole, rising);
      assert_int_equal(rosin_poles_weigh(y, length[l], count, pole, amplitude, &left), 0);
      for (int k = 0; k < count; k++) {
        value[3 * k + 1] = carg(pole[k]);
        value[3 * k + 2] = cabs(pole[k]);
        value[3 * k + 3] = cabs(amplitude[k]);
      }
      golden_in(&table, "of:%d%s", length[l], loud ? ":noisy" : "");
      row("poles", value, 3 * count + 1, loud ? 1e-4 : 1e-6);
      if (loud)
        row("beside", &left, 1, 1e-4);
    }
  golden_out(&table);
  double left = 7;
  y[0] = 2;
  assert_int_equal(rosin_poles_weigh(y, 1, 1, truth, amplitude, &left), 0);
  assert_true(left == 0 && cabs(amplitude[0] - 2) < 1e-12);
  assert_int_equal(rosin_poles(y, 17, 4, pole), 0);
}

static int by_frequency(const void *a, const void *b) {
  const double x = cimag(((const rosin_exponential *)a)->s),
               y = cimag(((const rosin_exponential *)b)->s);
  return x < y ? -1 : x > y;
}

static void searches(void **state) {
  (void)state;
  static double x[2 * N];
  for (int k = 0; k < 4; k++) {
    rosin_exponential e[64];
    const int n = k == 3 ? 2 * N : N / (1 + k), room = k == 2 ? 3 : 64;
    made(x, n, k == 1 ? 0.03 : 1e-4);
    const int count = rosin_modes_search(x, n, RATE, e, room);
    const double found = count;
    for (int i = 0; i < count; i++)
      e[i].c = 0;
    qsort(e, (size_t)count, sizeof *e, by_frequency);
    golden_in(&table, "search:%d", k);
    row("count", &found, 1, 0);
    exponentials("found", e, count, 1e-3);
  }
  golden_out(&table);
}

static void modes(const char *name, const rosin_knock_mode *m, int count, double left) {
  double value[5 * 32 + 2] = {count, left};
  for (int i = 0; i < count; i++) {
    const double one[] = {m[i].frequency, m[i].t60, m[i].amplitude, cos(m[i].phase),
                          m[i].stands_out};
    memcpy(value + 2 + 5 * i, one, sizeof one);
  }
  row(name, value, 5 * count + 2, 1e-4);
}

static void estimates(void **state) {
  (void)state;
  static double x[N];
  static const double level[] = {0, 0.001, 0.03, 0.3};
  rosin_knock_mode found[32];
  double left;
  for (int k = 1; k < 4; k++)
    for (int most = 1; most < 9; most *= 2) {
      made(x, N, level[k]);
      const int count = rosin_modes_estimate(x, N, RATE, most, found, &left, NULL);
      char name[60];
      rosin_format(name, sizeof name, "estimate:noise:%g:most:%d", level[k], most);
      modes(name, found, count, left);
    }
  /* a click that is no mode, and a tone that does not fall */
  made(x, N, 1e-4);
  x[500] += 5;
  x[501] -= 5;
  double said[2] = {rosin_modes_estimate(x, N, RATE, 16, found, &left, NULL)};
  said[1] = left;
  row("click", said, 2, 1e-3);
  for (int i = 0; i < N; i++)
    x[i] = sin(0.3 * i) + 0.5 * exp(-0.002 * i) * sin(1.1 * i);
  said[0] = rosin_modes_estimate(x, N, RATE, 1, found, &left, NULL);
  said[1] = left;
  row("tone", said, 2, 1e-3);
}

static void spectra(void **state) {
  (void)state;
  static double x[N], y[N];
  static const double from[] = {0, 20, 200, 219.5, 800, 2400, 3990, 5000};
  rosin_spectrum a, b, c;
  made(x, N, 0.003);
  made(y, N, 0.3);
  assert_int_equal(rosin_spectrum_make(x, N, RATE, &a), 0);
  assert_int_equal(rosin_spectrum_make(y, 1024, RATE, &b), 0);
  assert_int_equal(rosin_spectrum_make(y, 1000, RATE, &c), 0);
  assert_int_equal(a.bins, 4097);
  assert_int_equal(b.bins, 513);
  assert_int_equal(c.bins, 513);
  double value[3 * 16 + 8];
  int k = 0;
  for (int i = 0; i < 8; i++) {
    value[k++] = rosin_spectrum_sum(&a, from[i], from[i] * 1.3 + 5);
    value[k++] = rosin_spectrum_peak(&a, from[i], from[i] * 1.3 + 5);
    value[k++] = rosin_spectrum_sum(&c, from[i], from[i] + 1);
  }
  value[k++] = rosin_spectrum_difference(&a, &b);
  value[k++] = rosin_spectrum_difference(&b, &a);
  value[k++] = rosin_spectrum_difference(&b, &c);
  value[k++] = a.width;
  row("spectrum", value, k, 1e-4);
  rosin_spectrum_free(&a);
  rosin_spectrum_free(&b);
  rosin_spectrum_free(&c);
}

/* A file of `channels` with knocks; `kind` says what is strange about it. */
static void knock_file(const char *path, int kind, int channels, int rate) {
  static float x[2 * 60000];
  uint64_t seed = 2;
  const int n = kind == 6 ? rate / 8 : rate + rate / 3, at = kind == 5 ? 0 : rate / 5;
  for (int i = 0; i < n; i++)
    for (int c = 0; c < channels; c++) {
      double y = 1e-4 * noise(&seed) + (kind == 1 ? 0.2 : 0);
      const double t = (double)(i - at) / rate, late = t - 0.45;
      if (t >= 0)
        y += (c ? 0.3 : 0.6) * (1 - exp(-2000 * t)) * exp(-7 * t) *
             (sin(2 * pi * 310 * t) + 0.5 * sin(2 * pi * 745 * t));
      if (kind == 2 && late >= 0) /* another knock */
        y += 0.5 * exp(-9 * late) * sin(2 * pi * 500 * late);
      if (kind == 3) /* clipped */
        y = fmin(fmax(2.5 * y, -0.7), 0.7);
      if (kind == 4) /* swells before it is loud */
        y *= t < 0 ? 1 : 0.3 + fmin(t / 0.03, 1);
      x[channels * i + c] = (float)y;
    }
  rosin_error error;
  rosin_sound_file *f = rosin_sound_file_create(path, rate, channels, ROSIN_SAMPLE_FLOAT, &error);
  assert_non_null(f);
  assert_int_equal(rosin_sound_file_write(f, x, n, &error), 0);
  assert_int_equal(rosin_sound_file_close(f, &error), 0);
}

static void knocks(void **state) {
  (void)state;
  static const char *const kinds[] = {"plain",  "offset",       "twice", "clipped",
                                      "swells", "at-the-start", "short"};
  char folder[] = "/tmp/rosin-knock-XXXXXX", path[40];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/k.wav", folder);
  for (int kind = 0; kind < 7; kind++)
    for (int channels = 1; channels < 3; channels++) {
      rosin_knock k;
      rosin_error error;
      knock_file(path, kind, channels, kind == 4 ? 1500 : RATE);
      assert_int_equal(rosin_knock_read(path, kind == 1 ? channels : 0, &k, &error), 0);
      double value[24] = {k.n,    k.rate, k.channels, k.channel, k.at,
                          k.peak, k.late, k.rise,     k.clipped};
      for (int i = 0; i < 15; i++)
        value[9 + i] = k.x[i < 8 ? i : k.n - 40 * (i - 7)];
      char name[40];
      snprintf(name, sizeof name, "knock:%s%s", kinds[kind], channels > 1 ? ":stereo" : "");
      row(name, value, 24, 1e-5);
      rosin_knock_free(&k);
      assert_int_equal(rosin_knock_read(path, 3, &k, &error), -1);
      assert_null(k.x);
    }
  unlink(path);
  rmdir(folder);
}

static void steps_hold_still(void **state) {
  table = golden_open("tests/unit/analysis/estimator.txt");
  synthesis(state);
  fits(state);
  poles(state);
  searches(state);
  estimates(state);
  spectra(state);
  knocks(state);
  assert_int_equal(golden_close(&table), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_hold_still)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
