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
  s->not_finite += k.rescued > 0; /* the net had hidden it */
  s->unconverged += k.unconverged;
  s->outside += k.passivity;
  s->solves += (double)k.solves;
  s->iterations += (double)k.iterations;
  s->worst = fmin(s->worst, k.worst / handled);
  s->balance =
      fmax(s->balance, fabs(k.supplied - k.dissipated - rosin_network_energy(r.network)) / handled);
  rig_free(&r);
}

/* Maps of slip are passive where they say that they are, sample by sample, and lagged induction
 * nowhere: of them the share outside says what can be said. */
static int has_condition(const char *law) {
  static const char *const without[] = {"pacejka",       "burckhardt", "burckhardt-3",
                                        "kiencke-daiss", "root",       "induction-lagged"};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++)
    if (strcmp(law, without[i]) == 0)
      return 0;
  return 1;
}

static void loops(const char *law) {
  sums s = {0};
  for (int i = 0; i < LOOPS; i++)
    one_loop(law, i % 2, &s);
  line("law_not_finite", law, (double)s.not_finite, LOOPS * LOOP_SAMPLES);
  line("law_unconverged", law, (double)s.unconverged, LOOPS * LOOP_SAMPLES);
  if (has_condition(law))
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
  if (strcmp(law, "impact") == 0)
    rig_set(&r, "stiffness", 1e5);
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
  line("law_order_slope", law, -sum / 10, 4);
  line("law_order_error", law, error[0] / fabs(fine), 1);
}

/* ---- laws driven alone ---- */

static rosin_contact *alone(const char *law, double rate, const char *pairs) {
  rosin_contact *c = rosin_contact_new(law, rate, NULL);
  char copy[256], *save = NULL;
  snprintf(copy, sizeof copy, "%s", pairs);
  for (char *key = strtok_r(copy, " ", &save); key; key = strtok_r(NULL, " ", &save)) {
    char *value = strchr(key, '=');
    rosin_error error;
    *value++ = 0;
    if (!c || rosin_contact_set(c, key, strtod(value, NULL), &error)) {
      fprintf(stderr, "%s.%s\n", law, key);
      exit(1);
    }
  }
  return c;
}

/* A motion with reversals, at two scales. */
static double motion(double t) {
  return 0.05 * sin(2 * pi * 40 * t) + 0.02 * sin(2 * pi * 310 * t);
}

/* Largest difference of force between two contacts driven alike; both are freed. */
static double apart(rosin_contact *a, rosin_contact *b, double rate) {
  double worst = 0;
  rosin_contact_drive(a, 0, 1, NULL);
  rosin_contact_drive(b, 0, 1, NULL);
  for (int i = 0; i < 20000; i++) {
    const double v = motion((i + 0.5) / rate);
    worst =
        fmax(worst, fabs(rosin_contact_drive(a, v, 1, NULL) - rosin_contact_drive(b, v, 1, NULL)));
  }
  rosin_contact_free(a);
  rosin_contact_free(b);
  return worst;
}

/* Force after `distance` from rest at speed v, at the middle of the last sample. */
static double after(rosin_contact *c, double rate, double v, double seconds) {
  double f = 0;
  rosin_contact_drive(c, 0, 1, NULL);
  for (long i = 0, n = lround(seconds * rate); i < n; i++)
    f = rosin_contact_drive(c, v, 1, NULL);
  rosin_contact_free(c);
  return f;
}

static void limits(void) {
  const double rate = 44100;
  line("limit_plastic_is_lugre", "",
       apart(alone("elastoplastic", rate, "plastic=1"), alone("lugre", rate, ""), rate), 20000);
  line("limit_lugre_is_dahl", "",
       apart(alone("lugre", rate, "sigma1=0 mu_static=0.2"), alone("dahl", rate, ""), rate), 20000);
  line("limit_dahl_beta", "",
       apart(alone("dahl", rate, "beta=1.0000001"), alone("dahl", rate, ""), rate), 20000);
  line("limit_lagged_is_static", "",
       apart(alone("induction-lagged", rate, "tau=1e-9"), alone("induction", rate, ""), rate),
       20000);
  line("limit_2d_is_induction", "",
       apart(alone("induction-2d", rate, ""), alone("induction", rate, ""), rate), 20000);
  line("limit_bliman_is_dahl", "",
       apart(alone("bliman-sorine", 8 * rate, "order=1 mu_fast=0.2 epsilon=2e-5"),
             alone("dahl", 8 * rate, "sigma0=1e4"), 8 * rate),
       20000);
  const char *const point = "sigma0=1e4 sigma1=0.1 sigma2=0.01 mu_static=0.4 mu_kinetic=0.2 "
                            "stribeck_velocity=0.1 stribeck_exponent=2";
  line("limit_patch_at_rest_is_points", "",
       apart(alone("lugre-distributed", 16 * rate, point), alone("lugre", 16 * rate, "sigma2=0.01"),
             16 * rate),
       20000);
  line("limit_patch_at_rest_is_average", "",
       apart(alone("lugre-distributed", rate, point), alone("lugre-average", rate, point), rate),
       20000);
  line("limit_joint_is_lugre", "",
       apart(alone("lugre-joint", 16 * rate,
                   "radius=1 sigma0=1e4 sigma1=0.1 sigma2=0.01 stribeck_velocity=0.1"),
             alone("lugre", 16 * rate, "sigma2=0.01"), 16 * rate),
       20000);
}

/* Steady friction of a patch by quadrature of eq. 36 under its load density. */
static double density(int kind, double u, double lambda, double gl) {
  const double e = exp(-gl);
  switch (kind) {
  case 1:
    return lambda * exp(-lambda * u) / (1 - exp(-lambda));
  case 2:
    return 6 * u * (1 - u);
  case 3:
    return 0.5 * pi * sin(pi * u);
  case 4:
    return (gl * gl + pi * pi) / (pi * (e + 1)) * exp(-gl * u) * sin(pi * u);
  default:
    return 1;
  }
}

static double patch_quadrature(int kind, double v, double rolling, double road) {
  const double length = 0.2, s0 = 181.54, s2 = 0.0018;
  const double g = road * (0.8 + 0.75 * exp(-sqrt(fabs(v) / 6.57)));
  const int cells = 20000;
  double sum = 0;
  for (int i = 0; i < cells; i++) {
    const double u = (i + 0.5) / cells;
    const double bent = rolling > 0 ? 1 - exp(-s0 / g * fabs(v / rolling) * u * length) : 1;
    sum += density(kind, u, 3, 5 * length) * bent / cells;
  }
  return copysign(g * sum, v) + s2 * v;
}

static void patches(void) {
  double even = 0, uneven = 0, lumped = 0, wet = 0;
  for (int kind = 0; kind < 5; kind++) {
    char pairs[64];
    snprintf(pairs, sizeof pairs, "distribution=%d bristles=%d", kind, kind ? 256 : 5);
    rosin_contact *c = alone("lugre-distributed", 44100, pairs);
    rosin_contact *a = alone("lugre-average", 44100, "");
    for (int i = 1; i <= 40; i++) {
      const double v = -20.0 * i / 40, rolling = 20 + v;
      rosin_contact_input(c, "rolling", rolling, NULL);
      rosin_contact_input(a, "rolling", rolling, NULL);
      const double f = rosin_contact_steady(c, v, 1);
      const double error = fabs(f - patch_quadrature(kind, v, rolling, 1));
      if (kind == 0) {
        even = fmax(even, error);
        lumped = fmax(lumped, fabs(f - rosin_contact_steady(a, v, 1)));
        rosin_contact_input(c, "road", 0.4, NULL);
        wet = fmax(wet,
                   fabs(rosin_contact_steady(c, v, 1) - patch_quadrature(kind, v, rolling, 0.4)));
        rosin_contact_input(c, "road", 1, NULL);
      } else {
        uneven = fmax(uneven, error);
      }
    }
    rosin_contact_free(a);
    rosin_contact_free(c);
  }
  line("patch_uniform_error", "", even, 40);
  line("patch_road_error", "", wet, 40);
  line("patch_other_loads_error", "", uneven, 160);
  line("limit_average_is_distributed", "", lumped, 40);
}

/* A patch set in motion from rest at constant speeds: z(x, t) is that of the age of
 * each bristle, min(t, x/c). Error of the force at 5 ms over its steady value. */
static double build_up(int bristles) {
  const double length = 0.2, s0 = 181.54, v = -2, c = 18, t = 0.005, rate = 96000;
  char pairs[64];
  snprintf(pairs, sizeof pairs, "bristles=%d sigma2=0", bristles);
  rosin_contact *k = alone("lugre-distributed", rate, pairs);
  rosin_contact_input(k, "rolling", c, NULL);
  const double f = after(k, rate, v, t), age = t - 0.5 / rate;
  const double g = 0.8 + 0.75 * exp(-sqrt(-v / 6.57)), b = s0 * -v / g, reach = c * age / length;
  const double young = reach - (1 - exp(-b * age)) * c / (b * length);
  return fabs(f + g * (young + (1 - reach) * (1 - exp(-b * age)))) / g;
}

static void values(void) {
  const double fine = 1e6;
  const double slips[] = {0.05, 0.3, 1}, braking[] = {0.622173, 1.023093, 0.967017};
  const double speeds[] = {0.005, 0.01, 1.0 / 75, 1}, kloss[] = {0.742268, 0.975610, 1, 0.487074};
  double worst = 0, induced = 0;
  rosin_contact *c = alone("lugre-distributed", 44100, "");
  for (int i = 0; i < 3; i++) {
    rosin_contact_input(c, "rolling", 20 * (1 - slips[i]), NULL);
    worst = fmax(worst, fabs(rosin_contact_steady(c, -20 * slips[i], 1) + braking[i]));
  }
  rosin_contact_free(c);
  c = alone("induction", 44100, "mu=1");
  for (int i = 0; i < 4; i++)
    induced = fmax(induced, fabs(rosin_contact_steady(c, speeds[i], 1) - kloss[i]));
  rosin_contact_free(c);
  line("value_braking_error", "", worst, 3);
  line("value_induction_error", "", induced, 4);
  const double x = 10e-6 - 0.5e-9, k = 1e4 * x / 0.3; /* 10 um, to the middle of the sample */
  line("value_dahl_1_error", "",
       fabs(after(alone("dahl", fine, "mu_kinetic=0.3"), fine, 1e-3, 0.01) - 0.3 * (1 - exp(-k))),
       1);
  line("value_dahl_2_error", "",
       fabs(after(alone("dahl", fine, "mu_kinetic=0.3 beta=2"), fine, 1e-3, 0.01) -
            0.3 * k / (1 + k)),
       1);
  line("value_dahl_half_error", "",
       fabs(after(alone("dahl", fine, "mu_kinetic=0.3 beta=0.5"), fine, 1e-3, 0.01) -
            0.3 * (1 - pow(1 - 0.5 * k, 2))),
       1);
  line("value_bliman_sorine_error", "",
       fabs(after(alone("bliman-sorine", fine, ""), fine, 1e-3, 0.05) -
            (0.5 * (1 - exp(-(5e-5 - 0.5e-9) / 1e-5)) - 0.3 * (1 - exp(-(5e-5 - 0.5e-9) / 1e-4)))),
       1);
  line("value_lagged_error", "",
       fabs(after(alone("induction-lagged", fine, "mu=1 tau=0.002"), fine, 0.01, 0.001) -
            0.9756097560975610 * (1 - exp(-(0.001 - 0.5e-6) / 0.002))),
       1);
  c = alone("kinematic", fine, "stiffness=2");
  rosin_contact_input(c, "rolling", 9, NULL);
  line("value_kinematic_error", "",
       fabs(after(c, fine, -1, 0.005) + 2 * 0.1 * (1 - exp(-(0.05 - 5e-6) / 0.1))), 1);
  line("value_build_up_error_16", "", build_up(16), 1);
  line("value_build_up_error_256", "", build_up(256), 1);
}

/* kappa L of eq. 57 by quadrature. */
static double kappa(double b, int kind) {
  double top = 0, bottom = 0;
  for (int i = 0; i < 200000; i++) {
    const double u = (i + 0.5) / 200000, phi = kind == 1 ? u : kind == 2 ? sqrt(u) : fmin(u, b);
    top -= phi * 6 * (1 - 2 * u);
    bottom += phi * 6 * u * (1 - u);
  }
  return top / bottom;
}

/* The averaged law shows its kappa in the steady force: sigma0 v / (f - sigma2 v) is
 * b + kappa |omega r|. */
static void kappas(void) {
  double worst = 0;
  for (int form = 1; form <= 3; form++)
    for (double b = 0.1; b < 1; b += 0.2) {
      rosin_contact *c = alone("lugre-average", 44100, "sigma2=0 length=0.2");
      rosin_contact_set(c, "form", form, NULL);
      rosin_contact_set(c, "adhesion", b, NULL);
      const double rest = 181.54 * 0.1 / rosin_contact_steady(c, 0.1, 1);
      rosin_contact_input(c, "rolling", 5, NULL);
      const double rolling = 181.54 * 0.1 / rosin_contact_steady(c, 0.1, 1);
      worst = fmax(worst, fabs((rolling - rest) / 5 * 0.2 - kappa(b, form)));
      rosin_contact_free(c);
    }
  line("kappa_error", "", worst, 15);
}

/* ---- a block on a belt ---- */

/* Period of stick-slip over that of the closed formula, in percent off. */
static double belt(const char *law, double rate, int count, const char *const *key,
                   const double *value) {
  const double kg = 1e-3, omega = 2 * pi * 100, k = kg * omega * omega, v = 0.05, drop = 0.2;
  const rosin_mode mode = {.frequency = 100, .mass = kg};
  rig r = rig_new(law, rate, 1, &mode);
  for (int i = 0; i < count; i++)
    rig_set(&r, key[i], value[i]);
  rig_hold(&r, "c.force", 1);
  rig_hold(&r, "c.velocity", v);
  if (rosin_network_prepare(r.network, NULL))
    exit(1);
  long first = 0, last = 0;
  int slips = 0, slipping = 0;
  for (long i = 0; i < (long)rate; i++) {
    rosin_network_process(r.network, 1);
    const double speed = rig_read(&r, r.velocity);
    if (!slipping && speed > 0.4 * v) {
      slipping = 1;
      last = i;
      if (++slips == 10)
        first = i;
    } else if (speed < 0.08 * v) {
      slipping = 0;
    }
  }
  rig_free(&r);
  const double formula = 2 * drop / (k * v) + (pi + 2 * atan(v * k / (omega * drop))) / omega;
  return slips > 20 ? 100 * fabs((double)(last - first) / (slips - 10) / rate / formula - 1) : NAN;
}

static void belts(void) {
  static const char *const key[] = {"sigma0", "stribeck_velocity", "sigma1"};
  const double stiff[] = {1e6, 0.005, 0.01};
  line("belt_coulomb_percent", "", belt("coulomb", 44100, 0, NULL, NULL), 44100);
  line("belt_stiff_elastoplastic_percent", "", belt("elastoplastic", 64 * 44100, 3, key, stiff),
       64 * 44100);
}

/* ---- cycles that show what is not passive ---- */

/* Work taken in a cycle of going `slow` forth and `fast` back the same way. */
static double lagged_cycle(double slow, double fast, double way) {
  const double rate = 1e6;
  rosin_contact *c = alone("induction-lagged", rate, "mu=1 tau=0.005");
  const long forth = lround(rate * way / slow), back = lround((double)forth * slow / fast);
  double work = 0;
  for (int cycle = 0; cycle < 6; cycle++) {
    work = 0;
    for (long i = 0; i < forth + back; i++) {
      const double v = i < forth ? slow : -slow * (double)forth / (double)back;
      work += rosin_contact_drive(c, v, 1, NULL) * v / rate;
    }
  }
  rosin_contact_free(c);
  return work;
}

/* Work taken in a cycle: bend it under a small load, press harder, let it go back,
 * press less. */
static double load_cycle(const char *law, const char *pairs, double way) {
  const double rate = 44100;
  rosin_contact *c = alone(law, rate, pairs);
  double work = 0;
  for (int i = 0; i < 4000; i++) {
    const int part = i % 400 / 100;
    const double v = part == 0 ? way * rate / 100 : part == 2 ? -way * rate / 100 : 0;
    const double f = rosin_contact_drive(c, v, part == 0 || part == 3 ? 1 : 3, NULL);
    work += i >= 2000 ? f * v / rate / 5 : 0;
  }
  rosin_contact_free(c);
  return work;
}

static void cycles(void) {
  double least = 0;
  for (double slow = 1e-4; slow < 0.1; slow *= 1.5)
    for (double fast = slow; fast < 3; fast *= 1.5)
      for (double way = 1e-6; way < 1e-3; way *= 4)
        if (way / fast > 2e-5 && way / slow < 0.05)
          least = fmin(least, lagged_cycle(slow, fast, way));
  line("cycle_lagged_J", "", least, 1000000);
  line("cycle_load_per_unit_J", "", load_cycle("lugre-average", "sigma0=1e4", 2e-6), 4000);
  line("cycle_load_absolute_J", "", load_cycle("elastoplastic", "sigma1=0", 3e-5), 4000);
  least = INFINITY;
  for (int i = 0; i < 18; i++) {
    static const char *const names[] = {"elastoplastic", "lugre", "dahl"};
    static const char *const exponent[] = {"stiffening=0.5", "stiffening=1", "stiffening=2"};
    least = fmin(least, load_cycle(names[i % 3], exponent[i / 3 % 3], i < 9 ? 2e-6 : 3e-5));
  }
  line("cycle_load_stiffening_J", "", least, 18 * 4000);
}

/* All, or one law's loops. */
int main(int count, char **words) {
  static const char *const dynamic[] = {"elastoplastic", "lugre",
                                        "dahl",          "thermal",
                                        "bliman-sorine", "induction-lagged",
                                        "lugre-average", "lugre-distributed",
                                        "lugre-joint",   "kinematic",
                                        "impact"};
  if (count < 2) {
    limits();
    patches();
    values();
    kappas();
    belts();
    cycles();
  }
  for (int i = 0; i < (int)(sizeof dynamic / sizeof *dynamic); i++)
    if (count < 2 || strcmp(words[1], dynamic[i]) == 0)
      order(dynamic[i]);
  for (int i = 0; i < rosin_laws(); i++)
    if (count < 2 || strcmp(words[1], rosin_law_name(i)) == 0)
      loops(rosin_law_name(i));
  return 0;
}
