/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * An independent reference: the continuous equations of bodies and bristles,
 * integrated by the Runge-Kutta pair of Dormand and Prince (1980), order 5(4), with
 * tight tolerances. It shares no file and no coefficient with the engine.
 *
 *   m x'' + r x' + k x = sum of shape * force,   z' = v (1 - alpha(v, z) z / z_ss(v)),
 *   f = sigma0 z + sigma1 z' + sigma2 v,         v = v_a - v_b + V(t)
 *
 * Where the load falls a bristle follows its limit, |z| <= f_s(t) / sigma0, unless it relaxes.
 * One that stiffens has sigma0 and sigma1 times (n/stiffening_load)^stiffening, and
 * z' = v (...) - z max(dsigma0/dt, 0) / sigma0.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

enum { REF_MODES = 240, REF_CONTACTS = 4, REF_CORNERS = 16 };

/** A control, linear between corners. */
typedef struct {
  int corners;
  double time[REF_CORNERS], value[REF_CORNERS];
} ref_control;

typedef struct {
  double frequency, q, mass;  /* Hz (0: free mass), 0 = no loss, kg */
  double shape[REF_CONTACTS]; /* signed: how contact i's relative velocity sees it */
  double push;                /* weight of the external force */
} ref_mode;

typedef enum { REF_ELASTOPLASTIC, REF_LUGRE, REF_DAHL, REF_INDUCTION } ref_law;

typedef struct {
  ref_law law;
  double sigma0, sigma1, sigma2, mu_static, mu_kinetic, stribeck_velocity, breakaway;
  double mu, v0, zeta; /* induction */
  double stiffening, stiffening_load;
  int relaxes;
  ref_control force, velocity;
} ref_contact;

typedef struct {
  int modes, contacts;
  ref_mode mode[REF_MODES];
  ref_contact contact[REF_CONTACTS];
  ref_control push;
} ref_system;

double ref_at(const ref_control *control, double time);
/** dz/dt of a bristle law at normal force n that does not change. */
double ref_rate(const ref_contact *c, double n, double v, double z);
/** Force at a state. */
double ref_force(const ref_contact *c, double n, double v, double z);
/** Integrate from rest and write `weights` . x at times (i + 1) * step, i < count,
 *  to out. `tolerance` is relative, per step. Returns the number of steps taken. */
long ref_run(const ref_system *system, const double *weights, double step, long count,
             double tolerance, double *out);

#endif
