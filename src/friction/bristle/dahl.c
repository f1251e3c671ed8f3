/* SPDX-License-Identifier: BSD-3-Clause */
/* Dahl (1968; Canudas-de-Wit 2003, eq. 15): with s = sgn(v),
 *   dF/dx = sigma0 |1 - s F/F_c|^beta sgn(1 - s F/F_c),
 * rate-independent. beta = 1 is LuGre with f_s = f_c and no damping, and takes the
 * bristles' way. Others have f = sigma0 z alone, so that v follows from z and one equation
 * in z is left; where the load has fallen z is held at F_c/sigma0, as bristles are.
 * Passive for every beta: the loss is F v (1 - |1 - s F/F_c|^beta sgn(...)). */
#include "friction/bristle/bristle.h"
#include "friction/rows.h"
#include "friction/scalar.h"
#include "maths/maths.h"

#include <math.h>

enum { SIGMA0, MU_K, BETA, STIFFENING, STIFFENING_LOAD, LOAD_FALL };

static const rosin_parameter table[] = {
    ROSIN_ROW_SIGMA0(SIGMA0),
    ROSIN_ROW_MU_KINETIC(MU_K),
    {"beta", "", 0.1, 10, 1, "shape of the loop: below 1 yields late, above 1 early",
     ROSIN_ROW(BETA)},
    ROSIN_ROW_STIFFENING(STIFFENING),
    ROSIN_ROW_STIFFENING_LOAD(STIFFENING_LOAD),
    ROSIN_ROW_LOAD_FALL(LOAD_FALL),
    ROSIN_ROW_END,
};

static void numbers(const rosin_law *law, rosin_bristle *b) {
  const double *p = law->value;
  *b = (rosin_bristle){.sigma0 = p[SIGMA0],
                       .unit_coulomb = p[MU_K],
                       .unit_stiction = p[MU_K],
                       .stribeck_velocity = 1,
                       .exponent = 2,
                       .plastic = 1,
                       .stiffening = p[STIFFENING],
                       .per_reference = 1 / p[STIFFENING_LOAD],
                       .relaxes = p[LOAD_FALL] >= 0.5};
}

#define ROSIN_BRISTLE_LAW rosin_law_dahl_linear
#define ROSIN_BRISTLE_NAME "dahl"
#define ROSIN_BRISTLE_SUMMARY "hysteresis without dependence on speed (Dahl 1968)"
#include "friction/bristle/bristle_ops.h"

enum {
  Z = ROSIN_BRISTLE_Z,
  RATE = ROSIN_BRISTLE_RATE,
  MEAN = ROSIN_BRISTLE_MEAN,
  STIFFNESS = ROSIN_BRISTLE_STIFFNESS
};

/* |w|^beta sgn w and its slope. */
static double power_of(double w, double beta, double *slope) {
  const double size = fabs(w), power = rosin_pow(size, beta);
  *slope = size > 0 ? beta * power / size : 0;
  return copysign(power, w);
}

/* r = r0 + (u - m r) |1 - r|^beta sgn(1 - r), along the motion, in shares of F_c/sigma0:
 * u is half a sample's way at v_free and m what a force takes off it (0 at a given v). */
typedef struct {
  double r0, u, m, beta;
} reduced;

/* h(r), its slope, and by_u = dh/du. */
static double balance(const reduced *k, double r, double *slope, double *by_u) {
  double bend;
  *by_u = power_of(1 - r, k->beta, &bend);
  *slope = -k->m * *by_u - (k->u - k->m * r) * bend - 1;
  return k->r0 + (k->u - k->m * r) * *by_u - r;
}

/* Its root, between r0 and 1 and where the motion lasts; `count` grows by the rounds. */
static double mean_share(const reduced *k, double start, int budget, int *count, int *converged) {
  const double rests = k->m > 0 ? k->u / k->m : (double)INFINITY;
  double low = fmin(k->r0, 1), high = k->r0 > 1 ? k->r0 : fmin(1, rests);
  double r = fmin(fmax(start, low), high), last = HUGE_VAL, slope, by_u;
  *converged = 1;
  while (high > low) {
    const double h = balance(k, r, &slope, &by_u), newton = r - h / slope;
    const double step = fabs(newton - r);
    ++*count;
    if (h > 0)
      low = r;
    else
      high = r;
    const int inside = newton >= low && newton <= high && slope < 0;
    if (inside && step <= fmax(1e-7 * fabs(1 - newton), 2e-16))
      return newton;
    if (h == 0 || high - low <= 4e-16 * (fabs(low) + fabs(high)))
      return r;
    if (*count >= budget)
      break;
    r = inside && fabs(h) <= 0.5 * last ? newton : rosin_middle(low, high);
    last = fabs(h);
  }
  *converged = high - low <= 1e-9;
  return r;
}

/* The law at one load, and the deflection at the sample's begin. */
typedef struct {
  double sigma0, top, z0;
} at;

static double stiffness(const rosin_law *law, double normal) {
  const double *p = law->value;
  return p[STIFFENING] > 0
             ? p[SIGMA0] * rosin_bristle_growth(p[STIFFENING], normal / p[STIFFENING_LOAD])
             : p[SIGMA0];
}

static at at_normal(const rosin_law *law, const double *state, double normal) {
  const double sigma0 = stiffness(law, normal), before = state[STIFFNESS];
  const int grown = law->value[STIFFENING] > 0 && before < sigma0;
  return (at){sigma0, law->value[MU_K] * normal / sigma0,
              grown ? state[Z] * (before / sigma0) : state[Z]};
}

static int holds(const rosin_law *law, double r) {
  return fabs(r) > 1 && law->value[LOAD_FALL] < 0.5;
}

/* The most that q or, if beta < 1, q^beta can be of what is left. */
static double most_left(double c, double d, double beta) {
  const int power_ends = d > c || c > 2; /* c > 2: the load has fallen under what is bent */
  if (beta < 1)
    return fmin(rosin_pow(c, beta), d > 0 ? c / d : HUGE_VAL);
  return power_ends && d > 0 ? fmin(c, rosin_pow(c / d, 1 / beta)) : c;
}

/* At a given v what is left of the way to F_c, q = |1 - r|, has q + d q^beta = c. In q, or
 * if beta < 1 in q^beta, that is convex, so that Newton falls to the root from above, where
 * its first step from `near` leads. */
static double left_over(double c, double d, double beta, double near, int rounds, int *count) {
  if (!(c > 0))
    return 0;
  const int convex = beta >= 1;
  const double power = convex ? beta : 1 / beta, from = convex ? near : rosin_pow(near, beta);
  const double most = most_left(c, d, beta);
  double x = from > 0 && from < most ? from : most;
  for (int i = 0; i < rounds && x > 0; i++) {
    const double curve = rosin_pow(x, power), bend = power * curve / x;
    const double h = convex ? x + d * curve - c : curve + d * x - c;
    const double next = fmin(x - h / (convex ? 1 + d * bend : bend + d), most);
    const double step = fabs(next - x);
    const int falls = next <= x;
    x = next;
    ++*count;
    const int nothing = falls && (convex ? x : curve) < 1e-13;
    if (!(step > 1e-6 * x) || nothing) /* the error is this squared */
      break;
  }
  return convex ? x : rosin_pow(fmax(x, 0), power);
}

/* Force at v, held at the top where the load has fallen; the search for what is left over
 * begun at `near`. */
static int force_from(const rosin_law *law, const double *state, const rosin_load *load, double v,
                      double near, double *f, double *slope) {
  const at k = at_normal(law, state, load->normal);
  const double top = k.top, sign = v < 0 ? -1 : 1, beta = law->value[BETA];
  const double half = 0.5 * load->period, d = half * fabs(v) / top;
  const double c = 1 - sign * k.z0 / top;
  int count = 0;
  double bend;
  const double r =
      1 - copysign(left_over(fabs(c), d, beta, near, rosin_load_rounds(load), &count), c);
  const double flow = power_of(1 - r, beta, &bend);
  const int held = holds(law, r);
  *f = sign * k.sigma0 * (held ? copysign(top, r) : r * top);
  *slope = held ? 0 : k.sigma0 * half * flow / (1 + d * bend);
  return count ? count : 1;
}

static int curved_force(const rosin_law *law, const double *state, const rosin_load *load,
                        const double *v, double *f, double *slope) {
  return force_from(law, state, load, *v, 0, f, slope);
}

static void curved_solve(const rosin_law *law, const double *state, const rosin_load *load,
                         double v_free, double mobility, rosin_solution *out) {
  const at now = at_normal(law, state, load->normal);
  const double top = now.top, half = 0.5 * load->period, pull = mobility * now.sigma0;
  const double sign = v_free - pull * now.z0 < 0 ? -1 : 1;
  const reduced k = {sign * now.z0 / top, half * sign * v_free / top, half * pull,
                     law->value[BETA]};
  *out = (rosin_solution){0};
  const double r = mean_share(&k, sign * state[MEAN] / top, rosin_load_budget(load),
                              &out->iterations, &out->converged);
  out->f = sign * now.sigma0 * (holds(law, r) ? copysign(top, r) : r * top);
  out->v = v_free - mobility * out->f;
  out->own = (sign * r * top - now.z0) / half;
}

/* w is the rate, as of the linear law. */
static int curved_tangent(rosin_law *law, const double *state, const rosin_load *load, double v,
                          double w, int whole, rosin_tangent *t) {
  const at k = at_normal(law, state, load->normal);
  const double top = k.top, sign = v < 0 ? -1 : 1;
  const double half = 0.5 * load->period, z = k.z0 + half * w, left = 1 - sign * z / top;
  const double from = sign * k.z0 / top;
  double bend;
  t->held = 0;                                             /* whatever unheld says */
  if (whole || !(left > 0 && from < 1 && sign * w >= 0)) { /* w is not that of this motion */
    const int count = force_from(law, state, load, v, fabs(left), &t->f, &t->slope);
    t->step = (t->f / k.sigma0 - k.z0) / half - w;
    t->turn = t->slope / (k.sigma0 * half);
    t->low = v - 1e-6 * fabs(v);
    t->high = v + 1e-6 * fabs(v);
    t->most = (double)INFINITY;
    return count;
  }
  const double flow = power_of(left, law->value[BETA], &bend);
  const double per = 1 / (1 + half * fabs(v) / top * bend);
  t->step = (v * flow - w) * per;
  t->turn = flow * per;
  t->f = k.sigma0 * (z + half * t->step);
  t->slope = k.sigma0 * half * t->turn;
  t->low = v - 1e-6 * fabs(v);
  t->high = v + 1e-6 * fabs(v);
  t->most = 1e-6 * left * top / half;
  return 1;
}

static void curved_commit(const rosin_law *law, double *state, const rosin_load *load,
                          const double *v, const double *f, rosin_solution *solution) {
  const at k = at_normal(law, state, load->normal);
  const at last = at_normal(law, state, load->normal_end);
  const double top = law->value[LOAD_FALL] < 0.5 ? last.top : (double)INFINITY;
  const double z = *f / k.sigma0, z0 = k.z0, before = state[Z];
  state[Z] = fmax(fmin(2 * z - z0, top), -top);
  state[MEAN] = z;
  state[RATE] = (state[Z] - z0) / load->period;
  state[ROSIN_BRISTLE_V] = *v;
  solution->power = k.sigma0 * (z * *v - 0.5 * (state[Z] - z0) * (state[Z] + z0) / load->period);
  solution->passive = 1;
  if (law->value[STIFFENING] > 0)
    solution->power += rosin_bristle_follow(state, k.sigma0, last.sigma0, before, load->period);
}

static int is_linear(const rosin_law *law) {
  return law->value[BETA] == 1;
}

static int any_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  return (is_linear(law) ? law_force : curved_force)(law, state, load, v, f, slope);
}

static int any_tangent(rosin_law *law, const double *state, const rosin_load *load, double v,
                       double w, int whole, rosin_tangent *t) {
  return (is_linear(law) ? law_tangent : curved_tangent)(law, state, load, v, w, whole, t);
}

static void any_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  (is_linear(law) ? law_commit : curved_commit)(law, state, load, v, f, solution);
}

static void any_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  (is_linear(law) ? law_solve : curved_solve)(law, state, load, v_free, mobility, out);
}

static void any_step(rosin_law *law, double *state, const rosin_load *load, double v_free,
                     double mobility, rosin_solution *solution) {
  (is_linear(law) ? law_step : rosin_scalar_step)(law, state, load, v_free, mobility, solution);
}

/* f rises with v for every beta. */
static int any_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  return is_linear(law) ? law_unique(law, load, mobility) : 1;
}

const rosin_law_ops rosin_law_dahl = {
    .name = ROSIN_BRISTLE_NAME,
    .summary = ROSIN_BRISTLE_SUMMARY,
    .parameters = table,
    .axes = 1,
    .states = ROSIN_BRISTLE_STATES,
    .force = any_force,
    .commit = any_commit,
    .solve = any_solve,
    .step = any_step,
    .unique = any_unique,
    .tangent = any_tangent,
    .unknown = RATE,
    .whole = 1,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
    .release = law_release,
};
