/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What a friction law is to the contact solve: force as a function of the mean
 * relative velocity of this sample, its own state eliminated.
 *
 * A law is one file: a parameter table and a rosin_law_ops. Adding one is that
 * file and one line in law.c. All functions are pure but for the state they are
 * given, real-time safe, and finite for finite arguments.
 */
#ifndef ROSIN_LAW_H
#define ROSIN_LAW_H

#include "rosin.h"

#include <math.h>

enum {
  ROSIN_LAW_MAX = 24,     /* parameters of one law */
  ROSIN_LAW_DERIVED = 32, /* doubles a law may derive from them and the load */
  ROSIN_SCAN = 72         /* velocities at which a law that scans is looked at */
};

/** Evaluations of a law that one sample's solve may take; of a group, for each of its
 *  contacts. What is not solved by then is closed by a secant (rosin_solution_close). With
 *  what commit and a look at uniqueness take besides, no sample takes more than 60. */
#define ROSIN_BUDGET 54
#define ROSIN_BUDGET_OWN 16

/** What presses and moves the contact in this sample. */
typedef struct {
  double normal;     /* N, mean over the sample, >= 0 */
  double normal_end; /* N, at its end */
  double period;     /* T, s */
  int unheld;        /* 1: bristles keep more than a fallen load allows (last resort) */
  int instant;       /* 1: v is that of an instant (waves of a string), not a mean over the
                        sample of a velocity that has ends (a modal body, a hand) */
  double begin;      /* m/s, relative velocity at the sample's begin, for laws that ask
                        (`begins`) and if not `instant` */
  double rolling;    /* m/s, mean speed at which the surface rolls through the contact */
  double road;       /* theta, factor on friction of the tyre laws; 0 counts as 1 */
  double sideways;   /* m/s, mean relative velocity across, for laws of two axes */
  int across;        /* in a group: 1 + index of the contact whose velocity that is; 0: none */
  int placed;        /* the bodies know where they are: */
  double way;        /* m, how far a has come towards b at the sample's begin, for laws of the
                        normal */
  int budget;        /* evaluations the solve (or one force()) may take; 0: ROSIN_BUDGET
                        (100) */
} rosin_load;

/** A contact pressed by no more than this (N) is lifted. */
#define ROSIN_LEAST_LOAD 1e-30

/** The road factor, 1 if it was left out. */
static inline double rosin_load_road(const rosin_load *load) {
  return load->road > 0 ? load->road : 1;
}

/** What one sample of a contact came to. */
typedef struct {
  double v;       /* m/s, mean relative velocity */
  double f;       /* N, mean friction force */
  double power;   /* W, dissipated, by the law's own expression */
  int iterations; /* evaluations of the law; 0: purely elastic */
  int converged;
  int passive; /* the law's passivity bound holds here */
  int exact;   /* f is what the law gives at v, to the last bit */
  double own;  /* from solve(): the unknown of the law's tangent() */
} rosin_solution;

/** A law's force linearised at (v, w), where w is the law's own unknown of this sample (a
 *  bristle's rate) and is eliminated:
 *    f(v') = f + slope (v' - v),  w' = w + step + turn (v' - v).
 *  Where low <= v' <= high and |w' - w| <= most, (v', w') is the root to the solve's
 *  tolerance if the equations meet there. */
typedef struct {
  double f, slope, step, turn;
  double low, high, most;
  int held; /* f is that of a bristle held since the load has fallen; see rosin_load.unheld */
} rosin_tangent;

/** Where a bristle would only bend: between low and high it gives forces from f_low to
 *  f_high, rising; if `linear`, f0 + slope v. */
typedef struct {
  double low, high, f_low, f_high;
  double f0, slope;
  int linear;
} rosin_bend;

/** A force, its slopes by v and by load->sideways, and its slope by v where the speed of
 *  both together stays. */
typedef struct {
  double f, slope, cross, turning;
} rosin_aslant;

/** A force that is known, and its slope there. */
typedef struct {
  double v, f, slope;
} rosin_point;

enum { ROSIN_OUTLINE = 5 }; /* points of an outline() */

struct rosin_bristle;
typedef struct rosin_law_ops rosin_law_ops;

/** A law with its parameter values, in the order of its table. `derived` is what a
 *  law works out from them at one load, kept while neither changes. */
typedef struct {
  const rosin_law_ops *ops;
  double value[ROSIN_LAW_MAX];
  int version; /* counts changes of value, from 1 */
  int derived_version;
  rosin_load derived_load;
  double derived[ROSIN_LAW_DERIVED];
} rosin_law;

struct rosin_law_ops {
  const char *name;
  const char *summary; /* one line: what it is, source */
  const rosin_parameter *parameters;
  int axes;     /* components of v and f */
  int states;   /* doubles of state */
  int begins;   /* needs load->begin */
  int sideways; /* f depends on load->sideways; has aslant() */
  int loses;    /* f v >= 0 in each sample, whatever the state: nothing is stored */
  int normal;   /* acts along the normal: v is the velocity of approach, f >= 0 pushes
                   apart; needs no load, is never lifted, may be the load of others */

  /* solve, step, commit, unique, bristle, energy and release may be NULL: a law then does what a
   * static curve of one axis does. They are called by rosin_law_step() and its like (scalar.h). */

  /** f[i] at trial velocity v[i], and df/dv as slope[i * axes + j]. Returns how many
   *  evaluations of the law it took: 1, and those of a solve of its own. */
  int (*force)(const rosin_law *law, const double *state, const rosin_load *load, const double *v,
               double *f, double *slope);
  /** Of a law whose f depends on load->sideways: force(), and how it changes besides. */
  int (*aslant)(const rosin_law *law, const double *state, const rosin_load *load, double v,
                rosin_aslant *out);
  /** Advance the state to the sample's end, given the solved v[] and f[]; fills in
   *  power and passive, adds to iterations, 3 at most. */
  void (*commit)(const rosin_law *law, double *state, const rosin_load *load, const double *v,
                 const double *f, rosin_solution *solution);
  /** axes = 1: solve v + B f(v) = v_free, B >= 0: v, f, iterations, converged. */
  void (*solve)(const rosin_law *law, const double *state, const rosin_load *load, double v_free,
                double mobility, rosin_solution *solution);
  /** axes = 1: solve, then commit; the only one that may renew `derived`. */
  void (*step)(rosin_law *law, double *state, const rosin_load *load, double v_free,
               double mobility, rosin_solution *solution);
  /** 1 if v + B f(v) = v_free has one root whatever the state. */
  int (*unique)(const rosin_law *law, const rosin_load *load, double mobility);
  /** Or NULL. Of a law whose unique() has to look over velocities: the steepest fall
   *  -df/dv at the one of index 0 ... ROSIN_SCAN - 1, so that the look can be spread over
   *  samples. `evaluations` grows by what it took, 2 at most. */
  double (*fall)(const rosin_law *law, const rosin_load *load, int index, int *evaluations);

  /* What groups are solved with quickly, or NULL. */
  /** Both may renew `derived`. tangent() returns its evaluations, one as a rule; its w is
   *  kept in the state between samples, at `unknown`. If `whole`, w is solved for at v. */
  int (*tangent)(rosin_law *law, const double *state, const rosin_load *load, double v, double w,
                 int whole, rosin_tangent *tangent);
  /** Of laws of bristles (bristle/bristle.h), or NULL: what does not depend on the load: sigma at
   *  the reference load, v_s, n, c, f_c and f_s at 1 N, p and 1/N_ref. */
  void (*numbers)(const rosin_law *law, struct rosin_bristle *bristle);
  int unknown;
  int whole; /* whole, tangent() gives what force() does, sooner from a w that is near */
  /** 0 if it never only bends, 2 if it does so linearly, else 1; `bend` may be NULL. */
  int (*bend)(rosin_law *law, const double *state, const rosin_load *load, rosin_bend *bend);
  /** Of a law whose f(v) is straight between corners: points by rising v whose tangents meet
   *  there, or that lie on both sides of a step. Returns how many; one evaluation. */
  int (*outline)(const rosin_law *law, const double *state, const rosin_load *load,
                 rosin_point *point);
  int smooth; /* without tangent(): f has no corners, and bends on the scale of v */

  /** Force that tolerances refer to (f_c, F_max), N. */
  double (*scale)(const rosin_law *law, const rosin_load *load);
  /** Steady force at constant velocity and load. */
  double (*steady)(const rosin_law *law, const rosin_load *load, double v);
  /** Mean bristle deflection of the last sample, m (0 if there is none). */
  double (*bristle)(const rosin_law *law, const double *state);
  /** Energy stored in the state, J. */
  double (*energy)(const rosin_law *law, const double *state);
  /** Of laws of the normal: the force at the sample's end, N. */
  double (*end)(const rosin_law *law, const double *state);
  /** The contact has lifted (normal force 0): bristles to rest. */
  void (*release)(const rosin_law *law, double *state);
};

/** Evaluations that a solve under this load may take. */
static inline int rosin_load_budget(const rosin_load *load) {
  return load->budget > 0 ? load->budget : ROSIN_BUDGET;
}

/** Whether the load moves nothing that was stored `under` a load, as its state `z` says: it may
 * have jumped since, as where a solve missed and the state stayed. */
static inline int rosin_load_steady(const rosin_load *load, double under, double z) {
  return load->normal == load->normal_end && (load->normal == under || z == 0);
}

/** A point well inside low ... high: in the middle, of the logarithms where they are orders
 *  apart. */
static inline double rosin_middle(double low, double high) {
  if (low > 0 && high > 16 * low)
    return sqrt(low) * sqrt(high);
  if (high < 0 && low < 16 * high)
    return -sqrt(-low) * sqrt(-high);
  return 0.5 * (low + high);
}

/** Rounds that force() may take to find the law's own unknown. */
static inline int rosin_load_rounds(const rosin_load *load) {
  const int given = load->budget > 0 ? load->budget : 100;
  return load->budget > ROSIN_BUDGET_OWN ? ROSIN_BUDGET_OWN : given;
}

/** The end of a solve that did not converge, its last iterate (v, f): a viscous force
 *  f = R v, R = f/v or 0 where that is negative, takes the law's place for this sample,
 *  and the law's state stays as it was, so that all of f v >= 0 is lost. */
static inline void rosin_solution_close(rosin_solution *s, double v_free, double mobility) {
  const double resistance = s->f * s->v > 0 ? s->f / s->v : 0;
  const double bounded = resistance < 1e300 ? resistance : 0;
  s->v = v_free / (1 + mobility * bounded);
  s->f = bounded * s->v;
  s->power = s->f * s->v;
  s->passive = 1;
  s->converged = 0;
}

const rosin_law_ops *rosin_law_find(const char *name);
const rosin_law_ops *rosin_law_at(int index);
void rosin_law_default(rosin_law *law, const rosin_law_ops *ops);

#endif
