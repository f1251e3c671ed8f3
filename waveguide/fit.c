/* SPDX-License-Identifier: BSD-3-Clause */
/* How the loss of a round trip (loss.c) comes to be that of the partials' decay: shares x >= 0 by
 * least squares, with steep filters of some widths, of which the best is kept. A string has 33 of
 * these fits for each of its waves, most of what it takes to be made: what recurs is kept from
 * width to width, and partials go two at a time. */
#include "maths/maths.h"
#include "pi.h"
#include "waveguide/loop.h"
#include "waveguide/squares.h"

#include <math.h>
#include <string.h>

#define ROSIN_WIDTH 2
#define ROSIN_WIDTH_INLINE static inline
#include "maths/lanes.h"

/* Share of a partial that is left after a round trip of which the decay counts. */
#define LEAST 0.05

enum {
  POINTS = 96, /* even */
  PARTIALS = 40,
  HIGHEST = 8000,
  UNKNOWNS = ROSIN_MEANS + 4,
  COLUMNS = 32 /* of sines; single means have 19 at most */
};
_Static_assert((int)UNKNOWNS == (int)ROSIN_UNKNOWNS, "all have their place in the equations");

/* Partials, what they should keep of themselves in a round trip, and what each unknown takes:
 * broadly, by single means, steeply (two), and what goes through as it is, which takes nothing. */
typedef struct {
  int count, single, unknowns;
  double angle[POINTS], gain[POINTS], weight[POINTS];
  double taken[UNKNOWNS][POINTS];
  double is[UNKNOWNS]; /* 1 for what is a filter at all */
  /* sin(m angle / 2) of some whole m; those from `stay` on are forgotten when there is no room */
  int columns, stay, whole[COLUMNS];
  double sine[COLUMNS][POINTS];
} wishes;

/* What their equations are made of: by how much each unknown, were it alone, would take too much,
 * with and without the weight. */
typedef struct {
  rosin_squares e;
  double row[POINTS][UNKNOWNS], heavy[POINTS][UNKNOWNS];
} sums;

/* ---- what filters take ---------------------------------------------------------------------- */

static const double *sines(wishes *w, int m) {
  for (int i = 0; i < w->columns; i++)
    if (w->whole[i] == m)
      return w->sine[i];
  const int at = w->columns++;
  w->whole[at] = m;
  for (int i = 0; i < w->count; i += 2)
    rosin_two_put(w->sine[at] + i, rosin_sin_2(0.5 * m * rosin_two_at(w->angle + i)));
  return w->sine[at];
}

/* 1 - D of mean k, at all partials: as rosin_mean_gain(). */
static void take_by_mean(const rosin_loop *l, wishes *w, int k, double *taken) {
  const int m = l->mean[k].whole;
  if (w->columns + 2 > COLUMNS)
    w->columns = w->stay;
  const double f = l->mean[k].fraction, norm = (1 - f) * m * m + f * (m + 1) * (m + 1);
  const double *s = sines(w, 1), *a = sines(w, m), *b = sines(w, m + 1);
  for (int i = 0; i < w->count; i += 2) {
    const rosin_two si = rosin_two_at(s + i), ai = rosin_two_at(a + i), bi = rosin_two_at(b + i);
    const rosin_two gain = ((1 - f) * ai * ai + f * bi * bi) / (si * si * norm);
    rosin_two_put(taken + i, 1 - gain);
  }
}

static void take_singly(const rosin_loop *l, wishes *w) {
  for (int i = 0; i < w->count; i++)
    w->taken[0][i] = 1 - rosin_loop_spared(l, w->angle[i]);
  for (int k = 0; k < w->single; k++)
    take_by_mean(l, w, k, w->taken[1 + k]);
  w->stay = w->columns;
}

/* By steep filters as wide as they are now. */
static void take_steeply(const rosin_loop *l, wishes *w) {
  double *once = w->taken[1 + w->single], *twice = w->taken[2 + w->single], one[POINTS];
  w->is[1 + w->single] = w->is[2 + w->single] = rosin_loop_is_steep(l);
  if (!rosin_loop_is_steep(l))
    return;
  const rosin_steep by = rosin_steep_at(l->half + w->single);
  for (int k = 0; k < ROSIN_STEEP; k++) {
    take_by_mean(l, w, w->single + k, one);
    for (int i = 0; i < w->count; i += 2) {
      const rosin_two of = rosin_two_at(one + i), none = {0, 0};
      rosin_two_put(once + i, (k ? rosin_two_at(once + i) : none) + by.once[k] * of);
      rosin_two_put(twice + i, (k ? rosin_two_at(twice + i) : none) + by.twice[k] * of);
    }
  }
}

/* ---- what is wished for --------------------------------------------------------------------- */

/* Partials to fit: all that count, then evenly in logarithm to 0.45 of the rate. */
static int choose_partials(const rosin_loop *l, double *partial) {
  const double last = floor(0.45 * l->period);
  int count = 0;
  for (double n = 1; n <= last && count < POINTS; n = n < PARTIALS ? n + 1 : ceil(n * 1.07))
    partial[count++] = n;
  return count;
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

static void make_wishes(const rosin_loop *l, double rate, const rosin_decay *decay, wishes *w) {
  double partial[POINTS], delay = l->period, angle = 0;
  const int count = choose_partials(l, partial);
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
  }
  if (w->count % 2) /* its pair, of which nothing is read */
    w->angle[w->count] = w->angle[w->count - 1], w->gain[w->count] = 0;
}

/* Unknowns and what they take, but for steep filters. */
static void list_filters(const rosin_loop *l, wishes *w) {
  w->single = l->means > ROSIN_STEEP ? l->means - ROSIN_STEEP : 0;
  w->unknowns = w->single + 4;
  w->columns = w->stay = 0;
  take_singly(l, w);
  w->is[0] = w->is[3 + w->single] = 1;
  for (int i = 0; i < w->single; i++)
    w->is[1 + i] = l->half[i] > 1.01;
  memset(w->taken[1 + w->single], 0, 3 * sizeof *w->taken);
}

/* ---- least squares -------------------------------------------------------------------------- */

/* Sums over the partials of unknown i's part in what eight unknowns from j on take, in the
 * partials' order. */
static void add_eight(const wishes *w, const sums *s, int i, int j, double *sum) {
  rosin_two a = {0, 0}, b = a, c = a, d = a;
  for (int n = 0; n < w->count; n++) {
    const double heavy = s->heavy[n][i], *row = &s->row[n][j];
    a += heavy * rosin_two_at(row);
    b += heavy * rosin_two_at(row + 2);
    c += heavy * rosin_two_at(row + 4);
    d += heavy * rosin_two_at(row + 6);
  }
  rosin_two_put(sum, a);
  rosin_two_put(sum + 2, b);
  rosin_two_put(sum + 4, c);
  rosin_two_put(sum + 6, d);
}

/* The equations' lines from unknown `from` on: those before do not know how wide steep filters are.
 * Shares x that sum to 1 lose too much by sum x (taken - wanted): the least of such a sum's squares
 * and of (sum x - 1)^2 has the same x, in its direction. */
static void add_up(const wishes *w, int from, sums *s) {
  double sum[8];
  for (int n = 0; n < w->count; n++) {
    const double lost = 1 - w->gain[n], weight = w->weight[n] * w->weight[n];
    for (int k = from; k < w->unknowns; k++) {
      s->row[n][k] = w->is[k] * (w->taken[k][n] - lost);
      s->heavy[n][k] = weight * s->row[n][k];
    }
    for (int k = w->unknowns; k < UNKNOWNS; k++)
      s->row[n][k] = 0;
  }
  for (int i = from; i < w->unknowns; i++) {
    for (int j = 0; j <= i; j += 8) {
      add_eight(w, s, i, j, sum);
      for (int k = j; k <= i && k < j + 8; k++)
        s->e.a[i][k] = s->e.a[k][i] = sum[k - j] + w->is[i] * w->is[k];
    }
    s->e.b[i] = w->is[i];
  }
}

/* The best shares with steep filters as wide as they are; returns the sum of squares. Each error
 * goes to `error` [POINTS]. */
static double fit_shares(const wishes *w, int from, sums *s, double *x, double *error) {
  double squares = 0, sum = 0;
  add_up(w, from, s);
  rosin_squares_solve(&s->e, x);
  for (int k = 0; k < w->unknowns; k++)
    sum += x[k];
  for (int k = 0; k < w->unknowns; k++)
    x[k] /= sum;
  for (int i = 0; i < w->count; i += 2) {
    rosin_two left = 1 - rosin_two_at(w->gain + i);
    for (int k = 0; k < w->unknowns; k++)
      left -= rosin_two_at(w->taken[k] + i) * x[k];
    rosin_two_put(error + i, left);
  }
  for (int i = 0; i < w->count; i++)
    squares += w->weight[i] * w->weight[i] * error[i] * error[i];
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
static void even_out(wishes *w, sums *s, double *x, double *error) {
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
    fit_shares(w, 0, s, x, error);
  }
}

/* With steep filters of another width: what does not know of it stays. */
static double fit_width(rosin_loop *l, wishes *w, double width, int fresh, sums *s, double *x,
                        double *error) {
  rosin_loop_widen(l, width);
  take_steeply(l, w);
  return fit_shares(w, fresh ? 0 : 1 + w->single, s, x, error);
}

/* The best of some widths about one, octaves apart. */
static double try_widths(rosin_loop *l, wishes *w, double about, int count, double apart, int fresh,
                         sums *s) {
  double x[UNKNOWNS], error[POINTS], least = HUGE_VAL, best = about;
  for (int i = -count; i <= count; i++) {
    const double width = about * rosin_exp2(apart * i);
    const double squares = fit_width(l, w, width, fresh && i == -count, s, x, error);
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
  sums s;
  double x[UNKNOWNS], error[POINTS], best;
  make_wishes(l, rate, decay, &w);
  list_filters(l, &w);
  s.e.unknowns = w.unknowns;
  if (before) {
    best = try_widths(l, &w, rosin_exp(before->width) * rosin_exp2(0.06), 2, 0.06, 1, &s);
  } else {
    best = try_widths(l, &w, 0.011, 10, 0.35, 1, &s);
    best = try_widths(l, &w, best, 2, 0.12, 0, &s);
    best = try_widths(l, &w, best, 1, 0.04, 0, &s);
  }
  fit_width(l, &w, best, 0, &s, x, error);
  even_out(&w, &s, x, error);
  keep_shares(l, &w, x, mix);
}
