/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of contacts: solved, bounded, passive where they are not solved, and with the
 * root of the scalar rule. */
#include "contact/group.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "problem.h"
#include "tests/unit/group_room.h"

/* What is missing of the equations, in units of the tolerance; the worst. */
static double missing(int n, const rosin_group_contact *group, const double *b,
                      const double *v_free, const double *v, const double *f) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double r = v[i] - v_free[i], rounding = fabs(v[i]) + fabs(v_free[i]);
    for (int j = 0; j < n; j++) {
      r += b[i * n + j] * f[j];
      rounding += fabs(b[i * n + j] * f[j]);
    }
    const double scale = group[i].law->ops->scale(group[i].law, &group[i].load);
    worst = fmax(worst, fabs(r) / (b[i * n + i] * 1e-9 * scale + 2e-15 * rounding));
  }
  return worst;
}

enum { CROWD = 64 };

/* A group with random positive semi-definite mobility; sigma1 within its passivity bound
 * (tests/verify tries the wide range). 1 if it is solved; adds its evaluations. */
static int solves(int n, int first, long *evaluations) {
  static double b[CROWD * CROWD];
  rosin_group_scratch scratch;
  rosin_group_contact group[CROWD];
  rosin_contact *c[CROWD];
  double v_free[CROWD], v[CROWD], f[CROWD];
  void *memory = group_room(&scratch, n);
  const double size = log_uniform(&seed, 1e-3, 5);
  memset(b, 0, sizeof b);
  for (int mode = 0; mode < n + 2; mode++) {
    double shape[CROWD];
    for (int i = 0; i < n; i++)
      shape[i] = 2 * uniform(&seed, 0, 1) - 1;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        b[i * n + j] += size * shape[i] * shape[j];
  }
  for (int i = 0; i < n; i++) {
    const problem p = cold_problem((first + i) % 4, 1);
    c[i] = p.contact;
    if (rosin_contact_get(c[i], "sigma1") > 0.01)
      rosin_contact_set(c[i], "sigma1", 0.01, NULL);
    group[i] = (rosin_group_contact){&c[i]->law, c[i]->state, p.load, i};
    group[i].load.budget = ROSIN_BUDGET; /* that of the audio path */
    v_free[i] = v[i] = p.v_free;
    f[i] = 0;
  }
  int iterations;
  const int done = rosin_group_solve(&scratch, group, n, b, v_free, v, f, &iterations) &&
                   missing(n, group, b, v_free, v, f) <= 1;
  *evaluations += iterations;
  for (int i = 0; i < n; i++)
    rosin_contact_free(c[i]);
  free(memory);
  return done;
}

/* Nearly at rest, and some where next to nothing can be moved: there the others' forces cancel to
 * rounding, which must not be asked for more. */
static int stands(int index) {
  enum { N = 8, NODES = 4, MODES = 2 };
  static const char *const laws[] = {"burckhardt", "lugre-distributed", "kiencke-daiss",
                                     "induction"};
  rosin_group_scratch scratch;
  rosin_group_contact group[N];
  rosin_contact *c[N];
  double b[N * N] = {0}, v_free[N] = {0}, v[N], f[N] = {0};
  void *memory = group_room(&scratch, N);
  const double node = log_uniform(&seed, 1e-18, 1e-10), speed = log_uniform(&seed, 1e-16, 1e-8);
  for (int mode = 0; mode < MODES; mode++) {
    double shape[N];
    const double moves = speed * (2 * uniform(&seed, 0, 1) - 1);
    for (int i = 0; i < N; i++)
      shape[i] = (2 * uniform(&seed, 0, 1) - 1) * (i < NODES ? node : 1);
    for (int i = 0; i < N; i++) {
      v_free[i] += shape[i] * moves;
      for (int j = 0; j < N; j++)
        b[i * N + j] += 0.1 * shape[i] * shape[j];
    }
  }
  for (int i = 0; i < N; i++) {
    const double normal = log_uniform(&seed, 0.1, 30);
    c[i] = rosin_contact_new(laws[(index + i) % 4], 44100, NULL);
    group[i] = (rosin_group_contact){.law = &c[i]->law,
                                     .state = c[i]->state,
                                     .load = {.normal = normal,
                                              .normal_end = normal,
                                              .period = 1.0 / 44100,
                                              .budget = ROSIN_BUDGET},
                                     .row = i};
    v[i] = v_free[i];
  }
  int iterations;
  const int done = rosin_group_solve(&scratch, group, N, b, v_free, v, f, &iterations);
  for (int i = 0; i < N; i++)
    rosin_contact_free(c[i]);
  free(memory);
  return done && iterations <= 16 * N;
}

static void what_cannot_be_moved_stands(void **state) {
  (void)state;
  int unsolved = 0;
  for (int k = 0; k < 2000; k++)
    unsolved += !stands(k);
  assert_int_equal(unsolved, 0);
}

static void groups_are_solved(void **state) {
  (void)state;
  long evaluations = 0;
  for (int k = 0; k < 3000; k++)
    assert_true(solves(2 + k % 7, k, &evaluations));
}

/* Many contacts take hardly more evaluations each than four. */
static void crowds_are_solved(void **state) {
  static const int sizes[] = {4, 9, 12, 16, 24, CROWD};
  enum { GROUPS = 60 };
  double few = 0;
  (void)state;
  for (int s = 0; s < 6; s++) {
    long evaluations = 0;
    for (int k = 0; k < GROUPS; k++)
      assert_true(solves(sizes[s], k, &evaluations));
    const double each = (double)evaluations / (GROUPS * sizes[s]);
    few = s == 0 ? each : few;
    assert_true(each <= sizes[s] / 4.0 * few);
  }
}

/* A group of n random contacts in random states; the caller frees c. */
static void random_group(int n, rosin_contact **c, rosin_group_contact *group, double *b,
                         double *v_free, double *v) {
  const double size = log_uniform(&seed, 1e-3, 5);
  memset(b, 0, (size_t)(n * n) * sizeof *b);
  for (int mode = 0; mode < n + 2; mode++) {
    double shape[8];
    for (int i = 0; i < n; i++)
      shape[i] = 2 * uniform(&seed, 0, 1) - 1;
    for (int i = 0; i < n * n; i++)
      b[i] += size * shape[i / n] * shape[i % n];
  }
  for (int i = 0; i < n; i++) {
    const problem p = cold_problem((int)(4 * uniform(&seed, 0, 1)), 1);
    c[i] = p.contact;
    group[i] = (rosin_group_contact){&c[i]->law, c[i]->state, p.load, i};
    v_free[i] = v[i] = p.v_free;
  }
}

/* With hardly an evaluation to spend most groups and contacts stay unsolved; the viscous
 * forces that stand in are finite, take energy from each contact and agree with v. */
static void budgets_end_passively(void **state) {
  (void)state;
  enum { ROWS = 4 };
  int missed = 0, missed_alone = 0;
  for (int k = 0; k < 4000; k++) {
    rosin_group_scratch scratch;
    rosin_contact *c[ROWS];
    rosin_group_contact group[ROWS];
    double b[ROWS * ROWS], v_free[ROWS], v[ROWS], f[ROWS] = {0};
    const int n = 2 + k % 3;
    int iterations;
    void *memory = group_room(&scratch, n);
    random_group(n, c, group, b, v_free, v);
    for (int i = 0; i < n; i++)
      group[i].load.budget = 1 + k % 2;
    const int done = rosin_group_solve(&scratch, group, n, b, v_free, v, f, &iterations);
    free(memory);
    missed += !done;
    for (int i = 0; i < n; i++) {
      double moved = v_free[i], size = fabs(v_free[i]);
      for (int j = 0; j < n; j++) {
        moved -= b[i * n + j] * f[j];
        size += fabs(b[i * n + j] * f[j]);
      }
      assert_true(isfinite(v[i]) && isfinite(f[i]) && (done || f[i] * v[i] >= 0));
      assert_true(fabs(v[i] - moved) <= 1e-12 * size);
      rosin_load load = group[i].load;
      rosin_solution one;
      const double before = rosin_law_energy(&c[i]->law, c[i]->state);
      load.budget = 1 + k % 2;
      rosin_law_step(&c[i]->law, c[i]->state, &load, v_free[i], b[i * n + i], &one);
      const double grown = rosin_law_energy(&c[i]->law, c[i]->state) - before;
      missed_alone += !one.converged;
      if (!one.converged)
        assert_true(one.passive && one.f * one.v >= 0 && one.power == one.f * one.v && grown == 0);
      rosin_contact_free(c[i]);
    }
  }
  assert_true(missed > 1000 && missed_alone > 1000);
}

/* 1 if all bristles may bend and none slip. */
static int all_may_bend(int n, const rosin_bend *e, const double *b, const double *v_free) {
  double x[8], a[64];
  for (int i = 0; i < n; i++) {
    x[i] = v_free[i];
    for (int j = 0; j < n; j++) {
      x[i] -= b[i * n + j] * e[j].f0;
      a[i * n + j] = (i == j) + b[i * n + j] * e[j].slope;
    }
  }
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      const double factor = i == k ? 0 : a[i * n + k] / a[k * n + k];
      for (int j = 0; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
      x[i] -= factor * x[k];
    }
  for (int i = 0; i < n; i++)
    if (!(x[i] / a[i * n + i] >= e[i].low && x[i] / a[i * n + i] <= e[i].high))
      return 0;
  return 1;
}

/* Where all bristles may bend and none slip, they do. Else hardly one slips that might
 * bend, the others' forces given: only where what one does decides what another may. */
static void elastic_roots_win_in_groups(void **state) {
  (void)state;
  enum { ROWS = 3 };
  int all_bend = 0, slip = 0, might_bend = 0;
  for (int k = 0; k < 4000; k++) {
    rosin_group_scratch scratch;
    rosin_contact *c[ROWS];
    rosin_group_contact group[ROWS];
    rosin_bend e[ROWS];
    double b[ROWS * ROWS], v_free[ROWS], v[ROWS], f[ROWS] = {0};
    int iterations, elastic = 1;
    const int limited = k % 2;
    void *memory = group_room(&scratch, ROWS);
    random_group(ROWS, c, group, b, v_free, v);
    for (int i = 0; i < ROWS; i++) {
      rosin_contact_free(c[i]);
      const problem p = cold_problem(0, 1);
      c[i] = p.contact;
      rosin_contact_set(c[i], "damping_limit", limited, NULL);
      group[i] = (rosin_group_contact){&c[i]->law, c[i]->state, p.load, i};
      group[i].load.budget = 2000;
      v_free[i] *= 0.01;
      assert_true(c[i]->law.ops->bend(&c[i]->law, c[i]->state, &group[i].load, &e[i]) > 0);
    }
    const int may = !limited && all_may_bend(ROWS, e, b, v_free);
    if (rosin_group_solve(&scratch, group, ROWS, b, v_free, v, f, &iterations))
      for (int i = 0; i < ROWS; i++) {
        const double mobility = b[i * ROWS + i], rest = v[i] + mobility * f[i];
        const double slack = 1e-6 * (fabs(rest) + mobility * fabs(f[i]));
        const int bends = v[i] >= e[i].low - slack && v[i] <= e[i].high + slack;
        const int might = rest > e[i].low + mobility * e[i].f_low + slack &&
                          rest < e[i].high + mobility * e[i].f_high - slack;
        elastic &= bends;
        slip += !bends;
        might_bend += !bends && might;
      }
    free(memory);
    assert_true(elastic || !may);
    all_bend += may;
    for (int i = 0; i < ROWS; i++)
      rosin_contact_free(c[i]);
  }
  assert_true(all_bend > 50 && slip > 1000 && might_bend < slip / 50);
}

/* Pairs of axes that feel each other, their parameters by direction anything, some at a
 * point that a third contact rubs as well: nearly all are solved within the budget, where
 * forces fall and push across. */
static void second_axes_are_solved(void **state) {
  (void)state;
  enum { ROWS = 3, GROUPS = 4000 };
  int missed = 0;
  for (int k = 0; k < GROUPS; k++) {
    rosin_group_scratch scratch;
    rosin_contact *c[ROWS];
    rosin_group_contact group[ROWS];
    double b[ROWS * ROWS], v_free[ROWS], v[ROWS], f[ROWS] = {0};
    const int n = 2 + k % 2;
    int iterations;
    void *memory = group_room(&scratch, n);
    random_group(n, c, group, b, v_free, v);
    for (int i = 0; i < 2; i++) {
      rosin_contact_free(c[i]);
      c[i] = contact("induction-2d", 44100, "");
      rosin_contact_set(c[i], "mu", log_uniform(&seed, 0.1, 3), NULL);
      rosin_contact_set(c[i], "v0", log_uniform(&seed, 1e-4, 0.5), NULL);
      rosin_contact_set(c[i], "zeta", uniform(&seed, 0, 1.9), NULL);
      rosin_contact_set(c[i], "mu_across", log_uniform(&seed, 0.1, 6), NULL);
      rosin_contact_set(c[i], "v0_across", log_uniform(&seed, 0.1, 6), NULL);
      group[i] = (rosin_group_contact){&c[i]->law, c[i]->state, group[i].load, i};
      group[i].load.across = 2 - i;
    }
    group[0].load.budget = ROSIN_BUDGET;
    missed += !rosin_group_solve(&scratch, group, n, b, v_free, v, f, &iterations);
    free(memory);
    assert_true(iterations <= n * ROSIN_BUDGET);
    for (int i = 0; i < n; i++) {
      assert_true(isfinite(v[i]) && isfinite(f[i]));
      rosin_contact_free(c[i]);
    }
  }
  assert_true(missed <= GROUPS / 200);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_cannot_be_moved_stands), cmocka_unit_test(groups_are_solved),
      cmocka_unit_test(crowds_are_solved),           cmocka_unit_test(budgets_end_passively),
      cmocka_unit_test(elastic_roots_win_in_groups), cmocka_unit_test(second_axes_are_solved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
