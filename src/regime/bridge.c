/* SPDX-License-Identifier: BSD-3-Clause */
/* See bridge.h. */
#include "regime/bridge.h"
#include "order.h"
#include "regime/dot.h"

#include <math.h>
#include <stdlib.h>

/* Sums over what is compared at one lag, about one middle: of the earlier stretch and of the later
 * one, and of their squares, which change by a sample each from a lag to the next. */
typedef struct {
  const rosin_bridge_motion *motion;
  int lag;
  double middle, a, b, aa, bb;
} stretches;

static stretches begin_at(const rosin_bridge_motion *m, int lag) {
  stretches s = {.motion = m, .lag = lag};
  const int n = m->count - lag;
  s.middle = rosin_dot_sum(m->force, m->count, 0) / m->count;
  s.a = rosin_dot_sum(m->force, n, s.middle);
  s.b = rosin_dot_sum(m->force + lag, n, s.middle);
  s.aa = rosin_dot(m->force, m->force, n, s.middle);
  s.bb = rosin_dot(m->force + lag, m->force + lag, n, s.middle);
  return s;
}

static void take_off(double x, double *sum, double *squares) {
  *sum -= x;
  *squares -= x * x;
}

static void go_on(stretches *s) {
  const double *x = s->motion->force;
  take_off(x[s->motion->count - 1 - s->lag] - s->middle, &s->a, &s->aa);
  take_off(x[s->lag] - s->middle, &s->b, &s->bb);
  s->lag++;
}

/* Of the two, both about their own means. */
static double correlation(const stretches *s) {
  const int n = s->motion->count - s->lag;
  const double *x = s->motion->force;
  const double ab = rosin_dot(x, x + s->lag, n, s->middle) - s->a * s->b / n;
  const double aa = s->aa - s->a * s->a / n, bb = s->bb - s->b * s->b / n;
  return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

/* The best lag within a tenth of the period; a parabola through it and its neighbours
 * gives the fraction. */
static void find_repeat(const rosin_bridge_motion *m, double period, rosin_bridge_verdict *r) {
  const int first = (int)ceil(0.9 * period), last = (int)floor(1.1 * period);
  stretches s = begin_at(m, first);
  double before = 0, at = -2, after = 0, previous = 0;
  int best = first;
  for (int lag = first; lag <= last + 1; lag++, go_on(&s)) {
    const double c = correlation(&s);
    if (lag == first)
      previous = c;
    if (lag == best + 1)
      after = c;
    if (lag <= last && c > at) {
      best = lag;
      before = previous;
      at = c;
    }
    previous = c;
  }
  const double bend = before - 2 * at + after;
  const double part = bend < 0 && best > first ? 0.5 * (before - after) / bend : 0;
  r->correlation = at;
  r->cents = 1200 * log2(period / (best + fmin(fmax(part, -0.5), 0.5)));
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
  qsort(largest, (size_t)count, sizeof *largest, rosin_rising);
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
