/* SPDX-License-Identifier: BSD-3-Clause */
/* Non-negative least squares against what every choice of unknowns gives by elimination with
 * pivots: random equations of 1 to 7 unknowns, of which some are each other's twins. */
#include "waveguide/squares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { PROBLEMS = 3000, MOST = 7, ROWS = 12 };

static uint64_t state = 20261128;
static double chance(double low, double high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

/* x'a x / 2 - b'x */
static double cost(const rosin_squares *e, const double *x) {
  double sum = 0;
  for (int i = 0; i < e->unknowns; i++) {
    double row = 0;
    for (int j = 0; j < e->unknowns; j++)
      row += e->a[i][j] * x[j];
    sum += x[i] * (0.5 * row - e->b[i]);
  }
  return sum;
}

/* The equations of those in `chosen` alone: 0, or -1: they have no one solution. */
static int eliminate(const rosin_squares *e, unsigned chosen, double *x) {
  double m[MOST][MOST + 1];
  int index[MOST], n = 0;
  for (int i = 0; i < e->unknowns; i++) {
    x[i] = 0;
    if (chosen >> i & 1)
      index[n++] = i;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      m[i][j] = e->a[index[i]][index[j]];
    m[i][n] = e->b[index[i]];
  }
  for (int i = 0; i < n; i++) {
    int pivot = i;
    for (int k = i + 1; k < n; k++)
      pivot = fabs(m[k][i]) > fabs(m[pivot][i]) ? k : pivot;
    if (fabs(m[pivot][i]) < 1e-9)
      return -1;
    for (int j = 0; j <= n; j++) {
      const double other = m[pivot][j];
      m[pivot][j] = m[i][j];
      m[i][j] = other;
    }
    for (int k = 0; k < n; k++)
      for (int j = n; k != i && j >= i; j--)
        m[k][j] -= m[k][i] / m[i][i] * m[i][j];
  }
  for (int i = 0; i < n; i++)
    x[index[i]] = m[i][n] / m[i][i];
  return 0;
}

static double least_of_all(const rosin_squares *e) {
  double least = 0, x[MOST];
  for (unsigned chosen = 1; chosen < 1u << e->unknowns; chosen++) {
    int allowed = eliminate(e, chosen, x) == 0;
    for (int i = 0; i < e->unknowns; i++)
      allowed = allowed && x[i] >= 0;
    if (allowed)
      least = fmin(least, cost(e, x));
  }
  return least;
}

static void draw(rosin_squares *e) {
  double row[ROWS][MOST], wanted[ROWS];
  memset(e, 0, sizeof *e);
  e->unknowns = 1 + (int)chance(0, MOST);
  const int twin = chance(0, 1) < 0.3 ? (int)chance(0, e->unknowns) : -1;
  const double near = chance(0, 1) < 0.5 ? 0 : 1e-8; /* hardly a twin, or one */
  for (int n = 0; n < ROWS; n++) {
    wanted[n] = chance(-1, 2);
    for (int i = 0; i < e->unknowns; i++)
      row[n][i] = chance(-0.3, 1);
    if (twin > 0)
      row[n][twin] = row[n][0] * (1 + near * chance(-1, 1));
    for (int i = 0; i < e->unknowns; i++) {
      e->b[i] += row[n][i] * wanted[n];
      for (int j = 0; j <= i; j++)
        e->a[j][i] = e->a[i][j] += row[n][i] * row[n][j];
    }
  }
}

static void none_fits_better(void **unused) {
  (void)unused;
  int at_zero = 0, above = 0;
  for (int k = 0; k < PROBLEMS; k++) {
    rosin_squares e;
    double x[ROSIN_UNKNOWNS];
    draw(&e);
    rosin_squares_solve(&e, x);
    for (int i = 0; i < e.unknowns; i++) {
      assert_true(x[i] >= 0);
      *(x[i] > 0 ? &above : &at_zero) += 1;
    }
    const double least = least_of_all(&e);
    if (!(cost(&e, x) <= least + 1e-9 * (1 + fabs(least))))
      fail_msg("problem %d of %d unknowns: %.12g, where %.12g is the least", k, e.unknowns,
               cost(&e, x), least);
  }
  assert_true(at_zero > PROBLEMS / 4); /* both happen */
  assert_true(above > PROBLEMS);
}

static void the_later_twin_is_none(void **unused) {
  (void)unused;
  const rosin_squares e = {.unknowns = 2, .a = {{2, 2}, {2, 2}}, .b = {3, 3}};
  double x[ROSIN_UNKNOWNS];
  rosin_squares_solve(&e, x);
  assert_true(fabs(x[0] - 1.5) < 1e-12);
  assert_true(x[1] == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(none_fits_better),
      cmocka_unit_test(the_later_twin_is_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
