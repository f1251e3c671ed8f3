/* SPDX-License-Identifier: BSD-3-Clause */
/* The loss of one round trip: a wave that goes through in shares, each by a filter of its own that
 * turns nothing over, and these sum to 1: as it is; by triangular means, of which 1 - D grows like
 * the square of frequency; for curves that rise more steeply by two filters of three means, each
 * twice as wide as the other, of which one takes nothing of that order, some four thirds of a mean
 * less a third of the next, and one nothing of the fourth either. These are as wide as is best. So
 * nothing that goes round comes back larger or upside down, whatever the pitch, and shares that are
 * neighbours do what neighbours do. How they are fitted: fit.c. */
#include "maths/maths.h"
#include "waveguide/loop.h"

#include <math.h>

/* Of squares about a whole half-width m there are m^2, m^2 (m^2 - 1) / 6 with their distance
 * squared: between m and the next as many of each as make what is lost of slow waves grow like
 * that of a true width. */
double rosin_mean_fraction(double half) {
  const double m = floor(half), near = m * m, far = (m + 1) * (m + 1), square = half * half;
  return near * (square - near) /
         (far * (far - 1) - near * (near - 1) - (square - 1) * (far - near));
}

/* Transfer function of a triangular mean; between whole half-widths a mean of
 * its neighbours, as loop.c computes it. */
double rosin_mean_gain(double half, double angle) {
  const int m = (int)half;
  const double f = rosin_mean_fraction(half), s = rosin_sin(0.5 * angle);
  const double a = rosin_sin(0.5 * m * angle), b = rosin_sin(0.5 * (m + 1) * angle);
  const double norm = (1 - f) * m * m + f * (m + 1) * (m + 1);
  return fabs(s) < 1e-12 ? 1 : ((1 - f) * a * a + f * b * b) / (s * s * norm);
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

/* The widest of three means may be narrower than it should be, for lack of room. */
rosin_steep rosin_steep_at(const double *half) {
  const double a = steep_of(half[2], half[1]), b = steep_of(half[1], half[0]);
  const double near = (a - 1) * fourth_of(half[1]) - a * fourth_of(half[2]);
  const double far = (b - 1) * fourth_of(half[0]) - b * fourth_of(half[1]);
  const double ratio = 1.001 * far / near, one = 1 / (ratio - 1);
  return (rosin_steep){.once = {0, 1 - a, a},
                       .twice = {one * (b - 1), one * (ratio * (1 - a) - b), one * ratio * a}};
}

int rosin_loop_is_steep(const rosin_loop *l) {
  return l->means > 3 && l->half[l->means - 1] > 1.02;
}

void rosin_loss_mix(const rosin_loop *l, const rosin_mix *a, const rosin_mix *b, double u,
                    rosin_loss *loss) {
  const double once = (1 - u) * a->once + u * b->once, twice = (1 - u) * a->twice + u * b->twice;
  loss->broad = (1 - u) * a->broad + u * b->broad;
  for (int i = 0; i < l->means; i++)
    loss->share[i] = (1 - u) * a->mean[i] + u * b->mean[i];
  if (!rosin_loop_is_steep(l))
    return;
  const rosin_steep s = rosin_steep_at(l->half + l->means - 3);
  for (int i = 0; i < 3; i++)
    loss->share[l->means - 3 + i] = once * s.once[i] + twice * s.twice[i];
}
