/* SPDX-License-Identifier: BSD-3-Clause */
/* The loss of one round trip: a wave that goes through in shares, each by a filter of its own that
 * turns nothing over, and these sum to 1: as it is; by triangular means, of which 1 - D grows like
 * the square of frequency; for curves that rise more steeply by two filters of three means, each
 * twice as wide as the other, of which one takes nothing of that order, some four thirds of a mean
 * less a third of the next, and one nothing of the fourth either. These are as wide as is best. So
 * nothing that goes round comes back larger or upside down, whatever the pitch, and shares that are
 * neighbours do what neighbours do. They are fitted to the decay of the partials by non-negative
 * least squares. */
#include "maths/maths.h"
#include "pi.h"
#include "waveguide/loop.h"

#include <math.h>
#include <string.h>

/* Share of a partial that is left after a round trip of which the decay counts. */
#define LEAST 0.05

enum { POINTS = 96, PARTIALS = 40, HIGHEST = 8000, UNKNOWNS = ROSIN_MEANS + 4 };

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

void rosin_means_set(rosin_loop *l, int from, int to) {
  for (int i = from; i < to; i++) {
    const double h = l->half[i];
    const int m = (int)h;
    const double f = rosin_mean_fraction(h);
    l->mean[i].whole = m;
    l->mean[i].fraction = f;
    l->mean[i].norm = 1 / ((1 - f) * m * m + f * (m + 1) * (m + 1));
  }
}

/* The widest of their means is no wider than that which the loop has room for, and wider than the
 * next. */
void rosin_loop_widen(rosin_loop *l, double width) {
  if (l->means < ROSIN_STEEP)
    return;
  double *half = l->half + l->means - ROSIN_STEEP;
  l->width = fmin(width, l->half[0] * l->inverse_period / 2.3);
  for (int i = 0; i < ROSIN_STEEP; i++)
    half[i] = fmin(fmax(l->width * l->period * (double)(4 >> i), 1), l->half[0]);
  rosin_means_set(l, l->means - ROSIN_STEEP, l->means);
}

/* Partials to fit: all that count, then evenly in logarithm to 0.45 of the rate. */
static int choose_partials(const rosin_loop *l, double *partial) {
  const double last = floor(0.45 * l->period);
  int count = 0;
  for (double n = 1; n <= last && count < POINTS; n = n < PARTIALS ? n + 1 : ceil(n * 1.07))
    partial[count++] = n;
  return count;
}

/* ---- steep filters -------------------------------------------------------------------------- */

/* What a mean takes: of f^2, and gives of f^4, in units of one that is very wide. */
static double second_of(double half) {
  return half * half - 1;
}

static double fourth_of(double half) {
  const double m = floor(half), f = rosin_mean_fraction(half);
  const double a = m * m, b = (m + 1) * (m + 1);
  return ((1 - f) * a * (a - 1) * (2 * a - 3) + f * b * (b - 1) * (2 * b - 3)) /
         ((1 - f) * a + f * b);
}

/* How many of the narrower of two means, and less so many but one of the wider, take nothing of
 * f^2. A thousandth is left to be taken, so that nothing is given. */
static double steep_of(double narrow, double wide) {
  const double wider = 1.001 * second_of(wide);
  return wider / (wider - second_of(narrow));
}

/* How much of the means 4, 2 and 1 times as wide a filter takes: one that takes nothing of f^2, and
 * one nothing of f^4 either. */
typedef struct {
  double once[3], twice[3];
} steep;

/* The widest of three means may be narrower than it should be, for lack of room. */
static steep steep_at(const double *half) {
  const double a = steep_of(half[2], half[1]), b = steep_of(half[1], half[0]);
  const double near = (a - 1) * fourth_of(half[1]) - a * fourth_of(half[2]);
  const double far = (b - 1) * fourth_of(half[0]) - b * fourth_of(half[1]);
  const double ratio = 1.001 * far / near, one = 1 / (ratio - 1);
  return (steep){.once = {0, 1 - a, a},
                 .twice = {one * (b - 1), one * (ratio * (1 - a) - b), one * ratio * a}};
}

/* They do something: the narrowest mean is more than hardly one. */
static int is_steep(const rosin_loop *l) {
  return l->means > 3 && l->half[l->means - 1] > 1.02;
}

void rosin_loss_mix(const rosin_loop *l, const rosin_mix *a, const rosin_mix *b, double u,
                    rosin_loss *loss) {
  const double once = (1 - u) * a->once + u * b->once, twice = (1 - u) * a->twice + u * b->twice;
  loss->broad = (1 - u) * a->broad + u * b->broad;
  for (int i = 0; i < l->means; i++)
    loss->share[i] = (1 - u) * a->mean[i] + u * b->mean[i];
  if (!is_steep(l))
    return;
  const steep s = steep_at(l->half + l->means - 3);
  for (int i = 0; i < 3; i++)
    loss->share[l->means - 3 + i] = once * s.once[i] + twice * s.twice[i];
}

/* ---- least squares ------------------------------------------------------------------------ */

/* Unknowns: what is lost broadly, by means, steeply (two), and what goes through as it is. */
typedef struct {
  int unknowns;
  double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
} normal_equations;

static void add_row(normal_equations *e, const double *row, double wanted, double weight) {
  for (int i = 0; i < e->unknowns; i++) {
    const double share = weight * weight * row[i];
    e->b[i] += share * wanted;
    for (int j = 0; j <= i; j++) /* the other half when all are in */
      e->a[i][j] += share * row[j];
  }
}

/* Partials, what they should keep of themselves in a round trip, and what each unknown takes. */
typedef struct {
  int count, single; /* of means that are no steep filter's */
  double angle[POINTS], gain[POINTS], weight[POINTS], taken[POINTS][UNKNOWNS];
} wishes;

static void take_singly(const rosin_loop *l, wishes *w, int i) {
  const double s = rosin_sin(0.5 * w->angle[i]);
  double *taken = w->taken[i];
  taken[0] = 1 - rosin_loop_spared(l, w->angle[i]);
  for (int k = 0; k < w->single; k++)
    taken[1 + k] = 1 - mean_gain(l->half[k], w->angle[i], s);
  for (int k = 0; k < 3; k++)
    taken[1 + w->single + k] = 0;
}

/* By steep filters as wide as they are now. */
static void take_steeply(const rosin_loop *l, wishes *w) {
  if (!is_steep(l))
    return;
  const steep by = steep_at(l->half + w->single);
  for (int i = 0; i < w->count; i++) {
    double *taken = w->taken[i] + 1 + w->single;
    const double s = rosin_sin(0.5 * w->angle[i]);
    taken[0] = taken[1] = 0;
    for (int k = 0; k < 3; k++) {
      const double one = 1 - mean_gain(l->half[w->single + k], w->angle[i], s);
      taken[0] += by.once[k] * one;
      taken[1] += by.twice[k] * one;
    }
  }
}

/* Weight: an error d in the gain g is a relative error d / (g |ln g|) of the decay, as long as
 * anything is left; first partials are heard longest. */
static double weight_of(double n, double gain, int counts) {
  const double faint = 0.03, least = gain + faint * faint / (gain + 1e-9);
  const double taken = -rosin_log(fmax(gain, 1e-4));
  return counts ? (n == 1 ? 40 : n < 11 ? 2 : 1) / (least * taken) : 0.5 / taken;
}

/* Radians a sample of partial n, from where it may be, and the group delay there: a round trip
 * takes that long, so it is what the loss of one round trip refers to. */
static double partial_angle(const rosin_loop *l, double n, double w, double *group_delay) {
  double group = 0, step = 1;
  for (int i = 0; i < 8 && l->allpasses && fabs(step) > 1e-5; i++) { /* Newton */
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
      y[i] -= l[k][i] * x[index[k]];
    x[index[i]] = y[i] / l[i][i];
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

static void make_wishes(const rosin_loop *l, double rate, const rosin_decay *decay, wishes *w) {
  double partial[POINTS], delay = l->period, angle = 0;
  const int count = choose_partials(l, partial);
  w->single = l->means > 3 ? l->means - 3 : 0;
  for (w->count = 0; w->count < count; w->count++) {
    const int i = w->count;
    const double on = partial[i] - (i ? partial[i - 1] : 0);
    angle = partial_angle(l, partial[i], angle + 2 * pi * on / delay, &delay);
    if (angle > 0.9 * pi)
      break;
    const double decay_rate = decay->rate(decay->context, angle * rate / (2 * pi));
    const int counts = partial[i] <= PARTIALS && angle * rate <= 2 * pi * HIGHEST;
    w->angle[i] = angle;
    w->gain[i] = fmin(rosin_exp(-decay_rate * delay / rate), 1 - 1e-9);
    w->weight[i] = weight_of(partial[i], w->gain[i], counts);
    take_singly(l, w, i);
  }
}

/* 1 for what is a filter at all. */
static void list_filters(const rosin_loop *l, const wishes *w, double *is) {
  is[0] = is[3 + w->single] = 1;
  for (int i = 0; i < w->single; i++)
    is[1 + i] = l->half[i] > 1.01;
  is[1 + w->single] = is[2 + w->single] = is_steep(l);
}

/* The best shares with steep filters as wide as they are; returns the sum of squares. Each error
 * goes to `error`. Shares x that sum to 1 lose too much by sum x (taken - wanted): the least of
 * such a sum's squares and of (sum x - 1)^2 has the same x, in its direction. */
static double fit_shares(const rosin_loop *l, const wishes *w, double *x, double *error) {
  normal_equations e = {.unknowns = w->single + 4};
  double is[UNKNOWNS], row[UNKNOWNS], squares = 0, sum = 0;
  list_filters(l, w, is);
  for (int i = 0; i < w->count; i++) {
    for (int k = 0; k < e.unknowns; k++)
      row[k] = is[k] * (w->taken[i][k] - (1 - w->gain[i]));
    add_row(&e, row, 0, w->weight[i]);
  }
  add_row(&e, is, 1, 1);
  for (int i = 0; i < e.unknowns; i++)
    for (int j = 0; j < i; j++)
      e.a[j][i] = e.a[i][j];
  memset(x, 0, UNKNOWNS * sizeof *x);
  solve_non_negative(&e, x);
  for (int k = 0; k < e.unknowns; k++)
    sum += x[k];
  for (int k = 0; k < e.unknowns; k++)
    x[k] /= sum;
  for (int i = 0; i < w->count; i++) {
    error[i] = 1 - w->gain[i];
    for (int k = 0; k < e.unknowns; k++)
      error[i] -= w->taken[i][k] * x[k];
    squares += w->weight[i] * w->weight[i] * error[i] * error[i];
  }
  return squares;
}

static void keep_shares(const rosin_loop *l, const wishes *w, const double *x, rosin_mix *mix) {
  *mix = (rosin_mix){.broad = x[0],
                     .once = x[1 + w->single],
                     .twice = x[2 + w->single],
                     .width = rosin_log(fmax(l->width, 1e-6))};
  memcpy(mix->mean, x + 1, (size_t)w->single * sizeof *x);
}

/* Errors of the decay that are large weigh more, a few times: all come to be as large, but for the
 * first partial's, which stays the least. */
static void even_out(const rosin_loop *l, wishes *w, double *x, double *error) {
  enum { ROUNDS = 2 };
  static const double small = 0.01, most = 3;
  for (int round = 0; round < ROUNDS; round++) {
    double largest = 1;
    for (int i = 1; i < w->count; i++) {
      const double of = fabs(error[i]) / (w->gain[i] * -rosin_log(fmin(w->gain[i], 0.9999)));
      const double more = w->gain[i] > LEAST ? fmin(fmax(sqrt(of / small), 1), most) : 1;
      w->weight[i] *= more;
      largest = fmax(largest, more);
    }
    w->weight[0] *= largest;
    fit_shares(l, w, x, error);
  }
}

/* The best of some widths about one, octaves apart. */
static double try_widths(rosin_loop *l, wishes *w, double about, int count, double apart) {
  double x[UNKNOWNS], error[POINTS], least = HUGE_VAL, best = about;
  for (int i = -count; i <= count; i++) {
    rosin_loop_widen(l, about * rosin_exp2(apart * i));
    take_steeply(l, w);
    const double squares = fit_shares(l, w, x, error);
    if (squares < least) {
      least = squares;
      best = l->width;
    }
  }
  return best;
}

void rosin_loss_fit(rosin_loop *l, double rate, const rosin_decay *decay, const rosin_mix *before,
                    rosin_mix *mix) {
  wishes w;
  double x[UNKNOWNS], error[POINTS], best;
  make_wishes(l, rate, decay, &w);
  if (before) {
    best = try_widths(l, &w, rosin_exp(before->width) * rosin_exp2(0.06), 2, 0.06);
  } else {
    best = try_widths(l, &w, 0.011, 10, 0.35);
    best = try_widths(l, &w, best, 2, 0.12);
    best = try_widths(l, &w, best, 1, 0.04);
  }
  rosin_loop_widen(l, best);
  take_steeply(l, &w);
  fit_shares(l, &w, x, error);
  even_out(l, &w, x, error);
  keep_shares(l, &w, x, mix);
}
