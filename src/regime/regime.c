/* SPDX-License-Identifier: BSD-3-Clause */
#include "regime/regime.h"
#include "pi.h"
#include "regime/dot.h"

#include <math.h>
#include <stddef.h>

const char *rosin_regime_name(rosin_regime_kind kind) {
  static const char *const names[ROSIN_REGIMES] = {
      "silent", "sticking", "Helmholtz", "several", "subharmonic", "decaying", "raucous"};
  return (int)kind >= 0 && (int)kind < ROSIN_REGIMES ? names[kind] : NULL;
}

/* ---- slips, one after the other ---------------------------------------------------- */

typedef struct {
  const rosin_motion *motion;
  double direction; /* the sign of the bow */
  double level;     /* a slip's velocity, where the bow says nothing */
  double last;      /* onset, samples; < 0: none yet */
  double open;      /* samples in which a slip may have begun before the stretch did */
  int at, slipping;
  int inside; /* samples spent slipping */
} search;

static double mean(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += x[i];
  return count > 0 ? sum / count : 0;
}

static double largest(const rosin_motion *m, double direction) {
  double top = 0;
  for (int i = 0; i < m->count; i++)
    top = fmax(top, direction * m->velocity[i]);
  return top;
}

/* `level` > 0: of a slip; else the bow's velocity over its share. The stretch begins at
 * rest. */
static search begin(const rosin_motion *m, double level) {
  const double *told = m->bow ? m->bow : m->velocity;
  return (search){.motion = m,
                  .direction = mean(told, m->count) < 0 ? -1 : 1,
                  .level = level,
                  .last = -1,
                  .at = 1};
}

/* The same for a stretch cut out of a motion: a slip that runs as it opens is none that
 * begins there, nor is what comes within 2% of a period: it may be the same one. */
static search cut_in(const rosin_motion *m, double level) {
  search s = begin(m, level);
  s.open = 0.02 * m->period * m->rate;
  return s;
}

static double slip_velocity(const search *s, int i) {
  const rosin_motion *m = s->motion;
  return s->level > 0 || !m->bow ? s->level : fabs(m->bow[i]) / m->share;
}

/* The next onset, in samples with their fraction, or -1 at the end. */
static double next(search *s) {
  const double *v = s->motion->velocity, sign = s->direction;
  const double least = 0.02 * s->motion->period * s->motion->rate;
  for (; s->at < s->motion->count; s->at++) {
    const double high = 0.25 * slip_velocity(s, s->at), now = sign * v[s->at];
    const double before = sign * v[s->at - 1];
    if (s->at == 1 && s->open > 0)
      s->slipping = before >= 0.4 * high; /* since when is not known */
    if (s->slipping && now < 0.4 * high)
      s->slipping = 0;
    if (!s->slipping && high > 0 && now > high) {
      s->slipping = 1;
      const double part = before < high ? (high - before) / (now - before) : 0;
      const double onset = s->at - 1 + part;
      const int counts = s->last < 0 ? onset >= s->open : onset - s->last > least;
      if (counts || s->last < 0)
        s->last = onset;
      if (counts) {
        s->inside++;
        s->at++;
        return onset;
      }
    }
    s->inside += s->slipping;
  }
  return -1;
}

/* ---- a stretch --------------------------------------------------------------------- */

/* Of the motion with itself a lag later, straight between samples: what is between two is in
 * proportion to sums of both, which whole lags have. */
static double correlation(const rosin_motion *m, double lag) {
  const int whole = (int)lag, count = m->count - whole - 1;
  const double part = lag - whole, rest = 1 - part, *v = m->velocity;
  if (whole < 1 || count < whole)
    return 0;
  const double *later = v + whole, *next = later + 1, o = mean(v, m->count);
  const double a0 = rosin_dot_sum(v, count, o);
  const double b0 = rosin_dot_sum(later, count, o) + part * (next[count - 1] - later[0]);
  const double ab =
      rest * rosin_dot(v, later, count, o) + part * rosin_dot(v, next, count, o) - a0 * b0 / count;
  const double aa = rosin_dot(v, v, count, o) - a0 * a0 / count;
  const double bb = rest * rest * rosin_dot(later, later, count, o) +
                    2 * part * rest * rosin_dot(later, next, count, o) +
                    part * part * rosin_dot(next, next, count, o) - b0 * b0 / count;
  return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

typedef struct {
  int slips;
  double first, last, squares; /* onsets; sum of squared gaps */
} tally;

static tally count_slips(search *s) {
  tally t = {0};
  for (double onset; (onset = next(s)) >= 0; t.slips++) {
    if (t.slips)
      t.squares += (onset - t.last) * (onset - t.last);
    else
      t.first = onset;
    t.last = onset;
  }
  return t;
}

/* Standard deviation of the velocity, and its mean. */
static double swing(const rosin_motion *m, double *middle) {
  double squares = 0;
  *middle = mean(m->velocity, m->count);
  for (int i = 0; i < m->count; i++)
    squares += (m->velocity[i] - *middle) * (m->velocity[i] - *middle);
  return sqrt(squares / m->count);
}

/* Mean square of the velocity about its mean, from one moment to another (samples). */
static double energy(const rosin_motion *m, double from, double to) {
  const int first = (int)ceil(from), last = (int)floor(to);
  double sum = 0, squares = 0;
  for (int i = first; i < last; i++) {
    sum += m->velocity[i];
    squares += m->velocity[i] * m->velocity[i];
  }
  const int n = last - first;
  return n > 1 ? squares / n - sum / n * (sum / n) : 0;
}

/* Growth of the swing, ln a period, between the halves of `slips` slips: whole periods
 * each, so that where a slip falls does not matter. */
static double trend(search s, int slips, double period) {
  const int half = (slips - 1) / 2;
  double onset[3] = {0};
  for (int i = 0; i <= 2 * half; i++) {
    const double at = next(&s);
    if (i == 0 || i == half || i == 2 * half)
      onset[i == 0 ? 0 : i == half ? 1 : 2] = at;
  }
  const double a = energy(s.motion, onset[0], onset[1]), b = energy(s.motion, onset[1], onset[2]);
  return half > 0 && a > 0 && b > 0 ? log(b / a) * period / (onset[2] - onset[0]) : 0;
}

/* `gap`: between slips, `cycle`: after which all repeats; samples. */
static rosin_regime_kind judge(const rosin_motion *m, const rosin_regime *r, double gap,
                               double cycle) {
  const double widest = m->bow && m->share > 0 ? 2.2 * m->share : 0.9;
  if (fabs(r->slips - 1) <= 0.05 && r->jitter < 0.02 && r->correlation > 0.95 && r->share < widest)
    return r->trend < -0.25 * (m->loss > 0 ? m->loss : 0.004) && r->jitter < 1e-3
               ? ROSIN_REGIME_DECAYING
               : ROSIN_REGIME_HELMHOLTZ;
  const double period = m->period * m->rate;
  if (r->slips > 1.5 && correlation(m, cycle) > 0.9)
    return ROSIN_REGIME_SEVERAL;
  if (gap > 1.3 * period && r->jitter < 0.1 && r->correlation > 0.9)
    return ROSIN_REGIME_SUBHARMONIC;
  return ROSIN_REGIME_RAUCOUS;
}

/* The lag near a period at which the motion repeats best, samples. */
static double repeat(const rosin_motion *m) {
  const double period = m->period * m->rate;
  double best = period, top = -2;
  for (int k = -60; k <= 60; k++) {
    const double lag = period * exp2(k / 600.0), c = correlation(m, lag);
    if (c > top) {
      top = c;
      best = lag;
    }
  }
  return best;
}

void rosin_regime_find(const rosin_motion *m, rosin_regime *r) {
  *r = (rosin_regime){.kind = ROSIN_REGIME_SILENT, .cents = (double)NAN};
  if (m->count < 3)
    return;
  double middle;
  const double size = swing(m, &middle), bow = m->bow ? fabs(mean(m->bow, m->count)) : fabs(middle);
  const int held = m->bow && fabs(middle) < 0.05 * bow;
  if (!isfinite(size) || size <= 0.05 * bow || size < 1e-9) {
    r->kind = held ? ROSIN_REGIME_STICKING : ROSIN_REGIME_SILENT;
    return;
  }
  search s = cut_in(m, m->bow && m->share > 0 ? 0 : largest(m, begin(m, 0).direction));
  tally t = count_slips(&s);
  search again = cut_in(m, s.level);
  if (t.slips < 3) { /* small ones, if any */
    again = s = cut_in(m, 2 * largest(m, s.direction));
    t = count_slips(&s);
  }
  const double period = m->period * m->rate;
  r->share = (double)s.inside / m->count;
  r->kind = held ? ROSIN_REGIME_STICKING : ROSIN_REGIME_RAUCOUS;
  if (t.slips < 3)
    return;
  const double gap = (t.last - t.first) / (t.slips - 1);
  r->slips = period / gap;
  r->jitter = sqrt(fmax(t.squares / (t.slips - 1) - gap * gap, 0)) / period;
  r->correlation = correlation(m, gap);
  r->trend = trend(again, t.slips, period);
  /* of several slips a period the pitch is that of all together */
  const double cycle = r->slips > 1.5 ? repeat(m) : gap;
  r->cents = 1200 * log2(period / cycle);
  r->kind = judge(m, r, gap, cycle);
}

/* ---- the attack -------------------------------------------------------------------- */

void rosin_regime_attack(const rosin_motion *m, int run, rosin_attack *attack) {
  const double period = m->period * m->rate;
  search s = begin(m, m->bow && m->share > 0 ? 0 : largest(m, begin(m, 0).direction));
  double start = -1, last = -1, first = -1;
  int good = 0, late = 0, early = 0;
  *attack = (rosin_attack){.first = -1, .time = -1};
  for (double onset; m->count > 1 && (onset = next(&s)) >= 0; last = onset) {
    const double gap = last < 0 ? 0 : (onset - last) / period;
    if (last < 0)
      first = start = onset;
    else if (fabs(gap - 1) > 0.1) {
      late += gap > 1;
      early += gap < 1;
      start = onset;
      good = 0;
    } else if (++good == run) {
      *attack = (rosin_attack){first / m->rate, (start - first) / m->rate, late, early};
      return;
    }
  }
  *attack = (rosin_attack){first < 0 ? -1 : first / m->rate, -1, late, early};
}

void rosin_schelleng_limits(const rosin_schelleng *s, double *low, double *high) {
  const double z = s->impedance, v = fabs(s->speed), resistance = 2 * z * s->q / pi;
  *high = 2 * z * v / (s->share * s->grip);
  *low = z * z * v / (2 * resistance * s->share * s->share * s->grip);
}
