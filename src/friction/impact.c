/* SPDX-License-Identifier: BSD-3-Clause */
/* Impact along the normal (Hunt and Crossley, J. Appl. Mech. 42, 1975):
 *   f = k [x]^alpha (1 + mu dx/dt), never below 0,  [x] = max(x, 0),
 * x how deep a is pressed into b: the way it has approached, less the gap. Over a sample
 * [x]^alpha is its mean along the way from x0 to x1 = x0 + T v, which is the discrete gradient
 * of the potential phi = k [x]^(alpha + 1)/(alpha + 1) (Chatziioannou and van Walstijn, J.
 * Sound Vib. 339, 2015; Bilbao, Torin and Chatziioannou, Acta Acustica 101, 2015):
 *   f = D max(1 + mu v, 0),  D = (phi(x1) - phi(x0))/(x1 - x0) >= 0.
 * So f v = dphi/T + mu D v^2, or, where whoever pulls is faster than 1/mu, phi falls and is
 * lost: passive for any numbers. f grows with v, and for alpha >= 1 is convex: there is one
 * root, and Newton falls to it from above.
 *
 * x is integrated from v, which is exact as the bodies are stepped. Where they know their
 * places, x is put right by them while nothing touches, when that changes no energy; while
 * pressed it may only be made less. */
#include "friction/rows.h"
#include "friction/scalar.h"
#include "maths/maths.h"

#include <math.h>

enum { STIFFNESS, EXPONENT, DAMPING, GAP };
enum { LAST = ROSIN_LAST, DEPTH, WAY, MEAN, STATES };

static const rosin_parameter table[] = {
    {"stiffness", "N/m^a", 1, 1e12, 1e8, "force at a depth of 1 m", ROSIN_ROW(STIFFNESS)},
    {"exponent", "", 1, 4, 1.5, "a of force over depth; 1.5: round bodies (Hertz)",
     ROSIN_ROW(EXPONENT)},
    {"damping", "s/m", 0, 1e3, 0.3, "at impact speed v a share 2/3 damping v of it is lost",
     ROSIN_ROW(DAMPING)},
    {"gap", "m", 0, 10, 0, "way to go until both touch, as they rest", ROSIN_ROW(GAP)},
    ROSIN_ROW_END,
};

/* What is pressed with more (N) gives way. */
static const double most = 1e12;

typedef struct {
  double k, alpha, mu, period;
  double x0, power; /* depth at the sample's begin; [x0]^alpha */
} press;

/* x^alpha, x > 0. Of Hertz's 3/2, and of a spring, it is no affair of logarithms, which were a
 * sixth of what a scene with a knock took. */
static inline double raise(double x, double alpha) {
  if (alpha == 1.5)
    return x * sqrt(x);
  return alpha == 1 ? x : rosin_pow(x, alpha);
}

/* Places that the bodies know put x right, and a gap that was changed, but neither presses
 * deeper. */
static double begin_depth(const rosin_law *law, const double *state, const rosin_load *load) {
  const double apart = (load->placed ? load->way : state[WAY]) - law->value[GAP];
  return fmin(fmax(state[DEPTH], 0), apart);
}

static press press_at(const rosin_law *law, const double *state, const rosin_load *load) {
  const double *p = law->value, x0 = begin_depth(law, state, load);
  return (press){.k = p[STIFFNESS],
                 .alpha = p[EXPONENT],
                 .mu = p[DAMPING],
                 .period = load->period,
                 .x0 = x0,
                 .power = x0 > 0 ? raise(x0, p[EXPONENT]) : 0};
}

/* Mean of x^alpha between two depths > 0 that are near each other, and its slope by x1. */
static double mean_near(double a, double x0, double x1, double *slope) {
  const double mid = 0.5 * (x0 + x1), r = 0.5 * (x1 - x0) / mid, q = r * r;
  const double c2 = a * (a - 1) / 6, c4 = c2 * (a - 2) * (a - 3) / 20;
  const double c6 = c4 * (a - 4) * (a - 5) / 42, power = raise(mid, a);
  const double by_mid = a + q * ((a - 2) * c2 + q * ((a - 4) * c4 + q * (a - 6) * c6));
  const double by_half = r * (2 * c2 + q * (4 * c4 + q * 6 * c6));
  *slope = 0.5 * power / mid * (by_mid + by_half);
  return power * (1 + q * (c2 + q * (c4 + q * c6)));
}

/* Mean of [x]^alpha on the way to x1, and its slope by x1. */
static double mean_power(const press *p, double x1, double *slope) {
  const double way = x1 - p->x0, raised = p->alpha + 1;
  *slope = 0;
  if (p->x0 <= 0 && x1 <= 0)
    return 0;
  if (x1 <= 0) {
    const double mean = -p->power * p->x0 / (raised * way);
    *slope = -mean / way;
    return mean;
  }
  if (p->x0 > 0 && fabs(way) < 0.02 * (p->x0 + x1))
    return mean_near(p->alpha, p->x0, x1, slope);
  const double end = raise(x1, p->alpha), from = p->x0 > 0 ? p->power * p->x0 : 0;
  const double mean = (end * x1 - from) / (raised * way);
  *slope = (end - mean) / way;
  return mean;
}

/* Force with the end depth x1 at mean velocity v, and its slope by x1. */
static double force_to(const press *p, double x1, double v, double *slope) {
  const double factor = 1 + p->mu * v;
  double steep;
  *slope = 0;
  if (factor <= 0)
    return 0;
  const double mean = mean_power(p, x1, &steep);
  *slope = p->k * (steep * factor + mean * p->mu / p->period);
  return p->k * mean * factor;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  const press p = press_at(law, state, load);
  *f = force_to(&p, p.x0 + p.period * *v, *v, slope);
  *slope *= p.period;
  return 1;
}

/* The whole way out, if it is out of the depth within the sample: then f is that of phi(x0)
 * over the way, and the equation quadratic. `pull` is the way a newton takes. */
static double way_out(const press *p, double x_free, double pull) {
  const double q = pull * p->k * p->power * p->x0 / (p->alpha + 1);
  const double b = p->x0 - x_free - q * p->mu / p->period, root = sqrt(b * b + 4 * q);
  return b < 0 ? 2 * q / (root - b) : 0.5 * (root + b);
}

/* A depth no less than the root, near it where the contact is stiff. */
static double upper(const press *p, double x_free, double pull) {
  const double a = pull * p->k / (p->alpha + 1);
  double bound = x_free;
  if (p->x0 <= 0)
    bound = rosin_pow((x_free - p->x0) * x_free / a, 1 / (p->alpha + 1));
  else if (x_free > p->x0)
    bound = fmax(rosin_pow(x_free / a, 1 / p->alpha), p->x0);
  return fmin(bound, x_free);
}

/* x1 > 0 by Newton from above; the last step is taken on its size. */
static double depth(const press *p, double x_free, double pull, rosin_solution *out, int budget) {
  double x = upper(p, x_free, pull);
  for (out->iterations = 1;; out->iterations++) {
    double slope;
    const double f = force_to(p, x, (x - p->x0) / p->period, &slope);
    const double step = (x_free - x - pull * f) / (1 + pull * slope);
    const double scale = fmax(x, p->x0);
    x += step;
    out->f = fmax(f + slope * step, 0);
    out->converged = fabs(step) <= 1e-8 * scale || x == x - step;
    if (out->converged || out->iterations >= budget)
      break;
  }
  return x;
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  const press p = press_at(law, state, load);
  const double pull = mobility * p.period, x_free = p.x0 + p.period * v_free;
  *out = (rosin_solution){.v = v_free, .converged = 1, .exact = 1};
  if ((p.x0 <= 0 && x_free <= 0) || 1 + p.mu * v_free <= 0)
    return;
  if (p.x0 > 0) {
    const double way = way_out(&p, x_free, pull);
    if (way >= p.x0) {
      out->v = -way / p.period;
      out->f = p.k * p.power * p.x0 / ((p.alpha + 1) * way) * (1 + p.mu * out->v);
      out->iterations = 1;
      return;
    }
  }
  out->v = (depth(&p, x_free, pull, out, rosin_load_budget(load)) - p.x0) / p.period;
}

/* Linear as far as the tolerance of a force allows: flight wholly, what is pressed over a small
 * share of its depth, of the way where it lets go. */
static int law_tangent(rosin_law *law, const double *state, const rosin_load *load, double v,
                       double w, int whole, rosin_tangent *t) {
  const press p = press_at(law, state, load);
  const double x1 = p.x0 + p.period * v, quits = p.mu > 0 ? -1 / p.mu : -(double)INFINITY;
  (void)w, (void)whole;
  *t = (rosin_tangent){.most = (double)INFINITY, .low = -(double)INFINITY};
  t->f = force_to(&p, x1, v, &t->slope);
  t->slope *= p.period;
  if (v <= quits) {
    t->high = quits;
  } else if (p.x0 <= 0 && x1 <= 0) {
    t->high = -p.x0 / p.period;
  } else {
    const double near = 4e-6 * (x1 <= 0 ? p.x0 - x1 : fmax(p.x0, x1)) / p.period;
    t->low = fmax(v - near, quits);
    t->high = v + near;
  }
  return 1;
}

/* In flight it stays in flight as long as it may: the root is the only one. */
static int law_bend(rosin_law *law, const double *state, const rosin_load *load, rosin_bend *bend) {
  const double x0 = begin_depth(law, state, load);
  if (x0 > 0)
    return 0;
  *bend = (rosin_bend){.low = -(double)INFINITY, .high = -x0 / load->period, .linear = 1};
  return 2;
}

static double potential(const rosin_law *law, double x) {
  const double raised = law->value[EXPONENT] + 1;
  return x > 0 ? law->value[STIFFNESS] * x * raise(x, law->value[EXPONENT]) / raised : 0;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const press p = press_at(law, state, load);
  const int flies = p.x0 <= 0 && p.x0 + p.period * *v <= 0;
  const double own = flies ? *v : rosin_scalar_agree(law, state, load, *v, *f, solution);
  const double x1 = p.x0 + p.period * own, held = state[DEPTH];
  double slope;
  const double gradient = p.k * mean_power(&p, x1, &slope);
  solution->power = gradient * own * (fmax(1 + p.mu * own, 0) - 1);
  if (held > p.x0)
    solution->power += (potential(law, held) - potential(law, p.x0)) / p.period;
  state[LAST] = own;
  state[WAY] = (load->placed ? load->way : state[WAY]) + p.period * *v;
  state[MEAN] = 0.5 * (p.x0 + x1);
  state[DEPTH] = x1;
  if (x1 > 0 && p.k * raise(x1, p.alpha) > most) {
    solution->power += potential(law, x1) / p.period;
    state[DEPTH] = 0;
  }
  solution->passive = 1;
}

static int law_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  (void)law, (void)load, (void)mobility;
  return 1;
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  (void)law, (void)load;
  return 1;
}

/* Pressed on and on, it never comes to rest. */
static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  (void)law, (void)load, (void)v;
  return 0;
}

static double law_mean(const rosin_law *law, const double *state) {
  (void)law;
  return state[MEAN];
}

static double law_energy(const rosin_law *law, const double *state) {
  return potential(law, state[DEPTH]);
}

static double law_end(const rosin_law *law, const double *state) {
  const double *p = law->value;
  const double factor = fmax(1 + p[DAMPING] * state[LAST], 0);
  return state[DEPTH] > 0 ? p[STIFFNESS] * raise(state[DEPTH], p[EXPONENT]) * factor : 0;
}

const rosin_law_ops rosin_law_impact = {
    .name = "impact",
    .summary = "knock along the normal, not friction (Hunt and Crossley 1975)",
    .parameters = table,
    .axes = 1,
    .states = STATES,
    .normal = 1,
    .force = law_force,
    .commit = law_commit,
    .solve = law_solve,
    .unique = law_unique,
    .tangent = law_tangent,
    .unknown = LAST,
    .bend = law_bend,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_mean,
    .energy = law_energy,
    .end = law_end,
};
