/* SPDX-License-Identifier: BSD-3-Clause */
/* Decaying exponentials are turned on sample by sample, eight at a time: their steps do not wait
 * for each other, and a compiler makes vectors of them. */
#include "modes/estimate.h"

#include <math.h>

enum { LANES = 8, RENEW = 1024 }; /* a step's rounding is set right every so often */

/* Eight exponentials, where they are and their steps. */
typedef struct {
  double re[LANES], im[LANES], step_re[LANES], step_im[LANES];
  double complex s[LANES], c[LANES];
  int last[LANES]; /* sample from which it is spent */
  int most;        /* of those */
} lanes;

static void begin(lanes *l, const double complex *s, const double complex *c, int count, int n,
                  double spent) {
  *l = (lanes){.most = 0};
  for (int k = 0; k < LANES && k < count; k++) {
    const double complex step = cexp(s[k]);
    const double decay = -creal(s[k]);
    l->s[k] = s[k];
    l->c[k] = c ? c[k] : 1;
    l->step_re[k] = creal(step);
    l->step_im[k] = cimag(step);
    l->last[k] = decay * n > spent ? (int)(spent / decay) : n;
    l->most = l->last[k] > l->most ? l->last[k] : l->most;
  }
}

static void renew(lanes *l, int t) {
  for (int k = 0; k < LANES; k++) {
    const double complex now = t < l->last[k] ? l->c[k] * cexp(l->s[k] * t) : 0;
    l->re[k] = creal(now);
    l->im[k] = cimag(now);
  }
}

static inline void turn(lanes *l) {
  for (int k = 0; k < LANES; k++) {
    const double re = l->re[k] * l->step_re[k] - l->im[k] * l->step_im[k];
    l->im[k] = l->im[k] * l->step_re[k] + l->re[k] * l->step_im[k];
    l->re[k] = re;
  }
}

static void project_lanes(const double *x, lanes *l, double sum[4][LANES]) {
  for (int from = 0; from < l->most; from += RENEW) {
    const int to = from + RENEW < l->most ? from + RENEW : l->most;
    double part[4][LANES] = {{0}};
    renew(l, from);
    for (int t = from; t < to; t++) {
      for (int k = 0; k < LANES; k++) {
        const double a = x[t] * l->re[k], b = x[t] * l->im[k];
        part[0][k] += a;
        part[1][k] += b;
        part[2][k] += (t - from) * a;
        part[3][k] += (t - from) * b;
      }
      turn(l);
    }
    for (int k = 0; k < LANES; k++) {
      sum[0][k] += part[0][k];
      sum[1][k] += part[1][k];
      sum[2][k] += part[2][k] + from * part[0][k];
      sum[3][k] += part[3][k] + from * part[1][k];
    }
  }
}

void rosin_along_project(const double *x, int n, const double complex *s, int count, double spent,
                         double complex *b0, double complex *b1) {
  for (int first = 0; first < count; first += LANES) {
    double sum[4][LANES] = {{0}};
    lanes l;
    begin(&l, s + first, NULL, count - first, n, spent);
    project_lanes(x, &l, sum);
    for (int k = 0; k < LANES && first + k < count; k++) {
      b0[first + k] = CMPLX(sum[0][k], sum[1][k]);
      if (b1)
        b1[first + k] = CMPLX(sum[2][k], sum[3][k]) / n;
    }
  }
}

void rosin_along_add(double *y, int n, const double complex *s, const double complex *c, int count,
                     double spent) {
  for (int first = 0; first < count; first += LANES) {
    lanes l;
    begin(&l, s + first, c + first, count - first, n, spent);
    for (int from = 0; from < l.most; from += RENEW) {
      const int to = from + RENEW < l.most ? from + RENEW : l.most;
      renew(&l, from);
      for (int t = from; t < to; t++) {
        double sum = 0;
        for (int k = 0; k < LANES; k++)
          sum += l.re[k];
        y[t] += sum;
        turn(&l);
      }
    }
  }
}
