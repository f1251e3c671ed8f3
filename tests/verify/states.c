/* SPDX-License-Identifier: BSD-3-Clause */
/* The four states of contact by the page's own method ("analysis method for systems that might
 * start to slip"): bodies at rest are pushed at random, each assumption is checked by hand, exactly
 * one must pass, and the engine must be in that state, with that force and that motion. One
 * surface, two bodies that are both pushed, a block held from two sides, and a block between
 * two belts that run against each other. One mu: static and kinetic friction are the same, as on
 * the page. Prints lines: name value samples seed. */
#include "random.h"
#include "rosin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DRAWS = 500, SAMPLES = 64 };

static const double rate = 44100;
static const double group_creep = 2e-7; /* m/s: two contacts are solved as a group, and creep */

/* What a contact came to in the first sample, and after all. */
typedef struct {
  double force, velocity; /* of the contact: relative, on b */
  double later_force, later_velocity;
} seen;

typedef struct {
  rosin_network *network;
  rosin_body *body[2];
  rosin_contact *contact[2];
  int force[2], velocity[2], contacts, bodies;
} rig;

static void fail_if(int status, const rosin_error *error) {
  if (status == 0)
    return;
  fprintf(stderr, "%s\n", error->text);
  exit(1);
}

static void hold(rosin_network *n, const char *control, double value) {
  rosin_network_hold(n, rosin_network_control(n, control), value);
}

static void add_body(rig *r, const char *name, double mass, double push) {
  const rosin_mode mode = {.frequency = 0, .mass = mass};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  rosin_error error = {""};
  char key[32];
  snprintf(key, sizeof key, "push-%s", name);
  r->body[r->bodies] = rosin_modal_new(&spec, rate, &error);
  fail_if(rosin_network_body(r->network, name, r->body[r->bodies++], &error), &error);
  fail_if(rosin_network_push(r->network, key, name, 0, &error), &error);
  snprintf(key, sizeof key, "push-%s.force", name);
  hold(r->network, key, push);
}

static void add_contact(rig *r, const char *name, const char *a, double mu, double load,
                        double belt) {
  rosin_error error = {""};
  rosin_contact *c = rosin_contact_new("coulomb", rate, NULL);
  char key[32];
  rosin_contact_set(c, "mu_static", mu, NULL);
  rosin_contact_set(c, "mu_kinetic", mu, NULL);
  fail_if(rosin_network_contact(r->network, name, c, a, "block", &error), &error);
  snprintf(key, sizeof key, "%s.force", name);
  r->force[r->contacts] = rosin_network_signal(r->network, key, NULL);
  hold(r->network, key, load);
  snprintf(key, sizeof key, "%s.velocity", name);
  r->velocity[r->contacts] = rosin_network_signal(r->network, key, NULL);
  hold(r->network, key, belt);
  r->contact[r->contacts++] = c;
}

static rig begin(void) {
  return (rig){.network = rosin_network_new(rate, 1, NULL)};
}

static void run(rig *r, seen *out) {
  rosin_error error = {""};
  fail_if(rosin_network_prepare(r->network, &error), &error);
  for (int i = 0; i < SAMPLES; i++) {
    rosin_network_process(r->network, 1);
    for (int k = 0; k < r->contacts; k++) {
      out[k].later_force = rosin_network_read(r->network, r->force[k])[0];
      out[k].later_velocity = rosin_network_read(r->network, r->velocity[k])[0];
      if (i == 0) {
        out[k].force = out[k].later_force;
        out[k].velocity = out[k].later_velocity;
      }
    }
  }
  rosin_network_free(r->network);
  for (int k = 0; k < r->contacts; k++)
    rosin_contact_free(r->contact[k]);
  for (int k = 0; k < r->bodies; k++)
    rosin_body_free(r->body[k]);
}

static int near(double a, double b, double scale) {
  return fabs(a - b) <= 1e-7 * scale;
}

/* Means over a sample: speed at its middle, from rest with acceleration a. */
static double speed_in(int sample, double a) {
  return a * ((double)sample - 0.5) / rate;
}

/* The page's checks for a contact at rest: what it would take to stick, and the relative
 * acceleration without friction per newton of it. Returns how many pass; `state` is 0 for
 * sticking, else the direction in which it is about to slip. */
static int checks(double need, double most, double acceleration, double per_newton, int *state) {
  int passed = 0;
  if (fabs(need) <= most) { /* sticking: F <= mu N */
    passed++;
    *state = 0;
  }
  for (int side = -1; side <= 1; side += 2) /* about to slip, to either side: F opposes a */
    if (side * (acceleration - side * per_newton * most) > 0) {
      passed++;
      *state = side;
    }
  return passed;
}

/* Whether the engine is in the state, in the first sample and later. What sticks may creep at
 * `creep`, and takes the force to come to that. */
static int agrees(const seen *s, int state, double need, double most, double acceleration,
                  double per_newton, double creep) {
  const double f = state ? state * most : need, a = state ? acceleration - per_newton * f : 0;
  const double scale = fabs(acceleration) * SAMPLES / rate;
  return fabs(s->force - f) <= 1e-7 * most + 2 * rate * creep / per_newton &&
         near(s->later_force, f, most) &&
         fabs(s->velocity - speed_in(1, a)) <= 1e-7 * scale + creep &&
         fabs(s->later_velocity - speed_in(SAMPLES, a)) <= 1e-7 * scale + creep;
}

typedef struct {
  int wrong, unclear, sticking, left, right;
} tally;

static void count(tally *t, int passed, int state, int good) {
  t->unclear += passed != 1;
  t->wrong += passed != 1 || !good;
  t->sticking += state == 0;
  t->left += state < 0;
  t->right += state > 0;
}

static void line(const char *name, const tally *t, uint64_t seed) {
  const unsigned long long s = seed;
  printf("states_wrong_%s %d %d %llu\n", name, t->wrong, DRAWS, s);
  printf("states_checks_not_one_%s %d %d %llu\n", name, t->unclear, DRAWS, s);
  printf("states_least_share_%s %.3f %d %llu\n", name,
         fmin(fmin(t->sticking, t->left), t->right) / (double)DRAWS, DRAWS, s);
}

/* A block on a floor. */
static void one_surface(uint64_t first_seed) {
  uint64_t seed = first_seed;
  tally t = {0};
  for (int i = 0; i < DRAWS; i++) {
    const double m = log_uniform(&seed, 1e-3, 10), mu = uniform(&seed, 0.05, 1.5);
    const double n = log_uniform(&seed, 0.1, 20), p = uniform(&seed, -3, 3) * mu * n;
    rig r = begin();
    add_body(&r, "block", m, p);
    add_contact(&r, "c", "-", mu, n, 0);
    seen s;
    run(&r, &s);
    int state = 9; /* relative velocity is the floor's less the block's */
    const int passed = checks(-p, mu * n, -p / m, 1 / m, &state);
    count(&t, passed, state, agrees(&s, state, -p, mu * n, -p / m, 1 / m, 0));
  }
  line("one_surface", &t, first_seed);
}

/* Two free bodies, both pushed: they may stick while both are set in motion. */
static void two_bodies(uint64_t first_seed) {
  uint64_t seed = first_seed;
  tally t = {0};
  for (int i = 0; i < DRAWS; i++) {
    const double ma = log_uniform(&seed, 0.01, 1), mb = log_uniform(&seed, 0.01, 1);
    const double mu = uniform(&seed, 0.05, 1.5), n = log_uniform(&seed, 0.1, 5);
    const double give = 1 / ma + 1 / mb, a = uniform(&seed, -3, 3) * mu * n * give;
    const double share = uniform(&seed, -1, 2); /* of that relative acceleration, by a's push */
    rig r = begin();
    add_body(&r, "other", ma, share * a * ma);
    add_body(&r, "block", mb, (share - 1) * a * mb);
    add_contact(&r, "c", "other", mu, n, 0);
    seen s;
    run(&r, &s);
    int state = 9;
    const int passed = checks(a / give, mu * n, a, give, &state);
    count(&t, passed, state, agrees(&s, state, a / give, mu * n, a, give, 0));
  }
  line("two_bodies", &t, first_seed);
}

/* A block held from two sides: what each side bears is free while it sticks, their sum is not. */
static void two_sides(uint64_t first_seed) {
  uint64_t seed = first_seed;
  tally t = {0};
  for (int i = 0; i < DRAWS; i++) {
    const double m = log_uniform(&seed, 1e-3, 10);
    const double share = uniform(&seed, -3, 3);
    double most[2], all = 0;
    for (int k = 0; k < 2; k++)
      all += most[k] = uniform(&seed, 0.05, 1.5) * log_uniform(&seed, 0.1, 20);
    rig r = begin();
    add_body(&r, "block", m, share * all);
    for (int k = 0; k < 2; k++)
      add_contact(&r, k ? "d" : "c", "-", 0.5, 2 * most[k], 0);
    seen s[2];
    run(&r, s);
    int state = 9;
    const double a = -share * all / m;
    const int passed = checks(-share * all, all, a, 1 / m, &state);
    const seen both = {s[0].force + s[1].force, s[0].velocity, s[0].later_force + s[1].later_force,
                       s[0].later_velocity};
    int good = agrees(&both, state, -share * all, all, a, 1 / m, group_creep);
    for (int k = 0; k < 2; k++)
      good &= fabs(s[k].later_force) <= most[k] * (1 + 1e-9);
    count(&t, passed, state, good);
  }
  line("two_sides", &t, first_seed);
}

/* A block at rest between two belts that run against each other: the one that presses harder
 * takes it along, until it sticks there, held by as much as the other's friction. */
static void two_belts(uint64_t first_seed) {
  uint64_t seed = first_seed;
  tally t = {0};
  for (int i = 0; i < DRAWS; i++) {
    const double weak = log_uniform(&seed, 0.01, 10), strong = weak * uniform(&seed, 1.05, 5);
    const double speed = log_uniform(&seed, 1e-3, 1), other = log_uniform(&seed, 1e-3, 1);
    const double samples = uniform(&seed, 2, SAMPLES - 4); /* until it has come to the belt's */
    const int side = uniform(&seed, 0, 1) < 0.5 ? -1 : 1;
    rig r = begin();
    add_body(&r, "block", samples / rate * (strong - weak) / speed, 0);
    add_contact(&r, "c", "-", 0.5, 2 * strong, side * speed);
    add_contact(&r, "d", "-", 0.5, 2 * weak, -side * other);
    seen s[2];
    run(&r, s);
    const int good =
        near(side * s[0].force, strong, strong) && near(side * s[1].force, -weak, strong) &&
        near(side * s[0].later_force, weak, strong) &&
        near(side * s[1].later_force, -weak, strong) && fabs(s[0].later_velocity) <= group_creep &&
        fabs(side * s[1].later_velocity + speed + other) <= group_creep;
    count(&t, 1, side, good);
  }
  printf("states_wrong_two_belts %d %d %llu\n", t.wrong, DRAWS, (unsigned long long)first_seed);
}

int main(int argc, char **argv) {
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20261122;
  one_surface(seed);
  two_bodies(seed);
  two_sides(seed);
  two_belts(seed);
  return 0;
}
