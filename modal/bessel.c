/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows by Miller's recurrence downwards (Abramowitz and Stegun, 9.12 and 9.1.46, 9.6.36-37), which
 * is stable for both; from the nearest row by the Taylor series that the differential equation
 *   x^2 y'' + x y' + (+-x^2 - n^2) y = 0
 * gives: with d_k the k-th term at t = x0,
 *   (k+1)(k+2) d_(k+2) = -((k+1)(2k+1) d_(k+1) + (k^2 - n^2 +- x0^2) d_k
 *                          +- x0^2 (2 d_(k-1) + d_(k-2))). */
#include "modal/bessel.h"
#include "maths/maths.h"
#include "memory.h"

#include <math.h>

enum { TERMS = 9, PER = ROSIN_BESSEL_ROWS, FIRST = PER }; /* of a series; the first row in use: 1 */

struct rosin_bessels {
  int columns, rows; /* an order more than is asked for */
  double value[];    /* [rows][2][columns]: J, e^-x I */
};

static const double step = 1.0 / PER;

/* So that no slope is found where none is asked for. */
#define INLINE static inline __attribute__((always_inline))

/* Orders 0 to count - 1 of J (sign -1) or e^-x I (1). */
static void recur(double x, int sign, int count, double *out) {
  const double per = 2 / x;
  const int start = 40 + (int)fmax(count, sign > 0 ? 10 * sqrt(x) : x + 6 * rosin_pow(x, 1 / 3.0));
  double above = 0, at = 1e-300, sum = 0;
  for (int k = start; k >= 0; k--) {
    if (k < count)
      out[k] = at;
    if (sign > 0 || k % 2 == 0)
      sum += k ? 2 * at : at;
    const double below = sign * above + k * per * at;
    above = at;
    at = below;
    if (fabs(at) < 1e200)
      continue;
    at *= 1e-200;
    above *= 1e-200;
    sum *= 1e-200;
    for (int i = k; i < count; i++)
      out[i] *= 1e-200;
  }
  for (int k = 0; k < count; k++)
    out[k] /= sum;
}

rosin_bessels *rosin_bessels_new(int orders, double top) {
  const int columns = orders + 2, rows = FIRST + 2 + (int)(fmax(top, 0) * PER);
  const size_t size = 2 * (size_t)columns * (size_t)rows;
  rosin_bessels *b = rosin_calloc(1, sizeof *b + size * sizeof *b->value);
  if (!b)
    return NULL;
  b->columns = columns;
  b->rows = rows;
  for (int k = FIRST; k < rows; k++)
    for (int kind = 0; kind < 2; kind++)
      recur(k * step, kind ? 1 : -1, columns,
            b->value + ((size_t)k * 2 + (size_t)kind) * (size_t)columns);
  return b;
}

/* Near 0 by the power series: J or I, and its slope. */
static void near_zero(int n, double x, int sign, double *y, double *dy) {
  const double half = 0.5 * x, q = sign * half * half;
  double before = n == 0 ? 0 : 0.5, term = 1; /* of the slope: (x/2)^(n-1)/(n-1)!/2 */
  for (int k = 1; k <= n; k++) {
    term *= half / k;
    before *= k < n ? half / k : 1;
  }
  *y = term;
  *dy = n == 0 ? 0 : before;
  for (int k = 1; k <= TERMS; k++) {
    term *= q / ((double)k * (n + k));
    before = n == 0 ? 0 : before * (q / ((double)k * (n + k)));
    *y += term;
    *dy += n == 0 ? (x > 0 ? 2 * k * term / x : 0) : before * (n + 2 * k) / n;
  }
}

/* From a row at x0, where order n is y[0] and the next y[1], to x0 (1 + s). */
INLINE double series(int n, double x0, double s, int sign, const double *y, double *slope) {
  static const double per[TERMS] = {1.0 / 2,  1.0 / 6,  1.0 / 12, 1.0 / 20, 1.0 / 30,
                                    1.0 / 42, 1.0 / 56, 1.0 / 72, 1.0 / 90};
  const double square = sign * x0 * x0, rest = -square - (double)n * n; /* -: J'' = -J */
  double d0 = y[0], d1 = n * y[0] + sign * x0 * y[1], before = 0, earlier = 0;
  double power = s, sum = d0 + d1 * s, slopes = d1;
  for (int k = 0; k < TERMS && s != 0; k++) {
    const double d2 =
        -((k + 1) * (2 * k + 1) * d1 + (k * k + rest) * d0 - square * (2 * before + earlier)) *
        per[k];
    earlier = before;
    before = d0;
    d0 = d1;
    d1 = d2;
    slopes += (k + 2) * d2 * power;
    power *= s;
    sum += d2 * power;
  }
  if (slope)
    *slope = slopes / x0;
  return sum;
}

/* The row nearest to x, if there is one in use. */
static int row_of(const rosin_bessels *b, double x) {
  const int k = (int)(x * PER + 0.5);
  return k < FIRST ? -1 : k < b->rows ? k : b->rows - 1;
}

static const double *entry(const rosin_bessels *b, int row, int kind, int order) {
  return b->value + ((size_t)row * 2 + (size_t)kind) * (size_t)b->columns + order;
}

double rosin_bessel_sum(const rosin_bessels *b, int order, double x, double share, double from) {
  const int row = row_of(b, x);
  const double x0 = row * step;
  double slope, j, i;
  if (row < 0) {
    near_zero(order, x, -1, &j, &slope);
    near_zero(order, x, 1, &i, &slope);
    return j + share * i * rosin_exp(-from);
  }
  j = series(order, x0, (x - x0) / x0, -1, entry(b, row, 0, order), NULL);
  if (share == 0)
    return j;
  i = series(order, x0, (x - x0) / x0, 1, entry(b, row, 1, order), NULL);
  return j + share * i * rosin_exp(x0 - from);
}

rosin_bessel_pair rosin_bessel_at(const rosin_bessels *b, int order, double x) {
  const int row = row_of(b, x);
  const double x0 = row * step;
  rosin_bessel_pair at;
  if (row < 0) {
    near_zero(order, x, -1, &at.j, &at.dj);
    near_zero(order, x, 1, &at.i, &at.di);
  } else {
    at.j = series(order, x0, (x - x0) / x0, -1, entry(b, row, 0, order), &at.dj);
    at.i = series(order, x0, (x - x0) / x0, 1, entry(b, row, 1, order), &at.di);
  }
  const double scale = rosin_exp(row < 0 ? -x : x0 - x);
  at.i *= scale;
  at.di *= scale;
  return at;
}
