/* SPDX-License-Identifier: BSD-3-Clause */
/* Every friction law on its own terms: 1000 random closed loops each (finite, solved,
 * passive where the law says so, energy accounted for), order in time, values and
 * limits that connect the laws. Lines: name, value, samples, seed. */
#include "contact/contact.h"
#include "rosin.h"
#include "tests/verify/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 20260402, LOOPS = 1000, LOOP_SAMPLES = 1000 };

static const double pi = 3.14159265358979323846;
static uint64_t seed = SEED;

static void line(const char *name, const char *law, double value, long samples) {
  printf("%s%s%s %.6g %ld %d\n", name, *law ? "_" : "", law, value, samples, SEED);
}

/* ---- a body and a contact ---- */

typedef struct {
  rosin_body *body;
  rosin_contact *contact;
  rosin_network *network;
  int velocity, force, displacement; /* signals */
} rig;

static rig rig_new(const char *law, double rate, int modes, const rosin_mode *mode) {
  rosin_error error = {""};
  const rosin_modal_spec spec = {.modes = modes, .mode = mode, .points = 1};
  rig r = {rosin_modal_new(&spec, rate, &error),
           rosin_contact_new(law, rate, &error),
           rosin_network_new(rate, 1, &error),
           0,
           0,
           0};
  if (!r.body || !r.contact || rosin_network_body(r.network, "m", r.body, &error) ||
      rosin_network_contact(r.network, "c", r.contact, "-", "m", &error)) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  r.velocity = rosin_network_signal(r.network, "c.velocity", &error);
  r.force = rosin_network_signal(r.network, "c.force", &error);
  r.displacement = rosin_network_signal(r.network, "m.displacement@0", &error);
  return r;
}

static void rig_free(rig *r) {
  rosin_network_free(r->network);
  rosin_contact_free(r->contact);
  rosin_body_free(r->body);
}

static void rig_set(rig *r, const char *key, double value) {
  rosin_error error;
  if (rosin_contact_set(r->contact, key, value, &error)) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
}

static void rig_hold(rig *r, const char *control, double value) {
  rosin_network_hold(r->network, rosin_network_control(r->network, control), value);
}

static double rig_read(const rig *r, int signal) {
  return rosin_network_read(r->network, signal)[0];
}

/* ---- random closed loops ---- */

/* Half of the parameters near their default, half anywhere in their range. */
static void random_parameters(rosin_contact *c, const char *law) {
  for (const rosin_parameter *p = rosin_law_parameters(law); p->name; p++) {
    double x = p->low > 0 ? log_uniform(&seed, p->low, p->high) : uniform(&seed, p->low, p->high);
    if (uniform(&seed, 0, 1) < 0.5 || p->high > 1e4 * fabs(p->initial))
      x = p->initial * log_uniform(&seed, 0.1, 10);
    if (strcmp(p->name, "bristles") == 0)
      x = floor(log_uniform(&seed, 1, 65));
    rosin_contact_set(c, p->name, fmin(fmax(x, p->low), p->high), NULL);
  }
}

static int random_modes(rosin_mode *mode) {
  const int modes = 1 + (int)uniform(&seed, 0, 8);
  const double kg = log_uniform(&seed, 1e-4, 10);
  for (int i = 0; i < modes; i++)
    mode[i] = (rosin_mode){
        .frequency = uniform(&seed, 0, 1) < 0.1 ? 0 : log_uniform(&seed, 20, 15000), .mass = kg};
  return modes;
}

typedef struct {
  long not_finite;
  double worst, balance, iterations, solves;
  long long unconverged, outside;
} sums;

static void one_loop(const char *law, int steady, sums *s) {
  rosin_mode mode[8];
  const int modes = random_modes(mode);
  const double rate = 44100;
  rig r = rig_new(law, rate, modes, mode);
  random_parameters(r.contact, law);
  const double speed = log_uniform(&seed, 1e-3, 3), turn = log_uniform(&seed, 5, 500);
  const double lean = uniform(&seed, -1, 1), load = log_uniform(&seed, 0.01, 50);
  const double lift = uniform(&seed, 0, 1.1);
  rig_hold(&r, "c.rolling", uniform(&seed, 0, 1) < 0.3 ? 0 : log_uniform(&seed, 1e-2, 30));
  rig_hold(&r, "c.sideways", uniform(&seed, 0, 1) < 0.5 ? 0 : uniform(&seed, -1, 1));
  rig_hold(&r, "c.road", log_uniform(&seed, 0.2, 2));
  rig_hold(&r, "c.force", load);
  if (rosin_network_prepare(r.network, NULL))
    exit(1);
  for (int i = 0; i < LOOP_SAMPLES; i++) {
    const double t = (i + 1) / rate;
    rig_hold(&r, "c.velocity", speed * (sin(2 * pi * turn * t) + lean));
    if (!steady)
      rig_hold(&r, "c.force", load * fmax(1 + lift * sin(31 * t * turn), 0));
    rosin_network_process(r.network, 1);
    s->not_finite += !isfinite(rig_read(&r, r.velocity)) || !isfinite(rig_read(&r, r.force)) ||
                     !isfinite(rig_read(&r, r.displacement));
  }
  const rosin_statistics k = rosin_network_statistics(r.network);
  const double handled = k.handled > 0 ? k.handled : 1;
  s->unconverged += k.unconverged;
  s->outside += k.passivity;
  s->solves += (double)k.solves;
  s->iterations += (double)k.iterations;
  s->worst = fmin(s->worst, k.worst / handled);
  s->balance =
      fmax(s->balance, fabs(k.supplied - k.dissipated - rosin_network_energy(r.network)) / handled);
  rig_free(&r);
}

static void loops(const char *law) {
  sums s = {0};
  for (int i = 0; i < LOOPS; i++)
    one_loop(law, i % 2, &s);
  line("law_not_finite", law, (double)s.not_finite, LOOPS * LOOP_SAMPLES);
  line("law_unconverged", law, (double)s.unconverged, LOOPS * LOOP_SAMPLES);
  line("law_worst_dissipation", law, s.worst, LOOPS * LOOP_SAMPLES);
  line("law_energy_balance", law, s.balance, LOOPS * LOOP_SAMPLES);
  line("law_outside_passivity", law, (double)s.outside / s.solves, LOOPS * LOOP_SAMPLES);
  line("law_mean_iterations", law, s.iterations / s.solves, LOOPS * LOOP_SAMPLES);
}

/* ---- order in time ---- */

/* Displacement of a mass on a spring after 10 ms, rubbed by a hand that speeds up; the
 * four samples around that moment interpolated. */
static double moved(const char *law, double rate) {
  const rosin_mode mode = {.frequency = 150, .mass = 5e-3};
  rig r = rig_new(law, rate, 1, &mode);
  if (strcmp(law, "kinematic") == 0)
    rig_set(&r, "mu", 100);
  if (strcmp(law, "dahl") == 0)
    rig_set(&r, "beta", 1.7);
  if (strcmp(law, "induction-lagged") == 0)
    rig_set(&r, "v0", 0.1);
  rig_hold(&r, "c.force", 0.5);
  rig_hold(&r, "c.rolling", 1);
  rig_hold(&r, "c.sideways", 0.02);
  rig_hold(&r, "c.velocity", 0.05);
  if (rosin_network_prepare(r.network, NULL))
    exit(1);
  const long last = lround(rate * 0.01) + 2;
  double x[4] = {0};
  for (long i = 1; i <= last; i++) {
    const double t = (double)i / rate;
    rig_hold(&r, "c.velocity", 0.05 + 0.2 * (1 - cos(60 * t)));
    rosin_network_process(r.network, 1);
    memmove(x, x + 1, 3 * sizeof *x);
    x[3] = rig_read(&r, r.displacement);
  }
  rig_free(&r);
  return (9 * (x[1] + x[2]) - x[0] - x[3]) / 16;
}

static void order(const char *law) {
  const double fine = moved(law, 6.4e6);
  double error[4], sum = 0;
  for (int i = 0; i < 4; i++)
    error[i] = fabs(moved(law, 5e4 * (1 << i)) - fine);
  for (int i = 0; i < 4; i++) /* slope of the least-squares line in log2 */
    sum += (2 * i - 3) * log2(error[i]);
  line("law_order", law, -sum / 10, 4);
  line("law_order_error", law, error[0] / fabs(fine), 1);
}

int main(int count, char **words) {
  static const char *const dynamic[] = {"elastoplastic", "lugre",
                                        "dahl",          "thermal",
                                        "bliman-sorine", "induction-lagged",
                                        "lugre-average", "lugre-distributed",
                                        "lugre-joint",   "kinematic"};
  for (int i = 0; i < (int)(sizeof dynamic / sizeof *dynamic); i++)
    if (count < 2 || strcmp(words[1], dynamic[i]) == 0)
      order(dynamic[i]);
  for (int i = 0; i < rosin_laws(); i++)
    if (count < 2 || strcmp(words[1], rosin_law_name(i)) == 0)
      loops(rosin_law_name(i));
  return 0;
}
