/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a loss takes nothing away twice: 0 <= 1 - H <= 2 at angles pi k / 256. There
 * sin^2(m pi k / 512), m whole, comes from a table, and mostly the shares' sums tell. */
#include "maths/maths.h"
#include "pi.h"
#include "waveguide/loop.h"

#include <math.h>

enum { ANGLES = ROSIN_LOSS_ANGLES };

void rosin_loss_grid_init(rosin_loss_grid *g) {
  for (int j = 0; j < 2 * ANGLES; j++) {
    const double s = rosin_sin(pi * j / (2 * ANGLES));
    g->square[j] = s * s;
  }
}

void rosin_loss_taken(const rosin_loss_grid *g, const rosin_loop *l, const rosin_loss *loss,
                      int step, double *taken) {
  const double *square = g->square;
  for (int k = step; k <= ANGLES; k += step)
    taken[k] = 0;
  for (int i = 0; i < l->means; i++) {
    const double share = loss->share[i], f = l->mean[i].fraction;
    const double near = share * l->mean[i].norm * (1 - f), far = share * l->mean[i].norm * f;
    const int first = l->mean[i].whole * step, second = first + step;
    if (share == 0)
      continue;
    for (int k = step, a = first, b = second; k <= ANGLES; k += step, a += first, b += second)
      taken[k] += share - (near * square[a % (2 * ANGLES)] + far * square[b % (2 * ANGLES)]) /
                              square[k % (2 * ANGLES)];
  }
}

/* Sums of the shares that take and of those that give. */
static double sum_shares(const rosin_loop *l, const rosin_loss *loss, double *given) {
  double taken = 0;
  *given = 0;
  for (int i = 0; i < l->means; i++)
    *(loss->share[i] < 0 ? given : &taken) += loss->share[i];
  return taken;
}

int rosin_loss_passive(const rosin_loss_grid *g, const rosin_loop *l) {
  double taken[ANGLES + 1], given;
  const double broad = l->loss.broad; /* takes 0 to 2 of its share */
  if (sum_shares(l, &l->loss, &given) + 2 * broad <= 2 && given == 0)
    return 1;
  rosin_loss_taken(g, l, &l->loss, 1, taken);
  for (int k = 1; k <= ANGLES; k++) {
    if (taken[k] >= 0 && taken[k] + 2 * broad <= 2)
      continue;
    const double whole = taken[k] + broad * (1 - rosin_loop_spared(l, pi * k / ANGLES));
    if (whole < 0 || whole > 2)
      return 0;
  }
  return 1;
}

double rosin_loop_spared(const rosin_loop *l, double angle) {
  const double half = 0.5 * angle, p = l->period, s = rosin_sin(half);
  if (fabs(s) < 1e-9)
    return ROSIN_SPARED;
  return ROSIN_SPARED * rosin_sin(p * half) / (p * s) * rosin_cos(angle * (l->lag - 0.5 * (p - 1)));
}
