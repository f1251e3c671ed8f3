/* SPDX-License-Identifier: BSD-3-Clause */
/* The kinematic model with a relaxation length l (Canudas-de-Wit and others 2003, eq.
 * 10-12): slip builds up over the distance the body travels at V = omega r - v,
 *   l dz/dt = v - |V| z,  f = k z N,  steady at k s with s = v/|V|.
 * z here is the paper's times sgn(V): as printed, friction would push a body that
 * moves backwards. k |z| is held at `mu`, where a body at rest would let it grow for
 * ever. It stores k l N z^2/2 and is passive under a steady load: the loss is
 * k |V| N z^2, nothing at rest, hence its light damping at low speed.
 *
 * With `peak`, h(z) is a curve with a maximum in place of k z (section 3.3 after eq. 23, of the
 * kind of the magic formula): f = N 2 mu z_m z/(z^2 + z_m^2), z_m = 2 mu/k, of slope k at 0 and mu
 * at most, z held at 1, a locked wheel. What it stores is the integral of h; the loss is h(z) |V| z
 * N to second order in the sample, so that no sample is told to be passive. */
#include "friction/relax.h"
#include "friction/rows.h"
#include "friction/scalar.h"
#include "maths/maths.h"

#include <math.h>

enum { LENGTH, STIFFNESS, MU, PEAK };
enum { LAST = ROSIN_LAST, Z, MEAN, LOAD, ROAD, STATES };

static const rosin_parameter table[] = {
    {"relaxation_length", "m", 1e-5, 100, 0.1, "distance over which slip builds up, 1/sigma",
     ROSIN_ROW(LENGTH)},
    {"stiffness", "", 1e-3, 1e6, 10, "k, friction over load per slip", ROSIN_ROW(STIFFNESS)},
    {"mu", "", 1e-3, 1e6, 1, "limit of friction over load", ROSIN_ROW(MU)},
    {"peak", "", 0, 1, 0, "1: friction falls beyond mu, as slip grows to 1; 0: it stays",
     ROSIN_ROW(PEAK)},
    ROSIN_ROW_END,
};

static rosin_relax rates(const double *p, const rosin_load *load, double v) {
  const double body = load->rolling - v, per = 1 / p[LENGTH];
  return (rosin_relax){v * per, fabs(body) * per, per, body > 0 ? -per : per};
}

static int falls(const double *p) {
  return p[PEAK] >= 0.5;
}

/* The most |z|. */
static double reach(const double *p, const rosin_load *load) {
  return falls(p) ? 1 : p[MU] * rosin_load_road(load) / p[STIFFNESS];
}

/* z_m squared. */
static double place(const double *p, double road) {
  const double z = 2 * p[MU] * road / p[STIFFNESS];
  return z * z;
}

/* h(z)/z, and the slope of h. */
static double secant(const double *p, const rosin_load *load, double z, double *slope) {
  *slope = p[STIFFNESS];
  if (!falls(p))
    return p[STIFFNESS];
  const double top = place(p, rosin_load_road(load)), share = top / (top + z * z);
  *slope *= share * share * (1 - z * z / top);
  return p[STIFFNESS] * share;
}

/* The integral of an h that falls, over its slope at 0. */
static double bent(const double *p, double road, double z) {
  const double top = place(p, road);
  return z == 0 ? 0 : 0.5 * top * rosin_log(1 + z * z / top);
}

/* Mean z, held at its limit. */
static rosin_relaxed mean(const double *p, const double *state, const rosin_load *load, double v) {
  const rosin_relax r = rates(p, load, v);
  rosin_relaxed z = rosin_relax_step(&r, state[Z], load->period);
  const double limit = reach(p, load);
  if (fabs(z.mean) > limit) {
    z.mean = copysign(limit, z.mean);
    z.mean_slope = 0;
  }
  return z;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  const rosin_relaxed z = mean(law->value, state, load, *v);
  double tangent;
  *f = load->normal * secant(law->value, load, z.mean, &tangent) * z.mean;
  *slope = load->normal * tangent * z.mean_slope;
  return 1;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double u = rosin_scalar_agree(law, state, load, *v, *f, solution);
  const double *p = law->value;
  const rosin_relaxed z = mean(p, state, load, u);
  const double end = rosin_relax_end(&z, state[Z], load->period, reach(p, load));
  const double road = rosin_load_road(load);
  double grown = rosin_relax_growth(state[LOAD], state[Z], load->normal_end, end), unused;
  if (falls(p))
    grown = load->normal_end * bent(p, road, end) - state[LOAD] * bent(p, state[ROAD], state[Z]);
  const double share = secant(p, load, z.mean, &unused) / p[STIFFNESS];
  solution->power =
      p[STIFFNESS] * (load->normal * share * z.mean * u - p[LENGTH] * grown / load->period);
  solution->passive = !falls(p) && rosin_load_steady(load, state[LOAD], state[Z]);
  state[LAST] = u;
  state[Z] = end;
  state[MEAN] = z.mean;
  state[LOAD] = load->normal_end;
  state[ROAD] = road;
}

static double law_fall(const rosin_law *law, const rosin_load *load, int index, int *evaluations) {
  double state[STATES] = {0}, fall = 0;
  const double *p = law->value; /* where the curve falls most, or at the limit */
  const double steep = sqrt(3 * place(p, rosin_load_road(load)));
  for (int sign = -1; sign <= 1; sign += 2) {
    state[Z] = sign * (falls(p) ? fmin(steep, 1) : reach(p, load));
    fall = fmax(fall, rosin_scalar_fall_from(law, state, load, index, evaluations));
  }
  return fall;
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[MU] * rosin_load_road(load) * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  const double body = fabs(load->rolling - v), *p = law->value;
  if (falls(p)) {
    const double z = body > fabs(v) ? v / body : v == 0 ? 0 : copysign(1, v);
    double unused;
    return load->normal * secant(p, load, z, &unused) * z;
  }
  const double limit = p[MU] * rosin_load_road(load);
  const double f = body > 0 ? p[STIFFNESS] * v / body : v == 0 ? 0 : copysign(limit, v);
  return load->normal * fmax(fmin(f, limit), -limit);
}

static double law_bristle(const rosin_law *law, const double *state) {
  return law->value[LENGTH] * state[MEAN];
}

static double law_energy(const rosin_law *law, const double *state) {
  const double *p = law->value;
  if (falls(p))
    return p[STIFFNESS] * p[LENGTH] * state[LOAD] * bent(p, state[ROAD], state[Z]);
  return 0.5 * p[STIFFNESS] * p[LENGTH] * state[LOAD] * state[Z] * state[Z];
}

const rosin_law_ops rosin_law_kinematic = {
    .name = "kinematic",
    .summary = "slip that builds up over a relaxation length (Canudas-de-Wit 2003, eq. 11)",
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
