/* SPDX-License-Identifier: BSD-3-Clause */
/* Lags at which a sound repeats. Of two stretches of W samples that lie a lag tau apart, their
 * middle at the moment asked for,
 *   n(tau) = 2 sum x[j] x[j + tau] / sum (x[j]^2 + x[j + tau]^2)
 * (McLeod and Wyvill 2005, eq. 9) is 1 where all repeats. W grows with the lag, so that high
 * pitches are seen within 10 ms and low ones within two periods and a half. A lag is refined at its
 * multiples, as long as the sound repeats there: the error of a peak between two samples is the
 * same for all of them. */
#include "features/pitch.h"
#include "pi.h"

#include <math.h>
#include <stdlib.h>

enum { LAGS = 1024 };

static const double band = 5000, least_rate = 20000; /* Hz */
static const double shortest = 0.010, periods = 1.5; /* s, of W; of the lag */
static const double far = 0.012,
                    repeats = 0.85; /* s, to which lags are refined; n where they are */
static const double faint = 0.3;    /* n, below which nothing repeats */

/* ---- the sound at a lower rate ------------------------------------------------------- */

/* A low-pass of 2 h + 1 taps, cut at `cut` of the rate: a sinc under a Hann window. */
static double *taps_of(int h, double cut) {
  double *tap = calloc(2 * (size_t)h + 1, sizeof *tap), sum = 0;
  for (int i = -h; tap && i <= h; i++) {
    const double ideal = i ? sin(2 * pi * cut * i) / (pi * i) : 2 * cut;
    tap[i + h] = ideal * (0.5 + 0.5 * cos(pi * i / (h + 1)));
    sum += tap[i + h];
  }
  for (int i = 0; tap && i < 2 * h + 1; i++)
    tap[i] /= sum;
  return tap;
}

static double filtered(const double *tap, int h, const float *x, long long n, long long at) {
  double sum = 0;
  for (long long i = at - h; i <= at + h; i++)
    if (i >= 0 && i < n)
      sum += tap[i - at + h] * (double)x[i];
  return sum;
}

/* A sinc under a Hann window, for values between two lags; what is below 5 kHz is told by these. */
static void make_between(rosin_pitch_sound *s) {
  for (int p = 0; p < ROSIN_PITCH_PHASES; p++)
    for (int i = 0; i < ROSIN_PITCH_TAPS; i++) {
      const double t = i - ROSIN_PITCH_TAPS / 2 + 1 - (double)p / ROSIN_PITCH_PHASES;
      const double hann = 0.5 + 0.5 * cos(pi * t / (0.5 * ROSIN_PITCH_TAPS));
      s->between[p][i] = fabs(t) < 1e-9 ? 1 : hann * sin(pi * t) / (pi * t);
    }
}

int rosin_pitch_lower(rosin_pitch_sound *s, const float *x, long long n, double rate) {
  const int by = (int)fmax(floor(rate / least_rate), 1);
  const double cut = fmin(band / rate, 0.45);
  const int h = (int)ceil(2 / cut);
  double *tap = taps_of(h, cut);
  *s = (rosin_pitch_sound){.n = (int)((n + by - 1) / by), .rate = rate / by};
  s->x = malloc((size_t)(s->n + 1) * sizeof *s->x);
  s->sum = malloc((size_t)(s->n + 1) * sizeof *s->sum);
  if (!tap || !s->x || !s->sum) {
    free(tap);
    return -1;
  }
  make_between(s);
  s->sum[0] = 0;
  for (int i = 0; i < s->n; i++) {
    s->x[i] = (float)filtered(tap, h, x, n, (long long)i * by);
    s->sum[i + 1] = s->sum[i] + (double)s->x[i] * (double)s->x[i];
  }
  free(tap);
  return 0;
}

void rosin_pitch_sound_free(rosin_pitch_sound *s) {
  free(s->x);
  free(s->sum);
  *s = (rosin_pitch_sound){0};
}

/* ---- how much repeats at a lag ------------------------------------------------------- */

static double energy(const rosin_pitch_sound *s, int from, int to) {
  from = from < 0 ? 0 : from > s->n ? s->n : from;
  to = to < 0 ? 0 : to > s->n ? s->n : to;
  return to > from ? s->sum[to] - s->sum[from] : 0;
}

/* n(tau) about sample `at`. */
static double repeat(const rosin_pitch_sound *s, double at, int lag) {
  const int w = (int)fmax(shortest * s->rate, periods * lag);
  const int first = (int)floor(at - 0.5 * (w + lag) + 0.5);
  const double both = energy(s, first, first + w) + energy(s, first + lag, first + lag + w);
  const int from = first < 0 ? 0 : first;
  const int to = first + lag + w > s->n ? s->n - lag : first + w;
  const float *x = s->x, *y = s->x + lag;
  float sum[4] = {0, 0, 0, 0}; /* four at once do not wait for each other */
  int j = from;
  for (; j + 4 <= to; j += 4)
    for (int k = 0; k < 4; k++)
      sum[k] += x[j + k] * y[j + k];
  for (; j < to; j++)
    sum[0] += x[j] * y[j];
  const double all = (double)((sum[0] + sum[1]) + (sum[2] + sum[3]));
  return both > 1e-20 ? 2 * all / both : 0;
}

/* Lag and height of the peak of three values about `lag`. */
static double vertex(double a, double b, double c, double *height) {
  const double bend = a - 2 * b + c, slope = 0.5 * (c - a);
  const double aside = bend < 0 ? fmin(fmax(-slope / bend, -0.5), 0.5) : 0;
  *height = b + 0.5 * slope * aside;
  return aside;
}

/* n at `phase` parts of a lag after `lag`, of n[0 ... most]. */
static double value_at(const rosin_pitch_sound *s, const double *n, int most, int lag, int phase) {
  lag += phase < 0 ? -1 : 0;
  phase += phase < 0 ? ROSIN_PITCH_PHASES : 0;
  double sum = 0;
  for (int i = 0; i < ROSIN_PITCH_TAPS; i++) {
    const int k = lag + i - ROSIN_PITCH_TAPS / 2 + 1;
    sum += s->between[phase][i] * n[k < 0 ? -k : k > most ? most : k];
  }
  return sum;
}

/* The peak about `lag`, the highest of n[] there, between the lags. */
static double peak_of(const rosin_pitch_sound *s, const double *n, int most, int lag,
                      double *height) {
  enum { HALF = ROSIN_PITCH_PHASES / 2 };
  double v[2 * HALF + 3] = {0};
  int best = 1;
  for (int i = -HALF - 1; i <= HALF + 1; i++) {
    v[i + HALF + 1] = value_at(s, n, most, lag, i);
    if (i >= -HALF && i <= HALF && v[i + HALF + 1] > v[best])
      best = i + HALF + 1;
  }
  const double aside = vertex(v[best - 1], v[best], v[best + 1], height);
  return lag + (best - HALF - 1 + aside) / ROSIN_PITCH_PHASES;
}

/* The peak nearest to `lag`, a fraction: its place, and `height`; 0: there is none. */
static double peak_near(const rosin_pitch_sound *s, double at, double lag, double *height) {
  int k = (int)floor(lag + 0.5);
  double b = repeat(s, at, k), a = repeat(s, at, k - 1), c = repeat(s, at, k + 1);
  for (int step = 0; step < 3 && (a > b || c > b); step++) {
    k += a > c ? -1 : 1;
    if (a > c) {
      c = b, b = a, a = repeat(s, at, k - 1);
    } else {
      a = b, b = c, c = repeat(s, at, k + 1);
    }
  }
  return a > b || c > b ? 0 : k + vertex(a, b, c, height);
}

/* A lag made finer by its multiples, each looked for where the ones before say. */
static double refine(const rosin_pitch_sound *s, double at, double lag, double least) {
  for (int m = 2; m * lag < far * s->rate; m *= 2) {
    double height = 0;
    const double found = peak_near(s, at, m * lag, &height);
    if (found <= 0 || height < least || fabs(found - m * lag) > 0.1 * lag)
      break;
    lag = found / m;
  }
  return lag;
}

/* ---- candidates ---------------------------------------------------------------------- */

static void keep(rosin_pitch_candidates *c, double hertz, double strength) {
  int at = c->count;
  if (at == ROSIN_PITCH_CANDIDATES) {
    at = 0;
    for (int i = 1; i < c->count; i++)
      if (c->strength[i] < c->strength[at])
        at = i;
    if ((double)c->strength[at] >= strength)
      return;
  } else {
    c->count++;
  }
  c->hertz[at] = (float)hertz;
  c->strength[at] = (float)fmin(strength, 1);
}

void rosin_pitch_candidates_at(const rosin_pitch_sound *s, double at, rosin_pitch_candidates *c) {
  double n[LAGS + 2] = {0};
  const int low = (int)(s->rate / ROSIN_PITCH_HIGHEST);
  int high = (int)(s->rate / ROSIN_PITCH_LOWEST);
  high = high < LAGS ? high : LAGS;
  c->count = 0;
  for (int lag = 0; lag <= high + 1; lag++)
    n[lag] = repeat(s, at, lag);
  for (int lag = low; lag <= high; lag++) {
    double height;
    if (!(n[lag] > faint && n[lag] >= n[lag - 1] && n[lag] > n[lag + 1]))
      continue;
    const double place = peak_of(s, n, high + 1, lag, &height);
    keep(c, s->rate / refine(s, at, place, fmax(repeats * height, faint)), height);
  }
}
