/* SPDX-License-Identifier: BSD-3-Clause */
/* How dear one sample can become: random scenes of 1 to 8 contacts with all laws mixed
 * and harsh numbers, and every shipped scene under random controls and macros, once with bodies
 * that stay and once with pitch, size, tension and fill of theirs jumping too (a body of a
 * hundredth of its size gives way a million times as far). Lines: name, value, samples, seed.
 *
 * An evaluation is one look at a law, a solve that only had to see that bristles bend
 * among them. Times are this thread's processor time.
 *
 *   bounded [SEED [SCENES]]   with a seed of your own; -v as a third word names the worst */
#include "rosin.h"
#include "scene/embedded.h"
#include "tests/verify/freed.h"
#include "tests/verify/harsh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SCENES = 3000, BLOCK = 64, BLOCKS = 150, MOST = 8, BODIES = 4, SHIPPED_BLOCKS = 1500 };

static const double rate = 44100;
static unsigned long long given = 20261121;
static uint64_t seed;
static int verbose;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int chance(double p) {
  return harsh_chance(&seed, p);
}

static int pick(int count) {
  return harsh_pick(&seed, count);
}

/* Evaluations so far. */
static long long looks(const rosin_statistics *s) {
  return s->iterations + s->elastic;
}

/* ---- random scenes ---- */

typedef struct {
  rosin_network *network;
  rosin_body *body[BODIES];
  rosin_contact *contact[MOST];
  const char *law[MOST];
  int bodies, contacts;
  int velocity[MOST], force[MOST], power[MOST]; /* signals */
} world;

static void add_contact(world *w, int i) {
  static const char *const name[] = {"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"};
  static const char *const body[] = {"b0", "b1", "b2", "b3"};
  const char *law = rosin_law_name(pick(rosin_laws()));
  const int b = pick(w->bodies), a = pick(w->bodies + 1) - 1;
  char text[32];
  w->law[i] = law;
  w->contact[i] = rosin_contact_new(law, rate, NULL);
  harsh_stir(&seed, w->contact[i], law);
  rosin_network_contact(w->network, name[i], w->contact[i], a < 0 || a == b ? "-" : body[a],
                        body[b], NULL);
  snprintf(text, sizeof text, "c%d.velocity", i);
  w->velocity[i] = rosin_network_signal(w->network, text, NULL);
  snprintf(text, sizeof text, "c%d.force", i);
  w->force[i] = rosin_network_signal(w->network, text, NULL);
  snprintf(text, sizeof text, "c%d.dissipation", i);
  w->power[i] = rosin_network_signal(w->network, text, NULL);
}

static int random_world(world *w) {
  char name[8];
  *w = (world){.network = rosin_network_new(rate, BLOCK, NULL),
               .bodies = 1 + pick(BODIES),
               .contacts = 1 + pick(MOST)};
  int string[BODIES];
  for (int i = 0; i < w->bodies; i++) {
    string[i] = chance(0.3);
    w->body[i] = string[i] ? harsh_string(&seed, rate) : harsh_modal(&seed, rate, 0);
    snprintf(name, sizeof name, "b%d", i);
    rosin_network_body(w->network, name, w->body[i], NULL);
  }
  for (int i = 0; i < w->contacts; i++)
    add_contact(w, i);
  for (int i = 1; i < w->contacts; i++) /* two axes */
    if (chance(0.1)) {
      char other[8];
      snprintf(name, sizeof name, "c%d", i - 1);
      snprintf(other, sizeof other, "c%d", i);
      rosin_network_across(w->network, name, other, NULL);
      i++;
    }
  for (int i = 1; i < w->bodies; i++) /* a string's end or a modal point on a modal body */
    if (!string[0] && chance(0.3)) {
      char end[8];
      snprintf(name, sizeof name, "j%d", i);
      snprintf(end, sizeof end, "b%d", i);
      rosin_network_joint(w->network, name, end, string[i] ? 0 : uniform(&seed, 0, 1), "b0",
                          uniform(&seed, 0, 1), NULL);
    }
  return rosin_network_prepare(w->network, NULL);
}

static void hold(rosin_network *n, int contact, const char *key, double value) {
  char name[32];
  snprintf(name, sizeof name, "c%d.%s", contact, key);
  rosin_network_hold(n, rosin_network_control(n, name), value);
}

static void turn(world *w, int i) {
  if (chance(0.5))
    hold(w->network, i, "force", chance(0.1) ? 0 : log_uniform(&seed, 0.01, 50));
  if (chance(0.5))
    hold(w->network, i, "velocity", uniform(&seed, -1, 1) * log_uniform(&seed, 1e-3, 3));
  if (chance(0.1))
    hold(w->network, i, "position", uniform(&seed, 0, 1));
  if (chance(0.1))
    hold(w->network, i, "rolling", uniform(&seed, -1, 1) * log_uniform(&seed, 0.01, 20));
  if (chance(0.05))
    hold(w->network, i, "roughness", uniform(&seed, 0, 0.5));
  if (chance(0.05))
    hold(w->network, i, "road", uniform(&seed, 0.3, 1));
}

typedef struct {
  long long solves, unconverged, not_passive, samples;
  long not_finite, scenes;
  int most;
  double ratio, time_ratio, time_most; /* worst block over the mean; worst of the period */
} sums;

/* Whether what a contact did not solve in this sample was closed as it must be: f a loss at v. */
static int closed(const world *w, int i) {
  const double v = rosin_network_read(w->network, w->velocity[i])[0];
  const double f = rosin_network_read(w->network, w->force[i])[0];
  const double p = rosin_network_read(w->network, w->power[i])[0];
  return p == f * v && p >= 0;
}

/* Contacts that have missed since `known`, and were not closed. */
static int left_open(const world *w, long long *known) {
  int open = 0;
  for (int i = 0; i < w->contacts; i++) { /* c0, c1, ...: in the order of names */
    rosin_contact_account account;
    if (rosin_network_account(w->network, i, &account))
      exit(1);
    open += account.missed > known[i] && !closed(w, i);
    known[i] = account.missed;
  }
  return open;
}

/* One sample; adds to the sums what happened in it. */
static void one_sample(world *w, long long *known, sums *t) {
  const rosin_statistics before = rosin_network_statistics(w->network);
  rosin_network_process(w->network, 1);
  const rosin_statistics after = rosin_network_statistics(w->network);
  const long long missed = after.unconverged - before.unconverged;
  for (int i = 0; i < w->contacts; i++) {
    const double v = rosin_network_read(w->network, w->velocity[i])[0];
    const double f = rosin_network_read(w->network, w->force[i])[0];
    const double p = rosin_network_read(w->network, w->power[i])[0];
    t->not_finite += !isfinite(v) || !isfinite(f) || !isfinite(p);
  }
  t->not_finite += after.rescued > before.rescued; /* the net had hidden it */
  t->unconverged += missed;
  t->not_passive += missed > 0 ? left_open(w, known) : 0;
}

static void random_scene(int index, sums *t) {
  world w;
  double dearest = 0, slowest = 0, all_time = 0;
  long long known[MOST] = {0};
  if (random_world(&w))
    exit(1);
  const long long missed = t->unconverged;
  for (int b = 0; b < BLOCKS; b++) {
    for (int i = 0; i < w.contacts; i++)
      if (b == 0 || chance(0.2))
        turn(&w, i);
    if (b == 0)
      rosin_network_reset(w.network);
    const rosin_statistics before = rosin_network_statistics(w.network);
    const double start = now();
    for (int i = 0; i < BLOCK; i++)
      one_sample(&w, known, t);
    const double spent = now() - start;
    const rosin_statistics after = rosin_network_statistics(w.network);
    dearest = fmax(dearest, (double)(looks(&after) - looks(&before)));
    slowest = fmax(slowest, spent);
    all_time += spent;
  }
  const rosin_statistics s = rosin_network_statistics(w.network);
  const double ratio = dearest * BLOCKS / fmax((double)looks(&s), 1);
  if (verbose && (ratio > 8 || s.iterations_max > 60 || t->unconverged > missed)) {
    printf("scene %d: ratio %.1f most %d unconverged %lld of %lld, mean %.2f:", index, ratio,
           s.iterations_max, s.unconverged, s.solves, (double)looks(&s) / (double)s.solves);
    for (int i = 0; i < w.contacts; i++)
      printf(" %s", w.law[i]);
    putchar('\n');
  }
  t->ratio = fmax(t->ratio, ratio);
  t->most = s.iterations_max > t->most ? s.iterations_max : t->most;
  t->solves += s.solves;
  t->samples += BLOCKS * BLOCK;
  t->time_ratio = fmax(t->time_ratio, slowest * BLOCKS / all_time);
  network_freed(w.network, w.body, w.bodies, w.contact, w.contacts);
}

static void random_scenes(int count) {
  sums t = {0};
  for (int i = 0; i < count; i++) {
    seed = given + 1000003u * (unsigned)i;
    random_scene(i, &t);
  }
  printf("bounded_not_finite %ld %lld %llu\n", t.not_finite, t.samples, given);
  printf("bounded_unconverged_share %.3g %lld %llu\n", (double)t.unconverged / (double)t.solves,
         t.solves, given);
  printf("bounded_unconverged_not_passive %lld %lld %llu\n", t.not_passive, t.solves, given);
  printf("bounded_worst_evaluations %d %lld %llu\n", t.most, t.solves, given);
  printf("bounded_worst_block %.2f %lld %llu\n", t.ratio, t.samples, given);
  printf("bounded_worst_block_time %.2f %lld %llu\n", t.time_ratio, t.samples, given);
}

/* ---- shipped scenes ---- */

/* Whether it makes another body of the body. */
static int is_of_body(const rosin_parameter *p) {
  static const char *const names[] = {"pitch", "size", "tension", "fill"};
  for (int i = 0; i < 4; i++)
    if (strcmp(p->name, names[i]) == 0)
      return 1;
  return 0;
}

static void jump(rosin_scene *s, int bodies) {
  rosin_network *n = rosin_scene_network(s);
  for (int i = 0; i < rosin_scene_macros(s); i++)
    if (chance(0.2)) {
      const rosin_parameter *p = rosin_scene_macro(s, i);
      rosin_scene_control(s, p->name, uniform(&seed, p->low, p->high), NULL);
    }
  for (int i = 0; rosin_network_control_parameter(n, i); i++)
    if ((bodies || !is_of_body(rosin_network_control_parameter(n, i))) && chance(0.05)) {
      const rosin_parameter *p = rosin_network_control_parameter(n, i);
      const double now_at = rosin_network_held(n, i);
      const double high = fmin(p->high, 4 * fmax(fabs(now_at), fabs(p->initial)) + 0.1);
      rosin_network_hold(
          n, i, chance(0.1) ? p->low < 0 ? 0 : p->low : uniform(&seed, fmax(p->low, -high), high));
    }
}

static void shipped_scene(const char *name, int bodies, sums *t) {
  static float out[BLOCK * 64];
  rosin_error error;
  rosin_scene *s = rosin_scene_load(name, 0, NULL, NULL);
  double dearest = 0, slowest = 0, all_time = 0;
  if (!s || rosin_scene_prepare(s, 0, BLOCK, &error))
    exit(1);
  seed = given;
  for (const char *c = name; *c; c++)
    seed = 31 * seed + (unsigned char)*c;
  for (int b = 0; b < SHIPPED_BLOCKS; b++) {
    jump(s, bodies);
    const rosin_statistics before = rosin_network_statistics(rosin_scene_network(s));
    const double start = now();
    rosin_scene_process(s, BLOCK, out);
    const double spent = now() - start;
    const rosin_statistics after = rosin_network_statistics(rosin_scene_network(s));
    dearest = fmax(dearest, (double)(looks(&after) - looks(&before)));
    slowest = fmax(slowest, spent);
    all_time += spent;
    for (int i = 0; i < BLOCK * rosin_scene_channels(s); i++)
      t->not_finite += !isfinite(out[i]);
  }
  const rosin_statistics k = rosin_network_statistics(rosin_scene_network(s));
  const double ratio = dearest * SHIPPED_BLOCKS / fmax((double)looks(&k), 1);
  const double share = slowest * rosin_scene_rate(s) / BLOCK;
  if (verbose)
    printf(
        "%s: ratio %.2f, worst evaluations %d, unconverged %lld of %lld, mean %.2f; rescued %lld; "
        "time: worst block %.2f of its period, %.2f of the mean\n",
        name, ratio, k.iterations_max, k.unconverged, k.solves,
        (double)looks(&k) / (double)k.solves, k.rescued, share,
        slowest * SHIPPED_BLOCKS / all_time);
  t->not_finite += k.rescued > 0;
  t->ratio = fmax(t->ratio, ratio);
  t->most = k.iterations_max > t->most ? k.iterations_max : t->most;
  t->unconverged += k.unconverged;
  t->solves += k.solves;
  t->time_most = fmax(t->time_most, share);
  t->time_ratio = fmax(t->time_ratio, slowest * SHIPPED_BLOCKS / all_time);
  t->scenes++;
  rosin_scene_free(s);
}

static void shipped_scenes(int bodies) {
  const char *of = bodies ? "_bodies" : "";
  sums t = {0};
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    shipped_scene(e->name, bodies, &t);
  const long long samples = (long long)t.scenes * SHIPPED_BLOCKS * BLOCK;
  printf("jumping%s_not_finite %ld %lld %llu\n", of, t.not_finite, samples, given);
  printf("jumping%s_unconverged_share %.3g %lld %llu\n", of,
         (double)t.unconverged / (double)t.solves, t.solves, given);
  printf("jumping%s_worst_evaluations %d %lld %llu\n", of, t.most, t.solves, given);
  printf("jumping%s_worst_block %.2f %lld %llu\n", of, t.ratio, samples, given);
  printf("jumping%s_worst_block_time %.2f %lld %llu\n", of, t.time_ratio, samples, given);
  printf("jumping%s_worst_block_period %.3f %lld %llu\n", of, t.time_most, samples, given);
}

int main(int argc, char **argv) {
  if (argc > 1)
    given = strtoull(argv[1], NULL, 10);
  verbose = argc > 3;
  random_scenes(argc > 2 ? atoi(argv[2]) : SCENES);
  shipped_scenes(0);
  shipped_scenes(1);
  return 0;
}
