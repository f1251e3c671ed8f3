/* SPDX-License-Identifier: BSD-3-Clause */
/* Where contacts read and write: interpolation, and what one place feels of another. */
#include "vector.h"
#include "waveguide/loop.h"

/* weight[i] = prod_{j != i} (fraction + before - j) / (i - j): products from both ends, and
 * the denominators, (-1)^(taps-1-i) i! (taps-1-i)!, from a table. */
static void lagrange_any(int taps, double fraction, double *weight) {
  static const double inverse[] = {1, 1, 1 / 2., 1 / 6., 1 / 24., 1 / 120., 1 / 720., 1 / 5040.};
  _Static_assert(sizeof inverse / sizeof *inverse >= ROSIN_TAPS, "a factorial for each tap");
  const double x = fraction + taps / 2 - 1;
  double product = 1;
  for (int i = 0; i < taps; i++) {
    weight[i] = product * inverse[i] * inverse[taps - 1 - i];
    product *= x - i;
  }
  product = 1;
  for (int i = taps - 1; i >= 0; i--) {
    weight[i] *= product;
    product *= i - x; /* its sign: that of the denominator */
  }
  for (int i = taps; i < ROSIN_TAPS; i++)
    weight[i] = 0;
}

/* The same for eight, seen from the middle: a pair of nodes -s and s shares all factors but
 * one, and nothing waits for a long product. The denominators, 2 s prod (s^2 - r^2) over
 * the other pairs, are -144, 240, -720 and 5040. */
static inline void lagrange_eight(double fraction, double *weight) {
  const double t = fraction - 0.5, a = t * t;
  const double q0 = a - 0.25, q1 = a - 2.25, q2 = a - 6.25, q3 = a - 12.25;
  const double near = q0 * q1, far = q2 * q3;
  const double c[] = {q1 * far / -144, q0 * far / 240, near * q3 / -720, near * q2 / 5040};
  for (int i = 0; i < 4; i++) {
    const double s = i + 0.5;
    weight[4 + i] = (t + s) * c[i];
    weight[3 - i] = (s - t) * c[i];
  }
}

void rosin_lagrange(int taps, double fraction, double *weight) {
  if (taps == 8)
    lagrange_eight(fraction, weight);
  else
    lagrange_any(taps, fraction, weight);
}

/* The first `taps` weights in the opposite order, or as they are. */
static void mirror(int taps, int turned, const double *weight, double *mirrored) {
  if (taps == 8 && turned) {
    for (int i = 0; i < 8; i++)
      mirrored[i] = weight[7 - i];
    return;
  }
  for (int i = 0; i < ROSIN_TAPS; i++)
    mirrored[i] = weight[turned && i < taps ? taps - 1 - i : i];
}

void rosin_loop_place(const rosin_loop *l, double x, rosin_taps *t) {
  x = x < 0 ? 0 : x > l->reach ? l->reach : x;
  const int before = l->taps / 2 - 1, middle = (int)l->bridge, back = (int)(l->bridge + x);
  const double f = l->bridge + x - back;
  int toward = 2 * middle - back - (f > 0);
  t->toward.count = t->back.count = l->taps;
  t->back.first = back - before;
  rosin_lagrange(l->taps, f, t->back.weight);
  if (l->bridge == middle) { /* both sides lie alike about a whole sample: mirrored */
    mirror(l->taps, f > 0, t->back.weight, t->toward.weight);
  } else {
    toward = (int)(l->bridge - x);
    rosin_lagrange(l->taps, l->bridge - x - toward, t->toward.weight);
  }
  t->toward.first = toward > before ? toward - before : 0;
}

double rosin_loop_overlap(const rosin_side_taps *a, const rosin_side_taps *b) {
  const int shift = a->first - b->first;
  if (shift >= ROSIN_TAPS || shift <= -ROSIN_TAPS)
    return 0;
  if (shift == 0)
    return rosin_eight(a->weight, b->weight);
  const int from = shift < 0 ? -shift : 0;
  const int end = b->count - shift < a->count ? b->count - shift : a->count;
  double sum = 0;
  for (int i = from; i < end; i++)
    sum += a->weight[i] * b->weight[i + shift];
  return sum;
}

/* Most places are alone with themselves and far from their mirror image. */
double rosin_loop_mobility(const rosin_loop *l, const rosin_taps *a, const rosin_taps *b) {
  const double share = 0.25 * l->admittance;
  const double alike =
      rosin_loop_overlap(&a->toward, &b->toward) + rosin_loop_overlap(&a->back, &b->back);
  if (a->back.first - b->toward.first >= ROSIN_TAPS &&
      b->back.first - a->toward.first >= ROSIN_TAPS)
    return alike * share;
  return (alike - rosin_loop_overlap(&a->toward, &b->back) -
          rosin_loop_overlap(&a->back, &b->toward)) *
         share;
}

int rosin_loop_taps(double period) {
  return period >= 40 ? 8 : period >= 28 ? 6 : period >= 16 ? 4 : 2;
}
