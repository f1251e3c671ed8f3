/* SPDX-License-Identifier: BSD-3-Clause */
/* The loss of one round trip as shares of triangular means, fitted to the decay of
 * the partials by non-negative least squares. What a mean takes, 1 - D, grows like
 * the square of frequency; four thirds of one less a third of the next wider takes
 * nothing of that order, for curves that rise more steeply. */
#include "maths/maths.h"
#include "pi.h"
#include "waveguide/loop.h"

#include <math.h>

enum { POINTS = 64, UNKNOWNS = 2 * ROSIN_MEANS };

/* Transfer function of a triangular mean; between whole half-widths the mean of
 * its neighbours, as loop.c computes it. s = sin(angle / 2). */
static double mean_gain(double half, double angle, double s) {
  const int m = (int)half;
  const double f = half - m;
  const double a = rosin_sin(0.5 * m * angle), b = rosin_sin(0.5 * (m + 1) * angle);
  const double norm = (1 - f) * m * m + f * (m + 1) * (m + 1);
  return fabs(s) < 1e-12 ? 1 : ((1 - f) * a * a + f * b * b) / (s * s * norm);
}

double rosin_mean_gain(double half, double angle) {
  return mean_gain(half, angle, rosin_sin(0.5 * angle));
}

/* Partials to fit: the first twelve, then evenly in logarithm to 0.45 of the rate. */
static int choose_partials(double period, double *partial) {
  const double last = floor(0.45 * period);
  int count = 0;
  for (double n = 1; n <= last && count < POINTS; n = n < 12 ? n + 1 : ceil(n * 1.07))
    partial[count++] = n;
  return count;
}

typedef struct {
  int unknowns;
  double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
} normal_equations;

/* Weight: an error d in the gain g is a relative error d / (g |ln g|) of the decay;
 * less the factor 1/g, since what hardly survives a round trip matters little. */
static void add_partial(normal_equations *e, const rosin_loop *l, double n, double angle,
                        double gain) {
  const double weight = (n == 1 ? 40 : n < 4 ? 8 : n < 11 ? 4 : 1) / -rosin_log(fmax(gain, 1e-4));
  const double s = rosin_sin(0.5 * angle);
  double column[UNKNOWNS], *taken = column + 1;
  column[0] = 1 - rosin_loop_spared(l, angle);
  for (int i = 0; i < l->means; i++)
    taken[i] = 1 - mean_gain(l->half[i], angle, s);
  for (int i = 1; i < l->means && e->unknowns > l->means + 1;
       i++) /* a mean that is hardly one is no such pair */
    taken[l->means + i - 1] = l->half[i] > 1.3 ? (4 * taken[i] - taken[i - 1]) / 3 : 0;
  for (int i = 0; i < e->unknowns; i++) {
    e->b[i] += weight * weight * column[i] * (1 - gain);
    for (int j = 0; j < e->unknowns; j++)
      e->a[i][j] += weight * weight * column[i] * column[j];
  }
}

/* Radians a sample of partial n, and the group delay there: a round trip takes
 * that long, so it is what the loss of one round trip refers to. */
static double partial_angle(const rosin_loop *l, double n, double *group_delay) {
  double w = 2 * pi * n / l->period, group = 0, step = 1;
  for (int i = 0; i < 8 && l->allpasses && fabs(step) > 1e-5; i++) { /* Newton */
    const double turn = l->read * w + rosin_sections_lag(&l->sections, w, &group);
    step = (2 * pi * n - turn) / (l->read + group);
    w = fmin(w + step, 3);
  }
  *group_delay = l->read + group;
  return w;
}

/* Least squares over the unknowns in `passive`, others 0; Gauss on the normal
 * equations, which their size of a dozen and a weight on each row allow. */
static void solve_passive(const normal_equations *e, const int *passive, double *x) {
  double a[UNKNOWNS][UNKNOWNS + 1];
  int index[UNKNOWNS], n = 0;
  for (int i = 0; i < e->unknowns; i++) {
    x[i] = 0;
    if (passive[i])
      index[n++] = i;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i][j] = e->a[index[i]][index[j]] * (i == j ? 1 + 1e-13 : 1);
    a[i][n] = e->b[index[i]];
  }
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j <= n; j++)
        a[i][j] -= factor * a[k][j];
    }
  for (int k = n - 1; k >= 0; k--) {
    double sum = a[k][n];
    for (int j = k + 1; j < n; j++)
      sum -= a[k][j] * x[index[j]];
    x[index[k]] = sum / a[k][k];
  }
}

/* The unknown outside `passive` that would reduce the error most, or -1. */
static int most_wanted(const normal_equations *e, const int *passive, const double *x) {
  int best = -1;
  double most = 1e-12;
  for (int i = 0; i < e->unknowns; i++) {
    double slope = e->b[i];
    for (int j = 0; j < e->unknowns; j++)
      slope -= e->a[i][j] * x[j];
    slope /= sqrt(e->a[i][i]) + 1e-300;
    if (!passive[i] && slope > most) {
      most = slope;
      best = i;
    }
  }
  return best;
}

/* Non-negative least squares (Lawson and Hanson 1974, chapter 23). */
static void solve_non_negative(const normal_equations *e, double *x) {
  int passive[UNKNOWNS] = {0};
  for (int round = 0; round < 4 * UNKNOWNS; round++) {
    const int add = most_wanted(e, passive, x);
    if (add < 0)
      return;
    passive[add] = 1;
    for (int inner = 0; inner < UNKNOWNS; inner++) {
      double trial[UNKNOWNS], share = 1;
      solve_passive(e, passive, trial);
      for (int i = 0; i < e->unknowns; i++)
        if (passive[i] && trial[i] <= 0 && x[i] - trial[i] > 0)
          share = fmin(share, x[i] / (x[i] - trial[i]));
      for (int i = 0; i < e->unknowns; i++) {
        x[i] += share * (trial[i] - x[i]);
        if (passive[i] && trial[i] <= 0 && x[i] <= 1e-15)
          x[i] = passive[i] = 0;
      }
      if (share >= 1)
        break;
    }
  }
}

void rosin_loss_fit(const rosin_loss_grid *grid, const rosin_loop *l, double rate,
                    const rosin_decay *decay, int steep, rosin_loss *loss) {
  normal_equations e = {.unknowns = steep && l->means > 1 ? 2 * l->means : l->means + 1};
  double partial[POINTS], x[UNKNOWNS] = {0}, delay;
  const int count = choose_partials(l->period, partial);
  for (int i = 0; i < count; i++) {
    const double angle = partial_angle(l, partial[i], &delay);
    if (angle > 0.9 * pi)
      break;
    const double decay_rate = decay->rate(decay->context, angle * rate / (2 * pi));
    add_partial(&e, l, partial[i], angle, fmin(rosin_exp(-decay_rate * delay / rate), 1 - 1e-9));
  }
  solve_non_negative(&e, x);
  loss->broad = x[0] + 1e-9; /* between the points of a grid, pairs may give 1e-10 */
  for (int i = 0; i < l->means; i++)
    loss->share[i] = x[i + 1];
  for (int i = 1; i < l->means && steep; i++) {
    const double pair = x[l->means + i];
    loss->share[i] += 4 * pair / 3;
    loss->share[i - 1] -= pair / 3;
  }
  rosin_loss_soften(grid, l, loss);
}
