/* SPDX-License-Identifier: BSD-3-Clause */
/* Bands. A band is mixed down to zero frequency, filtered and decimated to four samples
 * for each of its half widths; past the filter's length a sum of exponentials stays
 * one. A band that rings longer than SERIES samples is halved, so that long tones get
 * narrow bands and short ones wide ones. */
#include "modes/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES = 360, LEAST = 24, POLES = 40, BLOCK = 8, DEEPEST = 12 };

static const double pi = 3.14159265358979323846;

typedef struct {
  const double *x;
  int n;
  double rate, total; /* mean power of x */
  rosin_exponential *e;
  int count, room, failed;
} search;

/* Modified Bessel function of order 0, for Kaiser's window. */
static double bessel(double x) {
  double sum = 1, term = 1;
  for (int k = 1; k < 60 && term > 1e-17 * sum; k++) {
    term *= x / (2 * k) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

/* Lowpass of `length` taps, -6 dB at 2/4 of the decimated rate, 80 dB down at 3/4. */
static void design(double *tap, int length, int step) {
  const double beta = 7.857, middle = 0.5 * (length - 1);
  double sum = 0;
  for (int i = 0; i < length; i++) {
    const double t = i - middle, u = t / middle, w = bessel(beta * sqrt(fmax(0, 1 - u * u)));
    tap[i] = w * (t == 0 ? 1.0 / step : sin(pi * t / step) / (pi * t));
    sum += tap[i];
  }
  for (int i = 0; i < length; i++)
    tap[i] /= sum;
}

/* The band round `centre` (Hz), one sample each `step`; returns how many. */
static int mix_down(const search *s, double centre, int step, int length, double complex *y) {
  const int count = (s->n - length) / step + 1;
  double *tap = calloc((size_t)length, sizeof *tap);
  double *mixed = calloc(2 * (size_t)s->n, sizeof *mixed);
  if (tap && mixed) {
    design(tap, length, step);
    const double w = 2 * pi * centre / s->rate, c1 = cos(w), s1 = sin(w);
    double c = 1, sn = 0;
    for (int i = 0; i < s->n; i++) {
      if (i % 1024 == 0) {
        c = cos(w * i);
        sn = -sin(w * i);
      }
      mixed[2 * i] = s->x[i] * c;
      mixed[2 * i + 1] = s->x[i] * sn;
      const double next = c * c1 + sn * s1;
      sn = sn * c1 - c * s1;
      c = next;
    }
    for (int k = 0; k < count; k++) {
      double re = 0, im = 0;
      const double *from = mixed + 2 * (size_t)k * (size_t)step;
      for (int i = 0; i < length; i++) {
        re += tap[i] * from[2 * i];
        im += tap[i] * from[2 * i + 1];
      }
      y[k] = CMPLX(re, im);
    }
  }
  const int good = tap && mixed;
  free(tap);
  free(mixed);
  return good ? count : -1;
}

static double power(const double complex *y, int count) {
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum += creal(y[k]) * creal(y[k]) + cimag(y[k]) * cimag(y[k]);
  return count > 0 ? sum / count : 0;
}

/* Samples until the band has fallen by 50 dB or into the floor that its end shows;
 * `peak` gets its highest mean power over a block, `falls` whether it is more than noise. */
static int ringing(const double complex *y, int count, double *peak, int *falls) {
  const int blocks = count / BLOCK;
  *peak = 0;
  for (int b = 0; b < blocks; b++)
    *peak = fmax(*peak, power(y + b * BLOCK, BLOCK));
  const double floor = power(y + count - count / 6, count / 6);
  *falls = *peak > 6 * floor;
  if (!*falls)
    return count;
  int last = blocks - 1;
  while (last > 0 && power(y + last * BLOCK, BLOCK) < fmax(1e-5 * *peak, 3 * floor))
    last--;
  return (last + 1) * BLOCK;
}

/* Poles of a band, weighed; what stands over the rest is kept. */
static void take(search *s, const double complex *y, int n, double centre, double half, int step) {
  double complex pole[POLES], amplitude[POLES];
  double left;
  const int found = rosin_poles(y, n, POLES, pole);
  if (found < 0)
    s->failed = 1;
  int count = 0;
  for (int p = 0; p < found; p++) {
    if (cabs(pole[p]) > 1) /* does not decay: on the edge, then */
      pole[p] /= cabs(pole[p]) * (1 + 1e-6);
    if (cabs(pole[p]) > 1e-3)
      pole[count++] = pole[p];
  }
  if (count < 1)
    return;
  const int status = rosin_poles_weigh(y, n, count, pole, amplitude, &left);
  if (status < 0)
    s->failed = 1;
  double energy[POLES], most = 0;
  for (int p = 0; p < count; p++) {
    const double share = cabs(pole[p]) * cabs(pole[p]);
    energy[p] =
        cabs(amplitude[p]) * cabs(amplitude[p]) * (1 - pow(share, n)) / fmax(1 - share, 1e-9);
    most = fmax(most, energy[p]);
  }
  /* the strongest leave traces 60 dB below them all over the band */
  const double least = fmax(10 * left, fmax(1e-6 * most, 1e-7 * s->total * s->n / step));
  for (int p = 0; p < count && status == 0; p++) {
    const double complex log_pole = clog(pole[p]) / step;
    const double offset = cimag(log_pole) * s->rate / (2 * pi), f = centre + offset;
    const double decay = -creal(log_pole); /* per sample */
    if (fabs(offset) > 1.03 * half || f < 15 || f > 0.47 * s->rate || energy[p] < least ||
        decay * s->rate > fmin(0.8 * f, 1200) || s->count >= s->room)
      continue;
    s->e[s->count++] =
        (rosin_exponential){.s = CMPLX(-decay, 2 * pi * f / s->rate), .energy = energy[p] * step};
  }
}

/* A band to be looked at. */
typedef struct {
  double centre, half;
  int depth;
} band;

/* Take a band's poles; 1 if it should be halved instead. */
static int search_band(search *s, const band *b) {
  const int step = (int)(s->rate / (4 * b->half)), length = 10 * step + 1;
  if (step < 1 || s->n < length + LEAST * step || s->failed)
    return 0;
  const int room = (s->n - length) / step + 1;
  double complex *y = calloc((size_t)room, sizeof *y);
  const int count = y ? mix_down(s, b->centre, step, length, y) : -1;
  int halve = 0;
  if (count < 0) {
    s->failed = 1;
  } else {
    double peak;
    int falls;
    const int rings = ringing(y, count, &peak, &falls);
    halve = rings > 3 * SERIES / 2 && b->half > 10 && b->depth < (falls ? DEEPEST : 1);
    const int n = rings < SERIES ? (rings > LEAST ? rings : LEAST) : SERIES;
    if (peak < 3e-8 * s->total)
      halve = 0;
    else if (!halve)
      take(s, y, n < count ? n : count, b->centre, b->half, step);
  }
  free(y);
  return halve;
}

int rosin_modes_search(const double *x, int n, double rate, rosin_exponential *e, int room) {
  search s = {.x = x, .n = n, .rate = rate, .e = e, .room = room};
  for (int i = 0; i < n; i++)
    s.total += x[i] * x[i] / n;
  double low = 15;
  while (low < 0.45 * rate) {
    const double half = fmin(fmax(125, 0.17 * low), rate / 8.5);
    band todo[DEEPEST + 2] = {{low + half, half, 0}};
    for (int waiting = 1; waiting > 0;) {
      const band b = todo[--waiting];
      if (search_band(&s, &b)) {
        todo[waiting++] = (band){b.centre + b.half / 2, b.half / 2, b.depth + 1};
        todo[waiting++] = (band){b.centre - b.half / 2, b.half / 2, b.depth + 1};
      }
    }
    low += 2 * half;
  }
  return s.failed ? -1 : s.count;
}
