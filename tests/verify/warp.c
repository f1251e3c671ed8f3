/* SPDX-License-Identifier: BSD-3-Clause */
/* How modes are made discrete, on random rubbed bodies at 44 kHz: the pre-warp (exact pole,
 * exact stiffness) against plain bilinear and a mean of the two, error of the displacement
 * over 30 ms by the reference. What bilinear would make of a mode is the pre-warp of another
 * mode, which the engine is given. With a seed as argument all cases are told on stderr.
 * Lines: name, value, samples, seed. */
#include "tests/verify/engine.h"
#include "tests/verify/random.h"

#include <complex.h>

enum { SEED = 20261120, CASES = 1000, SAMPLES = 1320, FINER = 2, WAYS = 3 };

static const double rate = 44000, pi = 3.14159265358979323846;

/* The mode whose pre-warp has mass m, resistance r and stiffness k. */
static rosin_mode mode_of(double m, double r, double k, double hz) {
  const double complex ends = csqrt(r * r - 4 * m * k + 0 * I);
  const double complex pole = 2 * hz * catanh((-r + ends) / (2 * m) / (2 * hz));
  const double w = cabs(pole);
  return (rosin_mode){.frequency = w / (2 * pi), .q = -0.5 * w / creal(pole), .mass = k / (w * w)};
}

static rosin_mode bilinear(rosin_mode mode, double hz) {
  const double w = 2 * pi * mode.frequency;
  return w > 0 ? mode_of(mode.mass, mode.mass * w / mode.q, mode.mass * w * w, hz) : mode;
}

/* Mass and resistance half-way: 1/tan and its like, by the mode's own pole. */
static rosin_mode between(rosin_mode mode, double hz) {
  const double w = 2 * pi * mode.frequency, a = 0.5 * w / mode.q, t = 1 / hz;
  if (!(w > 0))
    return mode;
  const double complex s = 2 * hz * ctanh(0.5 * t * (-a + I * sqrt(w * w - a * a)));
  const double k = mode.mass * w * w, m = k / (creal(s) * creal(s) + cimag(s) * cimag(s));
  const double r = -2 * m * creal(s);
  return mode_of(0.5 * (m + mode.mass), 0.5 * (r + 2 * a * mode.mass), k, hz);
}

static const engine_warp ways[WAYS] = {NULL, bilinear, between};

/* From rest to a steady speed under a steady load. */
static void rub(ref_contact *c, double load, double speed) {
  c->mu_static = 0.4;
  c->mu_kinetic = 0.2;
  c->stribeck_velocity = 0.1;
  c->breakaway = 0.7;
  c->force = (ref_control){.corners = 2, .time = {0, 0.01}, .value = {load, load}};
  c->velocity = (ref_control){.corners = 2, .time = {0, 0.01}, .value = {0, speed}};
}

static ref_system random_case(uint64_t *seed) {
  ref_system s = {.contacts = 1};
  ref_contact *c = &s.contact[0];
  c->law = uniform(seed, 0, 1) < 0.6 ? REF_ELASTOPLASTIC : REF_LUGRE;
  c->sigma0 = log_uniform(seed, 3e3, 1e5);
  c->sigma1 = uniform(seed, 0, 1) < 0.15 ? 0 : log_uniform(seed, 0.05, 50);
  c->sigma2 = uniform(seed, 0, 1) < 0.5 ? 0 : log_uniform(seed, 0.01, 1);
  const double load = log_uniform(seed, 0.3, 3), speed = log_uniform(seed, 0.03, 0.5);
  rub(c, load, speed);
  const int count = 1 + (int)uniform(seed, 0, 3), other = (int)uniform(seed, 0, 3);
  const double light = log_uniform(seed, 3e-4, 2e-2), heavy = log_uniform(seed, 3e-3, 0.1);
  for (int l = 0; l < count + (other > 0); l++) {
    ref_mode *m = &s.mode[s.modes++];
    m->frequency = l == count && other == 1 ? 0 : log_uniform(seed, 50, 2000);
    m->q = m->frequency > 0 ? log_uniform(seed, 10, 1000) : 0;
    m->mass = l < count ? light : heavy;
    m->shape[0] = l < count ? -1 : 1;
  }
  return s;
}

/* The published set: two light modes, heavily damped bristles, a hand that moves steadily. */
static ref_system published(void) {
  ref_system s = {.modes = 2, .contacts = 1};
  s.contact[0] = (ref_contact){.sigma0 = 1e4, .sigma1 = 10, .sigma2 = 0.4};
  rub(&s.contact[0], 1, 0.1);
  for (int l = 0; l < 2; l++)
    s.mode[l] = (ref_mode){.frequency = 140 * (l + 1), .q = 500, .mass = 1e-3, .shape = {-1}};
  return s;
}

static void judge(const ref_system *s, double *error) {
  static double fine[SAMPLES * FINER], x[SAMPLES];
  double weights[REF_MODES];
  for (int l = 0; l < s->modes; l++)
    weights[l] = s->mode[l].shape[0] < 0;
  ref_run(s, weights, 1 / (rate * FINER), (long)SAMPLES * FINER, 1e-11, fine);
  for (int i = 0; i < WAYS; i++) {
    run_engine(s, rate, SAMPLES, ways[i], x);
    error[i] = relative_error(x, fine, SAMPLES, FINER);
  }
}

int main(int count, char **words) {
  static const char *const names[WAYS] = {"prewarp", "bilinear", "between"};
  const unsigned long long first = count > 1 ? strtoull(words[1], NULL, 10) : SEED;
  uint64_t seed = first;
  double worst[WAYS] = {0}, logs[WAYS] = {0}, error[WAYS];
  int good[WAYS] = {0}, doubled[WAYS] = {0};
  for (int k = 0; k < CASES; k++) {
    const ref_system s = random_case(&seed);
    const ref_contact *c = &s.contact[0];
    judge(&s, error);
    if (count > 1)
      fprintf(stderr,
              "%4d %d modes, first %6.1f Hz Q %5.0f %7.2e kg, sigma0 %.2e sigma1 %6.3f: %.2e %.2e "
              "%.2e\n",
              k, s.modes, s.mode[0].frequency, s.mode[0].q, s.mode[0].mass, c->sigma0, c->sigma1,
              error[0], error[1], error[2]);
    for (int i = 0; i < WAYS; i++) {
      const double over = error[i] / fmin(error[0], error[1]);
      good[i] += over <= 1.05;
      doubled[i] += over > 2;
      worst[i] = fmax(worst[i], over);
      logs[i] += log(error[i] / error[0]) / CASES;
    }
  }
  for (int i = 0; i < WAYS; i++) {
    printf("warp_%s_as_good_percent %.4g %d %llu\n", names[i], 100.0 * good[i] / CASES,
           CASES * SAMPLES, first);
    printf("warp_%s_beyond_twice_percent %.4g %d %llu\n", names[i], 100.0 * doubled[i] / CASES,
           CASES * SAMPLES, first);
    printf("warp_%s_worst_over_better %.4g %d %llu\n", names[i], worst[i], CASES * SAMPLES, first);
    printf("warp_%s_mean_over_prewarp %.4g %d %llu\n", names[i], exp(logs[i]), CASES * SAMPLES,
           first);
  }
  const ref_system s = published();
  judge(&s, error);
  for (int i = 0; i < WAYS; i++)
    printf("warp_published_%s_error %.4g %d 0\n", names[i], error[i], SAMPLES);
  return 0;
}
