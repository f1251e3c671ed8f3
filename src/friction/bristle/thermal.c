/* SPDX-License-Identifier: BSD-3-Clause */
/* Thermal elasto-plastic bristles, after van Walstijn and others (Acta Acustica 10:47,
 * 2026; after Smith and Woodhouse 2000): the yield of the rosin falls with its
 * temperature t above ambient, not with speed. Per unit load,
 *   dz/dt = v - s,  s = alpha v z / z_ss,  f = sigma0 z N,
 *   z_ss = g(t)/sigma0,  g = (mu_s + mu_d y X)/(1 + X),  X = (t/t_g)^xi,
 *   a dt/dt + (b sqrt(|v| w/N) + c) t = sigma0 z s,
 * w the width of the hair, alpha that of the elasto-plastic law with z_ba a share of the
 * hot y mu_d/sigma0. Heat is what the sliding s loses: the loop in the plane of force
 * and speed leaves the steady curve since the contact cools slower than it slides.
 *
 * Passive under a steady load. */
#include "friction/bristle/bristle_rate.h"
#include "friction/relax.h"
#include "friction/rows.h"
#include "friction/scalar.h"
#include "maths/maths.h"

enum { SIGMA0, MU_S, MU_K, GLASS, YIELD, XI, BREAKAWAY, HEAT, FLOW, LEAK, WIDTH };
enum { LAST = ROSIN_LAST, Z, HOT, MEAN, LOAD, STATES };

static const rosin_parameter table[] = {
    {"sigma0", "1/m", 1, 1e9, 1e6, "bristle stiffness, per unit load", ROSIN_ROW(SIGMA0)},
    {"mu_static", "", 1e-6, 100, 1.05, "friction coefficient of cold rosin", ROSIN_ROW(MU_S)},
    {"mu_kinetic", "", 1e-6, 100, 0.3, "mu_kinetic times yield is that of hot rosin",
     ROSIN_ROW(MU_K)},
    {"glass", "K", 0.1, 1000, 25, "temperature above ambient at which rosin softens",
     ROSIN_ROW(GLASS)},
    {"yield", "", 0.01, 1, 0.4, "share of contact that hot rosin keeps", ROSIN_ROW(YIELD)},
    {"steepness", "", 1, 5, 2, "of softening, xi", ROSIN_ROW(XI)},
    {"breakaway", "", 0, 0.999, 0.5, "share of the hot deflection below which bristles only bend",
     ROSIN_ROW(BREAKAWAY)},
    {"heat_capacity", "m/K", 1e-9, 1, 1e-6, "a, of the contact per unit load", ROSIN_ROW(HEAT)},
    {"heat_flow", "", 0, 100, 0.22, "b, heat carried off by sliding, sqrt(N/s) / K",
     ROSIN_ROW(FLOW)},
    {"heat_leak", "m/(s K)", 1e-9, 1, 1e-4, "c, heat lost at rest, per unit load", ROSIN_ROW(LEAK)},
    {"width", "m", 1e-4, 1, 0.01, "of the hair that carries the load", ROSIN_WHOLE_ROW(WIDTH)},
    ROSIN_ROW_END,
};

/* Friction coefficient of hot rosin, never above that of cold. */
static double hot_friction(const double *p) {
  return fmin(p[MU_K] * p[YIELD], p[MU_S]);
}

/* g at temperature t >= 0, and its slope. */
static double friction(const double *p, double t, double *slope) {
  const double ratio = t / p[GLASS], x = p[XI] == 2 ? ratio * ratio : rosin_pow(ratio, p[XI]);
  const double hot = hot_friction(p), over = 1 + x;
  *slope = t > 0 ? (hot - p[MU_S]) / over * (p[XI] * (x / over) / t) : 0;
  return (p[MU_S] + hot * x) / over;
}

/* Heat lost per kelvin at a speed, and its slope. */
static double cooling(const double *p, const rosin_load *load, double speed, double *slope) {
  const double flow = p[FLOW] * sqrt(p[WIDTH] / load->normal);
  const double root = sqrt(speed + 1e-12);
  *slope = 0.5 * flow / root;
  return flow * root + p[LEAK];
}

/* One sample by the midpoint rule, along the motion. At a mean deflection z the speed is
 * u - m z: u that of v_free and m what the force takes off it, 0 at a given v. `way` is
 * where the bristle would be if it only bent, and the heat balance gives the temperature
 * outright, so that z is the root of one equation,
 *   h(z) = way - half |v| alpha z / z_ss(t(z)) - z,  between z_ba and the bent one. */
typedef struct {
  rosin_bristle b; /* z_ba */
  double u, m, z0, half, t0, store, flow, leak;
} step;

typedef struct {
  double h, by_z, by_v, t;
} warm;

static step start(const double *p, const double *state, const rosin_load *load, double sign,
                  double u, double m) {
  return (step){.b.z_ba = p[BREAKAWAY] * hot_friction(p) / p[SIGMA0],
                .u = u,
                .m = m,
                .z0 = sign * state[Z],
                .half = 0.5 * load->period,
                .t0 = state[HOT],
                .store = 2 * p[HEAT] / load->period,
                .flow = p[FLOW] * sqrt(p[WIDTH] / load->normal),
                .leak = p[LEAK]};
}

/* Temperature at mean deflection z and speed v >= 0. */
static double temperature(const double *p, const step *s, double z, double v, double *by_z,
                          double *by_v) {
  const double root = sqrt(v + 1e-12), cool = s->flow * root + s->leak;
  const double per = 1 / (s->store + cool), slid = s->z0 + s->half * v - z;
  const double t = (s->store * s->t0 + p[SIGMA0] * z * slid / s->half) * per;
  *by_z = p[SIGMA0] * (slid - z) / s->half * per;
  *by_v = (p[SIGMA0] * z - 0.5 * s->flow / root * t) * per;
  return t;
}

static warm balance(const double *p, const step *s, double z, double v) {
  double t_z, t_v, g_t, alpha_z, alpha_ss;
  const double t = temperature(p, s, z, v, &t_z, &t_v);
  const double z_ss = friction(p, fmax(t, 0), &g_t) / p[SIGMA0], d = s->half * v;
  const double alpha = adhesion(&s->b, z, z_ss, &alpha_z, &alpha_ss), ratio = z / z_ss;
  const double by_t = -d * ratio * (alpha_ss - alpha / z_ss) * g_t / p[SIGMA0];
  return (warm){s->z0 + d - d * alpha * ratio - z,
                -1 - d * (alpha_z * z + alpha) / z_ss + by_t * t_z,
                s->half * (1 - alpha * ratio) + by_t * t_v, t};
}

/* The last Newton step, in shares of z; the error is its square. */
static const double step_share = 1e-7;

/* The mean deflection, and the balance where it was last looked at; `count` grows by the
 * rounds. */
static double deflection(const double *p, const step *s, double from, int budget, warm *w,
                         int *count, int *converged) {
  const double bent = (s->z0 + s->half * s->u) / (1 + s->half * s->m);
  /* past both z0 and the cold z_ss a bristle only slips back */
  double low = s->b.z_ba, high = fmin(bent, fmax(s->z0, p[MU_S] / p[SIGMA0]));
  double last = HUGE_VAL, unused;
  *converged = 1;
  if (bent <= s->b.z_ba)
    return bent;
  /* where nothing is known of it, it slides as warm as it was */
  const int known = from > low && from < high;
  double z = known ? from : fmin(fmax(friction(p, s->t0, &unused) / p[SIGMA0], low), high);
  for (;;) {
    *w = balance(p, s, z, s->u - s->m * z);
    const double slope = w->by_z - s->m * w->by_v, newton = z - w->h / slope;
    const double move = fabs(newton - z);
    const int inside = slope < 0 && newton >= low && newton <= high;
    ++*count;
    if (inside && move <= step_share * z)
      return newton;
    if (w->h > 0)
      low = z;
    else
      high = z;
    if (w->h == 0 || high - low <= 4e-16 * high)
      return z;
    if (*count >= budget)
      break;
    /* Newton's step while it pays: from one side it leaves the other end where it is */
    z = inside && fabs(w->h) <= 0.5 * last ? newton : rosin_middle(low, high);
    last = fabs(w->h);
  }
  *converged = high - low <= 1e-9 * high;
  return z;
}

/* Force at v, the search for the deflection begun at `from`. */
static int force_from(const double *p, const double *state, const rosin_load *load, double v,
                      double from, double *f, double *slope) {
  const double sign = v < 0 ? -1 : 1, speed = fabs(v);
  const step s = start(p, state, load, sign, speed, 0);
  int count = 0, unused;
  warm w;
  const double z = deflection(p, &s, sign * from, rosin_load_rounds(load), &w, &count, &unused);
  *f = sign * load->normal * p[SIGMA0] * z;
  *slope = load->normal * p[SIGMA0] * (count ? -w.by_v / w.by_z : s.half);
  return count ? count : 1;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  return force_from(law->value, state, load, *v, state[MEAN], f, slope);
}

static void law_solve(const rosin_law *law, const double *state, const rosin_load *load,
                      double v_free, double mobility, rosin_solution *out) {
  const double *p = law->value, stiffness = load->normal * p[SIGMA0], pull = mobility * stiffness;
  const double sign = v_free - pull * state[Z] < 0 ? -1 : 1;
  const step s = start(p, state, load, sign, sign * v_free, pull);
  *out = (rosin_solution){0};
  warm unused;
  const double z = deflection(p, &s, sign * state[MEAN], rosin_load_budget(load), &unused,
                              &out->iterations, &out->converged);
  out->f = sign * stiffness * z;
  out->v = v_free - mobility * out->f;
  out->own = sign * z;
}

/* w is the mean deflection. */
static int law_tangent(rosin_law *law, const double *state, const rosin_load *load, double v,
                       double w, int whole, rosin_tangent *t) {
  const double *p = law->value, sign = v < 0 ? -1 : 1, stiffness = load->normal * p[SIGMA0];
  const step s = start(p, state, load, sign, fabs(v), 0);
  const double way = s.z0 + s.half * fabs(v), z = sign * w;
  t->held = 0;
  t->low = v - 1e-6 * fabs(v);
  t->high = v + 1e-6 * fabs(v);
  if (way > s.b.z_ba && !whole && z > s.b.z_ba && z < way) {
    const warm k = balance(p, &s, z, fabs(v));
    const double next = z - k.h / k.by_z;
    if (k.by_z < 0 && next > s.b.z_ba && next < way) {
      t->step = sign * next - w;
      t->turn = -k.by_v / k.by_z;
      t->f = stiffness * sign * next;
      t->slope = stiffness * t->turn;
      t->most = 1e-6 * fabs(z);
      return 1;
    }
  }
  const int count = force_from(p, state, load, v, w, &t->f, &t->slope);
  t->step = t->f / stiffness - w;
  t->turn = t->slope / stiffness;
  t->most = INFINITY;
  return count;
}

/* f is that of a deflection z, and z and v give the temperature. */
static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double *p = law->value, limit = p[MU_S] / p[SIGMA0], sign = *v < 0 ? -1 : 1;
  const double z = *f / (p[SIGMA0] * load->normal);
  const step s = start(p, state, load, sign, fabs(*v), 0);
  double by_z, by_v;
  const double t = temperature(p, &s, sign * z, fabs(*v), &by_z, &by_v);
  const double end = fmax(fmin(2 * z - state[Z], limit), -limit);
  const double grown = rosin_relax_growth(state[LOAD], state[Z], load->normal_end, end);
  solution->power = p[SIGMA0] * (load->normal * z * *v - grown / load->period);
  solution->passive = rosin_load_steady(load, state[LOAD], state[Z]);
  state[LAST] = *v;
  state[Z] = end;
  state[HOT] = fmax(2 * t - state[HOT], 0);
  state[MEAN] = z;
  state[LOAD] = load->normal_end;
}

static double law_fall(const rosin_law *law, const rosin_load *load, int index, int *evaluations) {
  double state[STATES] = {0};
  state[Z] = law->value[MU_S] / law->value[SIGMA0];
  return rosin_scalar_fall_from(law, state, load, index, evaluations);
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return hot_friction(law->value) * load->normal;
}

/* Heat balance of steady sliding: cooling t rises, g(t) |v| falls. */
static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  const double *p = law->value, speed = fabs(v);
  double slope, low = 0;
  const double cool = cooling(p, load, speed, &slope);
  double high = p[MU_S] * speed / cool;
  for (int i = 0; i < 100; i++) {
    const double t = 0.5 * (low + high);
    if (cool * t < friction(p, t, &slope) * speed)
      low = t;
    else
      high = t;
  }
  return v == 0 ? 0 : copysign(load->normal * friction(p, low, &slope), v);
}

static double law_bristle(const rosin_law *law, const double *state) {
  (void)law;
  return state[MEAN];
}

static double law_energy(const rosin_law *law, const double *state) {
  return 0.5 * law->value[SIGMA0] * state[LOAD] * state[Z] * state[Z];
}

const rosin_law_ops rosin_law_thermal = {
    .name = "thermal",
    .summary = "bristles that yield as rosin warms (van Walstijn and others 2026)",
    .parameters = table,
    .axes = 1,
    .states = STATES,
    .force = law_force,
    .commit = law_commit,
    .solve = law_solve,
    .fall = law_fall,
    .tangent = law_tangent,
    .unknown = MEAN,
    .whole = 1,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
};
