/* SPDX-License-Identifier: BSD-3-Clause */
/* Random networks of strings and modal bodies under joints: nailed and driven ends, joints of
 * a body with itself, rings, twins, contacts and pushes anywhere, also a few samples from a
 * moving bridge. What hands supplied must be stored, rubbed off or lost in the strings, at
 * every moment; modal bodies are free of loss. Prints lines: name value samples seed.
 *
 *   networks [count] [seed] [first]   only `count` networks from number `first` on */
#include "network/network.h"
#include "random.h"
#include "tests/verify/freed.h"
#include "waveguide/string.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 3000, BODIES = 5, LINKS = 12, PUSHES = 3, BLOCK = 32, BLOCKS = 250 };

typedef struct {
  uint64_t seed;
  double rate;
  rosin_network *network;
  rosin_body *body[BODIES];
  int bodies, strings; /* strings come first */
  rosin_contact *contact[LINKS];
  int contacts, joints, pushes;
  int control[4 * LINKS]; /* that swing */
  double amplitude[4 * LINKS], turn[4 * LINKS], middle[4 * LINKS];
  int swinging;
  long long samples;
  double gap, handled; /* J */
  int finite;
} world;

static int chance(world *w, double p) {
  return uniform(&w->seed, 0, 1) < p;
}

static int below(world *w, int count) {
  return (int)uniform(&w->seed, 0, count * (1 - 1e-12));
}

static rosin_body *make_string(world *w) {
  rosin_string_spec s = {0};
  rosin_parameters_default(rosin_string_parameters(), &s);
  s.frequency = log_uniform(&w->seed, 60, 1500);
  s.impedance = log_uniform(&w->seed, 0.05, 5);
  s.bending_stiffness = chance(w, 0.5) ? 0 : log_uniform(&w->seed, 1e-6, 1e-3);
  s.q = log_uniform(&w->seed, 50, 5000);
  s.torsion_frequency = chance(w, 0.5) ? 0 : fmin(5.5 * s.frequency, 3000);
  return rosin_string_new(&s, w->rate, NULL);
}

static rosin_body *make_modal(world *w) {
  rosin_mode mode[8];
  const int modes = 1 + below(w, 8), mass = chance(w, 0.2);
  const double kg = log_uniform(&w->seed, 1e-4, 1);
  for (int i = 0; i < modes; i++)
    mode[i] = (rosin_mode){.frequency = log_uniform(&w->seed, 30, 8000),
                           .mass = kg * log_uniform(&w->seed, 0.3, 3)};
  if (mass)
    mode[0].frequency = 0;
  const rosin_modal_spec spec = {.modes = mass ? 1 : modes,
                                 .mode = mode,
                                 .shape = mass ? ROSIN_SHAPE_TABLE : ROSIN_SHAPE_SINE,
                                 .points = mass};
  return rosin_modal_new(&spec, w->rate, NULL);
}

static double place(world *w) {
  const double u = uniform(&w->seed, 0, 1);
  return u < 0.45  ? 0
         : u < 0.5 ? 1
         : u < 0.7 ? uniform(&w->seed, 0, 0.05)
                   : uniform(&w->seed, 0, 1);
}

static const char *body_name(int index) {
  static const char *const names[] = {"a", "b", "c", "d", "e"};
  return index < 0 ? "-" : names[index];
}

/* Let a control swing about `middle`. */
static void swing(world *w, const char *name, const char *key, double middle, double amplitude) {
  char text[64];
  snprintf(text, sizeof text, "%s.%s", name, key);
  const int k = w->swinging++;
  w->control[k] = rosin_network_control(w->network, text);
  w->middle[k] = middle;
  w->amplitude[k] = amplitude;
  w->turn[k] = log_uniform(&w->seed, 1, 2000) * 6.283 / w->rate;
  rosin_network_hold(w->network, w->control[k], middle);
}

static void join(world *w, int a, double x, int b, double y) {
  char name[16];
  snprintf(name, sizeof name, "j%d", w->joints++);
  rosin_network_joint(w->network, name, body_name(a), x, body_name(b), y, NULL);
  if (b < 0 && chance(w, 0.3))
    swing(w, name, "velocity", 0, log_uniform(&w->seed, 0.01, 1));
}

static void add_joints(world *w) {
  const int wanted = 1 + below(w, 5);
  if (w->bodies > 2 && chance(w, 0.3)) /* a ring */
    for (int i = 0; i < w->bodies; i++)
      join(w, i, place(w), (i + 1) % w->bodies, place(w));
  for (int k = 0; k < wanted; k++) {
    const int a = below(w, w->bodies);
    const double u = uniform(&w->seed, 0, 1);
    const int b = u < 0.25 ? -1 : u < 0.5 ? a : below(w, w->bodies);
    const double x = place(w), y = place(w);
    join(w, a, x, b, y);
    if (chance(w, 0.1)) /* its twin */
      join(w, a, x, b, y + (chance(w, 0.5) ? 0 : 1e-6));
  }
}

static void add_contacts(world *w) {
  static const char *const laws[] = {"elastoplastic", "lugre", "coulomb"};
  const int wanted = below(w, 4);
  for (int k = 0; k < wanted; k++) {
    char name[16];
    snprintf(name, sizeof name, "k%d", k);
    rosin_contact *c = rosin_contact_new(laws[below(w, 3)], w->rate, NULL);
    w->contact[w->contacts++] = c;
    const int b = below(w, w->bodies), a = chance(w, 0.6) ? -1 : below(w, w->bodies);
    rosin_network_contact(w->network, name, c, body_name(a), body_name(b), NULL);
    swing(w, name, "force", log_uniform(&w->seed, 0.1, 5), 0);
    swing(w, name, "velocity", uniform(&w->seed, -0.3, 0.3), chance(w, 0.3) ? 0.5 : 0);
    const double x = place(w);
    swing(w, name, "position", x, chance(w, 0.3) ? 0.03 : 0);
    swing(w, name, "position_a", place(w), 0);
  }
}

static void add_pushes(world *w) {
  w->pushes = 1 + below(w, PUSHES);
  for (int k = 0; k < w->pushes; k++) {
    char name[16];
    snprintf(name, sizeof name, "p%d", k);
    rosin_network_push(w->network, name, body_name(below(w, w->bodies)), place(w), NULL);
    swing(w, name, "force", 0, log_uniform(&w->seed, 0.01, 10));
  }
}

static double lost(const world *w) {
  double sum = 0;
  for (int i = 0; i < w->strings; i++)
    sum += rosin_string_lost((const rosin_string *)w->body[i]);
  return sum;
}

/* J that the joints' forces of a sample move, each for itself: what one gives another may
 * take, but both are rounded. */
static double through_joints(const rosin_network *n) {
  double sum = 0;
  for (int i = 0; i < n->rows; i++)
    for (int k = 0; n->row[i].kind == ROSIN_ROW_JOINT && k < 2; k++) {
      const rosin_side *side = &n->row[i].side[k];
      if (side->body < 0)
        continue;
      const rosin_member *m = &n->member[side->body];
      sum += 0.5 * n->row[i].f * n->row[i].f * m->mobility[side->port * (m->ports + 1)];
    }
  return sum * n->period;
}

static void run(world *w) {
  static double feed[4 * LINKS][BLOCK];
  double carried = 0, given = 0, last = 0;
  for (int block = 0; block < BLOCKS && w->finite; block++) {
    const double fade = block < BLOCKS / 2 ? 1 : 0; /* then let it ring */
    for (int k = 0; k < w->swinging; k++) {
      for (int i = 0; i < BLOCK; i++)
        feed[k][i] =
            w->middle[k] + fade * w->amplitude[k] * sin(w->turn[k] * (block * BLOCK + i + 1));
      rosin_network_feed(w->network, w->control[k], feed[k]);
    }
    rosin_network_process(w->network, BLOCK);
    w->samples += BLOCK;
    const rosin_statistics s = rosin_network_statistics(w->network);
    const double energy = rosin_network_energy(w->network);
    given += fabs(s.supplied - last) + BLOCK * through_joints(w->network);
    last = s.supplied;
    carried += energy; /* waves pass a body about once a block */
    w->handled = s.handled + given + carried + 1e-6;
    const double gap = (energy + s.dissipated + lost(w) - s.supplied) / w->handled;
    w->gap = fmax(w->gap, fabs(gap));
    w->finite &= isfinite(energy) && isfinite(gap);
  }
}

static world *build(uint64_t seed, long number) {
  static const double rates[] = {44100, 48000, 96000};
  world *w = calloc(1, sizeof *w);
  rosin_error error = {""};
  w->seed = seed + (uint64_t)number * 0x1234567u;
  w->finite = 1;
  w->rate = rates[below(w, 3)];
  w->network = rosin_network_new(w->rate, BLOCK, NULL);
  w->strings = 1 + below(w, 3);
  w->bodies = w->strings + below(w, 3);
  for (int i = 0; i < w->bodies; i++) {
    w->body[i] = i < w->strings ? make_string(w) : make_modal(w);
    rosin_network_body(w->network, body_name(i), w->body[i], NULL);
  }
  add_joints(w);
  add_contacts(w);
  add_pushes(w);
  if (rosin_network_prepare(w->network, &error)) {
    fprintf(stderr, "network %ld: %s\n", number, error.text);
    exit(1);
  }
  return w;
}

static void destroy(world *w) {
  network_freed(w->network, w->body, w->bodies, w->contact, w->contacts);
  free(w);
}

int main(int argc, char **argv) {
  const long count = argc > 1 ? atol(argv[1]) : COUNT, first = argc > 3 ? atol(argv[3]) : 0;
  const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20261121;
  long long samples = 0, rescued = 0;
  int not_finite = 0, unbalanced = 0;
  double worst = 0;
  for (long k = first; k < first + count; k++) {
    world *w = build(seed, k);
    run(w);
    const rosin_statistics s = rosin_network_statistics(w->network);
    samples += w->samples;
    rescued += s.rescued;
    not_finite += !w->finite;
    unbalanced += !(w->gap <= 1e-9);
    worst = w->gap > worst ? w->gap : worst;
    if (!w->finite || !(w->gap <= 1e-9))
      fprintf(stderr, "network %ld: balance %.3g of %.3g J, energy %.3g J, %lld unconverged\n", k,
              w->gap, w->handled, rosin_network_energy(w->network), s.unconverged);
    destroy(w);
  }
  printf("networks_not_finite %d %lld %llu\n", not_finite, samples, (unsigned long long)seed);
  printf("networks_unbalanced %d %ld %llu\n", unbalanced, count, (unsigned long long)seed);
  printf("networks_rescued %lld %ld %llu\n", rescued, count, (unsigned long long)seed);
  printf("networks_energy_balance %.3g %lld %llu\n", worst, samples, (unsigned long long)seed);
  return 0;
}
