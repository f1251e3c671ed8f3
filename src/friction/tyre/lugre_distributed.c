/* SPDX-License-Identifier: BSD-3-Clause */
/* LuGre bristles along a patch of length L (Canudas-de-Wit and others 2003, eq. 33-34):
 *   dz/dt + |omega r| dz/dx = v - sigma0 |v| z / g(v),  z = 0 where bristles enter,
 *   f = int (sigma0 z + sigma1 dz/dt + sigma2 v) f_n(x) dx.
 * The patch is cut into cells that keep the mean of z. What rolling carries from cell
 * to cell is fitted so that the means are exact in steady state (tyre.h): with uniform
 * load f is then that of eq. 40 for any number of cells, and one cell is the averaged
 * law with eq. 67. At rest the cells are as many points of LuGre.
 *
 * Load along the patch by `distribution`: 0 uniform (39), 1 exponential (42), 2
 * parabolic (46), 3 sinusoidal (47), 4 sinusoidal and exponential (48).
 *
 * Passive under a steady load that does not grow along the patch (0, 1; any at rest)
 * while sigma1 (b + (k_entry + k) / n) <= 4 sigma0 (0, or at rest), sigma1 = 0 (1). A
 * load that grows along the patch works on the bristles it presses harder. */
#include "friction/relax.h"
#include "friction/scalar.h"
#include "friction/tyre/tyre.h"
#include "maths/maths.h"
#include "pi.h"

enum { BRISTLES = TYRE_ROWS, DISTRIBUTION, LAMBDA, GAMMA };
enum { MOST = 256 };
enum { LAST = ROSIN_LAST, MEAN, LOAD, Z, STATES = Z + MOST };

static const rosin_parameter table[] = {
    ROSIN_TYRE_TABLE,
    {"bristles", "", 1, MOST, 16, "number of cells along the patch", ROSIN_ROW(BRISTLES)},
    {"distribution", "", 0, 4, 0,
     "load: 0 uniform, 1 exponential, 2 parabolic, 3 sinusoidal, 4 both", ROSIN_ROW(DISTRIBUTION)},
    {"lambda", "", 0, 100, 3, "decay of the load along the patch, distribution 1",
     ROSIN_ROW(LAMBDA)},
    {"gamma", "1/m", -500, 500, 5, "decay of the load, distribution 4", ROSIN_ROW(GAMMA)},
    ROSIN_ROW_END,
};

static int cells(const double *p) {
  return (int)(p[BRISTLES] + 0.5);
}

/* Walks along the patch giving the share of the load on each cell. */
typedef struct {
  int kind, index, count;
  double decay, fall, whole;   /* exp(-rate x) at the cell's end, of a cell, of all */
  double c, s, turn_c, turn_s; /* cos and sin of pi x at the cell's end, and of a cell */
  double tilt, before;         /* rate / pi; share of the load so far */
} walk;

static walk walk_start(const double *p) {
  walk w = {.kind = (int)(p[DISTRIBUTION] + 0.5),
            .count = cells(p),
            .decay = 1,
            .fall = 1,
            .whole = 1,
            .c = 1};
  double rate = w.kind == 1 ? p[LAMBDA] : w.kind == 4 ? p[GAMMA] * p[TYRE_LENGTH] : 0;
  rate = fmax(fmin(rate, 300), -300);
  if (w.kind == 1 && rate < 1e-9)
    w.kind = 0;
  if (w.kind == 1 || w.kind == 4)
    w.fall = rosin_exp(-rate / w.count), w.whole = rosin_exp(-rate);
  if (w.kind >= 3) {
    w.turn_c = rosin_cos(pi / w.count);
    w.turn_s = rosin_sin(pi / w.count);
    w.tilt = rate / pi;
  }
  return w;
}

/* Share of the load up to the end of the cell. */
static double walk_sum(const walk *w) {
  const double x = (double)w->index / w->count;
  switch (w->kind) {
  case 1:
    return (1 - w->decay) / (1 - w->whole);
  case 2:
    return x * x * (3 - 2 * x);
  case 3:
  case 4:
    return (1 - w->decay * (w->c + w->tilt * w->s)) / (1 + w->whole);
  default:
    return x;
  }
}

static double walk_next(walk *w) {
  const double c = w->c, before = w->before;
  w->index++;
  w->decay *= w->fall;
  w->c = c * w->turn_c - w->s * w->turn_s;
  w->s = w->s * w->turn_c + c * w->turn_s;
  w->before = walk_sum(w);
  return w->before - before;
}

/* Rates of all cells at v, by v. */
typedef struct {
  double wear, wear_slope;      /* b */
  double entry, entry_slope;    /* of the first cell, 1/s */
  double pass, pass_slope;      /* of the others */
  rosin_decay at_entry, within; /* over a sample, of the first cell and of the others */
} rates;

static rates rates_at(const double *p, const rosin_load *load, double v) {
  rates r = {0};
  const double swaps = fabs(load->rolling) * cells(p) / p[TYRE_LENGTH]; /* cells a second */
  r.wear = rosin_tyre_wear(p, load, v, &r.wear_slope);
  if (swaps > ROSIN_TYRE_STILL) {
    double slope;
    r.entry = swaps * rosin_tyre_entry(r.wear / swaps, &slope);
    r.entry_slope = slope * r.wear_slope;
    r.pass = swaps * rosin_tyre_passage(r.wear / swaps, &slope);
    r.pass_slope = slope * r.wear_slope;
  }
  r.at_entry = rosin_decay_at((r.wear + r.entry) * load->period);
  r.within = rosin_decay_at((r.wear + r.pass) * load->period);
  return r;
}

/* One cell, given the one before it (of no deflection at the entry). */
static rosin_relaxed cell(const rates *r, int first, double z0, const rosin_relaxed *before,
                          double v, double period) {
  const double swap = first ? r->entry : r->pass;
  const double swap_slope = first ? r->entry_slope : r->pass_slope;
  const rosin_relax local = {.a = v + swap * before->mean,
                             .b = r->wear + swap,
                             .a_slope = 1 + swap_slope * before->mean + swap * before->mean_slope,
                             .b_slope = r->wear_slope + swap_slope};
  return rosin_relax_by(&local, first ? r->at_entry : r->within, z0, period);
}

/* Load means over the patch. */
static rosin_relaxed patch(const double *p, const double *state, const rosin_load *load,
                           const rates *r, double v) {
  walk w = walk_start(p);
  rosin_relaxed sum = {0}, z = {0};
  for (int i = 0; i < w.count; i++) {
    const double share = walk_next(&w);
    z = cell(r, i == 0, state[Z + i], &z, v, load->period);
    sum.mean += share * z.mean;
    sum.rate += share * z.rate;
    sum.mean_slope += share * z.mean_slope;
    sum.rate_slope += share * z.rate_slope;
  }
  return sum;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  const double *p = law->value, n = load->normal;
  const rates r = rates_at(p, load, *v);
  const rosin_relaxed z = patch(p, state, load, &r, *v);
  *f = n * (p[TYRE_SIGMA0] * z.mean + p[TYRE_SIGMA1] * z.rate + p[TYRE_SIGMA2] * *v);
  *slope = n * (p[TYRE_SIGMA0] * z.mean_slope + p[TYRE_SIGMA1] * z.rate_slope + p[TYRE_SIGMA2]);
  return 1;
}

static int passive(const double *p, int steady, const rates *r) {
  const int kind = (int)(p[DISTRIBUTION] + 0.5);
  const double swap = (r->entry + r->pass) / cells(p), s1 = p[TYRE_SIGMA1];
  if (!steady)
    return 0;
  if (kind == 0 || r->entry == 0)
    return s1 * (r->wear + swap) <= 4 * p[TYRE_SIGMA0];
  return kind == 1 && s1 == 0;
}

static void law_commit(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                       const double *f, rosin_solution *solution) {
  const double u = rosin_scalar_agree(law, state, load, *v, *f, solution);
  const double *p = law->value, limit = rosin_tyre_limit(p, load);
  const rates r = rates_at(p, load, u);
  double mean = 0, rate = 0, grown = 0, bent = 0;
  walk w = walk_start(p);
  rosin_relaxed z = {0};
  for (int i = 0; i < w.count; i++) {
    const double share = walk_next(&w), z0 = state[Z + i];
    z = cell(&r, i == 0, z0, &z, u, load->period);
    mean += share * z.mean;
    rate += share * z.rate;
    bent += fabs(z0);
    state[Z + i] = rosin_relax_end(&z, z0, load->period, limit);
    grown += share * rosin_relax_growth(state[LOAD], z0, load->normal_end, state[Z + i]);
  }
  const double own =
      load->normal * (p[TYRE_SIGMA0] * mean + p[TYRE_SIGMA1] * rate + p[TYRE_SIGMA2] * u);
  solution->power = own * u - p[TYRE_SIGMA0] * grown / load->period;
  solution->passive = passive(p, rosin_load_steady(load, state[LOAD], bent), &r);
  state[LAST] = u;
  state[MEAN] = mean;
  state[LOAD] = load->normal_end;
}

static double law_fall(const rosin_law *law, const rosin_load *load, int index, int *evaluations) {
  double state[STATES] = {0};
  const double rest = rosin_scalar_fall_from(law, state, load, index, evaluations);
  for (int i = 0; i < cells(law->value); i++)
    state[Z + i] = rosin_tyre_limit(law->value, load);
  return fmax(rest, rosin_scalar_fall_from(law, state, load, index, evaluations));
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[TYRE_MU_K] * rosin_load_road(load) * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  const double *p = law->value;
  const rates r = rates_at(p, load, v);
  walk w = walk_start(p);
  double z = 0, sum = 0;
  for (int i = 0; i < w.count; i++) {
    const double swap = i ? r.pass : r.entry, away = r.wear + swap;
    z = away > 0 ? (v + swap * z) / away : 0;
    sum += walk_next(&w) * z;
  }
  return load->normal * (p[TYRE_SIGMA0] * sum + p[TYRE_SIGMA2] * v);
}

static double law_bristle(const rosin_law *law, const double *state) {
  (void)law;
  return state[MEAN];
}

static double law_energy(const rosin_law *law, const double *state) {
  walk w = walk_start(law->value);
  double sum = 0;
  for (int i = 0; i < w.count; i++)
    sum += walk_next(&w) * state[Z + i] * state[Z + i];
  return 0.5 * law->value[TYRE_SIGMA0] * state[LOAD] * sum;
}

const rosin_law_ops rosin_law_lugre_distributed = {
    .name = "lugre-distributed",
    .summary = "LuGre bristles along a patch, rolling or at rest (Canudas-de-Wit 2003, eq. 34)",
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
