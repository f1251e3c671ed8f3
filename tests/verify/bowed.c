/* SPDX-License-Identifier: BSD-3-Clause */
/* Bowed strings beside the same strings as 240 modes under the reference's integrator, from rest:
 * no torsion, no stiffness, Q 500. Slips of the last twenty periods: how much of the time, over the
 * bow's place; how fast at most, over ideal Helmholtz motion, v (1 - beta)/beta; and when each
 * begins. Prints lines: name value samples seed.
 *
 *   bowed [BETA FORCE]   one case of your own, its figures alone */
#include "rosin.h"
#include "tests/reference/reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 88200, PERIODS = 20, MOST = 64, CASES = 4 };

static const double pi = 3.14159265358979323846;
static const double hertz = 147, impedance = 0.55, seconds = 0.5, speed = 0.1, rise = 0.05;

typedef struct {
  double beta, force, sigma0, mu_static, mu_kinetic;
} bowing;

/* What the last periods of a relative velocity come to. */
typedef struct {
  double share, fastest; /* over beta; over ideal */
  double began[MOST];    /* s */
  int slips;
} slipping;

static double velocity_at(double t) {
  return speed * fmin(t / rise, 1);
}

static slipping judge(const double *v, int samples, double beta) {
  const double slow = 0.25 * speed / beta;
  const int first = samples - (int)(PERIODS * RATE / hertz);
  slipping s = {0};
  long fast = 0;
  for (int i = first; i < samples; i++) {
    fast += v[i] > slow;
    s.fastest = fmax(s.fastest, (v[i] - speed) / (speed * (1 - beta) / beta));
    if (v[i] > slow && v[i - 1] <= slow && s.slips < MOST)
      s.began[s.slips++] = (i - 1 + (slow - v[i - 1]) / (v[i] - v[i - 1])) / RATE;
  }
  s.share = (double)fast / (samples - first) / beta;
  return s;
}

/* Modes at rest at both ends: of half the string's mass each. */
static void by_modes(const bowing *b, int samples, double *v) {
  static ref_system s;
  static double weight[REF_MODES];
  s = (ref_system){.modes = REF_MODES, .contacts = 1};
  for (int l = 0; l < REF_MODES; l++) {
    weight[l] = sin((l + 1) * pi * b->beta);
    s.mode[l] = (ref_mode){.frequency = (l + 1) * hertz,
                           .q = 500,
                           .mass = impedance / (4 * hertz),
                           .shape = {-weight[l]}};
  }
  s.contact[0] = (ref_contact){.law = REF_ELASTOPLASTIC,
                               .sigma0 = b->sigma0,
                               .sigma1 = 0.1,
                               .mu_static = b->mu_static,
                               .mu_kinetic = b->mu_kinetic,
                               .stribeck_velocity = 0.2,
                               .breakaway = 0.7,
                               .force = {1, {0}, {b->force}},
                               .velocity = {2, {0, rise}, {0, speed}}};
  ref_run(&s, weight, 1.0 / RATE, samples, 1e-6, v);
  for (int i = samples - 1; i >= 0; i--) /* places become mean velocities */
    v[i] = velocity_at((i + 0.5) / RATE) - (v[i] - (i ? v[i - 1] : 0)) * RATE;
}

static void hold(rosin_network *n, const char *control, double value) {
  rosin_network_hold(n, rosin_network_control(n, control), value);
}

static void by_engine(const bowing *b, int samples, double *v) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  spec.frequency = hertz;
  spec.impedance = impedance;
  spec.q = 500;
  spec.bending_stiffness = spec.torsion_frequency = 0;
  rosin_body *string = rosin_string_new(&spec, RATE, NULL);
  rosin_contact *bow = rosin_contact_new("elastoplastic", RATE, NULL);
  rosin_network *n = rosin_network_new(RATE, 1, NULL);
  const struct {
    const char *key;
    double value;
  } law[] = {{"sigma0", b->sigma0},       {"sigma1", 0.1},
             {"mu_static", b->mu_static}, {"mu_kinetic", b->mu_kinetic},
             {"stribeck_velocity", 0.2},  {"breakaway", 0.7}};
  for (int i = 0; i < 6; i++)
    rosin_contact_set(bow, law[i].key, law[i].value, NULL);
  rosin_network_body(n, "d", string, NULL);
  rosin_network_contact(n, "bow", bow, "-", "d", NULL);
  const int signal = rosin_network_signal(n, "bow.velocity", NULL);
  hold(n, "bow.position", b->beta);
  hold(n, "bow.force", b->force);
  if (rosin_network_prepare(n, NULL))
    exit(1);
  const int control = rosin_network_control(n, "bow.velocity");
  for (int i = 0; i < samples; i++) {
    const double now = velocity_at((i + 1.0) / RATE);
    rosin_network_feed(n, control, &now);
    rosin_network_process(n, 1);
    v[i] = rosin_network_read(n, signal)[0];
  }
  rosin_network_free(n);
  rosin_body_free(string);
  rosin_contact_free(bow);
}

static void beside(const bowing *b, slipping *modes, slipping *engine) {
  const int samples = (int)(seconds * RATE);
  double *v = malloc((size_t)samples * sizeof *v);
  if (!v)
    exit(1);
  by_modes(b, samples, v);
  *modes = judge(v, samples, b->beta);
  by_engine(b, samples, v);
  *engine = judge(v, samples, b->beta);
  free(v);
}

/* Onsets apart, in periods; 1 where there are not as many. */
static double apart(const slipping *a, const slipping *b) {
  double worst = 0;
  if (a->slips != b->slips || a->slips == 0)
    return 1;
  for (int i = 0; i < a->slips; i++)
    worst = fmax(worst, fabs(a->began[i] - b->began[i]) * hertz);
  return worst;
}

int main(int count, char **words) {
  static const bowing cases[CASES] = {{0.15, 1.1, 1e4, 0.4, 0.2},
                                      {0.13, 0.9, 1e4, 0.4, 0.2},
                                      {0.107, 1.3, 2e4, 0.4, 0.2},
                                      {0.09, 1.6, 1e4, 0.4, 0.2}};
  const int own = count > 2;
  const bowing given = {own ? atof(words[1]) : 0, own ? atof(words[2]) : 0, 1e4, 0.4, 0.2};
  double share = 0, fastest = 0, onsets = 0;
  int clean = 0;
  for (int i = 0; i < (own ? 1 : CASES); i++) {
    const bowing *b = own ? &given : &cases[i];
    slipping modes, engine;
    beside(b, &modes, &engine);
    printf("bowed_share_modes_%g %.5g %d 0\n", b->beta, modes.share, PERIODS);
    printf("bowed_share_rosin_%g %.5g %d 0\n", b->beta, engine.share, PERIODS);
    printf("bowed_fastest_modes_%g %.5g %d 0\n", b->beta, modes.fastest, PERIODS);
    printf("bowed_fastest_rosin_%g %.5g %d 0\n", b->beta, engine.fastest, PERIODS);
    share = fmax(share, fabs(engine.share / modes.share - 1));
    fastest = fmax(fastest, fabs(engine.fastest / modes.fastest - 1));
    onsets = fmax(onsets, apart(&modes, &engine));
    clean += modes.slips == PERIODS && engine.slips == PERIODS;
  }
  printf("bowed_clean %d %d 0\n", clean, own ? 1 : CASES);
  printf("bowed_share_error %.4g %d 0\n", share, PERIODS);
  printf("bowed_fastest_error %.4g %d 0\n", fastest, PERIODS);
  printf("bowed_onset_error %.4g %d 0\n", onsets, PERIODS);
  return 0;
}
