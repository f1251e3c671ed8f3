/* SPDX-License-Identifier: BSD-3-Clause */
/* Search, fit, drop what does not stand out, search what is left. */
#include "modes/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = ROSIN_KNOCK_MODES, FOUND = 1024, PASSES = 3, ROUNDS = 12 };

static const double pi = 3.14159265358979323846;
static const double least_stand = 12;    /* dB over what is left at a mode's sides */
static const double least_energy = 1e-6; /* of the strongest's */
static const double shortest = 0.004;    /* s, T60 */

static int by_energy(const void *a, const void *b) {
  const rosin_exponential *x = a, *y = b;
  return x->energy > y->energy ? -1 : x->energy < y->energy;
}

/* Two of one place: the difference is small against their widths. */
static int same_place(const rosin_exponential *a, const rosin_exponential *b, double share) {
  return cabs(a->s - b->s) < share * fmax(-creal(a->s), -creal(b->s));
}

/* Drop what stands where a stronger one does. */
static int unite(rosin_exponential *e, int count, double share) {
  int kept = 0;
  qsort(e, (size_t)count, sizeof *e, by_energy);
  for (int i = 0; i < count; i++) {
    int k = 0;
    while (k < kept && !same_place(&e[i], &e[k], share))
      k++;
    if (k == kept)
      e[kept++] = e[i];
  }
  return kept;
}

/* Energy of x along e^(s t), matched: |sum x e^(s* t)|^2 over the filter's own. */
static double matched(const double *x, int n, double complex s) {
  const double decay = -creal(s), keep = exp(-decay), w = cimag(s);
  const double c1 = keep * cos(w), s1 = keep * sin(w);
  const int last = decay * n > 12 ? (int)(12 / decay) : n;
  double re = 0, im = 0, c = 1, sn = 0;
  for (int t = 0; t < last; t++) {
    if (t % 1024 == 0) {
      c = exp(-decay * t) * cos(w * t);
      sn = exp(-decay * t) * sin(w * t);
    }
    re += x[t] * c;
    im += x[t] * sn;
    const double next = c * c1 - sn * s1;
    sn = sn * c1 + c * s1;
    c = next;
  }
  return (re * re + im * im) * (1 - keep * keep) / (1 - pow(keep, 2.0 * last));
}

/* How far a mode stands, in dB, over what is left at its sides and beneath it, seen
 * through its own filter. */
static double stands_out(const double *rest, int n, const rosin_exponential *e) {
  static const double sides[] = {-5, -3.5, -2, 0, 2, 3.5, 5};
  const double width = fmax(-creal(e->s), 2.0 / n); /* radians a sample */
  double sum = 0;
  for (int i = 0; i < 7; i++)
    sum += matched(rest, n, e->s + CMPLX(0, sides[i] * width));
  const double own = 0.25 * creal(e->c * conj(e->c)) / fmax(1 - exp(2 * creal(e->s)), 1.0 / n);
  return 10 * log10(own / (sum / 7 + 1e-300) + 1e-30);
}

static void subtract(double *y, int n, const rosin_exponential *e, int count) {
  for (int k = 0; k < count; k++) {
    const double decay = -creal(e[k].s), w = cimag(e[k].s), keep = exp(-decay);
    const double c1 = keep * cos(w), s1 = keep * sin(w);
    double re = 0, im = 0;
    for (int t = 0; t < n && decay * t < 60; t++) {
      if (t % 1024 == 0) {
        const double complex now = e[k].c * cexp(e[k].s * t);
        re = creal(now);
        im = cimag(now);
      }
      y[t] -= re;
      const double next = re * c1 - im * s1;
      im = im * c1 + re * s1;
      re = next;
    }
  }
}

static void residual(const double *x, int n, const rosin_exponential *e, int count, double *rest) {
  memcpy(rest, x, (size_t)n * sizeof *rest);
  subtract(rest, n, e, count);
}

/* Modes that only cancel each other, or are over before they began: what a fit makes of
 * something that is no mode. */
static int drop_ghosts(const double *x, int n, double rate, rosin_exponential *e, int *count) {
  int kept = 0;
  const int before = *count;
  double peak = 0;
  for (int t = 0; t < n; t++)
    peak = fmax(peak, fabs(x[t]));
  for (int i = 0; i < before; i++)
    if (cabs(e[i].c) < 3 * peak && -creal(e[i].s) * rate * shortest < log(1000))
      e[kept++] = e[i];
  *count = kept;
  return kept < before;
}

/* Drop modes that do not stand out, and all but the `most` strongest; 1 if any went. */
static int prune(const double *rest, int n, rosin_exponential *e, int *count, int most) {
  int kept = 0;
  const int before = *count;
  double most_energy = 0;
  for (int i = 0; i < before; i++)
    most_energy = fmax(most_energy, e[i].energy);
  for (int i = 0; i < before; i++)
    if (e[i].energy >= least_energy * most_energy && stands_out(rest, n, &e[i]) >= least_stand)
      e[kept++] = e[i];
  kept = unite(e, kept, 0.35);
  *count = kept < most ? kept : most;
  return *count < before;
}

/* One pass: search `rest`, join what is new, fit, prune until nothing goes. */
static int pass(const double *x, int n, double rate, int most, rosin_exponential *e, int count,
                double *rest) {
  rosin_exponential found[FOUND];
  const int new = rosin_modes_search(rest, n, rate, found, FOUND);
  const int before = count;
  if (new < 0)
    return -1;
  qsort(found, (size_t) new, sizeof *found, by_energy);
  for (int i = 0; i < new &&count < ROOM &&count < before + 2 * most; i++) {
    int k = 0;
    while (k < count && !same_place(&found[i], &e[k], k < before ? 0.6 : 0.5))
      k++;
    if (k == count)
      e[count++] = found[i];
  }
  if (count == before && before)
    return count;
  for (int round = 0, gone = 1; gone && round < 10; round++) {
    if (rosin_modes_fit(x, n, e, count, round ? ROUNDS : 2) < 0)
      return -1;
    gone = drop_ghosts(x, n, rate, e, &count);
    residual(x, n, e, count, rest);
    gone = gone || prune(rest, n, e, &count, most + 8) || round == 0;
  }
  return count;
}

static void report(const rosin_exponential *e, double rate, rosin_knock_mode *m) {
  const double decay = -creal(e->s) * rate, w = cimag(e->s) * rate;
  *m = (rosin_knock_mode){.frequency = hypot(w, decay) / (2 * pi),
                          .t60 = log(1000) / decay,
                          .amplitude = cabs(e->c),
                          .phase = carg(e->c)};
}

int rosin_modes_estimate(const double *x, int n, double rate, int most, rosin_knock_mode *mode,
                         double *left) {
  rosin_exponential e[ROOM];
  double *rest = malloc((size_t)n * sizeof *rest + 8), energy = 1e-300, remains = 0;
  int count = 0;
  if (!rest)
    return -1;
  most = most < ROOM ? most : ROOM;
  memcpy(rest, x, (size_t)n * sizeof *rest);
  for (int k = 0, before = -1; k < PASSES && count >= 0 && count != before && count < most; k++) {
    before = count;
    count = pass(x, n, rate, most, e, count, rest);
  }
  if (count > most) {
    qsort(e, (size_t)count, sizeof *e, by_energy);
    count = most;
    if (rosin_modes_fit(x, n, e, count, ROUNDS) < 0)
      count = -1;
  }
  if (count > 0) {
    residual(x, n, e, count, rest);
    qsort(e, (size_t)count, sizeof *e, by_energy);
  }
  for (int i = 0; i < count; i++) {
    report(&e[i], rate, &mode[i]);
    mode[i].stands_out = stands_out(rest, n, &e[i]);
  }
  for (int t = 0; t < n; t++) {
    energy += x[t] * x[t];
    remains += rest[t] * rest[t];
  }
  if (left)
    *left = 10 * log10(remains / energy + 1e-30);
  free(rest);
  return count;
}

void rosin_modes_synthesise(const rosin_knock_mode *mode, int modes, double rate, int n,
                            double sign, double *y) {
  for (int k = 0; k < modes; k++) {
    const double decay = log(1000) / mode[k].t60, w0 = 2 * pi * mode[k].frequency;
    const double w = sqrt(fmax(w0 * w0 - decay * decay, 0));
    const rosin_exponential e = {.s = CMPLX(-decay / rate, w / rate),
                                 .c = -sign * mode[k].amplitude * cexp(CMPLX(0, mode[k].phase))};
    subtract(y, n, &e, 1);
  }
}
