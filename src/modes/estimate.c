/* SPDX-License-Identifier: BSD-3-Clause */
/* Search, fit, drop what does not stand out, search what is left. */
#include "modes/estimate.h"
#include "pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = ROSIN_KNOCK_MODES, PASSES = 3, ROUNDS = 12, PRUNINGS = 10 };

static const double least_stand = 12;    /* dB over what is left at a mode's sides */
static const double least_energy = 1e-6; /* of the strongest's */
static const double shortest = 0.004;    /* s, T60 */
static const double most_effort = 1.2e9; /* samples of exponentials run over: some seconds */

/* An estimate at work. */
typedef struct {
  const double *x;
  int n;
  double rate;
  int most;
  double effort; /* left, of the present pass */
  double done;   /* share of all when it began */
  const rosin_modes_watch *watch;
  rosin_exponential e[ROOM];
  int count;
  double *rest;
} work;

static void tell(const work *w, double share) {
  if (w->watch && w->watch->tell)
    w->watch->tell(w->watch->context, w->done + share / PASSES);
}

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

enum { SIDES = 7 };

/* How far modes stand, in dB, over what is left at their sides and beneath them, each seen
 * through its own filter: energy of `rest` along e^(s t), over the filter's own. */
static void stand_out(const double *rest, int n, const rosin_exponential *e, int count,
                      double *stands) {
  static const double sides[SIDES] = {-5, -3.5, -2, 0, 2, 3.5, 5};
  double complex s[ROOM * SIDES] = {0}, along[ROOM * SIDES];
  for (int k = 0; k < count; k++)
    for (int i = 0; i < SIDES; i++)
      s[k * SIDES + i] = e[k].s + CMPLX(0, sides[i] * fmax(-creal(e[k].s), 2.0 / n));
  rosin_along_project(rest, n, s, count * SIDES, 12, along, NULL);
  for (int k = 0; k < count; k++) {
    const double decay = -creal(e[k].s), keep = exp(-decay);
    const int last = decay * n > 12 ? (int)(12 / decay) : n;
    double sum = 0;
    for (int i = 0; i < SIDES; i++) {
      const double complex at = along[k * SIDES + i];
      sum += creal(at * conj(at)) * (1 - keep * keep) / (1 - pow(keep, 2.0 * last));
    }
    const double own = 0.25 * creal(e[k].c * conj(e[k].c)) / fmax(1 - keep * keep, 1.0 / n);
    stands[k] = 10 * log10(own / (sum / SIDES + 1e-300) + 1e-30);
  }
}

static void add_all(double *y, int n, const rosin_exponential *e, int count, double sign) {
  double complex s[ROOM], c[ROOM];
  for (int k = 0; k < count; k++) {
    s[k] = e[k].s;
    c[k] = sign * e[k].c;
  }
  rosin_along_add(y, n, s, c, count, 60);
}

static void residual(const double *x, int n, const rosin_exponential *e, int count, double *rest) {
  memcpy(rest, x, (size_t)n * sizeof *rest);
  add_all(rest, n, e, count, -1);
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
static int prune(work *w, int most) {
  double most_energy = 0, stands[ROOM];
  int kept = 0;
  const int before = w->count;
  for (int i = 0; i < before; i++)
    most_energy = fmax(most_energy, w->e[i].energy);
  for (int i = 0; i < before; i++)
    if (w->e[i].energy >= least_energy * most_energy)
      w->e[kept++] = w->e[i];
  const int loud = kept;
  stand_out(w->rest, w->n, w->e, loud, stands);
  kept = 0;
  for (int i = 0; i < loud; i++)
    if (stands[i] >= least_stand)
      w->e[kept++] = w->e[i];
  kept = unite(w->e, kept, 0.35);
  w->count = kept < most ? kept : most;
  return w->count < before;
}

/* Join what a search finds in what is left; 0, or -1 without memory. */
static int join(work *w) {
  rosin_exponential found[4 * ROOM];
  const int before = w->count, room = 4 * w->most;
  const int new = rosin_modes_search(w->rest, w->n, w->rate, found, room);
  for (int i = 0; i < new && w->count < ROOM && w->count < before + 2 * w->most; i++) {
    int k = 0;
    while (k < w->count && !same_place(&found[i], &w->e[k], k < before ? 0.6 : 0.5))
      k++;
    if (k == w->count)
      w->e[w->count++] = found[i];
  }
  return new < 0 ? -1 : 0;
}

/* One pass: search what is left, join what is new, fit, prune until nothing goes. */
static int pass(work *w) {
  const int before = w->count;
  if (join(w))
    return -1;
  tell(w, 0.3);
  if (w->count == before && before)
    return 0;
  int gone = 1;
  w->effort = most_effort / PASSES;
  for (int round = 0; gone && round < PRUNINGS && (w->effort > 0 || round < 2); round++) {
    if (rosin_modes_fit(w->x, w->n, w->e, w->count, round ? ROUNDS : 2, &w->effort) < 0)
      return -1;
    gone = drop_ghosts(w->x, w->n, w->rate, w->e, &w->count);
    residual(w->x, w->n, w->e, w->count, w->rest);
    gone = gone || prune(w, w->most + 8) || round == 0;
    tell(w, 0.3 + 0.7 * (1 - fmax(w->effort, 0) * PASSES / most_effort));
  }
  /* cut short: amplitudes at least are those of what is kept */
  return gone && rosin_modes_fit(w->x, w->n, w->e, w->count, 0, &w->effort) < 0 ? -1 : 0;
}

static void report(const rosin_exponential *e, double rate, rosin_knock_mode *m) {
  const double decay = -creal(e->s) * rate, w = cimag(e->s) * rate;
  *m = (rosin_knock_mode){.frequency = hypot(w, decay) / (2 * pi),
                          .t60 = log(1000) / decay,
                          .amplitude = cabs(e->c),
                          .phase = carg(e->c)};
}

static int estimate(work *w) {
  for (int k = 0, before = -1; k < PASSES && w->count != before && w->count < w->most; k++) {
    before = w->count;
    w->done = (double)k / PASSES;
    if (pass(w))
      return -1;
  }
  if (w->count > w->most) {
    qsort(w->e, (size_t)w->count, sizeof *w->e, by_energy);
    w->count = w->most;
    w->effort = most_effort / PASSES;
    if (rosin_modes_fit(w->x, w->n, w->e, w->count, ROUNDS, &w->effort) < 0)
      return -1;
  }
  residual(w->x, w->n, w->e, w->count, w->rest);
  qsort(w->e, (size_t)w->count, sizeof *w->e, by_energy);
  return 0;
}

int rosin_modes_estimate(const double *x, int n, double rate, int most, rosin_knock_mode *mode,
                         double *left, const rosin_modes_watch *watch) {
  double energy = 1e-300, remains = 0, stands[ROOM];
  work *w = calloc(1, sizeof *w);
  double *rest = malloc((size_t)n * sizeof *rest + 8);
  int count = -1;
  if (w && rest) {
    *w = (work){.x = x, .n = n, .rate = rate, .watch = watch, .rest = rest};
    w->most = most < ROSIN_KNOCK_MODES ? most : ROSIN_KNOCK_MODES;
    memcpy(rest, x, (size_t)n * sizeof *rest);
    count = estimate(w) ? -1 : w->count;
  }
  if (count > 0)
    stand_out(rest, n, w->e, count, stands);
  for (int i = 0; i < count; i++) {
    report(&w->e[i], rate, &mode[i]);
    mode[i].stands_out = stands[i];
  }
  for (int t = 0; t < n && count >= 0; t++) {
    energy += x[t] * x[t];
    remains += rest[t] * rest[t];
  }
  if (left && count >= 0)
    *left = 10 * log10(remains / energy + 1e-30);
  free(rest);
  free(w);
  return count;
}

void rosin_modes_synthesise(const rosin_knock_mode *mode, int modes, double rate, int n,
                            double sign, double *y) {
  for (int k = 0; k < modes; k += ROOM) {
    rosin_exponential e[ROOM] = {{0}};
    const int some = modes - k < ROOM ? modes - k : ROOM;
    for (int i = 0; i < some; i++) {
      const rosin_knock_mode *m = &mode[k + i];
      const double decay = log(1000) / m->t60, w0 = 2 * pi * m->frequency;
      const double w = sqrt(fmax(w0 * w0 - decay * decay, 0));
      e[i] = (rosin_exponential){.s = CMPLX(-decay / rate, w / rate),
                                 .c = m->amplitude * cexp(CMPLX(0, m->phase))};
    }
    add_all(y, n, e, some, sign);
  }
}
