/* SPDX-License-Identifier: BSD-3-Clause */
/* LuGre of a turning joint (the LuGre and Dahl page of MotionSolve): at angular slip
 * w, |w| of all its axes,
 *   dz/dt = r w - C0 z,  C0 = r |w| sigma0 / g,
 *   g = mu_d + (mu_s - mu_d) exp(-(r |w| / v_s)^2),
 *   mu = sigma0 z + sigma1 dz/dt + sigma2 r w,
 * and the torque is r mu N or that of a preload, mu/mu_s T_preload, whichever is
 * greater. This is one axis; load->sideways is the slip about another: prescribed, or
 * that of a contact paired with this one.
 *
 * v = w lever and f = torque / lever: at lever 1 m the contact's velocity and force are
 * angular velocity and torque; a body touched at a distance, a door say, takes that.
 *
 * Passive under a steady load while sigma1 C0 <= 4 sigma0. */
#include "friction/relax.h"
#include "friction/rows.h"
#include "friction/scalar.h"
#include "maths/maths.h"

#include <math.h>

enum { RADIUS, LEVER, SIGMA0, SIGMA1, SIGMA2, MU_S, MU_K, V_S, PRELOAD };
enum { LAST = ROSIN_LAST, Z, MEAN, ARM, STATES };

static const rosin_parameter table[] = {
    {"radius", "m", 1e-5, 10, 0.005, "of the ball or pin, r", ROSIN_ROW(RADIUS)},
    {"lever", "m", 1e-5, 100, 1, "distance at which the contact's velocity and force are taken",
     ROSIN_ROW(LEVER)},
    {"sigma0", "1/m", 1e-3, 1e9, 1e5, "bristle stiffness, per unit load", ROSIN_ROW(SIGMA0)},
    {"sigma1", "s/m", 0, 1e6, 1, "bristle damping, per unit load", ROSIN_ROW(SIGMA1)},
    {"sigma2", "s/m", 0, 1e6, 0, "viscous friction, per unit load", ROSIN_ROW(SIGMA2)},
    {"mu_static", "", 1e-6, 100, 0.4, "static friction coefficient", ROSIN_ROW(MU_S)},
    ROSIN_ROW_MU_KINETIC(MU_K),
    {"stribeck_velocity", "m/s", 1e-6, 1000, 0.01, "of the surface, v_s", ROSIN_ROW(V_S)},
    {"preload", "N m", 0, 1e6, 0, "torque of the joint's own pressing, at mu_static",
     ROSIN_WHOLE_ROW(PRELOAD)},
    ROSIN_ROW_END,
};

/* Of the surface, per velocity of the contact. */
static double gear(const double *p) {
  return p[RADIUS] / p[LEVER];
}

/* Torque over mu, the greater of load and preload, as seen by the contact. */
static double arm(const double *p, double normal) {
  return fmax(p[RADIUS] * normal, p[PRELOAD] / p[MU_S]) / p[LEVER];
}

/* b_across: the slope of b by the velocity across. */
static rosin_relax rates(const double *p, const rosin_load *load, double v, double *b_across) {
  const double u = gear(p) * v, across = gear(p) * load->sideways;
  const double speed = sqrt(u * u + across * across), x = speed / p[V_S];
  const double excess = (p[MU_S] - p[MU_K]) * rosin_exp(-x * x), g = p[MU_K] + excess;
  const double by_speed = p[SIGMA0] / g * (1 + 2 * x * x * excess / g);
  *b_across = gear(p) * by_speed * (speed > 0 ? across / speed : 0);
  return (rosin_relax){.a = u,
                       .b = p[SIGMA0] * speed / g,
                       .a_slope = gear(p),
                       .b_slope = gear(p) * by_speed * (speed > 0 ? u / speed : 1)};
}

static double share(const double *p, const rosin_relaxed *z, double v) {
  return p[SIGMA0] * z->mean + p[SIGMA1] * z->rate + p[SIGMA2] * gear(p) * v;
}

static double bristle_slope(const double *p, const rosin_relaxed *z) {
  return p[SIGMA0] * z->mean_slope + p[SIGMA1] * z->rate_slope;
}

static int law_aslant(const rosin_law *law, const double *state, const rosin_load *load, double v,
                      rosin_aslant *out) {
  const double *p = law->value, n = arm(p, load->normal);
  double b_across;
  const rosin_relax r = rates(p, load, v, &b_across);
  const rosin_relax across = {r.a, r.b, 0, b_across}, turning = {r.a, r.b, r.a_slope, 0};
  const rosin_decay k = rosin_decay_at(r.b * load->period);
  const rosin_relaxed z = rosin_relax_by(&r, k, state[Z], load->period);
  const rosin_relaxed z_across = rosin_relax_by(&across, k, state[Z], load->period);
  const rosin_relaxed z_turning = rosin_relax_by(&turning, k, state[Z], load->period);
  const double viscous = n * p[SIGMA2] * gear(p);
  *out = (rosin_aslant){.f = n * share(p, &z, v),
                        .slope = n * bristle_slope(p, &z) + viscous,
                        .cross = n * bristle_slope(p, &z_across),
                        .turning = n * bristle_slope(p, &z_turning) + viscous};
  return 1;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  rosin_aslant at;
  const int count = law_aslant(law, state, load, *v, &at);
  *f = at.f;
  *slope = at.slope;
  return count;
}

static double limit(const double *p) {
  return fmax(p[MU_S], p[MU_K]) / p[SIGMA0];
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double u = rosin_scalar_agree(law, state, load, *v, *f, solution);
  const double *p = law->value, end_arm = arm(p, load->normal_end);
  double unused;
  const rosin_relax r = rates(p, load, u, &unused);
  const rosin_relaxed z = rosin_relax_step(&r, state[Z], load->period);
  const double end = rosin_relax_end(&z, state[Z], load->period, limit(p));
  const double grown = rosin_relax_growth(state[ARM], state[Z], end_arm, end);
  solution->power =
      arm(p, load->normal) * share(p, &z, u) * u - p[SIGMA0] / gear(p) * grown / load->period;
  solution->passive = arm(p, load->normal) == end_arm && (state[ARM] == end_arm || state[Z] == 0) &&
                      p[SIGMA1] * r.b <= 4 * p[SIGMA0];
  state[LAST] = u;
  state[Z] = end;
  state[MEAN] = z.mean;
  state[ARM] = end_arm;
}

static double law_fall(const rosin_law *law, const rosin_load *load, int index, int *evaluations) {
  double state[STATES] = {0};
  const double rest = rosin_scalar_fall_from(law, state, load, index, evaluations);
  state[Z] = limit(law->value);
  return fmax(rest, rosin_scalar_fall_from(law, state, load, index, evaluations));
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[MU_K] * arm(law->value, load->normal);
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  const double *p = law->value;
  double unused;
  const rosin_relax r = rates(p, load, v, &unused);
  const double z = r.b > 0 ? r.a / r.b : 0;
  return arm(p, load->normal) * (p[SIGMA0] * z + p[SIGMA2] * r.a);
}

static double law_bristle(const rosin_law *law, const double *state) {
  (void)law;
  return state[MEAN];
}

static double law_energy(const rosin_law *law, const double *state) {
  const double *p = law->value;
  return 0.5 * p[SIGMA0] / gear(p) * state[ARM] * state[Z] * state[Z];
}

const rosin_law_ops rosin_law_lugre_joint = {
    .name = "lugre-joint",
    .summary = "LuGre of a hinge or ball joint, with preload (MotionSolve)",
    .parameters = table,
    .axes = 1,
    .states = STATES,
    .sideways = 1,
    .force = law_force,
    .aslant = law_aslant,
    .commit = law_commit,
    .fall = law_fall,
    .scale = law_scale,
    .steady = law_steady,
    .bristle = law_bristle,
    .energy = law_energy,
};
