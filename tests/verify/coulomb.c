/* SPDX-License-Identifier: BSD-3-Clause */
/* Coulomb's law on random belts against closed formulas: a block on a spring, the same with a
 * body for a belt, two bodies that rub each other, and a string that is pulled off the bow.
 *
 * From rest under a belt at v, with w = sqrt(k/m): the block slides until it is as fast,
 * t1 = asin(v k/(f_k w))/w at x1 = (f_k/k)(1 - cos w t1), then sticks until x = f_s/k: first
 * release at t1 + (f_s/k - x1)/v. From then on periods of
 * 2 (f_s - f_k)/(k v) + (pi + 2 atan(v k/(w (f_s - f_k))))/w.
 * Two bodies with the same w are one with the reduced mass. Prints lines: name value samples
 * seed. */
#include "random.h"
#include "rosin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 200, PERIODS = 6, BLOCK = 64 };

static const double pi = 3.14159265358979323846;

typedef struct {
  double mass, stiffness, belt, load, mu_s, mu_k;
  double omega, first, period; /* by the formulas */
} belt;

/* A block that would stick, with some 40 samples or more to its slip at 44.1 kHz. */
static belt draw(uint64_t *seed) {
  for (;;) {
    belt b = {.mass = log_uniform(seed, 1e-4, 0.1),
              .omega = 2 * pi * log_uniform(seed, 5, 500),
              .belt = log_uniform(seed, 1e-3, 0.3),
              .load = log_uniform(seed, 0.1, 20),
              .mu_k = uniform(seed, 0.05, 0.8)};
    b.mu_s = b.mu_k * uniform(seed, 1.05, 3);
    b.stiffness = b.mass * b.omega * b.omega;
    const double k = b.stiffness, w = b.omega, v = b.belt;
    const double fk = b.mu_k * b.load, fs = b.mu_s * b.load, reach = v * k / (fk * w);
    if (reach > 0.95)
      continue;
    const double t1 = asin(reach) / w, x1 = fk / k * (1 - cos(w * t1));
    b.first = t1 + (fs / k - x1) / v;
    b.period = 2 * (fs - fk) / (k * v) + (pi + 2 * atan(v * k / (w * (fs - fk)))) / w;
    if (b.first + (PERIODS + 1) * b.period < 2)
      return b;
  }
}

static rosin_body *block(double mass, double omega, double rate) {
  const rosin_mode mode = {.frequency = omega / (2 * pi), .mass = mass};
  const double one = 1;
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1, .weight = &one};
  return rosin_modal_new(&spec, rate, NULL);
}

static void hold(rosin_network *n, const char *control, double value) {
  rosin_network_hold(n, rosin_network_control(n, control), value);
}

/* TWO_CONTACTS: half the load on each of two contacts, which are solved as a group. */
typedef enum { ON_BELT, ON_BODY, TWO_BODIES, TWO_CONTACTS, KINDS } kind;
static const char *const kind_name[KINDS] = {"belt", "driven_body", "two_bodies", "two_contacts"};

typedef struct {
  rosin_network *network;
  rosin_body *body[2];
  rosin_contact *contact, *second;
  int velocity, force;
} rig;

static rig set_up(const belt *b, kind how, double rate) {
  rig r = {.network = rosin_network_new(rate, BLOCK, NULL),
           .contact = rosin_contact_new("coulomb", rate, NULL)};
  const int two = how == TWO_BODIES;
  /* 1/m = 1/(3 m) + 1/(1.5 m) */
  r.body[0] = block(two ? 1.5 * b->mass : b->mass, b->omega, rate);
  rosin_network_body(r.network, "block", r.body[0], NULL);
  const int alone = how == ON_BELT || how == TWO_CONTACTS;
  if (!alone) {
    r.body[1] = block(two ? 3 * b->mass : 0.7, two ? b->omega : 0, rate);
    rosin_network_body(r.network, "other", r.body[1], NULL);
  }
  if (how == ON_BODY)
    rosin_network_joint(r.network, "motor", "other", 0, "-", 0, NULL);
  rosin_contact_set(r.contact, "mu_static", b->mu_s, NULL);
  rosin_contact_set(r.contact, "mu_kinetic", b->mu_k, NULL);
  rosin_network_contact(r.network, "c", r.contact, alone ? "-" : "other", "block", NULL);
  if (how == TWO_CONTACTS) {
    r.second = rosin_contact_new("coulomb", rate, NULL);
    rosin_contact_set(r.second, "mu_static", b->mu_s, NULL);
    rosin_contact_set(r.second, "mu_kinetic", b->mu_k, NULL);
    rosin_network_contact(r.network, "d", r.second, "-", "block", NULL);
    hold(r.network, "d.force", 0.5 * b->load);
    hold(r.network, "d.velocity", b->belt);
  }
  r.velocity = rosin_network_signal(r.network, "c.velocity", NULL);
  r.force = rosin_network_signal(r.network, "c.force", NULL);
  hold(r.network, "c.force", how == TWO_CONTACTS ? 0.5 * b->load : b->load);
  hold(r.network, how == ON_BODY ? "motor.velocity" : "c.velocity", b->belt);
  if (rosin_network_prepare(r.network, NULL))
    exit(1);
  return r;
}

static void take_down(rig *r) {
  rosin_network_free(r->network);
  rosin_contact_free(r->contact);
  rosin_contact_free(r->second);
  rosin_body_free(r->body[0]);
  rosin_body_free(r->body[1]);
}

/* What a belt came to. */
typedef struct {
  double first, period; /* s; NaN: none */
  double jump;          /* largest second difference of the force while it sticks, of f_s */
  double work;          /* least work of a sample, of the energy handled */
} outcome;

static outcome run(const belt *b, kind how, double rate) {
  rig r = set_up(b, how, rate);
  outcome o = {NAN, NAN, 0, 0};
  const long samples = lround(rate * (b->first + (PERIODS + 1) * b->period));
  double released[PERIODS + 1] = {0}, before[2] = {0};
  int stuck = 0, rested = 0, moving = 0, count = 0;
  for (long i = 0; i < samples && count <= PERIODS; i++) {
    if (i % BLOCK == 0)
      rosin_network_process(r.network, BLOCK);
    const double v = rosin_network_read(r.network, r.velocity)[i % BLOCK];
    const double f = rosin_network_read(r.network, r.force)[i % BLOCK];
    if (fabs(v) < (how == TWO_CONTACTS ? 4e-7 : 1e-9 * b->belt)) { /* groups creep */
      rested = 1;
      if (++stuck > 4) /* past the sample in which it came to rest, and what it owed */
        o.jump = fmax(o.jump, fabs(f - 2 * before[0] + before[1]) / (b->mu_s * b->load));
    } else {
      /* released once it goes on: a sample between two at rest is still that of stopping, and
       * a stick of little more than two samples may have one at rest */
      moving = stuck > 0 ? 1 : moving + 1;
      if (rested && moving == 3) {
        released[count++] = (double)(i - 2) / rate;
        rested = 0;
      }
      stuck = 0;
    }
    before[1] = before[0];
    before[0] = f;
  }
  const rosin_statistics s = rosin_network_statistics(r.network);
  o.work = s.passivity ? -1 : s.worst / s.handled;
  if (count)
    o.first = released[0];
  if (count > PERIODS)
    o.period = (released[PERIODS] - released[0]) / PERIODS;
  take_down(&r);
  return o;
}

/* 1 unless within 1 % or two samples. */
static int is_off(double value, double formula, double rate) {
  return !(fabs(value - formula) <= fmax(0.01 * formula, 2 / rate));
}

static void belts(kind how, double rate, uint64_t first_seed) {
  uint64_t seed = first_seed;
  int first = 0, period = 0;
  double jump = 0, work = 0, worst = 0;
  for (int k = 0; k < SETS; k++) {
    const belt b = draw(&seed);
    const outcome o = run(&b, how, rate);
    first += is_off(o.first, b.first, rate);
    period += is_off(o.period, b.period, rate);
    worst = fmax(worst, fabs(o.period - b.period) / fmax(0.01 * b.period, 2 / rate));
    jump = fmax(jump, o.jump);
    work = fmin(work, o.work);
    if (getenv("SHOW") && (is_off(o.first, b.first, rate) || is_off(o.period, b.period, rate)))
      fprintf(stderr, "%s %g Hz: m %g k %g v %g N %g mu %g %g: first %g for %g, period %g for %g\n",
              kind_name[how], rate, b.mass, b.stiffness, b.belt, b.load, b.mu_s, b.mu_k, o.first,
              b.first, o.period, b.period);
  }
  const char *name = kind_name[how], *family = how == TWO_CONTACTS ? "coulomb_group" : "coulomb";
  const int khz = (int)(rate / 1000);
  const unsigned long long s = first_seed;
  printf("%s_first_off_%s_%dk %d %d %llu\n", family, name, khz, first, SETS, s);
  printf("%s_period_off_%s_%dk %d %d %llu\n", family, name, khz, period, SETS, s);
  printf("%s_worst_%s_%dk %.3g %d %llu\n", family, name, khz, worst, SETS, s);
  printf("%s_jump_%s_%dk %.3g %d %llu\n", family, name, khz, jump, SETS, s);
  printf("%s_work_%s_%dk %.3g %d %llu\n", family, name, khz, work, SETS, s);
}

/* ---- order ---- */

/* Displacement of the block at time t, exact. */
static double exact(const belt *b, double t) {
  const double fk = b->mu_k * b->load, drop = b->mu_s * b->load - fk, w = b->omega,
               k = b->stiffness, v = b->belt;
  const double t1 = asin(v * k / (fk * w)) / w;
  if (t < t1)
    return fk / k * (1 - cos(w * t));
  if (t < b->first)
    return fk / k * (1 - cos(w * t1)) + v * (t - t1);
  const double at = fmod(t - b->first, b->period);
  const double slip = (pi + 2 * atan(v * k / (w * drop))) / w;
  return at < slip ? fk / k + drop / k * cos(w * at) + v / w * sin(w * at)
                   : (fk - drop) / k + v * (at - slip);
}

/* L2 error of the displacement over some periods, relative. */
static double error_at(const belt *b, double rate) {
  rig r = {.network = rosin_network_new(rate, BLOCK, NULL),
           .contact = rosin_contact_new("coulomb", rate, NULL)};
  r.body[0] = block(b->mass, b->omega, rate);
  rosin_network_body(r.network, "block", r.body[0], NULL);
  rosin_contact_set(r.contact, "mu_static", b->mu_s, NULL);
  rosin_contact_set(r.contact, "mu_kinetic", b->mu_k, NULL);
  rosin_network_contact(r.network, "c", r.contact, "-", "block", NULL);
  const int x = rosin_network_signal(r.network, "block.displacement@0", NULL);
  hold(r.network, "c.force", b->load);
  hold(r.network, "c.velocity", b->belt);
  if (rosin_network_prepare(r.network, NULL))
    exit(1);
  double off = 0, all = 0;
  const long samples = lround(rate * (b->first + 2.5 * b->period)) / BLOCK * BLOCK;
  for (long i = 0; i < samples; i++) {
    if (i % BLOCK == 0)
      rosin_network_process(r.network, BLOCK);
    const double true_x = exact(b, ((double)i + 0.5) / rate);
    off += pow(rosin_network_read(r.network, x)[i % BLOCK] - true_x, 2);
    all += true_x * true_x;
  }
  take_down(&r);
  return sqrt(off / all);
}

/* Slope of the error over five rates, mean of its logarithm over some belts (where in a sample
 * a contact slips off is chance). */
static void order(uint64_t first_seed) {
  enum { RATES = 5, BELTS = 40 };
  uint64_t seed = first_seed;
  double x = 0, y = 0, xx = 0, xy = 0, error = 0;
  for (int k = 0; k < BELTS; k++) {
    const belt b = draw(&seed);
    for (int i = 0; i < RATES; i++) {
      const double e = error_at(&b, 44100 << i), u = i * log(2);
      error = i ? error : fmax(error, e);
      x += u;
      y += log(e);
      xx += u * u;
      xy += u * log(e);
    }
  }
  const double n = RATES * BELTS, slope = (n * xy - x * y) / (n * xx - x * x);
  printf("coulomb_order_slope %.3g %d %llu\n", -slope, BELTS, (unsigned long long)first_seed);
  printf("coulomb_order_error %.3g %d %llu\n", error, BELTS, (unsigned long long)first_seed);
}

/* ---- a string ---- */

/* A string that is drawn aside slowly gives way at f_s: it is a spring of
 * 2 f0 Z (1/b + 1/(1 - b)) then, in series with its torsion. Returns the time of the first
 * release over that, -1. */
static double pull(uint64_t *seed, double rate, double *jump) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = log_uniform(seed, 60, 150); /* torsion has 50 samples a period then */
  s.impedance = log_uniform(seed, 0.1, 2);
  s.bending_stiffness = 0;
  s.q = log_uniform(seed, 200, 2000);
  s.torsion_frequency = uniform(seed, 0, 1) < 0.5 ? 0 : 5.5 * s.frequency;
  const double share = uniform(seed, 0.06, 0.4), load = log_uniform(seed, 0.1, 5);
  const double mu_k = uniform(seed, 0.05, 0.8), mu_s = mu_k * uniform(seed, 1.05, 3);
  const double ends = 2 * (1 / share + 1 / (1 - share));
  double give = 1 / (ends * s.frequency * s.impedance);
  if (s.torsion_frequency > 0)
    give += 1 / (ends * s.torsion_frequency * s.torsion_impedance);
  const double periods = uniform(seed, 20, 60), ramp = 10 / s.frequency;
  const double speed = mu_s * load * give * s.frequency / periods;
  const double formula = periods / s.frequency + 0.5 * ramp;
  rig r = {.network = rosin_network_new(rate, BLOCK, NULL),
           .body = {rosin_string_new(&s, rate, NULL)},
           .contact = rosin_contact_new("coulomb", rate, NULL)};
  rosin_network_body(r.network, "s", r.body[0], NULL);
  rosin_contact_set(r.contact, "mu_static", mu_s, NULL);
  rosin_contact_set(r.contact, "mu_kinetic", mu_k, NULL);
  rosin_network_contact(r.network, "c", r.contact, "-", "s", NULL);
  r.velocity = rosin_network_signal(r.network, "c.velocity", NULL);
  r.force = rosin_network_signal(r.network, "c.force", NULL);
  hold(r.network, "c.force", load);
  hold(r.network, "c.position", share);
  if (rosin_network_prepare(r.network, NULL))
    exit(1);
  const int hand = rosin_network_control(r.network, "c.velocity");
  double feed[BLOCK], before[2] = {0}, released = NAN;
  for (long i = 0; i < (long)(2 * formula * rate) && isnan(released); i++) {
    if (i % BLOCK == 0) {
      for (int k = 0; k < BLOCK; k++) {
        const double t = (double)(i + k + 1) / rate;
        feed[k] = t < ramp ? 0.5 * speed * (1 - cos(pi * t / ramp)) : speed;
      }
      rosin_network_feed(r.network, hand, feed);
      rosin_network_process(r.network, BLOCK);
    }
    const double f = rosin_network_read(r.network, r.force)[i % BLOCK];
    if (fabs(rosin_network_read(r.network, r.velocity)[i % BLOCK]) > 1e-9 * speed)
      released = (double)i / rate;
    else if (i > 2)
      *jump = fmax(*jump, fabs(f - 2 * before[0] + before[1]) / (mu_s * load));
    before[1] = before[0];
    before[0] = f;
  }
  take_down(&r);
  return released / formula - 1;
}

static void strings(double rate, uint64_t first_seed) {
  uint64_t seed = first_seed;
  int off = 0;
  double worst = 0, jump = 0;
  for (int k = 0; k < SETS; k++) {
    const double gap = fabs(pull(&seed, rate, &jump));
    off += !(gap <= 0.01);
    worst = fmax(worst, gap);
  }
  const unsigned long long s = first_seed;
  const int khz = (int)(rate / 1000);
  printf("coulomb_first_off_string_%dk %d %d %llu\n", khz, off, SETS, s);
  printf("coulomb_worst_string_%dk %.3g %d %llu\n", khz, 100 * worst, SETS, s);
  printf("coulomb_jump_string_%dk %.3g %d %llu\n", khz, jump, SETS, s);
}

int main(int argc, char **argv) {
  static const double rates[] = {44100, 96000, 176400};
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20261122;
  for (int how = 0; how < KINDS; how++)
    for (int r = 0; r < 3; r++)
      belts((kind)how, rates[r], seed);
  for (int r = 0; r < 3; r++)
    strings(rates[r], seed);
  order(seed);
  return 0;
}
