/* SPDX-License-Identifier: BSD-3-Clause */
/* Down to where what is known meets the bodies; see group.h. */
#include "contact/pieces.h"

#include <math.h>
#include <string.h>

enum { STEPS = 20, SEARCH = 40 };

/* Forces at v + t step by what is known. The force of second axes, where `turns`, is that at
 * the last speed, f + turning (v - v'): it falls with speed less than that, so that what is
 * left of E falls with each step to where this meets the bodies, though slowly. Otherwise
 * they are linear. */
static void look(rosin_pieces *p, double t, double *f, double *slope) {
  const rosin_group_iterate *it = &p->now;
  for (int i = 0; i < p->n; i++) {
    const int across = p->contact[i].load.across;
    const double v = it->v[i] + t * p->step[i];
    if (!across) {
      f[i] = rosin_curve_force(&p->curve[i], v, &slope[i]);
      continue;
    }
    const rosin_group_aslant *k = &it->second[i];
    const double moved = it->v[across - 1] + t * p->step[across - 1] - k->across;
    slope[i] = p->turns ? k->at.turning : k->at.slope;
    f[i] = k->at.f + slope[i] * (v - k->v) + (p->turns ? 0 : k->at.cross * moved);
  }
}

/* A Newton step and its push on the forces, solved for the push: v and forces then agree to
 * rounding, however stiff. Returns dE/dt at its begin, 0 if it does not fall; where that is
 * rounding alone, what is left is too, and the step is a whole one. With `rising` only
 * slopes that rise. */
static double newton_step(rosin_pieces *p, int rising, int *whole) {
  const int n = p->n;
  double *gap = p->gap, *slope = p->steep, first = 0, rounding = 0;
  for (int i = 0; i < n; i++) {
    slope[i] = rising ? fmax(p->slope[i], 0) : p->slope[i];
    gap[i] = p->v_free[i] - p->now.v[i]; /* by rounding */
    for (int j = 0; j < n; j++)
      gap[i] -= p->b[i * n + j] * p->now.force[j];
  }
  for (int i = 0; i < n; i++) {
    const int across = rising || p->turns ? 0 : p->contact[i].load.across;
    const double cross = across ? p->now.second[i].at.cross : 0;
    p->push[i] = p->f[i] - p->now.force[i] + slope[i] * gap[i];
    for (int j = 0; j < n; j++)
      p->a[i * n + j] =
          (i == j) + slope[i] * p->b[i * n + j] + (across ? cross * p->b[(across - 1) * n + j] : 0);
  }
  *whole = 0;
  if (!rosin_group_linear(p->a, p->push, n))
    return 0;
  for (int i = 0; i < n; i++) {
    p->step[i] = gap[i];
    for (int j = 0; j < n; j++)
      p->step[i] -= p->b[i * n + j] * p->push[j];
    first += p->step[i] * (p->f[i] - p->now.force[i]);
    rounding += 1e-15 * (fabs(p->now.v[i]) + fabs(p->v_free[i])) * fabs(p->f[i] - p->now.force[i]);
  }
  *whole = fabs(first) <= rounding;
  return first < 0 || *whole ? first : 0;
}

static double fall(rosin_pieces *p, double t) {
  double *f = p->gap, sum = 0;
  look(p, t, f, p->steep);
  for (int i = 0; i < p->n; i++)
    sum += p->step[i] * (f[i] - p->now.force[i] - t * p->push[i]);
  return sum;
}

/* How far along the step E, by the curves, is as good as level. */
static double search(rosin_pieces *p, double first) {
  double low = 0, high = 1, at_low = first, at_high = fall(p, 1), t = 1;
  if (at_high <= -0.1 * first)
    return 1;
  for (int k = 0; k < SEARCH; k++) {
    double u = at_low / (at_low - at_high);
    u = k % 3 == 2 ? 0.5 : fmin(fmax(u, 1e-3), 0.999);
    t = low + u * (high - low);
    const double g = fall(p, t);
    if (fabs(g) <= -0.01 * first || high - low <= 1e-15 * high)
      break;
    if (g < 0) {
      low = t;
      at_low = g;
    } else {
      high = t;
      at_high = g;
    }
  }
  return t;
}

/* Force of contact i at v, all else staying, by what is known. */
static double known_at(const rosin_pieces *p, int i, double v) {
  const rosin_group_aslant *k = &p->now.second[i];
  double slope;
  if (!p->contact[i].load.across)
    return rosin_curve_force(&p->curve[i], v, &slope);
  return k->at.f + (p->turns ? k->at.turning : k->at.slope) * (v - k->v);
}

/* Where contact i would go by itself: a step or three its way, then halves. */
static double alone(const rosin_pieces *p, int i) {
  const double mobility = p->b[i * p->n + i], rest = p->now.v[i] + mobility * p->now.force[i];
  double low = p->now.v[i], high = rest - mobility * known_at(p, i, low);
  const int rises = high > low;
  for (int k = 0; k < SEARCH && low != high; k++) {
    const double v = k < 3 ? high : 0.5 * (low + high);
    const double r = rest - mobility * known_at(p, i, v) - v;
    if ((r > 0) == rises) {
      low = v;
      high = k < 3 ? v + 2 * r : high;
    } else {
      high = v;
      k = k < 3 ? 3 : k;
    }
  }
  return low;
}

/* One contact after the other to where its curve meets the bodies, the others' forces given:
 * where several stand at corners, the way that all could go together is short. */
static void relax(rosin_pieces *p) {
  const int n = p->n;
  for (int i = 0; i < n; i++) {
    const double mobility = p->b[i * n + i];
    const double push = mobility > 0 ? (p->now.v[i] - alone(p, i)) / mobility : 0;
    for (int j = 0; j < n; j++)
      p->now.v[j] -= p->b[j * n + i] * push;
    p->now.force[i] += push;
  }
}

/* To where the curves meet the bodies, from the iterate. */
void rosin_pieces_descend(rosin_pieces *p) {
  const int steps = p->late ? 4 * STEPS : STEPS, eases = p->late && (p->turns || !p->crosses);
  for (int k = 0; k < steps; k++) {
    int whole;
    if (k > 0 && k % STEPS == 0 && eases)
      relax(p);
    memset(p->step, 0, (size_t)p->n * sizeof *p->step);
    look(p, 0, p->f, p->slope);
    if (rosin_pieces_measure(p) <= 0.1)
      return;
    double first = newton_step(p, 0, &whole);
    if (first == 0 && !whole)
      first = newton_step(p, 1, &whole);
    if (first == 0 && !whole) {
      if (!eases)
        return;
      relax(p);
      continue;
    }
    const double t = whole ? 1 : search(p, first);
    for (int i = 0; i < p->n; i++) {
      p->now.v[i] += t * p->step[i];
      p->now.force[i] += t * p->push[i];
    }
  }
}
