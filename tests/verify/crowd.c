/* SPDX-License-Identifier: BSD-3-Clause */
/* Random worlds of up to 24 contact points and what one sample of them may cost, in three
 * families: friction alone, contacts with a width, and friction beside knocks on bodies that
 * are moved. All laws mixed, harsh numbers. In half of them modal bodies lose nothing, so that
 * energy is balanced. Lines: name, value, samples, seed.
 *
 *   crowd FAMILY [SEED [WORLDS [FIRST]]]   friction, width or knocks; with a seed of your own the
 *                                          worst are told on standard error */
#include "rosin.h"
#include "tests/verify/freed.h"
#include "tests/verify/harsh.h"
#include "waveguide/string.h"

#include <stdio.h>
#include <stdlib.h>

enum { WORLDS = 1000, BLOCK = 64, BLOCKS = 40, CONTACTS = 24, BODIES = 4, KNOCKS = 4, NAME = 32 };
typedef enum { FRICTION, WIDTH, KNOCK } family;
static const char *const families[] = {"friction", "width", "knocks"};

static const double rate = 44100;
static unsigned long long given = 20261201;
static uint64_t seed;
static int verbose;

static int chance(double p) {
  return harsh_chance(&seed, p);
}

static int pick(int count) {
  return harsh_pick(&seed, count);
}

typedef struct {
  rosin_network *network;
  rosin_body *body[BODIES];
  int wave[BODIES], strands[BODIES], bodies;
  rosin_contact *contact[CONTACTS + KNOCKS]; /* those that rub come first */
  const char *law[CONTACTS + KNOCKS];
  int rubs, knocks, points, loads, lossless, moving;
  int velocity[CONTACTS + KNOCKS], force[CONTACTS + KNOCKS], power[CONTACTS + KNOCKS];
  int split[CONTACTS + KNOCKS]; /* points */
} world;

typedef struct {
  long long solves, unconverged, not_passive, samples, pressing; /* samples in which any does */
  long not_finite, rescued; /* worlds in which the net caught a body; their balance is not told */
  int most;
  double ratio, worst, balance; /* worst block over the mean; J over J handled, and held at most
                                   where bodies move */
} sums;

static const char *label(char *name, char kind, int index) {
  snprintf(name, NAME, "%c%d", kind, index);
  return name;
}

static int find(world *w, char kind, int index, const char *key, int signal) {
  char name[NAME];
  snprintf(name, sizeof name, "%c%d.%s", kind, index, key);
  return signal ? rosin_network_signal(w->network, name, NULL)
                : rosin_network_control(w->network, name);
}

static void hold(world *w, char kind, int index, const char *key, double value) {
  rosin_network_hold(w->network, find(w, kind, index, key, 0), value);
}

/* Contact `i` of a law, in so many points, between a body and another or a hand. */
static void join(world *w, int i, const char *law, int points) {
  char name[NAME], a_name[NAME], b_name[NAME];
  const int b = pick(w->bodies);
  int a = pick(w->bodies + 1) - 1;
  if (a >= 0 && points > 1 && w->strands[a] && w->strands[a] != points)
    a = -1; /* it is cut otherwise */
  if (a >= 0 && a != b && points > 1)
    w->strands[a] = points;
  rosin_contact *c = w->contact[i] = rosin_contact_new(law, rate, NULL);
  w->law[i] = law;
  w->split[i] = points;
  harsh_stir(&seed, c, law);
  if (rosin_contact_divide(c, points, NULL) ||
      rosin_network_contact(w->network, label(name, 'c', i), c,
                            a < 0 || a == b ? "-" : label(a_name, 'b', a), label(b_name, 'b', b),
                            NULL))
    exit(1);
  w->velocity[i] = find(w, 'c', i, "velocity", 1);
  w->force[i] = find(w, 'c', i, "force", 1);
  w->power[i] = find(w, 'c', i, "dissipation", 1);
  w->points += points;
  if (points > 1 && w->wave[b])
    hold(w, 'c', i, "width", log_uniform(&seed, 1e-4, 0.02));
}

/* A law that rubs. */
static const char *random_law(void) {
  const char *law;
  do
    law = rosin_law_name(pick(rosin_laws()));
  while (strcmp(law, "impact") == 0);
  return law;
}

static void add_contacts(world *w, family kind) {
  const int wanted = 1 + pick(CONTACTS);
  while (w->points < wanted) {
    const int left = wanted - w->points, points = kind == WIDTH ? 1 + pick(5) : 1;
    join(w, w->rubs++, random_law(), points < left ? points : left);
  }
  w->knocks = kind == KNOCK ? 1 + pick(KNOCKS) : 0;
  for (int k = 0; k < w->knocks; k++) {
    rosin_contact *c;
    join(w, w->rubs + k, "impact", 1);
    c = w->contact[w->rubs + k];
    rosin_contact_set(c, "stiffness", log_uniform(&seed, 1e3, 1e12), NULL);
    rosin_contact_set(c, "gap", chance(0.3) ? 0 : log_uniform(&seed, 1e-7, 1e-3), NULL);
  }
  for (int i = 0; i < w->rubs && w->knocks; i++) { /* some are pressed by a knock */
    char name[NAME], by[NAME];
    if (chance(0.15))
      w->loads += !rosin_network_load(w->network, label(name, 'c', i),
                                      label(by, 'c', w->rubs + pick(w->knocks)), NULL);
  }
}

static void add_joints(world *w) {
  for (int i = 1; i < w->bodies; i++)
    if (!w->wave[0] && chance(0.3)) {
      char name[NAME], end[NAME];
      rosin_network_joint(w->network, label(name, 'j', i), label(end, 'b', i),
                          w->wave[i] ? 0 : uniform(&seed, 0, 1), "b0", uniform(&seed, 0, 1), NULL);
    }
}

static void random_world(world *w, family kind) {
  *w = (world){.network = rosin_network_new(rate, BLOCK, NULL),
               .bodies = 1 + pick(BODIES),
               .lossless = chance(0.5),
               .moving = kind == KNOCK};
  for (int i = 0; i < w->bodies; i++) {
    char name[NAME], push[NAME];
    w->wave[i] = chance(0.3);
    w->body[i] = w->wave[i] ? harsh_string(&seed, rate) : harsh_modal(&seed, rate, w->lossless);
    rosin_network_body(w->network, label(name, 'b', i), w->body[i], NULL);
    if (w->moving)
      rosin_network_push(w->network, label(push, 'p', i), name, uniform(&seed, 0, 1), NULL);
  }
  add_contacts(w, kind);
  for (int i = 1; i < w->rubs; i++) /* two axes */
    if (w->split[i] == 1 && w->split[i - 1] == 1 && chance(0.1)) {
      char one[NAME], other[NAME];
      rosin_network_across(w->network, label(one, 'c', i - 1), label(other, 'c', i), NULL);
      i++;
    }
  add_joints(w);
  if (rosin_network_prepare(w->network, NULL))
    exit(1);
}

/* The first contact is never lifted: the mean of a world in which nothing rubs says nothing. */
static void turn(world *w, int i, int first) {
  const int rubs = i < w->rubs;
  if (rubs && (first || chance(0.5)))
    hold(w, 'c', i, "force", !first && chance(0.1) && i > 0 ? 0 : log_uniform(&seed, 0.01, 50));
  if (chance(0.5))
    hold(w, 'c', i, "velocity", uniform(&seed, -1, 1) * log_uniform(&seed, 1e-3, 3));
  if (chance(0.1))
    hold(w, 'c', i, "position", uniform(&seed, 0, 1));
  if (rubs && chance(0.1))
    hold(w, 'c', i, "rolling", uniform(&seed, -1, 1) * log_uniform(&seed, 0.01, 20));
  if (rubs && chance(0.05))
    hold(w, 'c', i, "roughness", uniform(&seed, 0, 0.5));
  if (rubs && chance(0.05))
    hold(w, 'c', i, "road", uniform(&seed, 0.3, 1));
}

/* What moves a body itself, and pushes. */
static void move(world *w) {
  for (int i = 0; i < w->bodies; i++) {
    if (chance(0.2))
      hold(w, 'p', i, "force", uniform(&seed, -1, 1) * log_uniform(&seed, 1e-2, 100));
    if (w->wave[i] && chance(0.2))
      hold(w, 'b', i, "finger", chance(0.3) ? 0 : log_uniform(&seed, 60, 2000));
    else if (!w->wave[i] && chance(0.1))
      hold(w, 'b', i, chance(0.5) ? "pitch" : "size", log_uniform(&seed, 0.5, 2));
  }
}

static long long looks(const rosin_statistics *s) {
  return s->iterations + s->elastic;
}

/* One sample; adds to the sums what happened in it. */
static void one_sample(world *w, sums *t) {
  const rosin_statistics before = rosin_network_statistics(w->network);
  rosin_network_process(w->network, 1);
  const rosin_statistics after = rosin_network_statistics(w->network);
  const long long missed = after.unconverged - before.unconverged;
  long long lossy = 0;
  for (int i = 0; i < w->rubs + w->knocks; i++) {
    const double v = rosin_network_read(w->network, w->velocity[i])[0];
    const double f = rosin_network_read(w->network, w->force[i])[0];
    const double p = rosin_network_read(w->network, w->power[i])[0];
    t->not_finite += !isfinite(v) || !isfinite(f) || !isfinite(p);
    lossy += p >= 0 ? w->split[i] : 0;
  }
  t->pressing += after.solves > before.solves;
  t->unconverged += missed;
  t->not_passive += missed > lossy ? missed - lossy : 0;
}

static double energy(const world *w) {
  double sum = rosin_network_energy(w->network);
  for (int i = 0; i < w->bodies; i++)
    sum += w->wave[i] ? rosin_string_lost((const rosin_string *)w->body[i]) : 0;
  return sum;
}

static void tell(const world *w, int index, const sums *t, double gap, long long looked) {
  const rosin_statistics s = rosin_network_statistics(w->network);
  fprintf(
      stderr,
      "world %d: block %.1f most %d unconverged %lld of %lld, mean %.2f, worst %.2g, gap %.2g of "
      "%.2g J, loads %d:",
      index, t->ratio, s.iterations_max, s.unconverged, s.solves, (double)looked / (double)s.solves,
      s.worst / s.handled, gap, s.handled, w->loads);
  for (int i = 0; i < w->rubs + w->knocks; i++)
    fprintf(stderr, " %s*%d", w->law[i], w->split[i]);
  fputc('\n', stderr);
}

static void run(world *w, sums *t) {
  double dearest = 0, most = 0;
  for (int b = 0; b < BLOCKS; b++) {
    for (int i = 0; i < w->rubs + w->knocks; i++)
      if (b == 0 || chance(0.2))
        turn(w, i, b == 0);
    if (w->moving)
      move(w);
    if (b == 0)
      rosin_network_reset(w->network);
    const rosin_statistics before = rosin_network_statistics(w->network);
    for (int i = 0; i < BLOCK; i++)
      one_sample(w, t);
    const rosin_statistics after = rosin_network_statistics(w->network);
    dearest = fmax(dearest, (double)(looks(&after) - looks(&before)));
    most = fmax(most, rosin_network_energy(w->network));
  }
  const rosin_statistics s = rosin_network_statistics(w->network);
  /* a world that is lifted nearly always has no mean but that of where something presses */
  t->ratio = dearest * (double)t->pressing / (BLOCK * fmax((double)looks(&s), 1));
  t->most = s.iterations_max;
  t->solves = s.solves;
  t->samples = BLOCKS * BLOCK;
  t->worst = s.handled > 0 ? s.worst / s.handled : 0;
  /* pushes are not handled by any contact */
  const double whole = s.handled + (w->moving ? most : 0);
  t->rescued = s.rescued > 0;
  t->balance = w->lossless && whole > 0 && !s.rescued
                   ? fabs(energy(w) + s.dissipated - s.supplied) / whole
                   : 0;
}

static void free_world(world *w) {
  network_freed(w->network, w->body, w->bodies, w->contact, w->rubs + w->knocks);
}

static void add(sums *t, const sums *one) {
  t->solves += one->solves;
  t->unconverged += one->unconverged;
  t->not_passive += one->not_passive;
  t->samples += one->samples;
  t->not_finite += one->not_finite;
  t->rescued += one->rescued;
  t->most = one->most > t->most ? one->most : t->most;
  t->ratio = fmax(t->ratio, one->ratio);
  t->worst = fmin(t->worst, one->worst);
  t->balance = fmax(t->balance, one->balance);
}

static void line(family kind, const char *name, double value, long long samples) {
  printf("crowd_%s_%s %.3g %lld %llu\n", families[kind], name, value, samples, given);
}

int main(int argc, char **argv) {
  sums t = {0};
  family kind = FRICTION;
  while (argc < 2 || strcmp(argv[1], families[kind]) != 0)
    if (argc < 2 || ++kind > KNOCK) {
      fprintf(stderr, "usage: crowd friction|width|knocks [SEED [WORLDS [FIRST]]]\n");
      return 2;
    }
  given = argc > 2 ? strtoull(argv[2], NULL, 10) : given;
  verbose = argc > 2;
  const int first = argc > 4 ? atoi(argv[4]) : 0, count = argc > 3 ? atoi(argv[3]) : WORLDS;
  for (int i = first; i < first + count; i++) {
    world w;
    sums one = {0};
    seed = given + 1000003u * (unsigned)i;
    random_world(&w, kind);
    run(&w, &one);
    if (verbose && (one.ratio > 8 || one.most > 60 || one.unconverged > 0 || one.worst < -1e-12 ||
                    one.balance > 1e-9)) {
      const rosin_statistics s = rosin_network_statistics(w.network);
      tell(&w, i, &one, one.balance, looks(&s));
    }
    free_world(&w);
    add(&t, &one);
  }
  line(kind, "not_finite", (double)t.not_finite, t.samples);
  line(kind, "unconverged_share", (double)t.unconverged / (double)t.solves, t.solves);
  line(kind, "not_passive", (double)t.not_passive, t.solves);
  line(kind, "worst_evaluations", t.most, t.solves);
  line(kind, "worst_block", t.ratio, t.samples);
  line(kind, "worst_dissipation", t.worst, t.solves);
  line(kind, "balance", t.balance, t.samples);
  if (kind == KNOCK)
    line(kind, "rescued", (double)t.rescued, t.samples);
  return 0;
}
