/* SPDX-License-Identifier: BSD-3-Clause */
/* Bands. A band is mixed down to zero frequency, filtered and decimated to four samples
 * for each of its half widths; past the filter's length a sum of exponentials stays
 * one. A band that rings longer than SERIES samples is halved, by the same filter on its own few
 * samples, so that long tones get narrow bands and short ones wide ones. What aliases stays beyond
 * the edges of every half. Then they are taken apart, the loudest first. */
#include "modes/estimate.h"
#include "pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  SERIES = 360,
  LEAST = 24,
  POLES = 40,
  BLOCK = 8,
  DEEPEST = 12,
  TAPS = 21,
  MOST_BANDS = 4096,
  ROOM = 2048
};

/* A band: its series, a sample each `step` of the sound's. */
typedef struct {
  double centre, half; /* Hz */
  int step, count, depth;
  double energy;     /* of the sound's samples in it */
  double complex *y; /* owned */
} band;

typedef struct {
  const double *x;
  int n;
  double rate, total; /* mean power of x */
  band leaf[MOST_BANDS];
  int leaves;
  rosin_exponential e[ROOM];
  double sure[ROOM]; /* energy of each that its band really has */
  int count, failed;
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
static void take(search *s, const band *b, int n) {
  const double complex *y = b->y;
  const int step = b->step;
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
    const double offset = cimag(log_pole) * s->rate / (2 * pi), f = b->centre + offset;
    const double decay = -creal(log_pole); /* per sample */
    if (fabs(offset) > 1.03 * b->half || f < 15 || f > 0.47 * s->rate || energy[p] < least ||
        decay * s->rate > fmin(0.8 * f, 1200) || s->count >= ROOM)
      continue;
    s->e[s->count++] =
        (rosin_exponential){.s = CMPLX(-decay, 2 * pi * f / s->rate), .energy = energy[p] * step};
  }
}

/* The band of the sound round `low` + half, as wide as four samples a half width allow. */
static void open_band(search *s, double low, double half) {
  const int step = (int)(s->rate / (4 * half)), length = 10 * step + 1;
  band b = {.half = s->rate / (4 * step), .step = step};
  b.centre = low + b.half;
  if (s->n < length + LEAST * step)
    return;
  const int room = (s->n - length) / step + 1;
  b.y = calloc((size_t)room, sizeof *b.y);
  b.count = b.y ? mix_down(s, b.centre, step, length, b.y) : -1;
  if (b.count < 0) {
    s->failed = 1;
    free(b.y);
    return;
  }
  s->leaf[s->leaves++] = b;
}

/* The upper (1) or lower (-1) half of a band, from its own series. */
static int halve(const band *whole, int side, band *part) {
  double complex tap[8][TAPS]; /* turned back by an eighth of a turn a sample */
  double plain[TAPS];
  *part = (band){.centre = whole->centre + side * whole->half / 2,
                 .half = whole->half / 2,
                 .step = 2 * whole->step,
                 .count = (whole->count - TAPS) / 2 + 1,
                 .depth = whole->depth + 1};
  part->y = calloc((size_t)part->count, sizeof *part->y);
  if (!part->y)
    return -1;
  design(plain, TAPS, 2);
  for (int phase = 0; phase < 8; phase++)
    for (int i = 0; i < TAPS; i++)
      tap[phase][i] = plain[i] * cexp(CMPLX(0, -0.25 * pi * side * ((phase + i) % 8)));
  for (int k = 0; k < part->count; k++) {
    const double complex *from = whole->y + 2 * (size_t)k, *w = tap[2 * k % 8];
    double re = 0, im = 0;
    for (int i = 0; i < TAPS; i++) {
      const double a = creal(from[i]), b = cimag(from[i]), c = creal(w[i]), d = cimag(w[i]);
      re += a * c - b * d;
      im += a * d + b * c;
    }
    part->y[k] = CMPLX(re, im);
  }
  return 0;
}

/* What becomes of a band: it is nothing, it is taken as it is, or it is halved. */
typedef enum { NOTHING, WHOLE, HALVED } fate;

static fate judge(const search *s, const band *b, int *n) {
  double peak;
  int falls;
  const int rings = ringing(b->y, b->count, &peak, &falls);
  *n = rings < SERIES ? (rings > LEAST ? rings : LEAST) : SERIES;
  *n = *n < b->count ? *n : b->count;
  if (peak < 3e-8 * s->total)
    return NOTHING;
  return rings > 3 * SERIES / 2 && b->half > 10 && b->depth < (falls ? DEEPEST : 1) ? HALVED
                                                                                    : WHOLE;
}

/* Halve what rings long; `leaf` has all bands, and gets all. */
static void halve_all(search *s) {
  for (int i = 0; i < s->leaves && !s->failed;) {
    band whole = s->leaf[i], low, high = {0};
    int n;
    const fate to = judge(s, &whole, &n);
    if (to != HALVED || s->leaves + 1 >= MOST_BANDS || (whole.count - TAPS) / 2 + 1 < LEAST) {
      s->leaf[i].energy =
          to == NOTHING ? 0 : power(whole.y, whole.count) * whole.count * whole.step;
      i++;
      continue;
    }
    if (halve(&whole, -1, &low) || halve(&whole, 1, &high)) {
      s->failed = 1;
      free(low.y);
    } else {
      free(whole.y);
      s->leaf[i] = low;
      s->leaf[s->leaves++] = high;
    }
  }
}

static int louder(const void *a, const void *b) {
  const band *x = a, *y = b;
  return x->energy > y->energy ? -1 : x->energy < y->energy;
}

static int stronger(const void *a, const void *b) {
  const rosin_exponential *x = a, *y = b;
  return x->energy > y->energy ? -1 : x->energy < y->energy;
}

/* How many were found that no band of that energy can hold the like of. */
static int beyond(const search *s, double energy) {
  int count = 0;
  for (int i = 0; i < s->count; i++)
    count += s->sure[i] >= energy;
  return count;
}

static void search_all(search *s, int room) {
  for (double low = 15; low < 0.45 * s->rate && !s->failed;) {
    const double half = fmin(fmax(125, 0.17 * low), s->rate / 8.5);
    open_band(s, low, half);
    low += 2 * s->rate / (4 * (int)(s->rate / (4 * half)));
  }
  halve_all(s);
  qsort(s->leaf, (size_t)s->leaves, sizeof *s->leaf, louder);
  for (int i = 0; i < s->leaves && !s->failed && s->leaf[i].energy > 0; i++) {
    int n;
    if (beyond(s, s->leaf[i].energy) >= room)
      break;
    judge(s, &s->leaf[i], &n);
    take(s, &s->leaf[i], n);
  }
  qsort(s->e, (size_t)s->count, sizeof *s->e, stronger);
}

int rosin_modes_search(const double *x, int n, double rate, rosin_exponential *e, int room) {
  search *s = calloc(1, sizeof *s);
  if (!s)
    return -1;
  s->x = x;
  s->n = n;
  s->rate = rate;
  for (int i = 0; i < n; i++)
    s->total += x[i] * x[i] / n;
  search_all(s, room);
  const int count = s->count < room ? s->count : room, failed = s->failed;
  memcpy(e, s->e, (size_t)(count > 0 ? count : 0) * sizeof *e);
  for (int i = 0; i < s->leaves; i++)
    free(s->leaf[i].y);
  free(s);
  return failed ? -1 : count;
}
