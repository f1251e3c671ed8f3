/* SPDX-License-Identifier: BSD-3-Clause */
/* ESPRIT: Roy and Kailath, IEEE Trans. ASSP 37 (1989). Windows of the series span a space
 * in which signal and noise part; the shift by one sample within the signal's part has
 * the poles for eigenvalues. */
#include "modes/estimate.h"
#include "order.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* OpenBLAS 0.3.21 (zgemv of its Haswell kernels, under zheevd) reads as much as a column behind a
 * matrix: two columns are there to be read. */
enum { WINDOW = 120, BEYOND = 2 };

/* Covariance of all windows of `m` samples, column by column: the first as sums, each next one by
 * what enters the sum and what leaves it. */
static void covariance(const double complex *y, int n, int m, double complex *r) {
  const int windows = n - m + 1;
  for (int i = 0; i < m; i++) {
    double re = 0, im = 0;
    for (int k = 0; k < windows; k++) {
      const double a = creal(y[i + k]), b = cimag(y[i + k]);
      const double c = creal(y[k]), d = cimag(y[k]);
      re += a * c + b * d;
      im += b * c - a * d;
    }
    for (int j = 0; i + j < m; j++) {
      r[j * m + i + j] = CMPLX(re, im);
      r[(i + j) * m + j] = CMPLX(re, -im);
      const double complex in = i + j + windows < n ? y[i + j + windows] * conj(y[j + windows]) : 0;
      const double complex change = in - y[i + j] * conj(y[j]);
      re += creal(change);
      im += cimag(change);
    }
  }
}

/* How many eigenvalues (rising) are signal: 14 dB over the middle of the lower half. */
static int signal_order(const double *value, int m, int most) {
  double low[WINDOW];
  memcpy(low, value, (size_t)m * sizeof *low);
  qsort(low, (size_t)m, sizeof *low, rosin_rising);
  const double floor = fmax(25 * low[m / 4], 1e-12 * low[m - 1]);
  int order = 0;
  while (order < most && order < m / 2 - 1 && value[m - 1 - order] > floor)
    order++;
  return order;
}

/* What LAPACK makes of a problem: 0 solved, 1 not, -1 without memory. */
static int verdict(lapack_int info) {
  return info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR ? -1 : info != 0;
}

/* How many poles of `order` a step that went so leaves to find. */
static int after(int went, int order) {
  return went < 0 ? -1 : went ? 0 : order;
}

/* Poles from the `order` last eigenvectors (columns of v, m long). */
static int shift(const double complex *v, int m, int order, double complex *pole) {
  const int rows = m - 1;
  double complex *a = calloc((size_t)rows * (size_t)order, sizeof *a);
  double complex *b = calloc((size_t)rows * (size_t)order, sizeof *b);
  double complex *phi = calloc((size_t)order * (size_t)order, sizeof *phi);
  int status = -1;
  if (a && b && phi) {
    for (int p = 0; p < order; p++)
      for (int i = 0; i < rows; i++) {
        const double complex *column = v + (size_t)(m - 1 - p) * (size_t)m;
        a[(size_t)p * (size_t)rows + (size_t)i] = column[i];
        b[(size_t)p * (size_t)rows + (size_t)i] = column[i + 1];
      }
    status = after(
        verdict(LAPACKE_zgels(LAPACK_COL_MAJOR, 'N', rows, order, order, a, rows, b, rows)), order);
    for (int p = 0; p < order; p++)
      for (int i = 0; i < order; i++)
        phi[p * order + i] = b[(size_t)p * (size_t)rows + (size_t)i];
    if (status > 0)
      status = after(verdict(LAPACKE_zgeev(LAPACK_COL_MAJOR, 'N', 'N', order, phi, order, pole,
                                           NULL, 1, NULL, 1)),
                     order);
  }
  free(a);
  free(b);
  free(phi);
  return status;
}

int rosin_poles(const double complex *y, int n, int most, double complex *pole) {
  const int m = n / 3 < WINDOW ? n / 3 : WINDOW;
  if (m < 6)
    return 0;
  double complex *r = calloc((size_t)m * (size_t)(m + BEYOND), sizeof *r);
  double value[WINDOW];
  int count = -1;
  if (r) {
    covariance(y, n, m, r);
    count = after(verdict(LAPACKE_zheevd(LAPACK_COL_MAJOR, 'V', 'U', m, r, m, value)), m);
    if (count > 0)
      count = signal_order(value, m, most);
    if (count > 0)
      count = shift(r, m, count, pole);
  }
  free(r);
  return count;
}

int rosin_poles_weigh(const double complex *y, int n, int poles, const double complex *pole,
                      double complex *amplitude, double *left) {
  double complex *a = calloc((size_t)n * (size_t)poles, sizeof *a);
  double complex *b = calloc((size_t)n, sizeof *b);
  int status = -1;
  if (a && b) {
    memcpy(b, y, (size_t)n * sizeof *b);
    for (int p = 0; p < poles; p++) {
      double complex now = 1;
      for (int k = 0; k < n; k++, now *= pole[p])
        a[(size_t)p * (size_t)n + (size_t)k] = now;
    }
    status = verdict(LAPACKE_zgels(LAPACK_COL_MAJOR, 'N', n, poles, 1, a, n, b, n));
    memcpy(amplitude, b, (size_t)poles * sizeof *b);
    double sum = 0; /* zgels leaves the residual in the rows below */
    for (int k = poles; k < n; k++)
      sum += creal(b[k]) * creal(b[k]) + cimag(b[k]) * cimag(b[k]);
    *left = n > poles ? sum / (n - poles) : 0;
  }
  free(a);
  free(b);
  return status;
}
