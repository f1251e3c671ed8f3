/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Bristle friction, the core that elastoplastic, lugre and dahl share:
 *
 *   dz/dt = y(v, z) = v (1 - alpha(v, z) z / z_ss(v)),  f = sigma0 z + sigma1 y + sigma2 v,
 *   |z_ss| = g(v) / sigma0,  g = f_c + (f_s - f_c) exp(-|v/v_s|^n)
 *
 * (Canudas-de-Wit 1995; Dupont et al. 2002; Avanzini, Serafin and Rocchesso,
 * DAFx-02, eq. 2, 4, 6-8, with magnitudes where the paper has signed z). By the
 * midpoint rule zbar = z[n-1] + (T/2) ybar, z[n] = z[n-1] + T ybar, the law
 * taken at the bar values, which makes the bristle passive where the trapezoid
 * is not.
 *
 * Bristles may stiffen with the load N: sigma0 and sigma1 grow as (N/N_ref)^p. Those that
 * come with a rising load are not bent and those that go with a falling one let go, so that
 * a rise keeps the force sigma0 z and a fall keeps z:
 *   dz/dt = y(v, z) - z max(dsigma0/dt, 0)/sigma0,
 * and of sigma0 z^2/2 either loses |dsigma0| z^2/2: the load does no work on what is bent.
 * Discretely the mean load's sigma holds for the sample, and z is taken to it before and to
 * the load's end after (Strang: second order, and each of the three parts only loses).
 * Passive while sigma1(N) |v| <= 4 g or so (rosin_bristle_passive), whatever the load does.
 *
 * All functions are pure but for state, real-time safe, finite for finite input.
 */
#ifndef ROSIN_BRISTLE_H
#define ROSIN_BRISTLE_H

#include "friction/law.h"

/** The law's numbers at one load. */
typedef struct rosin_bristle {
  double sigma0, sigma1, sigma2;      /* N/m, N s/m, N s/m */
  double coulomb, stiction;           /* f_c, f_s, N */
  double stribeck_velocity, exponent; /* m/s, n */
  double breakaway;                   /* share c of f_c / sigma0 below which alpha = 0 */
  double z_ba, z_max;                 /* m; z_max = max(f_s, f_c) / sigma0 at the mean load */
  double half;                        /* K2 = T/2, s */
  double per_sigma0, per_velocity;    /* 1/sigma0, 1/v_s: divisions off the critical path */
  double per_sigma1, per_half;        /* 1/sigma1 or 0, 1/K2 */
  double damped;                      /* N, most of a limited sigma1 |v|: f_c, or 4 f_s if less */
  double corner;                      /* damped/sigma1, m/s, where a limited sigma1 falls, */
  double per_corner;                  /* and its inverse, where there is such a limit */
  double per_bend;                    /* 1/(sigma0 K2 + sigma1) */
  double mobility;                    /* the shares below are for this one: of the free velocity, */
  double share, elastic_share;        /* without bristles and with bristles that bend */
  double unit_coulomb, unit_stiction; /* f_c and f_s at 1 N */
  double stiffening, per_reference;   /* p, 1/N_ref; if p > 0, at N_ref: */
  double reference_sigma0, reference_sigma1;
  int plastic;  /* 1: alpha = 1 throughout (LuGre, Dahl) */
  int unheld;   /* 1: z may exceed z_max */
  int limited;  /* 1: sigma1 falls with speed (damping_limit) */
  int relaxes;  /* 1: unheld at any load (load_fall) */
  int stiffens; /* 1: p > 0 */
} rosin_bristle;

/* fmin and fmax are calls, since they must mind NaN; these are one instruction. */
static inline double rosin_lesser(double a, double b) {
  return a < b ? a : b;
}
static inline double rosin_greater(double a, double b) {
  return a > b ? a : b;
}

/** State of a bristle. */
enum {
  ROSIN_BRISTLE_Z,
  ROSIN_BRISTLE_RATE,
  ROSIN_BRISTLE_MEAN,
  ROSIN_BRISTLE_V,         /* the last mean velocity */
  ROSIN_BRISTLE_STIFFNESS, /* sigma0 at the last sample's end, if it stiffens */
  ROSIN_BRISTLE_STATES
};

/** Fill in the derived numbers (z_ba to corner) from the rest. */
void rosin_bristle_derive(rosin_bristle *b, const rosin_load *load);
/** The same when only the load has changed: no division. */
void rosin_bristle_reload(rosin_bristle *b, const rosin_load *load);

/** (N/N_ref)^p. */
double rosin_bristle_growth(double stiffening, double ratio);
/** sigma0 of one that stiffens, under a load. */
double rosin_bristle_stiffness(const rosin_bristle *b, double normal);
/** After a sample of mean stiffness `mean`: from what the state was at its begin, deflection
 *  `before`, to stiffness `end`. The power lost by both changes, W. */
double rosin_bristle_follow(double *state, double mean, double end, double before, double period);

/** y (m/s) at (v, z), and its partial derivatives. */
double rosin_bristle_rate(const rosin_bristle *b, double v, double z, double *dv, double *dz);

/** Mean deflection along the motion at a given speed, from z0, with its slope, searched for
 *  from `from` in so many rounds; `rate` gets y, from the law or from the difference of
 *  deflections, whichever loses fewer digits; `count` grows by the evaluations beyond one. */
double rosin_bristle_deflection(const rosin_bristle *b, double z0, double speed, double from,
                                int rounds, double *slope, double *rate, int *count);

/** Take the shares anew where the mobility has moved. */
static inline void rosin_bristle_at_mobility(rosin_bristle *b, double mobility) {
  if (b->mobility == mobility)
    return;
  const double viscous = 1 + b->sigma2 * mobility;
  b->share = 1 / viscous;
  b->elastic_share = 1 / (viscous + mobility * (b->sigma0 * b->half + b->sigma1));
  b->mobility = mobility;
}

/* The parts of rosin_law_ops, on a bristle whose numbers are filled in. */
int rosin_bristle_force(const rosin_bristle *b, const double *state, double v, int rounds,
                        double *f, double *slope);
/** The same with the deflection along the motion from which it is sought; on return that which
 *  was found. */
int rosin_bristle_force_from(const rosin_bristle *b, const double *state, double v, double *from,
                             int rounds, double *f, double *slope);
int rosin_bristle_tangent(const rosin_bristle *b, const double *state, double v, double w,
                          int whole, int rounds, rosin_tangent *tangent);
int rosin_bristle_bend(const rosin_bristle *b, const double *state, rosin_bend *bend);
/* Velocities between which a bristle only bends, and is not held. */
void rosin_bristle_bending(const rosin_bristle *b, double z0, double *low, double *high);
void rosin_bristle_solve(const rosin_bristle *b, const double *state, const rosin_load *load,
                         double v_free, double mobility, rosin_solution *solution);
double rosin_bristle_commit(const rosin_bristle *b, double *state, const rosin_load *load, double v,
                            double f, int *count);
double rosin_bristle_steady(const rosin_bristle *b, double v);
/* Whether it can only take energy at v, its mean deflection being z. */
int rosin_bristle_passive(const rosin_bristle *b, double v, double z);
int rosin_bristle_unique(const rosin_bristle *b, double mobility);

#endif
