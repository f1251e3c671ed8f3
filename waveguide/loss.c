/* SPDX-License-Identifier: BSD-3-Clause */
/* The loss of one round trip as shares of triangular means, fitted to the decay of
 * the partials by non-negative least squares. What a mean takes, 1 - D, grows like
 * the square of frequency; about twice one less the next wider takes
 * nothing of that order, for curves that rise more steeply. */
#include "maths/maths.h"
#include "pi.h"
#include "waveguide/loop.h"

#include <math.h>

enum { POINTS = 96, PARTIALS = 40, HIGHEST = 8000, UNKNOWNS = 2 * ROSIN_MEANS };

/* Of squares about a whole half-width m there are m^2, m^2 (m^2 - 1) / 6 with their distance
 * squared: between m and the next as many of each as make what is lost of slow waves grow like
 * that of a true width. */
double rosin_mean_fraction(double half) {
  const double m = floor(half), near = m * m, far = (m + 1) * (m + 1), square = half * half;
  return near * (square - near) /
         (far * (far - 1) - near * (near - 1) - (square - 1) * (far - near));
}

/* Transfer function of a triangular mean; between whole half-widths a mean of
 * its neighbours, as loop.c computes it. s = sin(angle / 2). */
static double mean_gain(double half, double angle, double s) {
  const int m = (int)half;
  const double f = rosin_mean_fraction(half);
  const double a = rosin_sin(0.5 * m * angle), b = rosin_sin(0.5 * (m + 1) * angle);
  const double norm = (1 - f) * m * m + f * (m + 1) * (m + 1);
  return fabs(s) < 1e-12 ? 1 : ((1 - f) * a * a + f * b * b) / (s * s * norm);
}

double rosin_mean_gain(double half, double angle) {
  return mean_gain(half, angle, rosin_sin(0.5 * angle));
}

/* Partials to fit: all that count, or a dozen where the curve is no steep one, then evenly in
 * logarithm to 0.45 of the rate. */
static int choose_partials(const rosin_loop *l, double *partial) {
  const double last = floor(0.45 * l->period), all = l->widths > 1 ? PARTIALS : 12;
  int count = 0;
  for (double n = 1; n <= last && count < POINTS; n = n < all ? n + 1 : ceil(n * 1.07))
    partial[count++] = n;
  return count;
}

typedef struct {
  int unknowns;
  double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
} normal_equations;

/* How much of mean i, and less one of the next wider, takes nothing of the order of f^2: what that
 * takes goes by the half-widths' squares less one. */
static double steepness(const rosin_loop *l, int i) {
  const double wider = l->half[i - 1] * l->half[i - 1], narrower = l->half[i] * l->half[i];
  const double ratio = (1 + 0.003) * (wider - 1) / (narrower - 1);
  return ratio / (ratio - 1);
}

/* The first partials are heard longest: weights up to partials below these. */
static double weight_of(double n, double first, double few, double second, double more) {
  return n == 1 ? 40 : n < few ? first : n < more ? second : 1;
}

/* Weight: an error d in the gain g is a relative error d / (g |ln g|) of the decay. */
static void add_partial(normal_equations *e, const rosin_loop *l, double n, double angle,
                        double gain, int counts) {
  const double faint = 5e-3, least = gain + faint * faint / (gain + 1e-9);
  const double low = l->widths > 1 ? weight_of(n, 5, 8, 2, 16) : weight_of(n, 13, 4, 5.7, 8);
  const double taken = -rosin_log(fmax(gain, 1e-4));
  const double weight = counts ? low / (least * taken) : l->widths > 1 ? 0.6 : 1 / taken;
  const double s = rosin_sin(0.5 * angle);
  double column[UNKNOWNS], *means = column + 1;
  column[0] = 1 - rosin_loop_spared(l, angle);
  for (int i = 0; i < l->means; i++)
    means[i] = 1 - mean_gain(l->half[i], angle, s);
  for (int i = 1; i < l->means && e->unknowns > l->means + 1;
       i++) /* a mean that is hardly one is no such pair */
    means[l->means + i - 1] =
        l->half[i] > 1.3 ? steepness(l, i) * (means[i] - means[i - 1]) + means[i - 1] : 0;
  for (int i = 0; i < e->unknowns; i++) {
    e->b[i] += weight * weight * column[i] * (1 - gain);
    for (int j = 0; j < e->unknowns; j++)
      e->a[i][j] += weight * weight * column[i] * column[j];
  }
}

/* Radians a sample of partial n, from where it may be, and the group delay there: a round trip
 * takes that long, so it is what the loss of one round trip refers to. */
static double partial_angle(const rosin_loop *l, double n, double w, double *group_delay) {
  double group = 0, step = 1;
  for (int i = 0; i < 8 && l->sections.count && fabs(step) > 1e-5; i++) { /* Newton */
    const double turn = l->read * w + rosin_sections_lag(&l->sections, w, &group);
    step = (2 * pi * n - turn) / (l->read + group);
    w = fmin(w + step, 3);
  }
  *group_delay = l->read + group;
  return w;
}

/* Least squares over the unknowns in `passive`, others 0, by Cholesky. Of neighbours that are as
 * good as one to the partials the later is none. */
static void solve_passive(const normal_equations *e, const int *passive, double *x) {
  double l[UNKNOWNS][UNKNOWNS], y[UNKNOWNS];
  int index[UNKNOWNS], n = 0;
  for (int i = 0; i < e->unknowns; i++) {
    x[i] = 0;
    if (passive[i] <= 0)
      continue;
    index[n] = i;
    double rest = e->a[i][i], sum = e->b[i];
    for (int j = 0; j < n; j++) {
      l[n][j] = e->a[i][index[j]];
      for (int k = 0; k < j; k++)
        l[n][j] -= l[n][k] * l[j][k];
      l[n][j] /= l[j][j];
      rest -= l[n][j] * l[n][j];
      sum -= l[n][j] * y[j];
    }
    if (rest <= 1e-13 * e->a[i][i])
      continue;
    l[n][n] = sqrt(rest);
    y[n] = sum / l[n][n];
    n++;
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      y[i] -= l[k][i] * y[k];
    x[index[i]] = y[i] /= l[i][i];
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
    if (passive[i] == 0 && slope > most) {
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
        if (passive[i] > 0 && trial[i] <= 0 && x[i] - trial[i] > 0)
          share = fmin(share, x[i] / (x[i] - trial[i]));
      for (int i = 0; i < e->unknowns; i++) {
        x[i] += share * (trial[i] - x[i]);
        if (passive[i] > 0 && trial[i] <= 0 && x[i] <= 1e-15)
          x[i] = passive[i] = 0;
      }
      if (share >= 1)
        break;
    }
    if (!passive[add]) /* it was one of its neighbours, and would be again */
      passive[add] = -1;
  }
}

void rosin_loss_fit(const rosin_loss_grid *grid, const rosin_loop *l, double rate,
                    const rosin_decay *decay, int steep, rosin_loss *loss) {
  normal_equations e = {.unknowns = steep && l->means > 1 ? 2 * l->means : l->means + 1};
  double partial[POINTS], x[UNKNOWNS] = {0}, delay = l->period, angle = 0;
  const int count = choose_partials(l, partial);
  for (int i = 0; i < count; i++) {
    const double on = partial[i] - (i ? partial[i - 1] : 0);
    angle = partial_angle(l, partial[i], angle + 2 * pi * on / delay, &delay);
    if (angle > 0.9 * pi)
      break;
    const double decay_rate = decay->rate(decay->context, angle * rate / (2 * pi));
    add_partial(&e, l, partial[i], angle, fmin(rosin_exp(-decay_rate * delay / rate), 1 - 1e-9),
                partial[i] <= PARTIALS && angle * rate <= 2 * pi * HIGHEST);
  }
  solve_non_negative(&e, x);
  loss->broad = x[0] + 1e-9; /* between the points of a grid, pairs may give 1e-10 */
  for (int i = 0; i < l->means; i++)
    loss->share[i] = x[i + 1];
  for (int i = 1; i < l->means && steep; i++) {
    const double pair = x[l->means + i];
    if (pair == 0)
      continue;
    loss->share[i] += steepness(l, i) * pair;
    loss->share[i - 1] -= (steepness(l, i) - 1) * pair;
  }
  rosin_loss_soften(grid, l, loss);
}
