/* SPDX-License-Identifier: BSD-3-Clause */
/* The scalar contact solve of a bristle, K-method in ybar = dz/dt:
 *   zbar = z[n-1] + K2 ybar, vbar = v0 + K1 ybar, find y(vbar, zbar) = ybar.
 * If the elastic root exists it is the answer, without iteration; otherwise the
 * two ends below enclose a root and Newton runs inside, bisection where it would
 * leave or fails to shrink the bracket. */
#include "friction/bristle/bristle_tangent.h"

#include <math.h>

static const double force_tolerance = 1e-9; /* of f_c */
static const double step_tolerance = 1e-5;  /* last Newton step, squared by convergence */

typedef struct {
  double v0, k1, z0, k2;
} reduced;

static double residual(const rosin_bristle *b, const reduced *k, double y, double *slope) {
  double dv, dz;
  const double rate = bristle_rate(b, k->v0 + k->k1 * y, k->z0 + k->k2 * y, &dv, &dz);
  *slope = dv * k->k1 + dz * k->k2 - 1;
  return rate - y;
}

/* Root of the residual between a and b (either order), from the last rate. */
static double iterate(const rosin_bristle *b, const reduced *k, double a, double c, double start,
                      int budget, rosin_solution *out) {
  /* The last step may be step_tolerance of the scales on which y bends: that of
   * the force (less where the transition is narrow) and, through K1, that of v_s. */
  const double force_scale = b->coulomb, per_rate = b->sigma0 * k->k2 + b->sigma1;
  const double tolerance = force_tolerance * force_scale;
  const double accept_force = step_tolerance * rosin_greater(1 - b->breakaway, 1e-3) * force_scale;
  const double accept_velocity = step_tolerance * b->stribeck_velocity;
  double low = rosin_lesser(a, c), high = rosin_greater(a, c);
  double y = rosin_lesser(rosin_greater(start, low), high), last = INFINITY;
  for (out->iterations = 1; out->iterations < budget; out->iterations++) {
    double slope;
    const double g = residual(b, k, y, &slope);
    if (g > 0)
      low = y;
    else
      high = y;
    const double newton = y - g / slope;
    const double step = fabs(newton - y), floor_y = 4e-16 * fabs(y);
    const int inside = newton >= low && newton <= high && slope < 0;
    /* y bends sharply where v changes sign: no short cut across that corner */
    const int smooth = (k->v0 + k->k1 * y) * (k->v0 + k->k1 * newton) > 0;
    const int small = smooth && step * per_rate <= accept_force && -k->k1 * step <= accept_velocity;
    if (g == 0 || (inside && (small || step <= floor_y)))
      return inside ? newton : y;
    const double width = high - low;
    if (width * per_rate <= 1e-5 * tolerance + 4 * floor_y * per_rate)
      return 0.5 * (low + high);
    /* Newton's step while it pays: from one side it leaves the other end where it is */
    y = inside && fabs(g) <= 0.5 * last ? newton : rosin_middle(low, high);
    last = fabs(g);
  }
  out->converged = 0;
  return y;
}

/* The load has fallen: the bristle is held at its limit z while v is found from
 * v + B f(v, z) = v_free. Returns 0 where there is no root (past the passivity
 * bound). */
static int solve_held(const rosin_bristle *b, double z, double v_free, double mobility, int budget,
                      rosin_solution *out) {
  /* A passive law moves v no further than the bristle's own pull does. */
  const double reach = mobility * b->sigma0 * fabs(z) + fabs(v_free);
  double low = -reach, high = reach;
  double v = rosin_lesser(rosin_greater(out->v, low), high);
  const double force_scale = force_tolerance * b->coulomb;
  enum { LOOK = 2, LOW = 1, HIGH = 2 };
  int seen = 0; /* ends that were */
  for (int i = 0; out->iterations < budget; i++) {
    double dv, dz;
    const double y = bristle_rate(b, v, z, &dv, &dz);
    const double f = b->sigma0 * z + b->sigma1 * y + b->sigma2 * v;
    const double g = v_free - v - mobility * f;
    out->iterations++;
    if (fabs(g) <= mobility * force_scale + 1e-15 * fabs(v_free)) {
      out->v = v_free - mobility * f; /* as the bodies will move */
      out->f = f;
      return 1;
    }
    if (g > 0)
      low = v;
    else
      high = v;
    seen |= g > 0 ? LOW : HIGH;
    if (!(high - low > 4e-16 * reach))
      return 0;
    const double newton = v + g / (1 + mobility * (b->sigma1 * dv + b->sigma2));
    v = newton > low && newton < high && i % 8 != 7 ? newton : rosin_middle(low, high);
    if (i == LOOK && seen != (LOW | HIGH)) /* is there a root at all? */
      v = seen == LOW ? high : low;
  }
  return 0;
}

/* What is known of the speed u >= 0 along the motion, to which the root belongs. */
typedef struct {
  double edge; /* up to which the bristle bends and no more */
  double low, high;
  double last;          /* residual of the look before, once there are both ends */
  int above;            /* whether `high` was looked at: the bound itself is far away */
  double width, slides; /* from the edge until it slides, about; the speed if it slides wholly */
} speeds;

/* Where the speed is looked at next: Newton's while it pays (from one side it leaves the other end
 * where it is), else outwards from the edge, or between the ends by orders of that distance,
 * since the bristle goes over to sliding within a small share of the bound. */
static double next_speed(speeds *k, double u, double g, double total) {
  const double newton = u + g / total;
  const int inside = total > 0 && newton > k->low && newton < k->high;
  if (!k->above) {
    const double there = k->edge + (u > k->edge ? 4 * (u - k->edge) : 16 * k->width);
    return rosin_lesser(inside ? rosin_lesser(newton, there) : there, k->high);
  }
  const int pays = inside && fabs(g) <= 0.5 * k->last;
  k->last = fabs(g);
  if (pays)
    return newton;
  if (k->low < k->edge)
    return rosin_middle(k->low, k->high);
  const double far = k->high - k->edge;
  return k->edge + rosin_middle(rosin_greater(k->low - k->edge, far * (1.0 / 64)), far);
}

/* How far the bristle bends, and where to look first: where it slides wholly, if it would, else
 * where it would be if it bent on, which is not too far. `rest` is the residual at rest. */
static double begin(speeds *k, const rosin_bristle *b, double z0, double rest, double v_free,
                    double mobility) {
  const double top = rosin_greater(fabs(z0), b->z_max), most = top + fabs(z0);
  const double viscous = 1 + b->sigma2 * mobility;
  double unused, edge = 0;
  if (!b->plastic)
    rosin_bristle_bending(b, z0, &unused, &edge);
  const double bound = mobility * (b->sigma0 * top + b->sigma1 * most * b->per_half);
  *k = (speeds){.edge = edge,
                .high = (v_free + bound) / viscous,
                .last = INFINITY,
                .width = (b->z_max - b->z_ba) * b->per_half,
                .slides = (v_free - mobility * b->coulomb) / viscous};
  if (edge > 0)
    return edge;
  if (k->slides > k->width)
    return k->slides;
  return rest / (viscous + mobility * (b->sigma0 * b->half + b->sigma1));
}

/* With damping_limit f is not affine in ybar: solve in vbar, by a bracket. What the quick
 * way below falls back on. */
static void solve_bracketed(const rosin_bristle *b, const double *state, double v_free,
                            double mobility, int budget, rosin_solution *out) {
  const double start = bristle_start(b, state), most = b->unheld ? (double)INFINITY : b->z_max;
  const double pull = b->sigma0 * copysign(rosin_lesser(fabs(start), most), start);
  const double sign = v_free < mobility * pull ? -1 : 1, z0 = sign * start;
  const double tolerance = force_tolerance * b->coulomb;
  double from = z0;
  speeds k;
  double u = begin(&k, b, z0, fabs(v_free - mobility * pull), sign * v_free, mobility);
  const int least = out->iterations + 1; /* one look, whatever is left */
  budget = budget > least ? budget : least;
  while (out->iterations < budget) {
    double f, slope;
    out->iterations +=
        rosin_bristle_force_from(b, state, sign * u, &from, budget - out->iterations, &f, &slope);
    const double g = sign * (v_free - mobility * f) - u, total = 1 + mobility * slope;
    const int found = fabs(g) <= mobility * tolerance + 1e-15 * fabs(v_free);
    out->f = f;
    if (found && total > 0 && mobility > 0) { /* Newton's last step, between the ends */
      const double ahead = rosin_lesser(rosin_greater(u + g / total, k.low), k.high);
      out->f = ahead > k.low && ahead < k.high ? f + slope * sign * g / total
                                               : (v_free - sign * ahead) / mobility;
    }
    out->v = v_free - mobility * out->f; /* as the bodies will move */
    out->own = sign * u;                 /* not worth a search */
    if (found || k.high - k.low <= 4e-16 * u)
      return;
    if (g > 0)
      k.low = u;
    else {
      k.high = u;
      k.above = 1;
    }
    u = u == k.edge && g > 0 && k.slides > u + k.width ? k.slides : next_speed(&k, u, g, total);
  }
  out->converged = 0;
  out->v = out->own; /* where the force was looked at */
}

/* The elastic root, which wins where there is one: f = sigma0 z0 + kappa v + sigma1(v) v rises
 * with v, so that limits of sigma1(v) tell mostly whether v gets past where it bends. 0 if
 * there is none, or it was not found soon. */
static int solve_bending(const rosin_bristle *b, const double *state, double v_free,
                         double mobility, rosin_solution *out) {
  enum { ROUNDS = 6 }; /* whatever the budget is: an elastic root is cheap, and wins */
  const double z0 = bristle_start(b, state), f0 = b->sigma0 * z0,
               kappa = b->sigma0 * b->half + b->sigma2;
  const double rest = v_free - mobility * f0, stiff = 1 + mobility * kappa;
  double low, high;
  if (b->plastic)
    return 0;
  rosin_bristle_bending(b, z0, &low, &high);
  const double edge = rest < 0 ? low : high;
  if (fabs(rest) > fabs((stiff + mobility * b->sigma1) * edge))
    return 0;
  double v = state[ROSIN_BRISTLE_V];
  v = v * rest > 0 ? v : 0;
  for (int i = 0; i < ROUNDS; i++) {
    double slope;
    const double s1 = bristle_damping(b, v, &slope), rises = s1 + slope * v;
    const double dv = (rest - (stiff + mobility * s1) * v) / (stiff + mobility * rises);
    const double near = step_tolerance * rosin_greater(b->corner, fabs(v));
    v += dv;
    out->iterations++;
    if (!(fabs(dv) <= near))
      continue;
    if (v < low || v > high)
      return 0;
    out->own = v;
    out->f = f0 + kappa * v + s1 * (v - dv) + rises * dv;
    out->v = v_free - mobility * out->f; /* as the bodies will move */
    return 1;
  }
  return 0;
}

/* Newton in v and y together, from the last sample's; 0 if it does not end soon. Where the
 * bodies give way less than the bristle does, v is that of the last rate. */
static int solve_jointly(const rosin_bristle *b, const double *state, double v_free,
                         double mobility, int budget, rosin_solution *out) {
  enum { JOINT = 12 }; /* of the budget: what takes more rarely ends */
  const int until = budget < JOINT ? budget : JOINT;
  rosin_tangent t;
  double v = state[ROSIN_BRISTLE_V], w = state[ROSIN_BRISTLE_RATE];
  if (mobility * b->sigma0 * b->half < 1) {
    const double z = bristle_start(b, state) + b->half * w;
    const double moved = v_free - mobility * (b->sigma0 * z + b->sigma2 * v);
    v = moved * v > 0 ? moved : v;
  }
  for (int i = 0; i < 10 && out->iterations < until; i++) {
    out->iterations += bristle_tangent(b, state, v, w, i > 4, ROSIN_BUDGET_OWN, &t);
    const double total = 1 + mobility * t.slope;
    const double dv = (v_free - v - mobility * t.f) / total, dw = t.step + t.turn * dv;
    if (!(total > 0))
      return 0;
    v += dv;
    w += dw;
    if (v >= t.low && v <= t.high && fabs(dw) <= t.most) {
      out->own = w;
      out->f = t.f + t.slope * dv;
      out->v = v_free - mobility * out->f; /* as the bodies will move */
      return 1;
    }
  }
  return 0;
}

static void solve_limited(const rosin_bristle *b, const double *state, double v_free,
                          double mobility, int budget, rosin_solution *out) {
  if (!solve_bending(b, state, v_free, mobility, out) &&
      !solve_jointly(b, state, v_free, mobility, budget, out))
    solve_bracketed(b, state, v_free, mobility, budget, out);
}

/* The plastic root, where no elastic one exists. */
static double solve_plastic(const rosin_bristle *b, const reduced *k, double elastic, double start,
                            int budget, rosin_solution *out) {
  const double sign = elastic < 0 ? -1 : 1;
  double other = (sign * b->z_ba - k->z0) * b->per_half;
  if (b->plastic && sign * (k->z0 + k->k2 * elastic) <= 0)
    other = -k->z0 * b->per_half;
  return iterate(b, k, elastic, other, start, budget, out);
}

void rosin_bristle_solve(const rosin_bristle *b, const double *state, const rosin_load *load,
                         double v_free, double mobility, rosin_solution *out) {
  const int budget = rosin_load_budget(load);
  *out = (rosin_solution){.converged = 1};
  if (b->limited) {
    solve_limited(b, state, v_free, mobility, budget, out);
    return;
  }
  const double z0 = bristle_start(b, state), viscous = 1 + b->sigma2 * mobility;
  const double stiff = mobility * (b->sigma0 * b->half + b->sigma1);
  const int known = b->mobility == mobility;
  const double share = known ? b->share : 1 / viscous;
  const double elastic_share = known ? b->elastic_share : 1 / (viscous + stiff); /* share/(1-k1) */
  const reduced k = {.v0 = (v_free - mobility * b->sigma0 * z0) * share,
                     .k1 = -stiff * share,
                     .z0 = z0,
                     .k2 = b->half};
  const double elastic = (v_free - mobility * b->sigma0 * z0) * elastic_share;
  const double along = (elastic < 0 ? -1 : 1) * (z0 + k.k2 * elastic);
  double y = elastic;
  if (b->plastic || along > b->z_ba)
    y = solve_plastic(b, &k, elastic, state[ROSIN_BRISTLE_RATE], budget, out);
  out->v = k.v0 + k.k1 * y;
  out->own = y;
  const double z = z0 + k.k2 * y;
  out->f = b->sigma0 * z + b->sigma1 * y + b->sigma2 * out->v;
  if (out->converged && fabs(z) > b->z_max && !b->unheld) {
    rosin_solution held = *out;
    if (solve_held(b, copysign(b->z_max, z), v_free, mobility, budget, &held))
      *out = held;
    else
      out->iterations = held.iterations;
  }
}
