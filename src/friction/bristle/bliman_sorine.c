/* SPDX-License-Identifier: BSD-3-Clause */
/* Bliman and Sorine (1995; Canudas-de-Wit 2003, eq. 9), of first or second order:
 *   dz/dt = |v| A z + B v,  f = (C z + D sgn v) N,
 *   A = -diag(1/(eta eps), 1/eps), B = (f1/(eta eps), -f2/eps), C = (1, 1),
 * a fast rise to f1 less a slow one to f2: from rest f climbs over a peak down to
 * f1 - f2. Rate-independent: only distance counts. Order 1 keeps the first alone, over
 * eps, which is Dahl's law per unit load.
 *
 * Passive under a steady load while f1 >= f2 max(1, eta^2), where the kernel's
 * f1/(1 + (eta eps w)^2) - f2/(1 + (eps w)^2) is nowhere negative. What it stores is
 * then z'Pz/2 with PB = C', P chosen so that PA + A'P <= 0 (storage()).
 *
 * With a `length` L it is a patch that rolls, under a uniform load (2003, eq. 27-28): rolling takes
 * what is bent off the patch, each state as one cell (tyre.h), so that both means are those of the
 * equation along the patch in steady state; how long a bristle travels is left out. Of two states
 * that roll nothing is known of a storage. */
#include "friction/relax.h"
#include "friction/rows.h"
#include "friction/scalar.h"
#include "friction/tyre/tyre.h"

#include <math.h>

enum { ORDER, F1, F2, EPSILON, ETA, DIRECT, DIRECT_SPEED, LENGTH };
enum { LAST = ROSIN_LAST, Z1, Z2, MEAN, LOAD, STATES };

static const rosin_parameter table[] = {
    {"order", "", 1, 2, 2, "1: without a peak; 2: with one", ROSIN_ROW(ORDER)},
    {"mu_fast", "", 1e-6, 100, 0.5, "f1, friction that builds up quickly", ROSIN_ROW(F1)},
    {"mu_slow", "", 0, 100, 0.3, "f2, what is lost of it slowly (order 2)", ROSIN_ROW(F2)},
    {"epsilon", "m", 1e-8, 1, 1e-4, "distance over which friction settles", ROSIN_ROW(EPSILON)},
    {"eta", "", 1e-3, 1000, 0.1, "the quick distance in shares of epsilon (order 2)",
     ROSIN_ROW(ETA)},
    {"mu_direct", "", 0, 100, 0, "D, friction without memory", ROSIN_ROW(DIRECT)},
    {"direct_speed", "m/s", 1e-6, 100, 1e-3, "speed over which D changes sign",
     ROSIN_ROW(DIRECT_SPEED)},
    {"length", "m", 0, 10, 0, "of the patch that rolls, L; 0: a point", ROSIN_ROW(LENGTH)},
    ROSIN_ROW_END,
};

static int second(const double *p) {
  return p[ORDER] >= 1.5 && p[F2] > 0;
}

/* Limits (f1, -f2) and rates by distance of both states. */
static void components(const double *p, double *limit, double *rate) {
  limit[0] = p[F1];
  limit[1] = second(p) ? -p[F2] : 0;
  rate[1] = 1 / p[EPSILON];
  rate[0] = p[ORDER] >= 1.5 ? rate[1] / p[ETA] : rate[1];
}

/* Patches a second that roll through the contact. */
static double rolls(const double *p, const rosin_load *load) {
  return p[LENGTH] > 0 ? fabs(load->rolling) / p[LENGTH] : 0;
}

static rosin_relax rates(double limit, double rate, double turns, double v) {
  const double sign = v < 0 ? -1 : 1;
  rosin_relax r = {rate * limit * v, rate * fabs(v), rate * limit, sign * rate};
  if (turns > ROSIN_TYRE_STILL) {
    double slope;
    r.b += turns * rosin_tyre_entry(r.b / turns, &slope);
    r.b_slope *= 1 + slope;
  }
  return r;
}

static rosin_relaxed component(double limit, double rate, double z0, const double *p,
                               const rosin_load *load, double v) {
  const rosin_relax r = rates(limit, rate, rolls(p, load), v);
  return rosin_relax_step(&r, z0, load->period);
}

static double direct(const double *p, double v, double *slope) {
  const double root = sqrt(v * v + p[DIRECT_SPEED] * p[DIRECT_SPEED]);
  *slope = p[DIRECT] * p[DIRECT_SPEED] * p[DIRECT_SPEED] / (root * root * root);
  return p[DIRECT] * v / root;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  double limit[2], rate[2];
  components(law->value, limit, rate);
  *f = direct(law->value, *v, slope);
  for (int i = 0; i < 2; i++) {
    const rosin_relaxed z = component(limit[i], rate[i], state[Z1 + i], law->value, load, *v);
    *f += z.mean;
    *slope += z.mean_slope;
  }
  *f *= load->normal;
  *slope *= load->normal;
  return 1;
}

/* P as (p11, p12, p22). PB = C' leaves p12 free; this one makes the loss
 * -z'(PA + A'P)z greatest at its least. Returns 0 where there is no storage. */
static int storage(const double *p, double *s) {
  double limit[2], rate[2];
  components(p, limit, rate);
  const double b1 = rate[0] * limit[0], b2 = -rate[1] * limit[1];
  s[0] = 1 / b1;
  s[1] = s[2] = 0;
  if (!second(p))
    return 1;
  const double apart = rate[0] - rate[1];
  if (p[F1] < p[F2] * fmax(1, p[ETA] * p[ETA]) || fabs(apart) < 1e-6 * rate[0])
    return 0;
  s[1] = 2 * rate[0] * rate[1] * (1 / b2 - 1 / b1) / (apart * apart);
  s[0] = (1 + s[1] * b2) / b1;
  s[2] = (s[1] * b1 - 1) / b2;
  return 1;
}

static double stored(const rosin_law *law, const double *state, double load) {
  double s[3];
  if (!storage(law->value, s))
    return 0;
  return load * (0.5 * s[0] * state[Z1] * state[Z1] + s[1] * state[Z1] * state[Z2] +
                 0.5 * s[2] * state[Z2] * state[Z2]);
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double u = rosin_scalar_agree(law, state, load, *v, *f, solution);
  double limit[2], rate[2], old[2], mean[2], s[3], own, slope, grown = 0;
  const int stores = storage(law->value, s);
  components(law->value, limit, rate);
  solution->iterations += law_force(law, state, load, &u, &own, &slope);
  for (int i = 0; i < 2; i++) {
    const rosin_relaxed z = component(limit[i], rate[i], state[Z1 + i], law->value, load, u);
    old[i] = state[Z1 + i];
    mean[i] = z.mean;
    state[Z1 + i] = rosin_relax_end(&z, old[i], load->period, fabs(limit[i]));
  }
  if (stores) { /* growth of z'Pz/2 without cancellation */
    const double m1 = 0.5 * (state[Z1] + old[0]), m2 = 0.5 * (state[Z2] + old[1]);
    const double d1 = state[Z1] - old[0], d2 = state[Z2] - old[1];
    grown = state[LOAD] * (s[0] * m1 * d1 + s[1] * (m1 * d2 + m2 * d1) + s[2] * m2 * d2) +
            stored(law, state, load->normal_end - state[LOAD]);
  }
  solution->power = own * u - grown / load->period;
  solution->passive = stores && !(second(law->value) && rolls(law->value, load) > 0) &&
                      rosin_load_steady(load, state[LOAD], fabs(old[0]) + fabs(old[1]));
  state[LAST] = u;
  state[MEAN] = mean[0] + mean[1];
  state[LOAD] = load->normal_end;
}

static double law_fall(const rosin_law *law, const rosin_load *load, int index, int *evaluations) {
  double state[STATES] = {0};
  const double rest = rosin_scalar_fall_from(law, state, load, index, evaluations);
  state[Z1] = law->value[F1]; /* at the peak the slow part is still at rest */
  return fmax(rest, rosin_scalar_fall_from(law, state, load, index, evaluations));
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[F1] * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  double limit[2], rate[2], slope;
  components(law->value, limit, rate);
  const double turns = rolls(law->value, load);
  double share = v == 0 ? 0 : copysign(limit[0] + limit[1], v);
  if (turns > ROSIN_TYRE_STILL) {
    const rosin_relax fast = rates(limit[0], rate[0], turns, v);
    const rosin_relax slow = rates(limit[1], rate[1], turns, v);
    share = fast.a / fast.b + slow.a / slow.b;
  }
  return load->normal * (share + direct(law->value, v, &slope));
}

/* Deflection of a spring as stiff as this law is at rest. */
static double law_bristle(const rosin_law *law, const double *state) {
  double limit[2], rate[2];
  components(law->value, limit, rate);
  const double stiffness = rate[0] * limit[0] + rate[1] * limit[1];
  return fabs(stiffness) > 0 ? state[MEAN] / stiffness : 0;
}

static double law_energy(const rosin_law *law, const double *state) {
  return stored(law, state, state[LOAD]);
}

const rosin_law_ops rosin_law_bliman_sorine = {
    .name = "bliman-sorine",
    .summary = "hysteresis over distance, with a peak (Bliman and Sorine 1995)",
    .parameters = table,
    .axes = 1,
    .states = STATES,
    .force = law_force,
    .commit = law_commit,
    .fall = law_fall,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
};
