/* SPDX-License-Identifier: BSD-3-Clause */
/* MINPACK's Levenberg-Marquardt (cminpack), which knows no ranges: a parameter is
 * p = middle + half sin(u), over its logarithm if the range is positive and wide, and u
 * is free. Since such problems have more than one minimum, it starts from the best of
 * many deterministic points. Uncertainties come from the Jacobian over p at the end,
 * by central differences: s^2 (J'J)^-1. */
#include "host/curve/least_squares.h"

#include "error.h"
#include "pi.h"

#include <cminpack.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS = 6, TRIALS = 300, BUDGET = 20000000 /* model values spent on trials */ };

typedef struct {
  rosin_least_squares *problem;
  int free[ROSIN_UNKNOWNS], frees; /* indices of the unknowns being moved */
  double value[ROSIN_UNKNOWNS];    /* of all */
  double *out, *root_weight;       /* [rows] */
  double scale;                    /* largest |target| */
  long evaluations;
} solver;

/* ---- ranges ------------------------------------------------------------------- */

static int is_log(const rosin_parameter *row) {
  return row->low > 0 && row->high / row->low > 100;
}

static double to_value(const rosin_parameter *row, double u) {
  const double low = is_log(row) ? log(row->low) : row->low;
  const double high = is_log(row) ? log(row->high) : row->high;
  const double c = cos(0.5 * u + 0.25 * pi); /* (1 + sin u)/2 = 1 - c^2, exact near the low end */
  const double share = sin(0.5 * u + 0.25 * pi);
  const double p =
      share * share < 0.5 ? low + (high - low) * share * share : high - (high - low) * c * c;
  return fmin(fmax(is_log(row) ? exp(p) : p, row->low), row->high);
}

static double to_free(const rosin_parameter *row, double value) {
  const double low = is_log(row) ? log(row->low) : row->low;
  const double high = is_log(row) ? log(row->high) : row->high;
  const double p = is_log(row) ? log(value) : value;
  return 2 * atan2(sqrt(fmax(p - low, 0)), sqrt(fmax(high - p, 0))) - 0.5 * pi;
}

/* ---- the model ------------------------------------------------------------------ */

static void evaluate(solver *s, const double *value, double *out) {
  s->problem->model(s->problem->context, value, out);
  s->evaluations++;
  for (int i = 0; i < s->problem->rows; i++)
    if (!isfinite(out[i]))
      out[i] = 1e6 * s->scale;
}

static double weight_of(const rosin_least_squares *p, int i) {
  return p->weight ? p->weight[i] : 1;
}

static double squares(solver *s, const double *value) {
  double sum = 0;
  evaluate(s, value, s->out);
  for (int i = 0; i < s->problem->rows; i++) {
    const double r = s->out[i] - s->problem->target[i];
    sum += weight_of(s->problem, i) * r * r;
  }
  return sum;
}

/* The residuals as MINPACK asks for them. */
static int residuals(void *context, int rows, int count, const double *u, double *out, int flag) {
  solver *s = context;
  (void)flag;
  for (int k = 0; k < count; k++)
    s->value[s->free[k]] = to_value(s->problem->unknown[s->free[k]].row, u[k]);
  evaluate(s, s->value, out);
  for (int i = 0; i < rows; i++)
    out[i] = s->root_weight[i] * (out[i] - s->problem->target[i]);
  return 0;
}

/* Largest change of the model when unknown k moves to `value`. */
static double effect(solver *s, int k, double value, const double *base, double *moved) {
  double most = 0;
  const double kept = s->value[k];
  s->value[k] = value;
  evaluate(s, s->value, moved);
  s->value[k] = kept;
  for (int i = 0; i < s->problem->rows; i++)
    if (weight_of(s->problem, i) > 0)
      most = fmax(most, fabs(moved[i] - base[i]));
  return most;
}

/* ---- starting points ------------------------------------------------------------- */

/* A start at the end of a range could never leave it: step inside, as far as changes
 * the model by a hundredth or less. */
static void step_inside(solver *s, int k, const double *base, double *moved) {
  const rosin_parameter *row = s->problem->unknown[k].row;
  const double width = row->high - row->low;
  const int low = s->value[k] <= row->low;
  if (!low && s->value[k] < row->high)
    return;
  double share = is_log(row) ? 1e-2 : 0.1, inside;
  do {
    inside = is_log(row) ? s->value[k] * pow(row->high / row->low, low ? share : -share)
                         : s->value[k] + (low ? width : -width) * share;
    share *= 0.1;
  } while (share > 1e-12 && effect(s, k, inside, base, moved) > 1e-2 * s->scale);
  s->value[k] = inside;
}

/* Unknowns that change nothing in the neighbourhood of the start are not moved. */
static void leave_unseen(solver *s, double *base, double *moved) {
  double kept[ROSIN_UNKNOWNS];
  memcpy(kept, s->value, sizeof kept);
  for (int k = 0; k < s->problem->unknowns; k++)
    if (s->problem->unknown[k].state != ROSIN_HELD) {
      evaluate(s, s->value, base);
      step_inside(s, k, base, moved);
    }
  evaluate(s, s->value, base);
  s->frees = 0;
  for (int k = 0; k < s->problem->unknowns; k++) {
    rosin_unknown *x = &s->problem->unknown[k];
    if (x->state == ROSIN_HELD)
      continue;
    const double u = to_free(x->row, s->value[k]);
    const double change = fmax(effect(s, k, to_value(x->row, u + 1e-4), base, moved),
                               effect(s, k, to_value(x->row, u - 1e-4), base, moved));
    x->state = change > 1e-12 * s->scale ? ROSIN_FITTED : ROSIN_UNSEEN;
    if (x->state == ROSIN_FITTED)
      s->free[s->frees++] = k;
  }
  for (int k = 0; k < s->problem->unknowns; k++)
    if (s->problem->unknown[k].state == ROSIN_UNSEEN)
      s->value[k] = kept[k];
}

/* Share in 0..1, number n of a sequence that fills the cube evenly (Kronecker, by roots
 * of primes). */
static double spread(int n, int axis) {
  static const int prime[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  const double step = sqrt(prime[axis % 12]) * (1 + axis / 12 * 0.618);
  return fmod(0.5 + n * step, 1);
}

/* Somewhere in the range: near the start, over decades about it, or anywhere. */
static double anywhere(const rosin_unknown *x, double start, double share, int n) {
  const rosin_parameter *row = x->row;
  const double decades = x->started ? 0.5 : n % 2 ? 1.5 : 4;
  if (n % 3 == 0 && !x->started)
    return to_value(row, pi * (share - 0.5));
  const double size = start != 0 ? start : 1e-3 * (row->high - row->low) * (share < 0.5 ? -1 : 1);
  return fmin(fmax(size * pow(10, decades * (2 * share - 1)), row->low), row->high);
}

typedef struct {
  double sum, value[ROSIN_UNKNOWNS];
} start;

/* Keep the STARTS best, best first. */
static void rank(start *best, const start *trial) {
  int at = STARTS;
  while (at > 0 && !(best[at - 1].sum <= trial->sum))
    at--;
  if (at == STARTS)
    return;
  memmove(best + at + 1, best + at, (size_t)(STARTS - 1 - at) * sizeof *best);
  best[at] = *trial;
}

static void find_starts(solver *s, start *best) {
  const double most = BUDGET / (double)s->problem->rows;
  const int trials = (int)fmin(TRIALS * s->frees, most);
  start trial = {0};
  for (int i = 0; i < STARTS; i++)
    best[i].sum = (double)INFINITY;
  for (int n = 0; n <= trials; n++) {
    memcpy(trial.value, s->value, sizeof trial.value);
    for (int k = 0; n && k < s->frees; k++) {
      const int i = s->free[k];
      trial.value[i] = anywhere(&s->problem->unknown[i], s->value[i], spread(n, k), n + k);
    }
    trial.sum = squares(s, trial.value);
    rank(best, &trial);
  }
}

/* ---- descent ----------------------------------------------------------------------- */

/* From s->value down to a minimum, left in s->value; returns the sum of squares. */
static double descend(solver *s, double *work) {
  const int m = s->problem->rows, n = s->frees;
  double u[ROSIN_UNKNOWNS], *fvec = work, *fjac = fvec + m, *diag = fjac + (size_t)m * (size_t)n;
  double *qtf = diag + n, *wa = qtf + n; /* 3 n and m */
  int pivot[ROSIN_UNKNOWNS], calls;
  for (int k = 0; k < n; k++)
    u[k] = to_free(s->problem->unknown[s->free[k]].row, s->value[s->free[k]]);
  if (n > 0) {
    lmdif(residuals, s, m, n, u, fvec, 1e-14, 1e-12, 0, 400 * (n + 1), 0, diag, 1, 10, 0, &calls,
          fjac, m, pivot, qtf, wa, wa + n, wa + 2 * n, wa + 3 * n);
    residuals(s, m, n, u, fvec, 0);
  }
  return squares(s, s->value);
}

static double descend_from_all(solver *s, double *work) {
  start best[STARTS + 1];
  double least = (double)INFINITY, value[ROSIN_UNKNOWNS];
  memcpy(value, s->value, sizeof value);
  start first = {0};
  memcpy(first.value, s->value, sizeof first.value);
  find_starts(s, best);
  best[STARTS] = first; /* the given start always has its turn */
  for (int i = 0; i <= STARTS; i++) {
    if (i < STARTS && !isfinite(best[i].sum))
      continue;
    memcpy(s->value, best[i].value, sizeof s->value);
    const double sum = descend(s, work);
    if (sum < least) {
      least = sum;
      memcpy(value, s->value, sizeof value);
    }
  }
  memcpy(s->value, value, sizeof value);
  return least;
}

/* Unknowns that may as well stand at an end of their range do, and are left there;
 * returns how many. */
static int settle_bounds(solver *s, double *moved) {
  int kept = 0, settled = 0;
  evaluate(s, s->value, s->out);
  for (int k = 0; k < s->frees; k++) {
    const int i = s->free[k];
    rosin_unknown *x = &s->problem->unknown[i];
    const double u = to_free(x->row, s->value[i]);
    const double end = u < 0 ? x->row->low : x->row->high;
    if (fabs(u) > 0.5 * pi - 1e-2 && effect(s, i, end, s->out, moved) <= 1e-6 * s->scale) {
      x->state = ROSIN_AT_BOUND;
      s->value[i] = end;
      settled++;
    } else {
      s->free[kept++] = i;
    }
  }
  s->frees = kept;
  return settled;
}

/* ---- uncertainty --------------------------------------------------------------------- */

/* J over p, columns scaled to length 1 (lengths kept), weighted. */
static void jacobian(solver *s, double *column, double *length) {
  const int m = s->problem->rows;
  for (int k = 0; k < s->frees; k++, column += m) {
    const rosin_parameter *row = s->problem->unknown[s->free[k]].row;
    double *at = &s->value[s->free[k]];
    const double p = *at, step = 1e-5 * (fabs(p) > 0 ? fabs(p) : 1e-3 * (row->high - row->low));
    const double up = fmin(p + step, row->high), down = fmax(p - step, row->low);
    *at = up;
    evaluate(s, s->value, column);
    *at = down;
    evaluate(s, s->value, s->out);
    *at = p;
    length[k] = 0;
    for (int i = 0; i < m; i++) {
      column[i] = s->root_weight[i] * (column[i] - s->out[i]) / (up - down);
      length[k] += column[i] * column[i];
    }
    length[k] = sqrt(length[k]);
    for (int i = 0; i < m; i++)
      column[i] = length[k] > 0 ? column[i] / length[k] : 0;
  }
}

/* Invert the n x n matrix `a` of scaled products; a pivot that vanishes marks its row
 * and those it depends on in `mixed`, and is left out. */
static void invert(int n, double (*a)[ROSIN_UNKNOWNS], int *mixed) {
  int used[ROSIN_UNKNOWNS] = {0};
  for (int step = 0; step < n; step++) {
    int p = -1;
    for (int i = 0; i < n; i++)
      if (!used[i] && !mixed[i] && (p < 0 || a[i][i] > a[p][p]))
        p = i;
    if (p < 0)
      return;
    if (a[p][p] < 1e-9) {
      for (int i = 0; i < n; i++) /* swept rows hold how p depends on them */
        if (used[i] && fabs(a[i][p]) > 1e-3)
          mixed[i] = 1;
      mixed[p] = 1;
      continue;
    }
    used[p] = 1;
    const double pivot = a[p][p];
    a[p][p] = 1;
    for (int j = 0; j < n; j++)
      a[p][j] /= pivot;
    for (int i = 0; i < n; i++) {
      const double factor = a[i][p];
      if (i == p)
        continue;
      a[i][p] = 0;
      for (int j = 0; j < n; j++)
        a[i][j] -= factor * a[p][j];
    }
  }
}

static void find_uncertainties(solver *s, double sum, int degrees, double *columns) {
  const int m = s->problem->rows, n = s->frees;
  double a[ROSIN_UNKNOWNS][ROSIN_UNKNOWNS], length[ROSIN_UNKNOWNS];
  int mixed[ROSIN_UNKNOWNS] = {0};
  jacobian(s, columns, length);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = 0;
      for (int r = 0; r < m; r++)
        a[i][j] +=
            columns[(size_t)i * (size_t)m + (size_t)r] * columns[(size_t)j * (size_t)m + (size_t)r];
    }
  invert(n, a, mixed);
  for (int k = 0; k < n; k++) {
    rosin_unknown *x = &s->problem->unknown[s->free[k]];
    x->uncertainty = sqrt(fmax(sum / degrees * a[k][k], 0)) / length[k];
    if (mixed[k] || !isfinite(x->uncertainty))
      x->state = ROSIN_MIXED;
  }
}

/* ---- all of it -------------------------------------------------------------------------- */

/* Weighted mean of the target and the squares about it; how many rows count. */
static int look(const rosin_least_squares *p, double *total, double *scale) {
  double weights = 0, mean = 0;
  int counted = 0;
  *total = *scale = 0;
  for (int i = 0; i < p->rows; i++)
    if (weight_of(p, i) > 0) {
      counted++;
      weights += weight_of(p, i);
      mean += weight_of(p, i) * p->target[i];
      *scale = fmax(*scale, fabs(p->target[i]));
    }
  mean /= weights;
  for (int i = 0; i < p->rows; i++)
    *total += weight_of(p, i) * (p->target[i] - mean) * (p->target[i] - mean);
  return counted;
}

static int solve(solver *s, rosin_fit *fit, double *work, double total, int counted,
                 rosin_error *error) {
  rosin_least_squares *p = s->problem;
  double *moved = work;
  for (int k = 0; k < p->unknowns; k++)
    s->value[k] = p->unknown[k].value;
  leave_unseen(s, work + p->rows, moved);
  if (s->frees == 0)
    return rosin_fail(error, "no parameter that is free changes the curve");
  if (counted <= s->frees)
    return rosin_fail(error, "%d rows are too few for %d parameters; must be at least %d", counted,
                      s->frees, s->frees + 1);
  double sum = descend_from_all(s, work);
  for (int i = 0; i < 4 && settle_bounds(s, moved); i++)
    sum = descend(s, work);
  if (!isfinite(sum / total))
    return rosin_fail(error, "the law is beyond all bounds where these data are");
  if (s->frees > 0)
    find_uncertainties(s, sum, counted - s->frees, work);
  double weights = 0;
  for (int i = 0; i < p->rows; i++)
    weights += weight_of(p, i);
  for (int k = 0; k < p->unknowns; k++)
    p->unknown[k].value = s->value[k];
  *fit = (rosin_fit){.r2 = 1 - sum / total,
                     .residual = sqrt(sum / weights),
                     .fitted = s->frees,
                     .evaluations = s->evaluations};
  return 0;
}

int rosin_least_squares_solve(rosin_least_squares *p, rosin_fit *fit, rosin_error *error) {
  solver s = {.problem = p};
  double total;
  const int counted = look(p, &total, &s.scale);
  if (counted < 2)
    return rosin_fail(error, "%d row%s with a weight above 0; must be at least 2", counted,
                      counted == 1 ? "" : "s");
  if (!(total > 1e-20 * s.scale * s.scale) || s.scale <= 0)
    return rosin_fail(error, "all forces are the same; there is nothing to fit");
  const size_t rows = (size_t)p->rows, n = (size_t)p->unknowns;
  double *work = calloc((n + 3) * rows + 5 * n, sizeof *work);
  s.out = calloc(rows, sizeof *s.out);
  s.root_weight = calloc(rows, sizeof *s.root_weight);
  int status = -1;
  if (work && s.out && s.root_weight) {
    for (int i = 0; i < p->rows; i++)
      s.root_weight[i] = sqrt(weight_of(p, i));
    status = solve(&s, fit, work, total, counted, error);
  } else {
    rosin_fail(error, "out of memory for a fit");
  }
  free(work);
  free(s.out);
  free(s.root_weight);
  return status;
}
