/* SPDX-License-Identifier: BSD-3-Clause */
/* The solver over the wide range of the specification: a million single-sample
 * problems (cold), 100 000 groups of 2 to 8 contacts, and 1000 closed loops, with
 * the energy account of the loops; what groups of sixteen take (alone: solver SEED). Lines: name,
 * value, samples, seed. */
#include "contact/contact.h"
#include "contact/group.h"
#include "friction/bristle/bristle.h"
#include "tests/unit/group_room.h"
#include "tests/verify/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLD = 1000000, GROUPS = 100000, LOOPS = 1000, LOOP_SAMPLES = 8820, MAX = 16 };
/* Evaluations a contact that cold groups may take: what the audio path may, bounded.c tries. */
enum { PATIENCE = 2000 };

static uint64_t seed = 20260401;
static const double rate = 44100;

static const char *const laws[] = {"elastoplastic", "lugre", "dahl", "induction"};

/* sigma0 1e2-1e6, sigma1 0-1e3, v_s 0.001-0.5, c 0-0.99, f_s/f_c 1-5. */
static rosin_contact *random_contact(int law) {
  rosin_contact *c = rosin_contact_new(laws[law], rate, NULL);
  if (law < 3)
    rosin_contact_set(c, "sigma0", log_uniform(&seed, 1e2, 1e6), NULL);
  if (law < 2) {
    const double s1 = uniform(&seed, 0, 1) < 0.2 ? 0 : log_uniform(&seed, 1e-3, 1e3);
    rosin_contact_set(c, "sigma1", s1, NULL);
    rosin_contact_set(c, "sigma2", uniform(&seed, 0, 1) < 0.5 ? 0 : log_uniform(&seed, 1e-3, 10),
                      NULL);
    rosin_contact_set(c, "mu_static", 0.2 * uniform(&seed, 1, 5), NULL);
    rosin_contact_set(c, "stribeck_velocity", log_uniform(&seed, 1e-3, 0.5), NULL);
  }
  if (law == 0)
    rosin_contact_set(c, "breakaway", uniform(&seed, 0, 0.99), NULL);
  if (law == 3)
    rosin_contact_set(c, "v0", log_uniform(&seed, 1e-3, 0.5), NULL);
  return c;
}

/* A state the law could be in, its deflection up to `reach` times what the load
 * holds. */
static void random_state(rosin_contact *c, int law, double normal, double reach) {
  if (law == 3) {
    c->state[0] = uniform(&seed, -1, 1) * log_uniform(&seed, 1e-4, 10);
    return;
  }
  const double mu = law < 2 ? rosin_contact_get(c, "mu_static") : 0.2;
  c->state[ROSIN_BRISTLE_Z] =
      uniform(&seed, -reach, reach) * mu * normal / rosin_contact_get(c, "sigma0");
  c->state[ROSIN_BRISTLE_RATE] = uniform(&seed, -1, 1) * log_uniform(&seed, 1e-4, 10);
}

static void cold(void) {
  long unconverged = 0, not_finite = 0;
  int most = 0;
  double worst = 0;
  for (long i = 0; i < COLD; i++) {
    const int law = (int)(i % 4);
    rosin_contact *c = random_contact(law);
    const double normal = log_uniform(&seed, 0.01, 50);
    const double mobility = log_uniform(&seed, 1e-4, 20);
    const double v_free = uniform(&seed, -1, 1) * log_uniform(&seed, 1e-4, 10);
    const rosin_load load = {.normal = normal, .normal_end = normal, .period = 1 / rate};
    random_state(c, law, normal, 1);
    rosin_solution s;
    rosin_law_solve(&c->law, c->state, &load, v_free, mobility, &s);
    /* the error of f by the law's own statement of f(v), rounding of v allowed for */
    double f, slope;
    c->law.ops->force(&c->law, c->state, &load, &s.v, &f, &slope);
    const double scale = c->law.ops->scale(&c->law, &load);
    const double residual =
        fabs(s.v + mobility * f - v_free) / mobility / (1 + mobility * fabs(slope));
    const double rounding = 4e-16 * (fabs(v_free) + fabs(s.v)) / mobility;
    worst = fmax(worst, fmax(residual - rounding, 0) / scale);
    unconverged += !s.converged;
    not_finite += !isfinite(s.v) || !isfinite(s.f);
    most = s.iterations > most ? s.iterations : most;
    rosin_contact_free(c);
  }
  printf("cold_unconverged %ld %d 20260401\n", unconverged, COLD);
  printf("cold_not_finite %ld %d 20260401\n", not_finite, COLD);
  printf("cold_worst_iterations %d %d 20260401\n", most, COLD);
  printf("cold_worst_force_error %.3g %d 20260401\n", worst, COLD);
}

/* The mobility [n * n] of a body with n + 3 random modes. */
static void random_mobility(double *b, int n) {
  const double size = log_uniform(&seed, 1e-4, 20);
  for (int mode = 0; mode < n + 3; mode++) {
    double shape[MAX];
    const double weight = size * log_uniform(&seed, 0.01, 1);
    for (int i = 0; i < n; i++)
      shape[i] = uniform(&seed, -1, 1);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        b[i * n + j] += weight * shape[i] * shape[j];
  }
}

/* 1 if it was solved; `iterations` counts evaluations. */
static int one_group(int n, int budget, int *iterations) {
  rosin_group_scratch scratch;
  rosin_contact *c[MAX];
  rosin_group_contact group[MAX];
  double b[MAX * MAX] = {0}, v_free[MAX], v[MAX], f[MAX];
  void *memory = group_room(&scratch, n);
  random_mobility(b, n);
  for (int i = 0; i < n; i++) {
    const int law = (int)uniform(&seed, 0, 4);
    const double normal = log_uniform(&seed, 0.01, 50);
    c[i] = random_contact(law);
    random_state(c[i], law, normal, 1);
    group[i] = (rosin_group_contact){
        .law = &c[i]->law,
        .state = c[i]->state,
        .load = {.normal = normal, .normal_end = normal, .period = 1 / rate, .budget = budget},
        .row = i};
    v_free[i] = uniform(&seed, -1, 1) * log_uniform(&seed, 1e-4, 10);
    v[i] = uniform(&seed, -1, 1) * log_uniform(&seed, 1e-4, 10);
    f[i] = 0;
  }
  const int done = rosin_group_solve(&scratch, group, n, b, v_free, v, f, iterations);
  free(memory);
  for (int i = 0; i < n; i++)
    rosin_contact_free(c[i]);
  return done;
}

static void groups(void) {
  long unconverged = 0;
  int iterations;
  for (long k = 0; k < GROUPS; k++)
    unconverged += !one_group(2 + (int)(k % 7), PATIENCE, &iterations);
  printf("groups_unconverged %ld %d 20260401\n", unconverged, GROUPS);
}

/* Evaluations a contact of sixteen that feel each other, over those of four. */
static void growth(uint64_t given) {
  enum { TRIED = 4000 };
  double sum[2] = {0};
  seed = given;
  for (int k = 0; k < 2 * TRIED; k++) {
    const int n = k & 1 ? 16 : 4;
    int iterations;
    one_group(n, ROSIN_BUDGET, &iterations);
    sum[k & 1] += (double)iterations / n;
  }
  printf("crowd_cold_growth_16 %.3g %d %llu\n", sum[1] / sum[0], 2 * TRIED,
         (unsigned long long)given);
}

static rosin_body *random_body(void) {
  rosin_mode mode[20];
  const int modes = 1 + (int)uniform(&seed, 0, 20);
  const double kg = log_uniform(&seed, 1e-5, 1);
  for (int i = 0; i < modes; i++)
    mode[i] = (rosin_mode){
        .frequency = uniform(&seed, 0, 1) < 0.1 ? 0 : log_uniform(&seed, 20, 15000), .mass = kg};
  const rosin_modal_spec spec = {.modes = modes, .mode = mode, .points = 1};
  return rosin_modal_new(&spec, rate, NULL);
}

typedef struct {
  long long solves, elastic, iterations, unconverged, not_unique, outside;
  int most;
  long not_finite;
  double worst, balance; /* most negative dissipation, balance error, over the energy handled */
} sums;

/* One closed loop: bodies without loss, force ramped 0.01-50 N, speed reversed. */
static void loop(int law, sums *total) {
  enum { BLOCK = 64 };
  double force[BLOCK], speed[BLOCK];
  rosin_body *a = random_body(), *b = random_body();
  rosin_contact *c = random_contact(law);
  rosin_network *n = rosin_network_new(rate, BLOCK, NULL);
  rosin_network_body(n, "a", a, NULL);
  rosin_network_body(n, "b", b, NULL);
  rosin_network_contact(n, "c", c, "a", "b", NULL);
  const int signal = rosin_network_signal(n, "b.velocity@0", NULL);
  if (rosin_network_prepare(n, NULL))
    exit(1);
  const double n0 = log_uniform(&seed, 0.01, 50), n1 = log_uniform(&seed, 0.01, 50);
  const double v0 = log_uniform(&seed, 1e-3, 3);
  rosin_network_hold(n, rosin_network_control(n, "c.force"), n0);
  rosin_network_reset(n);
  for (int at = 0; at < LOOP_SAMPLES; at += BLOCK) {
    for (int i = 0; i < BLOCK; i++) {
      const double u = (double)(at + i + 1) / LOOP_SAMPLES;
      force[i] = n0 * pow(n1 / n0, u);
      speed[i] = v0 * sin(12 * u) * (u < 0.5 ? 1 : -1);
    }
    rosin_network_feed(n, rosin_network_control(n, "c.force"), force);
    rosin_network_feed(n, rosin_network_control(n, "c.velocity"), speed);
    rosin_network_process(n, BLOCK);
    for (int i = 0; i < BLOCK; i++)
      total->not_finite += !isfinite(rosin_network_read(n, signal)[i]);
  }
  const rosin_statistics s = rosin_network_statistics(n);
  const double gap = rosin_network_energy(n) - s.supplied + s.dissipated;
  total->solves += s.solves;
  total->elastic += s.elastic;
  total->iterations += s.iterations;
  total->not_finite += s.rescued > 0; /* the net had hidden it */
  total->unconverged += s.unconverged;
  total->not_unique += s.not_unique;
  total->outside += s.passivity;
  total->most = s.iterations_max > total->most ? s.iterations_max : total->most;
  total->worst = fmin(total->worst, s.worst / s.handled);
  total->balance = fmax(total->balance, fabs(gap) / s.handled);
  rosin_network_free(n);
  rosin_body_free(a);
  rosin_body_free(b);
  rosin_contact_free(c);
}

static void loops(void) {
  sums t = {0};
  const long count = (long)LOOPS * LOOP_SAMPLES;
  for (int i = 0; i < LOOPS; i++)
    loop(i % 4, &t);
  printf("loop_unconverged %lld %ld 20260401\n", t.unconverged, count);
  printf("loop_not_finite %ld %ld 20260401\n", t.not_finite, count);
  printf("loop_mean_iterations %.4f %ld 20260401\n",
         (double)t.iterations / (double)(t.solves - t.elastic), count);
  printf("loop_worst_iterations %d %ld 20260401\n", t.most, count);
  printf("loop_elastic_share %.4f %ld 20260401\n", (double)t.elastic / (double)t.solves, count);
  printf("loop_not_unique_share %.4f %ld 20260401\n", (double)t.not_unique / (double)t.solves,
         count);
  printf("energy_worst_dissipation %.3g %ld 20260401\n", t.worst, count);
  printf("energy_balance %.3g %ld 20260401\n", t.balance, count);
}

int main(int argc, char **argv) {
  if (argc > 1) { /* of another seed, alone */
    growth(strtoull(argv[1], NULL, 10));
    return 0;
  }
  cold();
  groups();
  loops();
  growth(20261123);
  return 0;
}
