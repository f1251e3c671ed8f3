/* SPDX-License-Identifier: BSD-3-Clause */
/* The engine against the reference (tests/reference): displacement over 30 ms at
 * five rates, slopes of the error, and its size at 44.1 kHz. Lines: name, value,
 * samples, seed. */
#include "tests/verify/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATES = 5, SAMPLES = 1320, FINEST = 16 };

static const double base_rate = 44000; /* corners at whole milliseconds lie on every grid */

static double worst_reference; /* change of the reference over the smallest error it judges */

static double slope_of(const double *error) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < RATES; i++) {
    const double x = i * log(2.0), y = log(error[i]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return -(RATES * sxy - sx * sy) / (RATES * sxx - sx * sx);
}

static void judge(const char *name, const ref_system *s, double *error) {
  static double fine[SAMPLES * FINEST], coarse[SAMPLES * FINEST], x[SAMPLES * FINEST];
  double weights[REF_MODES];
  for (int l = 0; l < s->modes; l++)
    weights[l] = s->mode[l].shape[0] < 0 ? -s->mode[l].shape[0] : 0;
  const double step = 1 / (base_rate * FINEST);
  ref_run(s, weights, step, (long)SAMPLES * FINEST, 1e-12, fine);
  ref_run(s, weights, step, (long)SAMPLES * FINEST, 1e-11, coarse);
  double gap = 0, size = 0;
  for (long i = 0; i < (long)SAMPLES * FINEST; i++) {
    gap += (fine[i] - coarse[i]) * (fine[i] - coarse[i]);
    size += fine[i] * fine[i];
  }
  for (int r = 0; r < RATES; r++) {
    run_engine(s, base_rate * (1 << r), SAMPLES << r, NULL, x);
    error[r] = relative_error(x, fine, SAMPLES << r, FINEST >> r);
  }
  /* how far the reference itself has converged, over the smallest error it judges */
  fprintf(stderr, "%-32s %.2e %.2e %.2e %.2e %.2e  slope %.3f  reference %.1e\n", name, error[0],
          error[1], error[2], error[3], error[4], slope_of(error), sqrt(gap / size));
  worst_reference = fmax(worst_reference, sqrt(gap / size) / error[RATES - 1]);
}

static ref_control ramp(double from, double to, double rise) {
  return (ref_control){.corners = 2, .time = {0, rise}, .value = {from, to}};
}

/* `count` modes on a side, `sign` +1 for a, frequencies spread from `f`. */
static void add_modes(ref_system *s, double sign, int count, double f, double q, double mass) {
  for (int i = 0; i < count; i++) {
    ref_mode *m = &s->mode[s->modes++];
    m->frequency = f * (1 + 0.83 * i + 0.013 * i * i);
    m->q = q;
    m->mass = mass * (1 + 0.1 * i);
    m->shape[0] = sign * (0.4 + 0.6 * fabs(cos(1.7 * i)));
    m->shape[1] = sign * cos(2.3 * i + 0.4);
    m->push = sign < 0 ? -m->shape[0] * sign : 0;
    if (sign < 0)
      m->push = 0.4 + 0.6 * fabs(cos(1.7 * i));
  }
}

static ref_system start(ref_law law) {
  return (ref_system){.contacts = 1,
                      .contact = {{.law = law,
                                   .sigma0 = 1e4,
                                   .sigma1 = 0.1,
                                   .sigma2 = law == REF_DAHL ? 0 : 0.1,
                                   .mu_static = 0.4,
                                   .mu_kinetic = 0.2,
                                   .stribeck_velocity = 0.1,
                                   .breakaway = 0.7,
                                   .mu = 0.4,
                                   .v0 = 0.02,
                                   .zeta = 0.5,
                                   .force = ramp(1, 1, 0.01),
                                   .velocity = ramp(0, 0.1, 0.02)}}};
}

/* Velocity, load and push that turn round. */
static void turn_round(ref_system *s) {
  s->contact[0].velocity = (ref_control){
      .corners = 5, .time = {0, 0.005, 0.012, 0.02, 0.03}, .value = {0, 0.1, -0.1, 0.15, -0.05}};
  s->contact[0].force =
      (ref_control){.corners = 4, .time = {0, 0.008, 0.016, 0.03}, .value = {0.8, 1.4, 0.7, 1.2}};
  s->push =
      (ref_control){.corners = 4, .time = {0, 0.006, 0.018, 0.03}, .value = {0, 0.1, -0.1, 0.05}};
}

/* A load that falls to a tenth while the contact sticks, and comes back. */
static void let_fall(ref_system *s) {
  s->contact[0].force = (ref_control){.corners = 6,
                                      .time = {0, 0.004, 0.007, 0.012, 0.02, 0.03},
                                      .value = {0.6, 2, 0.2, 0.3, 1.8, 0.5}};
}

/* Bristles under a load that moves: stiffening, held and relaxing. */
static void moving_loads(void) {
  static const char *const laws[] = {"elastoplastic", "lugre", "dahl"};
  static const double exponent[] = {0, 0.5, 0.8, 1, 1.5};
  double worst[2] = {2, 2}, error[RATES];
  char name[64];
  for (int law = 0; law < 3; law++)
    for (int k = 0; k < 10; k++) {
      ref_system s = start((ref_law)law);
      ref_contact *c = &s.contact[0];
      c->stiffening = exponent[k % 5];
      c->stiffening_load = 0.7;
      c->relaxes = k >= 5;
      let_fall(&s);
      add_modes(&s, 1, 1, 140, 50, 0.02);
      add_modes(&s, -1, 5, 170, 80, 0.005);
      snprintf(name, sizeof name, "%s_%s_%g", laws[law], k < 5 ? "held" : "relaxing",
               exponent[k % 5]);
      judge(name, &s, error);
      const int which = c->stiffening > 0;
      if (fabs(slope_of(error) - 2) > fabs(worst[which] - 2))
        worst[which] = slope_of(error);
    }
  printf("load_fall_slope %.4f %d 0\n", worst[0], 6 * SAMPLES * 31);
  printf("stiffening_slope %.4f %d 0\n", worst[1], 24 * SAMPLES * 31);
}

int main(void) {
  static const char *const laws[] = {"elastoplastic", "lugre", "dahl"};
  double worst_slope = 0, least_turned = 9, error[RATES], moderate = 0;
  char name[64];
  for (int law = 0; law < 3; law++)
    for (int k = 0; k < 4; k++) {
      ref_system s = start((ref_law)law);
      if (k == 0) { /* one mode a side */
        add_modes(&s, 1, 1, 140, 50, 0.02);
        add_modes(&s, -1, 1, 280, 80, 0.005);
      } else if (k == 1) { /* a free mass rubs twenty modes */
        add_modes(&s, 1, 1, 0, 0, 0.05);
        add_modes(&s, -1, 20, 90, 60, 0.02);
      } else if (k == 2) { /* twenty rub five */
        add_modes(&s, 1, 20, 60, 40, 0.05);
        add_modes(&s, -1, 5, 170, 80, 0.01);
      } else { /* a prescribed hand rubs eight */
        add_modes(&s, -1, 8, 200, 100, 0.01);
      }
      snprintf(name, sizeof name, "%s_%d", laws[law], k);
      judge(name, &s, error);
      const double slope = slope_of(error);
      if (fabs(slope - 2) > fabs(worst_slope - 2) || worst_slope == 0)
        worst_slope = slope;
      if (law == 0 && k == 0)
        moderate = error[0];
      turn_round(&s);
      snprintf(name, sizeof name, "%s_%d_turned", laws[law], k);
      judge(name, &s, error);
      least_turned = fmin(least_turned, slope_of(error));
    }
  printf("convergence_slope %.4f %d 0\n", worst_slope, 12 * SAMPLES * 31);
  printf("convergence_slope_turned %.4f %d 0\n", least_turned, 12 * SAMPLES * 31);
  printf("convergence_error_44k %.6g %d 0\n", moderate, SAMPLES);
  moving_loads();
  ref_system two = start(REF_ELASTOPLASTIC);
  two.contacts = 2;
  two.contact[1] = start(REF_LUGRE).contact[0];
  two.contact[1].velocity = ramp(0, 0.07, 0.015);
  add_modes(&two, 1, 2, 90, 40, 0.03);
  add_modes(&two, -1, 6, 150, 70, 0.01);
  judge("two_contacts", &two, error);
  printf("coupled_slope %.4f %d 0\n", slope_of(error), SAMPLES * 31);
  printf("reference_converged %.4g %d 0\n", worst_reference, 55 * SAMPLES * FINEST);
  return 0;
}
