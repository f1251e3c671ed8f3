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
#include "friction/bristle_rate.h"
#include "friction/bristle_table.h"
#include "friction/relax.h"
#include "friction/scalar.h"

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
    {"width", "m", 1e-4, 1, 0.01, "of the hair that carries the load", ROSIN_ROW(WIDTH)},
    ROSIN_ROW_END,
};

/* Friction coefficient of hot rosin, never above that of cold. */
static double hot_friction(const double *p) {
  return fmin(p[MU_K] * p[YIELD], p[MU_S]);
}

/* g at temperature t >= 0, and its slope. */
static double friction(const double *p, double t, double *slope) {
  const double x = pow(t / p[GLASS], p[XI]), hot = hot_friction(p), over = 1 + x;
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

/* One sample at given v by the midpoint rule, along the motion: `way` is where the
 * bristle would be if it only bent. At a mean deflection z the heat balance gives the
 * temperature outright, so that z is the root of one equation,
 *   h(z) = way - half |v| alpha z / z_ss(t(z)) - z,  between z_ba and way. */
typedef struct {
  rosin_bristle b; /* z_ba */
  double speed, half, way, t0, store, cool, cool_slope;
} step;

typedef struct {
  double z, slope, t;
} warm;

static double temperature(const double *p, const step *s, double z, double *by_z, double *by_v) {
  const double per = 1 / (s->store + s->cool), slid = s->way - z;
  const double t = (s->store * s->t0 + p[SIGMA0] * z * slid / s->half) * per;
  *by_z = p[SIGMA0] * (slid - z) / s->half * per;
  *by_v = (p[SIGMA0] * z - s->cool_slope * t) * per;
  return t;
}

static double balance(const double *p, const step *s, double z, double *by_z, double *by_v,
                      double *t) {
  double t_z, t_v, g_t, alpha_z, alpha_ss;
  *t = temperature(p, s, z, &t_z, &t_v);
  const double z_ss = friction(p, *t, &g_t) / p[SIGMA0], d = s->half * s->speed;
  const double alpha = adhesion(&s->b, z, z_ss, &alpha_z, &alpha_ss), ratio = z / z_ss;
  const double by_t = -d * ratio * (alpha_ss - alpha / z_ss) * g_t / p[SIGMA0];
  *by_z = -1 - d * (alpha_z * z + alpha) / z_ss + by_t * t_z;
  *by_v = s->half * (1 - alpha * ratio) + by_t * t_v;
  return s->way - d * alpha * ratio - z;
}

static warm sample(const double *p, const double *state, const rosin_load *load, double v) {
  const double sign = v < 0 ? -1 : 1;
  step s = {.b.z_ba = p[BREAKAWAY] * hot_friction(p) / p[SIGMA0],
            .speed = fabs(v),
            .half = 0.5 * load->period,
            .t0 = state[HOT]};
  s.way = sign * state[Z] + s.half * s.speed;
  s.store = p[HEAT] / s.half;
  s.cool = cooling(p, load, s.speed, &s.cool_slope);
  double z = s.way, slope = s.half, t = s.store * s.t0 / (s.store + s.cool);
  if (z > s.b.z_ba) {
    double low = s.b.z_ba, high = s.way, by_z, by_v;
    z = fmin(fmax(sign * state[MEAN], low), high);
    for (int i = 0; i < 200; i++) {
      const double h = balance(p, &s, z, &by_z, &by_v, &t), newton = z - h / by_z;
      slope = -by_v / by_z;
      if (fabs(newton - z) <= 4e-16 * z || high - low <= 4e-16 * high)
        break;
      if (h > 0)
        low = z;
      else
        high = z;
      z = by_z < 0 && newton >= low && newton <= high && i % 8 != 7 ? newton : 0.5 * (low + high);
    }
  }
  return (warm){sign * z, slope, t};
}

static void law_force(const rosin_law *law, const double *state, const rosin_load *load,
                      const double *v, double *f, double *slope) {
  const warm w = sample(law->value, state, load, *v);
  *f = load->normal * law->value[SIGMA0] * w.z;
  *slope = load->normal * law->value[SIGMA0] * w.slope;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double u = rosin_scalar_agree(law, state, load, *v, *f);
  const double *p = law->value, limit = p[MU_S] / p[SIGMA0];
  const warm w = sample(p, state, load, u);
  const double end = fmax(fmin(2 * w.z - state[Z], limit), -limit);
  const double grown = rosin_relax_growth(state[LOAD], state[Z], load->normal_end, end);
  solution->power = p[SIGMA0] * (load->normal * w.z * u - grown / load->period);
  solution->passive = load->normal == load->normal_end;
  state[LAST] = u;
  state[Z] = end;
  state[HOT] = fmax(2 * w.t - state[HOT], 0);
  state[MEAN] = w.z;
  state[LOAD] = load->normal_end;
}

static int law_unique(const rosin_law *law, const rosin_load *load, double mobility) {
  double state[STATES] = {0};
  state[Z] = law->value[MU_S] / law->value[SIGMA0];
  return rosin_scalar_unique_from(law, state, load, mobility);
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
    .solve = rosin_scalar_solve,
    .step = rosin_scalar_step,
    .unique = law_unique,
    .scans = 1,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
    .release = rosin_scalar_release,
};
