/* SPDX-License-Identifier: BSD-3-Clause */
/* Stiffness dispersion f_n = n f_0 sqrt(1 + b n^2) by N equal first-order
 * allpasses, phase delay (2/w) atan(a tan(w/2)), a = (1-k)/(1+k). A sum of equal
 * ones falls as a - (a^3 - a) w^2/12 at low frequency, which N and a fit to the
 * shifts of partials 2 to 12 in the least-squares sense. */
#include "waveguide/loop.h"

#include <math.h>

enum { PARTIALS = 12 };

static const double pi = 3.14159265358979323846;

double rosin_allpass_delay(double a, double angle) {
  return 2 / angle * atan(a * tan(0.5 * angle));
}

double rosin_dispersion_root(double cubic) {
  double a = 1 + cbrt(cubic), step = a; /* from above, where Newton comes down without turns */
  for (int i = 0; i < 20 && step > 4e-16 * a; i++) {
    step = (a * a * a - a - cubic) / (3 * a * a - 1);
    a -= step;
  }
  return a;
}

/* Radians a sample of the partials from 2 to `last`, in a loop with a line of `line`
 * samples. Each is found on its own; in turns, so that none waits for another. */
static void find_partials(double period, double line, int allpasses, double a, int last,
                          double *w) {
  int missing = last - 1, found[PARTIALS + 1] = {0};
  for (int n = 2; n <= last; n++)
    w[n] = 2 * pi * n / period;
  for (int i = 0; i < 60 && missing > 0; i++)
    for (int n = 2; n <= last; n++) {
      if (found[n])
        continue;
      const double next = 2 * pi * n / (line + allpasses * rosin_allpass_delay(a, fmin(w[n], 3)));
      found[n] = fabs(next - w[n]) < 1e-14;
      missing -= found[n];
      w[n] = found[n] ? w[n] : next;
    }
}

/* `want`: shift of each partial against n times the first. */
static double worst_error(double period, const double *want, int allpasses, double cubic,
                          double *squares) {
  const double a = rosin_dispersion_root(cubic);
  const double line = period - allpasses * rosin_allpass_delay(a, 2 * pi / period);
  int last = PARTIALS;
  double worst = 0, w[PARTIALS + 1];
  while (last > 1 && last >= 0.4 * period)
    last--;
  find_partials(period, line, allpasses, a, last, w);
  *squares = 0;
  for (int n = 2; n <= last; n++) {
    const double error = (w[n] * period / (2 * pi * n) - 1) / want[n] - 1;
    *squares += error * error;
    if (n <= 10)
      worst = fmax(worst, fabs(error));
  }
  return worst;
}

/* Best a^3 - a for a number of allpasses: golden section on its logarithm. */
static double best_cubic(double period, double b, const double *want, int allpasses,
                         double *worst) {
  const double guess = 12 * period * period * period * b / (8 * pi * pi * allpasses);
  double low = log(guess * 0.5), high = log(guess * 4), s1, s2;
  for (int i = 0; i < 60; i++) {
    const double x1 = low + 0.381966 * (high - low), x2 = high - 0.381966 * (high - low);
    worst_error(period, want, allpasses, exp(x1), &s1);
    worst_error(period, want, allpasses, exp(x2), &s2);
    if (s1 < s2)
      high = x2;
    else
      low = x1;
  }
  const double best = exp(0.5 * (low + high));
  *worst = worst_error(period, want, allpasses, best, &s1);
  return best;
}

/* None if partial 20 is less than half a cent off; else as few as bring every
 * shift up to the tenth within 6%, as far as the room allows; else the best there
 * is room for. */
int rosin_dispersion_fit(double period, double b, double room, double *cubic) {
  *cubic = 0;
  if (1200 * log2(sqrt((1 + 400 * b) / (1 + b))) < 0.5)
    return 0;
  int best = 0;
  double least = 1e9, want[PARTIALS + 1];
  for (int n = 2; n <= PARTIALS; n++)
    want[n] = sqrt((1 + b * n * n) / (1 + b)) - 1;
  for (int n = 1; n <= ROSIN_ALLPASSES && n < room; n++) {
    double worst;
    const double c = best_cubic(period, b, want, n, &worst);
    if (n * rosin_dispersion_root(c) > room)
      continue;
    if (worst < 0.97 * least) {
      least = worst;
      best = n;
      *cubic = c;
    }
    if (worst < 0.06)
      break;
  }
  return best;
}
