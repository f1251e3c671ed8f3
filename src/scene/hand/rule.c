/* SPDX-License-Identifier: BSD-3-Clause */
/* Time is cut into cells; what happens in one follows from its number and the seed alone. */
#include "scene/hand/rule.h"
#include "maths/maths.h"

#include <math.h>

enum { LASTS = 3 }; /* cells that a gust may last */

const rosin_rule rosin_rule_usual = {
    .rate = 1, .over = 5, .spread = 0.4, .rest = 0.1, .back = -1, .calm = 0.1, .scale = 1};

/* Random number `which` of cell k, 0 ... 1. */
static double chance(uint64_t seed, long long k, int which) {
  const uint64_t cell = 8 * (uint64_t)k + (uint64_t)which;
  return 0.5 + 0.5 * rosin_course_uniform(seed + 0x9e3779b97f4a7c15u * cell);
}

/* From 0 to 1 as x does, level at both. */
static double smooth(double x) {
  const double u = fmin(fmax(x, 0), 1);
  return u * u * (3 - 2 * u);
}

/* ---- gusts ------------------------------------------------------------------------- */

/* One: it rises in a third of the time in which it falls; cells after its own began. */
static double gust(const rosin_rule *m, uint64_t seed, long long k, double cells) {
  const double begun = cells - chance(seed, k, 0), strength = 1 - m->spread * chance(seed, k, 1);
  const double rise = 0.3 * (0.6 + 0.8 * chance(seed, k, 2));
  const double fall = 0.9 * (0.6 + 0.8 * chance(seed, k, 3));
  return begun <= 0 ? 0 : strength * smooth(begun / rise) * (1 - smooth((begun - rise) / fall));
}

double rosin_rule_gusts(const rosin_rule *m, rosin_course_leg *leg, uint64_t seed, double time) {
  const double cells = fmax(time, 0) * m->rate, now = floor(cells);
  double still = 1;
  for (int back = 0; back <= LASTS && back <= now; back++)
    still *= 1 - gust(m, seed, (long long)now - back, cells - now + back);
  const double flutter =
      0.85 + 0.15 * fmin(fmax(rosin_course_at(leg, seed, time / (0.15 / m->rate)), -1), 1);
  return m->offset + m->scale * (m->calm + (1 - m->calm) * (1 - still) * flutter);
}

/* ---- a walk ------------------------------------------------------------------------ */

/* Octaves whose power falls as a walk's does, as 1/f^2, within bounds that throw it back. */
double rosin_rule_walk(const rosin_rule *m, rosin_course_leg leg[ROSIN_RULE_OCTAVES], uint64_t seed,
                       double time) {
  double sum = 0, power = 0;
  for (int k = 0; k < ROSIN_RULE_OCTAVES; k++) {
    const double share = rosin_exp2(-0.5 * k), pace = 1 / (m->rate * (1 << k));
    sum += share * rosin_course_at(&leg[k], seed + 77 * (uint64_t)k, time / pace);
    power += share * share;
  }
  const double at = fabs(fmod(2.5 + 0.35 * sum / sqrt(power) + 4, 2) - 1);
  return m->offset + m->scale * (1 - at);
}

/* ---- strokes ----------------------------------------------------------------------- */

/* Strokes done by that time: their rate goes evenly in its logarithm. */
static double done(const rosin_rule *m, double time) {
  const double ratio = m->until > 0 ? rosin_log(m->until / m->rate) : 0;
  if (fabs(ratio) < 1e-9)
    return m->rate * time;
  const double within = fmin(time, m->over);
  return m->rate * m->over / ratio * rosin_expm1(ratio * within / m->over) +
         m->until * (time - within);
}

/* Where stroke k begins, in strokes. */
static double begins(const rosin_rule *m, uint64_t seed, long long k) {
  return (double)k + (k > 0 ? 0.4 * m->spread * (2 * chance(seed, k, 4) - 1) : 0);
}

double rosin_rule_strokes(const rosin_rule *m, uint64_t seed, double time) {
  const double at = done(m, fmax(time, 0));
  long long k = (long long)at;
  if (at < begins(m, seed, k))
    k--;
  else if (at >= begins(m, seed, k + 1))
    k++;
  const double from = begins(m, seed, k), to = begins(m, seed, k + 1);
  const double x = (at - from) / ((to - from) * (1 - m->rest));
  const double shape = smooth(x / 0.25) * (1 - smooth((x - 0.65) / 0.35));
  const double strength = (1 - m->spread * chance(seed, k, 5)) * (k % 2 ? m->back : 1);
  return m->offset + m->scale * strength * shape;
}
