/* SPDX-License-Identifier: BSD-3-Clause */
/* Least squares within ranges: solutions and uncertainties against closed formulas, what
 * becomes of each unknown, and problems that have no solution. */
#include "host/curve/least_squares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = 24 };

static const rosin_parameter plain = {"a", "", -10, 10, 0, "", 0},
                             wide = {"b", "", 1e-3, 1e3, 1, "", 0},
                             narrow = {"c", "", 0, 1, 0.5, "", 0};

typedef struct {
  int kind, calls, beyond; /* beyond: values asked for out of their ranges */
  const rosin_least_squares *problem;
  double x[ROWS];
} curve;

/* 0: a line, 1: a decay, 2: a product that two share, 3: what is beyond all bounds. */
static void model(void *context, const double *p, double *out) {
  curve *c = context;
  c->calls++;
  for (int k = 0; c->problem && k < c->problem->unknowns; k++) {
    const rosin_parameter *row = c->problem->unknown[k].row;
    c->beyond += !(p[k] >= row->low && p[k] <= row->high);
  }
  for (int i = 0; i < ROWS; i++) {
    const double x = c->x[i];
    out[i] = c->kind == 0   ? p[0] + p[1] * x
             : c->kind == 1 ? p[0] * exp(-p[1] * x) + p[2]
             : c->kind == 2 ? p[0] * p[1] * x
                            : (double)NAN;
  }
}

static curve given;
static double target[ROWS], weight[ROWS];

static rosin_least_squares problem(int kind, int unknowns, const rosin_parameter *const *row,
                                   const double *start) {
  rosin_least_squares p = {
      .rows = ROWS, .target = target, .model = model, .context = &given, .unknowns = unknowns};
  given.kind = kind;
  given.calls = 0;
  for (int k = 0; k < unknowns; k++)
    p.unknown[k] = (rosin_unknown){.row = row[k], .value = start[k]};
  for (int i = 0; i < ROWS; i++)
    given.x[i] = 0.1 * i;
  return p;
}

static void near(const char *what, double value, double wanted, double tolerance) {
  if (!(fabs(value - wanted) <= tolerance))
    fail_msg("%s: %.12g for %.12g", what, value, wanted);
}

/* A line with weights: normal equations by hand. */
static void a_line_is_solved(void **state) {
  (void)state;
  for (int weighted = 0; weighted < 2; weighted++) {
    rosin_least_squares p =
        problem(0, 2, (const rosin_parameter *const[]){&plain, &plain}, (const double[]){9, -9});
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    int counted = 0;
    for (int i = 0; i < ROWS; i++) {
      const double x = given.x[i], w = weighted ? i % 3 : 1;
      target[i] = 2 - 1.5 * x + 0.1 * sin(7 * i);
      weight[i] = w;
      counted += w > 0;
      n += w;
      sx += w * x;
      sy += w * target[i];
      sxx += w * x * x;
      sxy += w * x * target[i];
    }
    p.weight = weighted ? weight : NULL;
    rosin_fit fit;
    rosin_error error = {""};
    assert_int_equal(rosin_least_squares_solve(&p, &fit, &error), 0);
    const double det = n * sxx - sx * sx, b = (n * sxy - sx * sy) / det, a = (sy - b * sx) / n;
    double left = 0, total = 0;
    for (int i = 0; i < ROWS; i++) {
      const double w = weighted ? weight[i] : 1, r = target[i] - a - b * given.x[i];
      left += w * r * r;
      total += w * (target[i] - sy / n) * (target[i] - sy / n);
    }
    near("a", p.unknown[0].value, a, 1e-7);
    near("b", p.unknown[1].value, b, 1e-7);
    near("r2", fit.r2, 1 - left / total, 1e-9);
    near("residual", fit.residual, sqrt(left / n), 1e-9);
    near("sigma a", p.unknown[0].uncertainty, sqrt(left / (counted - 2) * sxx / det), 1e-7);
    near("sigma b", p.unknown[1].uncertainty, sqrt(left / (counted - 2) * n / det), 1e-7);
    assert_true(p.unknown[0].state == ROSIN_FITTED && p.unknown[1].state == ROSIN_FITTED);
    assert_int_equal(fit.fitted, 2);
    assert_true(fit.evaluations >= given.calls && given.calls > 600);
  }
}

/* Wherever it starts, over decades, at the ends of ranges too. */
static void a_decay_is_found(void **state) {
  (void)state;
  static const double start[][3] = {{1, 1, 0.5},     {-10, 1e-3, 0}, {10, 20, 1},    {0.5, 5, 0.9},
                                    {5, 0.002, 0.1}, {-4, 3, 0.5},   {-10, 0.01, 1}, {10, 2, 0}};
  static const double truth[][3] = {{3, 2, 0.25}, {-2, 0.7, 0.6}, {0.5, 40, 0.1}, {8, 0.05, 0.01}};
  for (int t = 0; t < 4; t++)
    for (int k = 0; k < 8; k++) {
      rosin_least_squares p =
          problem(1, 3, (const rosin_parameter *const[]){&plain, &wide, &narrow}, start[k]);
      given.problem = NULL;
      model(&given, truth[t], target);
      given.problem = &p;
      rosin_fit fit;
      rosin_error error = {""};
      assert_int_equal(rosin_least_squares_solve(&p, &fit, &error), 0);
      for (int i = 0; i < 3; i++)
        near("decay", p.unknown[i].value, truth[t][i], 1e-4 * fabs(truth[t][i]));
      near("all", fit.r2, 1, 1e-9);
      assert_int_equal(given.beyond, 0);
      given.problem = NULL;
    }
}

static void states_are_told(void **state) {
  (void)state;
  rosin_fit fit;
  rosin_error error = {""};
  /* one held, one unseen since its partner is 0 */
  rosin_least_squares p = problem(1, 3, (const rosin_parameter *const[]){&plain, &wide, &narrow},
                                  (const double[]){0, 2, 0.5});
  for (int i = 0; i < ROWS; i++)
    target[i] = 0.3 + 0.01 * (i % 2);
  p.unknown[0].state = ROSIN_HELD;
  assert_int_equal(rosin_least_squares_solve(&p, &fit, &error), 0);
  assert_true(p.unknown[0].state == ROSIN_HELD && p.unknown[0].value == 0);
  assert_true(p.unknown[1].state == ROSIN_UNSEEN && p.unknown[1].value == 2);
  assert_int_equal(p.unknown[2].state, ROSIN_FITTED);
  near("mean", p.unknown[2].value, 0.305, 1e-9);
  near("no better", fit.r2, 0, 1e-9);
  near("sigma", p.unknown[2].uncertainty, 0.005 / sqrt(ROWS - 1), 1e-8);
  /* only their product is seen */
  p = problem(2, 2, (const rosin_parameter *const[]){&plain, &plain}, (const double[]){1, 2});
  for (int i = 0; i < ROWS; i++)
    target[i] = 6 * given.x[i] + 0.01 * (i % 2);
  assert_int_equal(rosin_least_squares_solve(&p, &fit, &error), 0);
  assert_true(p.unknown[0].state == ROSIN_MIXED && p.unknown[1].state == ROSIN_MIXED);
  near("product", p.unknown[0].value * p.unknown[1].value, 6, 0.01);
  /* the best lies beyond an end, low or high */
  for (int high = 0; high < 2; high++) {
    p = problem(0, 2, (const rosin_parameter *const[]){&narrow, &plain}, (const double[]){0.5, 0});
    for (int i = 0; i < ROWS; i++)
      target[i] = (high ? 4 : -3) + given.x[i] + 0.001 * (i % 2);
    assert_int_equal(rosin_least_squares_solve(&p, &fit, &error), 0);
    assert_int_equal(p.unknown[0].state, ROSIN_AT_BOUND);
    assert_true(p.unknown[0].value == high);
    assert_int_equal(p.unknown[1].state, ROSIN_FITTED);
    assert_int_equal(fit.fitted, 1);
  }
  /* near where it is meant: one of two minima that are alike */
  p = problem(0, 2, (const rosin_parameter *const[]){&wide, &wide}, (const double[]){5, 5});
  p.unknown[0].started = p.unknown[1].started = 1;
  for (int i = 0; i < ROWS; i++)
    target[i] = 4 + 6 * given.x[i];
  assert_int_equal(rosin_least_squares_solve(&p, &fit, &error), 0);
  near("near", p.unknown[0].value, 4, 1e-6);
}

static void what_cannot_be_is_told(void **state) {
  (void)state;
  rosin_fit fit;
  rosin_error error = {""};
  static const char *const said[] = {"all forces are the same",
                                     "1 row with a weight above 0",
                                     "0 rows with a weight above 0",
                                     "beyond all bounds",
                                     "2 rows are too few for 2 parameters; must be at least 3",
                                     "no parameter that is free changes the curve"};
  for (int k = 0; k < 6; k++) {
    rosin_least_squares p =
        problem(k == 3 ? 3 : 0, 2, (const rosin_parameter *const[]){&plain, &plain},
                (const double[]){1, 1});
    for (int i = 0; i < ROWS; i++) {
      target[i] = k == 0 ? 3 : i;
      weight[i] = k == 1 ? i == 4 : k == 2 ? 0 : k == 4 ? i > ROWS - 3 : 1;
    }
    p.weight = weight;
    if (k == 5)
      p.unknown[0].state = p.unknown[1].state = ROSIN_HELD;
    assert_int_equal(rosin_least_squares_solve(&p, &fit, &error), -1);
    if (k != 3 && !strstr(error.text, said[k]))
      fail_msg("'%s' lacks '%s'", error.text, said[k]);
  }
  /* three rows are enough for two */
  rosin_least_squares p =
      problem(0, 2, (const rosin_parameter *const[]){&plain, &plain}, (const double[]){1, 1});
  for (int i = 0; i < ROWS; i++) {
    weight[i] = i > ROWS - 4;
    target[i] = 3 - 2 * given.x[i] + 0.1 * (i % 2);
  }
  p.weight = weight;
  assert_int_equal(rosin_least_squares_solve(&p, &fit, &error), 0);
  near("of three", p.unknown[1].value, -2, 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_is_solved),
      cmocka_unit_test(a_decay_is_found),
      cmocka_unit_test(states_are_told),
      cmocka_unit_test(what_cannot_be_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
