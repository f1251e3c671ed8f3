/* SPDX-License-Identifier: BSD-3-Clause */
/* See bridge.h. */
#include "regime/bridge.h"

#include <math.h>
#include <stdlib.h>

/* Of x with itself `lag` samples later, both about their own means. */
static double correlation(const rosin_bridge_motion *m, int lag) {
  const int n = m->count - lag;
  const double *x = m->force;
  double a = 0, b = 0, ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < n; i++) {
    a += x[i];
    b += x[i + lag];
  }
  a /= n;
  b /= n;
  for (int i = 0; i < n; i++) {
    ab += (x[i] - a) * (x[i + lag] - b);
    aa += (x[i] - a) * (x[i] - a);
    bb += (x[i + lag] - b) * (x[i + lag] - b);
  }
  return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

/* The best lag within a tenth of the period; a parabola through it and its neighbours
 * gives the fraction. */
static void find_repeat(const rosin_bridge_motion *m, double period, rosin_bridge_verdict *r) {
  const int first = (int)ceil(0.9 * period), last = (int)floor(1.1 * period);
  double before = 0, at = -2, after = 0, previous = correlation(m, first);
  int best = first;
  for (int lag = first; lag <= last; lag++) {
    const double c = lag == first ? previous : correlation(m, lag);
    if (c > at) {
      best = lag;
      before = previous;
      at = c;
      after = correlation(m, lag + 1);
    }
    previous = c;
  }
  const double bend = before - 2 * at + after;
  const double part = bend < 0 && best > first ? 0.5 * (before - after) / bend : 0;
  r->correlation = at;
  r->cents = 1200 * log2(period / (best + fmin(fmax(part, -0.5), 0.5)));
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Change of the force over `span` samples from i on, in the sense of `sign`. */
static double change(const rosin_bridge_motion *m, int i, int span, double sign) {
  return sign * (m->force[i + span] - m->force[i]);
}

/* Median over the periods of the largest change in each, and their number. */
static double typical(const rosin_bridge_motion *m, double period, int span, double sign,
                      int *periods) {
  double largest[ROSIN_BRIDGE_PERIODS];
  int count = 0;
  for (; count < ROSIN_BRIDGE_PERIODS; count++) {
    const int from = (int)(count * period), to = (int)((count + 1) * period);
    if (to + span >= m->count)
      break;
    largest[count] = 0;
    for (int i = from; i < to; i++)
      largest[count] = fmax(largest[count], change(m, i, span, sign));
  }
  qsort(largest, (size_t)count, sizeof *largest, by_size);
  *periods = count;
  return count ? largest[count / 2] : 0;
}

/* Stretches in which the change is above `least`, over whole periods. */
static int count_flybacks(const rosin_bridge_motion *m, double period, int periods, int span,
                          double sign, double least) {
  const int end = (int)(periods * period);
  int flybacks = 0, above = change(m, 0, span, sign) > least;
  for (int i = 1; i < end; i++) {
    const int now = change(m, i, span, sign) > least;
    flybacks += now && !above;
    above = now;
  }
  return flybacks;
}

static int finite_range(const rosin_bridge_motion *m, double *range) {
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < m->count; i++) {
    if (!isfinite(m->force[i]))
      return 0;
    low = fmin(low, m->force[i]);
    high = fmax(high, m->force[i]);
  }
  *range = high - low;
  return 1;
}

void rosin_bridge_judge(const rosin_bridge_motion *m, rosin_bridge_verdict *r) {
  const double period = m->period * m->rate;
  const int span = (int)fmax(1, round(period / 50));
  double range;
  *r = (rosin_bridge_verdict){.cents = NAN};
  if (!(period >= 10) || !(m->count > 2.2 * period + span) || !finite_range(m, &range) ||
      !(range > 1e-9))
    return;
  int periods, other;
  const double up = typical(m, period, span, 1, &periods);
  const double down = typical(m, period, span, -1, &other);
  const double sign = up > down ? 1 : -1, fall = fmax(up, down);
  find_repeat(m, period, r);
  r->fall = fall / range;
  if (fall > 0)
    r->flybacks = (double)count_flybacks(m, period, periods, span, sign, 0.4 * fall) / periods;
  r->helmholtz =
      r->correlation >= 0.9 && r->flybacks >= 0.75 && r->flybacks <= 1.5 && r->fall >= 0.25;
}
