/* SPDX-License-Identifier: BSD-3-Clause */
/* Knocks along the normal: restitution and contact time against closed formulas, order in
 * time, a ball that bounces to rest, energy and evaluations under harsh numbers, and friction
 * whose load they are. Lines: name, value, samples, seed.
 *
 *   impact [SEED [SCENES]]   with a seed of your own */
#include "tests/unit/contact/collision.h"
#include "tests/verify/random.h"
#include "waveguide/string.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long given = 20261122;
static uint64_t seed;
static int scenes = 1000;

static void line(const char *name, double value, long long samples) {
  printf("%s %.6g %lld %llu\n", name, value, samples, given);
}

/* ---- one collision ---- */

/* Somewhere in the ranges, touching for about so many samples. */
static collision random_collision(double samples) {
  for (;;) {
    collision k = {.rate = 44100,
                   .mass = log_uniform(&seed, 1e-4, 1),
                   .speed = log_uniform(&seed, 0.03, 10),
                   .stiffness = 1e6,
                   .exponent = uniform(&seed, 1, 4),
                   .gap = uniform(&seed, 0, 1) * 1e-3 + 1e-4};
    /* time goes as stiffness^(-1 / (exponent + 1)) */
    k.stiffness *= pow(elastic_time(&k) * k.rate / samples, k.exponent + 1);
    if (k.stiffness >= 1 && k.stiffness <= 1e12)
      return k;
  }
}

static void elastic(void) {
  double lost = 0, pulled = 0;
  int stuck = 0;
  enum { CASES = 2000 };
  for (int i = 0; i < CASES; i++) {
    const collision k = random_collision(log_uniform(&seed, 0.01, 300));
    const outcome o = collide(&k, 2 * elastic_time(&k) + 10 / k.rate);
    lost = fmax(lost, fabs(1 - o.restitution));
    pulled = fmin(pulled, o.least);
    stuck += o.restitution < 0.5 || o.unsolved;
  }
  line("impact_elastic_lost", lost, CASES);
  line("impact_elastic_stuck", stuck, CASES);
  line("impact_least_force", pulled, CASES);
}

static void restitution(void) {
  static const double samples[] = {5, 10, 20, 50, 200};
  enum { CASES = 400 };
  for (int n = 0; n < 5; n++) {
    double worst = 0, time = 0;
    char name[48];
    for (int i = 0; i < CASES; i++) {
      collision k = random_collision(samples[n]);
      time =
          fmax(time, fabs(collide(&k, 4 * elastic_time(&k)).contact_time / elastic_time(&k) - 1));
      k.damping = log_uniform(&seed, 0.01, 2) / k.speed;
      const double e = collide(&k, 10 * elastic_time(&k)).restitution;
      worst = fmax(worst, fabs(e - exact_restitution(k.damping, k.speed)));
    }
    snprintf(name, sizeof name, "impact_restitution_error_%g", samples[n]);
    line(name, worst, CASES);
    snprintf(name, sizeof name, "impact_time_error_%g", samples[n]);
    line(name, time, CASES);
  }
}

/* 1 - e over 2/3 mu v, where that is small. */
static void small_loss(void) {
  double worst = 0;
  for (double v = 0.1; v < 10; v *= 1.3) {
    const collision k = {1e6, 0.01, v, 1e8, 1.5, 0.003 / v, 1e-4};
    worst = fmax(worst, fabs((1 - collide(&k, 0.01).restitution) / 0.002 - 1));
  }
  line("impact_small_loss_error", worst, 18);
}

/* How fast errors fall: of restitution, mean square over where in a sample it touches. */
static void order(void) {
  enum { RATES = 5, PHASES = 24 };
  double error[RATES], sum = 0;
  for (int r = 0; r < RATES; r++) {
    error[r] = 0;
    for (int i = 0; i < PHASES; i++) {
      const collision k = {44100 * pow(2, r), 0.01, 1, 2e6, 1.5, 0.4, 1e-4 + 1e-6 * i};
      const double miss = collide(&k, 0.05).restitution - exact_restitution(0.4, 1);
      error[r] += miss * miss / PHASES;
    }
  }
  for (int r = 0; r < RATES; r++) /* slope of the least-squares line in log2, of squares */
    sum += 0.5 * log2(error[r]) * (r - 2);
  line("impact_order_slope", -sum / 10, RATES * PHASES);
  line("impact_order_error", sqrt(error[0]), PHASES);
}

/* ---- a ball that falls ---- */

static const double g = 9.80665;

/* The first bounces from 5 cm, against flights of 2 e v/g and touches of what a touch takes. */
static void bounces(void) {
  enum { BOUNCES = 12 };
  const collision k = {384000, 0.05, sqrt(2 * g * 0.05), 1e10, 1.5, 0.25, 0.05};
  ball b = ball_new(&k);
  double due = k.speed / g, v = k.speed, worst = 0, before = 0;
  int count = 0;
  ball_hold(&b, "weight.force", -k.mass * g);
  for (long i = 0; i < 5 * (long)k.rate && count < BOUNCES; i++) {
    rosin_network_process(b.network, 1);
    const double x = ball_read(&b, b.depth);
    if (x > 0 && before <= 0) {
      const double now = ((double)i + 0.5 - x / (x - before)) / k.rate;
      worst = fmax(worst, fabs(now / due - 1));
      const double e = exact_restitution(k.damping, v);
      collision touch = k;
      touch.speed = v;
      touch.gap = 1e-4;
      due += collide(&touch, 0.01).contact_time;
      v *= e;
      due += 2 * v / g;
      count++;
    }
    before = x;
  }
  line("impact_bounces_counted", count, BOUNCES);
  line("impact_bounce_time_error", worst, BOUNCES);
  ball_free(&b);
}

/* Balls dropped at random: at the end they bounce less and less, or lie. */
static void rest(void) {
  enum { BALLS = 200 };
  const double seconds = 8;
  int buzzing = 0, apart = 0;
  double light = 0;
  for (int i = 0; i < BALLS; i++) {
    const collision k = {.rate = 44100,
                         .mass = log_uniform(&seed, 1e-4, 1),
                         .speed = 1,
                         .stiffness = log_uniform(&seed, 1e4, 1e12),
                         .exponent = uniform(&seed, 1, 3),
                         .damping = log_uniform(&seed, 0.5, 5),
                         .gap = log_uniform(&seed, 1e-4, 0.05)};
    const double weight = k.mass * g;
    ball b = ball_new(&k);
    double swing[2] = {0}, load = 0;
    ball_hold(&b, "weight.force", -weight);
    const long total = (long)(seconds * k.rate), half = total / 2, last = total / 8;
    for (long j = 0; j < total; j++) {
      rosin_network_process(b.network, 1);
      const double f = ball_read(&b, b.force);
      if (j >= half - last && j < half)
        swing[0] += pow(ball_read(&b, b.velocity), 2);
      if (j >= total - last) {
        swing[1] += pow(ball_read(&b, b.velocity), 2);
        load += f / (double)last;
      }
    }
    buzzing += swing[1] > 0.9 * swing[0] && swing[1] > 1e-12 * (double)last;
    apart += load < 0.5 * weight;
    light = fmax(light, fabs(load / weight - 1));
    ball_free(&b);
  }
  line("impact_rest_buzzing", buzzing, BALLS);
  line("impact_rest_apart", apart, BALLS);
  line("impact_rest_load_error", light, BALLS);
}

/* ---- a string's place is a sum ---- */

/* How far (m) a contact is off its gap when the string it hit for ten seconds is at rest again;
 * `glides`: while a finger went up and down. */
static double drift(int glides) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  spec.q = 200;
  spec.torsion_frequency = 0;
  rosin_body *body = rosin_string_new(&spec, 44100, NULL);
  rosin_contact *c = rosin_contact_new("impact", 44100, NULL);
  rosin_network *n = rosin_network_new(44100, 1, NULL);
  double hand = 0;
  rosin_contact_set(c, "stiffness", 1e5, NULL);
  rosin_contact_set(c, "gap", 1e-3, NULL);
  if (rosin_network_body(n, "s", body, NULL) || rosin_network_contact(n, "c", c, "-", "s", NULL))
    exit(1);
  const int depth = rosin_network_signal(n, "c.bristle", NULL);
  const int velocity = rosin_network_control(n, "c.velocity");
  const int finger = rosin_network_control(n, "s.finger");
  rosin_network_hold(n, rosin_network_control(n, "c.position"), 0.2);
  if (rosin_network_prepare(n, NULL))
    exit(1);
  double before = 0;
  for (int i = 0; i < 15 * 44100; i++) {
    const double t = i / 44100.0, hits = t < 10 ? 0.02 * sin(2 * 3.14159265358979 * 3 * t) : 0;
    rosin_network_hold(n, velocity, hits);
    if (glides)
      rosin_network_hold(n, finger, t < 10 ? 200 + 50 * sin(5 * t) : 150);
    rosin_network_process(n, 1);
    hand += 0.5 * (before + hits) / 44100;
    before = hits;
  }
  const double off = fabs(*rosin_network_read(n, depth) + 1e-3 - hand);
  rosin_network_free(n);
  rosin_contact_free(c);
  rosin_body_free(body);
  return off;
}

/* ---- random worlds ---- */

enum { BODIES = 3, KNOCKS = 3, RUBS = 3, SAMPLES = 1280 };

typedef struct {
  rosin_network *network;
  rosin_body *body[BODIES];
  rosin_contact *knock[KNOCKS], *rub[RUBS];
  int bodies, knocks, rubs, wave[BODIES], rough;
  int by[RUBS];                                 /* which knock presses it */
  int force[KNOCKS], normal[RUBS], power[RUBS]; /* signals */
} world;

static const double rate = 44100;

static int chance(double p) {
  return uniform(&seed, 0, 1) < p;
}

static int pick(int count) {
  return (int)uniform(&seed, 0, count);
}

static rosin_body *lossless(void) {
  rosin_mode mode[6];
  const int modes = 1 + pick(6);
  const double kg = log_uniform(&seed, 1e-5, 1);
  for (int i = 0; i < modes; i++)
    mode[i] =
        (rosin_mode){.frequency = chance(0.2) ? 0 : log_uniform(&seed, 20, 15000), .mass = kg};
  const rosin_modal_spec spec = {.modes = modes, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  return rosin_modal_new(&spec, rate, NULL);
}

static rosin_body *string(void) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  spec.frequency = log_uniform(&seed, 60, 1000);
  return rosin_string_new(&spec, rate, NULL);
}

static int listen(world *w, const char *name, const char *key) {
  char text[32];
  snprintf(text, sizeof text, "%s.%s", name, key);
  return rosin_network_signal(w->network, text, NULL);
}

static void hold(world *w, const char *name, const char *key, double value) {
  char text[32];
  snprintf(text, sizeof text, "%s.%s", name, key);
  rosin_network_hold(w->network, rosin_network_control(w->network, text), value);
}

/* The hand or a body against a body. */
static void join(world *w, const char *name, rosin_contact *c) {
  static const char *const body[] = {"b0", "b1", "b2"};
  const int b = pick(w->bodies), a = pick(w->bodies + 1) - 1;
  if (rosin_network_contact(w->network, name, c, a < 0 || a == b ? "-" : body[a], body[b], NULL))
    exit(1);
  hold(w, name, "position", uniform(&seed, 0, 1));
  hold(w, name, "position_a", uniform(&seed, 0, 1));
}

static void add_knock(world *w, int i) {
  static const char *const name[] = {"k0", "k1", "k2"};
  rosin_contact *c = w->knock[i] = rosin_contact_new("impact", rate, NULL);
  rosin_contact_set(c, "stiffness", chance(0.1) ? 1e12 : log_uniform(&seed, 1e3, 1e12), NULL);
  rosin_contact_set(c, "exponent", chance(0.2) ? 1 : uniform(&seed, 1, 4), NULL);
  rosin_contact_set(c, "damping", chance(0.2) ? 0 : log_uniform(&seed, 1e-3, 1e2), NULL);
  rosin_contact_set(c, "gap", chance(0.3) ? 0 : log_uniform(&seed, 1e-7, 1e-3), NULL);
  join(w, name[i], c);
  w->force[i] = listen(w, name[i], "force");
}

static void add_rub(world *w, int i, int coulomb) {
  static const char *const name[] = {"r0", "r1", "r2"}, *const knock[] = {"k0", "k1", "k2"};
  static const char *const law[] = {"elastoplastic", "lugre", "induction", "dahl"};
  rosin_contact *c = w->rub[i] = rosin_contact_new(coulomb ? "coulomb" : law[pick(4)], rate, NULL);
  rosin_contact_set(c, "damping_limit", 1, NULL); /* passive whatever the load does */
  rosin_contact_set(c, "sigma0", log_uniform(&seed, 1e3, 1e6), NULL);
  join(w, name[i], c);
  w->by[i] = pick(w->knocks);
  if (rosin_network_load(w->network, name[i], knock[w->by[i]], NULL))
    exit(1);
  hold(w, name[i], "velocity", uniform(&seed, -1, 1) * log_uniform(&seed, 1e-3, 3));
  hold(w, name[i], "roughness", w->rough ? 0.3 : 0);
  w->normal[i] = listen(w, name[i], "normal");
  w->power[i] = listen(w, name[i], "dissipation");
}

static void random_world(world *w, int coulomb) {
  char name[8];
  *w = (world){.network = rosin_network_new(rate, 1, NULL),
               .bodies = 1 + pick(BODIES),
               .knocks = 1 + pick(KNOCKS),
               .rubs = pick(RUBS + 1),
               .rough = chance(0.1)};
  for (int i = 0; i < w->bodies; i++) {
    w->wave[i] = chance(0.2);
    w->body[i] = w->wave[i] ? string() : lossless();
    snprintf(name, sizeof name, "b%d", i);
    rosin_network_body(w->network, name, w->body[i], NULL);
  }
  for (int i = 0; i < w->bodies; i++) {
    char push[8];
    snprintf(name, sizeof name, "b%d", i);
    snprintf(push, sizeof push, "p%d", i);
    rosin_network_push(w->network, push, name, uniform(&seed, 0, 1), NULL);
  }
  for (int i = 0; i < w->knocks; i++)
    add_knock(w, i);
  for (int i = 0; i < w->rubs; i++)
    add_rub(w, i, coulomb);
  if (rosin_network_prepare(w->network, NULL))
    exit(1);
}

static void free_world(world *w) {
  rosin_network_free(w->network);
  for (int i = 0; i < w->bodies; i++)
    rosin_body_free(w->body[i]);
  for (int i = 0; i < w->knocks; i++)
    rosin_contact_free(w->knock[i]);
  for (int i = 0; i < w->rubs; i++)
    rosin_contact_free(w->rub[i]);
}

/* Hands and pushes of now. */
static void turn(world *w) {
  static const char *const knock[] = {"k0", "k1", "k2"}, *const push[] = {"p0", "p1", "p2"};
  for (int i = 0; i < w->knocks; i++)
    if (chance(0.3))
      hold(w, knock[i], "velocity", uniform(&seed, -1, 1) * log_uniform(&seed, 1e-3, 10));
  for (int i = 0; i < w->bodies; i++)
    if (chance(0.3))
      hold(w, push[i], "force", uniform(&seed, -1, 1) * log_uniform(&seed, 1e-2, 100));
}

typedef struct {
  long long samples, solves, iterations, unconverged, pressed;
  long not_finite, pulled;
  double balance, worst, missed;
  int most;
} sums;

/* One sample; how far loads are off counts where all was solved. */
static void look(world *w, sums *t) {
  const long long before = rosin_network_statistics(w->network).unconverged;
  rosin_network_process(w->network, 1);
  const int solved = rosin_network_statistics(w->network).unconverged == before;
  for (int i = 0; i < w->knocks; i++) {
    const double f = *rosin_network_read(w->network, w->force[i]);
    t->not_finite += !isfinite(f);
    t->pulled += f < 0;
  }
  for (int i = 0; i < w->rubs; i++) {
    const double f = *rosin_network_read(w->network, w->force[w->by[i]]);
    const double miss = fabs(*rosin_network_read(w->network, w->normal[i]) - f);
    t->not_finite += !isfinite(miss) || !isfinite(*rosin_network_read(w->network, w->power[i]));
    if (w->rough || !solved)
      continue;
    t->pressed += f > 0;
    t->missed = fmax(t->missed, miss / (f + 1));
  }
}

/* J that the strings lost in themselves. */
static double lost(const world *w) {
  double sum = 0;
  for (int i = 0; i < w->bodies; i++)
    sum += w->wave[i] ? rosin_string_lost((const rosin_string *)w->body[i]) : 0;
  return sum;
}

static void one_world(int coulomb, sums *t) {
  world w;
  double most = 0;
  random_world(&w, coulomb);
  for (int i = 0; i < SAMPLES; i++) {
    if (i % 32 == 0)
      turn(&w);
    look(&w, t);
    if (i % 32 != 31)
      continue;
    const rosin_statistics s = rosin_network_statistics(w.network);
    const double energy = rosin_network_energy(w.network);
    const double left = s.supplied - s.dissipated - lost(&w) - energy;
    most = fmax(most, s.handled + fabs(s.supplied) + energy);
    t->balance = fmax(t->balance, fabs(left) / (most + 1e-12));
  }
  const rosin_statistics s = rosin_network_statistics(w.network);
  t->samples += SAMPLES;
  t->solves += s.solves;
  t->iterations += s.iterations;
  t->not_finite += s.rescued > 0; /* the net had hidden it */
  t->unconverged += s.unconverged;
  t->worst = fmin(t->worst, s.worst / (most + 1e-12));
  t->most = s.iterations_max > t->most ? s.iterations_max : t->most;
  free_world(&w);
}

static void worlds(int coulomb, const char *kind) {
  sums t = {0};
  for (int i = 0; i < scenes; i++) {
    seed = given + 1000003u * (unsigned)i;
    one_world(coulomb, &t);
  }
  const struct {
    const char *what;
    double value;
    long long samples;
  } lines[] = {{"not_finite", (double)t.not_finite, t.samples},
               {"pulling", (double)t.pulled, t.samples},
               {"energy_balance", t.balance, t.samples},
               {"worst_dissipation", t.worst, t.solves},
               {"worst_evaluations", t.most, t.solves},
               {"mean_evaluations", (double)t.iterations / (double)t.solves, t.solves},
               {"unconverged_share", (double)t.unconverged / (double)t.solves, t.solves},
               {"load_missed", t.missed, t.pressed}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char name[64];
    snprintf(name, sizeof name, "impact_%s%s", kind, lines[i].what);
    line(name, lines[i].value, lines[i].samples);
  }
}

int main(int argc, char **argv) {
  if (argc > 1)
    given = strtoull(argv[1], NULL, 10);
  if (argc > 2)
    scenes = atoi(argv[2]);
  seed = given;
  elastic();
  restitution();
  small_loss();
  order();
  bounces();
  rest();
  line("impact_string_drift_um", 1e6 * drift(0), 441000);
  line("impact_string_glide_um", 1e6 * drift(1), 441000);
  worlds(0, "");
  worlds(1, "coulomb_");
  return 0;
}
