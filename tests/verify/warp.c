/* SPDX-License-Identifier: BSD-3-Clause */
/* How modes are made discrete, on random rubbed bodies at 44 kHz: the pre-warp (exact pole,
 * exact stiffness) against plain bilinear and a mean of the two, error of the displacement
 * over 30 ms by the reference. What bilinear would make of a mode is the pre-warp of another
 * mode, which the engine is given. Beside them what is not passive: the third order, the
 * mobility's next term by last sample's force. With a seed as argument all cases are told on
 * stderr.
 * Lines: name, value, samples, seed. */
#include "tests/verify/engine.h"
#include "tests/verify/random.h"

#include <complex.h>

enum { SEED = 20261120, CASES = 1000, SAMPLES = 1320, FINER = 2, WAYS = 3, LAGGED = WAYS, ALL };

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

/* ---- of third order, not passive: one contact, by itself ---- */

typedef struct {
  double mass, resistance, stiffness, shape, x, w;
} lagged_mode;

/* The pre-warp, with the residue of the pole exact instead of the stiffness. */
static lagged_mode lagged_of(const ref_mode *mode, double t) {
  const double w = 2 * pi * mode->frequency, a = w > 0 ? 0.5 * w / mode->q : 0;
  lagged_mode m = {.mass = mode->mass, .shape = mode->shape[0]};
  if (w > 0) {
    const double complex s = 2 / t * ctanh(0.5 * t * (-a + I * sqrt(w * w - a * a)));
    m.stiffness = mode->mass * w * w / (1 + w * w * t * t / 12);
    m.mass = m.stiffness / (creal(s) * creal(s) + cimag(s) * cimag(s));
    m.resistance = -2 * m.mass * creal(s);
  }
  return m;
}

/* y of the law at z + reach y, v + pull y, by halving; the elastic root first. */
static double lagged_rate(const ref_contact *c, double n, double v, double pull, double z,
                          double reach) {
  const double elastic = v / (1 - pull), sign = elastic < 0 ? -1 : 1;
  const double z_ba =
      c->law == REF_ELASTOPLASTIC ? c->breakaway * c->mu_kinetic * n / c->sigma0 : 0;
  if (c->law == REF_ELASTOPLASTIC && sign * (z + reach * elastic) <= z_ba)
    return elastic;
  const double back = c->law == REF_ELASTOPLASTIC || sign * (z + reach * elastic) > 0;
  const double other = ((back ? sign * z_ba : 0) - z) / reach;
  double low = fmin(other, elastic), high = fmax(other, elastic);
  for (int i = 0; i < 100; i++) {
    const double y = 0.5 * (low + high);
    if (ref_rate(c, n, v + pull * y, z + reach * y) > y)
      low = y;
    else
      high = y;
  }
  return 0.5 * (low + high);
}

/* Displacement of body b. Bristle: the mean of z is z[n-1] + T (5 y[n] + y[n-1])/12. */
static void run_lagged(const ref_system *s, double *out) {
  const ref_contact *c = &s->contact[0];
  const double t = 1 / rate, n = c->force.value[0], reach = 5 * t / 12;
  lagged_mode mode[REF_MODES];
  double z = 0, y = 0, f = 0, inverse = 0, mobility = 0;
  for (int l = 0; l < s->modes; l++) {
    const lagged_mode *m = &mode[l];
    mode[l] = lagged_of(&s->mode[l], t);
    inverse += 1 / s->mode[l].mass;
    mobility += 1 / (2 * m->mass / t + m->resistance + 0.5 * t * m->stiffness);
  }
  const double late = t / 12 * inverse, now = mobility - late;
  for (int i = 0; i < SAMPLES; i++) {
    double v = 0.5 * (ref_at(&c->velocity, i * t) + ref_at(&c->velocity, (i + 1) * t)) - late * f;
    for (int l = 0; l < s->modes; l++) {
      const lagged_mode *m = &mode[l];
      const double inertia = 2 * m->mass / t;
      v += m->shape * (inertia * m->w - m->stiffness * m->x) /
           (inertia + m->resistance + 0.5 * t * m->stiffness);
    }
    const double start = z + t / 12 * y, viscous = 1 + c->sigma2 * now;
    const double free = (v - now * c->sigma0 * start) / viscous;
    const double pull = -now * (c->sigma0 * reach + c->sigma1) / viscous;
    y = lagged_rate(c, n, free, pull, start, reach);
    f = c->sigma0 * (start + reach * y) + c->sigma1 * y + c->sigma2 * (free + pull * y);
    z += t * y;
    out[i] = 0;
    for (int l = 0; l < s->modes; l++) {
      lagged_mode *m = &mode[l];
      const double inertia = 2 * m->mass / t;
      const double mean = (inertia * m->w - m->stiffness * m->x - m->shape * f) /
                          (inertia + m->resistance + 0.5 * t * m->stiffness);
      if (m->shape < 0)
        out[i] += m->x + 0.5 * t * mean - t * t / 12 / s->mode[l].mass * f;
      m->x += t * mean;
      m->w = 2 * mean - m->w;
    }
  }
}

/* ---- the cases ---- */

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
  run_lagged(s, x);
  error[LAGGED] = relative_error(x, fine, SAMPLES, FINER);
}

int main(int count, char **words) {
  static const char *const names[ALL] = {"prewarp", "bilinear", "between", "lagged"};
  const unsigned long long first = count > 1 ? strtoull(words[1], NULL, 10) : SEED;
  uint64_t seed = first;
  double worst[ALL] = {0}, logs[ALL] = {0}, error[ALL];
  int good[ALL] = {0}, doubled[ALL] = {0}, lost[ALL] = {0};
  for (int k = 0; k < CASES; k++) {
    const ref_system s = random_case(&seed);
    const ref_contact *c = &s.contact[0];
    judge(&s, error);
    if (count > 1)
      fprintf(stderr,
              "%4d %d modes, first %6.1f Hz Q %5.0f %7.2e kg, sigma0 %.2e sigma1 %6.3f: %.2e %.2e "
              "%.2e %.2e\n",
              k, s.modes, s.mode[0].frequency, s.mode[0].q, s.mode[0].mass, c->sigma0, c->sigma1,
              error[0], error[1], error[2], error[3]);
    for (int i = 0; i < ALL; i++) {
      const double over = error[i] / fmin(error[0], error[1]);
      if (!(error[i] < 1)) {
        lost[i]++;
        continue;
      }
      good[i] += over <= 1.05;
      doubled[i] += over > 2;
      worst[i] = fmax(worst[i], over);
      logs[i] += log(error[i] / error[0]);
    }
  }
  for (int i = 0; i < ALL; i++) {
    const struct {
      const char *name;
      double value;
    } figures[] = {{"as_good_percent", 100.0 * good[i] / CASES},
                   {"beyond_twice_percent", 100.0 * doubled[i] / CASES},
                   {"worst_over_better", worst[i]},
                   {"mean_over_prewarp", exp(logs[i] / (CASES - lost[i]))},
                   {"diverged_percent", 100.0 * lost[i] / CASES}};
    for (int j = 0; j < 5; j++)
      printf("warp_%s_%s %.4g %d %llu\n", names[i], figures[j].name, figures[j].value,
             CASES * SAMPLES, first);
  }
  const ref_system s = published();
  judge(&s, error);
  for (int i = 0; i < ALL; i++)
    printf("warp_published_%s_error %.4g %d 0\n", names[i], error[i], SAMPLES);
  return 0;
}
